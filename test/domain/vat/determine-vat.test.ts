import { determineVat, isRefusal, type VatClient, type VatCompany, type VatOptions } from "faktura";
import { expect, test } from "vitest";
import { refusalOf, seller, TODAY } from "../../support/sales.ts";

const UNREGISTERED = { vatRegistered: false };
const OSS = { ossRegistered: true };

// biome-ignore format: a table
const VECTORS: [what: string, company: VatCompany, client: VatClient, rate: number, treatment: string, on?: string][] = [
  ["nobody unregistered charges VAT",           seller("DE", UNREGISTERED), { country: "DE" }, 0, "not-registered"],
  ["not even with OSS",                         seller("DE", { ...UNREGISTERED, ...OSS }), { country: "FR" }, 0, "not-registered"],
  ["domestic consumer",                         seller("DE"), { country: "DE" }, 19, "domestic"],
  ["domestic business with a VAT number",       seller("DE"), { country: "DE", vatNumber: "DE136695976" }, 19, "domestic"],
  ["Monaco is France for a consumer",           seller("FR"), { country: "MC" }, 20, "domestic"],
  ["and for a business with its FR number",     seller("FR"), { country: "MC", vatNumber: "FR53000004605" }, 20, "domestic"],
  ["France is home to a seller in Monaco",      seller("MC"), { country: "FR" }, 20, "domestic"],
  ["a business in Monaco with its FR number",   seller("DE"), { country: "MC", vatNumber: "FR53000004605" }, 0, "reverse-charge"],
  ["a consumer in Monaco pays France's rate",   seller("DE", OSS), { country: "MC" }, 20, "oss"],
  ["business in another state",                 seller("DE"), { country: "FR", vatNumber: "FR40303265045" }, 0, "reverse-charge"],
  ["also where the seller has OSS",             seller("DE", OSS), { country: "FR", vatNumber: "FR40303265045" }, 0, "reverse-charge"],
  ["a number without its prefix",               seller("FR"), { country: "DE", vatNumber: "136695976" }, 0, "reverse-charge"],
  ["a number with spaces, dots and dashes",     seller("DE"), { country: "FR", vatNumber: " fr 40.303-265 045" }, 0, "reverse-charge"],
  ["a Greek number begins with EL",             seller("DE"), { country: "GR", vatNumber: "EL094259216" }, 0, "reverse-charge"],
  ["a Belgian number beginning with 1",         seller("DE"), { country: "BE", vatNumber: "BE1000000021" }, 0, "reverse-charge"],
  ["consumer in Romania on the day of change",  seller("FR", OSS), { country: "RO" }, 21, "oss", "2025-08-01"],
  ["and on the day before",                     seller("FR", OSS), { country: "RO" }, 19, "oss", "2025-07-31"],
  ["consumer, half a percent",                  seller("DE", OSS), { country: "FI" }, 25.5, "oss"],
  ["consumer, seller without OSS",              seller("DE"), { country: "FI" }, 19, "origin"],
  ["company without a VAT number",              seller("DE"), { country: "FI", isCompany: true }, 19, "origin"],
  ["Switzerland",                               seller("FR"), { country: "CH" }, 0, "export"],
  ["Switzerland, with a number",                seller("FR", OSS), { country: "CH", vatNumber: "CHE-123" }, 0, "export"],
  ["the United States",                         seller("FR", OSS), { country: "US" }, 0, "export"],
  ["Åland is Finland, not the EU's VAT area",   seller("FI"), { country: "AX" }, 0, "export"],
  ["Réunion is France, not the EU's VAT area",  seller("FR", OSS), { country: "RE" }, 0, "export"],
  ["Great Britain while it was in",             seller("DE", OSS), { country: "GB" }, 20, "oss", "2020-12-31"],
  ["and its businesses",                        seller("DE"), { country: "GB", vatNumber: "GB980780684" }, 0, "reverse-charge", "2020-12-31"],
  ["and the Isle of Man",                       seller("GB"), { country: "IM" }, 20, "domestic", "2020-12-31"],
  ["Great Britain since it left",               seller("DE", OSS), { country: "GB" }, 0, "export", "2021-01-01"],
  ["with a number that was good until then",    seller("DE"), { country: "GB", vatNumber: "GB980780684" }, 0, "export", "2021-01-01"],
  ["a seller outside the EU",                   seller("US"), { country: "DE" }, 0, "export"],
  ["one with OSS, to a consumer",               seller("US", OSS), { country: "DE" }, 19, "oss"],
  ["one with OSS, to a business",               seller("US", OSS), { country: "DE", vatNumber: "DE136695976" }, 0, "export"],
  ["Croatia before it joined",                  seller("DE", OSS), { country: "HR" }, 0, "export", "2013-06-30"],
];

test.each(VECTORS)("%s", (_what, company, client, rate, treatment, on = TODAY) => {
  const decided = determineVat(company, client, { on });
  expect(decided).toMatchObject({ rate, treatment });
});

test("a number of another state leaves the place in the client's country, and warns", () => {
  const options = { on: TODAY, supply: "services" } as const;
  const decided = determineVat(seller("DE"), { country: "FR", vatNumber: "ATU13585627" }, options);
  expect(decided).toMatchObject({ treatment: "reverse-charge", warnings: [{ code: "vat_number_of_another_state" }] });
  expect(decided.warnings[0]?.detail).toMatch(/AT.*France/);
});

test("Monaco's French number is not a number of another state", () => {
  const client = { country: "MC", vatNumber: "FR53000004605" };
  expect(determineVat(seller("DE"), client, { on: TODAY, supply: "goods" }).warnings).toEqual([]);
});

test("a number with isCompany false decides, and warns", () => {
  const client = { country: "FR", vatNumber: "FR40303265045", isCompany: false };
  const decided = determineVat(seller("DE"), client, { on: TODAY, supply: "services" });
  expect(decided).toMatchObject({ treatment: "reverse-charge", warnings: [{ code: "vat_number_of_a_consumer" }] });
});

test("the reason says what a VAT number would change for a company without one", () => {
  const reason = (company: VatCompany, options: Partial<VatOptions> = {}) =>
    determineVat(company, { country: "FR", isCompany: true }, { on: TODAY, ...options }).reason;
  expect(reason(seller("DE"))).toMatch(
    /company in France without a VAT number.*With its VAT number, reverse charge would apply\.$/,
  );
  expect(reason(seller("DE", OSS), { supply: "goods" })).toMatch(
    /the sale would be an exempt intra-Community supply\.$/,
  );
  expect(reason(seller("US", OSS))).toMatch(/the sale would be an export\.$/);
});

test.each([
  ["a malformed number", seller("DE"), { country: "FR", vatNumber: "FR123" }],
  ["a number in the wrong state's form", seller("DE"), { country: "FR", vatNumber: "ATU1" }],
  ["an empty number", seller("DE"), { country: "FR", vatNumber: "" }],
  ["a number of Great Britain's after it left", seller("DE"), { country: "FR", vatNumber: "GB980780684" }],
  ["a number of a one-stop-shop scheme", seller("DE"), { country: "FR", vatNumber: "EU372022452" }],
  ["a malformed number that keeps OSS from a foreign seller", seller("US", OSS), { country: "FR", vatNumber: "FR1" }],
])("%s is refused if it would decide", (_what, company, client) => {
  const refusal = refusalOf(company, client, { on: TODAY });
  expect(refusal.code).toBe("vat_number_invalid");
  expect(refusal.errors).toEqual([{ pointer: "/clientVatNumber", detail: expect.any(String) }]);
});

test.each([
  ["at home", seller("DE"), "DE", undefined],
  ["in an export", seller("DE"), "US", "goods"],
  ["of an unregistered seller", seller("DE", UNREGISTERED), "FR", "goods"],
  ["of a foreign seller without OSS", seller("US"), "FR", "goods"],
  ["of a foreign seller's services, which OSS does not touch", seller("US", OSS), "FR", "services"],
] as const)("a malformed number %s does not affect the VAT and is not refused", (_where, company, country, supply) => {
  expect(determineVat(company, { country, vatNumber: "n/a" }, { on: TODAY, supply }).warnings).toEqual([]);
});

test.each([
  ["EL", "GR"],
  ["UK", "GB"],
  ["XI", "GB"],
  ["de", "DE"],
])("the country %s is refused, and %s is proposed instead", (code, meant) => {
  const refusal = refusalOf(seller("DE"), { country: code }, { on: TODAY });
  expect(refusal.code).toBe("request_invalid");
  expect(refusal.errors).toEqual([{ parameter: "client.country", detail: expect.stringContaining(`use ${meant}`) }]);
});

test("an unknown rate is refused, never 0, and the host can add its own rates", () => {
  const refusal = refusalOf(seller("CA"), { country: "CA" }, { on: TODAY });
  expect(refusal.code).toBe("vat_rate_unknown");
  expect(refusal.message).toMatch(/Canada.*"CA", or order with autoVat: false\.$/);
  const rates = { CA: [{ since: "2024-01-01", percent: "8.1" }] };
  expect(determineVat(seller("CA"), { country: "CA" }, { on: TODAY, rates }).rate).toBe(8.1);
  const before = refusalOf(seller("CA"), { country: "CA" }, { on: "2023-12-31", rates });
  expect(isRefusal(before, "vat_rate_unknown")).toBe(true);
});

test("a host's rate of 0 % is zero rated, not standard rated", () => {
  const rates = { CH: [{ since: "2024-01-01", percent: "0" }] };
  expect(determineVat(seller("CH"), { country: "CH" }, { on: TODAY, rates })).toMatchObject({ rate: 0, category: "Z" });
});

test("an unregistered seller prints its exemption note, if it has one", () => {
  const company = seller("DE", { ...UNREGISTERED, exemptionNote: "Kleinunternehmer, § 19 UStG" });
  expect(determineVat(company, { country: "DE" }, { on: TODAY }).vatNote).toBe("Kleinunternehmer, § 19 UStG");
});
