/**
 * Goal: whatever is withheld, kept back, split or paid in the client's name, all say what the client transfers.
 * Method: a table of invoices with what is to be transferred now, and later. The answer, the list, the page, its payment code and
 * the file are compared with it, VAT reports with the lines alone, and the invoice is paid by exactly that.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { toUbl } from "faktura/einvoice";
import { toFatturaPA } from "faktura/einvoice/it";
import { toKsef } from "faktura/einvoice/pl";
import { printedContent } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import * as german from "./complete.ts";
import * as italian from "./it/scenes.ts";
import * as polish from "./pl/scenes.ts";

const GERMAN_ORDER = { ...german.ORDER, ...german.DOMESTIC };
const SPANISH = { name: "Ana", country: "ES", vatNumber: "ESB12345674", iban: "ES91 2100 0418 4502 0005 1332" };
const PORTUGUESE = { name: "Rui", country: "PT", vatNumber: "PT501964843", iban: "PT50 0002 0123 1234 5678 9015 4" };
const FRENCH = {
  name: "Atelier",
  country: "FR",
  vatNumber: "FR40303265045",
  iban: "FR14 2004 1010 0505 0001 3M02 606",
};
const at = (clientCountry: string, order: Partial<InvoiceOrder>): InvoiceOrder => ({
  ...{ clientName: "Client", clientCountry, isCompany: true },
  items: [{ description: "Work", quantity: 2, unitPrice: 100 }],
  ...order,
});

const RITENUTA = { percent: 20, reason: "Ritenuta d'acconto", code: "A", type: "RT01" };
const LATER = "2031-11-20";
const COURT = { description: "Gerichtskosten", amount: 100, reference: "AG 1/26" };
const guarantee = (parts: object) => [{ ...parts, dueOn: LATER, reason: "Garantie" }];
const fund = { pensionFund: { type: "TC01", percent: 4 } } as const;

type Row = readonly [
  name: string,
  seller: Partial<CompanyProfile>,
  order: InvoiceOrder,
  now: number,
  later: number,
  file: (invoice: Invoice) => readonly string[],
  expected: readonly string[],
];

const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, "g"))].map(([, text]) => text!);
const payments = (document: Invoice) => textsOf(toFatturaPA(document), "ImportoPagamento");
const dueInKsef = (document: Invoice) => textsOf(toKsef(document), "DoZaplaty");
const due = (document: Invoice) => textsOf(toUbl(document), "cbc:PayableAmount");
const dueInXRechnung = (document: Invoice) => textsOf(toUbl(document, { profile: "xrechnung" }), "cbc:PayableAmount");
const terms = (document: Invoice) =>
  textsOf(toUbl(document), "cbc:Note")
    .flatMap((note) => note.split("\n"))
    .slice(-2);

// biome-ignore format: one invoice a line or two
const ROWS: readonly Row[] = [
  ["a lawyer's fee with pension fund", italian.SELLER, { ...italian.ORDER, withholdings: [RITENUTA],
    items: [...italian.ORDER.items, { description: "Cassa 4 %", quantity: 1, unitPrice: 8, national: { it: fund } }] }, 213.76, 0, payments, ["213.76"]],
  ["a fee, prepaid in part", italian.SELLER, { ...italian.ORDER, withholdings: [RITENUTA], prepaidAmount: 100 }, 104, 0, payments, ["104.00"]],
  ["a fee that is withheld of one line", italian.SELLER, { ...italian.ORDER, withholdings: [RITENUTA],
    items: [...italian.ORDER.items, { description: "Libro", quantity: 1, unitPrice: 50, national: { it: { withheld: false } } }] }, 265, 0, payments, ["265.00"]],
  ["an agent's commission", italian.SELLER, { ...italian.ORDER, withholdings: [{ ...RITENUTA, percent: 23, basePercent: 50 }] }, 221, 0, payments, ["221.00"]],
  ["a withholding of another base", italian.SELLER, { ...italian.ORDER, withholdings: [{ ...RITENUTA, baseAmount: 33.33 }] }, 237.33, 0, payments, ["237.33"]],
  ["Italy's split payment", italian.SELLER, { ...italian.ORDER, national: { it: { splitPayment: true } } }, 200, 0, payments, ["200.00"]],
  ["an Italian expense for the client", italian.SELLER, { ...italian.ORDER, disbursements: [{ description: "Visura", amount: 12.34, reference: "R 1" }] }, 256.34, 0, payments, ["256.34"]],
  ["Italian works with a guarantee", italian.SELLER, { ...italian.ORDER, dueDate: "2026-12-20", retentions: guarantee({ percent: 5 }) }, 231.8, 12.2, payments, ["231.80", "12.20"]],
  ["Spain's IRPF", SPANISH, at("ES", { withholdings: [{ percent: 15, reason: "Retención IRPF" }] }), 212, 0, terms, ["Retención IRPF 15 %: -30.00 EUR", "Importe a pagar: 212.00 EUR"]],
  ["Portugal's IRS", PORTUGUESE, at("PT", { withholdings: [{ percent: 23, reason: "Retenção IRS" }] }), 200, 0, terms, ["Retenção IRS 23 %: -46.00 EUR", "Valor a pagar: 200.00 EUR"]],
  ["a German guarantee of 5 %", german.SELLER, { ...GERMAN_ORDER, retentions: guarantee({ percent: 5 }) }, 226.1, 11.9, due, ["238"]],
  ["a German guarantee in euros", german.SELLER, { ...GERMAN_ORDER, retentions: guarantee({ amount: 20 }) }, 218, 20, terms, ["30 Tage netto", "Garantie: 20.00 EUR, 2031-11-20"]],
  ["a French guarantee", FRENCH, at("FR", { supply: "goods", retentions: guarantee({ percent: 5 }) }), 228, 12, due, ["240"]],
  ["court fees", german.SELLER, { ...GERMAN_ORDER, disbursements: [COURT, { ...COURT, amount: 1.5 }] }, 339.5, 0, dueInXRechnung, ["339.5"]],
  ["court fees, prepaid and rounded", german.SELLER, { ...GERMAN_ORDER, disbursements: [COURT], prepaidAmount: 38, roundingAmount: -0.5 }, 299.5, 0, dueInXRechnung, ["299.5"]],
  ["Poland's split payment", polish.SELLER, { ...polish.ORDER, items: [{ description: "Stal", quantity: 1, unitPrice: 20_000 }], disbursements: [{ description: "Sąd", amount: 17, reference: "1" }] }, 24_617, 0, dueInKsef, ["24617"]],
  ["a Polish fee with tax withheld", polish.SELLER, { ...polish.ORDER, withholdings: [{ percent: 12, reason: "Zaliczka PIT" }], roundingAmount: -0.5 }, 221.5, 0, dueInKsef, ["221.5"]],
  ["a tourist tax outside the scope", german.SELLER, { ...GERMAN_ORDER, autoVat: false,
    items: [{ description: "Zimmer", quantity: 1, unitPrice: 100, taxRate: 7 }, { description: "Kurtaxe", quantity: 1, unitPrice: 4, vatCategory: "O", exemptionReason: "§ 10 UStG" }] }, 111, 0, () => [], []],
];

test.each(ROWS)("%s: all say what is transferred", async (_, seller, order, now, later, file, expected) => {
  const { acme } = await openBooks(undefined, seller);
  const invoice = await acme.issue(order);
  const whole = Number((now + later).toFixed(2));
  expect([invoice.payable - (order.prepaidAmount ?? 0), invoice.amountDue]).toEqual([whole, whole]);
  expect((await acme.list({ due: true })).data.map(({ amountDue }) => amountDue)).toEqual([whole]);
  const { payment, sums } = await printedContent(invoice, { language: "en" });
  const code = payment?.code?.text.split("\n")[7];
  expect(code).toBe(invoice.currency === "EUR" ? `EUR${now.toFixed(2)}` : undefined);
  const main = sums.filter(({ isMain }) => isMain === true).at(-1);
  expect(Number(main?.value.replace(/[^\d.]/g, ""))).toBe(whole);
  expect(file(invoice)).toEqual(expected);

  const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
  expect(domestic.lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(invoice.taxTotal);
  const paid = await acme.recordPayment(invoice.id, { amount: now, paidOn: "2026-11-20" });
  expect([paid.status, paid.amountDue]).toEqual([later === 0 ? "PAID" : "SENT", later]);
  if (later === 0) return;
  const { payment: rest } = await printedContent(paid, { language: "en" });
  expect(rest?.code?.text.split("\n")[7]).toBe(`EUR${later.toFixed(2)}`);
  expect((await acme.recordPayment(invoice.id, { amount: later, paidOn: "2026-11-20" })).status).toBe("PAID");
});

test("each part has a line on the page, and a credit note says it again", async () => {
  const { acme } = await openBooks(undefined, italian.SELLER);
  const invoice = await acme.issue({
    ...italian.ORDER,
    withholdings: [RITENUTA],
    disbursements: [{ description: "Visura", amount: 12.34, reference: "R 1" }],
    retentions: guarantee({ percent: 5 }),
  });
  const sumsOf = async (document: Invoice | CreditNote) =>
    (await printedContent(document)).sums
      .map(({ name, value }) => `${name} ${value}`.replace(/\u00a0|\u202f/g, " "))
      .slice(3);
  expect(await sumsOf(invoice)).toEqual([
    "Visura (R 1) 12,34 €",
    "Ritenuta d'acconto 20% -40,00 €",
    "Importo da pagare 216,34 €",
    "Garantie 5% (Scadenza: 20 novembre 2031) 12,20 €",
  ]);
  const note = await acme.credit(invoice.id, { reason: "Reso", lines: [{ line: 1, quantity: 1 }] });
  expect(await sumsOf(note)).toEqual([
    "Visura (R 1) 6,17 €",
    "Ritenuta d'acconto 20% -20,00 €",
    "Accreditato 108,17 €",
  ]);
  expect(textsOf(toFatturaPA(note), "ImportoRitenuta")).toEqual(["20.00"]);
  expect(textsOf(toFatturaPA(note), "ImportoTotaleDocumento")).toEqual(["128.17"]);
  const rest = await acme.credit(invoice.id, { reason: "Reso" });
  expect([note.withheldTotal, note.disbursementTotal, rest.payable]).toEqual([20, 6.17, 108.17]);
  expect(await acme.get(invoice.id)).toMatchObject({ amountDue: 0, creditedTotal: invoice.total });
});
