/**
 * Goal: every kind of document of a Polish company is written as KSeF takes it.
 * Method: each is issued with its credit note, and judged by the official schema and by an independent reader that adds up the
 * lines by rate.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { ksefGaps, toKsef } from "faktura/einvoice/pl";
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
  return invoice.total > 0 ? [invoice, await acme.credit(invoice.id, { reason: "Zwrot" })] : [invoice];
}

const OPTIONS = { correctedKsefNumber: "5261040828-20261120-0100001AF629-AF" };

describe("KSeF's checks pass, and the sums are those of the lines", () => {
  test.each(SCENES.map((scene) => ({ name: scene[0], scene })))("$name", async ({ scene: [, order, seller] }) => {
    for (const document of await documentsOf(order, seller)) {
      expect(ksefGaps(document, OPTIONS)).toEqual([]);
      expect(refusals(toKsef(document, OPTIONS))).toEqual([]);
    }
  });
});

describeUnless(NO_SCHEMA)("the official schema takes", () => {
  test.each(SCENES.map((scene) => ({ name: scene[0], scene })))("$name", async ({ scene: [, order, seller] }) => {
    for (const document of await documentsOf(order, seller))
      expect(schemaErrors(toKsef(document, OPTIONS))).toEqual([]);
  });
});
