import { determineVat, isRefusal, standardVatRate } from "faktura/vat";
import { expect, test } from "vitest";
import { TODAY } from "../../../support/sales.ts";
import { COUNTRY_CODES } from "../../../support/territories.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

const SELLER = { country: "DE", vatRegistered: true, ossRegistered: false };
/** What the decision on goods for a client in the country says, in a sentence with the country's name. */
const reasonFor = (country: string) => determineVat(SELLER, { country }, { on: TODAY, supply: "goods" }).reason;

/** The fault of a client's country; `undefined` if it is one. */
function faultOf(country: string): string | undefined {
  try {
    reasonFor(country);
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    expect(error.errors).toEqual([{ parameter: "client.country", detail: expect.any(String) }]);
    return error.errors[0]!.detail;
  }
}

test("of all pairs of letters, exactly ISO's 249 codes and XK are countries, each with a name", () => {
  const countries = PAIRS.filter((pair) => faultOf(pair) === undefined);
  expect(countries).toEqual(COUNTRY_CODES);
  expect(countries).toHaveLength(250);
  for (const country of countries.filter((code) => code !== "DE"))
    expect(reasonFor(country), country).toMatch(/ (?:to|in) (?:the )?\p{Lu}[^,]{3,}/u);
});

test("every country that has a standard rate is a country", () => {
  expect(PAIRS.filter((pair) => standardVatRate(pair, TODAY) !== undefined && faultOf(pair) !== undefined)).toEqual([]);
});

// biome-ignore format: a flat table
test.each([
  ["NL", "the Netherlands"], ["US", "the United States"], ["GB", "the United Kingdom"], ["CZ", "Czechia"],
  ["IM", "the Isle of Man"], ["FR", "France"], ["RU", "Russia"], ["BS", "the Bahamas"], ["FK", "the Falkland Islands"],
  ["RE", "Réunion"], ["AE", "the United Arab Emirates"], ["KR", "South Korea"], ["BN", "Brunei"], ["CC", "the Cocos Islands"],
  ["FM", "Micronesia"], ["GM", "the Gambia"], ["VG", "the British Virgin Islands"], ["VI", "the US Virgin Islands"],
])("the name of %s is as people say it in the middle of a sentence, in natural order", (country, name) => {
  expect(reasonFor(country)).toMatch(new RegExp(`(?:to|consumer in) ${name}, (?:outside|by)`));
});

test("no name is in the inverted order of a register or has an explanation in brackets", () => {
  const names = COUNTRY_CODES.map(
    (code) => /Germany to (.+), outside the EU VAT area/.exec(reasonFor(code))?.[1] ?? "",
  );
  expect(names.filter((name) => name !== "")).toHaveLength(250 - 27 - 1); // but member states, and Monaco as part of one
  expect(names.filter((name) => /[,(]|Republic of|the the/i.test(name))).toEqual([
    ...["Bonaire, Sint Eustatius and Saba", "the Democratic Republic of the Congo", "the Republic of the Congo"],
  ]);
});

test.each([
  ["EL", "GR"],
  ["el", "GR"],
  ["UK", "GB"],
  ["XI", "GB"],
  ["fr", "FR"],
  [" FR ", "FR"],
])("%j is refused, and %s is proposed", (code, meant) => {
  expect(faultOf(code)).toMatch(new RegExp(`\\b${meant}$`));
});

test.each(["", "DEU", "ZZ", "EU", "Deutschland", "constructor", "__proto__", "DÅ"])(
  "%j is refused without a guess",
  (code) => {
    expect(faultOf(code)).toMatch(/"DE"$/);
  },
);

test("a long text is not repeated in full", () => {
  expect(faultOf("X".repeat(1_000_000))?.length).toBeLessThan(100);
});
