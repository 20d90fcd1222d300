import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStored } from "../../../src/domain/invoice/stored-document.ts";
import { declarationOf, UNPLACED_REASONS } from "../../../src/domain/returns/declaration.ts";
import { documentParts } from "../../../src/domain/returns/document-parts.ts";
import { reportedDocument } from "../../../src/domain/returns/reported-document.ts";
import { ROOT, readPage } from "../../docs/pages.ts";

/** The section of each part of the reviewed invoices in `test/golden`, and what it is listed by there. */
const GOLDEN: Readonly<Record<string, readonly string[]>> = {
  discount: ["domestic"],
  domestic: ["domestic"],
  "domestic-converted": ["domestic"],
  "domestic-monaco": ["domestic"],
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
  "mixed-supply": ["recapitulative FR40303265045 services", "recapitulative FR40303265045 goods"],
  "national-croatia": ["domestic"],
  "national-france": ["domestic"],
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

function placementsIn(file: string): string[] {
  const { invoice } = JSON.parse(readFileSync(join(GOLDEN_FOLDER, file), "utf8")) as { invoice: object };
  const document = reportedDocument(readStored("invoice.issued", JSON.stringify(invoice)))!;
  return documentParts(document).map((part) => Object.values(declarationOf(document, part)).join(" "));
}

test("every kind of invoice has its places", () => {
  expect(Object.fromEntries(files.map((file) => [file.replace(".json", ""), placementsIn(file)]))).toEqual(GOLDEN);
});

test("the guide lists the reasons for having no place, in their order", () => {
  const rows = [...readPage("docs/guide/vat-returns.md").matchAll(/^\| `([a-z_]+)` \| .* \| .* \|$/gm)];
  const listed = rows.map(([, name]) => name!).filter((name) => (UNPLACED_REASONS as readonly string[]).includes(name));
  expect(listed).toEqual([...UNPLACED_REASONS]);
});
