import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInvoicing, type Invoice, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/domain/canonical-json.ts";
import { freshFile } from "../support/stores.ts";

/**
 * Goal: an invoice keeps the words with which it was issued. Reasons and warnings were reworded in November 2026, and
 * invoices issued before are unchanged: they can be read, look the same, and are sound in an audit.
 * Method: `first-wording` contains the golden documents as issued before. Each is put into a store as the library
 * stored it, then read and audited through the library. Never update these files.
 */
const FOLDER = join(import.meta.dirname, "first-wording");
const invoices = readdirSync(FOLDER).map((file) => {
  const { invoice } = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as { invoice: Invoice };
  return { file, invoice };
});

const STORES: { name: string; open: () => Promise<InvoicingStore> }[] = [
  { name: "memory", open: async () => memoryStore() },
  { name: "SQLite", open: () => openSqliteStore(freshFile()) },
];

/** The bytes that were stored for an invoice: its document, without the state that was added when it was read. */
function storedText({ status, amountPaid, amountDue, cancelledAt, ...document }: Invoice): string {
  expect({ status, amountPaid, amountDue, cancelledAt }).toEqual({
    ...{ status: "SENT", amountPaid: 0, amountDue: document.total, cancelledAt: null },
  });
  return canonicalJson({ ...document, documentVersion: 1 });
}

/** Puts an issued invoice into an empty store, as the library did. */
async function store(into: InvoicingStore, invoice: Invoice): Promise<void> {
  const { id, invoiceNumber, issueDate, issuedAt } = invoice;
  const document = storedText(invoice);
  await into.transaction("acme", async ({ numbers, invoices: rows, meter }) => {
    await numbers.lock();
    const counter = await numbers.take(1);
    await rows.insert([{ id, counter, invoiceNumber, issueDate, issuedAt, document, source: "api", actor: null }]);
    const event = { id: `invoice.issued:${id}`, companyId: "acme", invoiceId: id, counter, occurredAt: issuedAt };
    await meter.record([event]);
  });
}

test("there are as many as there were golden documents when the words changed", () => {
  expect(invoices).toHaveLength(23);
});

for (const { name, open } of STORES) {
  test.each(invoices)(`$file is read from ${name} and audited as it was issued`, async ({ invoice }) => {
    const opened = await open();
    await store(opened, invoice);
    const invoicing = createInvoicing({ store: opened });
    const acme = invoicing.company("acme");
    const { payments, creditNotes, creditedTotal, ...read } = await acme.get(invoice.id);
    expect(JSON.stringify(read)).toBe(JSON.stringify(invoice));
    expect({ payments, creditNotes, creditedTotal }).toEqual({ payments: [], creditNotes: [], creditedTotal: 0 });
    const { data } = await acme.list();
    const listed = data.map(({ creditedTotal: _, ...each }) => each);
    expect(JSON.stringify(listed)).toBe(JSON.stringify([invoice]));
    expect(await acme.audit()).toMatchObject({ findings: [], invoices: 1 });
    await invoicing.close();
  });
}
