/**
 * Goal: an audit in steps reads what was there when it began, keeps little between them, and refuses what is no rest. That it
 * finds what the whole audit finds, tampering, any-change and since compare.
 * Method: steps on each store, each by another invoicing, as after a restart; meanwhile others write.
 */
import { type AuditStepOptions, createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

test.each(EVERY_STORE)(
  "on $name, each step goes on where the one before ended, while others write",
  async ({ open }) => {
    const { acme, store } = await openBooks(await open());
    await acme.issueMany(Array.from({ length: 50 }, () => order()));
    const whole = await acme.audit();
    const read: number[] = [];
    const sizes: number[] = [];
    let rest: string | undefined;
    for (;;) {
      const restarted = createInvoicing({ store }).company("acme");
      const onProgress = (progress: { readonly read: number }) => read.push(progress.read);
      const step = await restarted.auditStep({ rest, mostEntries: 10, pageSize: 5, onProgress });
      const { id } = await acme.issue(order());
      await acme.recordPayment(id, { amount: 1 });
      if (step.report !== undefined) {
        expect(step.report).toEqual(whole);
        break;
      }
      sizes.push(step.rest!.length);
      rest = step.rest;
    }
    expect(sizes.length).toBe(5);
    expect(Math.max(...sizes) - Math.min(...sizes), "it does not grow with the invoices").toBeLessThan(20);
    expect(read).toEqual([...read].sort((a, b) => a - b));
    expect(read.at(-1)).toBe(50);
  },
);

test("a step without options begins an audit, and may be all of it", async () => {
  const { acme } = await openBooks(memoryStore());
  await acme.issue(order());
  expect(await acme.auditStep()).toEqual({ report: await acme.audit() });
});

const REST = /^rest must be what the step before returned, for the same company and by the same release of faktura/;
const of = (companyId: string, form = 1) => JSON.stringify({ form, companyId });

test.each<[AuditStepOptions, RegExp]>([
  [{ rest: "" }, REST],
  [{ rest: "null" }, REST],
  [{ rest: of("north") }, REST],
  [{ rest: of("acme", 2) }, REST],
  [{ rest: {} as string }, REST],
  [{ rest: of("acme"), since: `1:${"0".repeat(64)}` }, /^pass expect and since only to the first step/],
  [{ rest: of("acme"), expect: "0".repeat(64) }, /^pass expect and since only to the first step/],
  [{ mostEntries: 0 }, /^mostEntries must be a whole number from 1 to 10000000, not 0$/],
  [{ mostEntry: 1 } as object, /^auditStep: mostEntry is not a known option; did you mean mostEntries\?$/],
  [{ pageSize: 0 }, /^pageSize must be/],
])("%j are no options of a step", async (options, message) => {
  const { acme } = await openBooks(memoryStore());
  await expect(acme.auditStep(options)).rejects.toThrow(TypeError);
  await expect(acme.auditStep(options)).rejects.toThrow(message);
});
