import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { whileBusy } from "./busy.ts";
import type { SqliteConnection } from "./driver.ts";

/**
 * Copies the live database to a new file at `path`: one snapshot, complete and on disk when this fulfils. It runs on a
 * connection of its own, so writers go on; the event loop waits for the copying, which is some 100 MB a second.
 *
 * @throws Error when there is a file at `path` already: a backup is never overwritten
 */
export async function backup(connection: SqliteConnection, path: string, lockTimeoutMs: number): Promise<void> {
  await requireNoFile(path);
  const partial = `${path}.partial`;
  await rm(partial, { force: true }); // left by a backup whose process ended
  try {
    await whileBusy(() => connection.prepare("VACUUM INTO ?").run(partial), lockTimeoutMs);
    await flush(partial);
    await requireNoFile(path);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await flush(dirname(path));
}

async function requireNoFile(path: string): Promise<void> {
  if (await exists(path)) throw new Error(`There is a file at ${path} already; a backup is never overwritten.`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
