import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { SqliteConnection } from "./driver.ts";

/**
 * Copies the live database to a new file at `path`: one snapshot, complete and on disk when this fulfils. It runs on a
 * connection of its own, so writers go on; the event loop waits for the copying, which is some 100 MB a second.
 *
 * @throws Error when there is a file at `path` already: a backup is never overwritten
 */
export async function backup(connection: SqliteConnection, path: string): Promise<void> {
  if (await exists(path)) throw new Error(`There is a file at ${path} already; a backup is never overwritten.`);
  const partial = `${path}.partial`;
  await rm(partial, { force: true }); // left by a backup that was cut off
  connection.prepare("VACUUM INTO ?").run(partial);
  await flush(partial);
  await rename(partial, path);
  await flush(dirname(path));
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
