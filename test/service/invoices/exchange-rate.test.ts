import type { InvoiceOrder } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks, traceOf } from "../books.ts";

const ECB = { rate: 0.8592, date: "2026-11-19", source: "ECB" };
const IN_DOLLARS: Partial<InvoiceOrder> = { currency: "USD", supplyDate: "2026-11-20" };

test("an exchange rate states the VAT in the currency of the seller's state", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order({ ...IN_DOLLARS, exchangeRate: ECB }));
  const converted = { taxTotal: 38, taxCurrency: "EUR", taxTotalInTaxCurrency: 32.65, exchangeRate: ECB };
  expect(invoice).toMatchObject({ ...converted, warnings: [] });
  expect(await acme.get(invoice.id)).toMatchObject(converted);
});

test.each([
  ["CZ", "EUR", 24.318, 1021.36, "CZK"],
  ["HU", "EUR", 385.1, 20795.4, "HUF"],
  ["IS", "EUR", 146.7, 7042, "ISK"],
  ["DK", "JPY", 0.04257, 2.13, "DKK"],
  ["BG", "USD", 0.8592, 34.37, "EUR"],
])("a seller in %s that invoices in %s at %d owes %d %s", async (country, currency, rate, amount, taxCurrency) => {
  const { acme } = await openBooks(undefined, { country });
  const invoice = await acme.issue(order({ clientCountry: country, currency, exchangeRate: { ...ECB, rate } }));
  expect(invoice).toMatchObject({ taxCurrency, taxTotalInTaxCurrency: amount });
});

test("without one, a warning says what is missing, where VAT is due", async () => {
  const { acme } = await openBooks();
  const [warning] = (await acme.issue(order(IN_DOLLARS))).warnings;
  expect(warning).toMatchObject({
    code: "exchange_rate_missing",
    detail: expect.stringMatching(/EUR.*230.*USD to EUR/),
  });
  const exempt = await acme.issue(order({ ...IN_DOLLARS, clientCountry: "US", supply: "goods" }));
  expect([exempt.taxTotal, exempt.warnings.map(({ code }) => code)]).toEqual([0, ["export_proof_missing"]]);
  expect(Object.keys(exempt)).not.toContain("taxTotalInTaxCurrency");
});

test("where no VAT is due nothing is converted, and the rate is kept as it was ordered", async () => {
  const { acme } = await openBooks();
  const exported = { ...IN_DOLLARS, clientCountry: "US", supply: "goods" } as const;
  const exempt = await acme.issue(order({ ...exported, exchangeRate: ECB }));
  expect(exempt).toMatchObject({ taxTotal: 0, exchangeRate: ECB, warnings: [{ code: "export_proof_missing" }] });
  expect(Object.keys(exempt).filter((name) => /currency/i.test(name))).toEqual(["currency"]);
});

describe("a state that joins the euro, Bulgaria on 2026-01-01", () => {
  const IN_LEVA = { ...ECB, rate: 1.95583 };

  test("an invoice issued after that states its VAT in euros alone, also for a supply from before", async () => {
    const { acme } = await openBooks(undefined, { country: "BG" });
    const december = { clientCountry: "BG", supplyDate: "2025-12-31" };
    const invoice = await acme.issue(order(december));
    expect([invoice.currency, invoice.taxRate, invoice.warnings]).toEqual(["EUR", 20, []]);
    const converted = acme.issue(order({ ...december, exchangeRate: IN_LEVA }));
    await expect(converted).rejects.toMatchObject({ code: "request_invalid", errors: [{ pointer: "/exchangeRate" }] });
  });

  test("one issued before states it in leva, also for a supply from after", async () => {
    const { acme, clock } = await openBooks(undefined, { country: "BG" });
    clock.set("2025-12-20T12:00:00.000Z");
    const january = { clientCountry: "BG", supplyDate: "2026-01-02", exchangeRate: IN_LEVA };
    expect(await acme.issue(order(january))).toMatchObject({ taxCurrency: "BGN", taxTotalInTaxCurrency: 78.23 });
  });
});

test("a seller outside the EU is not told that article 230 binds it", async () => {
  const { acme } = await openBooks(undefined, { country: "NO", ossRegistered: false });
  const [warning] = (await acme.issue(order({ clientCountry: "NO" }))).warnings;
  expect(warning).toEqual({
    code: "exchange_rate_missing",
    detail:
      "The VAT is not stated in NOK. If the law of the seller's country requires that, order with the exchangeRate from " +
      "EUR to NOK.",
  });
});

test.each(["CH", "LI"])("a seller in %s is not asked for an amount in francs", async (country) => {
  const { acme } = await openBooks(undefined, { country, ossRegistered: false });
  expect((await acme.issue(order({ clientCountry: country }))).warnings).toEqual([]);
});

test("nor is it asked for its own currency if the VAT is another state's, declared through OSS", async () => {
  const { acme } = await openBooks(undefined, { country: "CH" });
  const abroad = await acme.issue(order({ clientCountry: "FI", supply: "digital" }));
  expect([abroad.taxTotal, abroad.warnings]).toEqual([51, []]);
  const reduced = { clientCountry: "FI", supply: "digital", autoVat: false, taxRate: 13.5 } as const;
  expect(await acme.issue(order(reduced))).toMatchObject({ taxTotal: 27, warnings: [] });
  const line = { description: "Plan", quantity: 1, unitPrice: 100 };
  const items = [{ ...line, supply: "goods" } as const, { ...line, supply: "digital" } as const];
  const mixed = await acme.issue(order({ clientCountry: "FI", isCompany: true, items }));
  expect([mixed.vatTreatment, mixed.taxTotal]).toEqual(["mixed", 25.5]);
  expect(mixed.warnings.map(({ code }) => code)).toEqual(["company_without_number"]);
  const { acme: inWarsaw } = await openBooks(undefined, { country: "PL", vatNumber: "PL5260250274" });
  const polish = await inWarsaw.issue(order({ clientCountry: "FI", supply: "digital" }));
  expect(polish.warnings).toMatchObject([{ code: "exchange_rate_missing", detail: expect.stringContaining("PLN") }]);
});

test("a rate given by hand is converted as well", async () => {
  const { acme } = await openBooks();
  const manual = { autoVat: false, taxRate: 7, ...IN_DOLLARS };
  expect(await acme.issue(order({ ...manual, exchangeRate: ECB }))).toMatchObject({ taxTotalInTaxCurrency: 12.03 });
  expect((await acme.issue(order(manual))).warnings).toMatchObject([{ code: "exchange_rate_missing" }]);
});

test("if the seller's VAT is not known, the company's own currency replaces its state's", async () => {
  const rates = { JP: [{ since: "2019-10-01", percent: "10" }] };
  const { acme } = await openBooks(undefined, { country: "JP", defaultCurrency: "JPY" }, { rates });
  const sold = { clientCountry: "JP", currency: "USD", exchangeRate: { ...ECB, rate: 154.6 } };
  expect(await acme.issue(order(sold))).toMatchObject({ taxCurrency: "JPY", taxTotalInTaxCurrency: 3092 });
});

test.each([
  ["/exchangeRate", { exchangeRate: ECB }],
  ["/exchangeRate", { exchangeRate: ECB, currency: "EUR" }],
  ["/exchangeRate", { exchangeRate: { ...ECB, currency: "USD" }, currency: "USD" }],
  ["/exchangeRate/currency", { exchangeRate: { ...ECB, currency: "XXX" } }],
  ["/exchangeRate/rate", { ...IN_DOLLARS, exchangeRate: { ...ECB, rate: 0 } }],
  ["/exchangeRate/rate", { ...IN_DOLLARS, exchangeRate: { ...ECB, rate: -1 } }],
  ["/exchangeRate/rate", { ...IN_DOLLARS, exchangeRate: { ...ECB, rate: "0.85" as unknown as number } }],
  ["/exchangeRate/date", { ...IN_DOLLARS, exchangeRate: { ...ECB, date: "2026-02-30" } }],
  ["/exchangeRate/source", { ...IN_DOLLARS, exchangeRate: { ...ECB, source: " " } }],
  ["/exchangeRate/Rate", { ...IN_DOLLARS, exchangeRate: { ...ECB, Rate: 1 } }],
])("%s is refused where it is not right, and nothing is left behind (%#)", async (pointer, change) => {
  const { acme, store } = await openBooks();
  const before = await traceOf(store);
  const refusal = { code: "request_invalid", errors: [{ pointer }] };
  await expect(acme.issue(order(change))).rejects.toMatchObject(refusal);
  expect(await traceOf(store)).toEqual(before);
});

test("a rate into another currency states the VAT in it, and does not replace what the law requires", async () => {
  const { acme } = await openBooks();
  const exchangeRate = { ...ECB, rate: 0.93, currency: "CHF" };
  const inFrancs = { taxCurrency: "CHF", taxTotalInTaxCurrency: 35.34, exchangeRate };
  const invoice = await acme.issue(order({ exchangeRate }));
  expect(invoice).toMatchObject({ currency: "EUR", ...inFrancs, warnings: [] });
  const inDollars = await acme.issue(order({ ...IN_DOLLARS, exchangeRate }));
  expect(inDollars).toMatchObject({ ...inFrancs, warnings: [{ code: "exchange_rate_missing" }] });
  const creditNote = await acme.credit(invoice.id, { reason: "x" });
  expect(creditNote).toMatchObject({ ...inFrancs, exchangeRate });
  expect((await acme.audit()).findings).toEqual([]);
  const { domestic } = await acme.vatReport({ from: "2026-11-01", to: "2026-11-30" });
  expect(domestic.lines.map(({ currency, taxAmount }) => [currency, taxAmount])).toEqual([["USD", 38]]);
});

test("the currency of the seller's state may be stated too", async () => {
  const { acme } = await openBooks();
  const exchangeRate = { ...ECB, currency: "EUR" };
  const invoice = await acme.issue(order({ ...IN_DOLLARS, exchangeRate }));
  expect(invoice).toMatchObject({ taxCurrency: "EUR", taxTotalInTaxCurrency: 32.65, warnings: [] });
  const { domestic } = await acme.vatReport({ from: "2026-11-01", to: "2026-11-30" });
  expect(domestic.lines.map(({ currency, taxAmount }) => [currency, taxAmount])).toEqual([["EUR", 32.65]]);
});

test("a conversion that no double holds is refused", async () => {
  const { acme } = await openBooks();
  const exchangeRate = { ...ECB, rate: 1e15 };
  const refusal = { code: "amount_out_of_range", errors: [{ pointer: "/exchangeRate/rate" }] };
  await expect(acme.issue(order({ ...IN_DOLLARS, exchangeRate }))).rejects.toMatchObject(refusal);
});
