/**
 * Goal: a call writes only if the books end exactly where it expects them to.
 * Method: a call of the store is kept back and sent with one wrong parameter after the other. At last, it is sent as it is.
 */
import { createInvoicing } from "faktura";
import { type PostgresPool, postgresStore } from "faktura/postgres";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, pool } from "../../support/postgres.ts";

type Values = readonly unknown[];
type Send = (values: Values) => Promise<string | null>;

/** A pool that hands each call of the procedure to `onCall`, with its values and a way to send others. */
function callingPool(onCall: (values: Values, send: Send) => Promise<void>): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const query = async (statement: unknown, values: Values = []) => {
        const send = (given: Values) => client.query(statement as string, given as unknown[]);
        if (String(statement).startsWith("CALL")) {
          await onCall(values, async (given) => (await send(given)).rows[0].answer);
        }
        return send(values);
      };
      return { query, release: (error) => client.release(error) } as Awaited<ReturnType<PostgresPool["connect"]>>;
    },
  };
}

/** Of an array with one number. */
const plus = (by: number) => (array: unknown) => `{${Number(String(array).slice(1, -1)) + by}}`;

/** By the place of the parameter. */
const WRONG: readonly (readonly [name: string, place: number, wrong: (value: unknown) => unknown])[] = [
  ["company", 0, () => "{globex}"],
  ["fence", 1, plus(1)],
  ["lower counter", 2, plus(-1)],
  ["higher counter", 2, plus(1)],
  ["earlier day", 3, () => "{2026-01-01}"],
  ["later day", 3, () => "{2030-01-01}"],
  ["lower position", 4, plus(-1)],
  ["higher position", 4, plus(1)],
  ["digest", 5, () => `{${"f".repeat(64)}}`],
  ["number of invoices in series", 6, plus(1)],
  ["profile", 7, (profile) => `${String(profile).slice(0, -2)} "}`],
  ["clock behind", 8, plus(-61_000)],
  ["clock ahead", 8, plus(61_000)],
  ["used key", 11, () => "{used}"],
  ["used key among others", 11, () => "{used,new}"],
  ["another company before it", 0, () => "{globex,acme}"],
];

test.each([
  ["an invoice", async () => undefined],
  ["an entry", async ({ acme, id }: { acme: Acme; id: string }) => acme.recordPayment(id, { amount: 1 })],
] as const)("no parameter of a call may be wrong, if the journal ends with %s", async (_, last) => {
  const answers: (readonly [string, string | null])[] = [];
  let isAsked = false;
  const through = callingPool(async (values, send) => {
    if (isAsked)
      for (const [name, place, wrong] of WRONG) answers.push([name, await send(replaced(values, place, wrong))]);
  });
  const acme = createInvoicing({ store: postgresStore(through, { schema: await freshSchema() }) }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  const { id } = await acme.issue(order(), { idempotencyKey: "used" });
  await last({ acme, id });
  isAsked = true;
  await acme.issue(order(), { idempotencyKey: "new" });
  expect(answers).toEqual(WRONG.map(([name]) => [name, null]));
  expect((await acme.list()).total).toBe(3);
  expect((await acme.audit()).findings).toEqual([]);
});

type Acme = ReturnType<ReturnType<typeof createInvoicing>["company"]>;

function replaced(values: Values, place: number, wrong: (value: unknown) => unknown): Values {
  return values.map((value, each) => (each === place ? wrong(value) : value));
}
