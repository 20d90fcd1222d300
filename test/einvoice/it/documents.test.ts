/**
 * Goal: every kind of document of an Italian company is written as the exchange system takes it.
 * Method: each is issued with its credit note, and judged by the official schema and by an independent reader that does the
 * portal's arithmetic.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { fatturaPaGaps, toFatturaPA } from "faktura/einvoice/it";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { describeUnless } from "../../support/skipping.ts";
import { NO_SCHEMA, refusals, schemaErrors } from "./portal.ts";
import { ORDER, SCENES, SELLER } from "./scenes.ts";

async function documentsOf(
  order: Partial<InvoiceOrder>,
  seller?: Partial<CompanyProfile>,
): Promise<(Invoice | CreditNote)[]> {
  const { acme } = await openBooks(undefined, { ...SELLER, ...seller });
  const invoice = await acme.issue({ ...ORDER, ...order });
  return invoice.total > 0 ? [invoice, await acme.credit(invoice.id, { reason: "Reso" })] : [invoice];
}

describe("the exchange system's checks pass", () => {
  test.each(SCENES.map((scene) => ({ name: scene[0], scene })))("$name", async ({ scene: [, order, seller] }) => {
    for (const document of await documentsOf(order, seller)) {
      expect(fatturaPaGaps(document)).toEqual([]);
      expect(refusals(toFatturaPA(document))).toEqual([]);
    }
  });
});

describeUnless(NO_SCHEMA)("the official schema takes", () => {
  test.each(SCENES.map((scene) => ({ name: scene[0], scene })))("$name", async ({ scene: [, order, seller] }) => {
    for (const document of await documentsOf(order, seller)) expect(schemaErrors(toFatturaPA(document))).toEqual([]);
  });
});
