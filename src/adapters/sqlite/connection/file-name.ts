import { lstatSync, readFileSync, realpathSync } from "node:fs";
import type { SqliteConnection } from "./driver.ts";
import type { Session } from "./session.ts";

/** Why SQLite could keep a second log of the file under another name, and what to do about it. */
export interface NameFault {
  /** Completes a sentence that begins with the file's path: `has 2 names (hard links)`. */
  readonly what: string;
  readonly remedy: string;
}

/** Connections whose file is known to have only one name. */
const checked = new WeakSet<SqliteConnection>();

/**
 * Checks that the connection's file has only one name. SQLite names its write-ahead log after the file. If two
 * processes open one file under two names, each has its own log: both issue the same numbers, and the invoices of one
 * of them are lost. Checked once per connection, before the log is opened.
 *
 * @throws Error if the file has a hard link, is mounted by itself, or is a symbolic link that SQLite did not follow; it
 *   says what to do
 */
export function requireOneName(connection: Session): void {
  if (checked.has(connection.driver)) return;
  const file = fileOf(connection);
  // A database in memory has no file. makeDurable refuses it.
  const fault = file === undefined ? undefined : nameFaultOf(file);
  if (fault !== undefined) {
    throw new Error(
      `${file} ${fault.what}. SQLite names its log after the file, so processes that open it under two names issue the ` +
        `same numbers, and the invoices of one of them are lost. ${fault.remedy}`,
    );
  }
  checked.add(connection.driver);
}

/** The path of the connection's file; `undefined` if it has none. */
export function fileOf(connection: Session): string | undefined {
  return connection.get<{ file?: string | null }>("PRAGMA database_list")?.file || undefined;
}

/**
 * What is wrong with the name under which SQLite opens the file at `path`; `undefined` if the file has no other name.
 */
export function nameFaultOf(path: string): NameFault | undefined {
  // undefined for a file in the driver's own virtual file system
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  if (status.isSymbolicLink()) {
    return {
      what: "is a symbolic link, which SQLite does not follow on this system",
      remedy: "Open the file by its own path.",
    };
  }
  if (status.nlink > 1) {
    return {
      what: `has ${status.nlink} names (hard links)`,
      remedy:
        "Stop every process that has it open. Remove the other names (`find -samefile` lists them), or open a copy.",
    };
  }
  if (isMountPoint(realpathSync(path))) {
    return {
      what: "is mounted as a single file, for example into a container",
      remedy: "Mount its folder instead.",
    };
  }
  return undefined;
}

/** Only Linux lists its mounts here. No other call reveals a bind mount within one file system. */
function isMountPoint(path: string): boolean {
  let mounts: string;
  try {
    mounts = readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return false;
  }
  return mounts.split("\n").some((line) => unescaped(line.split(" ")[4] ?? "") === path);
}

/** Decodes spaces, tabs, line breaks and backslashes, which Linux writes as octal numbers. */
function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
