/**
 * Goal: a server with a wrong clock dates nothing: no invoice, no payment, no cancellation, no adopted sequence.
 * Method: this process's clock is set wrong; that of the PostgreSQL server stays right.
 */
import { type Company, createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import { afterEach, describe, expect, test, vi } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool } from "../../support/postgres.ts";

const DAY_MS = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the system clock ahead or back. Changes nothing but the time. */
function setAhead(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

async function openAcme() {
  const schema = await freshSchema();
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema }) });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  return { schema, invoicing, acme };
}

const OUT_OF_STEP = { code: "clock_out_of_step", message: expect.stringContaining("the database's clock") };

describe.each([
  ["400 days ahead", 400 * DAY_MS],
  ["a day and a minute ahead", DAY_MS + 60_000],
  ["a day and a minute behind", -DAY_MS - 60_000],
])("a clock %s of the database's", (_, ms) => {
  test("dates no invoice, and calls that date nothing still work", async () => {
    const { acme, invoicing } = await openAcme();
    const first = await acme.issue(order(), { idempotencyKey: "key" });
    setAhead(ms);
    await expect(acme.issue(order())).rejects.toMatchObject(OUT_OF_STEP);
    await expect(acme.issueMany([order()])).rejects.toMatchObject(OUT_OF_STEP);
    await expect(acme.resumeDates({ reason: "the clock is wrong" })).rejects.toMatchObject(OUT_OF_STEP);
    expect(await acme.issue(order(), { idempotencyKey: "key" })).toMatchObject({ id: first.id });
    vi.useRealTimers();
    expect(await acme.issue(order())).toMatchObject({ issueDate: first.issueDate });
    expect((await acme.list()).total).toBe(2);
    await invoicing.close();
  });

  test("dates no payment, but a payment with a given day and one recorded before still work", async () => {
    const { acme, invoicing } = await openAcme();
    const { id } = await acme.issue(order());
    const idempotencyKey = "payment";
    const weekBefore = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
    const paid = await acme.recordPayment(id, { amount: 1 }, { idempotencyKey });
    setAhead(ms);
    await expect(acme.recordPayment(id, { amount: 2 })).rejects.toMatchObject(OUT_OF_STEP);
    expect(await acme.recordPayment(id, { amount: 1 }, { idempotencyKey })).toEqual(paid);
    const given = await acme.recordPayment(id, { amount: 3, paidOn: weekBefore });
    expect(given.payments.map(({ amount, paidOn }) => [amount, paidOn])).toEqual([
      [1, paid.payments[0]?.paidOn],
      [3, weekBefore],
    ]);
    await invoicing.close();
  });

  test("cancels nothing, and a cancelled invoice stays cancelled", async () => {
    const { acme, invoicing } = await openAcme();
    const [first, second] = await acme.issueMany([order(), order()]);
    const cancelled = await acme.cancel(first!.id);
    setAhead(ms);
    await expect(acme.cancel(second!.id)).rejects.toMatchObject(OUT_OF_STEP);
    expect(await acme.cancel(first!.id)).toEqual(cancelled);
    expect(await acme.get(second!.id)).toMatchObject({ status: "SENT", cancelledAt: null });
    await invoicing.close();
  });

  test("adopts no sequence", async () => {
    const { acme, invoicing } = await openAcme();
    const today = dayInBerlin();
    setAhead(ms);
    const here = dayInBerlin();
    for (const lastIssueDate of [today, here]) {
      await expect(acme.continueNumbering({ lastCounter: 7, lastIssueDate })).rejects.toMatchObject(OUT_OF_STEP);
    }
    vi.useRealTimers();
    await acme.continueNumbering({ lastCounter: 41, lastIssueDate: today });
    expect(await acme.issue(order())).toMatchObject({
      issueDate: today,
      invoiceNumber: expect.stringMatching(/-0042$/),
    });
    await invoicing.close();
  });

  test("dates nothing inside a host's transaction either", async () => {
    const { acme, invoicing } = await openAcme();
    const { id } = await acme.issue(order());
    const client = await pool.connect();
    await client.query("BEGIN");
    setAhead(ms);
    const joined: Company = invoicing.joining(client).company("acme");
    await expect(joined.issue(order())).rejects.toMatchObject(OUT_OF_STEP);
    await expect(joined.recordPayment(id, { amount: 1 })).rejects.toMatchObject(OUT_OF_STEP);
    await expect(joined.cancel(id)).rejects.toMatchObject(OUT_OF_STEP);
    await client.query("COMMIT");
    client.release();
    expect((await acme.list()).total).toBe(1);
    expect(await acme.get(id)).toMatchObject({ status: "SENT", payments: [] });
    await invoicing.close();
  });
});

test.each([
  ["ahead", DAY_MS - 60_000],
  ["behind", 60_000 - DAY_MS],
])("a clock less than a day %s of the database's dates everything", async (_, ms) => {
  const { acme, invoicing } = await openAcme();
  setAhead(ms);
  const { id, issueDate } = await acme.issue(order());
  expect(issueDate).toBe(dayInBerlin());
  const { payments } = await acme.recordPayment(id, { amount: 1 });
  expect(payments).toMatchObject([{ paidOn: issueDate }]);
  expect(await acme.cancel(id)).toMatchObject({ cancelledAt: new Date().toISOString() });
  await invoicing.close();
});

test("a clock that the host passes is not checked, so that tests can use any day", async () => {
  const { schema, invoicing } = await openAcme();
  const clock = new TestClock("2035-01-01T12:00:00.000Z");
  const acme = createInvoicing({ store: postgresStore(pool, { schema }), clock }).company("acme");
  await acme.continueNumbering({ lastCounter: 7, lastIssueDate: "2035-01-01" });
  const { id, issueDate } = await acme.issue(order());
  expect(issueDate).toBe("2035-01-01");
  expect(await acme.recordPayment(id, { amount: 1 })).toMatchObject({ payments: [{ paidOn: "2035-01-01" }] });
  expect(await acme.cancel(id)).toMatchObject({ cancelledAt: "2035-01-01T12:00:00.000Z" });
  await invoicing.close();
});

test.each([
  ["reached the server", true],
  ["never reached the server", false],
])("dates are resumed once if the answer to a COMMIT that %s was lost", async (_, isSent) => {
  let isLost = false;
  const losing = interceptedPool(openPool({ max: 2 }), async (text, send) => {
    if (text !== "COMMIT" || !isLost) return send();
    isLost = false;
    if (isSent) await send();
    throw new Error("Connection terminated unexpectedly");
  });
  const store = postgresStore(losing, { schema: await freshSchema() });
  const clock = new TestClock("2027-12-25T12:00:00.000Z");
  const acme = createInvoicing({ store, clock }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  clock.set("2026-11-20T12:00:00.000Z");
  isLost = true;
  await acme.resumeDates({ reason: "a wrong clock" });
  expect((await store.journal.entriesAfter("acme", 0, 9)).map(({ kind }) => kind)).toEqual(["dates.resumed"]);
  expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-20" });
});

test("a host's own counter is checked against the database's clock too", async () => {
  const schema = await freshSchema();
  let last = 0;
  const numbers = () => ({
    lock: async () => ({ lastCounter: last, lastIssueDate: null, started: last > 0 }),
    take: async (count: number) => {
      last += count;
      return last - count + 1;
    },
  });
  const acme = createInvoicing({ store: postgresStore(pool, { schema, numbers }) }).company("acme");
  await acme.saveProfile(germanProfile());
  setAhead(400 * DAY_MS);
  await expect(acme.issue(order())).rejects.toMatchObject(OUT_OF_STEP);
});

/** Today in the company's time zone. */
function dayInBerlin(): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(new Date());
}
