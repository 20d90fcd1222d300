import { readFileSync } from "node:fs";
import type { VatRates } from "faktura";
import { standardVatRate, vatRatesAsOf } from "faktura/vat";
import { expect, test } from "vitest";
import { addDays, isDay } from "../../../support/days.ts";
import { RATED_TERRITORIES } from "../../../support/territories.ts";

/** The first day that the table covers. */
const FIRST_DAY = "2010-01-01";
const TODAY = "2026-11-20";

/**
 * The Commission's list of standard rates, and those of the tax authorities of the five other countries and eight
 * areas.
 */
// biome-ignore format: a flat table
const RATES_TODAY: Record<string, number> = {
  AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GB: 20, GR: 24, HR: 25,
  HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23,
  CH: 8.1, IS: 24, LI: 8.1, NO: 25, "PT-20": 16, "PT-30": 22, "AT-Jungholz": 19, "AT-Mittelberg": 19,
  AX: 25.5, GP: 8.5, MQ: 8.5, RE: 8.5,
};

/** The rates that were different on 2019-01-01. */
const OTHER_RATES_IN_2019: Record<string, number> = {
  ...{ AX: 24, CH: 7.7, EE: 20, FI: 24, LI: 7.7, "PT-20": 18, RO: 19, SK: 20 },
};

/** Rates on the first day that the table covers. Sixteen of them are in the OECD's list of 2012. */
// biome-ignore format: a flat table
const RATES_IN_2010: Record<string, number> = {
  AT: 20, BE: 21, BG: 20, CY: 15, CZ: 20, DE: 19, DK: 25, EE: 20, ES: 16, FI: 22, FR: 19.6, GB: 17.5, GR: 19, HR: 23,
  HU: 25, IE: 21, IT: 20, LT: 21, LU: 15, LV: 21, MT: 18, NL: 19, PL: 22, PT: 20, RO: 19, SE: 25, SI: 20, SK: 19,
  CH: 7.6, IS: 25.5, LI: 7.6, NO: 25, "PT-20": 14, "PT-30": 14, "AT-Jungholz": 19, "AT-Mittelberg": 19,
  AX: 22, GP: 8.5, MQ: 8.5, RE: 8.5,
};

/** Every change of a standard rate since 2019: the last day of the old rate, the first day of the new one. */
const CHANGES = [
  { country: "DE", until: "2020-06-30", was: 19, since: "2020-07-01", is: 16 },
  { country: "IE", until: "2020-08-31", was: 23, since: "2020-09-01", is: 21 },
  { country: "DE", until: "2020-12-31", was: 16, since: "2021-01-01", is: 19 },
  { country: "IE", until: "2021-02-28", was: 21, since: "2021-03-01", is: 23 },
  { country: "PT-20", until: "2021-06-30", was: 18, since: "2021-07-01", is: 16 },
  { country: "LU", until: "2022-12-31", was: 17, since: "2023-01-01", is: 16 },
  { country: "LU", until: "2023-12-31", was: 16, since: "2024-01-01", is: 17 },
  { country: "EE", until: "2023-12-31", was: 20, since: "2024-01-01", is: 22 },
  { country: "CH", until: "2023-12-31", was: 7.7, since: "2024-01-01", is: 8.1 },
  { country: "LI", until: "2023-12-31", was: 7.7, since: "2024-01-01", is: 8.1 },
  { country: "FI", until: "2024-08-31", was: 24, since: "2024-09-01", is: 25.5 },
  { country: "AX", until: "2024-08-31", was: 24, since: "2024-09-01", is: 25.5 },
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

/** Every rate again, as a calendar: what began on which day. */
// biome-ignore format: a calendar has a day a line
const CALENDAR: Record<string, string> = {
  "1984-01-01": "AT 20",
  "1990-07-01": "SE 25",
  "1992-01-01": "DK 25, LU 15",
  "1993-07-05": "PL 22",
  "1994-06-01": "FI 22, AX 22",
  "1995-01-01": "ES 16",
  "1996-01-01": "BE 21",
  "1997-10-01": "IT 20",
  "1999-01-01": "BG 20",
  "2000-01-01": "RO 19",
  "2000-04-01": "FR 19.6, GP 8.5, MQ 8.5, RE 8.5",
  "2001-01-01": "NL 19, CH 7.6, LI 7.6",
  "2002-01-01": "SI 20",
  "2003-01-01": "CY 15",
  "2004-01-01": "MT 18, SK 19",
  "2005-01-01": "NO 25",
  "2005-04-01": "GR 19",
  "2007-01-01": "DE 19, AT-Jungholz 19, AT-Mittelberg 19",
  "2008-07-01": "PT 20, PT-20 14, PT-30 14",
  "2009-01-01": "LV 21",
  "2009-07-01": "EE 20, HU 25",
  "2009-08-01": "HR 23",
  "2009-09-01": "LT 21",
  "2010-01-01": "CZ 20, GB 17.5, IE 21, IS 25.5",
  "2010-03-15": "GR 21",
  "2010-07-01": "ES 18, FI 23, AX 23, GR 23, RO 24, PT 21, PT-20 15, PT-30 15",
  "2011-01-01": "LV 22, PL 23, SK 20, PT 23, PT-20 16, PT-30 16, CH 8, LI 8",
  "2011-01-04": "GB 20",
  "2011-09-17": "IT 21",
  "2012-01-01": "HU 27, IE 23",
  "2012-03-01": "CY 17, HR 25",
  "2012-04-01": "PT-30 22",
  "2012-07-01": "LV 21",
  "2012-09-01": "ES 21",
  "2012-10-01": "NL 21",
  "2013-01-01": "CZ 21, FI 24, AX 24",
  "2013-01-14": "CY 18",
  "2013-07-01": "SI 22",
  "2013-10-01": "IT 22",
  "2014-01-01": "FR 20, PT-20 18",
  "2014-01-13": "CY 19",
  "2015-01-01": "LU 17, IS 24",
  "2016-01-01": "RO 20",
  "2016-06-01": "GR 24",
  "2017-01-01": "RO 19",
  "2018-01-01": "CH 7.7, LI 7.7",
  "2020-07-01": "DE 16",
  "2020-09-01": "IE 21",
  "2021-01-01": "DE 19",
  "2021-03-01": "IE 23",
  "2021-07-01": "PT-20 16",
  "2023-01-01": "LU 16",
  "2024-01-01": "EE 22, LU 17, CH 8.1, LI 8.1",
  "2024-09-01": "FI 25.5, AX 25.5",
  "2025-01-01": "SK 23",
  "2025-07-01": "EE 24",
  "2025-08-01": "RO 21",
};

const STARTS = Object.entries(CALENDAR).flatMap(([since, starts]) =>
  starts.split(", ").map((start) => ({ since, country: start.split(" ")[0]!, is: Number(start.split(" ")[1]) })),
);

test.each(Object.keys(RATES_TODAY))(
  "%s has the rate of the calendar on each day from 2010 to 2029, and no other change",
  (country) => {
    const starts = STARTS.filter((start) => start.country === country && start.since > FIRST_DAY);
    const changes: string[] = [];
    for (let day = FIRST_DAY, rate = RATES_IN_2010[country]; day < "2030"; day = addDays(day, 1)) {
      const next = standardVatRate(country, day);
      if (next !== rate) changes.push(`${day} ${next}`);
      rate = next;
    }
    expect(changes).toEqual(starts.map(({ since, is }) => `${since} ${is}`));
    const since2019 = changes.filter((change) => change > "2019-01-02").map((change) => change.slice(0, 10));
    expect(since2019).toEqual(CHANGES.filter((change) => change.country === country).map(({ since }) => since));
  },
);

test("a rate starts on its own day and not a day before, and before the first one there is no rate rather than a guess", () => {
  const last: Record<string, number> = {};
  for (const { since, country, is } of STARTS) {
    expect(standardVatRate(country, addDays(since, -1)), `${country} before ${since}`).toBe(last[country]);
    expect(standardVatRate(country, since), `${country} on ${since}`).toBe(is);
    expect(is, `${country} on ${since}`).not.toBe(last[country]);
    last[country] = is;
  }
  expect(last).toEqual(RATES_TODAY);
});

test("27 member states, five other countries and eight areas charge the published rates, in 2010, in 2019 and today", () => {
  const standard = RATED_TERRITORIES.filter((key) => standardVatRate(key, TODAY) !== undefined);
  expect([...standard].sort()).toEqual(Object.keys(RATES_TODAY).sort());
  expect(Object.keys(RATES_IN_2010).sort()).toEqual(Object.keys(RATES_TODAY).sort());
  expect(Object.keys(RATES_TODAY)).toHaveLength(27 + 5 + 8);
  for (const [country, rate] of Object.entries(RATES_TODAY)) {
    expect(standardVatRate(country, TODAY), country).toBe(rate);
    expect(standardVatRate(country, "2019-01-01"), country).toBe(OTHER_RATES_IN_2019[country] ?? rate);
    expect(standardVatRate(country, FIRST_DAY), country).toBe(RATES_IN_2010[country]);
  }
});

test("Croatia has the rate of the day on which it joined, which is older than that day", () => {
  expect(standardVatRate("HR", "2013-06-30")).toBe(25);
  expect(standardVatRate("HR", "2013-07-01")).toBe(25);
});

test("Liechtenstein changes with Switzerland, Mittelberg with Jungholz, and Åland with Finland", () => {
  const days = (country: string) =>
    STARTS.filter((start) => start.country === country).map(({ since, is }) => ({ since, is }));
  expect(days("LI")).toEqual(days("CH"));
  expect(days("AT-Mittelberg")).toEqual(days("AT-Jungholz"));
  expect(days("AX")).toEqual(days("FI"));
  expect([days("GP"), days("MQ")]).toEqual([days("RE"), days("RE")]);
});

/** What the page on the sources says about a country, from the rows of its table. */
const PAGE = readFileSync(new URL("../../../../docs/why/vat-rates.md", import.meta.url), "utf8");
const onPage = (country: string) =>
  PAGE.split("\n")
    .filter((line) => line.startsWith(`| ${country} |`))
    .flatMap((line) => line.split("|")[2]!.split(";"))
    .map((rate) => rate.trim());

test.each(Object.keys(RATES_TODAY))("the page on the sources has exactly the rates of %s", (country) => {
  const rates = STARTS.filter((start) => start.country === country).map(({ since, is }) => `${is}, ${since}`);
  expect(onPage(country).sort()).toEqual(rates.sort());
});

test("the day of the last check is a day, and the page on the sources says the same", () => {
  expect(isDay(vatRatesAsOf)).toBe(true);
  expect(PAGE).toContain(`checked against the sources below on ${vatRatesAsOf}`);
});

/** The lines of the source file that have a row, because comments are only in the file. */
const LINES = readFileSync(new URL("../../../../src/domain/vat/rates/rate-table.ts", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /"\d[\d.]* \d{4}-/.test(line));

/** A whole row on one line, and the comment after it. An act has a number, or a title in quotes. */
const ROW_WITH_ACT = /"([\d.]+) (\S+)"\]?, \/\/ (?=.*[\d“]).{6,}$/;

test("each row names its act in a comment, also a row that several areas share", () => {
  expect(LINES.filter((line) => !ROW_WITH_ACT.test(line))).toEqual([]);
  const inFile = LINES.map((line) => ROW_WITH_ACT.exec(line)!.slice(1).join(" "));
  expect([...new Set(inFile)].sort()).toEqual([...new Set(STARTS.map(({ since, is }) => `${is} ${since}`))].sort());
});

test("Monaco is charged as France and the Isle of Man as the United Kingdom", () => {
  expect([standardVatRate("MC", TODAY), standardVatRate("MC", FIRST_DAY)]).toEqual([20, 19.6]);
  expect([standardVatRate("IM", TODAY), standardVatRate("IM", FIRST_DAY)]).toEqual([20, 17.5]);
  const rates: VatRates = { FR: [{ since: "2027-01-01", percent: "21.2" }] };
  expect(standardVatRate("MC", "2027-01-01", rates)).toBe(21.2);
});

test("other countries, areas without their own rate, prefixes and misspellings have no rate", () => {
  const others = ["US", "AD", "GF", "YT", "EL", "UK", "XI", "EU", "de", "DEU", "", " DE"];
  for (const country of [...others, "PT-10", "PT20", "AT-jungholz", "ES-CN", "GR-69", "GB-NIR"]) {
    expect(standardVatRate(country, TODAY), country).toBeUndefined();
  }
});

test("names that every object inherits are not countries", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
    expect(standardVatRate(name, TODAY), name).toBeUndefined();
    expect(standardVatRate(name, TODAY, {}), name).toBeUndefined();
  }
});

test("the host's rows replace the country's built-in ones, in any order", () => {
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

test("the host can add a country, and remove one with an empty array", () => {
  const rates: VatRates = { RS: [{ since: "2012-10-01", percent: "20" }], DE: [] };
  expect(standardVatRate("RS", TODAY, rates)).toBe(20);
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
])("a host's row of $percent % since $since is a mistake and never skipped silently", (row) => {
  const rates: VatRates = { DE: [{ since: "2000-01-01", percent: "19" }, row] };
  expect(() => standardVatRate("DE", TODAY, rates)).toThrow(TypeError);
  expect(standardVatRate("FR", TODAY, rates)).toBe(20);
});
