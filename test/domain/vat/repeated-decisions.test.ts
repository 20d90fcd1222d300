import {
  determineVat,
  isRefusal,
  type VatClient,
  type VatCompany,
  type VatOptions,
  type VatWarning,
} from "faktura/vat";
import { expect, test } from "vitest";
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
const COUNTRIES = [
  "AT",
  "CH",
  "CY",
  "DE",
  "ES",
  "FI",
  "FR",
  "GB",
  "GR",
  "IE",
  "IT",
  "MC",
  "NL",
  "NO",
  "PL",
  "PT",
  "US",
  "XI",
];
/** Postal codes of areas with a VAT of their own, or outside of the VAT area. */
const AREAS = ["ES 35001", "ES 51001", "FR 97133", "FR 20090", "DE 27498", "GB BT1", "IT 23041", "GR 63086", "PT 9000"];
const PLACES = [...COUNTRIES, ...AREAS].map((text): VatClient => {
  const [country = "", postalCode] = text.split(" ");
  return postalCode === undefined ? { country } : { country, postalCode };
});
const LANGUAGES = [..."bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split(" "), "ja"];

/** Sales that differ in what decides, each from the next in as little as possible. */
function* sales(): Generator<[VatCompany, VatClient, Partial<VatOptions>]> {
  const numbers = [undefined, FRENCH, "ATU13585627", "DE136695976"];
  for (const vatRegistered of YES_NO)
    for (const ossRegistered of YES_NO)
      for (const company of [seller("DE"), seller("DE", NAMELESS)])
        for (const vatNumber of numbers)
          for (const isCompany of [...YES_NO, undefined])
            for (const supply of ["goods", "services", "digital", undefined] as const)
              yield [{ ...company, vatRegistered, ossRegistered }, { country: "FR", vatNumber, isCompany }, { supply }];
  for (const { country } of PLACES) for (const client of PLACES) yield [seller(country), client, {}];
  for (const language of LANGUAGES) yield [seller("DE", { language }), { country: "FR", vatNumber: FRENCH }, {}];
}

test("what decides is never taken from a sale that differs in one fact, in whatever order they are decided", () => {
  const all = [...sales()];
  const decidedOn =
    (on: string) =>
    ([company, client, options]: (typeof all)[number]) => {
      try {
        return JSON.stringify(determineVat(company, client, { on, ...options })).replaceAll(on, "today");
      } catch (error) {
        if (isRefusal(error)) return error.code;
        throw error;
      }
    };
  // Nothing of the second day is remembered from the first.
  const [forwards, backwards] = [all.map(decidedOn(TODAY)), all.toReversed().map(decidedOn("2026-11-21")).toReversed()];
  expect(backwards).toEqual(forwards);
});

test("a host that changes its rates gets the new ones at once", () => {
  const rates = { DE: [{ since: "2020-01-01", percent: "17" }] };
  const rate = () => determineVat(seller("DE"), { country: "DE" }, { on: TODAY, rates }).rate;
  expect([rate(), rate()]).toEqual([17, 17]);
  rates.DE[0]!.percent = "18";
  expect([rate(), rate()]).toEqual([18, 18]);
  expect(determineVat(seller("DE"), { country: "DE" }, { on: TODAY }).rate).toBe(19);
});
