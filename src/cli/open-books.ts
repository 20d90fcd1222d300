import { isPackageMissing, loadingFaultOf } from "../adapters/missing-package.ts";
import type { PostgresPool } from "../adapters/postgres/driver.ts";
import { readOnlyBooks } from "../adapters/postgres/read-only.ts";
import { isPostgresUrl } from "./audit-arguments.ts";
import { loadPackage } from "./load-package.ts";
import { type OpenedBooks, openSqliteFile } from "./open-sqlite-file.ts";

/** Opens a SQLite file, or a PostgreSQL; `warn` is told what the operator should know. */
export function openBooks(
  source: string,
  schema: string | undefined,
  warn: (line: string) => void,
): Promise<OpenedBooks> {
  return isPostgresUrl(source) ? openPostgres(source, schema) : openSqliteFile(source, warn);
}

const CONNECT_TIMEOUT_MS = 10_000;

/** The driver says first, and better, that no server answers. */
const READ_TIMEOUT_MS = 60_000;

type PoolClass = new (options: {
  connectionString: string;
  max: number;
  connectionTimeoutMillis: number;
}) => PostgresPool & { end(): Promise<void> };

async function openPostgres(connectionString: string, schema: string | undefined): Promise<OpenedBooks> {
  const Pool = await loadPool();
  const pool = new Pool({ connectionString, max: 2, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  pool.on?.("error", () => undefined); // the read that is under way tells it
  return { ...readOnlyBooks(pool, { schema, lockTimeoutMs: READ_TIMEOUT_MS }), close: () => pool.end() };
}

async function loadPool(): Promise<PoolClass> {
  try {
    const module = (await loadPackage("pg")) as { default?: { Pool: PoolClass }; Pool: PoolClass };
    return (module.default ?? module).Pool;
  } catch (error) {
    const message = isPackageMissing(error)
      ? "The package pg is not installed, or not whole. Run `npm install pg` here."
      : `The package pg is installed, but does not load (${loadingFaultOf(error)}). Remove it and run \`npm install pg\` here.`;
    throw new Error(message, { cause: error });
  }
}
