/**
 * Goal: the entries that come with their invoices are those that come along the journal; what is on one side alone is found.
 * Method: a reader that shows an entry on one side alone, as one does whose table has lost its keys or whose index is damaged.
 */
import { type AuditedInvoice, createInvoicing, type JournalReader } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { auditedThrough } from "./audited-rows.ts";

type Change = (invoices: readonly AuditedInvoice[]) => readonly AuditedInvoice[];

/** What is found in books of two invoices, each with a payment, where pages of invoices are changed on their way. */
async function detailsFound(change: Change): Promise<string[]> {
  const store = memoryStore();
  const acme = createInvoicing({ store }).company("acme");
  await acme.saveProfile(germanProfile());
  for (const { id } of await acme.issueMany([order(), order()])) await acme.recordPayment(id, { amount: 1 });
  const invoicesAfter: JournalReader["invoicesAfter"] = async (...asked) =>
    change(await store.journal.invoicesAfter(...asked));
  const { findings } = await auditedThrough(store, { journal: { invoicesAfter } }).audit();
  return findings.filter(({ code }) => code === "entry_missing").map(({ detail }) => detail);
}

const CAUSE = "a row is duplicated, or an index of the tables is damaged";

test("entries on both sides are sound", async () => {
  expect(await detailsFound((invoices) => invoices)).toEqual([]);
});

test("an entry that comes along the journal alone is found, though its invoice is there", async () => {
  const found = await detailsFound((invoices) =>
    invoices.map((invoice) => (invoice.counter === 1 ? { ...invoice, entries: [] } : invoice)),
  );
  expect(found).toEqual([`entries found in the journal but not with their invoices: 1; ${CAUSE}`]);
});

test("an entry that comes with two invoices is found", async () => {
  const found = await detailsFound((invoices) => {
    const entries = invoices.flatMap((invoice) => invoice.entries);
    return invoices.map((invoice) => ({ ...invoice, entries }));
  });
  expect(found).toEqual([`entries found with their invoices but not in the journal: 2; ${CAUSE}`]);
});

test("rows that are on no page are reported, at most a thousand of them", async () => {
  const misplaced: JournalReader["misplaced"] = async (_, limit) =>
    Array.from({ length: limit }, (__, index) => ({ what: "invoice", place: String(-index), invoiceId: "copy" }));
  const { findings, findingCount } = await auditedThrough(memoryStore(), { journal: { misplaced } }).audit();
  expect(findingCount).toBe(1000);
  const detail = "the invoice copy has the counter -999, which is not between 1 and 9007199254740991";
  expect(findings.at(-1)).toEqual({ code: "place_out_of_range", detail });
});
