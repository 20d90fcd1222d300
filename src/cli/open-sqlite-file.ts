import { existsSync, realpathSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findSqliteDriver, type SqliteDriver } from "../adapters/sqlite/driver.ts";
import { nameFaultOf } from "../adapters/sqlite/file-name.ts";
import { openReadOnly } from "../adapters/sqlite/read-only.ts";
import type { AuditedBooks } from "../service/audit-report.ts";
import { loadPackage } from "./load-package.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The books that are audited. */
export interface OpenedBooks extends AuditedBooks {
  close(): Promise<void>;
}

const SQLITE_READONLY = 8;
const SQLITE_CANTOPEN = 14;

/** Opens a SQLite file without writing to it; a copy of it where SQLite cannot even read without writing beside it. */
export async function openSqliteFile(path: string, warn: (line: string) => void): Promise<OpenedBooks> {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder. Name the SQLite file in it.`);
  const fault = nameFaultOf(realpathSync(path));
  if (fault !== undefined) {
    warn(`${path} ${fault.what}, so what was committed under another name may be missing here. ${fault.remedy}`);
  }
  const driver = await findSqliteDriver(loadPackage);
  try {
    const books = await openReadOnly(path, driver);
    return { ...books, close: async () => books.close() };
  } catch (error) {
    if (!needsFolder(error)) throw error;
    warn(`SQLite cannot read ${path} where it may write nothing beside it; reading a copy in ${tmpdir()} instead.`);
    return openCopy(path, driver);
  }
}

/** A file in WAL mode is read with two others beside it, which must be there or be made. */
function needsFolder(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return [SQLITE_READONLY, SQLITE_CANTOPEN].includes(errcode & 0xff);
  return typeof code === "string" && /^SQLITE_(?:READONLY|CANTOPEN)/.test(code);
}

async function openCopy(path: string, driver: SqliteDriver): Promise<OpenedBooks> {
  const folder = temporaryFolder("faktura-audit-");
  try {
    const copy = join(folder.path, basename(path));
    for (const end of ["", "-wal"]) if (existsSync(path + end)) await copyFile(path + end, copy + end);
    const books = await openReadOnly(copy, driver);
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
