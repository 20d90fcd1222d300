/**
 * Goal: subscribers of the tracing channels see each call, commit and delivery, linked to each other; nobody else pays.
 * Method: subscribe as a host does, with node:diagnostics_channel alone; issue, refuse, fail and deliver on every store.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { channel, subscribe, type TracingChannel, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import type { InvoicingStore, TracedCall, TracedCommit, TracedDelivery } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { freshSchema, onPostgres, pool } from "../support/postgres.ts";
import { connectRaw, freshFile, STORES } from "../support/stores.ts";
import { HeldStore, openBooks } from "./books.ts";

type Message = TracedCall & TracedCommit & TracedDelivery;

const PHASES = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Records what is published on the channel from now on: each phase with a copy of its message, and the message. */
function record(name: "call" | "commit" | "delivery") {
  const published: { phase: string; copy: Partial<Message>; message: Message }[] = [];
  const traced = tracingChannel(`faktura:${name}`) as TracingChannel<unknown, Message>;
  const handlers = Object.fromEntries(
    PHASES.map((phase) => [phase, (message: Message) => void published.push({ phase, copy: { ...message }, message })]),
  ) as never;
  traced.subscribe(handlers);
  ends.push(() => traced.unsubscribe(handlers));
  return published;
}

const ended = (published: ReturnType<typeof record>) =>
  published.filter(({ phase }) => phase === "asyncEnd").map(({ message }) => message);

describe.each(STORES)("$name", ({ open, name }) => {
  test("a call is published from its start to its end, with plain data and its outcome", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const calls = record("call");
    await acme.issue(order());
    const began = { method: "issue", companyId: "acme" };
    const done = { ...began, outcome: "ok" };
    expect(calls.map(({ phase, copy }) => [phase, copy])).toEqual([
      ["start", began],
      ["end", began],
      ["asyncStart", done],
      ["asyncEnd", done],
    ]);
    expect(new Set(calls.map(({ message }) => message)).size).toBe(1);
    await acme.get("none").catch(() => undefined);
    await acme.list({ page: 1.5 }).catch(() => undefined);
    for await (const _ of acme.listAll()) break;
    await invoicing.drainBilling({ deliver: async () => {} });
    await invoicing.ready();
    expect(ended(calls).slice(1)).toEqual([
      { method: "get", companyId: "acme", outcome: "refused", code: "invoice_not_found" },
      { method: "list", companyId: "acme", outcome: "refused", code: "request_invalid" },
      { method: "listAll", companyId: "acme", outcome: "ok" },
      { method: "drainBilling", outcome: "ok" },
      { method: "ready", outcome: "ok" },
    ]);
    expect(calls.filter(({ phase }) => phase === "error").map(({ message }) => message.method)).toEqual([
      "get",
      "list",
    ]);
    await invoicing.close();
  });

  test("a commit is linked to its calls, and says what it wrote and how long that took", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const [calls, commits] = [record("call"), record("commit")];
    const refused = acme.cancel("none").catch(() => undefined);
    await Promise.all([...oneTo(20).map(() => acme.issue(order())), refused]);
    const published = ended(commits);
    expect(published.reduce((sum, { invoices }) => sum + invoices, 0)).toBe(20);
    expect(published.reduce((sum, { writes }) => sum + writes, 0)).toBe(21);
    expect(published.length).toBeLessThan(21);
    expect(new Set(published.flatMap((commit) => [...commit.calls]))).toEqual(new Set(ended(calls)));
    const database = name.startsWith("SQLite") ? "sqlite" : name.startsWith("PostgreSQL") ? "postgresql" : "memory";
    for (const { took, locked, waited, ...commit } of published) {
      expect(commit).toMatchObject({ companyId: "acme", database, retries: 0, outcome: "ok" });
      expect(took).toBeGreaterThanOrEqual(locked);
      expect(Math.min(locked, waited)).toBeGreaterThanOrEqual(0);
    }
    expect(Math.max(...published.map(({ waited }) => waited))).toBeGreaterThan(0);
    await invoicing.close();
  });

  test("work that reads the books before it writes is no retry", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const commits = record("commit");
    await acme.recordPayment(id, { amount: 1 });
    await acme.recordPayment(id, { amount: 1 }, { idempotencyKey: "p" });
    await acme.credit(id, { reason: "returned", lines: [{ line: 1, netAmount: 1 }] });
    await acme.cancel((await acme.issue(order())).id);
    expect(ended(commits).map(({ retries }) => retries)).toEqual([0, 0, 0, 0, 0]);
    await invoicing.close();
  });

  test("a delivery says for whom it is, how many events it has and how it ended", async () => {
    const { acme, invoicing } = await openBooks(await open());
    await acme.issueMany([order(), order(), order()]);
    const deliveries = record("delivery");
    const deliver = async () => {
      throw new Error("the receiver is away");
    };
    await invoicing.drainBilling({ deliver });
    await invoicing.drainEvents({ deliver: async () => {}, batchSize: 2, consumer: "search" });
    expect(ended(deliveries)).toEqual([
      { companyId: "acme", consumer: "billing", events: 3, outcome: "failed" },
      { companyId: "acme", consumer: "search", events: 2, outcome: "ok" },
      { companyId: "acme", consumer: "search", events: 1, outcome: "ok" },
    ]);
    await invoicing.close();
  });
});

/** Databases whose lock another connection can hold. */
const LOCKABLE = [
  {
    name: "SQLite",
    async open() {
      const file = freshFile();
      const hold = async () => {
        const other = connectRaw(file);
        other.exec("BEGIN IMMEDIATE");
        return async () => other.close();
      };
      return { store: (await openSqliteStore(file, { lockTimeoutMs: 40 })) as InvoicingStore, hold };
    },
  },
  ...onPostgres({
    name: "PostgreSQL",
    async open() {
      const schema = await freshSchema();
      const hold = async () => {
        const other = await pool.connect();
        await other.query(`BEGIN; SELECT 1 FROM ${schema}.faktura_sequences FOR UPDATE`);
        return async () => {
          await other.query("ROLLBACK");
          other.release();
        };
      };
      return { store: postgresStore(pool, { schema, lockTimeoutMs: 40 }) as InvoicingStore, hold };
    },
  }),
];

test.each(LOCKABLE)("on $name, a commit that never gets the lock names its calls and its wait", async (it) => {
  const { store, hold } = await it.open();
  const { acme, invoicing } = await openBooks(store);
  for (const _ of oneTo(2)) await acme.issue(order());
  const release = await hold();
  const [calls, commits] = [record("call"), record("commit")];
  await Promise.allSettled(oneTo(3).map(() => acme.issue(order())));
  await release();
  const [commit, ...others] = ended(commits);
  expect(others).toEqual([]);
  expect(commit).toMatchObject({ writes: 3, outcome: "failed", code: "store_busy", retries: 0 });
  expect(new Set(commit!.calls)).toEqual(new Set(ended(calls)));
  expect(commit!.locked).toBeGreaterThan(20);
  expect(commit!.locked).toBe(commit!.took);
  await invoicing.close();
});

test("a commit that fails says so, and repeats of single writes are commits of their own", async () => {
  const store = new HeldStore();
  const { acme } = await openBooks(store);
  const commits = record("commit");
  store.faults = [new Error("the disk is full")];
  await expect(acme.issue(order())).rejects.toThrow("the disk is full");
  expect(ended(commits)).toMatchObject([{ outcome: "failed", database: "other", invoices: 1 }]);
});

test("a store that is bound to the start of a call is found in the code of the call", async () => {
  const spans = new AsyncLocalStorage<string>();
  const start = channel("tracing:faktura:call:start");
  start.bindStore(spans, (message) => `span of ${(message as TracedCall).method}`);
  ends.push(() => start.unbindStore(spans));
  const seen: (string | undefined)[] = [];
  const { acme } = await openBooks(undefined, {}, { onEvent: () => seen.push(spans.getStore()) });
  await acme.issue(order());
  expect(seen).toEqual(["span of issue"]);
  expect(spans.getStore()).toBeUndefined();
});

test("a subscriber to one phase alone is enough, and after the last one nothing is published", async () => {
  const { acme } = await openBooks();
  const seen: unknown[] = [];
  const note = (message: unknown) => void seen.push((message as TracedCall).outcome);
  subscribe("tracing:faktura:call:asyncEnd", note);
  await acme.profile();
  unsubscribe("tracing:faktura:call:asyncEnd", note);
  await acme.profile();
  expect(seen).toEqual(["ok"]);
});
