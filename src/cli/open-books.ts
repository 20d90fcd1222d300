import { type PostgresPool, postgresStore } from "../adapters/postgres/index.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import type { AuditedBooks } from "../service/audit-report.ts";
import { isPostgresUrl } from "./audit-arguments.ts";
import { loadPackage } from "./load-package.ts";
import { openSqliteFile } from "./open-sqlite-file.ts";

/** The books that are audited. */
export interface OpenedBooks extends AuditedBooks {
  close(): Promise<void>;
}

/** Opens a SQLite file, or a PostgreSQL; `warn` is told what the operator should know. */
export function openBooks(
  source: string,
  schema: string | undefined,
  warn: (line: string) => void,
): Promise<OpenedBooks> {
  return isPostgresUrl(source) ? openPostgres(source, schema) : openSqliteFile(source, warn);
}

type PoolClass = new (options: { connectionString: string; max: number }) => PostgresPool & { end(): Promise<void> };

async function openPostgres(connectionString: string, schema: string | undefined): Promise<OpenedBooks> {
  const Pool = await loadPool();
  const pool = new Pool({ connectionString, max: 2 });
  pool.on?.("error", () => undefined); // the read that is under way tells it
  const store: InvoicingStore = postgresStore(pool, { schema });
  const close = async () => {
    await store.close();
    await pool.end();
  };
  return { journal: store.journal, reader: store.reader, close };
}

async function loadPool(): Promise<PoolClass> {
  try {
    const module = (await loadPackage("pg")) as { default?: { Pool: PoolClass }; Pool: PoolClass };
    return (module.default ?? module).Pool;
  } catch (error) {
    throw new Error("The package pg could not be loaded. Run `npm install pg` here.", { cause: error });
  }
}
