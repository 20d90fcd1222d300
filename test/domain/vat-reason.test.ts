import { determineVat, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import { expect, test } from "vitest";
import { seller, TODAY } from "../support/sales.ts";

const OSS = { ossRegistered: true };
const FRENCH = { country: "FR", vatNumber: "FR 40303265045" };
const UNSAID_GOODS = "What is sold is unsaid and taken for goods; services would be outside the scope of VAT.";

// biome-ignore format: a table
const REASONS: [company: VatCompany, client: VatClient, supply: VatOptions["supply"], reason: string][] = [
  [seller("DE", { vatRegistered: false }), { country: "FR" }, undefined, "The seller is not registered for VAT, so no VAT is charged; once it is, VAT may be due."],
  [seller("DE"), { country: "DE" }, undefined, `Domestic sale in Germany: the standard rate of Germany on ${TODAY}, 19 %, applies, with a VAT number or without.`],
  [seller("FR"), { country: "MC" }, undefined, `Domestic sale from France to Monaco, one country for VAT: the standard rate of France on ${TODAY}, 20 %, applies, with a VAT number or without.`],
  [seller("DE"), FRENCH, undefined, "Sale from Germany to France to a business with the VAT number FR40303265045: reverse charge, the client owes the VAT. What is sold is unsaid and taken for services; goods would be an exempt intra-Community supply. Without the VAT number, VAT would be charged."],
  [seller("DE"), FRENCH, "services", "Sale from Germany to France to a business with the VAT number FR40303265045: reverse charge, the client owes the VAT. Without the VAT number, VAT would be charged."],
  [seller("DE"), FRENCH, "goods", "Goods sold from Germany to France to a business with the VAT number FR40303265045: exempt intra-Community supply, the client owes the VAT on its acquisition. Without the VAT number, VAT would be charged."],
  [seller("DE"), { country: "US" }, undefined, `Export from Germany to the United States, outside the EU VAT area: no VAT is charged. ${UNSAID_GOODS}`],
  [seller("DE"), { country: "US" }, "goods", "Export from Germany to the United States, outside the EU VAT area: no VAT is charged."],
  [seller("US"), { country: "DE" }, undefined, "Export from the United States to Germany, by a seller outside the EU VAT area: no VAT is charged. With OSS, sales to consumers there would have their country's VAT."],
  [seller("US", OSS), { country: "DE", vatNumber: "DE136695976" }, undefined, "Export from the United States to Germany, by a seller outside the EU VAT area: no VAT is charged."],
  [seller("DE"), { country: "CH", isCompany: true }, "services", "Service supplied from Germany to Switzerland, outside the EU VAT area: outside the scope of EU VAT, no VAT is charged."],
  [seller("DE"), { country: "CH" }, "services", "Service supplied from Germany to Switzerland, outside the EU VAT area: outside the scope of EU VAT, no VAT is charged. That holds for businesses and for the services of article 59; others to consumers are taxed at the seller's."],
  [seller("DE", OSS), { country: "FI" }, "goods", `Sale from Germany to Finland to a consumer, declared through OSS: the standard rate of Finland on ${TODAY}, 25.5 %, applies. A business's VAT number would make it an exempt intra-Community supply.`],
  [seller("DE", OSS), { country: "FI" }, undefined, `Sale from Germany to Finland to a consumer, declared through OSS: the standard rate of Finland on ${TODAY}, 25.5 %, applies. What is sold is unsaid and taken for goods or digital services; other services would have the rate of Germany. A business's VAT number would make it reverse charge.`],
  [seller("US", OSS), { country: "FI", isCompany: true }, undefined, `Sale from the United States to Finland to a company without a VAT number (taxed as a consumer), declared through OSS: the standard rate of Finland on ${TODAY}, 25.5 %, applies. What is sold is unsaid and taken for goods or digital services; other services would be outside the scope. Its VAT number would make it an export.`],
  [seller("DE"), { country: "FI", isCompany: true }, undefined, `Sale from Germany to Finland to a company without a VAT number (taxed as a consumer) by a seller without OSS: the standard rate of Germany on ${TODAY}, 19 %, applies. With OSS it would be the rate of Finland. What is sold is unsaid and taken for goods or digital services; other services would have the rate of Germany. Its VAT number would make it reverse charge.`],
  [seller("DE", OSS), { country: "FI" }, "services", `Service supplied from Germany to Finland to a consumer, taxed where the seller is: the standard rate of Germany on ${TODAY}, 19 %, applies. A business's VAT number would make it reverse charge.`],
];

test.each(REASONS)(
  "$#: the reason tells places, rate, assumption and what would change it",
  (company, client, supply, reason) => {
    expect(determineVat(company, client, { on: TODAY, supply }).reason).toBe(reason);
  },
);

test("the day of the reason is the tax point", () => {
  expect(determineVat(seller("EE"), { country: "EE" }, { on: "2025-06-30" }).reason).toContain(
    "Estonia on 2025-06-30, 22 %",
  );
});
