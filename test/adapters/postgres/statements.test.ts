import { createInvoicing } from "faktura";
import { type PostgresStoreOptions, postgresStore } from "faktura/postgres";
import type pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool } from "../../support/postgres.ts";

/** Acme on a store that records every statement. */
async function openListened(options: PostgresStoreOptions = {}, through: pg.Pool = pool) {
  const schema = await freshSchema();
  const sent: string[] = [];
  const listening = interceptedPool(through, (text, send) => {
    sent.push(text);
    return send();
  });
  const store = postgresStore(listening, { schema, ...options });
  const acme = createInvoicing({ store }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order()); // the company's first transaction inserts the company's row
  await acme.issue(order()); // the store's first call asks whether its role may
  /** The number of statements that `action` sends: with BEGIN, between BEGIN and COMMIT, and in total. */
  const statementsOf = async (action: () => Promise<unknown>) => {
    sent.length = 0;
    await action();
    const [begin, commit] = [sent.findIndex((text) => text.startsWith("BEGIN")), sent.indexOf("COMMIT")];
    return { begin: sent[begin]!, inside: sent.slice(begin + 1, commit), all: [...sent] };
  };
  /** The same company on another store, which has read its profile. */
  const openOther = async () => {
    const other = createInvoicing({ store: postgresStore(listening, { schema, ...options }) }).company("acme");
    await other.profile();
    return other;
  };
  return { store, acme, openOther, statementsOf };
}

describe.each([false, true])("prepared statements %s", (preparedStatements) => {
  test("orders take one round trip, with and without keys, alone, together and in a stream", async () => {
    const { acme, statementsOf } = await openListened({ preparedStatements });
    const stream = async () => {
      for await (const _ of acme.issueAll([order(), order()], { idempotencyKey: "stream" }));
    };
    const issues: Record<string, () => Promise<unknown>> = {
      issue: () => acme.issue(order()),
      "issue with a key": () => acme.issue(order(), { idempotencyKey: "alone" }),
      issueMany: () => acme.issueMany(oneTo(20).map(() => order())),
      "issueMany with a key": () => acme.issueMany([order(), order()], { idempotencyKey: "together" }),
      issueAll: stream,
    };
    for (const [name, issue] of Object.entries(issues)) {
      const { all } = await statementsOf(issue);
      expect(
        all.map((text) => /^CALL \S+faktura_issue_2\(/.test(text)),
        name,
      ).toEqual([true]);
    }
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("other commits take three round trips, or four if they must read keys or invoices", async () => {
    const { acme, openOther, statementsOf } = await openListened({ preparedStatements });
    const [first, second] = [await openOther(), await openOther()]; // each knows nothing of the books
    const plain = await statementsOf(() => first.issue(order()));
    expect(plain.begin.match(/^BEGIN|set_config|FOR UPDATE|ORDER BY counter DESC/g)).toEqual([
      "BEGIN",
      ...Array(8).fill("set_config"),
      "FOR UPDATE",
      ...Array(2).fill("set_config"), // which end the limits of the lock
      "ORDER BY counter DESC",
    ]);
    expect(plain.inside.map((text) => /^WITH invoices/.exec(text)?.[0])).toEqual(["WITH invoices"]);
    expect((await statementsOf(() => second.issue(order(), { idempotencyKey: "key" }))).inside.length).toBe(2);
    const { data } = await acme.list();
    expect((await statementsOf(() => acme.recordPayment(data[0]!.id, { amount: 1 }))).inside.length).toBe(2);
    expect((await statementsOf(() => acme.cancel(data[0]!.id))).inside.length).toBe(2);
  });
});

test("a batch takes the same statements as one invoice, with longer arrays", async () => {
  const { acme, statementsOf } = await openListened();
  const single = await statementsOf(() => acme.issue(order(), { idempotencyKey: "single" }));
  const keys = oneTo(100).map((key) => `key-${key}`);
  const { all } = await statementsOf(() =>
    Promise.all(keys.map((idempotencyKey) => acme.issue(order(), { idempotencyKey }))),
  );
  expect(all.length, "the first alone, the others together").toBeLessThanOrEqual(3);
  expect(new Set(all)).toEqual(new Set(single.all));
});

test("each read is one statement", async () => {
  const { store, acme, statementsOf } = await openListened();
  const { data } = await acme.list();
  const reads: Record<string, () => Promise<unknown>> = {
    find: () => store.reader.find("acme", data[0]!.id),
    findByNumber: () => store.reader.findByNumber("acme", data[0]!.invoiceNumber),
    findKey: () => store.reader.findKey("acme", "key"),
    list: () => store.reader.list("acme", { page: 1, limit: 2, status: "SENT", from: "2020-01-01", to: "2099-01-01" }),
    pending: () => store.billing.pending("acme"),
    profile: async () => store.companies.profile("acme"),
  };
  for (const [name, read] of Object.entries(reads)) expect((await statementsOf(read)).all.length, name).toBe(1);
});

test("nothing stays in a connection", async () => {
  const { acme, statementsOf } = await openListened();
  const { all } = await statementsOf(() => acme.issue(order(), { idempotencyKey: "key" }));
  for (const text of all) {
    expect(text).not.toMatch(/^\s*SET\b|pg_advisory_lock|LISTEN|\bTEMP\b|DECLARE|PREPARE/i);
    for (const [, local] of text.matchAll(/set_config\([\s\S]*?, (true|false)\)/g)) expect(local).toBe("true");
  }
});

const SETTINGS = ["lock_timeout", "idle_in_transaction_session_timeout", "synchronous_commit", "transaction_isolation"];

test.each([
  ["weaker ones of the host's are made stronger", "0 0 off serializable", "5s 10s on read committed"],
  ["longer ones are made shorter", "1h 1d local read\\ committed", "5s 10s on read committed"],
  ["stronger ones stay", "20ms 1s remote_apply repeatable\\ read", "20ms 1s remote_apply read committed"],
])("settings: %s", async (_, host, expected) => {
  const [lock, idle, commit, isolation] = host.split(/(?<!\\) /);
  const options = `-c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idle} -c synchronous_commit=${commit} -c default_transaction_isolation=${isolation}`;
  const own = openPool({ options, max: 1 });
  const seen: string[] = [];
  const asking = interceptedPool(own, async (text, send, client) => {
    if (text === "COMMIT") {
      for (const name of SETTINGS) seen.push(String((await client.query(`SHOW ${name}`)).rows[0]?.[name]));
    }
    return send();
  });
  const store = postgresStore(asking, { schema: await freshSchema() });
  const began = performance.now();
  await store.transaction("acme", ({ numbers }) => numbers.lock());
  const least = Math.floor(5000 - (performance.now() - began));
  /** What is left of five seconds, which is no less than the time that has passed leaves. */
  const isRest = (left: string) => Number(left) >= least && Number(left) <= 5000;
  expect(
    seen.map((value) => value.replace(/^(\d{4})ms$/, (text, left) => (isRest(left) ? "5s" : text))).join(" "),
  ).toBe(expected);
  const { rows } = await own.query("SHOW synchronous_commit");
  expect(rows[0], "the host's own transactions are as they were").toEqual({ synchronous_commit: commit });
  await own.end();
});

test("issuing reads no index of lists, even if its plans were made when the tables were empty", async () => {
  const schema = await freshSchema();
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query("BEGIN");
  const acme = createInvoicing({ store: postgresStore(pool, { schema }) })
    .joining(client)
    .company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issueMany(oneTo(20).map(() => order()));
  await acme.issue(order());
  const { rows } = await client.query<{ name: string; scans: string }>(
    `SELECT relname AS name, pg_stat_get_xact_numscans(oid)::text AS scans FROM pg_class
     WHERE relnamespace = '${schema}'::regnamespace AND relname ~ '^faktura_invoices_by_'`,
  );
  await client.query("ROLLBACK");
  expect(rows.filter(({ scans }) => scans !== "0")).toEqual([]);
  expect(rows.length).toBe(3);
});
