/**
 * Goal: a credit note that does not credit one invoice of the books names all of its invoices, or its period, in every file
 * that can say it, and is a gap where a format cannot.
 * Method: complete companies issue one over two invoices of the system before, and one over a period; official rules judge.
 */
import type { CompanyProfile, CreditNote, CreditNoteOrder, InvoiceOrder } from "faktura";
import { fatturaPaGaps, toFatturaPA } from "faktura/einvoice/it";
import { ksefGaps } from "faktura/einvoice/pl";
import { expect, test } from "vitest";
import { NO_NATIONAL_RULES, NO_RULES } from "../en16931/rules.ts";
import { openBooks } from "../service/books.ts";
import { describeUnless } from "../support/skipping.ts";
import { DOMESTIC, ORDER, SELLER } from "./complete.ts";
import * as spanish from "./es/scenes.ts";
import * as italian from "./it/scenes.ts";
import { CHECKED_PROFILES, gapRules, judge, SYNTAXES, written } from "./official.ts";
import * as polish from "./pl/scenes.ts";
import { STATE_ORDERS } from "./state-orders.ts";

const NAMED = [
  { number: "OLD-1", issueDate: "2025-03-01" },
  { number: "OLD-2", issueDate: "2025-04-01" },
];
const PERIOD = { start: "2025-01-01", end: "2025-12-31" };

const NOT_OF_CREDIT_NOTES = ["documentType", "dueDate", "prepaidAmount", "precedingInvoices", "series"];

/** A credit note with what the order says, except what only invoices have. */
async function creditNoteOf(
  seller: Partial<CompanyProfile>,
  order: Partial<InvoiceOrder>,
  changes: Partial<CreditNoteOrder>,
): Promise<CreditNote> {
  const { acme } = await openBooks(undefined, seller);
  const own = Object.entries(order).filter(([name]) => !NOT_OF_CREDIT_NOTES.includes(name));
  return acme.issueCreditNote({ ...Object.fromEntries(own), reason: "Bonus", ...changes } as CreditNoteOrder);
}

describeUnless(NO_RULES)("by the official rules", () => {
  test.each([
    ["two invoices", { correctedInvoices: NAMED }],
    ["a period", { period: PERIOD }],
  ])("a credit note over %s has no fault", async (_, changes) => {
    const order = { ...ORDER, ...DOMESTIC, supplyDate: undefined };
    const creditNote = await creditNoteOf(SELLER, order, changes);
    for (const profile of CHECKED_PROFILES)
      for (const syntax of profile === "peppol" ? (["ubl"] as const) : SYNTAXES) {
        expect(gapRules(creditNote, profile, syntax), profile).toEqual([]);
        expect(judge(written(creditNote, profile, syntax), profile, syntax), profile).toMatchObject({ fatal: [] });
      }
  });
});

describeUnless(NO_NATIONAL_RULES)("in France", () => {
  const { seller, order } = STATE_ORDERS.FR;

  test.each([
    ["two invoices, as 381", { correctedInvoices: NAMED }],
    ["a period, as 262", { period: PERIOD, contractReference: "C-1" }],
  ])("a credit note over %s has no fault", async (_, changes) => {
    const creditNote = await creditNoteOf(seller as Partial<CompanyProfile>, order, changes);
    for (const syntax of SYNTAXES) {
      expect(gapRules(creditNote, "ctc-fr", syntax)).toEqual([]);
      expect(judge(written(creditNote, "ctc-fr", syntax), "ctc-fr", syntax)).toMatchObject({ fatal: [] });
    }
  });

  test("a credit note whose invoices have no date has a gap", async () => {
    const changes = { correctedInvoices: [{ number: "OLD-1" }] };
    const creditNote = await creditNoteOf(seller as Partial<CompanyProfile>, order, changes);
    expect(gapRules(creditNote, "ctc-fr", "ubl")).toEqual(["BR-FR-CO-05"]);
  });
});

test("FatturaPA has one DatiFattureCollegate for each invoice", async () => {
  const creditNote = await creditNoteOf(italian.SELLER, italian.ORDER, { correctedInvoices: NAMED });
  expect(fatturaPaGaps(creditNote)).toEqual([]);
  const xml = toFatturaPA(creditNote).replace(/\s+</g, "<");
  expect(xml).toContain("<TipoDocumento>TD04</TipoDocumento>");
  for (const { number, issueDate } of NAMED) {
    const related = `<IdDocumento>${number}</IdDocumento><Data>${issueDate}</Data></DatiFattureCollegate>`;
    expect(xml).toContain(`<DatiFattureCollegate>${related}`);
  }
});

test("FA(3) can say one invoice with its date, and no other way", async () => {
  const gapsOf = async (changes: Partial<CreditNoteOrder>) =>
    ksefGaps(await creditNoteOf(polish.SELLER, polish.ORDER, changes), { correctedKsefNumber: "none" }).map(
      ({ rule, field }) => [rule, field],
    );
  const gap = ["DaneFaKorygowanej", "correctedInvoices"];
  expect(await gapsOf({ correctedInvoices: NAMED.slice(1) })).toEqual([]);
  expect(await gapsOf({ correctedInvoices: NAMED })).toEqual([gap]);
  expect(await gapsOf({ correctedInvoices: [{ number: "OLD-1" }] })).toEqual([gap]);
  expect(await gapsOf({ period: PERIOD })).toEqual([gap]);
});

test("Veri*factu records the invoices, or none for a period", async () => {
  const { acme } = await openBooks(undefined, spanish.SELLER);
  const order = { ...spanish.ORDER, reason: "Bonus" };
  await acme.issueCreditNote({ ...order, correctedInvoices: NAMED });
  await acme.issueCreditNote({ ...order, period: PERIOD });
  const [named, overPeriod] = (await spanish.recordsOf(acme)).map(({ xml }) => xml);
  expect(named!.match(/<NumSerieFactura>OLD-[12]</g)).toHaveLength(2);
  expect(overPeriod).not.toContain("FacturasRectificadas");
  for (const xml of [named, overPeriod]) expect(xml).toContain("<TipoFactura>R1</TipoFactura>");
});

test("a German one states no day of supply that nobody stated", async () => {
  const order = { ...ORDER, ...DOMESTIC, supplyDate: undefined };
  const { supplyDate, warnings } = await creditNoteOf(SELLER, order, { correctedInvoices: NAMED });
  expect([supplyDate, warnings]).toEqual([undefined, undefined]);
});
