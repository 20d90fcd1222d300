import { randomUUID } from "node:crypto";
import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { explainOpening } from "./open-fault.ts";
import type { RetryWhileBusy } from "./retry-while-busy.ts";
import type { Session } from "./session.ts";

/**
 * Copies the live database to a new file at `path`. The copy is one snapshot, complete and on disk when the promise
 * resolves. `reader` only reads the database, so other processes can write meanwhile. Copying blocks the event loop,
 * at roughly 100 MB per second.
 *
 * @throws Error if a file already exists at `path`: a backup is never overwritten
 */
export async function backup(reader: Session, path: string, retryWhileBusy: RetryWhileBusy): Promise<void> {
  const partial = `${path}.${randomUUID()}.partial`; // unique, so that two backups to one path do not collide
  try {
    await retryWhileBusy(() => copyInto(reader, partial));
    await flush(partial, "r+");
    await publish(partial, path);
  } catch (error) {
    throw explainOpening(path, error);
  } finally {
    await rm(partial, { force: true });
  }
  // Windows cannot flush a folder; its file system does so by itself.
  if (process.platform !== "win32") await flush(dirname(path), "r");
}

/** The connection reads only, but SQLite takes writing the copy for a write. */
function copyInto({ driver }: Session, path: string): void {
  driver.exec("PRAGMA query_only = OFF");
  try {
    driver.prepare("VACUUM INTO ?").run(path);
  } finally {
    driver.exec("PRAGMA query_only = ON");
  }
}

/** Gives the file its final name in one atomic step, which fails if that name exists by now. */
async function publish(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Error(`A file already exists at ${path}. A backup is never overwritten.`, { cause: error });
  }
  await rm(partial); // right away, because the store refuses to open a file with two names
}

async function flush(path: string, flags: "r" | "r+"): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
