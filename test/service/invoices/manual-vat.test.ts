import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const SMALL_BUSINESS = { vatRegistered: false, ossRegistered: false };
const EXEMPT = [{ category: "E", taxRate: 0, rateCountry: null, taxableAmount: 200, taxAmount: 0 }];

test.each([
  ["its exemption note", { exemptionNote: "§ 19 UStG" }, {}, "§ 19 UStG"],
  ["the order's note before its own", { exemptionNote: "§ 19 UStG" }, { vatNote: "By hand" }, "By hand"],
  ["the order's note where it has none", {}, { vatNote: "By hand" }, "By hand"],
  ["no note if the order has none", {}, {}, ""],
])("a company that is not VAT-registered stays so with VAT by hand, and prints %s", async (_what, own, given, note) => {
  const { acme } = await openBooks(undefined, { ...SMALL_BUSINESS, ...own });
  const invoice = await acme.issue(order({ autoVat: false, ...given }));
  expect(invoice).toMatchObject({ vatTreatment: "not-registered", vatNote: note, vatBreakdown: EXEMPT, total: 200 });
  expect(invoice.vatReason).toMatch(/not registered for VAT/);
});

test("a company that is VAT-registered gives the rate by hand, and prints no exemption note of its own", async () => {
  const { acme } = await openBooks(undefined, { exemptionNote: "§ 19 UStG" });
  const taxed = await acme.issue(order({ autoVat: false, taxRate: 7 }));
  expect(taxed).toMatchObject({ vatTreatment: "manual", vatNote: "", vatBreakdown: [{ category: "S", taxRate: 7 }] });
  const untaxed = await acme.issue(order({ autoVat: false }));
  expect(untaxed).toMatchObject({ vatTreatment: "manual", vatBreakdown: [{ category: "Z", taxRate: 0 }] });
});
