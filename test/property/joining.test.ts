import fc from "fast-check";
import { expect, test } from "vitest";
import { openHosted } from "../adapters/sqlite/host.ts";
import { order } from "../support/fixtures.ts";
import { SQLITE_DRIVERS } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

/** The actions of a host on its connection. It awaits none of its calls before it goes on. */
const step = fc.oneof(
  fc.constantFrom("issue", "refused", "read", "insert", "insert").map((kind) => ({ kind, turns: 0 })),
  fc.nat({ max: 40 }).map((turns) => ({ kind: "give way", turns })),
);
const transaction = fc.record({
  begin: fc.constantFrom("BEGIN", "BEGIN IMMEDIATE"),
  steps: fc.array(step, { maxLength: 8 }),
  end: fc.constantFrom("COMMIT", "ROLLBACK"),
});

/**
 * Goal: whatever a host does on its connection during joined calls, each call writes in the transaction in which it was
 * made or not at all, and none of the host's rows is lost.
 * Method: transactions end at any point of the calls. What is stored is compared with what was returned and committed.
 */
test.each(SQLITE_DRIVERS)(
  "$name: calls and rows are kept with the transaction in which they were made",
  async ({ connect }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 6 }), async (transactions) => {
        const { host, joined, addOrder, kept } = await openHosted(connect);
        const expected: { orders: string[]; clients: string[] } = { orders: [], clients: [] };
        const calls: Promise<unknown>[] = [];
        for (const [number, { begin, steps, end }] of transactions.entries()) {
          const made: { name: string; answer: Promise<boolean> }[] = [];
          const inserted: string[] = [];
          const call = (name: string, answer: Promise<unknown>) => {
            made.push({ name, answer: answer.then(() => name !== "", () => false) }); // biome-ignore format: one call
          };
          host.exec(begin);
          for (const [place, { kind, turns }] of steps.entries()) {
            const name = `${number}.${place}`;
            if (kind === "issue") call(name, joined().issue(order({ clientName: name })));
            if (kind === "refused") call("", joined().recordPayment(name, { amount: 1 }));
            if (kind === "read") call("", joined().list());
            if (kind === "insert") inserted.push(name) && addOrder(name);
            for (let turn = 0; turn < turns; turn += 1) await null;
          }
          host.exec(end);
          if (end === "COMMIT") expected.orders.push(...inserted);
          for (const { name, answer } of made) {
            const settled = answer.then((issued) => void (issued && end === "COMMIT" && expected.clients.push(name)));
            calls.push(settled);
          }
        }
        await Promise.all(calls);
        const { orders, clients } = await kept();
        expect({ orders, clients: clients.sort() }).toEqual({ ...expected, clients: expected.clients.sort() });
      }),
      { numRuns: tries(100) },
    );
  },
);
