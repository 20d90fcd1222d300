import { determineVat, type VatClient, type VatCompany, type VatDecision, type VatOptions } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { refusalOf, seller, TODAY } from "../support/sales.ts";

const OSS = { ossRegistered: true };
const at = (country: string, postalCode: string) => ({ country, postalCode });
const GOODS = { supply: "goods" } as const;

function decide(company: VatCompany, client: VatClient, options: Partial<VatOptions> = {}): VatDecision {
  return determineVat(company, client, { on: TODAY, ...options });
}

describe.each([
  ["ES", "35001", "the Canary Islands"],
  ["ES", "51001", "Ceuta"],
  ["ES", "52001", "Melilla"],
  ["IT", "23041", "Livigno"],
  ["IT", "22061", "Campione d'Italia"],
  ["DE", "78266", "Büsingen"],
  ["DE", "27498", "Heligoland"],
  ["GR", "63086", "Mount Athos"],
])("%s %s, %s", (country, postalCode, name) => {
  test("is abroad for the mainland: an export, an exempt one for goods, and no VAT number matters", () => {
    const sold = decide(seller(country, OSS), at(country, postalCode));
    expect(sold).toMatchObject({ rate: 0, treatment: "export", category: "G", vatexCode: "VATEX-EU-G", warnings: [] });
    expect(sold.reason).toContain(`to ${name}, outside the EU VAT area (`);
    const business = { ...at(country, postalCode), vatNumber: "n/a" };
    expect(decide(seller(country), business, GOODS)).toMatchObject({ treatment: "export", rate: 0 });
    expect(decide(seller(country), business, { supply: "services" })).toMatchObject({ treatment: "outside-scope" });
  });

  test("is abroad for other member states too", () => {
    expect(decide(seller("FR", OSS), at(country, postalCode))).toMatchObject({ rate: 0, treatment: "export" });
  });

  test("a seller there charges nobody the mainland's VAT", () => {
    const local = seller(country, { postalCode });
    expect(decide(local, { country })).toMatchObject({ rate: 0, treatment: "export", category: "G" });
    expect(decide(local, { country }).vatNote).not.toMatch(/directive/i);
    expect(decide(local, { country: "FR" })).toMatchObject({ rate: 0, treatment: "export" });
    const refusal = refusalOf(local, at(country, postalCode), { on: TODAY });
    expect(refusal.code).toBe("vat_rate_unknown");
    expect(refusal.message).toContain(name);
  });
});

test.each([
  ["ES-CN", "38001", "7", "L"],
  ["ES-CE", "51001", "10", "M"],
  ["ES-ML", "52001", "10", "M"],
])("the host's rates under %s are the area's own tax", (id, postalCode, percent, category) => {
  const rates = { [id]: [{ since: "2020-01-01", percent }] };
  const sold = decide(seller("ES", { postalCode }), at("ES", postalCode), { rates });
  expect(sold).toMatchObject({ rate: Number(percent), treatment: "domestic", category, vatexCode: null });
});

test.each([
  ["PT", "9000-039", "Madeira", 22],
  ["PT", "9500-150", "the Azores", 16],
  ["AT", "6691", "Jungholz", 19],
  ["AT", "6991", "Mittelberg", 19],
])("%s %s, %s, is home with a rate of its own", (country, postalCode, name, rate) => {
  const local = seller(country, { postalCode });
  const domestic = decide(local, { country });
  expect(domestic).toMatchObject({ rate, treatment: "domestic", rateCountry: country, category: "S" });
  expect(domestic.reason).toContain(`the standard rate of ${name} on ${TODAY}, ${rate} %`);
  expect(decide(local, { country: "FR" })).toMatchObject({ rate, treatment: "origin" });
  expect(decide(seller("DE", OSS), at(country, postalCode))).toMatchObject({ rate, treatment: "oss" });
});

test("the mainland's rate goes with a mainland seller, and a host's rates may name an area", () => {
  expect(decide(seller("PT"), at("PT", "9000-039"))).toMatchObject({ rate: 23, treatment: "domestic" });
  const rates = { "PT-30": [{ since: "2026-01-01", percent: "21" }] };
  expect(decide(seller("DE", OSS), at("PT", "9000-039"), { rates }).rate).toBe(21);
});

test("a business in Madeira has a Portuguese number, and no mismatch", () => {
  const client = { ...at("PT", "9000-039"), vatNumber: "PT501964843" };
  expect(decide(seller("DE"), client)).toMatchObject({ treatment: "reverse-charge", warnings: [] });
});

describe("Northern Ireland", () => {
  const belfast = at("GB", "BT1 1AA");
  const xi = "XI980780684";

  test.each([
    ["goods to its business", seller("DE"), { ...belfast, vatNumber: xi }, "goods", 0, "intra-community-supply"],
    [
      "also where the number alone says where it is",
      seller("DE"),
      { country: "GB", vatNumber: xi },
      "goods",
      0,
      "intra-community-supply",
    ],
    [
      "but not against an address in Great Britain",
      seller("DE"),
      { ...at("GB", "SW1A 1AA"), vatNumber: xi },
      "goods",
      0,
      "export",
    ],
    ["goods to its consumer, with OSS", seller("DE", OSS), belfast, "goods", 20, "oss"],
    ["goods to its consumer, without", seller("DE"), belfast, "goods", 19, "origin"],
    ["services to its business", seller("DE"), { ...belfast, vatNumber: xi }, "services", 0, "outside-scope"],
    ["digital services to its consumer", seller("DE", OSS), belfast, "digital", 0, "outside-scope"],
    ["what is unsaid", seller("DE"), { ...belfast, vatNumber: xi }, undefined, 0, "export"],
    ["goods from Great Britain", seller("GB"), belfast, "goods", 20, "domestic"],
    ["goods that it sends to Great Britain", seller("GB", belfast), { country: "GB" }, "goods", 20, "domestic"],
    ["goods that it sends to a consumer in the EU", seller("GB", belfast), { country: "FR" }, "goods", 20, "origin"],
    [
      "goods that it sends to a business in the EU",
      seller("GB", belfast),
      { country: "FR", vatNumber: "FR40303265045" },
      "goods",
      0,
      "intra-community-supply",
    ],
    [
      "services that it sends there",
      seller("GB", belfast),
      { country: "FR", vatNumber: "FR40303265045" },
      "services",
      0,
      "outside-scope",
    ],
  ] as const)("%s", (_what, company, client, supply, rate, treatment) => {
    expect(decide(company, client, { supply })).toMatchObject({ rate, treatment });
  });

  test("while the United Kingdom was in, it was a part of it like any other", () => {
    const on = "2020-12-31";
    expect(decide(seller("DE", OSS), belfast, { on })).toMatchObject({ rate: 20, treatment: "oss" });
    const business = { ...belfast, vatNumber: "GB980780684" };
    expect(decide(seller("DE"), business, { on, supply: "services" }).treatment).toBe("reverse-charge");
  });

  test.each([
    ["a British number there", { ...belfast, vatNumber: "GB980780684" }, "goods"],
    ["a malformed one", { country: "GB", vatNumber: "xi 12" }, "goods"],
    ["its number for services in France", { country: "FR", vatNumber: xi }, "services"],
    ["its number for nobody knows what in France", { country: "FR", vatNumber: xi }, undefined],
  ] as const)("%s is refused where a number decides", (_what, client, supply) => {
    const refusal = refusalOf(seller("DE"), client, { on: TODAY, supply });
    expect(refusal).toMatchObject({ code: "vat_number_invalid", errors: [{ pointer: "/clientVatNumber" }] });
  });

  test("its number of a client elsewhere is one of another state", () => {
    const sold = decide(seller("DE"), { country: "FR", vatNumber: xi }, GOODS);
    expect(sold).toMatchObject({
      treatment: "intra-community-supply",
      warnings: [{ code: "vat_number_of_another_state" }],
    });
  });
});

test("a postal code of an overseas territory counts like the territory's own code", () => {
  expect(decide(seller("FR", OSS), at("FR", "97400"))).toMatchObject({ treatment: "export", rate: 0 });
  expect(decide(seller("FI", OSS), at("FI", "22100"))).toMatchObject({ treatment: "export", rate: 0 });
});

test("the postal code is read from the address where it does not stand by itself", () => {
  const address = { postalCode: "38001", city: "Santa Cruz" };
  expect(decide(seller("ES"), { country: "ES", address }).treatment).toBe("export");
  expect(decide(seller("ES", { address }), { country: "ES" }).treatment).toBe("export");
  expect(decide(seller("ES"), { country: "ES", postalCode: "28001", address }).treatment).toBe("domestic");
});

test("a postal code that tells no area changes nothing", () => {
  for (const postalCode of ["28001", "", "  ", "no code", "3500", "350011"]) {
    expect(decide(seller("ES"), { country: "ES", postalCode }), postalCode).toEqual(
      decide(seller("ES"), { country: "ES" }),
    );
  }
});
