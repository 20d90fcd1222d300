import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isVatAreaId, VAT_AREAS, vatAreaOf } from "../../../../src/domain/vat/territory/areas.ts";
import { isCountryCode } from "../../../../src/domain/vat/territory/country.ts";
import { codePoint } from "../../../support/code-point.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../../docs/why/territories.md"), "utf8");

const idOf = (country: string, postalCode: string) => vatAreaOf(country, postalCode)?.id;

/** Numeric codes again, as ranges: the length of the country's codes, then the first and last of each area. */
// biome-ignore format: a flat table
const RANGES: Record<string, readonly [digits: number, ...areas: (readonly [first: number, last: number, id: string])[]]> = {
  AT: [4, [6691, 6691, "AT-Jungholz"], [6991, 6993, "AT-Mittelberg"]],
  DE: [5, [27498, 27498, "DE-Heligoland"], [78266, 78266, "DE-Büsingen"]],
  DK: [4, [3900, 3999, "GL"]],
  ES: [5, [35000, 35999, "ES-CN"], [38000, 38999, "ES-CN"], [51000, 51999, "ES-CE"], [52000, 52999, "ES-ML"]],
  FI: [5, [22000, 22999, "AX"]],
  FR: [
    5, [20000, 20999, "FR-20R"], [97133, 97133, "BL"], [97150, 97150, "MF"], [97100, 97199, "GP"], [97200, 97299, "MQ"], [97300, 97399, "GF"],
    [97400, 97499, "RE"], [97500, 97599, "PM"], [97600, 97699, "YT"], [98600, 98699, "WF"], [98700, 98799, "PF"],
    [98800, 98899, "NC"],
  ],
  GR: [5, [63086, 63087, "GR-69"]],
  IT: [5, [120, 120, "VA"], [22061, 22061, "IT-Campione"], [23041, 23041, "IT-Livigno"], [47890, 47899, "SM"]],
  NO: [4, [8099, 8099, "SJ"], [9170, 9179, "SJ"]],
  PT: [4, [9000, 9499, "PT-30"], [9500, 9989, "PT-20"]],
};

test.each(Object.entries(RANGES))(
  "of all numeric codes of %s, exactly the known ones identify an area",
  (country, row) => {
    const [digits, ...areas] = row;
    for (let number = 0; number < 10 ** digits; number += 1) {
      const expected = areas.find(([first, last]) => first <= number && number <= last)?.[2];
      const code = String(number).padStart(digits, "0");
      if (idOf(country, code) !== expected) expect(`${country} ${code} ${idOf(country, code)}`).toBe(expected);
    }
  },
);

test("every country with areas is enumerated above, except the United Kingdom, whose codes have letters", () => {
  expect(Object.keys(VAT_AREAS)).toEqual([...Object.keys(RANGES), "GB"].sort());
});

// biome-ignore format: a flat table
test.each([
  ["AT", "AT-Jungholz", ["6691", "A-6691", "AT 6691", "87491", "a6691"]],
  ["AT", "AT-Mittelberg", ["6991", "A-6992", "6993", "87567", "87 568", "87569"]],
  ["DE", "DE-Büsingen", ["78266", "D 78266", "D-78266", "DE-78266", "DEU78266", "CH-8238", "７８２６６"]],
  ["DE", "DE-Heligoland", ["27498", "d-27498", "2 7 4 9 8", "27498\u200b", "\u00a027\u2028498\n"]],
  ["DK", "FO", ["FO-100", "fo 970", "FO100", "FO-900"]],
  ["DK", "GL", ["3900", "DK-3900", "GL-3992", "3905"]],
  ["ES", "ES-CN", ["35001", "E-35001", "es 38770", "ESP-38001", "35.001", "３５００１", "35\u201300\u20111", "\u202a35001\u202c"]],
  ["ES", "ES-CE", ["51001", "E51005", "51 080"]],
  ["ES", "ES-ML", ["52001", "E-52006"]],
  ["FI", "AX", ["22100", "FI-22100", "FIN-22100", "AX-22100", "SF-22950"]],
  ["FR", "FR-20R", ["20000", "F-20200", "FR 20 600"]],
  ["FR", "RE", ["97400", "F-97490", "FR 97400", "97 400"]],
  ["FR", "GP", ["97110", "97151"]],
  ["FR", "BL", ["97133", "fr-97133"]],
  ["FR", "MF", ["97150"]],
  ["GB", "GB-NIR", ["BT1", "BT1 1AA", "bt486dq", "BT94 1AA", "GB-BT1 1AA", "UK BT11AA", "GBRBT1"]],
  ["GB", "JE", ["JE2 3AB", "je1", "GB JE4 9WG"]],
  ["GB", "GG", ["GY1 1AA", "GY10 1SF"]],
  ["GB", "GI", ["GX11 1AA", "gx111aa", "GX11"]],
  ["GR", "GR-69", ["63086", "630 86", "GR-630 87", "EL-63086"]],
  ["IT", "IT-Campione", ["22061", "I-22061", "CH-6911"]],
  ["IT", "IT-Livigno", ["23041", "IT-23041", "ita 23041"]],
  ["IT", "SM", ["47890", "I-47899", "RSM-47891", "SM-47895"]],
  ["IT", "VA", ["00120", "I-00120", "V-00120", "SCV-00120"]],
  ["NO", "SJ", ["9170", "NO-9178", "N-8099", "SJ-9170"]],
  ["PT", "PT-20", ["9500", "9500-321", "9980-024", "P-9900-039", "9500321"]],
  ["PT", "PT-30", ["9000-039", "9000", "9400-001", "PT 9125-086", "9000 039"]],
] as const)("%s, %s: however the code is written", (country, id, codes) => {
  for (const code of codes) expect(idOf(country, code), code).toBe(id);
  expect(VAT_AREAS[country]!.map((area) => area.id)).toContain(id);
});

// biome-ignore format: a flat table
test.each([
  ["AT", ["6690", "6692", "6990", "6994", "87490", "87570", "66910", "D-6691"]],
  ["DE", ["22039", "78262", "78267", "27499", "27497", "8238", "08238", "782660", "A-78266"]],
  ["DK", ["555", "0555", "900", "0900", "100", "800", "999", "3899", "4000", "39000", "FO-1000", "FO-3900", "FO-055"]],
  ["ES", ["34001", "36001", "37001", "39001", "50001", "53001", "350011", "3501", "03501", "35", "F-35000", "I-38100", "35O01"]],
  ["FI", ["21990", "23100", "2210", "221000", "S-22100", "00100"]],
  ["FR", ["98000", "MC-98000", "2000", "19999", "21000", "I-20000", "97000", "97700", "97800", "98400", "9740", "974000", "75001", "E-97400"]],
  ["GB", ["B1 1AA", "BT", "BTX 1AA", "BT1 1AAA", "BT1 blah", "IM1 1AA", "JE", "G1 1AA", "GX12 1AA", "SW1A 1AA", "AB10 1AA", "XBT1 1AA"]],
  ["GR", ["63085", "63088", "63075", "10563", "630861", "TR-63086"]],
  ["IT", ["22100", "22060", "22062", "23030", "23040", "23042", "6911", "06911", "120", "0120", "00121", "47900", "47889", "I-6911"]],
  ["NO", ["9160", "9180", "8098", "8100", "91700", "917"]],
  ["PT", ["8999", "9990", "9999", "8970-001", "900", "90001", "900003", "90000390", "E-9000"]],
] as const)("%s: neighbours, codes that are too short or too long, and codes of other countries identify none", (country, codes) => {
  for (const code of codes) expect(idOf(country, code), code).toBeUndefined();
});

describe("a postal code", () => {
  test("is only read in its own country", () => {
    expect(idOf("FR", "35001")).toBeUndefined();
    expect(idOf("ES", "97400")).toBeUndefined();
    expect(idOf("CH", "8238")).toBeUndefined();
    for (const country of ["constructor", "__proto__", "toString", ""]) expect(idOf(country, "35001")).toBeUndefined();
  });

  test.each([
    ["AT", "AUT-6691", "AT-Jungholz"],
    ["DE", "DEU-27498", "DE-Heligoland"],
    ["DK", "DNK-3900", "GL"],
    ["ES", "ESP-35001", "ES-CN"],
    ["FI", "FIN-22100", "AX"],
    ["FR", "FRA-97400", "RE"],
    ["GB", "GBR BT1 1AA", "GB-NIR"],
    ["GR", "GRC-63086", "GR-69"],
    ["IT", "ITA-23041", "IT-Livigno"],
    ["NO", "NOR-9170", "SJ"],
    ["PT", "PRT-9000-039", "PT-30"],
  ])("in %s may begin with the three letters of its country, but not elsewhere: %s", (country, code, id) => {
    expect(idOf(country, code)).toBe(id);
    const [letters, bare] = [code.slice(0, 3), code.slice(3).replace(/^[- ]/, "")];
    expect(idOf(country, bare)).toBe(id);
    expect(idOf(country, bare[0] + letters + bare.slice(1))).toBeUndefined();
  });

  test("that is blank or only punctuation identifies no area", () => {
    for (const country of Object.keys(VAT_AREAS)) {
      for (const code of ["", " ", "-", "–.–", "\u200b"]) expect(idOf(country, code)).toBeUndefined();
    }
  });

  test("that is too long identifies no area, even if its beginning would", () => {
    for (const unit of ["3", "-", " ", "\ufdfa", "BT1", "E-35001"])
      for (const country of Object.keys(VAT_AREAS)) expect(idOf(country, unit.repeat(1_000_000))).toBeUndefined();
  });

  test("identifies an area of its own country or none, whatever it is", () => {
    const country = fc.constantFrom(...Object.keys(VAT_AREAS));
    const text = fc.oneof(fc.string({ unit: codePoint }), fc.stringMatching(/^[A-Z]{0,3}-?\d{1,7}$/));
    fc.assert(
      fc.property(country, text, (code, postalCode) => {
        const area = vatAreaOf(code, postalCode);
        if (area !== undefined) expect(VAT_AREAS[code]).toContain(area);
      }),
    );
  });
});

describe("an area", () => {
  const areas = Object.entries(VAT_AREAS).flatMap(([country, rows]) => rows.map((area) => ({ country, ...area })));

  test("has a unique id: ISO's country code, or its country's code and more", () => {
    expect(new Set(areas.map(({ id }) => id)).size).toBe(areas.length);
    for (const { id, country, standing } of areas) {
      expect(id.length === 2 ? isCountryCode(id) : id.startsWith(`${country}-`), id).toBe(true);
      expect(isVatAreaId(id), id).toBe(id.length > 2 && standing !== "for-goods");
    }
  });

  test("is outside the EU VAT area, with six exceptions", () => {
    const inside = areas
      .filter(({ standing }) => standing !== "outside")
      .map(({ id, standing }) => `${id} ${standing}`);
    const ownRates = ["AT-Jungholz", "AT-Mittelberg", "PT-20", "PT-30"].map((id) => `${id} with-own-rate`);
    expect(inside.sort()).toEqual([...ownRates, "FR-20R with-reduced-rates", "GB-NIR for-goods"].sort());
  });

  test("only matches whole codes, names its law, and has its own tax only in Spain's islands and cities", () => {
    for (const { postalCodes, law, id, name } of areas) {
      expect(postalCodes.source, id).toMatch(/^\^.*\$$/);
      expect(postalCodes.flags, id).toBe("");
      expect(law, id).toMatch(/article \d|section \d/);
      expect(name, id).toMatch(/^(?:the )?\p{Lu}/u);
    }
    const taxed = areas.filter(({ category }) => category !== undefined).map(({ id, category }) => `${id} ${category}`);
    expect(taxed).toEqual(["ES-CN L", "ES-CE M", "ES-ML M"]);
  });

  test("has its row in the documentation, with its country, its status and its law", () => {
    const standings = {
      ...{ outside: "outside", "with-own-rate": "own rate" },
      ...{ "with-reduced-rates": "own reduced rates", "for-goods": "EU for goods" },
    };
    const rows = [...PAGE.matchAll(/^\| `(.+?)` \| .+? \| `(..)` \| .+? \| (.+?) \| (.+?) \| .+ \|$/gm)];
    const documented = rows.map(([, id, country, standing]) => `${id} ${country} ${standing}`);
    expect(documented).toEqual(areas.map(({ id, country, standing }) => `${id} ${country} ${standings[standing]}`));
    for (const [index, { id, law }] of areas.entries())
      expect(rows[index]![4]!.replace("art.", "article").replace("§", "section"), id).toContain(lawInShort(law));
  });
});

/** The law without what the documentation says once for all rows. */
function lawInShort(law: string): string {
  return law.replace("Withdrawal Agreement, ", "").replace("Norway's ", "").replace(", section", " section");
}
