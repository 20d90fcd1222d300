/**
 * Goal: every kind of document of a Polish company is written as KSeF takes it.
 * Method: each is issued with its credit note, and judged by the official schema and by an independent reader that adds up the
 * lines by rate.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { ksef, ksefGaps, toKsef } from "faktura/einvoice/pl";
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

describe("a final invoice after advances (ROZ)", () => {
  const ADVANCE = "5261040828-20260401-0100001AF629-1B";
  const ordered = { description: "Dom", quantity: 1, unitPrice: 1000, taxRate: 23 };
  const advance = {
    ...ORDER,
    documentType: "386",
    items: [{ description: "Zaliczka", quantity: 1, unitPrice: 200 }],
    national: { pl: { orderedItems: [ordered] } },
  } as const;

  /** The final invoice of a supply of 1,000 after two paid advances of 200, each recorded in KSeF or not. */
  async function settle(numbers: readonly (string | undefined)[]) {
    const { acme } = await openBooks(undefined, SELLER);
    const advances: string[] = [];
    for (const number of numbers) {
      const { id, invoiceNumber, payable } = await acme.issue(advance);
      await acme.recordPayment(id, { amount: payable });
      if (number !== undefined) await acme.recordPortalNumber(id, { portal: "ksef", number });
      advances.push(invoiceNumber);
    }
    const items = [{ description: "Dom", quantity: 1, unitPrice: 1000 }];
    return { acme, advances, invoice: await acme.issue({ ...ORDER, items, advances }) };
  }

  const textsOf = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) => text!);

  test("has the lines of the whole supply, the sums of what is left, and its advances by their numbers in KSeF", async () => {
    const { invoice } = await settle([ADVANCE]);
    expect(ksefGaps(invoice)).toEqual([]);
    const xml = toKsef(invoice);
    expect(
      ["RodzajFaktury", "NrKSeFFaZaliczkowej", "P_11", "P_13_1", "P_14_1", "P_15"].map((name) => textsOf(xml, name)),
    ).toEqual([["ROZ"], [ADVANCE], ["1000"], ["800"], ["184"], ["984"]]);
  });

  test("needs those numbers, which may come later, or that an advance is not in KSeF", async () => {
    const { invoice, advances, acme } = await settle([ADVANCE, undefined]);
    expect(ksefGaps(invoice)).toMatchObject([{ rule: "FakturaZaliczkowa", field: "advances" }]);
    const options = { advanceKsefNumbers: [ADVANCE, "none"] };
    expect(ksefGaps(invoice, options)).toEqual([]);
    const xml = toKsef(invoice, options);
    expect([textsOf(xml, "NrKSeFZN"), textsOf(xml, "NrFaZaliczkowej")]).toEqual([["1"], [advances[1]]]);
    expect(() => toKsef(invoice, { advanceKsefNumbers: ["none", "1"] })).toThrow("advanceKsefNumbers[1]");
    expect(() => toKsef(invoice, { advanceKsefNumbers: ["none"] })).toThrow("each of the document's 2 advances");
    expect(ksef.syntaxes.ksef.write(invoice, { advanceKsefNumbers: `${ADVANCE},none` })).toBe(xml);
    const note = await acme.credit(invoice.id, { reason: "Zwrot" });
    const correction = toKsef(note, OPTIONS);
    expect([refusals(correction), textsOf(correction, "RodzajFaktury")]).toEqual([[], ["KOR_ROZ"]]);
  });

  test("can say in the order that an advance is not in KSeF", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    const { id, invoiceNumber, payable } = await acme.issue(advance);
    await acme.recordPayment(id, { amount: payable });
    const portalNumbers = [{ portal: "ksef", number: "none" }];
    const sale = { ...ORDER, items: [{ description: "Dom", quantity: 1, unitPrice: 1000 }], requires: "ksef" };
    const order = { ...sale, advances: [invoiceNumber] };
    await expect(acme.issue(order)).rejects.toMatchObject({ code: "einvoice_incomplete" });
    const precedingInvoices = [{ number: invoiceNumber, portalNumbers }];
    const final = await acme.issue({ ...order, precedingInvoices });
    expect(final.precedingInvoices).toEqual([{ number: invoiceNumber, issueDate: final.issueDate, portalNumbers }]);
    expect(textsOf(toKsef(final), "NrFaZaliczkowej")).toEqual([invoiceNumber]);
  });

  describeUnless(NO_SCHEMA)("by the official schema", () => {
    test("is valid, and so is its correction", async () => {
      const { invoice, acme } = await settle([ADVANCE]);
      expect(schemaErrors(toKsef(invoice))).toEqual([]);
      expect(schemaErrors(toKsef(await acme.credit(invoice.id, { reason: "Zwrot" }), OPTIONS))).toEqual([]);
    });
  });
});
