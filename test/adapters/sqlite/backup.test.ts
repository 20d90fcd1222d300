import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInvoicing } from "faktura";
import { openSqliteStore, type SqliteStore, sqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSoundBooks } from "../../crash/read-books.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";

let path: string;
let copy: string;
let store: SqliteStore;
let invoicing: ReturnType<typeof createInvoicing>;

beforeEach(async () => {
  path = freshFile();
  copy = join(dirname(path), "copy.db");
  store = await openSqliteStore(path);
  invoicing = createInvoicing({ store });
  await invoicing.company("acme").saveProfile(germanProfile());
});

afterEach(() => invoicing.close());

const issue = () => invoicing.company("acme").issue(order());
const partials = () => readdirSync(dirname(copy)).filter((name) => name.includes("partial"));

test("a backup made while invoices are issued contains everything issued before it, numbered 1..n", async () => {
  const before = [await issue(), await issue()];
  const meanwhile = oneTo(50).map(issue);
  await store.backup(copy);
  await Promise.all(meanwhile);

  const copied = await readSoundBooks(copy);
  for (const { invoiceNumber, id } of before) expect(copied.get(invoiceNumber)).toBe(id);
  const original = await readSoundBooks(path);
  expect(original.size).toBe(52);
  expect([...original]).toEqual(expect.arrayContaining([...copied]));
});

test("a backup contains nothing of an uncommitted transaction, and does not wait for it", async () => {
  await issue();
  await store.transaction("acme", async ({ numbers, invoices }) => {
    await numbers.lock();
    const counter = await numbers.take(1);
    const [first] = (await store.reader.list("acme", { page: 1, limit: 1 })).invoices;
    const document = JSON.stringify({ ...first!.document, id: "another" });
    await invoices.insert([
      {
        id: "another",
        counter,
        invoiceNumber: "INV-2",
        issueDate: first!.document.issueDate,
        source: "api",
        actor: null,
        amountDue: 0,
        issuedAt: "2026-11-20T09:30:00.000Z",
        document,
      },
    ]);
    await store.backup(copy);
  });
  expect((await readSoundBooks(copy)).size).toBe(1);
});

test("a backup opens as a store with the same guards, and numbering continues in it", async () => {
  await issue();
  await store.backup(copy);
  const schemas = [path, copy].map((file) => {
    const raw = connectRaw(file);
    const rows = raw.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
    raw.close();
    return rows;
  });
  expect(schemas[1]).toEqual(schemas[0]);
  const restored = createInvoicing({ store: await openSqliteStore(copy) });
  expect((await restored.company("acme").issue(order())).invoiceNumber).toMatch(/-0002$/);
  await restored.close();
});

test("an existing file is refused and stays as it was", async () => {
  writeFileSync(copy, "last week's");
  await expect(store.backup(copy)).rejects.toThrow(/already exists.+never overwritten/);
  await expect(store.backup(path)).rejects.toThrow(/already/);
  expect(readFileSync(copy, "utf8")).toBe("last week's");
  expect(partials()).toEqual([]);
});

test("of two concurrent backups to one path, one succeeds and is complete, and the other is refused", async () => {
  const { invoiceNumber, id } = await issue();
  const outcomes = await Promise.allSettled([store.backup(copy), store.backup(copy)]);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused).toEqual([{ status: "rejected", reason: expect.any(Error) }]);
  expect(String(refused[0]!.reason)).toContain("A backup is never overwritten");
  expect(await readSoundBooks(copy)).toEqual(new Map([[invoiceNumber, id]]));
  expect(partials()).toEqual([]);
});

test("a backup leaves no partial file, whether it succeeds or fails", async () => {
  await store.backup(copy);
  expect(partials()).toEqual([]);

  const fails = sqliteStore(() => {
    const connection = connectRaw(path);
    return {
      exec: (sql) => connection.exec(sql),
      close: () => connection.close(),
      prepare: (sql) => {
        const statement = connection.prepare(sql);
        const run = (...values: unknown[]) => {
          statement.run(...values);
          if (sql.startsWith("VACUUM")) throw new Error("the disk is full");
        };
        return { run, get: (...values) => statement.get(...values), all: (...values) => statement.all(...values) };
      },
    };
  });
  const another = join(dirname(copy), "another.db");
  await expect(fails.backup(another)).rejects.toThrow("the disk is full");
  await expect(store.backup(join(dirname(copy), "missing", "copy.db"))).rejects.toThrow();
  await fails.close();
  expect(readdirSync(dirname(copy)).filter((name) => !name.startsWith("invoices.db"))).toEqual(["copy.db"]);
});

test("a closed store makes no backup", async () => {
  await invoicing.close();
  await expect(store.backup(copy)).rejects.toThrow(/closed/);
  expect(existsSync(copy)).toBe(false);
});
