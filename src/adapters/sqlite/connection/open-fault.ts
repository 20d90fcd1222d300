import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { hasSqliteCode } from "./sqlite-code.ts";

/**
 * The error for the operator, if `error` says that SQLite could not open or write the file at `path`: it names the file,
 * the reason and the next step. SQLite says only "unable to open database file". Any other error is returned as it is.
 */
export function explainOpening(path: string, error: unknown): unknown {
  const isDatabase = !hasSqliteCode(error, "NOTADB");
  // better-sqlite3 looks for the folder itself.
  const isFolderMissing = error instanceof TypeError && /directory does not exist/.test(error.message);
  if (isDatabase && !isFolderMissing && !hasSqliteCode(error, "PERM", "READONLY", "CANTOPEN")) return error;
  const why = isDatabase ? reasonFor(path) : "it is not a SQLite database; name another file";
  return cannotOpen(path, why ?? (error as Error).message, error);
}

/**
 * Checks that the file at `path` can be written. SQLite opens a file that cannot, and fails only at the first write.
 *
 * @throws Error that names the file, the reason and the next step
 */
export function requireWritable(path: string): void {
  const why = reasonOfFile(path);
  if (why !== undefined) throw cannotOpen(path, why);
}

function cannotOpen(path: string, why: string, cause?: unknown): Error {
  return new Error(`SQLite cannot open ${path}: ${why}`, { cause });
}

/** Why a file cannot be opened for writing; `undefined` if the file system says nothing. */
function reasonFor(path: string): string | undefined {
  const folder = dirname(resolve(path));
  if (kindOf(path) === "folder") return "it is a folder; name a file in it";
  if (kindOf(folder) === "file") return `${folder} is a file, not a folder`;
  if (kindOf(folder) === undefined) return `the folder ${folder} does not exist; create it first`;
  const right = "where SQLite keeps its log beside the file; give it the right";
  const ofFolder = reasonOf(folder, constants.W_OK | constants.X_OK, `may not write to the folder ${folder}, ${right}`);
  return reasonOfFile(path) ?? ofFolder;
}

function reasonOfFile(path: string): string | undefined {
  return reasonOf(path, constants.R_OK | constants.W_OK, "may not read and write the file; give it the right");
}

/** Why this process has no such access; `undefined` if it has, or if there is no such file. */
function reasonOf(path: string, mode: number, denied: string): string | undefined {
  const fault = accessFault(path, mode);
  if (fault === "EROFS") return "its file system is mounted read-only; mount it for writing";
  if (fault !== "EACCES") return undefined;
  return `this process${process.getuid === undefined ? "" : ` (user ${process.getuid()})`} ${denied}`;
}

function kindOf(path: string): "folder" | "file" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return undefined;
  }
}

function accessFault(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
