import { existsSync, realpathSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isPackageMissing, loadingFaultOf } from "../adapters/common/missing-package.ts";
import type { ReadOnlyBooks } from "../adapters/common/read-only-books.ts";
import type { PostgresPool } from "../adapters/postgres/connection/driver.ts";
import { readOnlyBooks } from "../adapters/postgres/read-only.ts";
import { findSqliteDriver, type SqliteDriver } from "../adapters/sqlite/connection/driver.ts";
import { nameFaultOf } from "../adapters/sqlite/connection/file-name.ts";
import { explainOpening } from "../adapters/sqlite/connection/open-fault.ts";
import { hasSqliteCode } from "../adapters/sqlite/connection/sqlite-code.ts";
import { openReadOnlyBooks } from "../adapters/sqlite/read-only.ts";
import { isPostgresUrl } from "./options.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Opens a SQLite file or a PostgreSQL database. `warn` receives warnings for the operator. */
export function openBooks(
  source: string,
  schema: string | undefined,
  warn: (line: string) => void,
): Promise<OpenedBooks> {
  return isPostgresUrl(source) ? openPostgres(source, schema) : openSqliteFile(source, warn);
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Longer than the driver's time-out, whose message is better if no server answers. */
const READ_TIMEOUT_MS = 60_000;

type PoolClass = new (options: {
  connectionString: string;
  max: number;
  connectionTimeoutMillis: number;
}) => PostgresPool & { end(): Promise<void> };

async function openPostgres(connectionString: string, schema: string | undefined): Promise<OpenedBooks> {
  const Pool = await loadPool();
  const pool = new Pool({ connectionString, max: 2, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  pool.on?.("error", () => undefined); // the read in progress rejects with it
  return { ...readOnlyBooks(pool, { schema, lockTimeoutMs: READ_TIMEOUT_MS }), close: () => pool.end() };
}

async function loadPool(): Promise<PoolClass> {
  try {
    const module = (await loadPackage("pg")) as { default?: { Pool: PoolClass }; Pool: PoolClass };
    return (module.default ?? module).Pool;
  } catch (error) {
    const message = isPackageMissing(error)
      ? "The package pg is not installed, or is incomplete. Run `npm install pg` here."
      : `The package pg is installed but does not load (${loadingFaultOf(error)}). Remove it and run \`npm install pg\` here.`;
    throw new Error(message, { cause: error });
  }
}

/** The opened books. */
interface OpenedBooks extends ReadOnlyBooks {
  close(): Promise<void>;
}

/** Opens a SQLite file read-only, or a copy of it if SQLite would have to create files next to it but cannot. */
async function openSqliteFile(path: string, warn: (line: string) => void): Promise<OpenedBooks> {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder. Name the SQLite file in it.`);
  const fault = nameFaultOf(realpathSync(path));
  if (fault !== undefined) {
    warn(`${path} ${fault.what}, so commits that were made under another name may be missing here. ${fault.remedy}`);
  }
  const driver = await findSqliteDriver(loadPackage);
  try {
    const books = await openReadOnlyBooks(path, driver);
    return { ...books, close: async () => books.close() };
  } catch (error) {
    // To read a file in WAL mode, SQLite needs two other files next to it, which must exist or be created.
    if (!hasSqliteCode(error, "READONLY", "CANTOPEN")) throw explainOpening(path, error);
    warn(
      `SQLite cannot read ${path} because it cannot create files next to it; reading a copy in ${tmpdir()} instead.`,
    );
    return openCopy(path, driver);
  }
}

async function openCopy(path: string, driver: SqliteDriver): Promise<OpenedBooks> {
  const folder = temporaryFolder("faktura-audit-");
  try {
    const copy = join(folder.path, basename(path));
    for (const end of ["", "-wal"]) if (existsSync(path + end)) await copyFile(path + end, copy + end);
    const books = await openReadOnlyBooks(copy, driver);
    return {
      ...books,
      close: async () => {
        try {
          books.close();
        } finally {
          folder.remove();
        }
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/** Loads a package from the working directory, or else from next to this library. */
async function loadPackage(name: string): Promise<unknown> {
  const file = name.startsWith("node:") ? undefined : resolvedFromHere(name);
  return import(file === undefined ? name : pathToFileURL(file).href);
}

function resolvedFromHere(name: string): string | undefined {
  try {
    return createRequire(join(process.cwd(), "package.json")).resolve(name);
  } catch {
    return undefined;
  }
}
