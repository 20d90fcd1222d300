import { isMarginCode } from "../../domain/invoice/exempt-sales.ts";
import { isForBusiness } from "../../domain/invoice/is-for-business.ts";
import { type DecimalText, decimalText, minus, plus } from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote, issuedAtOf } from "../document.ts";
import { localTime } from "../local-time.ts";
import { vatNumberParts } from "../vat-number-parts.ts";
import { fiscalNumberOf } from "./fiscal-number.ts";

/** `NacinPlac`: cash, card, transfer, or another way. */
export type PaymentCode = "G" | "K" | "T" | "O";

/** What a document means in `Racun`. */
export type FiscalInvoice = ReturnType<typeof fiscalInvoiceOf>;

/** The time in all of Croatia. */
export const ZONE = "Europe/Zagreb";

/** The ways of payment of UNTDID 4461 that have a code of their own. */
const PAYMENTS: Readonly<Record<string, PaymentCode>> = {
  ...{ "10": "G", "48": "K", "54": "K", "55": "K", "30": "T", "31": "T", "42": "T", "58": "T" },
};

type Group = EinvoiceDocument["vatBreakdown"][number];

/** What a document means in `Racun`, complete or not. Amounts of a credit note are negative. */
export function fiscalInvoiceOf(document: EinvoiceDocument) {
  const { seller, national, payment, vatBreakdown, vatTreatment, clientVatNumber, issueDate } = document;
  const isCredit = isCreditNote(document);
  const signed = (amount: number) => (isCredit ? minus(0, decimalText(amount)) : decimalText(amount));
  const isTaxed = ({ category, rateCountry }: Group) => "SZ".includes(category) && (rateCountry ?? "HR") === "HR";
  const isExempt = ({ category, vatexCode }: Group) => "EGK".includes(category) && !isMarginCode(vatexCode);
  const isOutOfScope = ({ category }: Group) => category === "O";
  const sumOf = (is: (group: Group) => boolean) =>
    vatBreakdown.filter(is).reduce<DecimalText>((sum, { taxableAmount }) => plus(sum, signed(taxableAmount)), "0");
  const issuedAt = localTime(new Date(issuedAtOf(document)), ZONE);
  const isBusiness = isForBusiness(document);
  return {
    /** 11 digits; another text is a gap. */
    oib: oibIn(seller.vatNumber) ?? (seller.taxNumber ?? "").replace(/^HR/, ""),
    isVatRegistered: vatTreatment !== "not-registered",
    /** In Croatia. */
    issuedAt,
    /** Whether that is on the issue date. */
    isOnIssueDate: `${issuedAt.year}-${issuedAt.month}-${issuedAt.day}` === issueDate,
    number: fiscalNumberOf(document),
    isCreditNote: isCredit,
    taxes: vatBreakdown.filter(isTaxed).map(({ taxRate, taxableAmount, taxAmount }) => {
      return { rate: decimalText(taxRate), base: signed(taxableAmount), vat: signed(taxAmount) };
    }),
    exempt: sumOf(isExempt),
    outOfScope: sumOf(isOutOfScope),
    /** Whether something has no field: a reverse charge, a margin scheme, or the VAT of another state. */
    hasOther: vatBreakdown.some((group) => !isTaxed(group) && !isExempt(group) && !isOutOfScope(group)),
    hasAdvances: "advances" in document && document.advances !== undefined,
    currency: document.currency,
    total: signed(document.total),
    payment: payment && (PAYMENTS[payment.means] ?? ("O" as const)),
    operator: national?.hr?.operator ?? seller.national?.hr?.operator,
    paperNumber: national?.hr?.paperNumber,
    /** Whether the client is a business that gets an electronic invoice. */
    isSentOtherwise: isBusiness && national?.hr?.fiscalized !== true,
    /** Of a business in Croatia. */
    clientOib: isBusiness ? oibIn(clientVatNumber) : undefined,
  };
}

/** The digits of a VAT number of Croatia. */
function oibIn(vatNumber: string | undefined): string | undefined {
  const { prefix, code } = vatNumberParts(vatNumber ?? "", "");
  return prefix === "HR" ? code : undefined;
}
