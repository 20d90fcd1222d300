/**
 * Goal: however many companies write at once, a connection of the pool is left for readers, and no call starves.
 * Method: a real pool of four. Another session holds companies' locks, so that their writes keep their connections.
 */
import { createInvoicing, StoreBusyError } from "faktura";
import { type PostgresPool, postgresStore } from "faktura/postgres";
import { expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool } from "../../support/postgres.ts";

const COMPANIES = oneTo(50).map((place) => `company-${place}`);

async function openRush(through: PostgresPool, lockTimeoutMs = 20_000, options = {}) {
  const schema = await freshSchema();
  const store = postgresStore(through, { schema, lockTimeoutMs, ...options });
  const invoicing = createInvoicing({ store });
  const patient = postgresStore(pool, { schema, lockTimeoutMs: 60_000 });
  for (const id of COMPANIES) {
    await patient.companies.save(id, germanProfile());
    await patient.transaction(id, ({ numbers }) => numbers.lock());
  }
  const holder = await pool.connect();
  await holder.query(`BEGIN; SELECT 1 FROM ${schema}.faktura_sequences FOR UPDATE`);
  const letGo = () => holder.query("ROLLBACK");
  onTestFinished(async () => {
    await letGo();
    holder.release();
    await invoicing.close();
  });
  return { store, invoicing, letGo };
}

function poolOf(max: number) {
  const own = openPool({ max });
  onTestFinished(() => own.end());
  return own;
}

test("while fifty companies write on a pool of four, reads and the host's own queries are answered", async () => {
  const through = poolOf(4);
  const { store, invoicing, letGo } = await openRush(through);
  const issued = COMPANIES.map((id) => invoicing.company(id).issue(order()));
  expect(await store.companies.profile("company-1")).toEqual(germanProfile());
  expect((await invoicing.company("company-2").list()).total).toBe(0);
  expect((await through.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await letGo();
  const numbers = (await Promise.all(issued)).map(({ invoiceNumber }) => invoiceNumber.slice(-4));
  expect(numbers, "no company starves").toEqual(COMPANIES.map(() => "0001"));
});

test("writes begin in the order of their arrival", async () => {
  const began: string[] = [];
  const listening = interceptedPool(poolOf(2), (text, send) => {
    const id = /company_id = '(company-\d+)' FOR UPDATE/.exec(text)?.[1];
    if (id !== undefined) began.push(id);
    return send();
  });
  const { store, letGo } = await openRush(listening, 20_000, { concurrentWrites: 1 });
  began.length = 0;
  const calls = COMPANIES.map((id) => store.transaction(id, ({ numbers }) => numbers.lock()));
  await letGo();
  await Promise.all(calls);
  expect(began).toEqual(COMPANIES);
});

test("a call that waits in vain is rejected at the deadline, and the next one takes its place", async () => {
  const { store, letGo } = await openRush(poolOf(2), 2000);
  const calls = COMPANIES.slice(0, 5).map((id) => store.transaction(id, ({ numbers }) => numbers.lock()));
  const errors = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  for (const error of errors) expect(error).toBeInstanceOf(StoreBusyError);
  await letGo();
  for (const id of COMPANIES.slice(0, 5)) await store.transaction(id, ({ numbers }) => numbers.lock());
});

test("a concurrentWrites that is not an integer of 1 or more is a TypeError", () => {
  for (const concurrentWrites of [0, -1, 1.5, Number.NaN]) {
    expect(() => postgresStore(pool, { concurrentWrites })).toThrow(/^concurrentWrites must be an integer/);
  }
});
