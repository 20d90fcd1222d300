/**
 * Goal: a joined call in a transaction of postgres.js that is not awaited gets its TypeError at once.
 * Method: end the transaction while calls are in progress, on a connection that others use at once. postgres.js then
 * keeps statements of the old transaction in a queue that it never reads again.
 */
import { createInvoicing } from "faktura";
import { fromPostgresJs, postgresStore } from "faktura/postgres";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { freshSchema, pool, postgresUrl } from "../../../support/postgres.ts";

const ENDED = /^your transaction ended.*nothing was written/;

test.each([
  ["one call", 1, false],
  ["several calls", 3, false],
  ["one call, whose connection others use", 1, true],
  ["several calls, whose connection others use", 3, true],
])(
  "%s",
  async (_, count, isUsed) => {
    const schema = await freshSchema();
    const invoicing = createInvoicing({ store: postgresStore(pool, { schema, lockTimeoutMs: 60_000 }) });
    await invoicing.company("acme").saveProfile(germanProfile());
    const sql = postgres(postgresUrl, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const calls: Promise<unknown>[] = [];
    await sql.begin(async (tx) => {
      const acme = () => invoicing.joining(fromPostgresJs(tx)).company("acme");
      for (const _ of oneTo(count)) calls.push(acme().issue(order()), acme().list());
      for (const call of calls) call.catch(() => undefined);
    });
    const others = isUsed ? [sql`SELECT pg_sleep(${3})`] : [];
    const first = Promise.race([
      Promise.allSettled(calls),
      Promise.all(others).then(() => isUsed || new Promise(() => {})),
    ]);
    const outcomes = (await first) as PromiseSettledResult<unknown>[];
    expect(outcomes, "before the others' statement is answered").toHaveLength(2 * count);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "TypeError" } });
      expect((outcome as PromiseRejectedResult).reason.message).toMatch(ENDED);
    }
    expect((await invoicing.company("acme").list()).total).toBe(0);
  },
  30_000,
);
