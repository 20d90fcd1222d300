/**
 * Goal: the sales that a VAT adviser found decided wrongly, or without an explanation, are decided correctly and
 * explained.
 * Method: one row for each sale, with the rate, the treatment and the warnings that the law requires. The articles are
 * in the titles. Supplies that are not stated keep the specification's rates.
 */
import { determineVat, type VatClient, type VatCompany, type VatOptions, type VatWarningCode } from "faktura/vat";
import { expect, test } from "vitest";
import { seller, TODAY } from "../../support/sales.ts";

const OSS = { ossRegistered: true };
const at = (country: string, postalCode: string) => ({ country, postalCode });
const company = { isCompany: true };
const consumer = { isCompany: false };
const GERMAN_NUMBER = "DE136695976";

type Row = [
  what: string,
  company: VatCompany,
  client: VatClient,
  supply: VatOptions["supply"],
  rate: number,
  treatment: string,
  warnings: VatWarningCode[],
  rateCountry?: string,
];

const NATIONAL = "national_rule_for_services";
const UNSTATED = "supply_not_stated";
const GUADELOUPE = { country: "GP" };
const REUNION = { country: "RE" };
const SAINT_DENIS = at("FR", "97400");
const ALAND = { country: "AX" };
const MARIEHAMN = at("FI", "22100");
const LAS_PALMAS = at("ES", "35001");
const CEUTA = at("ES", "51001");
const MELILLA = at("ES", "52001");

// biome-ignore format: a table is read by its columns
const SERVICES_WITHIN_A_STATE: Row[] = [
  // CGI 259 to 259 D, 294, 296; BOI-TVA-GEO-20-40
  ["FR to a business in Réunion, CGI 259-1",            seller("FR"), { ...REUNION, ...company }, "services", 8.5, "domestic", [NATIONAL], "RE"],
  ["the same by postal code",                           seller("FR"), { ...SAINT_DENIS, ...company }, "services", 8.5, "domestic", [NATIONAL], "RE"],
  ["a VAT number makes a business too",                 seller("FR"), { ...REUNION, vatNumber: "FR40303265045" }, "services", 8.5, "domestic", [NATIONAL], "RE"],
  ["FR to a consumer in Réunion, CGI 259-2",            seller("FR"), { ...REUNION, ...consumer }, "services", 20, "domestic", [NATIONAL], "FR"],
  ["one who does not say what he is",                   seller("FR"), REUNION, "services", 20, "domestic", [NATIONAL], "FR"],
  ["with OSS too",                                      seller("FR", OSS), { ...GUADELOUPE, ...consumer }, "services", 20, "domestic", [NATIONAL], "FR"],
  ["digital, to a consumer, CGI 259 D",                 seller("FR", OSS), { country: "MQ", ...consumer }, "digital", 8.5, "domestic", [NATIONAL], "MQ"],
  ["digital, to a business",                            seller("FR"), { country: "MQ", ...company }, "digital", 8.5, "domestic", [NATIONAL], "MQ"],
  ["MC counts as FR",                                   seller("MC"), { ...REUNION, ...company }, "services", 8.5, "domestic", [NATIONAL], "RE"],
  ["Réunion to a business in FR",                       seller("RE"), { country: "FR", ...company }, "services", 20, "domestic", [NATIONAL], "FR"],
  ["Réunion to a consumer in FR",                       seller("RE"), { country: "FR" }, "services", 8.5, "domestic", [NATIONAL], "RE"],
  ["Réunion to a consumer in FR, digital, with OSS",    seller("RE", OSS), { country: "FR" }, "digital", 20, "domestic", [NATIONAL], "FR"],
  ["between two departments",                           seller("GP"), { ...REUNION, ...company }, "services", 8.5, "domestic", [NATIONAL], "RE"],
  ["goods stay exports, CGI 294-2",                     seller("FR", OSS), { ...REUNION, ...company }, "goods", 0, "export", []],
  ["unstated keeps the specification's 0",              seller("FR", OSS), REUNION, undefined, 0, "export", [UNSTATED, NATIONAL]],
  ["French Guiana has no VAT, CGI 294-1",               seller("FR"), { country: "GF", ...company }, "services", 0, "outside-scope", [NATIONAL]],
  ["nor has Mayotte",                                   seller("FR"), { country: "YT", ...consumer }, "services", 0, "outside-scope", ["services_to_a_consumer_outside_the_eu", NATIONAL]],
  ["an unregistered seller charges nothing",            seller("FR", { vatRegistered: false }), REUNION, "services", 0, "not-registered", []],
  // Act 1266/1996, section 1
  ["FI to a business in Åland",                         seller("FI"), { ...ALAND, ...company }, "services", 25.5, "domestic", [NATIONAL], "FI"],
  ["FI to a consumer in Åland",                         seller("FI"), { ...MARIEHAMN, ...consumer }, "services", 25.5, "domestic", [NATIONAL], "FI"],
  ["FI to Åland, digital",                              seller("FI", OSS), ALAND, "digital", 25.5, "domestic", [NATIONAL], "FI"],
  ["Åland to a business in FI",                         seller("AX"), { country: "FI", vatNumber: "FI20774740" }, "services", 25.5, "domestic", [NATIONAL], "AX"],
  ["Åland to a consumer in FI, by postal code",         seller("FI", at("FI", "22100")), { country: "FI" }, "services", 25.5, "domestic", [NATIONAL], "AX"],
  ["goods to Åland stay exports",                       seller("FI"), ALAND, "goods", 0, "export", []],
  ["unstated keeps the specification's 0",              seller("FI"), ALAND, undefined, 0, "export", [UNSTATED, NATIONAL]],
  // LIVA 69.Uno.2 and 69.Dos
  ["ES to a consumer in the Canary Islands",            seller("ES"), { ...LAS_PALMAS, ...consumer }, "services", 21, "domestic", [NATIONAL], "ES"],
  ["to one who does not say what he is",                seller("ES"), LAS_PALMAS, "services", 21, "domestic", [NATIONAL], "ES"],
  ["to a consumer in Ceuta",                            seller("ES", OSS), { ...CEUTA, ...consumer }, "services", 21, "domestic", [NATIONAL], "ES"],
  ["to a consumer in Melilla",                          seller("ES"), { ...MELILLA, ...consumer }, "services", 21, "domestic", [NATIONAL], "ES"],
  ["never digital services",                            seller("ES", OSS), { ...LAS_PALMAS, ...consumer }, "digital", 0, "outside-scope", [NATIONAL]],
  ["nor services to a business there",                  seller("ES"), { ...LAS_PALMAS, ...company }, "services", 0, "outside-scope", [NATIONAL]],
  ["nor to one with a number, well formed or not",      seller("ES"), { ...CEUTA, vatNumber: "n/a" }, "services", 0, "outside-scope", [NATIONAL]],
  ["goods stay exports",                                seller("ES"), { ...LAS_PALMAS, ...consumer }, "goods", 0, "export", []],
  ["unstated keeps the specification's 0",              seller("ES"), { ...MELILLA, ...consumer }, undefined, 0, "export", [UNSTATED, NATIONAL]],
  ["from the Canary Islands no rule was read",          seller("ES", LAS_PALMAS), { country: "ES", ...company }, "services", 0, "outside-scope", [NATIONAL]],
  // no rule was found
  ["DE to Heligoland",                                  seller("DE"), { ...at("DE", "27498"), ...company }, "services", 0, "outside-scope", [NATIONAL]],
  ["IT to Livigno",                                     seller("IT"), { ...at("IT", "23041"), ...company }, "digital", 0, "outside-scope", [NATIONAL]],
  ["DK to Greenland",                                   seller("DK"), { country: "GL", ...company }, "services", 0, "outside-scope", [NATIONAL]],
  ["San Marino is no part of Italy",                    seller("IT"), { ...at("IT", "47890"), ...company }, "services", 0, "outside-scope", []],
  ["nor are the Canary Islands one of France",          seller("FR"), { ...LAS_PALMAS, ...company }, "services", 0, "outside-scope", []],
  // sales inside an area in which its state's VAT applies
  ["within Réunion, CGI 296",                           seller("RE"), REUNION, undefined, 8.5, "domestic", [], "RE"],
  ["within Åland",                                      seller("AX"), ALAND, "goods", 25.5, "domestic", [], "AX"],
];

// biome-ignore format: a table is read by its columns
const AREAS_WITH_OSS: Row[] = [
  ["goods from Åland to FI are exports, article 6",     seller("AX", OSS), { country: "FI" }, "goods", 0, "export", []],
  ["by postal code too",                                seller("FI", { ...at("FI", "22100"), ...OSS }), { country: "FI" }, "goods", 0, "export", []],
  ["goods from Réunion to FR",                          seller("RE", OSS), { country: "FR" }, "goods", 0, "export", []],
  ["unstated, from Réunion to FR",                      seller("RE", OSS), { country: "FR" }, undefined, 0, "export", [UNSTATED, NATIONAL]],
  ["from Åland to another state they are imported",     seller("AX", OSS), { country: "SE" }, "goods", 0, "export", []],
  ["unstated, from Åland to another state, OSS applies", seller("AX", OSS), { country: "SE" }, undefined, 25, "oss", [UNSTATED], "SE"],
  ["digital, Canary Islands to ES, article 358a",       seller("ES", { ...LAS_PALMAS, ...OSS }), { country: "ES" }, "digital", 21, "oss", [], "ES"],
  ["digital, Campione to IT",                           seller("IT", { ...at("IT", "22061"), ...OSS }), { country: "IT" }, "digital", 22, "oss", [], "IT"],
  ["digital, Heligoland to DE",                         seller("DE", { ...at("DE", "27498"), ...OSS }), { country: "DE" }, "digital", 19, "oss", [], "DE"],
  ["goods, Canary Islands to ES",                       seller("ES", { ...LAS_PALMAS, ...OSS }), { country: "ES" }, "goods", 0, "export", []],
  ["digital, without OSS",                              seller("ES", LAS_PALMAS), { country: "ES" }, "digital", 0, "outside-scope", ["digital_services_from_outside_the_eu", NATIONAL]],
  ["digital, to a business",                            seller("ES", { ...LAS_PALMAS, ...OSS }), { country: "ES", vatNumber: "ESB58378431" }, "digital", 0, "outside-scope", [NATIONAL]],
];

// biome-ignore format: a table is read by its columns
const NUMBERS_OF_THE_SELLERS_STATE: Row[] = [
  ["services: Regulation 282/2011, article 18",         seller("DE"), { country: "FR", vatNumber: GERMAN_NUMBER }, "services", 0, "reverse-charge", ["vat_number_of_another_state", "vat_number_of_the_sellers_state"]],
  ["digital services, with OSS",                        seller("DE", OSS), { country: "FR", vatNumber: GERMAN_NUMBER }, "digital", 0, "reverse-charge", ["vat_number_of_another_state", "vat_number_of_the_sellers_state"]],
  ["unstated: row 3 of the specification",              seller("DE", OSS), { country: "FR", vatNumber: GERMAN_NUMBER }, undefined, 0, "reverse-charge", ["vat_number_of_another_state", "vat_number_of_the_sellers_state", UNSTATED]],
  ["goods: article 138(1)(b)",                          seller("DE"), { country: "FR", vatNumber: GERMAN_NUMBER }, "goods", 19, "origin", ["vat_number_of_another_state", "vat_number_of_the_sellers_state"], "DE"],
  ["goods, with OSS",                                   seller("DE", OSS), { country: "FR", vatNumber: GERMAN_NUMBER, ...company }, "goods", 19, "origin", ["vat_number_of_another_state", "vat_number_of_the_sellers_state"], "DE"],
  ["France's, of a client in DE, from Monaco",          seller("MC"), { country: "DE", vatNumber: "FR40303265045" }, "goods", 20, "origin", ["vat_number_of_another_state", "vat_number_of_the_sellers_state"], "FR"],
  ["Monaco's is no other number than the client's",     seller("DE"), { country: "MC", vatNumber: "FR53000004605" }, "goods", 0, "intra-community-supply", []],
  ["at home it decides nothing",                        seller("DE"), { country: "DE", vatNumber: GERMAN_NUMBER }, "goods", 19, "domestic", [], "DE"],
  ["Northern Ireland's, of a client in FR",             seller("GB", { ...at("GB", "BT1 1AA"), vatNumber: "XI980780684" }), { country: "FR", vatNumber: "XI980780684" }, "goods", 20, "origin", ["vat_number_of_another_state", "vat_number_of_the_sellers_state"], "GB"],
];

// biome-ignore format: a table is read by its columns
const COMPANIES_WITHOUT_A_NUMBER: Row[] = [
  ["goods, with OSS: articles 14(4) and 33",            seller("DE", OSS), { country: "FI", ...company }, "goods", 19, "origin", ["company_without_number"], "DE"],
  ["goods, without OSS",                                seller("DE"), { country: "FI", ...company }, "goods", 19, "origin", ["company_without_number"], "DE"],
  ["a small or exempt business: article 3(1)",          seller("DE", OSS), { country: "FI", ...consumer }, "goods", 25.5, "oss", [], "FI"],
  ["a consumer",                                        seller("DE", OSS), { country: "FI" }, "goods", 25.5, "oss", [], "FI"],
  ["unstated keeps the specification's rate",           seller("DE", OSS), { country: "FI", ...company }, undefined, 25.5, "oss", [UNSTATED, "company_without_number"], "FI"],
  ["unstated, without OSS",                             seller("DE"), { country: "FI", ...company }, undefined, 19, "origin", [UNSTATED, "company_without_number", "oss_threshold"], "DE"],
  ["digital services",                                  seller("DE", OSS), { country: "FI", ...company }, "digital", 25.5, "oss", ["company_without_number"], "FI"],
  ["services",                                          seller("DE", OSS), { country: "FI", ...company }, "services", 19, "origin", ["company_without_number"], "DE"],
  ["goods of a seller outside the EU with OSS",         seller("US", OSS), { country: "FI", ...company }, "goods", 0, "export", []],
  ["outside the EU a number is not asked for",          seller("DE", OSS), { country: "CH", ...company }, "goods", 0, "export", []],
];

// biome-ignore format: a table is read by its columns
const BORDERS: Row[] = [
  ["Northern Ireland by postal code, unstated",         seller("DE"), at("GB", "BT1 1AA"), undefined, 0, "export", [UNSTATED, "northern_ireland_goods"]],
  ["by its number",                                     seller("DE"), { country: "GB", vatNumber: "XI980780684" }, undefined, 0, "export", [UNSTATED, "northern_ireland_goods"]],
  ["from there to a state, unstated",                   seller("GB", { ...at("GB", "BT1"), vatNumber: "XI980780684" }), { country: "FR" }, undefined, 0, "export", [UNSTATED, "northern_ireland_goods"]],
  ["stated services",                                   seller("DE"), { ...at("GB", "BT1 1AA"), ...company }, "services", 0, "outside-scope", []],
  ["from outside the EU",                               seller("US"), at("GB", "BT1 1AA"), undefined, 0, "export", [UNSTATED]],
  ["Great Britain",                                     seller("DE"), at("GB", "SW1A 1AA"), undefined, 0, "export", [UNSTATED]],
  ["Büsingen to Switzerland, MWSTG 3(a)",               seller("DE", at("DE", "78266")), { country: "CH" }, "goods", 8.1, "domestic", [], "CH"],
  ["Liechtenstein to Büsingen",                         seller("LI"), at("DE", "CH-8238"), "goods", 8.1, "domestic", [], "LI"],
  ["Campione to Switzerland",                           seller("IT", at("IT", "22061")), { country: "CH" }, "goods", 0, "export", []],
  ["services out of the EU, status unsaid: article 59", seller("DE"), { country: "US" }, "services", 0, "outside-scope", ["client_status_not_stated"]],
  ["to a company",                                      seller("DE"), { country: "US", ...company }, "services", 0, "outside-scope", []],
  ["to one with a number of its own state's",           seller("DE"), { country: "CH", vatNumber: "CHE-123.456.788" }, "services", 0, "outside-scope", []],
  ["to a consumer",                                     seller("DE"), { country: "US", ...consumer }, "services", 0, "outside-scope", ["services_to_a_consumer_outside_the_eu"]],
  ["digital: article 58",                               seller("DE"), { country: "US" }, "digital", 0, "outside-scope", []],
];

const SMALL = { vatRegistered: false };

// biome-ignore format: a table is read by its columns
const UNREGISTERED: Row[] = [
  ["services to a business: articles 196, 214(1)(e)",   seller("DE", SMALL), { country: "FR", vatNumber: "FR40303265045" }, "services", 0, "not-registered", ["service_abroad_without_registration"]],
  ["to a company",                                      seller("DE", SMALL), { country: "FR", ...company }, "digital", 0, "not-registered", ["service_abroad_without_registration"]],
  ["unstated",                                          seller("DE", SMALL), { country: "FR", vatNumber: "FR40303265045" }, undefined, 0, "not-registered", ["service_abroad_without_registration"]],
  ["goods",                                             seller("DE", SMALL), { country: "FR", vatNumber: "FR40303265045" }, "goods", 0, "not-registered", []],
  ["to a consumer",                                     seller("DE", SMALL), { country: "FR" }, "services", 0, "not-registered", []],
  ["at home",                                           seller("DE", SMALL), { country: "DE", ...company }, "services", 0, "not-registered", []],
  ["out of the EU",                                     seller("DE", SMALL), { country: "US", ...company }, "services", 0, "not-registered", []],
];

const TO_CONSUMER = "services_to_a_consumer_outside_the_eu";

/** Areas and states that no rule above names: what is decided for them follows from the border of the EU alone. */
// biome-ignore format: a table is read by its columns
const OTHER_AREAS: Row[] = [
  ["a third state's services to Réunion",               seller("DE"), { ...REUNION, ...company }, "services", 0, "outside-scope", []],
  ["its digital services, with OSS",                    seller("DE", OSS), REUNION, "digital", 0, "outside-scope", []],
  ["its services to Åland, by a Finnish number",        seller("SE"), { ...ALAND, vatNumber: "FI20774740" }, "services", 0, "outside-scope", []],
  ["its digital services to a consumer in Åland",       seller("SE", OSS), ALAND, "digital", 0, "outside-scope", []],
  ["goods to Livigno, by an Italian number",            seller("IT"), { ...at("IT", "23041"), vatNumber: "IT00743110157" }, "goods", 0, "export", []],
  ["goods to a consumer in Livigno, with OSS",          seller("DE", OSS), at("IT", "23041"), "goods", 0, "export", []],
  ["services to a consumer in Campione",                seller("IT"), { ...at("IT", "22061"), ...consumer }, "services", 0, "outside-scope", [TO_CONSUMER, NATIONAL]],
  ["services to a business in Saint Martin",            seller("FR"), { country: "MF", ...company }, "services", 0, "outside-scope", [NATIONAL]],
  ["digital services to New Caledonia",                 seller("FR", OSS), { country: "NC" }, "digital", 0, "outside-scope", [NATIONAL]],
  ["services from French Guiana to France",             seller("GF"), { country: "FR" }, "services", 0, "outside-scope", [NATIONAL]],
  ["goods between Guadeloupe and Martinique",           seller("GP"), { country: "MQ" }, "goods", 0, "export", []],
  ["goods from Réunion to a business in a third state", seller("RE"), { country: "DE", vatNumber: "DE811125440" }, "goods", 0, "export", []],
  ["digital services from Réunion to it, with OSS",     seller("RE", OSS), { country: "DE" }, "digital", 19, "oss", [], "DE"],
  ["the same without OSS",                              seller("RE"), { country: "DE" }, "digital", 0, "outside-scope", ["digital_services_from_outside_the_eu"]],
  ["services to Aruba",                                 seller("NL"), { country: "AW", ...consumer }, "services", 0, "outside-scope", [TO_CONSUMER, NATIONAL]],
  ["services to the Faroe Islands",                     seller("DK"), { country: "FO", ...company }, "services", 0, "outside-scope", [NATIONAL]],
  ["goods within Northern Ireland and Great Britain",   seller("GB", { ...at("GB", "BT1 1AA"), vatNumber: "XI980780684" }), at("GB", "SW1A 1AA"), "goods", 20, "domestic", [], "GB"],
  ["goods to a consumer in Northern Ireland, with OSS", seller("IE", OSS), at("GB", "BT1 1AA"), "goods", 20, "oss", [], "GB"],
  ["services from Switzerland to Büsingen",             seller("CH"), at("DE", "78266"), "services", 8.1, "domestic", [], "CH"],
  ["services from Heligoland to a third state",         seller("DE", at("DE", "27498")), { country: "FR", vatNumber: "FR40303265045" }, "services", 0, "outside-scope", []],
];

const ALL = [
  ...SERVICES_WITHIN_A_STATE,
  ...AREAS_WITH_OSS,
  ...NUMBERS_OF_THE_SELLERS_STATE,
  ...COMPANIES_WITHOUT_A_NUMBER,
  ...BORDERS,
  ...UNREGISTERED,
  ...OTHER_AREAS,
];

test.each(ALL)("%s", (_what, company, client, supply, rate, treatment, warnings, rateCountry) => {
  const decided = determineVat(company, client, { on: TODAY, supply });
  expect({ ...decided, warnings: decided.warnings.map(({ code }) => code) }).toMatchObject({
    ...{ rate, treatment, rateCountry: rateCountry ?? null, warnings },
  });
});

const decide = (company: VatCompany, client: VatClient, supply?: VatOptions["supply"], on = TODAY) =>
  determineVat(company, client, { on, supply });

test("an area's rate is the one in force, or the host's own", () => {
  const client = { ...REUNION, ...company };
  expect(decide(seller("FR"), client, "services", "2010-01-01").rate).toBe(8.5);
  const rates = { RE: [{ since: "2026-01-01", percent: "9" }] };
  expect(determineVat(seller("FR"), client, { on: TODAY, supply: "services", rates }).rate).toBe(9);
  expect(decide(seller("FI"), ALAND, "services", "2024-08-31").rate).toBe(24);
});

test("before the days of these rules, such a service is treated like one out of the EU", () => {
  const decided = decide(seller("FR"), { ...REUNION, ...company }, "services", "2009-12-31");
  expect(decided).toMatchObject({ rate: 0, treatment: "outside-scope", warnings: [{ code: NATIONAL }] });
});

test.each([
  [
    "services",
    /^Sale from Germany to a business in France with the VAT number DE136695976, which is of the seller's own state: reverse charge/,
  ],
  [
    "goods",
    /^Goods sold from Germany .* which is of the seller's own state: charged at the standard rate of Germany .*article 138\(1\)\(b\)/,
  ],
  [undefined, /treated as services\. Goods would be charged at the rate of Germany\./],
] as const)("the reason says what a number of the seller's own state does to %s", (supply, reason) => {
  const decided = decide(seller("DE", OSS), { country: "FR", vatNumber: GERMAN_NUMBER }, supply);
  expect(decided.reason).toMatch(reason);
  expect(decided.vatNote).not.toContain("138");
  expect(decided.warnings[1]?.detail).toMatch(/cannot be listed in the recapitulative statement.*number of France\.$/);
});

test("nothing about Northern Ireland claims that the answer holds for goods", () => {
  const { reason, vatNote, warnings } = decide(seller("DE"), at("GB", "BT1 1AA"));
  expect(reason).toMatch(/for services.*treated as services\. Goods would be sold within the EU\.$/);
  expect(vatNote).toBe("Export, exempt from VAT or outside its scope (Directive 2006/112/EC)");
  expect(warnings[1]?.detail).toMatch(/Windsor Framework.*set supply to goods\.$/);
});

test("while the United Kingdom was in the EU, Northern Ireland needs no explanation", () => {
  const { warnings } = decide(seller("DE"), at("GB", "BT1 1AA"), undefined, "2020-12-31");
  expect(warnings.map(({ code }) => code)).toEqual([UNSTATED, "oss_threshold"]);
});

test("Switzerland and Liechtenstein are one territory since the Swiss act of 2010", () => {
  const sold = (on: string) => determineVat(seller("CH"), { country: "LI" }, { on, supply: "goods" }).treatment;
  expect([sold("2009-12-31"), sold("2010-01-01")]).toEqual(["export", "domestic"]);
});

test("the reason and the warning of a service under national law name the act", () => {
  const decided = decide(seller("FR"), { ...REUNION, ...company }, "services");
  expect(decided.reason).toBe(
    "Service supplied from France to Réunion to a business, taxed like a domestic one (CGI, articles 259 to 259 D and 296; " +
      `in the CIBS since 2026-09-01): charged at the standard rate of Réunion on ${TODAY}, 8.5 %.`,
  );
  expect(decided.warnings[0]?.detail).toMatch(
    /^French law taxes .*Treated as a service to a business\..*autoVat: false\.$/,
  );
  const unread = decide(seller("DE"), { ...at("DE", "27498"), ...company }, "services");
  expect(unread.warnings[0]?.detail).toMatch(
    /^National law decides how services between Germany and Heligoland are taxed\./,
  );
});

test("goods for a company without a number are not a distance sale, and the reason says so", () => {
  const { reason } = decide(seller("DE", OSS), { country: "FI", ...company }, "goods");
  expect(reason).toBe(
    "Goods sold from Germany to a company in Finland without a VAT number, taxed where the seller is: charged at the " +
      `standard rate of Germany on ${TODAY}, 19 %. With its VAT number, the sale would be an exempt intra-Community supply.`,
  );
});

test("a sale across a border without a supply says what was assumed and what depends on it", () => {
  const detail = (company: VatCompany, client: VatClient) => decide(company, client).warnings[0]?.detail;
  const start = "Supply type not stated; treated as";
  expect(detail(seller("DE"), { country: "US" })).toContain(`${start} goods. State supply:`);
  expect(detail(seller("DE"), { country: "FR", vatNumber: "FR40303265045" })).toContain(`${start} services.`);
  expect(detail(seller("DE", OSS), { country: "FR" })).toContain(`${start} goods or digital services.`);
  expect(detail(seller("DE", OSS), { country: "FR", ...company })).toContain(`${start} digital services.`);
  expect(detail(seller("DE"), { country: "DE" })).toBeUndefined();
});
