/**
 * Goal: whatever breaks a connection, a committed write is reported as committed, exactly once, and no other is.
 * Method: a client in between runs the statement or drops it, and terminates the backend before or after it.
 * Not covered here: a crash of the server itself.
 */
import { createInvoicing, OutcomeUnknownError } from "faktura";
import { type PostgresStoreOptions, postgresStore } from "faktura/postgres";
import { afterEach, describe, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, type Interceptor, interceptedPool, openPool, pool } from "../../support/postgres.ts";

const uncaught: unknown[] = [];
process.on("uncaughtException", (error) => uncaught.push(error));
process.on("unhandledRejection", (error) => uncaught.push(error));
afterEach(() => expect(uncaught).toEqual([]));

const connectionLost = () => Object.assign(new Error("Connection terminated unexpectedly"));

/** Acme on its own pool, with an invoice. `trouble` happens to statements once it is set. */
async function openTroubled(options: PostgresStoreOptions = {}) {
  const own = openPool({ max: 3 });
  const scene = { trouble: undefined as Interceptor | undefined, sent: [] as string[] };
  const troubled = interceptedPool(own, (text, send, client) => {
    scene.sent.push(text);
    return scene.trouble === undefined ? send() : scene.trouble(text, send, client);
  });
  const schema = await freshSchema();
  const store = postgresStore(troubled, { schema, ...options });
  const invoicing = createInvoicing({ store });
  const outside = createInvoicing({ store: postgresStore(own, { schema }) }).company("acme");
  await outside.saveProfile(germanProfile());
  const first = await outside.issue(order());
  const books = async () => {
    scene.trouble = undefined;
    const { data } = await outside.list();
    const events = await store.billing.pending("acme");
    expect(events.map(({ invoiceId }) => invoiceId).reverse()).toEqual(data.map(({ id }) => id));
    const numbers = data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4))).reverse();
    expect(own.idleCount, "no connection is kept").toBe(own.totalCount);
    await invoicing.close();
    await own.end();
    return numbers;
  };
  return { scene, store, acme: invoicing.company("acme"), first, schema, books, own };
}

/** Trouble that happens once, to the first statement that matches. */
function once(pattern: RegExp, happening: Interceptor): Interceptor {
  let done = false;
  return (text, send, client) => {
    if (done || !pattern.test(text)) return send();
    done = true;
    return happening(text, send, client);
  };
}

const lostAfter: Interceptor = async (_, send) => {
  await send();
  throw connectionLost();
};
const lostBefore: Interceptor = async () => {
  throw connectionLost();
};

const WRITES: Record<string, (scene: Awaited<ReturnType<typeof openTroubled>>) => Promise<unknown>> = {
  issue: ({ acme }) => acme.issue(order()),
  "issue with a key": ({ acme }) => acme.issue(order(), { idempotencyKey: "key" }),
  "record a payment": ({ acme, first }) => acme.recordPayment(first.id, { amount: 38 }),
  credit: ({ acme, first }) => acme.credit(first.id, { reason: "returned", lines: [{ line: 1, quantity: 1 }] }),
  "credit with a key": ({ acme, first }) => acme.credit(first.id, { reason: "returned" }, { idempotencyKey: "key" }),
  cancel: ({ acme, first }) => acme.cancel(first.id, { reason: "ordered twice" }),
};

describe.each([
  ["reached the server", lostAfter],
  ["never reached the server", lostBefore],
])("a COMMIT that %s and whose answer was lost", (_, happening) => {
  test.each(Object.keys(WRITES))("%s is done once", async (name) => {
    const scene = await openTroubled();
    scene.scene.trouble = once(/^COMMIT$/, happening);
    await WRITES[name]!(scene);
    const invoice = await scene.acme.get(scene.first.id);
    expect(await scene.books()).toEqual(name.startsWith("issue") ? [1, 2] : [1]);
    if (name === "cancel") expect(invoice.cancellationReason).toBe("ordered twice");
    if (name.startsWith("credit")) expect(invoice.creditNotes.length).toBe(1);
    if (name === "record a payment") expect(invoice.payments.length).toBe(1);
  });

  test("a continued sequence is continued once", async () => {
    const { scene, store, own } = await openTroubled();
    scene.trouble = once(/^COMMIT$/, happening);
    await store.transaction("globex", async ({ numbers }) => {
      await numbers.lock();
      await numbers.continueFrom?.(
        { lastCounter: 41, lastIssueDate: null },
        { at: "2026-02-11T00:00:00.000Z", actor: null, source: "api" },
      );
    });
    const head = await store.transaction("globex", ({ numbers }) => numbers.lock());
    expect(head).toMatchObject({ lastCounter: 41, lastIssueDate: null, started: false });
    await own.end();
  });
});

test("a payment that another server has recorded with the same key meanwhile is replayed, not unknown", async () => {
  const { scene, acme, schema, first, books } = await openTroubled();
  const other = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  const pay = (company: typeof acme) => company.recordPayment(first.id, { amount: 38 }, { idempotencyKey: "paid" });
  scene.trouble = once(/^COMMIT$/, async (_, __, client) => {
    await client.query("ROLLBACK");
    await pay(other);
    throw connectionLost();
  });
  const { payments } = await pay(acme);
  expect(payments).toEqual((await other.get(first.id)).payments);
  expect(payments.length).toBe(1);
  expect(await books()).toEqual([1]);
});

test("a credit that another server has issued with the same key meanwhile is replayed, not unknown", async () => {
  const { scene, acme, schema, first, books } = await openTroubled();
  const other = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  const credit = (company: typeof acme) => company.credit(first.id, { reason: "x" }, { idempotencyKey: "credited" });
  let theirs: unknown;
  scene.trouble = once(/^COMMIT$/, async (_, __, client) => {
    await client.query("ROLLBACK");
    theirs = await credit(other);
    throw connectionLost();
  });
  expect(await credit(acme)).toEqual(theirs);
  expect((await other.creditNotes()).total).toBe(1);
  expect(await books()).toEqual([1]);
});

test("a sequence that another server has corrected meanwhile is not continued again", async () => {
  const { scene, schema, store, books } = await openTroubled();
  const ours = createInvoicing({ store }).company("globex");
  const other = createInvoicing({ store: postgresStore(pool, { schema }) }).company("globex");
  await ours.saveProfile(germanProfile());
  scene.trouble = once(/^COMMIT$/, async (_, send) => {
    await send();
    await other.continueNumbering({ lastCounter: 7, lastIssueDate: "2026-01-31" });
    throw connectionLost();
  });
  await ours.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-01-31" });
  expect(await store.journal.head("globex")).toMatchObject({ position: 2, lastCounter: 7 });
  expect(await books()).toEqual([1]);
});

test("the outcome is read only after the company's lock is taken", async () => {
  const { scene, acme, books } = await openTroubled();
  scene.trouble = once(/^COMMIT$/, lostAfter);
  scene.sent.length = 0;
  await acme.issue(order());
  const after = scene.sent.slice(scene.sent.indexOf("COMMIT") + 1);
  expect(after.map((text) => /^BEGIN|FOR UPDATE|AS found|^COMMIT|^ROLLBACK/.exec(text)?.[0])).toEqual([
    "BEGIN",
    "FOR UPDATE",
    "AS found",
    "COMMIT",
  ]);
  expect(await books()).toEqual([1, 2]);
});

test("a commit that is still running is waited for, although its connection was given up", async () => {
  const { scene, acme, books } = await openTroubled();
  scene.trouble = once(/^COMMIT$/, async (_, send) => {
    setTimeout(() => void send().catch(() => undefined), 100);
    throw connectionLost();
  });
  // The pool closes the connection before or after the COMMIT is sent: one invoice either way.
  await acme.issue(order());
  expect(await books()).toEqual([1, 2]);
});

test("if the lock is not free in time, the outcome is unknown, never busy", async () => {
  const { scene, acme, schema, books } = await openTroubled({ lockTimeoutMs: 1000 });
  const holder = await pool.connect();
  scene.trouble = once(/^COMMIT$/, async (_, send) => {
    await send();
    await holder.query(`BEGIN; SELECT 1 FROM ${schema}.faktura_sequences WHERE company_id = 'acme' FOR UPDATE`);
    throw connectionLost();
  });
  const error = await acme.issue(order()).catch((reason: unknown) => reason);
  await holder.query("ROLLBACK");
  holder.release();
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error).toMatchObject({ code: "outcome_unknown", cause: { message: "Connection terminated unexpectedly" } });
  expect(await books()).toEqual([1, 2]);
});

test("a transaction that wrote nothing has no unknown outcome", async () => {
  const { scene, store, books } = await openTroubled();
  scene.trouble = once(/^COMMIT$/, lostAfter);
  expect(await store.transaction("acme", async ({ numbers }) => (await numbers.lock()).lastCounter)).toBe(1);
  expect(scene.sent.some((text) => text.includes("AS found"))).toBe(false);
  expect(await books()).toEqual([1]);
});

const STEPS = { "BEGIN, lock and head": /^BEGIN.*FOR UPDATE.*ORDER BY counter DESC/s, keys: /FROM \S+keys WHERE/ };

describe.each(Object.entries({ ...STEPS, write: /^WITH invoices/, COMMIT: /^COMMIT$/ }))(
  "a backend that is terminated at %s",
  (_, step) => {
    test.each(["before", "after"])("%s it: the invoice is issued once", async (moment) => {
      const { scene, acme, books } = await openTroubled();
      scene.trouble = once(step, async (__, send, client) => {
        const result = moment === "after" ? await send() : undefined;
        const pid = (client as unknown as { processID: number }).processID;
        await pool.query("SELECT pg_terminate_backend($1, 2000)", [pid]);
        return result ?? send();
      });
      const issued = await acme.issue(order(), { idempotencyKey: "key" });
      expect(await acme.issue(order(), { idempotencyKey: "key" })).toMatchObject({ id: issued.id });
      expect(await books()).toEqual([1, 2]);
    });
  },
);
