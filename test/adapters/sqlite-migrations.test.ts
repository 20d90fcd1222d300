import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { FIRST_SCHEMA } from "../../src/adapters/sqlite/first-schema.ts";
import { countersOf, openBooks } from "../service/books.ts";
import { oneTo, order } from "../support/fixtures.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

/** Invoices as version 1 kept them: `pending` are the counters that had an event left, `panel` the panel's. */
interface Kept {
  readonly company: string;
  readonly invoices: number;
  readonly pending: readonly number[];
  readonly panel?: readonly number[];
}

/** A file as the first version of the library left it. */
function firstVersionFile(companies: readonly Kept[]): string {
  const path = freshFile();
  const file = connectRaw(path);
  file.exec(`${FIRST_SCHEMA}; CREATE TABLE faktura_schema (version INTEGER NOT NULL) STRICT;
    INSERT INTO faktura_schema VALUES (1)`);
  const invoice = file.prepare(`INSERT INTO faktura_invoices
    (company_id, counter, id, invoice_number, issue_date, source, document) VALUES (?, ?, ?, ?, '2026-11-19', ?, ?)`);
  const event = file.prepare("INSERT INTO faktura_billing_events VALUES (?, ?, ?, ?, ?)");
  for (const { company, invoices, pending, panel = [] } of companies) {
    for (const counter of oneTo(invoices)) {
      const document = JSON.stringify({ issuedAt: `2026-11-19T00:00:00.00${counter}Z` });
      const source = panel.includes(counter) ? "panel" : "api";
      invoice.run(company, counter, `id-${counter}`, `INV-202611-000${counter}`, source, document);
      if (!pending.includes(counter)) continue;
      event.run(company, counter, `invoice.issued:id-${counter}`, `id-${counter}`, `2026-11-19T00:00:00.00${counter}Z`);
    }
  }
  file.close();
  return path;
}

test("a file of the first version keeps its invoices, its sequence and exactly the events that were pending", async () => {
  const kept: Kept[] = [
    { company: "acme", invoices: 7, pending: [3, 5, 6], panel: [2, 4] },
    { company: "billed", invoices: 3, pending: [] },
    { company: "new", invoices: 2, pending: [1, 2] },
    { company: "panel", invoices: 2, pending: [], panel: [1, 2] },
  ];
  const store = await openSqliteStore(firstVersionFile(kept));
  for (const { company, invoices, pending } of kept) {
    expect(await countersOf(store, company)).toEqual(oneTo(invoices));
    expect(await store.billing.pending(company)).toEqual(
      pending.map((counter) => ({
        id: `invoice.issued:id-${counter}`,
        companyId: company,
        invoiceId: `id-${counter}`,
        counter,
        occurredAt: `2026-11-19T00:00:00.00${counter}Z`,
      })),
    );
  }
  const { acme } = await openBooks(store);
  expect((await acme.list({ status: "SENT", limit: 3 })).total).toBe(7); // by the index, which lists name
  expect((await acme.issue(order())).invoiceNumber).toBe("INV-202611-0008");
  await store.billing.acknowledge("acme", ["invoice.issued:id-5"]);
  expect((await store.billing.pending("acme")).map(({ counter }) => counter)).toEqual([3, 6, 8]);
  await store.close();
});

test("a file of the first version refuses documents that are no objects from then on", async () => {
  const path = firstVersionFile([{ company: "acme", invoices: 1, pending: [] }]);
  await (await openSqliteStore(path)).close();
  const insert = (counter: number, document: string) => `INSERT INTO faktura_invoices
    (company_id, counter, id, invoice_number, issue_date, document)
    VALUES ('acme', ${counter}, '${counter}', 'INV-202611-000${counter}', '2026-11-19', '${document}')`;
  const file = connectRaw(path);
  expect(() => file.exec(insert(2, "[]"))).toThrow("faktura: a document is a JSON object");
  file.exec(insert(2, "{}"));
  file.close();
});

test("a file that is opened again is left as it is", async () => {
  const path = firstVersionFile([{ company: "acme", invoices: 3, pending: [2] }]);
  for (const _ of oneTo(2)) {
    const store = await openSqliteStore(path);
    expect((await store.billing.pending("acme")).map(({ counter }) => counter)).toEqual([2]);
    await store.close();
  }
});
