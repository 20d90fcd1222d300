/**
 * Reads reports as NAV does: by its schema, and by those of its blocking errors and warnings that one report shows. Nothing here
 * comes from the library.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NATIONAL_RULES, noFolder } from "../../en16931/rules.ts";
import { CENT, isFar, type Part, partOf, reading, schemaCheck, units } from "../read-file.ts";

/** Why reports are not checked against the schema; `undefined` if they are. */
export const NO_SCHEMA = noFolder("NATIONAL_RULES", NATIONAL_RULES);

/** What the schema 3.0 says about a report. */
export const schemaErrors = schemaCheck(() => {
  const file = (name: string) => readFileSync(join(NATIONAL_RULES!, "hu", name));
  const names = ["common", "invoiceBase", "invoiceData", "invoiceApi", "invoiceAnnulment"].map(
    (name) => `xsd/${name}.xsd`,
  );
  return { schema: file("all.xsd"), imports: Object.fromEntries(names.map((name) => [name, file(name)])) };
});

const NAMESPACE = "http://schemas.nav.gov.hu/OSA/3.0/data";

/** What NAV refuses or warns of, as its codes. */
export function refusals(xml: string): string[] {
  return reading(xml, (document) => {
    const root = partOf(document.root, NAMESPACE);
    const invoice = root.all("invoiceMain/invoice")[0]!;
    const found = [...ofCustomer(root, invoice), ...ofLines(invoice), ...ofSums(invoice), ...ofVat(invoice)];
    return [...new Set(found)].sort();
  });
}

/** Weights of the check digit: the weighted sum of all eight digits ends in 0. */
const WEIGHTS = [9, 7, 3, 1, 9, 7, 3, 1];

function isTaxpayer(id: string | undefined): boolean {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(id?.[index]), 0);
  return /^\d{8}$/.test(id ?? "") && sum % 10 === 0;
}

/** The first eight digits of a tax number, whose elements have another namespace. */
const taxpayerOf = (party: Part, path: string) => /\d{8}/.exec(party.text(path) ?? "")?.[0];

function ofCustomer(root: Part, invoice: Part): string[] {
  const found: string[] = [];
  const head = invoice.all("invoiceHead")[0]!;
  const status = head.text("customerInfo/customerVatStatus");
  const has = (path: string) => head.text(`customerInfo/${path}`) !== undefined;
  if (!isTaxpayer(taxpayerOf(head, "supplierInfo/supplierTaxNumber"))) found.push("SUPPLIER_TAX_NUMBER_MISMATCH");
  if (status === "PRIVATE_PERSON") {
    if (["customerVatData", "customerName", "customerAddress"].some(has)) found.push("CUSTOMER_DATA_NOT_EXPECTED");
  } else if (!has("customerName") || !has("customerAddress")) found.push("CUSTOMER_DATA_EXPECTED");
  if (status === "DOMESTIC" && !isTaxpayer(taxpayerOf(head, "customerInfo/customerVatData/customerTaxNumber")))
    found.push("MISSING_CUSTOMER_DOMESTIC_TAXNUMBER");
  const isInvoice = root.text("completenessIndicator") === "true";
  if (isInvoice && status !== "DOMESTIC") found.push("INVOICE_COMPLETENESS_PRIVATE_PERSON_INDICATOR_MISMATCH");
  if (isInvoice && head.text("invoiceDetail/invoiceAppearance") !== "ELECTRONIC")
    found.push("INVOICE_APPEARANCE_MISMATCH");
  return found;
}

function ofLines(invoice: Part): string[] {
  const found: string[] = [];
  const isChange = invoice.text("invoiceReference") !== undefined;
  const lines = invoice.all("invoiceLines/line");
  const references = lines.map((line) => Number(line.text("lineModificationReference/lineNumberReference")));
  if (!isChange && lines.length === 0) found.push("INVOICE_LINE_MISSING");
  if (lines.some((line, index) => line.text("lineNumber") !== String(index + 1)))
    found.push("LINE_NUMBER_NOT_SEQUENTIAL");
  if (!isChange && references.some((each) => !Number.isNaN(each))) found.push("LINE_MODIFICATION_NOT_EXPECTED");
  if (isChange && references.some(Number.isNaN)) found.push("LINE_MODIFICATION_EXPECTED");
  if (isChange && new Set(references).size !== lines.length) found.push("LINE_NUMBER_REFERENCE_NOT_UNIQUE");
  if (lines.some((line) => (line.text("lineModificationReference/lineOperation") ?? "CREATE") !== "CREATE"))
    found.push("INVALID_LINE_OPERATION");
  for (const line of lines) {
    const counted = ["lineDescription", "quantity", "unitOfMeasure", "unitPrice"].map((name) => line.text(name));
    if (line.text("lineExpressionIndicator") === "true" && counted.includes(undefined))
      found.push("MANDATORY_LINE_CONTENT_MISSING");
    if ((line.text("unitOfMeasure") === "OWN") !== (line.text("unitOfMeasureOwn") !== undefined))
      found.push("INCORRECT_LINE_DATA_UOM_INCOMPLETE");
    if (isMiscounted(line)) found.push("INCORRECT_LINE_CALCULATION_NET_AMOUNT");
  }
  return found;
}

/** NAV tolerates a hundredth of the amount, and at least one unit of the currency. */
const tolerance = (amount: bigint) => {
  const part = (amount < 0n ? -amount : amount) / 100n;
  return part > 100n * CENT ? part : 100n * CENT;
};

function isMiscounted(line: Part): boolean {
  const quantity = line.text("quantity");
  if (quantity === undefined) return false;
  const net = units(line.text("lineAmountsNormal/lineNetAmountData/lineNetAmount"));
  const price = Number(quantity) * Number(line.text("unitPrice"));
  const counted = units(price.toFixed(8)) - units(line.text("lineDiscountData/discountValue"));
  return isFar(counted, net, tolerance(net));
}

const rateOf = (part: Part, path: string) => {
  const rate = part.all(path)[0];
  const names = [
    "vatPercentage",
    "vatExemption/case",
    "vatOutOfScope/case",
    "vatDomesticReverseCharge",
    "marginSchemeIndicator",
  ];
  return names.map((name) => rate?.text(name)).find((text) => text !== undefined) ?? "?";
};

function ofSums(invoice: Part): string[] {
  const found: string[] = [];
  const lines = invoice.all("invoiceLines/line");
  const [normal] = invoice.all("invoiceSummary/summaryNormal");
  const sums = normal!.all("summaryByVatRate");
  // The VAT of the books was rounded in the invoice's currency before it was converted.
  const one = units(invoice.text("invoiceHead/invoiceDetail/exchangeRate"));
  for (const huf of ["", "HUF"]) {
    const total = (parts: readonly Part[], path: string) =>
      parts.reduce((all, part) => all + units(part.text(path + huf)), 0n);
    const few = huf === "" ? CENT : 100n * CENT;
    for (const sum of sums) {
      const own = lines.filter((line) => rateOf(line, "lineAmountsNormal/lineVatRate") === rateOf(sum, "vatRate"));
      const nets = total(own, "lineAmountsNormal/lineNetAmountData/lineNetAmount");
      const net = total([sum], "vatRateNetData/vatRateNetAmount");
      if (isFar(nets, net, few)) found.push(`INCORRECT_SUMMARY_CALCULATION_VAT_RATE_NET_AMOUNT${huf && "_HUF"}_LINE`);
      const vat = total([sum], "vatRateVatData/vatRateVatAmount");
      const rate = Number(rateOf(sum, "vatRate"));
      const due = Number.isNaN(rate) ? 0n : units((Number(net) * rate).toFixed(0)) / 10n ** 8n;
      if (isFar(due, vat, tolerance(net) + (huf === "" ? 0n : one)))
        found.push(`INCORRECT_SUMMARY_CALCULATION_VAT_RATE_VAT_AMOUNT${huf && "_HUF"}`);
      if (Number.isNaN(rate) && vat !== 0n) found.push("INCORRECT_SUMMARY_DATA_VAT_NORMAL");
    }
    const [net, vat] = [total(sums, "vatRateNetData/vatRateNetAmount"), total(sums, "vatRateVatData/vatRateVatAmount")];
    if (net !== units(normal!.text(`invoiceNetAmount${huf}`)))
      found.push("INCORRECT_SUMMARY_CALCULATION_INVOICE_NET_AMOUNT");
    if (vat !== units(normal!.text(`invoiceVatAmount${huf}`)))
      found.push("INCORRECT_SUMMARY_CALCULATION_INVOICE_VAT_AMOUNT");
    const gross = units(invoice.text(`invoiceSummary/summaryGrossData/invoiceGrossAmount${huf}`));
    if (net + vat !== gross) found.push("INCORRECT_SUMMARY_CALCULATION_INVOICE_GROSS_AMOUNT");
  }
  const rates = new Set(lines.map((line) => rateOf(line, "lineAmountsNormal/lineVatRate")));
  if (rates.size !== sums.length) found.push("INCORRECT_SUMMARY_DATA_VAT_PERCENTAGE");
  return found;
}

const RATES = [27, 18, 5, 7, 12, 20, 25];

function ofVat(invoice: Part): string[] {
  const found: string[] = [];
  const status = invoice.text("invoiceHead/customerInfo/customerVatStatus");
  const community = invoice.text("invoiceHead/customerInfo/customerVatData/communityVatNumber");
  for (const sum of invoice.all("invoiceSummary/summaryNormal/summaryByVatRate")) {
    const rate = rateOf(sum, "vatRate");
    const percent = Number(rate) * 100;
    if (rate === "?" || (!Number.isNaN(percent) && !RATES.some((each) => Math.abs(each - percent) < 1e-9)))
      found.push("INVALID_VAT_DATA");
    if (rate === "true" && status !== "DOMESTIC") found.push("DOMESTIC_TAXNUMBER_EXPECTED_REVERSE_CHARGE");
    if (["KBAET", "KBAUK", "EUFAD37", "EUFADE"].includes(rate) && status !== "OTHER")
      found.push("INCORRECT_LINE_DATA_VAT_STATUS_VAT_DATA_MISMATCH");
    if (rate === "KBAET" && community === undefined) found.push("INCORRECT_LINE_DATA_VAT_DATA_MISMATCH_KBAET");
  }
  return found;
}
