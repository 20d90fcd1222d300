/**
 * Goal: amounts of up to fifteen digits are paid, credited and refunded to the cent, although databases may compare them as
 * doubles.
 * Method: random large invoices, paid and credited in random parts until nothing is left.
 */
import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { EVERY_STORE } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const cents = fc.integer({ min: 10 ** 13, max: 8 * 10 ** 14 });
const scene = fc.record({ cents, parts: fc.array(fc.integer({ min: 1, max: 599 }), { minLength: 1, maxLength: 4 }) });

const part = (amount: number, share: number) => new Big(amount).times(share).div(5000).round(2).toNumber();

test.each(EVERY_STORE)("$name keeps large amounts to the cent", async ({ open }) => {
  const { acme, store } = await openBooks(await open());
  const check = async ({ cents, parts }: { cents: number; parts: number[] }) => {
    const unitPrice = new Big(cents).div(100).toNumber();
    const { id, total } = await acme.issue(order({ items: [{ description: "Bridge", quantity: 1, unitPrice }] }));
    for (const share of parts) {
      await acme.recordPayment(id, { amount: part(total, share) });
      await acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: part(unitPrice, share) }] });
    }
    const { amountDue } = await acme.get(id);
    expect((await acme.recordPayment(id, { amount: amountDue })).status).toBe("PAID");
    await acme.credit(id, { reason: "rest" });
    const { amountPaid } = await acme.get(id);
    expect(await acme.recordPayment(id, { amount: -amountPaid })).toMatchObject({
      amountPaid: 0,
      creditedTotal: total,
    });
  };
  await fc.assert(fc.asyncProperty(scene, check), { numRuns: tries(40) });
  expect((await acme.audit()).findings).toEqual([]);
  await store.close();
});
