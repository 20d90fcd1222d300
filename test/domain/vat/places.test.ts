import { determineVat, type VatClient, type VatCompany, type VatDecision, type VatOptions } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { refusalOf, seller, TODAY } from "../../support/sales.ts";

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
    expect(sold).toMatchObject({ rate: 0, treatment: "export", category: "G", vatexCode: "VATEX-EU-G" });
    expect(sold.reason).toContain(`to ${name}, outside the EU VAT area (`);
    const business = { ...at(country, postalCode), vatNumber: "n/a" };
    expect(decide(seller(country), business, GOODS)).toMatchObject({ treatment: "export", rate: 0 });
    expect(decide(seller(country), business, { supply: "services" })).toMatchObject({ treatment: "outside-scope" });
  });

  test("is abroad for other member states too", () => {
    expect(decide(seller("FR", OSS), at(country, postalCode))).toMatchObject({ rate: 0, treatment: "export" });
  });

  test("a seller there never charges the mainland's VAT", () => {
    const local = seller(country, { postalCode });
    expect(decide(local, { country })).toMatchObject({ rate: 0, treatment: "export", category: "G" });
    expect(decide(seller(country, { postalCode, ...OSS }), { country })).toMatchObject({
      rate: 0,
      treatment: "export",
    });
    expect(decide(local, { country }).vatNote).not.toMatch(/directive/i);
    expect(decide(local, { country: "FR" })).toMatchObject({ rate: 0, treatment: "export" });
    if (name === "Büsingen") return; // has Switzerland's
    const refusal = refusalOf(local, at(country, postalCode), { on: TODAY });
    expect(refusal.code).toBe("vat_rate_unknown");
    expect(refusal.message).toContain(name);
  });
});

test.each([
  ["ES-CN", "38001", "7", "L"],
  ["ES-CE", "51001", "10", "M"],
  ["ES-ML", "52001", "10", "M"],
])("the host's rates for %s are the area's own tax", (id, postalCode, percent, category) => {
  const rates = { [id]: [{ since: "2020-01-01", percent }] };
  const sold = decide(seller("ES", { postalCode }), at("ES", postalCode), { rates });
  expect(sold).toMatchObject({ rate: Number(percent), treatment: "domestic", category, vatexCode: null });
});

test.each([
  ["PT", "9000-039", "Madeira", 22],
  ["PT", "9500-150", "the Azores", 16],
  ["AT", "6691", "Jungholz", 19],
  ["AT", "6991", "Mittelberg", 19],
])("%s %s, %s, is domestic with its own rate", (country, postalCode, name, rate) => {
  const local = seller(country, { postalCode });
  const domestic = decide(local, { country });
  expect(domestic).toMatchObject({ rate, treatment: "domestic", rateCountry: country, category: "S" });
  expect(domestic.reason).toContain(`the standard rate of ${name} on ${TODAY}, ${rate} %`);
  expect(decide(local, { country: "FR" })).toMatchObject({ rate, treatment: "origin" });
  expect(decide(seller("DE", OSS), at(country, postalCode))).toMatchObject({ rate, treatment: "oss" });
});

test("the mainland's rate applies to a mainland seller, and a host's rates may name an area", () => {
  expect(decide(seller("PT"), at("PT", "9000-039"))).toMatchObject({ rate: 23, treatment: "domestic" });
  const rates = { "PT-30": [{ since: "2026-01-01", percent: "21" }] };
  expect(decide(seller("DE", OSS), at("PT", "9000-039"), { rates }).rate).toBe(21);
});

test("a business in Madeira has a Portuguese number, and no mismatch", () => {
  const client = { ...at("PT", "9000-039"), vatNumber: "PT501964843" };
  const sold = decide(seller("DE"), client, { supply: "services" });
  expect(sold).toMatchObject({ treatment: "reverse-charge", warnings: [] });
});

test("a postal code of an overseas territory counts like the territory's own code", () => {
  expect(decide(seller("FR", OSS), at("FR", "97400"))).toMatchObject({ treatment: "export", rate: 0 });
  expect(decide(seller("FI", OSS), at("FI", "22100"))).toMatchObject({ treatment: "export", rate: 0 });
});

test("a reason names the act that excludes a place, the directive or another", () => {
  const reason = (client: VatClient) => decide(seller("DE"), client, GOODS).reason;
  expect(reason({ country: "AX" })).toContain("(Directive 2006/112/EC, article 6(1)(d))");
  expect(reason({ country: "GL" })).toContain("(TFEU, article 355(2))");
  expect(reason({ country: "BM" })).toContain("outside the EU VAT area: no VAT");
  expect(reason(at("GB", "BT1 1AA"))).not.toContain("outside");
  expect(decide(seller("DE"), at("GB", "BT1 1AA"), { supply: "services" }).reason).not.toContain("Windsor");
});

test("the postal code is taken from the address if it is not given separately", () => {
  const address = { postalCode: "38001", city: "Santa Cruz" };
  expect(decide(seller("ES"), { country: "ES", address }).treatment).toBe("export");
  expect(decide(seller("ES", { address }), { country: "ES" }).treatment).toBe("export");
  expect(decide(seller("ES"), { country: "ES", postalCode: "28001", address }).treatment).toBe("domestic");
  expect(decide(seller("ES"), { country: "ES", postalCode: "", address }).treatment).toBe("export");
});

test("a postal code that identifies no area changes nothing", () => {
  for (const postalCode of ["28001", "", "  ", "no code", "3500", "350011"]) {
    expect(decide(seller("ES"), { country: "ES", postalCode }), postalCode).toEqual(
      decide(seller("ES"), { country: "ES" }),
    );
  }
});
