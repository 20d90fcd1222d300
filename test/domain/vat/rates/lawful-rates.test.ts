import { readFileSync } from "node:fs";
import type { VatRateKind, VatRates } from "faktura";
import { vatRates } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { addDays, isDay } from "../../../support/days.ts";
import { RATED_TERRITORIES } from "../../../support/territories.ts";

const TODAY = "2026-11-20";

/**
 * All lawful rates again, by the first day on which they are these: from lists of rates instead of lists of changes. The
 * letter is the kind, which standard rates do not have.
 */
// biome-ignore format: a flat table
const STATES: Record<string, Record<string, string>> = {
  AT: { "2020-01-01": "20 13r 10r", "2020-04-14": "20 13r 10r 0t", "2020-07-01": "20 13r 10r 5t 0t", "2020-08-01": "20 13r 10r 5t", "2020-12-12": "20 13r 10r 5t 0t", "2022-01-01": "20 13r 10r 0t", "2023-01-01": "20 13r 10r 0z", "2026-07-01": "20 13r 10r 4.9s 0z" },
  "AT-Jungholz": { "2020-01-01": "19 13r 10r", "2020-04-14": "19 13r 10r 0t", "2020-07-01": "19 13r 10r 5t 0t", "2020-08-01": "19 13r 10r 5t", "2020-12-12": "19 13r 10r 5t 0t", "2022-01-01": "19 13r 10r 0t", "2023-01-01": "19 13r 10r 0z", "2026-07-01": "19 13r 10r 4.9s 0z" },
  "AT-Mittelberg": { "2020-01-01": "19 13r 10r", "2020-04-14": "19 13r 10r 0t", "2020-07-01": "19 13r 10r 5t 0t", "2020-08-01": "19 13r 10r 5t", "2020-12-12": "19 13r 10r 5t 0t", "2022-01-01": "19 13r 10r 0t", "2023-01-01": "19 13r 10r 0z", "2026-07-01": "19 13r 10r 4.9s 0z" },
  AX: { "2020-01-01": "24 14r 10r 0z", "2024-09-01": "25.5 14r 10r 0z", "2026-01-01": "25.5 13.5r 10r 0z" },
  BE: { "2020-01-01": "21 12r 6r 0z" },
  BG: { "2020-01-01": "20 9r", "2020-12-12": "20 9r 0t", "2025-01-01": "20 9r" },
  CH: { "2020-01-01": "7.7 3.7r 2.5r", "2024-01-01": "8.1 3.8r 2.6r", "2028-01-01": "8.1 2.6r" },
  CY: { "2020-01-01": "19 9r 5r", "2023-05-05": "19 9r 5r 0t", "2023-07-21": "19 9r 5r 3s 0z" },
  CZ: { "2020-01-01": "21 15r 10r", "2020-12-16": "21 15r 10r 0t", "2023-01-01": "21 15r 10r", "2024-01-01": "21 12r 0z" },
  DE: { "2020-01-01": "19 10.7f 7r 5.5f", "2020-07-01": "16 10.7f 5.5f 5r", "2021-01-01": "19 10.7f 7r 5.5f", "2022-01-01": "19 9.5f 7r 5.5f", "2023-01-01": "19 9f 7r 5.5f 0z", "2024-12-06": "19 8.4f 7r 5.5f 0z", "2025-01-01": "19 7.8f 7r 5.5f 0z" },
  DK: { "2020-01-01": "25 0z" },
  EE: { "2020-01-01": "20 9r", "2022-08-01": "20 9r 5r", "2024-01-01": "22 20t 9r 5r", "2025-01-01": "22 20t 13r 9r", "2025-07-01": "24 13r 9r" },
  ES: { "2020-01-01": "21 10r 4s", "2020-04-23": "21 10r 4s 0t", "2022-04-10": "21 10r 4s 0z", "2022-07-01": "21 10r 5t 4s 0z", "2024-10-01": "21 10r 7.5t 4s 2t 0z", "2025-01-01": "21 10r 4s 0z" },
  FI: { "2020-01-01": "24 14r 10r 0z", "2024-09-01": "25.5 14r 10r 0z", "2026-01-01": "25.5 13.5r 10r 0z" },
  FR: { "2020-01-01": "20 10r 5.5r 2.1s", "2020-12-31": "20 10r 5.5r 2.1s 0t", "2023-01-01": "20 10r 5.5r 2.1s" },
  "FR-20R": { "2020-01-01": "20 13r 10r 5.5r 2.1s 0.9s", "2020-12-31": "20 13r 10r 5.5r 2.1s 0.9s 0t", "2023-01-01": "20 13r 10r 5.5r 2.1s 0.9s" },
  GB: { "2020-01-01": "20 5r 0z", "2021-10-01": "20 12.5t 5r 0z", "2022-04-01": "20 5r 0z" },
  GF: { "2020-01-01": "0z" },
  GP: { "2020-01-01": "8.5 2.1r 1.75s 1.05s", "2025-03-01": "8.5 2.1r 1.75s 1.05s 0t", "2028-01-01": "8.5 2.1r 1.75s 1.05s" },
  GR: { "2020-01-01": "24 13r 6r", "2020-12-12": "24 13r 6r 0z", "2023-11-01": "24 13r 6r 4s 0z" },
  "GR-islands": { "2020-01-01": "24 13r 6r", "2020-12-12": "24 13r 6r 0z", "2021-07-01": "24 17r 13r 9r 6r 4s 3s 0z" },
  HR: { "2020-01-01": "25 13r 5r", "2021-01-01": "25 13r 5r 0t", "2022-10-01": "25 13r 5r 0z" },
  HU: { "2020-01-01": "27 18r 5r", "2024-01-01": "27 18r 5r 0z" },
  IE: { "2020-01-01": "23 13.5r 9r 4.8s 0z", "2020-09-01": "21 13.5r 9r 4.8s 0z", "2021-03-01": "23 13.5r 9r 4.8s 0z" },
  IS: { "2020-01-01": "24 11r 0z" },
  IT: { "2020-01-01": "22 10r 5r 4s", "2020-05-19": "22 10r 5r 4s 0t", "2023-01-01": "22 10r 5r 4s" },
  LI: { "2020-01-01": "7.7 3.7r 2.5r", "2024-01-01": "8.1 3.8r 2.6r", "2028-01-01": "8.1 2.6r" },
  LT: { "2020-01-01": "21 9r 5r", "2022-01-01": "21 9r 5r 0t", "2022-05-01": "21 9r 5r", "2022-10-01": "21 9r 5r 0t", "2023-05-01": "21 9r 5r", "2023-10-01": "21 9r 5r 0t", "2024-05-01": "21 9r 5r", "2026-01-01": "21 12r 5r" },
  LU: { "2020-01-01": "17 14p 8r 3s", "2023-01-01": "16 13p 7r 3s", "2024-01-01": "17 14p 8r 3s" },
  LV: { "2020-01-01": "21 12r 5t", "2022-01-01": "21 12r 5r" },
  MQ: { "2020-01-01": "8.5 2.1r 1.75s 1.05s", "2025-03-01": "8.5 2.1r 1.75s 1.05s 0t", "2028-01-01": "8.5 2.1r 1.75s 1.05s" },
  MT: { "2020-01-01": "18 7r 5r 0z", "2024-01-01": "18 12p 7r 5r 0z" },
  NL: { "2020-01-01": "21 9r 0z" },
  NO: { "2020-01-01": "25 15r 12r 11.11r 0z", "2020-04-01": "25 15r 11.11r 6t 0z", "2021-10-01": "25 15r 12r 11.11r 0z" },
  PL: { "2020-01-01": "23 8r 5r 4f 0z" },
  PT: { "2020-01-01": "23 13r 6r", "2023-04-18": "23 13r 6r 0t", "2024-01-05": "23 13r 6r" },
  "PT-20": { "2020-01-01": "18 9r 4r", "2021-07-01": "16 9r 4r", "2023-04-18": "16 9r 4r 0t", "2024-01-05": "16 9r 4r" },
  "PT-30": { "2020-01-01": "22 12r 5r", "2023-04-18": "22 12r 5r 0t", "2024-01-05": "22 12r 5r", "2024-10-01": "22 12r 4r" },
  RE: { "2020-01-01": "8.5 2.1r 1.75s 1.05s" },
  RO: { "2020-01-01": "19 9r 5r", "2023-01-01": "19 9r 5r 0z", "2025-08-01": "21 11r 9t 0z", "2026-08-01": "21 11r 0z" },
  SE: { "2020-01-01": "25 12r 6r 0z" },
  SI: { "2020-01-01": "22 9.5r 5r" },
  SK: { "2020-01-01": "20 10r", "2023-01-01": "20 10r 5r", "2025-01-01": "23 19r 5r" },
  XI: { "2020-01-01": "20 5r 0z", "2021-10-01": "20 12.5t 5r 0z", "2022-04-01": "20 5r 0z" },
  YT: { "2020-01-01": "0z" },
};

const LETTERS: Record<VatRateKind, string> = {
  ...{ standard: "", reduced: "r", "super-reduced": "s", zero: "z", parking: "p", temporary: "t", scheme: "f" },
};

const lawful = (country: string, on: string, rates?: VatRates) =>
  vatRates(country, { on, rates })
    .map(({ rate, kind }) => rate + LETTERS[kind])
    .join(" ");

test.each(Object.entries(STATES))(
  "%s: every lawful rate of each day since 2020, once, highest first",
  (country, states) => {
    const changes = Object.entries(states);
    for (const [place, [since, expected]] of changes.entries()) {
      const next = changes[place + 1]?.[0] ?? "2031-01-01";
      const until = addDays(next, -1);
      for (const on of [since, addDays(since, 1), until])
        expect(`${on} ${lawful(country, on)}`).toBe(`${on} ${expected}`);
    }
  },
);

test("every territory with rates is in the list above", () => {
  expect(Object.keys(STATES).sort()).toEqual([...RATED_TERRITORIES].sort());
});

/** The lines of the table that have a rate, because comments are only in the file. */
const LINES = readFileSync(new URL("../../../../src/domain/vat/rates/reduced-rate-table.ts", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^ {4}"\d/.test(line));

test("each row names its act in a comment", () => {
  expect(LINES.filter((line) => !/^ {4}"[^"]+", \/\/ (?=.*\d).{6,}$/.test(line))).toEqual([]);
  expect(LINES.length).toBeGreaterThan(100);
});

test("a row has days that exist, in their order, and a rate that ended has both", () => {
  for (const text of LINES.map((line) => line.split('"')[1]!)) {
    const [, , since, until] = text.split(" ");
    for (const day of [since, until]) if (day !== undefined) expect(isDay(day), text).toBe(true);
    if (until !== undefined) expect(since! <= until, text).toBe(true);
  }
});

test("a rate has the first day of its row, and a standard rate its true one", () => {
  expect(vatRates("SK", { on: TODAY })).toEqual([
    { rate: 23, kind: "standard", since: "2025-01-01" },
    { rate: 19, kind: "reduced", since: "2025-01-01" },
    { rate: 5, kind: "reduced", since: "2023-01-01" },
  ]);
  expect(vatRates("BE", { on: TODAY }).map(({ since }) => since)).toEqual([
    "1996-01-01",
    ...Array(3).fill("2020-01-01"),
  ]);
});

test("before 2020 and where nothing is known, it says no more than it knows", () => {
  expect(lawful("DE", "2019-12-31")).toBe("19");
  for (const country of ["US", "PL-7", "", "EL", "ES-CN", "__proto__", "constructor"]) {
    expect(vatRates(country, { on: TODAY }), country).toEqual([]);
  }
});

test("a rate that is of a scheme and reduced on one day counts as reduced", () => {
  const rates = { PL: [{ since: "2024-01-01", until: "2024-12-31", percent: "4", kind: "reduced" }] } as const;
  expect([lawful("PL", "2024-06-01", rates), lawful("PL", TODAY, rates)]).toEqual(["23 8r 5r 4r 0z", "23 8r 5r 4f 0z"]);
});

test("Poland's 7 is what a buyer refunds to a farmer and no rate of an invoice", () => {
  expect(vatRates("PL", { on: TODAY }).map(({ rate }) => rate)).not.toContain(7);
});

describe("places", () => {
  test("Monaco has the rates of France, and the Isle of Man those of the United Kingdom", () => {
    expect(vatRates("MC", { on: TODAY })).toEqual(vatRates("FR", { on: TODAY }));
    expect(vatRates("IM", { on: TODAY })).toEqual(vatRates("GB", { on: TODAY }));
  });

  test.each([
    ["FR", "20090", "FR-20R"],
    ["PT", "9000-039", "PT-30"],
    ["PT", "9500", "PT-20"],
    ["DE", "78266", "CH"],
    ["AT", "6691", "AT-Jungholz"],
    ["FI", "22100", "AX"],
    ["FR", "97400", "RE"],
    ["GB", "BT1 5GS", "GB"],
    ["DE", "10115", "DE"],
  ])("%s with the postal code %s has the rates of %s", (country, postalCode, key) => {
    expect(vatRates(country, { on: TODAY, postalCode })).toEqual(vatRates(key, { on: TODAY }));
  });
});

describe("the host's own rates", () => {
  test("of other kinds are added, to areas too, and end on their last day", () => {
    const rates: VatRates = { FR: [{ since: "2027-01-01", until: "2027-06-30", percent: "8", kind: "temporary" }] };
    expect(lawful("FR", "2026-12-31", rates)).toBe("20 10r 5.5r 2.1s");
    expect(lawful("FR", "2027-01-01", rates)).toBe("20 10r 8t 5.5r 2.1s");
    expect(lawful("FR-20R", "2027-06-30", rates)).toBe("20 13r 10r 8t 5.5r 2.1s 0.9s");
    expect(lawful("FR", "2027-07-01", rates)).toBe("20 10r 5.5r 2.1s");
  });

  test("that are standard replace only standard ones", () => {
    const rates: VatRates = { FR: [{ since: "2027-01-01", percent: "21", kind: "standard" }] };
    expect(lawful("FR", "2027-01-01", rates)).toBe("21 10r 5.5r 2.1s");
    expect(lawful("FR-20R", "2027-01-01", rates)).toBe("21 13r 10r 5.5r 2.1s 0.9s");
    expect(lawful("FR", "2026-12-31", rates)).toBe("10r 5.5r 2.1s");
    expect(lawful("FR", TODAY, { FR: [] })).toBe("10r 5.5r 2.1s");
  });

  test("may be of a country without built-in rates", () => {
    const rates: VatRates = {
      RS: [
        { since: "2012-10-01", percent: "20" },
        { since: "2014-01-01", percent: "10", kind: "reduced" },
      ],
    };
    expect(lawful("RS", TODAY, rates)).toBe("20 10r");
  });

  test.each([
    [{ since: "2026-01-01", percent: "7", kind: "reducd" }, "did you mean reduced?"],
    [{ since: "2026-01-01", percent: "7", until: "2025-12-31" }, "until"],
    [{ since: "2026-01-01", percent: "7", until: "soon" }, "until"],
    [{ since: "2026-01-01", percent: "-7", kind: "reduced" }, "percent"],
  ])("%o is a mistake and never skipped silently", (row, named) => {
    expect(() => vatRates("DE", { on: TODAY, rates: { DE: [row as never] } })).toThrow(named);
  });

  test("a standard rate of Corsica belongs to France", () => {
    const rates: VatRates = { "FR-20R": [{ since: "2026-01-01", percent: "20" }] };
    expect(() => vatRates("FR-20R", { on: TODAY, rates })).toThrow("list it under FR");
  });
});

test.each([
  [[7, { on: TODAY }], "country"],
  [["DE", { on: "20.11.2026" }], "20.11.2026"],
  [["DE", { on: TODAY, postalCode: 10115 }], "postalCode"],
  [["DE", { on: TODAY, postcode: "10115" }], "did you mean postalCode?"],
  [["DE", undefined], "options"],
  [["DE", { on: TODAY, rates: { DE: {} } }], "rates: DE must be an array"],
  [["FR-20R", { on: TODAY, rates: { FR: 20 } }], "rates: FR must be an array"],
  [["DE", { on: TODAY, rates: 7 }], "rates must be an object"],
])("a mistake is named: %j", (given, named) => {
  expect(() => vatRates(...(given as unknown as Parameters<typeof vatRates>))).toThrow(TypeError);
  expect(() => vatRates(...(given as unknown as Parameters<typeof vatRates>))).toThrow(named);
});
