import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EURO_ADOPTIONS, taxCurrencyOf } from "../../../src/domain/invoice/tax-currency.ts";
import { STANDARD_RATES } from "../../../src/domain/vat/rates/rate-table.ts";

const TODAY = "2026-11-20";

/** The current currencies, as a flat list. */
// biome-ignore format: a flat table
const CURRENCIES: Record<string, string> = {
  AT: "EUR", BE: "EUR", BG: "EUR", CH: "CHF", CY: "EUR", CZ: "CZK", DE: "EUR", DK: "DKK", EE: "EUR", ES: "EUR",
  FI: "EUR", FR: "EUR", GB: "GBP", GR: "EUR", HR: "EUR", HU: "HUF", IE: "EUR", IM: "GBP", IS: "ISK", IT: "EUR",
  LI: "CHF", LT: "EUR", LU: "EUR", LV: "EUR", MC: "EUR", MT: "EUR", NL: "EUR", NO: "NOK", PL: "PLN", PT: "EUR",
  RO: "RON", SE: "SEK", SI: "EUR", SK: "EUR", AX: "EUR", GP: "EUR", MQ: "EUR", RE: "EUR",
};

test("every country with a known rate states its VAT in its own currency", () => {
  for (const [country, currency] of Object.entries(CURRENCIES)) {
    expect(taxCurrencyOf(country, TODAY), country).toBe(currency);
  }
  const rated = Object.keys(STANDARD_RATES).filter((id) => id.length === 2);
  expect([...rated, "MC", "IM"].sort()).toEqual(Object.keys(CURRENCIES).sort());
});

test.each([
  ["EE", "2010-12-31", "EEK"],
  ["LV", "2013-12-31", "LVL"],
  ["LT", "2014-12-31", "LTL"],
  ["HR", "2022-12-31", "HRK"],
  ["BG", "2025-12-31", "BGN"],
])("%s had its own currency until %s: %s", (country, until, currency) => {
  const next = new Date(Date.parse(until) + 86_400_000).toISOString().slice(0, 10);
  expect([taxCurrencyOf(country, until), taxCurrencyOf(country, next)]).toEqual([currency, "EUR"]);
});

test("the page on the VAT table has every state with the euro, with its first day and its law", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/why/vat-table.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \| ([A-Z]{3})? ?\| (.+) \|$/gm)];
  const onPage = rows.map(([, since, states, before, law]) => {
    return { since, states: [...states!.matchAll(/`(..)`/g)].map(([, code]) => code), before, law };
  });
  expect(onPage).toEqual(EURO_ADOPTIONS.map((row) => ({ before: undefined, ...row })));
});

test("the first states have the euro since 1999, and no currency of theirs is known before", () => {
  expect([taxCurrencyOf("DE", "1999-01-01"), taxCurrencyOf("DE", "1998-12-31")]).toEqual(["EUR", undefined]);
});

test("a country whose VAT is not known has none, nor has a name that every object inherits", () => {
  for (const country of ["US", "GF", "NC", "constructor", "toString"]) {
    expect(taxCurrencyOf(country, TODAY), country).toBeUndefined();
  }
});
