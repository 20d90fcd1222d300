import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createInvoicing, type Invoice, type InvoiceWithPayments, isRefusal } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test, vi } from "vitest";
import { connectRaw, freshFile } from "../support/stores.ts";

/**
 * Goal: invoices that were issued before document version 2 are read, listed, paid, cancelled and audited as before.
 * Method: `version-1/invoices.db.gz` is the SQLite file of a version of the library that only knew document version 1,
 * and `answers.json` contains its answers about each of these invoices, newest first. Never update these files.
 */
const FOLDER = join(import.meta.dirname, "version-1");
const ANSWERS = JSON.parse(readFileSync(join(FOLDER, "answers.json"), "utf8")) as Record<string, InvoiceWithPayments[]>;
const COMPANIES = Object.keys(ANSWERS);

/** Puts every row of the old file into today's tables, which have a column and a table more. */
async function putIntoTodaysTables(old: string, path: string): Promise<void> {
  const store = await openSqliteStore(path);
  await store.close();
  const raw = connectRaw(path);
  const names = (sql: string) => (raw.prepare(sql).all() as { name: string }[]).map(({ name }) => name);
  for (const trigger of names("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
    raw.exec(`DROP TRIGGER ${trigger}`);
  raw.exec(`ATTACH '${old}' AS old`);
  for (const table of names("SELECT name FROM old.sqlite_schema WHERE type = 'table' AND name <> 'faktura_schema'")) {
    const columns = names(`PRAGMA old.table_info(${table})`).join(", ");
    raw.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM old.${table}`);
  }
  raw.close();
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  await (await openSqliteStore(path)).close(); // makes the triggers anew
  warned.mockRestore();
}

/** What the old faktura would have answered: it knew no credit notes. */
function withoutCredits<Answer extends Invoice>({ creditedTotal, ...invoice }: Answer) {
  expect(creditedTotal).toBe(0);
  return invoice;
}

/** The old books, opened by this faktura. */
async function openOldBooks() {
  const path = freshFile();
  const old = freshFile();
  writeFileSync(old, gunzipSync(readFileSync(join(FOLDER, "invoices.db.gz"))));
  await putIntoTodaysTables(old, path);
  return { path, invoicing: createInvoicing({ store: await openSqliteStore(path) }) };
}

test("the old file only has documents of version 1, of every treatment and status", async () => {
  const { path, invoicing } = await openOldBooks();
  const raw = connectRaw(path);
  const rows = raw.prepare("SELECT document FROM faktura_invoices").all() as { document: string }[];
  raw.close();
  const documents = rows.map(({ document }) => JSON.parse(document) as { documentVersion: number });
  expect(new Set(documents.map(({ documentVersion }) => documentVersion))).toEqual(new Set([1]));
  const invoices = Object.values(ANSWERS).flat();
  expect(invoices).toHaveLength(rows.length);
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(["SENT", "PAID", "CANCELLED"]));
  expect(new Set(invoices.map(({ vatTreatment }) => vatTreatment)).size).toBe(9);
  await invoicing.close();
});

test.each(COMPANIES)("the old invoices of %s are read and listed to the letter, and are sound", async (companyId) => {
  const { invoicing } = await openOldBooks();
  const company = invoicing.company(companyId);
  const { data } = await company.list({ limit: 100 });
  const read = await Promise.all(
    data.map(async ({ id }) => {
      const { creditNotes, ...invoice } = withoutCredits(await company.get(id));
      expect(creditNotes).toEqual([]);
      return invoice;
    }),
  );
  expect(JSON.stringify(read)).toBe(JSON.stringify(ANSWERS[companyId]));
  expect(JSON.stringify(data.map(withoutCredits))).toBe(
    JSON.stringify(ANSWERS[companyId]!.map(({ payments: _p, ...invoice }) => invoice)),
  );
  expect(await company.audit()).toMatchObject({ findings: [], invoices: data.length });
  await invoicing.close();
});

test("old invoices accept payments and cancellations, and new ones follow them", async () => {
  const { invoicing } = await openOldBooks();
  const acme = invoicing.company("acme");
  const [open, panel, free, manual, cancelled, partly, paid] = ANSWERS["acme"]!;

  expect(await acme.recordPayment(partly!.id, { amount: 200 })).toMatchObject({ status: "PAID", amountDue: 0 });
  const refusal = await acme.recordPayment(open!.id, { amount: 240.01 }).catch((error: unknown) => error);
  expect(isRefusal(refusal, "payment_exceeds_amount_due")).toBe(true);
  expect(await acme.recordPayment(open!.id, { amount: 100 })).toMatchObject({ status: "SENT", amountDue: 140 });
  for (const { id } of [open!, panel!, free!, manual!]) {
    expect(await acme.cancel(id, { reason: "old" })).toMatchObject({ status: "CANCELLED", amountDue: 0 });
  }
  expect(isRefusal(await acme.cancel(paid!.id).catch((error: unknown) => error), "invoice_paid")).toBe(true);
  expect(await acme.cancel(cancelled!.id)).toMatchObject({ cancellationReason: "Falscher Kunde" });

  const next = await acme.issue({
    clientName: "Neu",
    items: [{ description: "X", quantity: 1, unitPrice: 1 }],
    autoVat: false,
  });
  expect(next).toMatchObject({ invoiceNumber: expect.stringMatching(/-0008$/), documentType: "380" });
  expect(await acme.audit()).toMatchObject({ findings: [], invoices: 8 });
  const credited = await acme.credit(paid!.id, { reason: "returned" });
  expect(credited).toMatchObject({ creditNoteNumber: expect.stringMatching(/-CN-\d{6}-0001$/), total: paid!.total });
  expect(await acme.audit()).toMatchObject({ findings: [], invoices: 8 });
  await invoicing.close();
});

test.each(COMPANIES)(
  "the old invoices of %s are credited, with the reason and the fields that they could not have",
  async (companyId) => {
    const { invoicing } = await openOldBooks();
    const company = invoicing.company(companyId);
    const given = { contractReference: "C-1", deliverTo: { country: "FR", address: { city: "Lyon" } } };
    for (const { id, total, status, vatBreakdown, vatNote } of ANSWERS[companyId]!) {
      if (status === "CANCELLED" || total === 0) continue;
      const creditNote = await company.credit(id, { reason: "returned", ...given });
      expect(creditNote).toMatchObject({ ...given, total, documentType: "381" });
      for (const [index, { exemptionReason, ...group }] of creditNote.vatBreakdown.entries()) {
        expect(group).toEqual(vatBreakdown[index]);
        const needsReason = ["E", "AE", "K", "G", "O"].includes(group.category);
        if (needsReason && vatNote !== "") expect(exemptionReason).toBe(vatNote);
        if (!needsReason) expect(exemptionReason).toBeUndefined();
      }
    }
    expect((await company.audit()).findings).toEqual([]);
    await invoicing.close();
  },
);

test("the old invoices are in VAT reports, each amount once", async () => {
  const { invoicing } = await openOldBooks();
  const sections = new Set<string>();
  for (const companyId of COMPANIES) {
    const report = await invoicing.company(companyId).vatReport({ from: "2000-01-01", to: "2099-12-31" });
    const { corrections: _, unplaced, ...named } = report;
    for (const [name, { lines }] of Object.entries(named)) if (lines.length > 0) sections.add(name);
    for (const { reason } of unplaced) sections.add(reason);
    const placed = Object.values(named).flatMap(({ lines }) => lines.flatMap((line) => line.asIssued));
    const due = ANSWERS[companyId]!.filter(({ status }) => status !== "CANCELLED");
    const cents = (amounts: readonly (number | undefined)[]) =>
      amounts.reduce<number>((sum, it) => sum + Math.round((it ?? 0) * 100), 0);
    const parts = [...placed, ...unplaced];
    expect(cents(parts.map(({ taxableAmount }) => taxableAmount))).toBe(cents(due.map(({ subtotal }) => subtotal)));
    expect(cents(parts.map(({ taxAmount }) => taxAmount))).toBe(cents(due.map(({ taxTotal }) => taxTotal)));
  }
  expect([...sections].sort()).toEqual([
    "domestic",
    "exports",
    "oss",
    "outsideScope",
    "recapitulative",
    "supply_not_stated",
  ]);
  await invoicing.close();
});

test("a repeat with an old key returns the old invoice, as it was issued", async () => {
  const { invoicing } = await openOldBooks();
  const { payments: _p, ...paid } = ANSWERS["acme"]!.at(-1)!;
  const item = { description: "Beratung „½“ 🧾", quantity: 2, unitPrice: 100, unit: "hour" };
  const client = {
    ...{ clientName: "Exemple SARL", clientCountry: "FR", clientVatNumber: "fr 40 303 265 045" },
    ...{ clientAddress: { line1: "1 rue €", postalCode: "75001", city: "Paris" }, clientEmail: "c@example.com" },
    ...{ clientRegistrationNumber: "RCS 1", isCompany: true },
  };
  const references = { buyerReference: "B", purchaseOrderReference: "P", reference: "R", note: "Danke\n" };
  const dates = { supply: "services", supplyDate: "2026-11-01", dueDate: "2026-12-20" } as const;
  const order = { ...client, ...dates, ...references, items: [item] };
  const { invoice, replayed } = await invoicing.company("acme").issueOrReplay(order, { idempotencyKey: "first" });
  expect(replayed).toBe(true);
  expect(invoice).toStrictEqual({ ...paid, status: "SENT", amountPaid: 0, creditedTotal: 0, amountDue: 200 });
  await invoicing.close();
});
