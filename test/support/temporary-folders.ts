/**
 * The location of test files: one folder for each run, which is removed at its end. It is in memory if the machine has
 * a folder there with enough space. SQLite and PostgreSQL still call `fsync`, but do not wait for a disk.
 */
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Twice what a whole run writes. Containers often have only 64 MB there. */
const NEEDED_BYTES = 2 * 2 ** 30;

/** The environment variable that tells the processes of a run where the folder on disk is. */
const DISK = "FAKTURA_TEST_DISK";

/** A folder whose files are in memory; `undefined` if there is none, or not enough space in it. */
function memoryFolder(): string | undefined {
  const folder = "/dev/shm";
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** A new folder that PostgreSQL's own user may enter too. */
function runFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "faktura-tests-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** The folder on disk, for tests that kill processes or servers while they write. It is removed at the end of a run. */
export const diskFolder = (): string => process.env[DISK] ?? tmpdir();

/** Makes `os.tmpdir()` return the folder of this run, in every process that the run starts. */
export default function setup(): () => void {
  const disk = runFolder(tmpdir());
  const folder = runFolder(memoryFolder() ?? disk);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  process.env[DISK] = disk;
  const remove = () => {
    for (const each of [folder, disk]) rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once("exit", remove); // Ctrl-C ends a run without its teardown
  return () => {
    process.off("exit", remove);
    delete process.env[DISK];
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    remove();
  };
}
