import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createInvoicing, type InvoiceWithPayments, isRefusal } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { SCHEMA_VERSION } from "../../src/adapters/sqlite/schema/version.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

/**
 * Goal: invoices that were issued before document version 2 are read, listed, paid, cancelled and audited as before.
 * Method: `version-1/invoices.db.gz` is the SQLite file of a version of the library that only knew document version 1,
 * and `answers.json` contains its answers about each of these invoices, newest first. Never update these files.
 */
const FOLDER = join(import.meta.dirname, "version-1");
const ANSWERS = JSON.parse(readFileSync(join(FOLDER, "answers.json"), "utf8")) as Record<string, InvoiceWithPayments[]>;
const COMPANIES = Object.keys(ANSWERS);

/**
 * A copy of the old file, opened by this version of the library. Its tables are the same, but its guards are those of an
 * unreleased version: the copy gets the current version number, so that the store replaces them.
 */
async function openOldBooks() {
  const path = freshFile();
  writeFileSync(path, gunzipSync(readFileSync(join(FOLDER, "invoices.db.gz"))));
  const raw = connectRaw(path);
  raw.exec(`UPDATE faktura_schema SET version = ${SCHEMA_VERSION}`);
  raw.close();
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
  const read = await Promise.all(data.map(({ id }) => company.get(id)));
  expect(JSON.stringify(read)).toBe(JSON.stringify(ANSWERS[companyId]));
  expect(JSON.stringify(data)).toBe(JSON.stringify(ANSWERS[companyId]!.map(({ payments: _p, ...invoice }) => invoice)));
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
  expect(invoice).toStrictEqual({ ...paid, status: "SENT", amountPaid: 0, amountDue: 200 });
  await invoicing.close();
});
