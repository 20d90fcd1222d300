/**
 * Goal: a file that cannot be opened or written is named, with the reason and what to do about it.
 * Method: real folders, files and rights; what root may do is tried as another user, and a read-only mount is made for one
 * child process.
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { memoryStore } from "faktura/memory";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../docs/pages.ts";
import { bundledArguments } from "../../support/bundled-script.ts";
import { freshFile, SQLITE_DRIVERS } from "../../support/stores.ts";

const whyNot = (opened: Promise<unknown>): Promise<string> =>
  opened.then(
    () => expect.fail("it was opened"),
    (error: Error) => `${error.name}: ${error.message}`,
  );

const notOpened = (path: string, why: string) => `Error: SQLite cannot open ${path}: ${why}`;

test("a folder that does not exist", async () => {
  const folder = join(dirname(freshFile()), "data", "books");
  const path = join(folder, "invoices.db");
  expect(await whyNot(openSqliteStore(path))).toBe(
    notOpened(path, `the folder ${folder} does not exist; create it first`),
  );
});

test("a folder in the place of a file", async () => {
  const path = dirname(freshFile());
  expect(await whyNot(openSqliteStore(path))).toBe(notOpened(path, "it is a folder; name a file in it"));
});

test("a file in the place of a folder", async () => {
  const file = freshFile();
  writeFileSync(file, "");
  const path = join(file, "invoices.db");
  expect(await whyNot(openSqliteStore(path))).toBe(notOpened(path, `${file} is a file, not a folder`));
});

describe.each(SQLITE_DRIVERS)("$name", ({ connect }) => {
  test("a file that is no database, on a connection of the host too", async () => {
    const path = freshFile();
    writeFileSync(path, "a letter, and not a database ".repeat(40));
    const why = notOpened(path, "it is not a SQLite database; name another file");
    expect(await whyNot(openSqliteStore(path))).toBe(why);
    expect(await whyNot(sqliteStore(() => connect(path)).ready())).toBe(why);
  });
});

test("a backup into a folder that does not exist", async () => {
  const store = await openSqliteStore(freshFile());
  const folder = join(dirname(freshFile()), "backups");
  const path = join(folder, "copy.db");
  expect(await whyNot(store.backup(path))).toBe(
    notOpened(path, `the folder ${folder} does not exist; create it first`),
  );
  await store.close();
});

test.each([
  ["nothing", undefined, "undefined"],
  ["an object that is none", {}, "an object"],
  ["a path", "invoices.db", "a string"],
  ["a store", memoryStore(), "an object"],
])("a function that opens %s instead of a connection", async (_, opened, shown) => {
  expect(await whyNot(sqliteStore(() => opened as never).ready())).toBe(
    "TypeError: the function that you pass to sqliteStore must return a connection with exec, prepare and close, " +
      `such as new Database(path) of better-sqlite3, not ${shown}`,
  );
});

/** What a child process says that opens a store at `path`: as another user than root, or after `mount` was run. */
function saidByChild(path: string, mount?: string): string {
  const child = [process.execPath, ...bundledArguments("test/adapters/open-name.ts"), path];
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  };
  if (mount === undefined) {
    const [program, ...argv] = child as [string, ...string[]];
    return JSON.parse(execFileSync(program, argv, { ...options, ...(process.getuid?.() === 0 ? { uid: 65534 } : {}) }));
  }
  const argv = ["--map-root-user", "--mount", "sh", "-ec", `${mount}; exec "$@"`, "sh", ...child];
  return JSON.parse(execFileSync("unshare", argv, options));
}

/** A folder of an empty store, which anybody may enter. */
async function folderOfStore(): Promise<{ folder: string; path: string }> {
  const folder = mkdtempSync(join(tmpdir(), "faktura-rights-"));
  const path = join(folder, "invoices.db");
  await (await openSqliteStore(path)).close();
  chmodSync(folder, 0o755);
  return { folder, path };
}

test("a file, a new file and a folder that this process may not write", async () => {
  const { folder, path } = await folderOfStore();
  const who = `this process (user ${process.getuid?.() === 0 ? 65534 : process.getuid?.()})`;
  const fresh = join(folder, "new.db");
  if (process.getuid?.() !== 0) chmodSync(folder, 0o555);
  const inFolder = `${who} may not write to the folder ${folder}, where SQLite keeps its log beside the file; give it the right`;
  expect(saidByChild(fresh)).toBe(notOpened(fresh, inFolder));
  const open = join(folder, "open");
  mkdirSync(open);
  chmodSync(open, 0o777);
  const locked = join(open, "locked.db");
  copyFileSync(path, locked);
  chmodSync(locked, 0o444);
  expect(saidByChild(locked)).toBe(notOpened(locked, `${who} may not read and write the file; give it the right`));
});

const mounts = spawnSync("unshare", ["--map-root-user", "--mount", "true"], { encoding: "utf8" });

test("a file on a read-only mount, and a new one", async ({ skip }) => {
  if (mounts.status !== 0) {
    const why = `it takes mounts, and unshare does not work here: ${mounts.error?.message ?? mounts.stderr.trim()}`;
    console.info(`Not run: a file on a read-only mount: ${why}.`);
    skip(why);
  }
  const { folder, path } = await folderOfStore();
  const mount = `mount --bind "${folder}" "${folder}" && mount -o remount,ro,bind "${folder}"`;
  const why = "its file system is mounted read-only; mount it for writing";
  for (const each of [path, join(folder, "new.db")]) expect(saidByChild(each, mount)).toBe(notOpened(each, why));
});
