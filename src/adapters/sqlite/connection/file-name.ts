import { lstatSync, readFileSync, realpathSync } from "node:fs";
import type { SqliteConnection } from "./driver.ts";
import type { StoreConnection } from "./session.ts";

/** Why a file may have a second log under another name, and the next step. */
export interface NameFault {
  /** What follows the file's path: `has 2 names (hard links)`. */
  readonly what: string;
  readonly remedy: string;
}

/** Connections whose file was found to have one name. */
const known = new WeakSet<SqliteConnection>();

/**
 * Makes sure that the connection's file has one name. SQLite names the log of what is committed after the file: two
 * processes that open one file under two names would each have a log, give the same numbers, and lose what one of them
 * has acknowledged. It is asked once for each connection, before the log is opened.
 *
 * @throws Error that says what to do, when the file has a hard link, is mounted by itself, or is a symbolic link that
 *   SQLite did not follow
 */
export function requireOneName(connection: StoreConnection): void {
  if (known.has(connection.driver)) return;
  // Without a file it is a database in memory, which is refused where it is to be durable.
  const { file = "" } = connection.get<{ file?: string | null }>("PRAGMA database_list") ?? {};
  const fault = file ? nameFaultOf(file) : undefined;
  if (fault !== undefined) {
    throw new Error(
      `${file} ${fault.what}. SQLite keeps what is committed in a log that is named after the file, so processes that ` +
        `open it under two names give the same numbers, and the invoices of one of them are lost. ${fault.remedy}`,
    );
  }
  known.add(connection.driver);
}

/** What is wrong with the name by which SQLite opens the file at `path`; `undefined` where it is the only one. */
export function nameFaultOf(path: string): NameFault | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false }); // a file that only the driver sees has no other names here
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
        "Stop what has it open. Remove the other names (`find -samefile` shows them), or open a copy of the file.",
    };
  }
  if (isMountPoint(realpathSync(path))) {
    return {
      what: "is mounted by itself, as where a container mounts a single file",
      remedy: "Mount the folder that it lies in instead.",
    };
  }
  return undefined;
}

/** Linux alone says what is mounted where; a mount within one file system shows in nothing else. */
function isMountPoint(path: string): boolean {
  let mounts: string;
  try {
    mounts = readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return false;
  }
  return mounts.split("\n").some((line) => unescaped(line.split(" ")[4] ?? "") === path);
}

/** Blanks, tabs, line ends and backslashes are written as octal numbers. */
function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
