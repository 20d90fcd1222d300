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
const inEuros = (name: string, country: string, vatNumber: string, iban: string) => ({
  name,
  country,
  vatNumber,
  iban,
});
const AUSTRIAN = inEuros("Huber", "AT", "ATU13585627", "AT61 1904 3002 3457 3201");
const BELGIAN = inEuros("Peeters", "BE", "BE0428759497", "BE68 5390 0754 7034");
const DUTCH = inEuros("De Vries", "NL", "NL004495445B01", "NL91 ABNA 0417 1643 00");
const IRISH = inEuros("Murphy", "IE", "IE6433435F", "IE29 AIBK 9311 5212 3456 78");
const GREEK = inEuros("Nikos", "GR", "EL094259216", "GR16 0110 1250 0000 0001 2300 695");
const SWEDISH = { name: "Lars", country: "SE", vatNumber: "SE556188840401", defaultCurrency: "SEK" };
const CZECH = { name: "Jan", country: "CZ", vatNumber: "CZ25123891", defaultCurrency: "CZK" };
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

const WORK = { description: "Work", quantity: 2, unitPrice: 100 };
/** 100 at the standard rate and 100 at a reduced one. */
const twoRates = (country: string, percent: number) => [
  { ...WORK, quantity: 1 },
  { ...WORK, quantity: 1, vatRates: { [country]: percent } },
];
const none = () => [];

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
  ["a plain German invoice", german.SELLER, GERMAN_ORDER, 238, 0, due, ["238"]],
  ["delivery over two German rates", german.SELLER, { ...GERMAN_ORDER, items: twoRates("DE", 7), charges: [{ amount: 4.9, reason: "Versand" }] }, 231.54, 0, due, ["231.54"]],
  ["a German gross basket with a voucher", german.SELLER, { ...GERMAN_ORDER, prices: "gross", items: twoRates("DE", 7), allowances: [{ amount: 15, reason: "Gutschein" }] }, 185, 0, due, ["185"]],
  ["a German small enterprise", { ...german.SELLER, vatRegistered: false, vatNumber: undefined, taxNumber: "12/345/67890" }, GERMAN_ORDER, 200, 0, none, []],
  ["German construction under reverse charge", german.SELLER, { ...GERMAN_ORDER, autoVat: false, items: [{ ...WORK, vatCategory: "AE" }] }, 200, 0, due, ["200"]],
  ["a German year's energy, prepaid nearly", german.SELLER, { ...GERMAN_ORDER, prepaidAmount: 237.99 }, 0.01, 0, due, ["0.01"]],
  ["two German guarantees", german.SELLER, { ...GERMAN_ORDER, retentions: [...guarantee({ percent: 5 }), ...guarantee({ amount: 8.1 })] }, 218, 20, due, ["238"]],
  ["a plain Austrian invoice", AUSTRIAN, at("AT", {}), 240, 0, due, ["240"]],
  ["an Austrian invoice, prepaid in part", AUSTRIAN, at("AT", { prepaidAmount: 40 }), 200, 0, due, ["200"]],
  ["an Austrian retention", AUSTRIAN, at("AT", { retentions: guarantee({ percent: 5 }) }), 228, 12, due, ["240"]],
  ["an Austrian court fee", AUSTRIAN, at("AT", { disbursements: [{ ...COURT, amount: 30 }] }), 270, 0, none, []],
  ["an Austrian discount over two rates", AUSTRIAN, at("AT", { items: twoRates("AT", 10), allowances: [{ amount: 0.06 }] }), 229.93, 0, due, ["229.93"]],
  ["a plain Belgian invoice", BELGIAN, at("BE", {}), 242, 0, due, ["242"]],
  ["delivery over two Belgian rates", BELGIAN, at("BE", { items: twoRates("BE", 6), charges: [{ amount: 4.9 }] }), 232.56, 0, due, ["232.56"]],
  ["a Belgian invoice rounded to five cents", BELGIAN, at("BE", { items: [{ ...WORK, unitPrice: 99.99 }], roundingAmount: 0.02 }), 242, 0, due, ["242"]],
  ["a plain Dutch invoice", DUTCH, at("NL", {}), 242, 0, due, ["242"]],
  ["a Dutch reverse charge", DUTCH, at("NL", { autoVat: false, items: [{ ...WORK, vatCategory: "AE" }], clientVatNumber: "NL123456782B90" }), 200, 0, due, ["200"]],
  ["a Dutch discount of a tenth", DUTCH, at("NL", { allowances: [{ percent: 10 }] }), 217.8, 0, due, ["217.8"]],
  ["Dutch gross prices", DUTCH, at("NL", { prices: "gross", items: [{ ...WORK, quantity: 3, unitPrice: 9.99 }] }), 29.97, 0, due, ["29.97"]],
  ["a plain French invoice", FRENCH, at("FR", { supply: "goods" }), 240, 0, due, ["240"]],
  ["a French franchise", { ...FRENCH, vatRegistered: false, vatNumber: undefined, registrationNumber: "303265045" }, at("FR", { supply: "services" }), 200, 0, none, []],
  ["French debours", FRENCH, at("FR", { supply: "goods", disbursements: [{ ...COURT, amount: 12 }] }), 252, 0, none, []],
  ["a French guarantee in euros, prepaid in part", FRENCH, at("FR", { supply: "goods", prepaidAmount: 100, retentions: guarantee({ amount: 12 }) }), 128, 12, due, ["140"]],
  ["a plain Spanish invoice", SPANISH, at("ES", {}), 242, 0, due, ["242"]],
  ["Spain's IRPF of a new professional", SPANISH, at("ES", { withholdings: [{ percent: 7, reason: "Retención IRPF" }] }), 228, 0, terms, ["Retención IRPF 7 %: -14.00 EUR", "Importe a pagar: 228.00 EUR"]],
  ["Spain's IRPF of a part", SPANISH, at("ES", { withholdings: [{ percent: 15, baseAmount: 100, reason: "IRPF" }], prepaidAmount: 27 }), 200, 0, terms, ["IRPF 15 %: -15.00 EUR", "Importe a pagar: 200.00 EUR"]],
  ["Spanish suplidos", SPANISH, at("ES", { disbursements: [{ ...COURT, amount: 25 }] }), 267, 0, none, []],
  ["a plain Portuguese invoice", PORTUGUESE, at("PT", {}), 246, 0, due, ["246"]],
  ["Portugal's IRS, rounded", PORTUGUESE, at("PT", { withholdings: [{ percent: 11.5, reason: "Retenção IRS" }], roundingAmount: -0.5 }), 222.5, 0, terms, ["Retenção IRS 11.5 %: -23.00 EUR", "Valor a pagar: 222.50 EUR"]],
  ["a plain Irish invoice", IRISH, at("IE", {}), 246, 0, due, ["246"]],
  ["an Irish retention", IRISH, at("IE", { retentions: guarantee({ percent: 10 }) }), 221.4, 24.6, due, ["246"]],
  ["a Greek fee with tax withheld", GREEK, at("GR", { withholdings: [{ percent: 20, reason: "Παρακράτηση φόρου" }] }), 208, 0, none, []],
  ["a Swedish invoice in whole crowns", SWEDISH, at("SE", { items: [{ ...WORK, unitPrice: 33.33 }], roundingAmount: -0.33 }), 83, 0, due, ["83"]],
  ["a Czech invoice, prepaid in part", CZECH, at("CZ", { prepaidAmount: 42 }), 200, 0, due, ["200"]],
  ["Polish gross prices, prepaid in part", polish.SELLER, { ...polish.ORDER, prices: "gross", items: [{ ...WORK, unitPrice: 123 }], prepaidAmount: 46 }, 200, 0, dueInKsef, ["200"]],
  ["Italian split payment at two rates", italian.SELLER, { ...italian.ORDER, items: twoRates("IT", 10), national: { it: { splitPayment: true } } }, 200, 0, payments, ["200.00"]],
];

test.each(ROWS)("%s: all say what is transferred", async (_, seller, order, now, later, file, expected) => {
  const { acme } = await openBooks(undefined, seller);
  const invoice = await acme.issue(order);
  const cents = (amount: number) => Number(amount.toFixed(2));
  const whole = cents(now + later);
  expect([cents(invoice.payable - (order.prepaidAmount ?? 0)), invoice.amountDue]).toEqual([whole, whole]);
  expect((await acme.list({ due: true })).data.map(({ amountDue }) => amountDue)).toEqual([whole]);
  const { payment, sums } = await printedContent(invoice, { language: "en" });
  const code = payment?.code?.text.split("\n")[7];
  expect(code).toBe(invoice.currency === "EUR" ? `EUR${now.toFixed(2)}` : undefined);
  const main = sums.filter(({ isMain }) => isMain === true).at(-1);
  expect(Number(main?.value.replace(/[^\d.]/g, ""))).toBe(whole);
  expect(file(invoice)).toEqual(expected);

  const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
  expect(cents(domestic.lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0))).toBe(invoice.taxTotal);
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

// biome-ignore format: one sale a line
const ADVANCES: readonly (readonly [name: string, seller: Partial<CompanyProfile>, clientCountry: string, paid: number, now: number])[] = [
  ["a German advance, paid", german.SELLER, "DE", 1, 476],
  ["a German advance, paid by half", german.SELLER, "DE", 0.5, 535.5],
  ["a German advance, not paid", german.SELLER, "DE", 0, 595],
  ["an Austrian advance, paid", AUSTRIAN, "AT", 1, 480],
  ["a French advance, paid by half", FRENCH, "FR", 0.5, 540],
  ["a Spanish advance, paid", SPANISH, "ES", 1, 484],
  ["a Polish advance, not paid", polish.SELLER, "PL", 0, 615],
  ["an Italian advance, paid", italian.SELLER, "IT", 1, 488],
  ["an Italian advance, not paid, which stays due", italian.SELLER, "IT", 0, 488],
  ["a Dutch advance, paid by half, the rest of which stays due", DUTCH, "NL", 0.5, 484],
];

test.each(ADVANCES)("%s, and the final invoice", async (_, seller, clientCountry, paid, now) => {
  const { acme } = await openBooks(undefined, seller);
  const order = at(clientCountry, { isCompany: true, supply: "goods" });
  const deposit = [{ description: "Deposit", quantity: 1, unitPrice: 100 }];
  const advance = await acme.issue({ ...order, documentType: "386", items: deposit });
  if (paid > 0) await acme.recordPayment(advance.id, { amount: advance.payable * paid });
  const items = [{ ...WORK, unitPrice: 250 }];
  const final = await acme.issue({ ...order, items, advances: [advance.invoiceNumber] });
  expect([final.payable, final.amountDue]).toEqual([now, now]);
  const { sums, payment } = await printedContent(final, { language: "en" });
  const main = sums.filter(({ isMain }) => isMain === true).at(-1);
  expect(Number(main?.value.replace(/[^\d.]/g, ""))).toBe(now);
  if (final.currency === "EUR" && payment?.code) expect(payment.code.text.split("\n")[7]).toBe(`EUR${now.toFixed(2)}`);
  const { amountDue } = await acme.get(advance.id);
  const { data } = await acme.list({ due: true });
  expect(data.reduce((sum, invoice) => sum + invoice.amountDue, 0)).toBeCloseTo(now + amountDue, 2);
  expect(now + amountDue + advance.payable * paid).toBeCloseTo(500 * (advance.total / 100), 2);
  await acme.recordPayment(final.id, { amount: now });
  const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
  expect(domestic.lines.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0)).toBeCloseTo(500, 2);
});

// biome-ignore format: one invoice a line
const DISCOUNTS: readonly (readonly [name: string, seller: Partial<CompanyProfile>, clientCountry: string, whole: number, paid: number, net: number])[] = [
  ["Germany", german.SELLER, "DE", 238, 233.24, 196],
  ["Austria", AUSTRIAN, "AT", 240, 235.2, 196],
  ["Italy, by a credit note", italian.SELLER, "IT", 244, 239.12, 196],
  ["Spain, by a credit note", SPANISH, "ES", 242, 237.16, 196],
  ["Poland, by a credit note", polish.SELLER, "PL", 246, 241.08, 196],
  ["France, by a credit note", FRENCH, "FR", 240, 235.2, 196],
  // VAT of 41.16 on 196, whether the client takes the 4 off or not
  ["Belgium, whose VAT was on less from the start", BELGIAN, "BE", 241.16, 237.16, 196],
];

test.each(DISCOUNTS)(
  "2 %% off in %s: the client transfers the rest, and nothing is due",
  async (_, seller, clientCountry, whole, paid, net) => {
    const { acme } = await openBooks(undefined, seller);
    const terms = { cashDiscounts: [{ percent: 2, days: 14 }], supply: "goods" } as const;
    const invoice = await acme.issue(at(clientCountry, terms));
    expect([invoice.payable, invoice.amountDue]).toEqual([whole, whole]);
    const { payment } = await printedContent(invoice, { language: "en" });
    if (payment?.code) expect(payment.code.text.split("\n")[7]).toBe(`EUR${whole.toFixed(2)}`);
    const after = await acme.recordPayment(invoice.id, { amount: paid, cashDiscount: true });
    expect([after.status, after.amountDue]).toEqual(["PAID", 0]);
    expect((await acme.list({ due: true })).data).toEqual([]);
    const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
    const taxed = domestic.lines.filter(({ taxAmount }) => taxAmount !== 0);
    expect(taxed.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0)).toBeCloseTo(net, 2);
  },
);

test("a corrected invoice is due less what was paid on the one that it replaces", async () => {
  const { acme } = await openBooks(undefined, german.SELLER);
  const first = await acme.issue(GERMAN_ORDER);
  await acme.recordPayment(first.id, { amount: 100 });
  const precedingInvoices = [{ number: first.invoiceNumber }];
  const items = [{ ...WORK, quantity: 3 }];
  const corrected = await acme.issue({ ...GERMAN_ORDER, items, documentType: "384", precedingInvoices });
  expect([corrected.payable, corrected.amountDue, (await acme.get(first.id)).amountDue]).toEqual([357, 257, 0]);
  expect((await acme.list({ due: true })).data.map(({ id }) => id)).toEqual([corrected.id]);
  expect(due(corrected)).toEqual(["257"]);
  const { payment } = await printedContent(corrected, { language: "en" });
  expect(payment?.code?.text.split("\n")[7]).toBe("EUR257.00");
  expect((await acme.recordPayment(corrected.id, { amount: 257 })).status).toBe("PAID");
  const { domestic } = await acme.vatReport({ from: "2026-01-01", to: "2026-12-31" });
  expect(domestic.lines.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0)).toBe(300);
});
