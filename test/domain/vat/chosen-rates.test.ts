import { determineVat, type VatClient, type VatCompany, type VatOptions, type VatRates, vatRates } from "faktura/vat";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusalOf, seller, TODAY } from "../../support/sales.ts";
import { RATED_TERRITORIES } from "../../support/territories.ts";

const OSS = seller("DE", { ossRegistered: true });
const FRENCH = "FR40303265045";
const BOOK = { DE: 7, FR: 5.5, AT: 10, GB: 0 };

const decide = (company: VatCompany, client: VatClient, options: Partial<VatOptions> = {}) =>
  determineVat(company, client, { on: TODAY, ...options });

const rateOf = (...sale: Parameters<typeof decide>) => decide(...sale).rate;

// biome-ignore format: a table
test.each<[string, VatCompany, VatClient, Partial<VatOptions>, ReturnType<typeof String>]>([
  ["at home, the seller's entry",                     OSS,                                  { country: "DE" },                      { vatRates: BOOK },                     "7 domestic S DE"],
  ["at home, without an entry, the standard rate",    OSS,                                  { country: "DE" },                      { vatRates: { FR: 5.5 } },              "19 domestic S DE"],
  ["with OSS, the buyer's entry",                     OSS,                                  { country: "FR" },                      { vatRates: BOOK },                     "5.5 oss S FR"],
  ["with OSS, without an entry, its standard rate",   OSS,                                  { country: "FI" },                      { vatRates: BOOK },                     "25.5 oss S FI"],
  ["without OSS, the seller's entry",                 seller("DE"),                         { country: "FR" },                      { vatRates: BOOK },                     "7 origin S DE"],
  ["services to a consumer, the seller's entry",      OSS,                                  { country: "FR" },                      { vatRates: BOOK, supply: "services" }, "7 origin S DE"],
  ["reverse charge has none",                         OSS,                                  { country: "FR", vatNumber: FRENCH },   { vatRates: BOOK },                     "0 reverse-charge AE null"],
  ["an intra-Community supply has none",              OSS,                                  { country: "FR", vatNumber: FRENCH },   { vatRates: BOOK, supply: "goods" },    "0 intra-community-supply K null"],
  ["an export has none",                              OSS,                                  { country: "GB" },                      { vatRates: BOOK },                     "0 export G null"],
  ["a seller that is not registered has none",        seller("DE", { vatRegistered: false }), { country: "DE" },                    { vatRates: { DE: 8 } },                "0 not-registered E null"],
  ["a British seller at home, zero rated",            seller("GB"),                         { country: "GB" },                      { vatRates: BOOK },                     "0 domestic Z GB"],
  ["German solar panels",                             OSS,                                  { country: "DE" },                      { vatRates: { DE: 0 } },                "0 domestic Z DE"],
  ["an American seller with OSS",                     seller("US", { ossRegistered: true }), { country: "AT" },                     { vatRates: BOOK, supply: "digital" },  "10 oss S AT"],
  ["goods with a number of the seller's own state",   OSS,                                  { country: "FR", vatNumber: "DE811125440" }, { vatRates: BOOK, supply: "goods" }, "7 origin S DE"],
  ["the standard rate as an entry",                   OSS,                                  { country: "FR" },                      { vatRates: { FR: 20 } },               "20 oss S FR"],
  ["no entries at all",                               OSS,                                  { country: "FR" },                      { vatRates: {} },                       "20 oss S FR"],
])("%s", (_, company, client, options, expected) => {
  const { rate, treatment, category, rateCountry } = decide(company, client, options);
  expect(`${rate} ${treatment} ${category} ${rateCountry}`).toBe(expected);
});

test("nothing but rate, category and reason differs from the same sale at the standard rate", () => {
  const [chosen, standard] = [decide(OSS, { country: "FR" }, { vatRates: BOOK }), decide(OSS, { country: "FR" })];
  expect(chosen).toEqual({
    ...standard,
    rate: 5.5,
    reason: standard.reason.replace(
      "the standard rate of France on 2026-11-20, 20 %",
      "the reduced rate of France on 2026-11-20, 5.5 %",
    ),
  });
  expect(decide(OSS, { country: "FR" })).toEqual(standard); // nothing was remembered
  expect(decide(OSS, { country: "FR" }, { vatRates: { FR: 20 } })).toEqual(standard);
});

test.each([
  ["standard", "DE", 19],
  ["reduced", "DE", 7],
  ["super-reduced", "ES", 4],
  ["zero", "IE", 0],
  ["parking", "LU", 14],
  ["temporary", "GP", 0],
] as const)("the reason names a %s rate as one", (kind, country, rate) => {
  const { reason } = decide(seller(country), { country }, { vatRates: { [country]: rate } });
  expect(reason).toContain(`charged at the ${kind} rate of `);
});

describe("territories", () => {
  const inEu = (country: string, postalCode: string | undefined, choice: Record<string, number>, on = TODAY) =>
    decide(OSS, { country, postalCode }, { on, vatRates: choice, supply: "goods" }).rate;

  // biome-ignore format: a table
  test.each<[string, string, string | undefined, Record<string, number>, number, string?]>([
    ["Monaco is France", "MC", undefined, { FR: 5.5 }, 5.5],
    ["Corsica has its own entry", "FR", "20090", { FR: 5.5, "FR-20R": 2.1 }, 2.1],
    ["Corsica inherits France's", "FR", "20090", { FR: 5.5 }, 5.5],
    ["Corsica has what France has not", "FR", "20090", { "FR-20R": 13 }, 13],
    ["France has not Corsica's", "FR", "75001", { "FR-20R": 13 }, 20],
    ["Portugal's 6 is 4 in the Azores", "PT", "9500", { PT: 6 }, 4],
    ["Portugal's 13 is 9 in the Azores", "PT", "9500", { PT: 13 }, 9],
    ["Portugal's 23 is 16 in the Azores", "PT", "9500", { PT: 23 }, 16],
    ["and was 18", "PT", "9500", { PT: 23 }, 18, "2021-06-30"],
    ["Portugal's 6 was 5 in Madeira", "PT", "9000", { PT: 6 }, 5, "2024-09-30"],
    ["and is 4 now", "PT", "9000", { PT: 6 }, 4, "2024-10-01"],
    ["Portugal's 13 is 12 in Madeira", "PT", "9000", { PT: 13 }, 12],
    ["Portugal's 0 was 0 in Madeira", "PT", "9000", { PT: 0 }, 0, "2023-06-01"],
    ["the region's own entry comes first", "PT", "9000", { PT: 6, "PT-30": 12 }, 12],
    ["Jungholz inherits Austria's", "AT", "6691", { AT: 10 }, 10],
    ["Jungholz has its own entry", "AT", "6691", { AT: 20, "AT-Jungholz": 19 }, 19],
    ["Northern Ireland is XI for goods", "GB", "BT1 5GS", { XI: 0, GB: 5 }, 0],
    ["and then GB", "GB", "BT1 5GS", { GB: 5 }, 5],
  ])("%s", (_, country, postalCode, choice, rate, on) => {
    expect(inEu(country, postalCode, choice, on)).toBe(rate);
  });

  test("XI is for goods only, and the Isle of Man has the entry of GB", () => {
    const northern = seller("GB", { postalCode: "BT1 5GS" });
    const vatRates = { XI: 0, GB: 5 };
    expect(rateOf(northern, { country: "GB" }, { vatRates, supply: "goods" })).toBe(0);
    expect(rateOf(northern, { country: "GB" }, { vatRates, supply: "services" })).toBe(5);
    expect(rateOf(northern, { country: "GB" }, { vatRates })).toBe(5);
    expect(rateOf(seller("IM"), { country: "GB" }, { vatRates, supply: "goods" })).toBe(5);
  });

  // biome-ignore format: a table
  test.each<[string, VatCompany, VatClient, Partial<VatOptions>, number, string]>([
    ["from Paris to Corsica, by the entry of Corsica", seller("FR"),                          { country: "FR", postalCode: "20090" }, { supply: "goods", vatRates: { FR: 5.5, "FR-20R": 2.1 } }, 2.1, "Corsica"],
    ["and its rates",                                  seller("FR"),                          { country: "FR", postalCode: "20090" }, { supply: "goods", vatRates: { FR: 13 } },                 13,  "Corsica"],
    ["within Corsica",                                 seller("FR", { postalCode: "20090" }), { country: "FR", postalCode: "20200" }, { supply: "goods", vatRates: { FR: 0.9 } },                0.9, "Corsica"],
    ["from Corsica to Paris",                          seller("FR", { postalCode: "20090" }), { country: "FR", postalCode: "75001" }, { supply: "goods", vatRates: { FR: 5.5, "FR-20R": 2.1 } }, 5.5, "France"],
    ["handed over in Corsica",                         seller("FR", { postalCode: "20090" }), { country: "FR", postalCode: "75001" }, { supply: "goods", vatRates: { "FR-20R": 0.9 }, placeOfSupply: "FR-20R" }, 0.9, "Corsica"],
    ["a service of a seller in Paris",                 seller("FR"),                          { country: "FR", postalCode: "20090" }, { supply: "services", vatRates: { FR: 10 } },              10,  "France"],
    ["what is not stated is the seller's",             seller("FR"),                          { country: "FR", postalCode: "20090" }, { vatRates: { FR: 5.5, "FR-20R": 2.1 } },                  5.5, "France"],
    ["goods from Paris without an entry",              seller("FR"),                          { country: "FR", postalCode: "20090" }, { supply: "goods" },                                       20,  "Corsica"],
  ])("goods have the rate of where they arrive, %s", (_, company, client, options, rate, place) => {
    const decided = decide(company, client, options);
    expect(decided).toMatchObject({ treatment: "domestic", rate, rateCountry: "FR" });
    expect(decided.reason).toContain(`rate of ${place} on `);
  });

  test("Greek islands' rates are for sales within Greece that state their key, and never a default", () => {
    const greek = seller("GR", { postalCode: "81100" });
    const island = { "GR-islands": 17, GR: 13 };
    for (const supply of [undefined, "goods", "services"] as const) {
      const sold = decide(greek, { country: "GR" }, { supply, vatRates: island });
      expect(sold).toMatchObject({ treatment: "domestic", rate: 17, rateCountry: "GR" });
      expect(sold.reason).toContain("the reduced rate of the Greek islands on 2026-11-20, 17 %");
      expect(rateOf(greek, { country: "GR", postalCode: "81100" }, { supply })).toBe(24);
    }
    const place = { supply: "services", placeOfSupply: "GR-islands" } as const;
    expect(rateOf(greek, { country: "DE" }, place)).toBe(24);
    expect(rateOf(greek, { country: "DE" }, { ...place, vatRates: { "GR-islands": 9 } })).toBe(9);
    expect(rateOf(greek, { country: "DE" }, { vatRates: { "GR-islands": 9, DE: 7 }, supply: "services" })).toBe(9);
  });

  // biome-ignore format: a table
  test.each<[string, VatCompany, VatClient, Partial<VatOptions>]>([
    ["parcels from another state",     OSS,                                                                         { country: "GR" }, { supply: "goods" }],
    ["goods from another state",       seller("DE", { registrations: [{ country: "GR", vatNumber: "EL094259216" }] }), { country: "GR" }, { supply: "goods" }],
    ["services from another state",    OSS,                                                                         { country: "DE" }, { placeOfSupply: "GR-islands" }],
    ["digital services",               seller("GR"),                                                                { country: "GR" }, { supply: "digital" }],
    ["goods that leave Greece",        seller("GR"),                                                                { country: "DE" }, { supply: "goods" }],
  ])("they are refused for %s", (_, company, client, options) => {
    const { code, errors } = refusalOf(company, client, { on: TODAY, vatRates: { "GR-islands": 17 }, ...options });
    expect([code, errors]).toMatchObject(["vat_rate_unlawful", [{ pointer: "/vatRates/GR-islands" }]]);
  });

  test("a key that is none names the areas of its country", () => {
    const { errors } = refusalOf(OSS, { country: "GR" }, { on: TODAY, vatRates: { "GR-Lesbos": 17 } });
    expect(errors[0]!.detail).toContain("the id of an area: GR-69, GR-islands");
  });

  test("a seller in Büsingen has Switzerland's rates", () => {
    const local = seller("DE", { postalCode: "78266" });
    for (const client of [{ country: "DE", postalCode: "78266" }, { country: "CH" }, { country: "LI" }]) {
      expect(decide(local, client)).toMatchObject({ treatment: "domestic", rate: 8.1, rateCountry: "CH" });
      expect(rateOf(local, client, { vatRates: { DE: 7, CH: 2.6 } })).toBe(2.6);
    }
    expect(decide(local, { country: "DE" })).toMatchObject({ treatment: "export", rate: 0 });
  });

  test.each(["GP", "MQ", "RE"])("%s inherits nothing from France", (country) => {
    expect(rateOf(seller(country), { country }, { vatRates: { FR: 2.1 } })).toBe(8.5);
    expect(rateOf(seller(country), { country }, { vatRates: { FR: 2.1, [country]: 1.05 } })).toBe(1.05);
  });

  test("Åland inherits what is lawful there, by its code and by its postal code", () => {
    for (const client of [{ country: "AX" }, { country: "FI", postalCode: "22100" }])
      expect(rateOf(seller("AX"), client, { vatRates: { FI: 13.5 } })).toBe(13.5);
  });

  // biome-ignore format: a table
  test.each([
    ["AT", "6691", { AT: 20 }, "AT", 'under "AT-Jungholz"'],
    ["PT", "9500", { PT: 4 }, "PT", 'under "PT-20"'],
    ["PT", "9000", { PT: 5 }, "PT", 'under "PT-30"'],
    ["PT", "9000", { "PT-30": 6 }, "PT-30", "22, 12, 4"],
    ["FR", "20090", { FR: 7 }, "FR", 'under "FR-20R"'],
    ["FR", "75001", { FR: 13 }, "FR", "20, 10, 5.5, 2.1; the rates of Corsica need a postal code there"],
    ["PT", "1000", { PT: 16 }, "PT", "the Azores need a postal code there"],
    ["GR", "81100", { GR: 17 }, "GR", 'the Greek islands need the key "GR-islands"'],
  ])("%s %s with %j is refused by the key %s", (country, postalCode, vatRates, key, named) => {
    const { code, errors, message } = refusalOf(OSS, { country, postalCode }, { on: TODAY, vatRates });
    expect([code, errors.length, errors[0]]).toMatchObject(["vat_rate_unlawful", 1, { pointer: `/vatRates/${key}` }]);
    expect(message).toContain(named);
  });
});

describe("the law", () => {
  test("is that of the tax point, and the refusal names what is lawful", () => {
    expect(rateOf(OSS, { country: "DE" }, { vatRates: { DE: 5 }, on: "2020-12-31" })).toBe(5);
    const { code, message, errors } = refusalOf(OSS, { country: "DE" }, { vatRates: { DE: 5 }, on: "2021-01-01" });
    expect(code).toBe("vat_rate_unlawful");
    expect(message).toBe("5 % is not a lawful VAT rate in Germany on 2021-01-01. Lawful rates: 19, 10.7, 7, 5.5.");
    const detail = "is 5, but the lawful rates in Germany on 2021-01-01 are 19, 10.7, 7, 5.5";
    expect(errors).toEqual([{ pointer: "/vatRates/DE", detail }]);
  });

  test("is not asked about entries that do not apply", () => {
    expect(rateOf(OSS, { country: "DE" }, { vatRates: { DE: 7, FR: 99, US: 1 } })).toBe(7);
    expect(rateOf(OSS, { country: "FR", vatNumber: FRENCH }, { vatRates: { FR: 99, DE: 99 } })).toBe(0);
  });

  test("before 2020 is known for standard rates only, so others are unknown and not unlawful", () => {
    expect(rateOf(OSS, { country: "DE" }, { vatRates: { DE: 19 }, on: "2019-12-31" })).toBe(19);
    const { code, message } = refusalOf(OSS, { country: "DE" }, { vatRates: { DE: 7 }, on: "2019-12-31" });
    expect(code).toBe("vat_rate_unknown");
    expect(message).toContain('pass it in `rates` under "DE"');
  });

  test("of a country without known rates is unknown", () => {
    const { code } = refusalOf(seller("US"), { country: "US" }, { vatRates: { US: 8 }, on: TODAY });
    expect(code).toBe("vat_rate_unknown");
  });

  test("needs no standard rate where an entry is lawful", () => {
    expect(decide(seller("GF"), { country: "GF" }, { vatRates: { GF: 0 } })).toMatchObject({ rate: 0, category: "Z" });
  });

  test("may be added to by the host, also the tax of the Canary Islands", () => {
    const rates: VatRates = {
      DE: [{ since: "2026-01-01", percent: "6", kind: "reduced" }],
      "ES-CN": [
        { since: "2020-01-01", percent: "7" },
        { since: "2020-01-01", percent: "3", kind: "reduced" },
      ],
    };
    expect(rateOf(OSS, { country: "DE" }, { vatRates: { DE: 6 }, rates })).toBe(6);
    expect(rateOf(OSS, { country: "DE" }, { rates })).toBe(19);
    const canarian = seller("ES", { postalCode: "35001" });
    const client = { country: "ES", postalCode: "35001" };
    expect(decide(canarian, client, { vatRates: { "ES-CN": 3 }, rates })).toMatchObject({ rate: 3, category: "L" });
    expect(refusalOf(canarian, client, { on: TODAY, vatRates: { ES: 10 }, rates }).code).toBe("vat_rate_unlawful");
    const wrong = { DE: [{ since: "2026-01-01", percent: "six" }] };
    expect(refusalOf(OSS, { country: "DE" }, { on: TODAY, vatRates: { DE: 6 }, rates: wrong }).errors).toMatchObject([
      { parameter: "rates" },
    ]);
  });
});

// biome-ignore format: a table
test.each<[unknown, string, string]>([
  [{ MC: 5.5 }, "/vatRates/MC", "is charged as FR; state its rate under FR"],
  [{ IM: 5 }, "/vatRates/IM", "is charged as GB; state its rate under GB"],
  [{ EL: 13 }, "/vatRates/EL", '"EL" is not an ISO 3166-1 alpha-2 code; use GR, or the id of an area such as "PT-30"'],
  [{ de: 7 }, "/vatRates/de", '"de" is not an ISO 3166-1 alpha-2 code; use DE, or the id of an area such as "PT-30"'],
  [{ "GB-NIR": 7 }, "/vatRates/GB-NIR", '"GB-NIR" is not an ISO 3166-1 alpha-2 code; use one such as "DE", or the id of an area such as "PT-30"'],
  [{ DE: "7" }, "/vatRates/DE", 'must be a percentage from 0 to 100, not "7"'],
  [{ DE: 101 }, "/vatRates/DE", "must be a percentage from 0 to 100, not 101"],
  [{ DE: undefined }, "/vatRates/DE", "must be a percentage from 0 to 100, not undefined"],
  [7, "/vatRates", "must be an object such as { DE: 7, AT: 10 }, not 7"],
  [null, "/vatRates", "must be an object such as { DE: 7, AT: 10 }, not null"],
  [[7], "/vatRates", "must be an object such as { DE: 7, AT: 10 }, not an array"],
])("%j is refused with its place", (given, pointer, detail) => {
  const { code, errors } = refusalOf(OSS, { country: "US" }, { on: TODAY, vatRates: given as Record<string, number> });
  expect(code).toBe("request_invalid");
  expect(errors).toEqual([{ pointer, detail }]);
});

/** A place in each territory. */
const PLACES: Record<string, { country: string; postalCode: string }> = {
  "AT-Jungholz": { country: "AT", postalCode: "6691" },
  "AT-Mittelberg": { country: "AT", postalCode: "6991" },
  "FR-20R": { country: "FR", postalCode: "20000" },
  "GR-islands": { country: "GR", postalCode: "81100" },
  "PT-20": { country: "PT", postalCode: "9500" },
  "PT-30": { country: "PT", postalCode: "9000" },
  XI: { country: "GB", postalCode: "BT1 1AA" },
};
const days = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2028-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("every lawful rate is charged at home on every day, and no other is", () =>
  fc.assert(
    fc.property(fc.constantFrom(...RATED_TERRITORIES), days, fc.integer({ min: 0, max: 300 }), (key, on, tenths) => {
      const place = PLACES[key] ?? { country: key };
      const company = seller(place.country, place);
      const lawful = vatRates(key, { on });
      for (const { rate } of lawful) {
        const { rate: charged, category } = decide(company, place, { on, supply: "goods", vatRates: { [key]: rate } });
        expect([charged, category]).toEqual([rate, rate === 0 ? "Z" : "S"]);
      }
      const other = tenths / 10;
      if (lawful.some(({ rate }) => rate === other)) return;
      const refused = refusalOf(company, place, { on, supply: "goods", vatRates: { [key]: other } });
      expect(refused.code).toBe("vat_rate_unlawful");
    }),
    { numRuns: 400 },
  ));
