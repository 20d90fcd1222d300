import { readFileSync } from "node:fs";
import { join } from "node:path";
import { determineVat, isEuVatTerritory, isRefusal, standardVatRate, type VatCompany, vatRates } from "faktura/vat";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../support/code-point.ts";
import { seller, TODAY } from "../../../support/sales.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../../docs/why/territories.md"), "utf8");

/** Each area: its country, a postal code of it, its name in a sentence, and its law if it is outside the EU VAT area. */
// biome-ignore format: a flat table
const AREAS: Record<string, readonly [country: string, postalCode: string, name: string, law?: string]> = {
  "AT-Jungholz":   ["AT", "6691",     "Jungholz"],
  "AT-Mittelberg": ["AT", "6993",     "Mittelberg"],
  "DE-Büsingen":   ["DE", "78266",    "Büsingen",                  "Directive 2006/112/EC, article 6(2)(b)"],
  "DE-Heligoland": ["DE", "27498",    "Heligoland",                "Directive 2006/112/EC, article 6(2)(a)"],
  "FO":            ["DK", "FO-100",   "the Faroe Islands",         "TFEU, article 355(5)(a)"],
  "GL":            ["DK", "3900",     "Greenland",                 "TFEU, article 355(2)"],
  "ES-CN":         ["ES", "35001",    "the Canary Islands",        "Directive 2006/112/EC, article 6(1)(b)"],
  "ES-CE":         ["ES", "51001",    "Ceuta",                     "Directive 2006/112/EC, article 6(2)(c)"],
  "ES-ML":         ["ES", "52001",    "Melilla",                   "Directive 2006/112/EC, article 6(2)(d)"],
  "AX":            ["FI", "22100",    "Åland",                     "Directive 2006/112/EC, article 6(1)(d)"],
  "FR-20R":        ["FR", "20090",    "Corsica"],
  "BL":            ["FR", "97133",    "Saint Barthélemy",          "TFEU, article 355(2)"],
  "MF":            ["FR", "97150",    "Saint Martin",              "Directive 2006/112/EC, article 6(1)(c)"],
  "GP":            ["FR", "97110",    "Guadeloupe",                "Directive 2006/112/EC, article 6(1)(c)"],
  "MQ":            ["FR", "97200",    "Martinique",                "Directive 2006/112/EC, article 6(1)(c)"],
  "GF":            ["FR", "97300",    "French Guiana",             "Directive 2006/112/EC, article 6(1)(c)"],
  "RE":            ["FR", "97400",    "Réunion",                   "Directive 2006/112/EC, article 6(1)(c)"],
  "PM":            ["FR", "97500",    "Saint Pierre and Miquelon", "TFEU, article 355(2)"],
  "YT":            ["FR", "97600",    "Mayotte",                   "Directive 2006/112/EC, article 6(1)(c)"],
  "WF":            ["FR", "98600",    "Wallis and Futuna",         "TFEU, article 355(2)"],
  "PF":            ["FR", "98714",    "French Polynesia",          "TFEU, article 355(2)"],
  "NC":            ["FR", "98800",    "New Caledonia",             "TFEU, article 355(2)"],
  "GB-NIR":        ["GB", "BT1 1AA",  "Northern Ireland"],
  "GG":            ["GB", "GY1 1AA",  "Guernsey",                  "Directive 2006/112/EC, article 6(1)(e)"],
  "GI":            ["GB", "GX11 1AA", "Gibraltar",                 "Act of Accession of 1972, article 28"],
  "JE":            ["GB", "JE2 3AB",  "Jersey",                    "Directive 2006/112/EC, article 6(1)(e)"],
  "GR-69":         ["GR", "63086",    "Mount Athos",               "Directive 2006/112/EC, article 6(1)(a)"],
  "IT-Campione":   ["IT", "22061",    "Campione d'Italia",         "Directive 2006/112/EC, article 6(1)(f)"],
  "IT-Livigno":    ["IT", "23041",    "Livigno",                   "Directive 2006/112/EC, article 6(2)(e)"],
  "SM":            ["IT", "47890",    "San Marino",                "Directive 2006/112/EC, article 5(4)"],
  "VA":            ["IT", "00120",    "Vatican City",              "Directive 2006/112/EC, article 5(4)"],
  "SJ":            ["NO", "9170",     "Svalbard and Jan Mayen",    "Norway's Merverdiavgiftsloven, section 1-2"],
  "PT-20":         ["PT", "9500-321", "the Azores"],
  "PT-30":         ["PT", "9000-039", "Madeira"],
};
const COUNTRIES = [...new Set(Object.values(AREAS).map(([country]) => country))];
const IDS = new Map(Object.entries(AREAS).map(([id, [country, , name]]) => [`${country} ${name}`, id]));

const AMERICAN = { country: "US", vatRegistered: true, ossRegistered: false };

/** The area of an address, by the name with which a decision speaks of it. */
function idOf(country: string, postalCode: string): string | undefined {
  try {
    const { reason } = determineVat(AMERICAN, { country, postalCode }, { on: TODAY, supply: "digital" });
    const name = /^Service supplied from the United States to ([^,]+),/.exec(reason)![1];
    return IDS.get(`${country} ${name}`);
  } catch (error) {
    if (isRefusal(error)) return undefined; // not a country
    throw error;
  }
}

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
  expect(COUNTRIES).toEqual([...Object.keys(RANGES), "GB"].sort());
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
    for (const country of COUNTRIES) {
      for (const code of ["", " ", "-", "–.–", "\u200b"]) expect(idOf(country, code)).toBeUndefined();
    }
  });

  test("that is too long identifies no area, even if its beginning would", () => {
    for (const unit of ["3", "-", " ", "\ufdfa", "BT1", "E-35001"])
      for (const country of COUNTRIES) expect(idOf(country, unit.repeat(1_000_000))).toBeUndefined();
  });

  test("identifies an area of its own country or none, whatever it is", () => {
    const country = fc.constantFrom(...COUNTRIES);
    const text = fc.oneof(fc.string({ unit: codePoint }), fc.stringMatching(/^[A-Z]{0,3}-?\d{1,7}$/));
    fc.assert(
      fc.property(country, text, (code, postalCode) => {
        const id = idOf(code, postalCode);
        if (id !== undefined) expect(AREAS[id]![0]).toBe(code);
      }),
    );
  });
});

describe("an area", () => {
  const areas = Object.entries(AREAS).map(([id, [country, postalCode, name, law]]) => ({
    id,
    country,
    postalCode,
    name,
    law,
  }));
  const goods = (company: VatCompany, client: { country: string; postalCode?: string }) =>
    determineVat(company, client, { on: TODAY, supply: "goods" });

  test.each(areas)("$id is outside the EU VAT area by its law, or one territory with its country", (area) => {
    const { country, postalCode, name, law } = area;
    const { reason, treatment } = goods(seller(country), { country, postalCode });
    if (law === undefined)
      expect([treatment, reason]).toEqual(["domestic", expect.stringContaining(` to ${name}, which`)]);
    else if (country === "NO" || country === "GB") expect(treatment).toBe("export");
    else expect(reason).toContain(` to ${name}, outside the EU VAT area (${law})`);
    expect(isEuVatTerritory(country, "2020-12-31", postalCode)).toBe(country !== "NO" && law === undefined);
  });

  test("has its own standard rate in two states, and its own reduced rates in one", () => {
    const inside = areas.filter(({ law }) => law === undefined);
    const differ = (rates: (area: { country: string; postalCode?: string }) => unknown) =>
      inside.filter((area) => rates(area) !== rates({ country: area.country })).map(({ id }) => id);
    const charged = ({ country, postalCode }: { country: string; postalCode?: string }) =>
      goods(seller(country, { postalCode }), { country, postalCode: postalCode! }).rate;
    expect(differ(charged)).toEqual(["AT-Jungholz", "AT-Mittelberg", "PT-20", "PT-30"]);
    const lawful = ({ country, postalCode }: { country: string; postalCode?: string }) =>
      JSON.stringify(vatRates(country, { on: TODAY, postalCode }));
    expect(differ(lawful)).toEqual(["AT-Jungholz", "AT-Mittelberg", "FR-20R", "PT-20", "PT-30"]);
  });

  test("can have rates from the host, unless its rates are its country's", () => {
    for (const { id } of areas.filter((each) => !["GB-NIR", "FR-20R", "DE-Büsingen"].includes(each.id)))
      expect(standardVatRate(id, TODAY, { [id]: [{ since: "2026-01-01", percent: "20" }] }), id).toBe(20);
  });

  test("has its own tax only in Spain's islands and cities", () => {
    const rates = Object.fromEntries(
      areas
        .filter(({ id }) => !["GB-NIR", "FR-20R", "DE-Büsingen"].includes(id))
        .map(({ id }) => [id, [{ since: "2020-01-01", percent: "7" }]]),
    );
    const taxed = areas.map(({ id, country, postalCode }) => {
      const { category } = determineVat(seller(country, { postalCode }), { country, postalCode }, { on: TODAY, rates });
      return `${id} ${category}`;
    });
    expect(taxed.filter((each) => !each.endsWith(" S"))).toEqual(["ES-CN L", "ES-CE M", "ES-ML M"]);
  });

  test("that has a country code is the territory of that code, for the same reason", () => {
    for (const { id, country, postalCode, law } of areas.filter((each) => each.id.length === 2)) {
      const [told, coded] = [goods(seller(country), { country, postalCode }), goods(seller(country), { country: id })];
      const isTied = !["SM", "VA", "SJ"].includes(id); // these are states, or part of one, outside the EU
      expect(isTied ? told : { ...told, reason: told.reason.replace(` (${law})`, "") }, id).toEqual(coded);
    }
  });

  test("has its row in the documentation, with its country, its status and its law", () => {
    const standings: Record<string, string> = {
      ...{ "AT-Jungholz": "own rate", "AT-Mittelberg": "own rate", "PT-20": "own rate", "PT-30": "own rate" },
      ...{ "FR-20R": "own reduced rates", "GB-NIR": "EU for goods" },
    };
    const rows = [...PAGE.matchAll(/^\| `(.+?)` \| .+? \| `(..)` \| .+? \| (.+?) \| (.+?) \| .+ \|$/gm)];
    const documented = rows.map(([, id, country, standing]) => `${id} ${country} ${standing}`);
    expect(documented).toEqual(areas.map(({ id, country }) => `${id} ${country} ${standings[id] ?? "outside"}`));
    for (const [index, { id, law }] of areas.entries())
      if (law !== undefined)
        expect(rows[index]![4]!.replace("art.", "article").replace("§", "section"), id).toContain(lawInShort(law));
  });
});

/** The law without what the documentation says once for all rows. */
function lawInShort(law: string): string {
  return law.replace("Directive 2006/112/EC, ", "").replace("Norway's ", "").replace(", section", " section");
}
