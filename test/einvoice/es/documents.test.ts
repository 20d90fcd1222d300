/**
 * Goal: every kind of document of a Spanish company is recorded as the tax agency takes it.
 * Method: each is issued with its credit note, and its records are judged by the official schemas and by an independent reader
 * that repeats the published checks and the chain.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { verifactuGaps } from "faktura/einvoice/es";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { chainFaults, NO_SCHEMA, refusals, schemaErrors } from "./agency.ts";
import { ORDER, recordsOf, SCENES, SELLER } from "./scenes.ts";

async function documentsOf(order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>) {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...order });
  const documents: (Invoice | CreditNote)[] = [invoice, await acme.credit(invoice.id, { reason: "Devolución" })];
  return { documents, xmls: (await recordsOf(acme)).map(({ xml }) => xml) };
}

describe("the tax agency's checks pass, and the chain is sound", () => {
  test.each(SCENES.map((scene) => ({ name: scene[0], scene })))("$name", async ({ scene: [, order, seller] }) => {
    const { documents, xmls } = await documentsOf(order, seller);
    for (const document of documents) expect(verifactuGaps(document)).toEqual([]);
    expect(xmls.map(refusals)).toEqual([[], []]);
    expect(chainFaults(xmls)).toEqual([]);
  });
});

describeUnless(NO_SCHEMA)("the official schemas take", () => {
  test.each(SCENES.map((scene) => ({ name: scene[0], scene })))("$name", async ({ scene: [, order, seller] }) => {
    expect(schemaErrors(...(await documentsOf(order, seller)).xmls)).toEqual([]);
  });
});
