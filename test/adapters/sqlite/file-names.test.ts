/**
 * Goal: one file has one log. SQLite names the log after the file, so a second name of the file has a second log.
 * Method: real hard links, symbolic links and bind mounts, the latter in a mount namespace of the child process that
 * opens them.
 * Not covered: a hard link made while stores have the file open, which is no longer checked.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createInvoicing, type Invoicing } from "faktura";
import { openSqliteStore, type SqliteStore, sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../docs/pages.ts";
import { bundledArguments } from "../../support/bundled-script.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { testUnless } from "../../support/skipping.ts";
import { connectRaw, freshFile, SQLITE_DRIVERS } from "../../support/stores.ts";

/** Acme's books in a new file, with one invoice, opened by path. */
async function openFile(path: string): Promise<{ store: SqliteStore; invoicing: Invoicing }> {
  const store = await openSqliteStore(path);
  const invoicing = createInvoicing({ store });
  await invoicing.company("acme").saveProfile(germanProfile());
  return { store, invoicing };
}

const issue = async (invoicing: Invoicing) => (await invoicing.company("acme").issue(order())).invoiceNumber.slice(-4);

describe.each([
  { how: "by path", open: (path: string) => openSqliteStore(path) },
  ...SQLITE_DRIVERS.map(({ name, connect }) => ({
    how: `on ${name}`,
    open: async (path: string) => {
      const store = sqliteStore(() => connect(path));
      await store.ready();
      return store;
    },
  })),
])("opened $how", ({ how, open }) => {
  test("a file with a hard link is refused under both names, and opens once one of them is removed", async () => {
    const path = freshFile();
    await (await open(path)).close();
    const other = join(dirname(path), "other.db");
    linkSync(path, other);
    for (const name of [path, other]) {
      await expect(open(name)).rejects.toThrow(
        new RegExp(`${basename(name)} has 2 names \\(hard links\\)\\. .+Remove the other names .+open a copy`),
      );
    }
    // libsql keeps the log of the name that was opened first until its statements are collected.
    const files = readdirSync(dirname(path)).filter((file) => how !== "on libsql" || !/^invoices\.db-/.test(file));
    expect(files.sort(), "no log was made").toEqual(["invoices.db", "other.db"]);
    unlinkSync(other);
    await (await open(path)).close();
  });

  test("symbolic links to a file and to its folder lead to its one log", async () => {
    const path = freshFile();
    const links = ["one.db", "two.db", "folder"].map((name) => join(dirname(freshFile()), name));
    symlinkSync(path, links[0]!);
    symlinkSync(path, links[1]!);
    symlinkSync(dirname(path), links[2]!);
    const names = [path, links[0]!, links[1]!, join(links[2]!, basename(path))];
    const books = await Promise.all(names.map(async (name) => createInvoicing({ store: await open(name) })));
    await books[0]!.company("acme").saveProfile(germanProfile());
    const numbers: string[] = [];
    for (const place of oneTo(8)) numbers.push(await issue(books[place % names.length]!));
    expect(numbers).toEqual(oneTo(8).map((counter) => String(counter).padStart(4, "0")));
    expect(links.flatMap((link) => readdirSync(dirname(link)))).toEqual(links.map((link) => basename(link)));
    for (const each of books) await each.close();
  });
});

test("a symbolic link that SQLite does not follow, as on Windows, is refused", async () => {
  const path = freshFile();
  await (await openSqliteStore(path)).close();
  const link = join(dirname(path), "link.db");
  symlinkSync(path, link);
  const store = sqliteStore(() => {
    const connection = connectRaw(link);
    const prepare = (sql: string) =>
      connection.prepare(sql.replace("PRAGMA database_list", `SELECT 'main' AS name, '${link}' AS file`));
    return { prepare, exec: (sql) => connection.exec(sql), close: () => connection.close() };
  });
  await expect(store.ready()).rejects.toThrow(/link\.db is a symbolic link, .+Open the file by its own path/);
  await store.close();
});

test("a host's connection under another name of the file cannot join, neither to read nor to write", async () => {
  const path = freshFile();
  await (await openFile(path)).invoicing.close();
  const invoicing = createInvoicing({ store: sqliteStore(() => connectRaw(path)) }); // does not open the file yet
  const other = join(dirname(path), "other.db");
  linkSync(path, other);
  const host = connectRaw(other);
  host.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  const joined = invoicing.joining(host).company("acme");
  for (const call of [() => joined.issue(order()), () => joined.list(), () => joined.profile()]) {
    await expect(call()).rejects.toThrow(/other\.db has 2 names/);
  }
  host.exec("ROLLBACK");
  host.close();
  unlinkSync(other);
  const own = connectRaw(path);
  own.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  expect(await issue(invoicing.joining(own) as Invoicing)).toBe("0001");
  own.exec("COMMIT");
  own.close();
  await invoicing.close();
});

test("a backup has one name and opens", async () => {
  const path = freshFile();
  const { store, invoicing } = await openFile(path);
  await issue(invoicing);
  const copy = join(dirname(path), "copy.db");
  await store.backup(copy);
  expect(statSync(copy).nlink).toBe(1);
  await invoicing.close();
  const restored = createInvoicing({ store: await openSqliteStore(copy) });
  expect(await issue(restored)).toBe("0002");
  await restored.close();
});

/** Why this machine cannot mount anything; `undefined` if it can. */
function whyNoMounts(): string | undefined {
  const { status, error, stderr } = spawnSync("unshare", ["--map-root-user", "--mount", "true"], { encoding: "utf8" });
  return status === 0
    ? undefined
    : `it takes mounts, and unshare does not work here: ${error?.message ?? stderr.trim()}`;
}
const NO_MOUNTS = whyNoMounts();

/** The output of a child process that opens these paths, after `source` was mounted at `target` for it alone. */
function openMounted(source: string, target: string, ...paths: readonly string[]): string {
  const script = 'mount --bind "$1" "$2"; shift 2; exec "$@"';
  const child = [process.execPath, ...bundledArguments("test/adapters/open-name.ts"), ...paths];
  const argv = ["--map-root-user", "--mount", "sh", "-ec", script, "sh", source, target, ...child];
  return JSON.parse(
    execFileSync("unshare", argv, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }),
  );
}

describe("mounted as a single file, for example into a container", () => {
  const mountTest = testUnless(NO_MOUNTS);

  mountTest("a file is refused under any name, with advice on what to mount instead", async () => {
    for (const name of ["invoices.db", "a b\t\\040#\n.db"]) {
      const [path, target] = [freshFile(), freshFile(name)];
      await (await openFile(path)).invoicing.close();
      writeFileSync(target, "");
      const said = openMounted(path, target, target);
      expect(said).toContain(`${target} is mounted as a single file`);
      expect(said).toContain("Mount its folder instead");
      expect(readdirSync(dirname(target)), "no log was made").toEqual([name]);
    }
  });

  mountTest("it is also refused on a host's connection, and through a symbolic link", async () => {
    const [path, target] = [freshFile(), freshFile()];
    await (await openFile(path)).invoicing.close();
    writeFileSync(target, "");
    const link = freshFile("link.db");
    symlinkSync(target, link);
    expect(openMounted(path, target, path, target)).toContain("is mounted as a single file");
    expect(openMounted(path, target, link)).toContain("is mounted as a single file");
    expect(openMounted(path, target, path)).toMatch(/-0001$/);
  });

  mountTest("a mounted folder works, because it contains the same log", async () => {
    const path = freshFile();
    const { invoicing } = await openFile(path);
    await issue(invoicing);
    const target = join(dirname(freshFile()), "data");
    mkdirSync(target);
    expect(openMounted(dirname(path), target, join(target, basename(path)))).toMatch(/-0002$/);
    expect(await issue(invoicing)).toBe("0003");
    await invoicing.close();
  });
});
