import en from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { expect, test } from "vitest";
import { STANDARD_RATES } from "../../../../src/domain/vat/rates/rate-table.ts";
import { VAT_AREAS } from "../../../../src/domain/vat/territory/areas.ts";
import { countryCodeFault, countryName, isCountryCode } from "../../../../src/domain/vat/territory/country.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

test("of all pairs of letters, exactly ISO's 249 codes and XK are countries, each with a name", () => {
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const countries = pairs.filter(isCountryCode);
  expect(countries).toEqual(Object.keys(en.countries).sort());
  expect(countries).toHaveLength(250);
  for (const country of countries) {
    expect(countryName(country), country).toMatch(/^\p{L}.{2,}$/u);
    expect(countryCodeFault(country)).toBeUndefined();
  }
});

test("every country that has a standard rate is a country", () => {
  expect(Object.keys(STANDARD_RATES).filter((country) => !isCountryCode(country))).toEqual([
    ...["AT-Jungholz", "AT-Mittelberg", "PT-20", "PT-30"],
  ]);
});

test("names are as people say them in the middle of a sentence", () => {
  const names = ["DE", "NL", "US", "GB", "CZ", "IM", "FR"].map(countryName);
  const withArticle = ["the Netherlands", "the United States", "the United Kingdom"];
  expect(names).toEqual(["Germany", ...withArticle, "Czechia", "the Isle of Man", "France"]);
  expect(["RU", "BS", "FK", "RE", "AE", "KR"].map(countryName)).toEqual([
    ...["Russia", "the Bahamas", "the Falkland Islands", "Réunion", "the United Arab Emirates", "South Korea"],
  ]);
});

test("names that a register would invert are in natural order", () => {
  expect(["BN", "CC", "FM", "GM", "VG", "VI"].map(countryName)).toEqual([
    ...[
      "Brunei",
      "the Cocos Islands",
      "Micronesia",
      "the Gambia",
      "the British Virgin Islands",
      "the US Virgin Islands",
    ],
  ]);
});

test("no name is in the inverted order of a register or has an explanation in brackets", () => {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountryCode);
  expect(codes.map(countryName).filter((name) => /[,(]|Republic of|the the/i.test(name))).toEqual([
    ...["Bonaire, Sint Eustatius and Saba", "the Democratic Republic of the Congo", "the Republic of the Congo"],
  ]);
});

test("a territory has the same name by its code and by its postal code", () => {
  const areas = Object.values(VAT_AREAS)
    .flat()
    .filter(({ id }) => id.length === 2);
  for (const { id, name } of areas) expect(countryName(id)).toBe(name);
  expect(areas.length).toBeGreaterThan(15);
});

test.each([
  ["EL", "GR"],
  ["el", "GR"],
  ["UK", "GB"],
  ["XI", "GB"],
  ["fr", "FR"],
  [" FR ", "FR"],
])("%j is refused, and %s is proposed", (code, meant) => {
  expect(countryCodeFault(code)).toMatch(new RegExp(`use ${meant}$`));
});

test.each(["", "DEU", "ZZ", "EU", "Deutschland", "constructor", "__proto__", "DÅ"])(
  "%j is refused without a guess",
  (code) => {
    expect(isCountryCode(code)).toBe(false);
    expect(countryCodeFault(code)).toMatch(/use one such as "DE"$/);
  },
);

test("a long text is not repeated in full", () => {
  expect(countryCodeFault("X".repeat(1_000_000))?.length).toBeLessThan(100);
});
