import { determineVat, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import { expect, test } from "vitest";
import { seller, TODAY } from "../../support/sales.ts";

const OSS = { ossRegistered: true };
const FRENCH = { country: "FR", vatNumber: "FR 40303265045" };
const UNSTATED_GOODS = "Supply type not stated; treated as goods. Services would be outside the scope of EU VAT.";

// biome-ignore format: a table
const REASONS: [company: VatCompany, client: VatClient, supply: VatOptions["supply"], reason: string][] = [
  [seller("DE", { vatRegistered: false }), { country: "FR" }, undefined, "The seller is not registered for VAT, so no VAT is charged. Once it registers, VAT may be due."],
  [seller("DE"), { country: "DE" }, undefined, `Domestic sale in Germany: charged at the standard rate of Germany on ${TODAY}, 19 %. A VAT number makes no difference.`],
  [seller("FR"), { country: "MC" }, undefined, `Domestic sale from France to Monaco, which count as one country for VAT: charged at the standard rate of France on ${TODAY}, 20 %. A VAT number makes no difference.`],
  [seller("DE"), FRENCH, undefined, "Sale from Germany to a business in France with the VAT number FR40303265045: reverse charge, so the client owes the VAT. Supply type not stated; treated as services. Goods would be an exempt intra-Community supply. Without the VAT number, VAT would be charged."],
  [seller("DE"), FRENCH, "services", "Sale from Germany to a business in France with the VAT number FR40303265045: reverse charge, so the client owes the VAT. Without the VAT number, VAT would be charged."],
  [seller("DE"), FRENCH, "goods", "Goods sold from Germany to a business in France with the VAT number FR40303265045: exempt intra-Community supply, so the client owes the VAT on its acquisition. Without the VAT number, VAT would be charged."],
  [seller("DE"), { country: "US" }, undefined, `Export from Germany to the United States, outside the EU VAT area: no VAT is charged. ${UNSTATED_GOODS}`],
  [seller("DE"), { country: "US" }, "goods", "Export from Germany to the United States, outside the EU VAT area: no VAT is charged."],
  [seller("US"), { country: "DE" }, undefined, "Export from the United States to Germany, by a seller outside the EU VAT area: no VAT is charged. With OSS, consumers there would be charged the VAT of their own country."],
  [seller("US", OSS), { country: "DE", vatNumber: "DE136695976" }, undefined, "Export from the United States to Germany, by a seller outside the EU VAT area: no VAT is charged."],
  [seller("DE"), { country: "CH", isCompany: true }, "services", "Service supplied from Germany to Switzerland, outside the EU VAT area: outside the scope of EU VAT, so no VAT is charged."],
  [seller("DE"), { country: "CH" }, "services", "Service supplied from Germany to Switzerland, outside the EU VAT area: outside the scope of EU VAT, so no VAT is charged. This holds for businesses and for the services of article 59; other services to consumers are taxed where the seller is."],
  [seller("DE"), { country: "CH", vatNumber: "CHE-123.456.788" }, "services", "Service supplied from Germany to Switzerland, outside the EU VAT area: outside the scope of EU VAT, so no VAT is charged."],
  [seller("DE"), { country: "CH", vatNumber: "CHE-123.456.788", isCompany: false }, "services", "Service supplied from Germany to Switzerland, outside the EU VAT area: outside the scope of EU VAT, so no VAT is charged. This holds for businesses and for the services of article 59; other services to consumers are taxed where the seller is."],
  [seller("AX"), { country: "FI" }, "goods", "Export from Åland to Finland, by a seller outside the EU VAT area (Directive 2006/112/EC, article 6(1)(d)): no VAT is charged."],
  [seller("AX"), { country: "SE" }, "goods", "Export from Åland to Sweden, by a seller outside the EU VAT area (Directive 2006/112/EC, article 6(1)(d)): no VAT is charged."],
  [seller("DE", OSS), { country: "FI" }, "goods", `Sale from Germany to a consumer in Finland, declared through OSS: charged at the standard rate of Finland on ${TODAY}, 25.5 %. With a business's VAT number, the sale would be an exempt intra-Community supply.`],
  [seller("DE", OSS), { country: "FI" }, undefined, `Sale from Germany to a consumer in Finland, declared through OSS: charged at the standard rate of Finland on ${TODAY}, 25.5 %. Supply type not stated; treated as goods or digital services. Other services would be charged at the rate of Germany. With a business's VAT number, reverse charge would apply.`],
  [seller("US", OSS), { country: "FI", isCompany: true }, undefined, `Sale from the United States to a company in Finland without a VAT number (taxed as a consumer), declared through OSS: charged at the standard rate of Finland on ${TODAY}, 25.5 %. Supply type not stated; treated as digital services. Goods and other services would be outside the scope of EU VAT. With its VAT number, the sale would be an export.`],
  [seller("DE"), { country: "FI", isCompany: true }, undefined, `Sale from Germany to a company in Finland without a VAT number (taxed as a consumer), by a seller without OSS: charged at the standard rate of Germany on ${TODAY}, 19 %. With OSS, the rate of Finland would apply. Supply type not stated; treated as goods or digital services. Other services would be charged at the rate of Germany. With its VAT number, reverse charge would apply.`],
  [seller("DE", OSS), { country: "FI" }, "services", `Service supplied from Germany to a consumer in Finland, taxed where the seller is: charged at the standard rate of Germany on ${TODAY}, 19 %. With a business's VAT number, reverse charge would apply.`],
];

test.each(REASONS)(
  "$#: the reason names places, rate, assumption and what would change it",
  (company, client, supply, reason) => {
    expect(determineVat(company, client, { on: TODAY, supply }).reason).toBe(reason);
  },
);

test("the day in the reason is the tax point", () => {
  expect(determineVat(seller("EE"), { country: "EE" }, { on: "2025-06-30" }).reason).toContain(
    "Estonia on 2025-06-30, 22 %",
  );
});
