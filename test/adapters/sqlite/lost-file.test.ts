/**
 * Goal: nothing is acknowledged into a file that is no longer at its path, because SQLite goes on writing there.
 * Method: real files that are moved, deleted and replaced, also by another process and during a COMMIT.
 * Not covered: a file that is overwritten in place, which keeps its identity (the guide says so).
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInvoicing, OutcomeUnknownError, StoreUnavailableError } from "faktura";
import { createHttpHandler } from "faktura/http";
import { openSqliteStore, type SqliteStore, sqliteStore } from "faktura/sqlite";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { endChildren, startTogether } from "../../crash/children.ts";
import { readSoundBooks } from "../../crash/read-books.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, interceptedConnection, SQLITE_DRIVERS } from "../../support/stores.ts";

afterEach(endChildren);

/** Acme's books with one invoice, and a backup of them beside the file. */
async function booksIn(store: SqliteStore, path: string) {
  const invoicing = createInvoicing({ store });
  onTestFinished(() => invoicing.close());
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const first = await acme.issue(order());
  const backup = join(dirname(path), "backup.db");
  await store.backup(backup);
  return { store, invoicing, acme, first, backup, path };
}

const openBooks = async (path = freshFile()) => booksIn(await openSqliteStore(path), path);

function removeLog(path: string): void {
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
}

const LOSSES: readonly (readonly [what: string, lose: (path: string, backup: string) => void])[] = [
  ["a backup was renamed over it", (path, backup) => renameSync(backup, path)],
  ["another process moved a backup over it", (path, backup) => void execFileSync("mv", [backup, path])],
  ["it was deleted", (path) => rmSync(path)],
  ["it was moved", (path) => renameSync(path, `${path}.old`)],
  ["its folder was deleted", (path) => rmSync(dirname(path), { recursive: true })],
  ["its folder was moved", (path) => renameSync(dirname(path), `${dirname(path)}-old`)],
  ["its log was deleted", (path) => rmSync(`${path}-wal`)],
  ["the index of its log was deleted", (path) => rmSync(`${path}-shm`)],
  [
    "a backup was copied over it, and its log was deleted",
    (path, backup) => {
      copyFileSync(backup, path);
      removeLog(path);
    },
  ],
];

describe.each([
  { how: "by path", open: (path: string) => openSqliteStore(path) },
  ...SQLITE_DRIVERS.map(({ name, connect }) => ({
    how: `on ${name}`,
    open: async (path: string) => sqliteStore(() => connect(path)),
  })),
])("opened $how", ({ open }) => {
  test.each(LOSSES)("if %s, the next write is not acknowledged, and all later calls are refused", async (_, lose) => {
    const path = freshFile();
    const { store, invoicing, acme, first, backup } = await booksIn(await open(path), path);
    lose(path, backup);
    const error: unknown = await acme.issue(order()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(String(error)).toMatch(/invoices\.db\S* was moved, deleted or replaced.+outcome is unknown.+open the store/);
    for (const call of [
      () => acme.issue(order()),
      () => acme.get(first.id),
      () => acme.list(),
      () => acme.saveProfile(germanProfile()),
      () => invoicing.ready(),
    ]) {
      const refused: unknown = await call().catch((reason: unknown) => reason);
      expect(refused).toBeInstanceOf(StoreUnavailableError);
      expect(String(refused)).toMatch(/invoices\.db\S* was moved, deleted or replaced.+open the store anew/);
    }
    await store.close();
  });
});

test("no kind of write is acknowledged: a profile, a payment, a cancellation, a credit note", async () => {
  for (const write of [
    ({ acme }: Books) => acme.saveProfile(germanProfile({ name: "Other GmbH" })),
    ({ acme, first }: Books) => acme.recordPayment(first.id, { amount: 1 }),
    ({ acme, first }: Books) => acme.cancel(first.id, { reason: "wrong" }),
    ({ acme, first }: Books) => acme.credit(first.id, { reason: "wrong" }),
  ]) {
    const books = await openBooks();
    rmSync(books.path);
    await expect(write(books)).rejects.toBeInstanceOf(OutcomeUnknownError);
  }
});
type Books = Awaited<ReturnType<typeof openBooks>>;

test("no call of a shared commit is acknowledged, whosever it is, nor a write behind it", async () => {
  const { invoicing, acme, path } = await openBooks();
  await invoicing.company("beta").saveProfile(germanProfile());
  rmSync(path);
  const beta = invoicing.company("beta");
  const issued = [...oneTo(20).map(() => acme.issue(order())), beta.issue(order())];
  const calls = [...issued, beta.saveProfile(germanProfile())];
  const outcomes = await Promise.allSettled(calls);
  const codes = outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.code);
  expect(codes).toEqual([...issued.map(() => "outcome_unknown"), "store_unavailable"]);
});

test.each(["before", "after"])("a file that is moved right %s a COMMIT has no acknowledged invoice", async (when) => {
  const path = freshFile();
  let moves = false;
  const store = sqliteStore(() =>
    interceptedConnection(connectRaw(path), (sql, send) => {
      if (!moves || sql !== "COMMIT") return send();
      if (when === "before") execFileSync("mv", [path, `${path}.old`]);
      const result = send();
      if (when === "after") execFileSync("mv", [path, `${path}.old`]);
      return result;
    }),
  );
  const { acme } = await booksIn(store, path);
  moves = true;
  await expect(acme.issue(order())).rejects.toBeInstanceOf(OutcomeUnknownError);
});

test("another process that opens the restored backup never gives a number that this one has acknowledged", async () => {
  const { acme, path, backup, first } = await openBooks();
  execFileSync("mv", [backup, path]);
  removeLog(path);
  const [child] = await startTogether(1, "test/adapters/use-first.ts", () => [path]);
  await expect(acme.issue(order())).rejects.toBeInstanceOf(OutcomeUnknownError);
  await child!.finished();
  const numbers = [...(await readSoundBooks(path)).keys()];
  expect(numbers.map((number) => number.slice(-4))).toEqual(["0001", "0002"]);
  expect(numbers[0]).toBe(first.invoiceNumber);
});

test("a store that is opened anew on a backup that was renamed over the file continues its numbers", async () => {
  const { acme, store, path, backup } = await openBooks();
  renameSync(backup, path);
  await expect(acme.issue(order(), { idempotencyKey: "order-2" })).rejects.toMatchObject({ code: "outcome_unknown" });
  await store.close();
  removeLog(path);
  const again = createInvoicing({ store: await openSqliteStore(path, { create: false }) });
  const repeated = await again.company("acme").issue(order(), { idempotencyKey: "order-2" });
  expect(repeated.invoiceNumber).toMatch(/-0002$/);
  await again.close();
});

test("a backup saves what the store still has, and does not make a new file at its path", async () => {
  const { acme, store, path } = await openBooks();
  await acme.issue(order());
  rmSync(path);
  await expect(acme.issue(order())).rejects.toBeInstanceOf(OutcomeUnknownError);
  const saved = freshFile("saved.db");
  await store.backup(saved);
  expect((await readSoundBooks(saved)).size).toBe(3); // with the one whose outcome is unknown
  expect(existsSync(path)).toBe(false);
});

test("a link that now leads to another file, or to the same one under another name, is noticed", async () => {
  for (const target of ["backup.db", "moved.db"]) {
    const path = freshFile();
    const link = join(dirname(freshFile()), "link.db");
    symlinkSync(path, link);
    const { acme } = await booksIn(await openSqliteStore(link), path);
    await acme.issue(order());
    if (target === "moved.db") renameSync(path, join(dirname(path), target));
    rmSync(link);
    symlinkSync(join(dirname(path), target), link);
    await expect(acme.issue(order()), target).rejects.toThrow(/(link|invoices)\.db was moved, deleted or replaced/);
  }
});

test("over HTTP, the call gets 503 outcome_unknown, and later ones 503 store_unavailable", async () => {
  const { invoicing, path } = await openBooks();
  const authenticate = () => ({ companyId: "acme", scopes: ["write:invoices", "read:invoices"] });
  const handle = createHttpHandler(invoicing, { authenticate });
  const headers = { "Content-Type": "application/json", Authorization: "Bearer key" };
  const post = { method: "POST", headers, body: JSON.stringify(order()) };
  const codes: unknown[] = [];
  rmSync(path);
  for (const init of [post, post, { headers }]) {
    const response = await handle(new Request("http://localhost/invoices", init));
    codes.push([response.status, ((await response.json()) as { code: string }).code]);
  }
  expect(codes).toEqual([
    [503, "outcome_unknown"],
    [503, "store_unavailable"],
    [503, "store_unavailable"],
  ]);
});

test("joined calls are refused on a connection whose file was replaced since its first call", async () => {
  const { invoicing, path, backup, first } = await openBooks();
  const host = connectRaw(path);
  onTestFinished(() => void host.close());
  host.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  const joined = invoicing.joining(host).company("acme");
  await joined.issue(order());
  renameSync(backup, path);
  for (const call of [() => joined.issue(order()), () => joined.get(first.id)]) {
    await expect(call()).rejects.toBeInstanceOf(StoreUnavailableError);
  }
  host.exec("ROLLBACK");
});

test("a file that is replaced between the store's two connections is refused, and nothing stays open", async () => {
  const { store, path, backup } = await openBooks();
  await store.close();
  let opened = 0;
  const another = sqliteStore(() => {
    opened += 1;
    if (opened === 2) renameSync(backup, path);
    return connectRaw(path);
  });
  await expect(another.ready()).rejects.toThrow(/was moved, deleted or replaced/);
  await another.ready(); // opens both anew
  await another.close();
});

test("a driver with a file system of its own has nothing to compare", async () => {
  const path = freshFile();
  const store = sqliteStore(() =>
    interceptedConnection(connectRaw(path), (sql, send) =>
      sql === "PRAGMA database_list" ? ({ file: "/no/such/file.db" } as ReturnType<typeof send>) : send(),
    ),
  );
  const { acme } = await booksIn(store, path);
  rmSync(path);
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0002$/);
});
