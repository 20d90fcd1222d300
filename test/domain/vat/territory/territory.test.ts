import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Supply } from "faktura";
import { isEuVatTerritory } from "faktura/vat";
import fc from "fast-check";
import en from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { VAT_AREAS } from "../../../../src/domain/vat/territory/areas.ts";
import {
  MEMBER_STATES,
  TIED_TERRITORIES,
  territoryStanding,
  vatTerritory,
} from "../../../../src/domain/vat/territory/membership.ts";
import { isTerritoryInEu, vatTerritoryOf } from "../../../../src/domain/vat/territory/territory.ts";

const CODES = Object.keys(en.countries);
const ON = "2026-11-20";

/** A second source, as a flat list: the status of each ISO code. A code that is in no line is a third country. */
// biome-ignore format: a flat table
const STANDINGS: readonly (readonly [on: string, standing: string, codes: string])[] = [
  [ON, "member", "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"],
  [ON, "treated-as", "IM MC"],
  [ON, "tied", "AW AX BL BQ CW FO GF GL GP MF MQ NC PF PM RE SX TF WF YT"],
  ["2020-12-31", "member", "AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"],
  ["2020-12-31", "treated-as", "IM MC"],
  ["2020-12-31", "tied", "AI AW AX BL BM BQ CW FK FO GF GG GI GL GP GS IO JE KY MF MQ MS NC PF PM PN RE SH SX TC TF VG WF YT"],
];

describe("a code of ISO 3166-1", () => {
  test.each([ON, "2020-12-31"])("has exactly one status on %s, the one in the flat list", (on) => {
    const listed = STANDINGS.filter((row) => row[0] === on).map(([, standing, codes]) => [standing, codes.split(" ")]);
    for (const code of CODES) {
      const found = listed.filter(([, codes]) => codes!.includes(code)).map(([standing]) => standing);
      expect(found.length, code).toBeLessThanOrEqual(1);
      expect(territoryStanding(code, on).standing, code).toBe(found[0] ?? "third");
    }
    expect(listed.flatMap(([, codes]) => codes).filter((code) => !CODES.includes(String(code)))).toEqual([]);
    expect(CODES).toHaveLength(250);
  });

  test("is in the EU VAT area if it is a member state or treated as one", () => {
    for (const on of [ON, "2020-12-31"])
      for (const code of CODES) {
        const { standing } = territoryStanding(vatTerritory(code), on);
        expect(isEuVatTerritory(code, on), code).toBe(standing === "member");
      }
  });

  test("that is tied to or treated as another names a state that has been a member, and the law", () => {
    for (const code of CODES) {
      const territory = territoryStanding(code, "2020-12-31");
      if (!("of" in territory)) continue;
      expect(Object.keys(MEMBER_STATES), code).toContain(territory.of);
      expect(territory.law, code).toMatch(/article \d/);
    }
    expect(territoryStanding("MC", ON)).toEqual({ standing: "treated-as", of: "FR", law: "article 7(1)" });
    expect(territoryStanding("AX", ON)).toEqual({ standing: "tied", of: "FI", law: "article 6(1)(d)" });
  });

  test("that is not a code but an inherited name is a third country, and not in the EU VAT area", () => {
    for (const word of ["constructor", "__proto__", "toString"]) {
      expect(territoryStanding(word, ON)).toEqual({ standing: "third" });
      expect(isEuVatTerritory(word, ON)).toBe(false);
      expect(vatTerritory(word)).toBe(word);
    }
  });
});

// biome-ignore format: a flat table
test.each([
  ["1972-12-31", "1973-01-01", "DK GB IE"], ["1980-12-31", "1981-01-01", "GR"], ["1985-12-31", "1986-01-01", "ES PT"],
  ["1994-12-31", "1995-01-01", "AT FI SE"], ["2004-04-30", "2004-05-01", "CY CZ EE HU LT LV MT PL SI SK"],
  ["2006-12-31", "2007-01-01", "BG RO"], ["2013-06-30", "2013-07-01", "HR"],
])("between %s and %s the EU VAT area grows by %s only", (before, after, joined) => {
  const isIn = (on: string) => Object.keys(MEMBER_STATES).filter((code) => isEuVatTerritory(code, on));
  expect(isIn(after).filter((code) => !isIn(before).includes(code)).sort()).toEqual(joined.split(" "));
  expect(isIn(before).filter((code) => !isIn(after).includes(code))).toEqual([]);
});

describe("Northern Ireland", () => {
  const SUPPLIES: readonly (Supply | undefined)[] = ["goods", "services", "digital", undefined];
  const inEu = (postalCode: string, on: string) =>
    SUPPLIES.map((supply) => isTerritoryInEu(vatTerritoryOf("GB", postalCode), on, supply));

  test("is in the EU for goods only since 2021-01-01, and was in it with the United Kingdom before", () => {
    expect(inEu("BT1 1AA", "2020-12-31")).toEqual([true, true, true, true]);
    expect(inEu("BT1 1AA", "2021-01-01")).toEqual([true, false, false, false]);
    expect(inEu("BT1 1AA", "1972-12-31")).toEqual([false, false, false, false]);
    expect(inEu("B1 1AA", "2021-01-01")).toEqual([false, false, false, false]);
    expect(isEuVatTerritory("GB", "2021-01-01", "BT1 1AA")).toBe(false);
  });

  test("is one territory with the United Kingdom and has its rate", () => {
    expect(vatTerritoryOf("GB", "BT1")).toMatchObject({ id: "GB", ratesId: "GB", rateCountry: "GB", category: "S" });
  });
});

/** A postal code of each area. */
// biome-ignore format: a flat table
const CODE_OF: Record<string, string> = {
  "AT-Jungholz": "6691", "AT-Mittelberg": "6993", "DE-Büsingen": "78266", "DE-Heligoland": "27498", FO: "FO-100",
  GL: "3900", "ES-CN": "35001", "ES-CE": "51001", "ES-ML": "52001", AX: "22100", "FR-20R": "20090", BL: "97133", MF: "97150", GP: "97110",
  MQ: "97200", GF: "97300", RE: "97400", PM: "97500", YT: "97600", WF: "98600", PF: "98714", NC: "98800",
  "GB-NIR": "BT1 1AA", GG: "GY1 1AA", GI: "GX11 1AA", JE: "JE2 3AB", "GR-69": "63086", "IT-Campione": "22061",
  "IT-Livigno": "23041", SM: "47890", VA: "00120", SJ: "9170", "PT-20": "9500-321", "PT-30": "9000-039",
};

describe("an area", () => {
  const areas = Object.entries(VAT_AREAS).flatMap(([country, rows]) => rows.map((area) => ({ country, area })));

  test.each(areas)(
    "$area.id is a territory of its own if it is outside, and otherwise its country's",
    ({ country, area }) => {
      const territory = vatTerritoryOf(country, CODE_OF[area.id]);
      const isOutside = area.standing === "outside";
      expect(territory).toMatchObject({ area, name: area.name, id: isOutside ? area.id : country });
      const hasOwnRate = isOutside || area.standing === "with-own-rate";
      expect(territory.ratesId).toBe(hasOwnRate ? area.id : country);
      expect(territory.rateCountry).toBe(area.id.length === 2 ? area.id : country);
      expect(territory.category).toBe(area.category ?? "S");
      expect(isEuVatTerritory(country, "2020-12-31", CODE_OF[area.id])).toBe(country !== "NO" && !isOutside);
    },
  );

  test("that has an ISO code is the territory of that code, for the same reason", () => {
    for (const { country, area } of areas.filter(({ area }) => area.id.length === 2)) {
      const [told, coded] = [vatTerritoryOf(country, CODE_OF[area.id]), vatTerritoryOf(area.id)];
      expect([told.id, told.ratesId, told.rateCountry]).toEqual([coded.id, coded.ratesId, coded.rateCountry]);
      const tie = TIED_TERRITORIES[area.id];
      if (tie !== undefined) expect([tie.to, tie.law], area.id).toEqual([country, area.law]);
      expect(tie === undefined, area.id).toBe(["SM", "VA", "SJ"].includes(area.id));
    }
  });

  test("reads well in a sentence", () => {
    const sentence = `Export from ${vatTerritoryOf("ES", "28001").name} to ${vatTerritoryOf("ES", "35001").name}`;
    expect(sentence).toBe("Export from Spain to the Canary Islands");
  });
});

test("a postal code changes nothing for a country without areas", () => {
  const country = fc.constantFrom(...CODES.filter((code) => !Object.hasOwn(VAT_AREAS, code)));
  const text = fc.oneof(fc.string(), fc.constantFrom(...Object.values(CODE_OF)));
  fc.assert(
    fc.property(country, text, (code, postalCode) => {
      expect(vatTerritoryOf(code, postalCode)).toEqual(vatTerritoryOf(code));
      expect(isEuVatTerritory(code, ON, postalCode)).toBe(isEuVatTerritory(code, ON));
    }),
  );
});

test("the documentation lists every member state, and every tied territory with the state to which it is tied", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/why/territories.md"), "utf8");
  const codesIn = (text: string) => [...text.matchAll(/`([A-Z]{2})`/g)].map(([, code]) => code!);
  const members = [...page.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \|$/gm)].flatMap(([, since, codes]) =>
    codesIn(codes!).map((code) => `${code} ${since}`),
  );
  expect(members.sort()).toEqual(
    Object.entries(MEMBER_STATES)
      .map(([code, { since }]) => `${code} ${since}`)
      .sort(),
  );
  const tied = [...page.matchAll(/^\| ((?:`..` ?)+) \| `(..)`(, until 2020-12-31)? \|/gm)].flatMap(
    ([, codes, to, until]) => codesIn(codes!).map((code) => `${code} ${to} ${until !== undefined}`),
  );
  const known = Object.entries(TIED_TERRITORIES).map(([code, { to, until }]) => `${code} ${to} ${until !== undefined}`);
  expect(tied.sort()).toEqual(known.sort());
});
