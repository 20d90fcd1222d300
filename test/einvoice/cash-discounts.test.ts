/**
 * Goal: a client reads on the page and in each file how much it may deduct, and until when.
 * Method: complete invoices with cash discounts are printed and written.
 */
import type { CompanyProfile, Invoice, InvoiceOrder } from "faktura";
import { toUbl } from "faktura/einvoice";
import { toFatturaPA } from "faktura/einvoice/it";
import { toKsef } from "faktura/einvoice/pl";
import { printedContent } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import * as german from "./complete.ts";
import * as italian from "./it/scenes.ts";
import * as polish from "./pl/scenes.ts";

const OFFERS = [
  { percent: 1.5, days: 30 },
  { percent: 3, days: 10 },
];

async function issued(seller: Partial<CompanyProfile>, order: InvoiceOrder, more: Partial<InvoiceOrder> = {}) {
  const { acme } = await openBooks(undefined, seller);
  const invoice = await acme.issue({ ...order, cashDiscounts: OFFERS, ...more });
  return { acme, invoice };
}

const GERMAN = [german.SELLER, { ...german.ORDER, ...german.DOMESTIC, paymentTerms: "30 Tage netto" }] as const;
const termsOf = (invoice: Invoice, options?: Parameters<typeof toUbl>[1]) =>
  /<cac:PaymentTerms>\s*<cbc:Note>([^<]*)<\/cbc:Note>/.exec(toUbl(invoice, options))![1];

test("XRechnung has them in its own notation, other files in words, after the host's own terms", async () => {
  const { invoice } = await issued(...GERMAN);
  const xrechnung = "30 Tage netto\n#SKONTO#TAGE=10#PROZENT=3.00#\n#SKONTO#TAGE=30#PROZENT=1.50#\n";
  expect(termsOf(invoice, { profile: "xrechnung" })).toBe(xrechnung);
  expect(termsOf(invoice)).toBe(
    "30 Tage netto\nSkonto 3 %: -7.14 EUR, 2026-11-30, Zu zahlen: 230.86 EUR\nSkonto 1.5 %: -3.57 EUR, 2026-12-20, Zu zahlen: 234.43 EUR",
  );
});

test("XRechnung names what a discount is of, if that is not what is due", async () => {
  const { invoice } = await issued(...GERMAN, { prepaidAmount: 38, cashDiscounts: [OFFERS[1]!] });
  expect(termsOf(invoice, { profile: "xrechnung" })).toMatch(/#SKONTO#TAGE=10#PROZENT=3.00#BASISBETRAG=238.00#\n$/);
});

test("beside a withholding, file, page, payment and refusal say one discount: its share of what the client pays", async () => {
  // 3 % of the 238.00 are 7.14, of which the client would have withheld 1.20.
  const { acme, invoice } = await issued(...GERMAN, {
    withholdings: [{ percent: 20, reason: "Steuer" }],
    cashDiscounts: [OFFERS[1]!],
  });
  expect(invoice).toMatchObject({ total: 238, payable: 198 });
  expect(termsOf(invoice, { profile: "xrechnung" })).toMatch(/#SKONTO#TAGE=10#PROZENT=3.00#BASISBETRAG=198.00#\n$/);
  expect(termsOf(invoice)).toMatch(/Skonto 3 %: -5.94 EUR, 2026-11-30, Zu zahlen: 192.06 EUR$/);
  const { facts } = (await printedContent(invoice)).payment!;
  expect(facts).toContainEqual(["Skonto", expect.stringMatching(/192,06\s€$/)]);
  const pay = (amount: number) => acme.recordPayment(invoice.id, { amount, cashDiscount: true });
  await expect(pay(190.86)).rejects.toMatchObject({
    code: "amount_out_of_range",
    message: expect.stringContaining("leaves 7.14 EUR due, but the cash discount comes to 5.94"),
  });
  expect(await pay(192.06)).toMatchObject({ status: "PAID", amountDue: 0, discountTaken: 5.94 });
});

test("beside a retention, file, page and payment agree on what is to be paid until then", async () => {
  const { acme, invoice } = await issued(...GERMAN, {
    retentions: [{ amount: 11.9, dueOn: "2031-01-01", reason: "Garantie" }],
    cashDiscounts: [OFFERS[1]!],
  });
  expect(termsOf(invoice)).toMatch(/Skonto 3 %: -7.14 EUR, 2026-11-30, Zu zahlen: 218.96 EUR$/);
  const onPage = async (of: Invoice) =>
    (await printedContent(of)).payment?.facts.filter(([name]) => name === "Skonto").map(([, text]) => text);
  expect(await onPage(invoice)).toEqual([expect.stringMatching(/218,96\s€$/)]);
  const pay = (amount: number, cashDiscount = true) => acme.recordPayment(invoice.id, { amount, cashDiscount });
  await expect(pay(230.86)).rejects.toMatchObject({
    code: "amount_out_of_range",
    message: expect.stringContaining("11.9 are due later"),
  });
  expect(await pay(218.96)).toMatchObject({ amountDue: 11.9, discountTaken: 7.14 });
  const other = await acme.issue({ ...GERMAN[1], cashDiscounts: OFFERS, retentions: invoice.retentions });
  expect(await onPage(await acme.recordPayment(other.id, { amount: 226.1 }))).toEqual([]);
});

test("the page has percentage, last day and what is to be paid until then, in the client's language", async () => {
  const { acme, invoice } = await issued(...GERMAN, { clientLanguage: "fr" });
  const factsOf = async (of: Invoice) =>
    (await printedContent(of)).payment?.facts.filter(([name]) => name === "Escompte");
  expect((await factsOf(invoice))?.map(([, text]) => text.replace(/\s/g, " "))).toEqual([
    "3 % (Date d’échéance: 30 novembre 2026): 230,86 €",
    "1,5 % (Date d’échéance: 20 décembre 2026): 234,43 €",
  ]);
  const paid = await acme.recordPayment(invoice.id, { amount: 230.86, cashDiscount: true });
  const sums = (await printedContent(paid)).sums.map(({ name, value }) => [name, value.replace(/\s/g, " ")]);
  expect(sums).toContainEqual(["Escompte", "-7,14 €"]);
  expect(await factsOf(paid)).toBeUndefined();
});

test("FatturaPA has the soonest with its last day, and FA(3) all", async () => {
  const fattura = toFatturaPA((await issued(italian.SELLER, italian.ORDER)).invoice);
  expect(fattura).toContain("<ScontoPagamentoAnticipato>7.32</ScontoPagamentoAnticipato>");
  expect(fattura).toContain("<DataLimitePagamentoAnticipato>2026-11-30</DataLimitePagamentoAnticipato>");
  const ksef = toKsef((await issued(polish.SELLER, polish.ORDER)).invoice);
  expect(ksef).toContain("<WarunkiSkonta>3 %: zapłata do 2026-11-30; 1.5 %: zapłata do 2026-12-20</WarunkiSkonta>");
  expect(ksef).toMatch(/<WysokoscSkonta>3 % \([\d.]+ PLN\); 1.5 % \([\d.]+ PLN\)<\/WysokoscSkonta>/);
});
