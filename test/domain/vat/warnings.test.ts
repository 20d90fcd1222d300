import { determineVat, VAT_WARNING_CODES, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import { expect, test } from "vitest";
import { refusalOf, seller, TODAY } from "../../support/sales.ts";

const OSS = { ossRegistered: true };
const FRENCH = { country: "FR", vatNumber: "FR40303265045" };
const nameless = { vatNumber: undefined };

function warningsOf(company: VatCompany, client: VatClient, options: Partial<VatOptions> = {}) {
  return determineVat(company, client, { on: TODAY, ...options }).warnings;
}

// biome-ignore format: a table
const WARNED: [what: string, company: VatCompany, client: VatClient, options: Partial<VatOptions>, codes: string[], detail?: RegExp][] = [
  ["nothing out of the ordinary",             seller("DE"), FRENCH, { supply: "goods" }, []],
  ["a number of another state",               seller("DE"), { country: "FR", vatNumber: "ATU13585627" }, { supply: "goods" }, ["vat_number_of_another_state"], /AT.*France/],
  ["Monaco's French number",                  seller("DE"), { country: "MC", vatNumber: "FR53000004605" }, { supply: "goods" }, []],
  ["a number of another state at home",       seller("DE"), { country: "DE", vatNumber: "FR40303265045" }, {}, ["vat_number_of_another_state"], /FR.*Germany/],
  ["a member state's number outside the EU",  seller("DE"), { country: "US", vatNumber: "FR40303265045" }, { supply: "goods" }, ["vat_number_of_another_state"], /FR.*the United States/],
  ["Northern Ireland's in London",            seller("DE"), { country: "GB", postalCode: "SW1A 1AA", vatNumber: "XI980780684" }, { supply: "goods" }, []],
  ["no member state's number there",          seller("DE"), { country: "CH", vatNumber: "CHE-123.456.788" }, { supply: "goods" }, []],
  ["Finland's number in Åland",               seller("DE"), { country: "AX", vatNumber: "FI20774740" }, { supply: "goods" }, []],
  ["Spain's number in the Canary Islands",    seller("DE"), { country: "ES", postalCode: "35001", vatNumber: "ESB58378431" }, { supply: "goods" }, []],
  ["a number where nothing is charged at all", seller("DE", { vatRegistered: false }), { country: "DE", vatNumber: "FR40303265045" }, {}, []],
  ["a number of no company's",                seller("DE"), { ...FRENCH, isCompany: false }, { supply: "goods" }, ["vat_number_of_a_consumer"]],
  ["a number that fails its check",           seller("DE"), { country: "FR", vatNumber: "FR40303265046" }, { supply: "goods" }, ["vat_number_checksum_failed"], /FR40303265046/],
  ["no number of the seller's own, reverse charge", seller("DE", nameless), FRENCH, { supply: "services" }, ["seller_vat_number_missing"], /226\(3\)/],
  ["an empty number of the seller's own",     seller("DE", { vatNumber: "" }), FRENCH, { supply: "digital" }, ["seller_vat_number_missing"]],
  ["OSS's number for the seller's own",       seller("DE", { vatNumber: "EU372022452" }), FRENCH, { supply: "digital" }, ["seller_vat_number_missing"]],
  ["the seller's own without its prefix",     seller("DE", { vatNumber: "136 695 976" }), FRENCH, { supply: "goods" }, []],
  ["a British one for Northern Ireland's goods", seller("GB", { postalCode: "BT1", vatNumber: "GB980780684" }), FRENCH, { supply: "goods" }, ["seller_vat_number_missing"]],
  ["its own for Northern Ireland's goods",    seller("GB", { postalCode: "BT1", vatNumber: "XI980780684" }), FRENCH, { supply: "goods" }, []],
  ["no number of the seller's own, goods",    seller("DE", nameless), FRENCH, { supply: "goods" }, ["seller_vat_number_missing"]],
  ["no number of the seller's own, at home",  seller("DE", nameless), { country: "DE" }, {}, []],
  ["no number of the seller's own, abroad",   seller("DE", nameless), { country: "US" }, { supply: "goods" }, []],
  ["OSS without registration",                seller("DE", { ...OSS, vatRegistered: false }), { country: "FR" }, {}, ["oss_without_registration"]],
  ["no registration at all",                  seller("DE", { vatRegistered: false }), { country: "FR" }, {}, []],
  ["the seller's rate without OSS",           seller("DE"), { country: "FR" }, {}, ["supply_not_stated", "oss_threshold"]],
  ["the same for goods",                      seller("DE"), { country: "FR" }, { supply: "goods" }, ["oss_threshold"], /EUR 10,000.*59c/],
  ["the same for digital services",           seller("DE"), { country: "FR" }, { supply: "digital" }, ["oss_threshold"]],
  ["the seller's rate by article 45",         seller("DE"), { country: "FR" }, { supply: "services" }, ["place_of_event_unstated"], /article 54\(1\)/],
  ["the same for a company",                  seller("DE"), { country: "FR", isCompany: true }, { supply: "services" }, ["company_without_number"]],
  ["the same at a stated place",              seller("DE"), { country: "FR" }, { supply: "services", placeOfSupply: "DE" }, []],
  ["the same before streams had a place",     seller("DE"), { country: "FR" }, { supply: "services", on: "2024-12-31" }, []],
  ["the client's rate with OSS",              seller("DE", OSS), { country: "FR" }, {}, ["supply_not_stated"]],
  ["services to a consumer outside the EU",   seller("DE"), { country: "US", isCompany: false }, { supply: "services" }, ["services_to_a_consumer_outside_the_eu"], /the United States.*article 45/],
  ["services to a company outside the EU",    seller("DE"), { country: "US", isCompany: true }, { supply: "services" }, []],
  ["digital services to a consumer there",    seller("DE"), { country: "US", isCompany: false }, { supply: "digital" }, []],
  ["services from outside the EU",            seller("US"), { country: "DE", isCompany: false }, { supply: "services" }, []],
  ["digital services from outside the EU",    seller("US"), { country: "DE" }, { supply: "digital" }, ["digital_services_from_outside_the_eu"], /article 58/],
  ["the same to a company",                   seller("US"), { country: "DE", isCompany: true }, { supply: "digital" }, []],
  ["the same with OSS",                       seller("US", OSS), { country: "DE" }, { supply: "digital" }, []],
  ["the same to somewhere else",              seller("US"), { country: "CH" }, { supply: "digital" }, []],
  ["from Switzerland to Norway",              seller("CH"), { country: "NO" }, { supply: "goods" }, []],
];

/** The verbs of what to do about a warning. */
const NEXT_STEP = /\b(?:ask|check|correct|order|register|set|state) /i;

test("Austria's rate for two municipalities applies to local sellers only; another seller gets a warning", () => {
  const jungholz = { country: "AT", postalCode: "6691" };
  const codes = (company: VatCompany, client: VatClient) =>
    warningsOf(company, client, { supply: "goods" }).map(({ code }) => code);
  expect(codes(seller("DE", OSS), jungholz)).toEqual(["regional_rate"]);
  expect(codes(seller("DE", OSS), { country: "AT" })).toEqual([]);
  expect(codes(seller("DE", OSS), { country: "PT", postalCode: "9000-039" })).toEqual([]);
  expect(codes(seller("AT", jungholz), jungholz)).toEqual([]);
});

test.each(WARNED)("%s", (_what, company, client, options, codes, detail = /\.$/) => {
  const warnings = warningsOf(company, client, options);
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  for (const warning of warnings) {
    expect(warning.detail).toMatch(detail);
    expect(warning.detail).toMatch(/^[A-Z].*\.$/);
    expect(warning.detail).toMatch(NEXT_STEP);
  }
});

test("an unstated supply decides neither an OSS return nor a recapitulative statement of a seller outside the EU", () => {
  const unstated = (company: VatCompany, client: VatClient) =>
    warningsOf(company, client).find(({ code }) => code === "supply_not_stated")?.detail;
  expect(unstated(seller("CH"), { country: "US" })).toMatch(/\. State supply: the note depends on it\.$/);
  expect(unstated(seller("CH", OSS), { country: "DE" })).toMatch(/\. State supply: the OSS return depends on it\.$/);
  expect(unstated(seller("DE"), { country: "US" })).toMatch(/ the note and the VAT returns depend on it\.$/);
});

test("isCompany is asked for only where national law treats businesses differently", () => {
  const asks = (company: VatCompany, client: VatClient, supply: "services" | "digital") =>
    warningsOf(company, client, { supply }).some(({ code, detail }) => {
      return code === "national_rule_for_services" && detail.includes("If the client is a business, set isCompany");
    });
  const tenerife = { country: "ES", postalCode: "38001" };
  expect(asks(seller("FR"), { country: "GP" }, "services")).toBe(true);
  expect(asks(seller("ES"), tenerife, "services")).toBe(true);
  expect(asks(seller("ES"), { ...tenerife, isCompany: false }, "services")).toBe(false);
  expect(asks(seller("ES"), tenerife, "digital")).toBe(false);
  expect(asks(seller("FI"), { country: "AX" }, "services")).toBe(false);
  expect(asks(seller("FR"), { country: "GF" }, "services")).toBe(false);
  expect(asks(seller("ES", tenerife), { country: "ES" }, "services")).toBe(false);
});

test("several warnings are in the declared order", () => {
  const client = { country: "FR", vatNumber: "ATU13585628", isCompany: false };
  const codes = warningsOf(seller("DE", nameless), client).map(({ code }) => code);
  expect(codes).toEqual([...VAT_WARNING_CODES.slice(0, 4), "supply_not_stated"]);
});

test("a warning says that the Portuguese rate of a domestic sale depends on the kind of sale", () => {
  const funchal = { country: "PT", postalCode: "9000-039" };
  const told = (company: VatCompany, client: VatClient) => warningsOf(company, client).map(({ code }) => code);
  expect(told(seller("PT", funchal), { country: "PT" })).toEqual(["regional_rate"]);
  expect(told(seller("PT"), funchal)).toEqual(["regional_rate"]);
  expect(told(seller("PT", funchal), funchal)).toEqual([]);
  expect(told(seller("PT"), { country: "PT" })).toEqual([]);
  expect(told(seller("AT"), { country: "AT", postalCode: "6691" })).toEqual([]);
});

test("a failed check is refused if the host says so, and a form without a check is not", () => {
  const options = { on: TODAY, supply: "goods", failedChecksum: "refuse" } as const;
  const refusal = refusalOf(seller("DE"), { country: "FR", vatNumber: "FR40303265046" }, options);
  expect(refusal).toMatchObject({ code: "vat_number_invalid", errors: [{ pointer: "/clientVatNumber" }] });
  expect(warningsOf(seller("DE"), FRENCH, options)).toEqual([]);
  expect(warningsOf(seller("DE"), { country: "LV", vatNumber: "LV32000000001" }, options)).toEqual([]);
});
