import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { OutcomeUnknownError, StoreUnavailableError } from "../../../domain/store-errors.ts";
import type { SqliteConnection } from "./driver.ts";
import { fileOf } from "./file-name.ts";
import type { Session } from "./session.ts";

const ADVICE =
  "Save what the store still has with its backup(), and stop every process that has the file open. Put the right file " +
  "in its place, without the -wal and -shm of another one, and open the store anew.";

const openFiles = new WeakMap<SqliteConnection, OpenFile>();

/**
 * The file that the connection has open. The first call takes the file that is at its path now for the one that is open,
 * so make it right after the connection's first read, which opens the log. `path` is the name that the host gave.
 */
export function openFileOf(session: Session, path?: string): OpenFile {
  let file = openFiles.get(session.driver);
  if (file === undefined) {
    file = new OpenFile(fileOf(session), path);
    openFiles.set(session.driver, file);
  }
  return file;
}

/**
 * A connection's database file with its log. If they are moved, deleted or replaced, SQLite goes on writing into the old
 * ones: what it commits is lost, and another process gives the same numbers again.
 */
export class OpenFile {
  /** The paths that the file must keep, each with its identity. */
  readonly #identities = new Map<string, string>();
  /** The same of the log and its index; `undefined` until their first comparison, because a new file has none yet. */
  readonly #logs = new Map<string, string | undefined>();
  /** What has happened to the file; `undefined` if no comparison has failed. */
  #loss: string | undefined;

  constructor(file: string | undefined, path = file) {
    const main = file && identityAt(file);
    if (main === undefined) return; // in memory, or in a file system of the driver's own
    this.#identities.set(file!, main);
    // The host's path may be a link, which can be pointed at another file while this one stays. Drivers also take URIs.
    if (identityAt(resolve(path!)) === main) this.#identities.set(resolve(path!), main);
    for (const end of ["-wal", "-shm"]) this.#logs.set(file + end, identityAt(file + end));
  }

  /** Compares each path with the file system. @throws StoreUnavailableError if one has another file now, or none */
  requireSame(): void {
    this.#compare();
    for (const [path, opened] of this.#logs) {
      const identity = identityAt(path);
      if (opened !== undefined && identity !== opened) this.#lose(path);
      this.#logs.set(path, identity);
    }
    this.requireNotLost();
  }

  /** @throws StoreUnavailableError if an earlier comparison has failed */
  requireNotLost(): void {
    if (this.#loss === undefined) return;
    throw new StoreUnavailableError(`${this.#loss}. Nothing was written or read for this call. ${ADVICE}`);
  }

  /**
   * Compares after a COMMIT and before it is acknowledged. Of the log only whether it is there: asking for its identity made
   * the next commit a tenth slower, because the file system then has to write when the log was changed.
   *
   * @throws OutcomeUnknownError if a path has another file now, or none
   */
  requireSameAfterCommit(): void {
    this.#compare();
    for (const [path, opened] of this.#logs) {
      if (opened === undefined) this.#logs.set(path, identityAt(path));
      else if (!existsSync(path)) this.#lose(path);
    }
    if (this.#loss === undefined) return;
    throw new OutcomeUnknownError(
      `${this.#loss}. This call was committed into the old file, so its outcome is unknown: it may be lost. The store ` +
        `refuses all later calls. ${ADVICE}`,
    );
  }

  #compare(): void {
    for (const [path, opened] of this.#identities) if (identityAt(path) !== opened) this.#lose(path);
  }

  #lose(path: string): void {
    this.#loss ??= `${path} was moved, deleted or replaced while it was open`;
  }
}

/** The device and the inode of the file at this path; `undefined` if there is none, or if it cannot be seen. */
function identityAt(path: string): string | undefined {
  try {
    // Beyond 2 ** 53, two inodes could be equal as numbers.
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    return status && `${status.dev}:${status.ino}`;
  } catch {
    return undefined;
  }
}
