import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Supply } from "faktura";
import { determineVat, isEuVatTerritory } from "faktura/vat";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seller } from "../../../support/sales.ts";
import { COUNTRY_CODES as CODES } from "../../../support/territories.ts";

const ON = "2026-11-20";

/** A second source, as flat lists: the codes of the EU VAT area. Those treated as others come last. */
const EU = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const INSIDE: readonly (readonly [on: string, codes: readonly string[]])[] = [
  [ON, [...EU, "MC"]],
  ["2020-12-31", [...EU, "GB", "MC", "IM"]],
];

/** A second source: the codes that are tied to a member state and outside, with the law that says so. */
// biome-ignore format: a flat table
const TIED: readonly (readonly [law: string, codes: string])[] = [
  ["Directive 2006/112/EC, article 6(1)(c)", "GF GP MF MQ RE YT"],
  ["Directive 2006/112/EC, article 6(1)(d)", "AX"],
  ["TFEU, article 355(2)", "AW BL BQ CW GL NC PF PM SX TF WF"],
  ["TFEU, article 355(5)(a)", "FO"],
];
/** The same for the United Kingdom while it was a member. */
// biome-ignore format: a flat table
const TIED_TO_GB: typeof TIED = [
  ["Directive 2006/112/EC, article 6(1)(e)", "GG JE"],
  ["Act of Accession of 1972, article 28", "GI"],
  ["TFEU, article 355(2)", "AI BM FK GS IO KY MS PN SH TC VG"],
];
const byCode = (tied: typeof TIED) =>
  tied.flatMap(([law, codes]) => codes.split(" ").map((code) => [code, law] as const));

const reasonFor = (country: string, on: string) =>
  determineVat(seller("DE"), { country }, { on, supply: "goods" }).reason;

describe("a code of ISO 3166-1", () => {
  test.each(INSIDE)("is in the EU VAT area on %s if it is in the list", (on, inside) => {
    expect(CODES.filter((code) => isEuVatTerritory(code, on))).toEqual([...inside].sort());
    expect(CODES).toHaveLength(250);
  });

  test("that is tied to a member state but outside has a decision that names the law, and no other has", () => {
    const lawOf = (on: string) => (code: string) =>
      /outside the EU VAT area \(([^:]+)\): /.exec(reasonFor(code, on))?.[1] ?? "";
    const tied = (on: string) => CODES.map((code) => [code, lawOf(on)(code)] as const).filter(([, law]) => law !== "");
    expect(tied(ON)).toEqual(byCode(TIED).sort());
    expect(tied("2020-12-31")).toEqual([...byCode(TIED), ...byCode(TIED_TO_GB)].sort());
  });

  test("that is not a code but an inherited name is not in the EU VAT area", () => {
    for (const word of ["constructor", "__proto__", "toString"]) expect(isEuVatTerritory(word, ON)).toBe(false);
  });
});

// biome-ignore format: a flat table
test.each([
  ["1972-12-31", "1973-01-01", "DK GB IE"], ["1980-12-31", "1981-01-01", "GR"], ["1985-12-31", "1986-01-01", "ES PT"],
  ["1994-12-31", "1995-01-01", "AT FI SE"], ["2004-04-30", "2004-05-01", "CY CZ EE HU LT LV MT PL SI SK"],
  ["2006-12-31", "2007-01-01", "BG RO"], ["2013-06-30", "2013-07-01", "HR"],
])("between %s and %s the EU VAT area grows by %s only", (before, after, joined) => {
  const isIn = (on: string) => [...EU, "GB"].sort().filter((code) => isEuVatTerritory(code, on));
  expect(isIn(after).filter((code) => !isIn(before).includes(code)).sort()).toEqual(joined.split(" "));
  expect(isIn(before).filter((code) => !isIn(after).includes(code))).toEqual([]);
});

describe("Northern Ireland", () => {
  const SUPPLIES: readonly (Supply | undefined)[] = ["goods", "services", "digital", undefined];
  /** Whether a sale to a client there stays in the EU. */
  const inEu = (postalCode: string, on: string) =>
    SUPPLIES.map((supply) => {
      const { treatment } = determineVat(seller("FR"), { country: "GB", postalCode }, { on, supply });
      return treatment === "origin";
    });

  test("is in the EU for goods only since 2021-01-01, and was in it with the United Kingdom before", () => {
    expect(inEu("BT1 1AA", "2020-12-31")).toEqual([true, true, true, true]);
    expect(inEu("BT1 1AA", "2021-01-01")).toEqual([true, false, false, false]);
    expect(inEu("B1 1AA", "2021-01-01")).toEqual([false, false, false, false]);
    expect(isEuVatTerritory("GB", "2021-01-01", "BT1 1AA")).toBe(false);
    expect(isEuVatTerritory("GB", "1972-12-31", "BT1 1AA")).toBe(false);
  });

  test("is one territory with the United Kingdom and has its rate", () => {
    const northern = { country: "GB", postalCode: "BT1" };
    const { treatment, rate, rateCountry, category } = determineVat(seller("GB"), northern, { on: ON });
    expect([treatment, rate, rateCountry, category]).toEqual(["domestic", 20, "GB", "S"]);
  });
});

const WITH_AREAS = ["AT", "DE", "DK", "ES", "FI", "FR", "GB", "GR", "IT", "NO", "PT"];

test("a postal code changes nothing for a country without areas", () => {
  const country = fc.constantFrom(...CODES.filter((code) => !WITH_AREAS.includes(code)));
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("6691", "35001", "97400", "BT1 1AA", "9000-039", "47890", "FO-100"),
  );
  fc.assert(
    fc.property(country, text, (code, postalCode) => {
      const sold = (client: { country: string; postalCode?: string }) =>
        determineVat(seller("DE"), client, { on: ON, supply: "goods" });
      expect(sold({ country: code, postalCode })).toEqual(sold({ country: code }));
      expect(isEuVatTerritory(code, ON, postalCode)).toBe(isEuVatTerritory(code, ON));
    }),
  );
});

test("the documentation lists every member state from its day, and every tied territory with its law", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/why/territories.md"), "utf8");
  const codesIn = (text: string) => [...text.matchAll(/`([A-Z]{2})`/g)].map(([, code]) => code!);
  const members = [...page.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \|$/gm)].flatMap(([, since, codes]) =>
    codesIn(codes!).map((code) => ({ code, since: since! })),
  );
  expect(members.map(({ code }) => code).sort()).toEqual([...EU, "GB"].sort());
  for (const { code, since } of members) {
    const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
    expect([isEuVatTerritory(code, dayBefore), isEuVatTerritory(code, since)], code).toEqual([false, true]);
  }
  const tied = [...page.matchAll(/^\| ((?:`..` ?)+) \| `..`(, until 2020-12-31)? \| (.+) \|$/gm)].flatMap(
    ([, codes, until, law]) => codesIn(codes!).map((code) => ({ code, until, law: law! })),
  );
  const known = [...byCode(TIED), ...byCode(TIED_TO_GB)];
  expect(tied.map(({ code }) => code).sort()).toEqual(known.map(([code]) => code).sort());
  for (const [code, law] of known) {
    const row = tied.find((each) => each.code === code)!;
    expect(row.law.replaceAll("art.", "article"), code).toContain(law.replace("Directive 2006/112/EC, ", ""));
    expect(row.until !== undefined, code).toBe(byCode(TIED_TO_GB).some(([each]) => each === code));
  }
});
