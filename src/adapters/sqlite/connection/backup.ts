import { randomUUID } from "node:crypto";
import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Patience } from "./errors.ts";
import type { OpenConnection } from "./open.ts";
import { waitForNoLock } from "./session.ts";

/**
 * Copies the live database to a new file at `path`: one snapshot, complete and on disk when this fulfils. It runs on a
 * connection of its own, so writers go on; the event loop waits for the copying, which is some 100 MB a second.
 *
 * @throws Error when there is a file at `path` already: a backup is never overwritten
 */
export async function backup(connect: OpenConnection, path: string, whileBusy: Patience): Promise<void> {
  const connection = await connect();
  const partial = `${path}.${randomUUID()}.partial`; // its own, so that two backups to one path do not meet
  try {
    waitForNoLock(connection);
    await whileBusy(() => connection.prepare("VACUUM INTO ?").run(partial));
    await flush(partial, "r+");
    await publish(partial, path);
  } finally {
    connection.close();
    await rm(partial, { force: true });
  }
  // Windows has no way to flush a folder; its file system does so by itself.
  if (process.platform !== "win32") await flush(dirname(path), "r");
}

/** Gives the file its name in one step, which fails when the name is taken, however late. */
async function publish(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Error(`There is a file at ${path} already; a backup is never overwritten.`, { cause: error });
  }
  await rm(partial); // at once: a file with two names is not opened
}

async function flush(path: string, flags: "r" | "r+"): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
