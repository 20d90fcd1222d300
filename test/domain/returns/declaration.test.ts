import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompanyProfile, InvoiceOrder, UnplacedReason } from "faktura";
import { expect, test } from "vitest";
import { ROOT, readPage } from "../../docs/pages.ts";
import { openBooks } from "../../service/books.ts";

/** The sections in which the reviewed invoices of `test/golden` are reported, and what they are listed by there. */
const GOLDEN: Readonly<Record<string, readonly string[]>> = {
  discount: ["domestic"],
  domestic: ["domestic"],
  "domestic-converted": ["domestic"],
  "domestic-monaco": ["unplaced supply_not_stated"], // in France it decides when VAT is due
  "domestic-yen": ["domestic"],
  "every-field": ["recapitulative FR40303265045 goods"],
  export: ["exports US"],
  "export-aland": ["unplaced supply_not_stated"],
  "export-canary-islands": ["exports ES-CN"],
  "gross-prices": ["unplaced supply_not_stated"],
  "gross-prices-mixed-rates": ["domestic", "domestic", "domestic"],
  "intra-community-supply": ["recapitulative EL094259216 goods"],
  "line-discounts": ["domestic"],
  "manual-exemptions": ["domestic", "domestic", "domestic"],
  "manual-mixed-rates": ["domestic", "domestic", "domestic"],
  "manual-no-rate": ["domestic"],
  "mixed-rates-of-two-countries": ["oss CY goods", "domestic"],
  "mixed-supply": ["recapitulative FR40303265045 goods", "recapitulative FR40303265045 services"],
  "national-croatia": ["domestic"],
  "national-france": ["domestic"],
  "national-germany": ["domestic"],
  "national-italy": ["domestic"],
  "national-poland": ["domestic", "domestic"],
  "national-romania": ["domestic"],
  "national-spain": ["domestic", "domestic"],
  "northern-ireland-goods": ["recapitulative XI980780684 goods"],
  "not-registered": ["domestic"],
  origin: ["domestic"],
  "origin-small-seller": ["domestic"],
  oss: ["unplaced supply_not_stated"],
  "oss-dinar": ["unplaced supply_not_stated"],
  "oss-madeira": ["oss PT services"],
  "oss-past-supply": ["unplaced supply_not_stated"],
  "outside-scope": ["outsideScope CH"],
  "reverse-charge": ["unplaced supply_not_stated"],
  "reverse-charge-dutch": ["recapitulative FR40303265045 services"],
  "reverse-charge-with-warnings": ["unplaced supply_not_stated"],
  "self-billed": ["domestic"],
  triangular: ["recapitulative FR40303265045 triangular"],
};

const GOLDEN_FOLDER = join(ROOT, "test/golden");
const files = readdirSync(GOLDEN_FOLDER).filter((file) => file.endsWith(".json"));

/** The lines of the VAT report on a golden invoice, each with its section. */
async function placementsIn(file: string): Promise<string[]> {
  const golden: unknown = JSON.parse(readFileSync(join(GOLDEN_FOLDER, file), "utf8"));
  const { seller, order } = golden as { seller: Partial<CompanyProfile>; order: InvoiceOrder };
  const { acme } = await openBooks(undefined, seller);
  const { id, amountDue } = await acme.issue(order);
  if (amountDue > 0) await acme.recordPayment(id, { amount: amountDue }); // with cash accounting, only then it is declared
  const report = await acme.vatReport({ from: "2000-01-01", to: "2030-12-31" });
  return [
    ...report.oss.lines.map(({ country, supply }) => `oss ${country} ${supply}`),
    ...report.domestic.lines.map(() => "domestic"),
    ...report.recapitulative.lines.map(({ clientVatNumber, kind }) => `recapitulative ${clientVatNumber} ${kind}`),
    ...report.exports.lines.map(({ country }) => `exports ${country}`),
    ...report.outsideScope.lines.map(({ country }) => `outsideScope ${country}`),
    ...report.unplaced.map(({ reason }) => `unplaced ${reason}`),
  ];
}

test("every kind of invoice has its places", async () => {
  const found: Record<string, readonly string[]> = {};
  for (const file of files) found[file.replace(".json", "")] = await placementsIn(file);
  expect(found).toEqual(GOLDEN);
});

/** In the order in which they are checked. */
const REASONS = Object.keys({
  document_unreadable: true,
  payment_unreadable: true,
  cancelled_without_credit_note: true,
  supply_not_stated: true,
  rate_country_unproven: true,
  reverse_charge_of_goods: true,
  reverse_charge_outside_the_eu: true,
  export_inside_the_eu: true,
  intra_community_supply_outside_the_eu: true,
  intra_community_supply_within_the_state: true,
  client_number_missing: true,
  client_number_of_the_sellers_state: true,
  small_enterprise_service: true,
  oss_correction_too_late: true,
} satisfies Record<UnplacedReason, true>);

test("the guide lists the reasons for having no place, in their order", () => {
  const rows = [...readPage("docs/guide/vat-returns.md").matchAll(/^\| `([a-z_]+)` \| .* \| .* \|$/gm)];
  const listed = rows.map(([, name]) => name!).filter((name) => REASONS.includes(name));
  expect(listed).toEqual(REASONS);
});
