import { determineVat, type VatClient, type VatCompany, type VatOptions, type VatWarning } from "faktura/vat";
import { expect, test } from "vitest";
import { rememberedRuling } from "../../../src/domain/vat/memo.ts";
import { NOTE_LANGUAGES } from "../../../src/domain/vat/note.ts";
import type { SaleFacts } from "../../../src/domain/vat/sale-facts.ts";
import { VAT_AREAS } from "../../../src/domain/vat/territory/areas.ts";
import { COUNTRY_CODES } from "../../../src/domain/vat/territory/country.ts";
import { vatTerritoryOf } from "../../../src/domain/vat/territory/territory.ts";
import { seller, TODAY } from "../../support/sales.ts";

const NAMELESS = { vatNumber: undefined };
const FRENCH = "FR40303265045";

// biome-ignore format: a table
const SALES: [what: string, company: VatCompany, client: VatClient, options: Partial<VatOptions>][] = [
  ["a consumer",                         seller("DE"), { country: "FR" }, {}],
  ["a company without a number",         seller("DE"), { country: "FR", isCompany: true }, {}],
  ["no company",                         seller("DE"), { country: "FR", isCompany: false }, {}],
  ["a seller with OSS",                  seller("DE", { ossRegistered: true }), { country: "FR" }, {}],
  ["a seller in Monaco",                 seller("MC"), { country: "DE" }, {}],
  ["a seller in France",                 seller("FR"), { country: "DE" }, {}],
  ["an unregistered seller",             seller("DE", { vatRegistered: false }), { country: "FR" }, {}],
  ["one with a note",                    seller("DE", { vatRegistered: false, exemptionNote: "§ 19" }), { country: "FR" }, {}],
  ["a business",                         seller("DE"), { country: "FR", vatNumber: FRENCH }, {}],
  ["another business",                   seller("DE"), { country: "FR", vatNumber: "FR53000004605" }, {}],
  ["one that is no company",             seller("DE"), { country: "FR", vatNumber: FRENCH, isCompany: false }, {}],
  ["a number of another state",          seller("DE"), { country: "FR", vatNumber: "ATU13585627" }, {}],
  ["a number with a slip of the pen",    seller("DE"), { country: "FR", vatNumber: "FR40303265046" }, {}],
  ["a number that decides nothing",      seller("DE"), { country: "DE", vatNumber: "DE136695976" }, {}],
  ["another state's that decides nothing", seller("DE"), { country: "DE", vatNumber: FRENCH }, {}],
  ["a seller without a number",          seller("DE", NAMELESS), { country: "FR", vatNumber: FRENCH }, {}],
  ["a Danish note",                      seller("DE", { language: "da-DK" }), { country: "FR", vatNumber: FRENCH }, {}],
  ["a note in a language without words", seller("DE", { language: "ja" }), { country: "FR", vatNumber: FRENCH }, {}],
  ["goods",                              seller("DE"), { country: "FR", vatNumber: FRENCH }, { supply: "goods" }],
  ["digital services",                   seller("DE"), { country: "US" }, { supply: "digital" }],
  ["services",                           seller("DE"), { country: "US" }, { supply: "services" }],
  ["the mainland",                       seller("DE"), { country: "ES", postalCode: "28001" }, {}],
  ["the Canary Islands",                 seller("DE"), { country: "ES", postalCode: "35001" }, {}],
  ["a day of another rate",              seller("DE"), { country: "DE" }, { on: "2020-12-31" }],
  ["today",                              seller("DE"), { country: "DE" }, {}],
  ["a host's rate",                      seller("DE"), { country: "DE" }, { rates: { DE: [{ since: "2020-01-01", percent: "17" }] } }],
  ["a host's rate of 0",                 seller("DE"), { country: "DE" }, { rates: { DE: [{ since: "2020-01-01", percent: "0" }] } }],
];

const decide = (index: number) => {
  const [, company, client, options] = SALES[index]!;
  return determineVat(company, client, { on: TODAY, ...options });
};
const texts = () => SALES.map((_, index) => JSON.stringify(decide(index)));

test("a sale is decided the same way whatever was decided before", () => {
  const first = texts();
  const backwards = SALES.map((_, index) => JSON.stringify(decide(SALES.length - 1 - index)));
  expect(backwards.toReversed()).toEqual(first);
  expect(texts()).toEqual(first);
  // isCompany: false changes nothing for a consumer, nor does a number at home.
  expect(new Set(first).size).toBe(SALES.length - 2);
});

test("changes that a caller makes to a decision do not affect the next one", () => {
  const before = texts();
  for (const index of SALES.keys()) {
    const decision = decide(index);
    expect(() => (decision.warnings as VatWarning[]).push({ code: "oss_threshold", detail: "" })).toThrow(TypeError);
    for (const warning of decision.warnings) expect(Object.isFrozen(warning)).toBe(true);
    Object.assign(decision, { rate: -1, reason: "", vatNote: "none", treatment: "manual" });
  }
  expect(texts()).toEqual(before);
});

test("if more kinds of sales are decided than are remembered, the decisions stay the same", () => {
  const before = texts();
  for (let day = 0; day < 9000; day += 1) {
    const on = new Date(Date.UTC(2000, 0, day)).toISOString().slice(0, 10);
    determineVat(seller("DE"), { country: "US" }, { on });
  }
  expect(texts()).toEqual(before);
});

const YES_NO = [true, false];
const FACTS: SaleFacts = {
  on: TODAY,
  seller: vatTerritoryOf("DE"),
  client: vatTerritoryOf("FR"),
  vatRegistered: true,
  ossRegistered: true,
  sellerHasVatNumber: true,
  clientHasVatNumber: true,
  hasNumberOfSellersState: false,
  isCompany: undefined,
  supply: undefined,
  place: undefined,
  language: undefined,
};

/** One postal code of each area. */
// biome-ignore format: a flat table
const POSTAL_CODES: Record<string, string[]> = {
  AT: ["6691", "6991"], DE: ["78266", "27498"], DK: ["FO100", "3900"], ES: ["35001", "51001", "52001"], FI: ["22100"],
  FR: ["20090", "97133", "97150", "97100", "97200", "97300", "97400", "97500", "97600", "98600", "98700", "98800"],
  GB: ["BT1", "GY1", "GX11", "JE1"], GR: ["63086"], IT: ["22061", "23041", "47890", "00120"], NO: ["9170"],
  PT: ["9500", "9000"],
};

/** The facts, with each possible value of one of them. */
function withEach<Name extends keyof SaleFacts>(all: SaleFacts[], name: Name, values: readonly SaleFacts[Name][]) {
  return all.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })));
}

test("no ruling is remembered for facts other than its own", () => {
  const areas = Object.entries(POSTAL_CODES).flatMap(([code, postal]) => postal.map((it) => vatTerritoryOf(code, it)));
  expect(new Set(areas.map(({ area }) => area)).size).toBe(Object.values(VAT_AREAS).flat().length);
  const territories = [...COUNTRY_CODES.map((code) => vatTerritoryOf(code)), ...areas];
  let circumstances = [FACTS];
  for (const name of ["vatRegistered", "ossRegistered", "sellerHasVatNumber", "clientHasVatNumber"] as const)
    circumstances = withEach(circumstances, name, YES_NO);
  const ofSellersState = circumstances.filter(({ clientHasVatNumber }) => clientHasVatNumber);
  circumstances.push(...ofSellersState.map((facts) => ({ ...facts, hasNumberOfSellersState: true })));
  circumstances = withEach(circumstances, "isCompany", [...YES_NO, undefined]);
  circumstances = withEach(circumstances, "supply", ["goods", "services", "digital", undefined]);
  const unregistered = { ...FACTS, vatRegistered: false }; // so that no rate is needed
  const places = withEach(withEach([unregistered], "seller", territories), "client", territories);
  const languages = withEach(withEach([unregistered], "client", territories), "language", [
    ...NOTE_LANGUAGES,
    undefined,
  ]);
  for (const all of [circumstances, languages, places]) {
    const rulings = all.map((facts) => rememberedRuling(facts, undefined));
    expect(new Set(rulings).size).toBe(all.length);
  }
  expect(rememberedRuling(FACTS, undefined)).toBe(rememberedRuling({ ...FACTS }, undefined));
});

test("a host that changes its rates gets the new ones at once", () => {
  const rates = { DE: [{ since: "2020-01-01", percent: "17" }] };
  const rate = () => determineVat(seller("DE"), { country: "DE" }, { on: TODAY, rates }).rate;
  expect([rate(), rate()]).toEqual([17, 17]);
  rates.DE[0]!.percent = "18";
  expect([rate(), rate()]).toEqual([18, 18]);
  expect(determineVat(seller("DE"), { country: "DE" }, { on: TODAY }).rate).toBe(19);
});
