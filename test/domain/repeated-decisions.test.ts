import { determineVat, type VatClient, type VatCompany, type VatOptions, type VatWarning } from "faktura/vat";
import { expect, test } from "vitest";
import { seller, TODAY } from "../support/sales.ts";

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

test("a sale is decided the same whatever was decided before it", () => {
  const first = texts();
  const backwards = SALES.map((_, index) => JSON.stringify(decide(SALES.length - 1 - index)));
  expect(backwards.toReversed()).toEqual(first);
  expect(texts()).toEqual(first);
  // To be said to be no company changes nothing for a consumer, nor does a number at home.
  expect(new Set(first).size).toBe(SALES.length - 2);
});

test("what a caller does to a decision does not reach the next", () => {
  const before = texts();
  for (const index of SALES.keys()) {
    const decision = decide(index);
    expect(() => (decision.warnings as VatWarning[]).push({ code: "oss_threshold", detail: "" })).toThrow(TypeError);
    for (const warning of decision.warnings) expect(Object.isFrozen(warning)).toBe(true);
    Object.assign(decision, { rate: -1, reason: "", vatNote: "none", treatment: "manual" });
  }
  expect(texts()).toEqual(before);
});

test("more kinds of sales than are remembered are decided as the first ones were", () => {
  const before = texts();
  for (let day = 0; day < 9000; day += 1) {
    const on = new Date(Date.UTC(2000, 0, day)).toISOString().slice(0, 10);
    determineVat(seller("DE"), { country: "US" }, { on });
  }
  expect(texts()).toEqual(before);
});
