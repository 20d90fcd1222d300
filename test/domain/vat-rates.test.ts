import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addDays, isCalendarDay } from "../../src/domain/calendar.ts";
import { standardVatRate } from "../../src/domain/standard-vat-rate.ts";
import { STANDARD_RATES, type VatRates } from "../../src/domain/vat-rates.ts";

const FIRST_DAY = "2019-01-01";
const TODAY = "2026-11-20";

/** The Commission's table of standard rates, copied out flat: a second opinion on the newest row of each country. */
// biome-ignore format: a flat table
const RATES_TODAY: Record<string, number> = {
  AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GB: 20, GR: 24, HR: 25,
  HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23,
};

/** And of the rates on the first day that the table covers. */
const OTHER_RATES_IN_2019: Record<string, number> = { EE: 20, FI: 24, RO: 19, SK: 20 };

/** Every change of a standard rate since 2019: the last day of the old one, the first day of the new one. */
const CHANGES = [
  { country: "DE", until: "2020-06-30", was: 19, since: "2020-07-01", is: 16 },
  { country: "IE", until: "2020-08-31", was: 23, since: "2020-09-01", is: 21 },
  { country: "DE", until: "2020-12-31", was: 16, since: "2021-01-01", is: 19 },
  { country: "IE", until: "2021-02-28", was: 21, since: "2021-03-01", is: 23 },
  { country: "LU", until: "2022-12-31", was: 17, since: "2023-01-01", is: 16 },
  { country: "LU", until: "2023-12-31", was: 16, since: "2024-01-01", is: 17 },
  { country: "EE", until: "2023-12-31", was: 20, since: "2024-01-01", is: 22 },
  { country: "FI", until: "2024-08-31", was: 24, since: "2024-09-01", is: 25.5 },
  { country: "SK", until: "2024-12-31", was: 20, since: "2025-01-01", is: 23 },
  { country: "EE", until: "2025-06-30", was: 22, since: "2025-07-01", is: 24 },
  { country: "RO", until: "2025-07-31", was: 19, since: "2025-08-01", is: 21 },
];

test.each(CHANGES)(
  "$country charges $was % until $until and $is % from $since",
  ({ country, until, was, since, is }) => {
    expect(standardVatRate(country, until)).toBe(was);
    expect(standardVatRate(country, since)).toBe(is);
  },
);

test("the table has no change since 2019 but these", () => {
  const inTable = Object.entries(STANDARD_RATES)
    .flatMap(([country, rows]) => rows.map((row) => `${row.since} ${country}`))
    .filter((change) => change > FIRST_DAY);
  expect(inTable.sort()).toEqual(CHANGES.map(({ since, country }) => `${since} ${country}`).sort());
});

/** What the page on the sources says of a country, from the rows of its table. */
const PAGE = readFileSync(new URL("../../docs/why/vat-rates.md", import.meta.url), "utf8");
const onPage = (country: string) =>
  PAGE.split("\n")
    .filter((line) => line.startsWith(`| ${country} |`))
    .map((line) => line.split("|")[2]!)
    .join(";");

test.each(CHANGES)("the page on the sources has $country's $is % from $since", ({ country, since, is }) => {
  expect(
    onPage(country)
      .split(";")
      .map((rate) => rate.trim()),
  ).toContain(`${is}, ${since}`);
});

test("the 27 member states and the United Kingdom charge the Commission's rates, in 2019 and today", () => {
  expect(Object.keys(STANDARD_RATES).sort()).toEqual(Object.keys(RATES_TODAY).sort());
  expect(Object.keys(RATES_TODAY)).toHaveLength(28);
  for (const [country, rate] of Object.entries(RATES_TODAY)) {
    expect(standardVatRate(country, TODAY), country).toBe(rate);
    expect(standardVatRate(country, FIRST_DAY), country).toBe(OTHER_RATES_IN_2019[country] ?? rate);
  }
});

test.each(Object.entries(STANDARD_RATES))("%s has dated rows, newest first, each with its source", (_country, rows) => {
  for (const { since, percent, source } of rows) {
    expect(isCalendarDay(since), since).toBe(true);
    expect(percent).toMatch(/^\d{2}(\.\d*[1-9])?$/);
    expect(source.length).toBeGreaterThan(5);
  }
  const days = rows.map(({ since }) => since);
  expect(days).toEqual([...new Set(days)].sort().reverse());
  expect(days.at(-1)! <= FIRST_DAY).toBe(true);
});

/** First days of the rows in force on 2019-01-01, once more: a rate starts on its own day and not a day before. */
// biome-ignore format: a flat table
const FIRST_DAYS: Record<string, string> = {
  AT: "1984-01-01", BE: "1996-01-01", BG: "1999-01-01", CY: "2014-01-13", CZ: "2013-01-01", DE: "2007-01-01",
  DK: "1992-01-01", EE: "2009-07-01", ES: "2012-09-01", FI: "2013-01-01", FR: "2014-01-01", GB: "2011-01-04",
  GR: "2016-06-01", HR: "2012-03-01", HU: "2012-01-01", IE: "2012-01-01", IT: "2013-10-01", LT: "2009-09-01",
  LU: "2015-01-01", LV: "2012-07-01", MT: "2004-01-01", NL: "2012-10-01", PL: "2011-01-01", PT: "2011-01-01",
  RO: "2017-01-01", SE: "1990-07-01", SI: "2013-07-01", SK: "2011-01-01",
};

test("before its first row a country has no rate rather than a guess", () => {
  for (const [country, since] of Object.entries(FIRST_DAYS)) {
    expect(standardVatRate(country, since), country).toBeTypeOf("number");
    expect(standardVatRate(country, addDays(since, -1)), country).toBeUndefined();
  }
});

test("Monaco is charged as France and the Isle of Man as the United Kingdom", () => {
  expect(standardVatRate("MC", TODAY)).toBe(20);
  expect(standardVatRate("IM", TODAY)).toBe(20);
  const rates: VatRates = { FR: [{ since: "2027-01-01", percent: "21.2" }] };
  expect(standardVatRate("MC", "2027-01-01", rates)).toBe(21.2);
});

test("countries without EU VAT, prefixes and misspellings have no rate", () => {
  for (const country of ["US", "CH", "NO", "AX", "GP", "EL", "UK", "XI", "EU", "de", "DEU", "", " DE"]) {
    expect(standardVatRate(country, TODAY), country).toBeUndefined();
  }
});

test("names that every object inherits are no countries", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
    expect(standardVatRate(name, TODAY), name).toBeUndefined();
    expect(standardVatRate(name, TODAY, {}), name).toBeUndefined();
  }
});

test("the host's rows replace the country's built-in ones, in whatever order they stand", () => {
  const rows = [
    { since: "2020-01-01", percent: "10" },
    { since: "2027-01-01", percent: "22.75", source: "next year's budget" },
    { since: "2026-01-01", percent: "100" },
  ];
  for (const rates of [{ DE: rows }, { DE: rows.toReversed() }]) {
    expect(standardVatRate("DE", "2019-12-31", rates)).toBeUndefined();
    expect(standardVatRate("DE", "2025-12-31", rates)).toBe(10);
    expect(standardVatRate("DE", "2026-12-31", rates)).toBe(100);
    expect(standardVatRate("DE", "2027-01-01", rates)).toBe(22.75);
    expect(standardVatRate("FR", "2027-01-01", rates)).toBe(20);
  }
});

test("the host can add a country, and take one out with an empty list", () => {
  const rates: VatRates = { NO: [{ since: "2005-01-01", percent: "25" }], DE: [] };
  expect(standardVatRate("NO", TODAY, rates)).toBe(25);
  expect(standardVatRate("DE", TODAY, rates)).toBeUndefined();
});

test.each([
  { since: "2026-1-1", percent: "20" },
  { since: "01.01.2026", percent: "20" },
  { since: "", percent: "20" },
  { since: "2026-01-01", percent: "" },
  { since: "2026-01-01", percent: "0,2" },
  { since: "2026-01-01", percent: "-5" },
  { since: "2026-01-01", percent: "1e1" },
  { since: "2026-01-01", percent: "100.5" },
  { since: "2026-01-01", percent: " 20" },
])("a host's row of $percent % since $since is a mistake and never skipped in silence", (row) => {
  const rates: VatRates = { DE: [{ since: "2000-01-01", percent: "19" }, row] };
  expect(() => standardVatRate("DE", TODAY, rates)).toThrow(TypeError);
  expect(standardVatRate("FR", TODAY, rates)).toBe(20);
});
