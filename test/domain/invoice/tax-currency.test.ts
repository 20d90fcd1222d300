import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { standardVatRate } from "faktura/vat";
import { expect, test } from "vitest";
import { addDays } from "../../support/days.ts";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { COUNTRY_CODES } from "../../support/territories.ts";

const TODAY = "2026-11-20";

/** The currency in which an invoice states its VAT; `undefined` if it is only that of the seller's profile. */
async function taxCurrencyOf(country: string, on: string): Promise<string | undefined> {
  const clock = new TestClock(`${on}T12:00:00.000Z`);
  const acme = createInvoicing({ store: memoryStore(), clock }).company("acme");
  await acme.saveProfile(germanProfile({ country, defaultCurrency: "USD", timeZone: "UTC" }));
  const exchangeRate = { rate: 0.5, date: on, source: "ECB" };
  const items = [{ description: "Consulting", quantity: 1, unitPrice: 100, taxRate: 20 }];
  const invoice = await acme.issue(order({ autoVat: false, currency: "KWD", exchangeRate, items }));
  return invoice.taxCurrency === "USD" ? undefined : invoice.taxCurrency;
}

/** The current currencies, as a flat list. */
// biome-ignore format: a flat table
const CURRENCIES: Record<string, string> = {
  AT: "EUR", BE: "EUR", BG: "EUR", CH: "CHF", CY: "EUR", CZ: "CZK", DE: "EUR", DK: "DKK", EE: "EUR", ES: "EUR",
  FI: "EUR", FR: "EUR", GB: "GBP", GR: "EUR", HR: "EUR", HU: "HUF", IE: "EUR", IM: "GBP", IS: "ISK", IT: "EUR",
  LI: "CHF", LT: "EUR", LU: "EUR", LV: "EUR", MC: "EUR", MT: "EUR", NL: "EUR", NO: "NOK", PL: "PLN", PT: "EUR",
  RO: "RON", SE: "SEK", SI: "EUR", SK: "EUR", AX: "EUR", GP: "EUR", MQ: "EUR", RE: "EUR",
};

test("every country with a known rate states its VAT in its own currency", async () => {
  for (const [country, currency] of Object.entries(CURRENCIES))
    expect(await taxCurrencyOf(country, TODAY), country).toBe(currency);
  const rated = COUNTRY_CODES.filter((country) => standardVatRate(country, TODAY) !== undefined);
  expect(rated).toEqual(Object.keys(CURRENCIES).sort());
});

test.each([
  ["EE", "2010-12-31", "EEK"],
  ["LV", "2013-12-31", "LVL"],
  ["LT", "2014-12-31", "LTL"],
  ["HR", "2022-12-31", "HRK"],
  ["BG", "2025-12-31", "BGN"],
])("%s had its own currency until %s: %s", async (country, until, currency) => {
  const next = addDays(until, 1);
  expect([await taxCurrencyOf(country, until), await taxCurrencyOf(country, next)]).toEqual([currency, "EUR"]);
});

test("the page on the VAT table has every state with the euro, with its first day, its currency until then and its law", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/why/vat-table.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \| ([A-Z]{3})? ?\| (.+) \|$/gm)];
  const listed = rows.flatMap(([, since, states, before, law]) => {
    expect(law).toMatch(/^(?:Regulation|Decision) \(E[CU]\) /);
    return [...states!.matchAll(/`(..)`/g)].map(([, code]) => ({ code: code!, since: since!, before }));
  });
  const inEuro = Object.keys(CURRENCIES).filter((code) => CURRENCIES[code] === "EUR" && code !== "MC");
  expect(listed.map(({ code }) => code).sort()).toEqual(inEuro.sort());
  for (const { code, since, before } of listed) {
    const found = [await taxCurrencyOf(code, addDays(since, -1)), await taxCurrencyOf(code, since)];
    expect(found, code).toEqual([before, "EUR"]);
  }
});

test("a country whose VAT is not known has none", async () => {
  for (const country of ["US", "GF", "NC"]) expect(await taxCurrencyOf(country, TODAY), country).toBeUndefined();
});
