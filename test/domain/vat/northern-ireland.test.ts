import {
  determineVat,
  type Supply,
  type VatClient,
  type VatCompany,
  type VatDecision,
  type VatOptions,
} from "faktura/vat";
import { expect, test } from "vitest";
import { refusalOf, seller, TODAY } from "../../support/sales.ts";

const OSS = { ossRegistered: true };
const GOODS = { supply: "goods" } as const;
const at = (country: string, postalCode: string) => ({ country, postalCode });
const belfast = at("GB", "BT1 1AA");
const xi = "XI980780684";
const FRENCH = { country: "FR", vatNumber: "FR40303265045" };

function decide(company: VatCompany, client: VatClient, options: Partial<VatOptions> = {}): VatDecision {
  return determineVat(company, client, { on: TODAY, ...options });
}

// biome-ignore format: a table
const SALES: [what: string, company: VatCompany, client: VatClient, supply: Supply | undefined, rate: number, treatment: string][] = [
  ["goods to its business",                          seller("DE"), { ...belfast, vatNumber: xi }, "goods", 0, "intra-community-supply"],
  ["also where the number alone says where it is",   seller("DE"), { country: "GB", vatNumber: xi }, "goods", 0, "intra-community-supply"],
  ["however the number is written",                  seller("DE"), { country: "GB", vatNumber: "\uff58\uff49.980-780 684" }, "goods", 0, "intra-community-supply"],
  ["and where the postal code is blank",             seller("DE"), { ...at("GB", " "), vatNumber: xi }, "goods", 0, "intra-community-supply"],
  ["or says nothing",                                seller("DE"), { ...at("GB", "n/a"), vatNumber: xi }, "goods", 0, "intra-community-supply"],
  ["but not against an address in Great Britain",    seller("DE"), { ...at("GB", "SW1A 1AA"), vatNumber: xi }, "goods", 0, "export"],
  ["nor against one in the client's address",        seller("DE"), { country: "GB", vatNumber: xi, address: { postalCode: "SW1A 1AA" } }, "goods", 0, "export"],
  ["goods to its consumer, with OSS",                seller("DE", OSS), belfast, "goods", 20, "oss"],
  ["goods to its consumer, without",                 seller("DE"), belfast, "goods", 19, "origin"],
  ["services to its business",                       seller("DE"), { ...belfast, vatNumber: xi }, "services", 0, "outside-scope"],
  ["digital services to its consumer",               seller("DE", OSS), belfast, "digital", 0, "outside-scope"],
  ["with no supply type stated",                     seller("DE"), { ...belfast, vatNumber: xi }, undefined, 0, "export"],
  ["goods from Great Britain",                       seller("GB"), belfast, "goods", 20, "domestic"],
  ["goods that it sends to Great Britain",           seller("GB", belfast), { country: "GB" }, "goods", 20, "domestic"],
  ["goods that it sends to a consumer in the EU",    seller("GB", belfast), { country: "FR" }, "goods", 20, "origin"],
  ["also where its number alone says where it is",   seller("GB", { vatNumber: xi }), { country: "FR" }, "goods", 20, "origin"],
  ["goods that it sends to a business in the EU",    seller("GB", belfast), FRENCH, "goods", 0, "intra-community-supply"],
  ["services that it sends there",                   seller("GB", belfast), FRENCH, "services", 0, "outside-scope"],
];

test.each(SALES)("%s", (_what, company, client, supply, rate, treatment) => {
  expect(decide(company, client, { supply })).toMatchObject({ rate, treatment });
});

test("its rate is that of the United Kingdom, and named so", () => {
  expect(decide(seller("DE", OSS), belfast, GOODS).reason).toMatch(/in Northern Ireland, .*rate of the United Kingdom/);
});

test("while the United Kingdom was in the EU, it was a part of it like any other", () => {
  const on = "2020-12-31";
  expect(decide(seller("DE", OSS), belfast, { on })).toMatchObject({ rate: 20, treatment: "oss" });
  const business = { ...belfast, vatNumber: "GB980780684" };
  expect(decide(seller("DE"), business, { on, supply: "services" }).treatment).toBe("reverse-charge");
});

test.each([
  ["a British number there", { ...belfast, vatNumber: "GB980780684" }, "goods"],
  ["a malformed one", { country: "GB", vatNumber: "xi 12" }, "goods"],
  ["its number for services in France", { country: "FR", vatNumber: xi }, "services"],
  ["its number for an unstated supply in France", { country: "FR", vatNumber: xi }, undefined],
] as const)("%s is refused where a number decides", (_what, client, supply) => {
  const refusal = refusalOf(seller("DE"), client, { on: TODAY, supply });
  expect(refusal).toMatchObject({ code: "vat_number_invalid", errors: [{ pointer: "/clientVatNumber" }] });
});

test("its number on a client elsewhere is a number of another state", () => {
  const sold = decide(seller("DE"), { country: "FR", vatNumber: xi }, GOODS);
  expect(sold).toMatchObject({
    treatment: "intra-community-supply",
    warnings: [{ code: "vat_number_of_another_state" }],
  });
});
