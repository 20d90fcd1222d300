import { type CalendarDay, daysBetween } from "../../domain/calendar.ts";
import { isCorrectedType } from "../../domain/invoice/document-types.ts";
import { type DecimalText, differBy, divided, plus } from "../../domain/money/decimal-text.ts";
import { vatCheckOf } from "../../domain/vat/number/checksums.ts";
import type { RuleRow } from "../rules/gap-rule.ts";
import type { NavInvoice } from "./nav-invoice.ts";
import type { NavAddress, NavCustomerId, NavTaxNumber } from "./nav-parties.ts";
import type { NavVatRate, VatCase } from "./vat-rate.ts";

type Row = RuleRow<NavInvoice>;

/** Whether the first 8 digits of a tax number have a right check digit. */
function isTaxNumber({ taxpayerId, vatCode = "1", countyCode = "01" }: NavTaxNumber): boolean {
  return (
    /^\d{8}$/.test(taxpayerId) &&
    vatCheckOf("HU")(taxpayerId) === true &&
    /^[1-5]$/.test(vatCode) &&
    /^\d\d$/.test(countyCode)
  );
}

/** The first day of reports of every invoice, consumers included. */
export const FIRST_DAY: CalendarDay = "2021-01-04";

/** 13 months. */
const LATE_DAYS = 395;

const HEAD_ROWS: readonly Row[] = [
  [
    "invoiceIssueDate",
    "issueDate",
    `has reports of every invoice from ${FIRST_DAY}. Earlier ones get none: pass since`,
    ({ issueDate }) => issueDate < FIRST_DAY,
  ],
  [
    "INVOICE_DELIVERY_DATE_LATE",
    "taxPointDate",
    "takes a tax point less than 13 months after the issue date. Correct taxPointDate",
    ({ deliveryDate, issueDate }) => daysBetween(issueDate, deliveryDate) >= LATE_DAYS,
  ],
  [
    "INVOICE_REFERENCE_EXPECTED",
    "documentType",
    "changes an invoice by what differs. Credit the invoice instead of replacing it (384) or raising it (383), or issue another one without documentType",
    ({ documentType }) => isCorrectedType(documentType) || documentType === "383",
  ],
  [
    "CUSTOMER_NOT_IDENTICAL",
    "correctedInvoices",
    "has the amounts of each invoice in a credit note over several. Credit each invoice by itself",
    ({ correctedCount = 1 }) => correctedCount > 1,
  ],
  [
    "INVOICE_REFERENCE_EXPECTED",
    "correctedInvoices",
    "needs the invoice that a credit note corrects. Set correctedInvoices",
    ({ correctedCount = 1 }) => correctedCount === 0,
  ],
];

const SUPPLIER_ROWS: readonly Row[] = [
  [
    "SUPPLIER_TAX_NUMBER_MISMATCH",
    "seller.vatNumber",
    "needs the company's Hungarian tax number with a right check digit. Set vatNumber, or national.hu.taxNumber, in the company's profile. An invoice under the number of another state gets no report",
    ({ supplier }) => !isTaxNumber(supplier.taxNumber),
  ],
  [
    "groupMemberTaxNumber",
    "seller.national.hu.groupMember",
    "needs tax numbers with right check digits, code 5 in that of a VAT group and code 4 in that of its member. Correct national.hu.taxNumber and national.hu.groupMember in the company's profile",
    ({ supplier }) => !areGroup(supplier),
  ],
  ...addressRows(
    "supplierAddress",
    "seller.address",
    "address in the company's profile",
    ({ supplier }) => supplier.address,
  ),
];

/** Codes 5 and 4 belong together, where they are stated. */
function areGroup(party: Extract<NavCustomerId, { taxNumber: NavTaxNumber }>): boolean {
  const { taxNumber, groupMember } = party;
  if (groupMember === undefined) return taxNumber.vatCode !== "4" && taxNumber.vatCode !== "5";
  return isTaxNumber(groupMember) && groupMember.vatCode === "4" && taxNumber.vatCode === "5";
}

function addressRows(
  rule: string,
  field: string,
  own: string,
  addressOf: (invoice: NavInvoice) => NavAddress | undefined,
): Row[] {
  return [
    [
      rule,
      field,
      `needs a street, a city and a postal code of 3 to 10 letters, digits, spaces and hyphens. Set ${own}`,
      (invoice) => {
        const { city, detail, postalCode } = addressOf(invoice) ?? NO_ADDRESS;
        return city === "" || detail === "" || !/^[A-Z0-9][A-Z0-9\s-]{1,8}[A-Z0-9]$/.test(postalCode);
      },
    ],
  ];
}

/** Where none is reported. */
const NO_ADDRESS = { city: "-", detail: "-", postalCode: "0000" };

const CUSTOMER_ROWS: readonly Row[] = [
  ...addressRows("CUSTOMER_DATA_EXPECTED", "clientAddress", "clientAddress", ({ customer }) =>
    customer.status === "PRIVATE_PERSON" ? undefined : customer.address,
  ),
  [
    "MISSING_CUSTOMER_DOMESTIC_TAXNUMBER",
    "clientVatNumber",
    "needs the tax number of a client in Hungary with a right check digit. Correct clientVatNumber, or national.hu.clientTaxNumber",
    ({ customer: { id } }) => id !== undefined && "taxNumber" in id && !isTaxNumber(id.taxNumber),
  ],
  [
    "groupMemberTaxNumber",
    "national.hu.clientGroupMember",
    "needs tax numbers with right check digits, code 5 in that of a VAT group and code 4 in that of its member. Correct national.hu.clientTaxNumber and national.hu.clientGroupMember",
    ({ customer: { id } }) => id !== undefined && "taxNumber" in id && !areGroup(id),
  ],
];

/** The report as the invoice itself. */
const ELECTRONIC_ROWS: readonly Row[] = [
  [
    "INVOICE_COMPLETENESS_PRIVATE_PERSON_INDICATOR_MISMATCH",
    "national.hu.reportIsInvoice",
    "is no invoice for clients without a Hungarian tax number. Leave national.hu.reportIsInvoice out",
    ({ isReportInvoice, customer }) => isReportInvoice && customer.status !== "DOMESTIC",
  ],
  [
    "INVOICE_APPEARANCE_MISMATCH",
    "national.hu.appearance",
    "is only an invoice that appears electronically. Set national.hu.appearance to ELECTRONIC",
    ({ isReportInvoice, appearance }) => isReportInvoice && appearance !== "ELECTRONIC",
  ],
];

/** The rates of VAT and of flat compensation that may still be reported. */
const RATES = ["0.27", "0.18", "0.05", "0.07", "0.12", "0.2", "0.25"];

/** Cases of clients outside Hungary. @see warnings 581 to 584, errors since 2025-09-15 */
const ABROAD: readonly VatCase[] = ["KBAET", "KBAUK", "EUFAD37", "EUFADE"];

function vatRows(): Row[] {
  const any = (isBroken: (rate: NavVatRate, invoice: NavInvoice) => boolean) => (invoice: NavInvoice) =>
    invoice.lines.some(({ rate }) => isBroken(rate, invoice));
  const isCase = (rate: NavVatRate, cases: readonly VatCase[]) => "case" in rate && cases.includes(rate.case);
  return [
    [
      "INVALID_VAT_DATA",
      "items[].national.hu.vatCase",
      "needs the case of a line without VAT. Set national.hu.vatCase of the line, or vatexCode",
      any((rate) => rate.kind === "undecided"),
    ],
    [
      "INVALID_VAT_DATA",
      "items[].taxRate",
      "has the Hungarian rates of 27, 18 and 5 percent, those of flat compensation, and earlier ones. Correct the VAT of the lines",
      any((rate) => rate.kind === "vatPercentage" && !RATES.includes(rate.rate)),
    ],
    [
      "DOMESTIC_TAXNUMBER_EXPECTED_REVERSE_CHARGE",
      "clientVatNumber",
      "needs the client's Hungarian tax number with a reverse charge in Hungary. Set clientVatNumber, or placeOfSupply if the sale is located abroad",
      any((rate, { customer }) => rate.kind === "vatDomesticReverseCharge" && customer.status !== "DOMESTIC"),
    ],
    [
      "INCORRECT_LINE_DATA_VAT_STATUS_VAT_DATA_MISMATCH",
      "items[].national.hu.vatCase",
      "takes KBAET, KBAUK, EUFAD37 and EUFADE only of clients abroad that are businesses. Set clientVatNumber or isCompany, or correct national.hu.vatCase of the line",
      any((rate, { customer }) => isCase(rate, ABROAD) && customer.status !== "OTHER"),
    ],
    [
      "INCORRECT_LINE_DATA_VAT_DATA_MISMATCH_KBAET",
      "clientVatNumber",
      "needs the client's VAT number of another member state for a supply within the EU. Set clientVatNumber",
      any((rate, { customer: { id = {} } }) => isCase(rate, ["KBAET"]) && !("communityVatNumber" in id)),
    ],
  ];
}

const LINE_ROWS: readonly Row[] = [
  [
    "QuantityType",
    "items[].quantity",
    "has ten decimals and 22 digits of a quantity and of a price. Correct the quantities and prices",
    ({ lines }) =>
      lines.some(
        ({ counted }) =>
          counted !== undefined && ![counted.quantity, counted.price].every((each) => fits(each, 10, 22)),
      ),
  ],
  [
    "advancePaymentData",
    "national.hu.advances",
    "needs the day on which each deducted advance was paid, and a rate with six decimals. Set national.hu.advances",
    ({ lines }) =>
      lines.some(
        ({ advance }) =>
          advance !== undefined &&
          advance !== "own" &&
          !("paidOn" in advance && isRate(String(advance.exchangeRate ?? 1))),
      ),
  ],
];

/** Whether a number has at most so many decimals, and so many digits in all. */
function fits(value: DecimalText, decimals: number, digits: number): boolean {
  return !differBy(0, divided(value, 1, decimals), value) && value.replace(/[-.]/g, "").length <= digits;
}

/** `ExchangeRateType`. */
const isRate = (value: DecimalText) => value !== "0" && fits(value, 6, 14);

const AMOUNT_ROWS: readonly Row[] = [
  [
    "exchangeRate",
    "exchangeRate",
    "needs the exchange rate to HUF, with up to six decimals. Set exchangeRate",
    ({ exchangeRate = "0" }) => !isRate(exchangeRate),
  ],
  [
    "MonetaryType",
    "currency",
    "has amounts with two decimals and 18 digits. Issue the invoice in another currency, or correct the quantities and prices",
    ({ lines, sums }) =>
      [
        ...lines.flatMap(({ net, discount }) => [net, discount?.amount ?? "0"]),
        ...sums.flatMap(({ net, vat, netInHuf, vatInHuf }) => [plus(net, vat), net, vat, plus(netInHuf, vatInHuf)]),
      ].some((amount) => !fits(amount, 2, 18)),
  ],
];

/**
 * What the tax authority would refuse of a report, as far as the document shows. `rule` is the code of its blocking error, or
 * the element of the schema.
 *
 * @see NAV, Online Számla 3.0: blocking errors of 2023-03-14, and the warnings that are errors since 2025-09-15
 */
export const NAV_RULES: readonly Row[] = [
  ...HEAD_ROWS,
  ...SUPPLIER_ROWS,
  ...CUSTOMER_ROWS,
  ...ELECTRONIC_ROWS,
  ...vatRows(),
  ...LINE_ROWS,
  ...AMOUNT_ROWS,
];
