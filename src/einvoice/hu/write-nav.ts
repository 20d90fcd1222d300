import { type DecimalText, divided, plus, roundedToCents, times } from "../../domain/money/decimal-text.ts";
import { documentOf, group, leaf, type Xml } from "../xml.ts";
import { type NavLine, QUANTITY_DECIMALS } from "./lines.ts";
import type { NavInvoice, NavSum } from "./nav-invoice.ts";
import type { NavAddress, NavCustomer, NavSupplier, NavTaxNumber } from "./nav-parties.ts";
import type { NavVatRate } from "./vat-rate.ts";

/** What a report of a modification or of a cancellation says of the invoice (`InvoiceReferenceType`). */
export interface NavReference {
  readonly originalNumber: string;
  /** `modifyWithoutMaster`: whether the tax authority has no report of it. */
  readonly isUnreported: boolean;
  /** `modificationIndex`, from 1. */
  readonly index: number;
  /** The number of lines of the invoice and of its earlier modifications. */
  readonly linesBefore: number;
}

const SCHEMA = "http://schemas.nav.gov.hu/OSA/3.0";

/** `InvoiceData` 3.0. The invoice has no gaps. */
export function writeNav(invoice: NavInvoice, reference?: NavReference): string {
  return documentOf(
    "InvoiceData",
    { xmlns: `${SCHEMA}/data`, "xmlns:base": `${SCHEMA}/base` },
    leaf("invoiceNumber", invoice.number),
    leaf("invoiceIssueDate", invoice.issueDate),
    flag("completenessIndicator", invoice.isReportInvoice),
    group(
      "invoiceMain",
      group(
        "invoice",
        referenceOf(reference),
        group("invoiceHead", supplier(invoice.supplier), customer(invoice.customer), detail(invoice)),
        linesOf(invoice, reference),
        summary(invoice),
      ),
    ),
  );
}

const flag = (name: string, holds: boolean) => leaf(name, String(holds));
/** Only if it holds. */
const mark = (name: string, holds: boolean) => leaf(name, holds ? "true" : undefined);

function referenceOf(reference: NavReference | undefined): Xml {
  if (reference === undefined) return "";
  return group(
    "invoiceReference",
    leaf("originalInvoiceNumber", reference.originalNumber),
    flag("modifyWithoutMaster", reference.isUnreported),
    leaf("modificationIndex", String(reference.index)),
  );
}

function taxNumber({ taxpayerId, vatCode, countyCode }: NavTaxNumber): Xml[] {
  return [leaf("base:taxpayerId", taxpayerId), leaf("base:vatCode", vatCode), leaf("base:countyCode", countyCode)];
}

function groupMember(member: NavTaxNumber | undefined): Xml {
  return member === undefined ? "" : group("groupMemberTaxNumber", ...taxNumber(member));
}

function address(name: string, { country, region, postalCode, city, detail: rest }: NavAddress): Xml {
  return group(
    name,
    group(
      "base:simpleAddress",
      leaf("base:countryCode", country),
      leaf("base:region", region),
      leaf("base:postalCode", postalCode),
      leaf("base:city", city),
      leaf("base:additionalAddressDetail", rest),
    ),
  );
}

function supplier(given: NavSupplier): Xml {
  return group(
    "supplierInfo",
    group("supplierTaxNumber", ...taxNumber(given.taxNumber)),
    groupMember(given.groupMember),
    leaf("communityVatNumber", given.communityVatNumber),
    leaf("supplierName", given.name),
    address("supplierAddress", given.address),
    leaf("supplierBankAccountNumber", given.account),
    mark("individualExemption", given.isExempt),
  );
}

function customer({ status, id, name, address: at }: NavCustomer): Xml {
  const statusLeaf = leaf("customerVatStatus", status);
  if (status === "PRIVATE_PERSON") return group("customerInfo", statusLeaf);
  const data =
    id === undefined
      ? []
      : "taxNumber" in id
        ? [group("customerTaxNumber", ...taxNumber(id.taxNumber), groupMember(id.groupMember))]
        : Object.entries(id).map(([element, value]) => leaf(element, value));
  return group(
    "customerInfo",
    statusLeaf,
    group("customerVatData", ...data),
    leaf("customerName", name),
    address("customerAddress", at),
  );
}

function detail(invoice: NavInvoice): Xml {
  const { period } = invoice;
  return group(
    "invoiceDetail",
    leaf("invoiceCategory", "NORMAL"),
    leaf("invoiceDeliveryDate", invoice.deliveryDate),
    leaf("invoiceDeliveryPeriodStart", period?.start),
    leaf("invoiceDeliveryPeriodEnd", period?.end),
    mark("periodicalSettlement", period !== undefined),
    mark("smallBusinessIndicator", invoice.isSmallTaxpayer),
    leaf("currencyCode", invoice.currency),
    leaf("exchangeRate", invoice.exchangeRate),
    mark("selfBillingIndicator", invoice.isSelfBilled),
    leaf("paymentMethod", invoice.paymentMethod),
    leaf("paymentDate", invoice.paymentDate),
    mark("cashAccountingIndicator", invoice.isCashAccounting),
    leaf("invoiceAppearance", invoice.appearance),
    group(
      "conventionalInvoiceInfo",
      ...invoice.references.map(([list, entry, value]) => group(list, leaf(entry, value))),
    ),
    ...invoice.notes.map(([name, description, value]) =>
      group(
        "additionalInvoiceData",
        leaf("dataName", name),
        leaf("dataDescription", description),
        leaf("dataValue", value),
      ),
    ),
  );
}

function vatRate(name: string, rate: NavVatRate): Xml {
  return group(name, rateOf(rate));
}

function rateOf(rate: NavVatRate): Xml {
  switch (rate.kind) {
    case "vatPercentage":
      return leaf(rate.kind, rate.rate);
    case "vatExemption":
    case "vatOutOfScope":
      return group(rate.kind, leaf("case", rate.case), leaf("reason", rate.reason));
    case "marginSchemeIndicator":
      return leaf(rate.kind, rate.scheme);
    case "vatDomesticReverseCharge":
      return leaf(rate.kind, "true");
    case "undecided":
      return "";
  }
}

function linesOf({ lines, exchangeRate = "0" }: NavInvoice, reference: NavReference | undefined): Xml {
  if (lines.length === 0) return "";
  return group(
    "invoiceLines",
    flag("mergedItemIndicator", false),
    ...lines.map((line, index) => lineOf(line, index + 1, exchangeRate, reference)),
  );
}

function lineOf(line: NavLine, number: number, exchangeRate: DecimalText, reference: NavReference | undefined): Xml {
  const { counted, discount, net, vat, nature, description } = line;
  const inHuf = (amount: DecimalText) => roundedToCents(times(amount, exchangeRate));
  const [netInHuf, vatInHuf] = [inHuf(net), vat === undefined ? undefined : inHuf(vat)];
  return group(
    "line",
    leaf("lineNumber", String(number)),
    modificationOf(number, reference),
    advanceOf(line, exchangeRate),
    group("productCodes", ...line.codes.map(([category, value]) => productCode(category, value))),
    flag("lineExpressionIndicator", counted !== undefined),
    leaf("lineNatureIndicator", nature),
    leaf("lineDescription", description),
    leaf("quantity", counted?.quantity),
    leaf("unitOfMeasure", counted?.unit),
    leaf("unitOfMeasureOwn", counted?.ownUnit),
    leaf("unitPrice", counted?.price),
    leaf("unitPriceHUF", counted && divided(times(counted.price, exchangeRate), 1, QUANTITY_DECIMALS)),
    group("lineDiscountData", leaf("discountDescription", discount?.reason), leaf("discountValue", discount?.amount)),
    group(
      "lineAmountsNormal",
      amounts("lineNetAmountData", "lineNetAmount", net, netInHuf),
      vatRate("lineVatRate", line.rate),
      vat === undefined ? "" : amounts("lineVatData", "lineVatAmount", vat, vatInHuf),
      amounts("lineGrossAmountData", "lineGrossAmountNormal", plus(net, vat ?? 0), plus(netInHuf, vatInHuf ?? 0)),
    ),
  );
}

function modificationOf(number: number, reference: NavReference | undefined): Xml {
  if (reference === undefined) return "";
  return group(
    "lineModificationReference",
    leaf("lineNumberReference", String(reference.linesBefore + number)),
    leaf("lineOperation", "CREATE"),
  );
}

function advanceOf({ advance }: NavLine, exchangeRate: DecimalText): Xml {
  if (advance === undefined) return "";
  const payment =
    advance === "own" || !("paidOn" in advance)
      ? ""
      : group(
          "advancePaymentData",
          leaf("advanceOriginalInvoice", advance.number),
          leaf("advancePaymentDate", advance.paidOn),
          leaf("advanceExchangeRate", advance.exchangeRate === undefined ? exchangeRate : String(advance.exchangeRate)),
        );
  return group("advanceData", flag("advanceIndicator", true), payment);
}

function productCode(category: string, value: string): Xml {
  const element = category === "OWN" ? "productCodeOwnValue" : "productCodeValue";
  return group("productCode", leaf("productCodeCategory", category), leaf(element, value));
}

/** An amount, and the same in forints. */
function amounts(name: string, element: string, amount: DecimalText, inHuf: DecimalText | undefined): Xml {
  return group(name, leaf(element, amount), leaf(`${element}HUF`, inHuf));
}

function summary({ sums }: NavInvoice): Xml {
  const total = (of: "net" | "vat" | "netInHuf" | "vatInHuf") =>
    sums.reduce<DecimalText>((all, sum) => plus(all, sum[of]), "0");
  const [net, vat, netInHuf, vatInHuf] = [total("net"), total("vat"), total("netInHuf"), total("vatInHuf")];
  return group(
    "invoiceSummary",
    group(
      "summaryNormal",
      ...sums.map(sumOf),
      ...[leaf("invoiceNetAmount", net), leaf("invoiceNetAmountHUF", netInHuf)],
      ...[leaf("invoiceVatAmount", vat), leaf("invoiceVatAmountHUF", vatInHuf)],
    ),
    amounts("summaryGrossData", "invoiceGrossAmount", plus(net, vat), plus(netInHuf, vatInHuf)),
  );
}

function sumOf({ rate, net, vat, netInHuf, vatInHuf }: NavSum): Xml {
  return group(
    "summaryByVatRate",
    vatRate("vatRate", rate),
    amounts("vatRateNetData", "vatRateNetAmount", net, netInHuf),
    amounts("vatRateVatData", "vatRateVatAmount", vat, vatInHuf),
    amounts("vatRateGrossData", "vatRateGrossAmount", plus(net, vat), plus(netInHuf, vatInHuf)),
  );
}
