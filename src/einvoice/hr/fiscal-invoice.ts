import type { CroatianOperator } from "../../domain/generated/national.ts";
import { isMarginCode } from "../../domain/invoice/exempt-sales.ts";
import { isForBusiness } from "../../domain/invoice/is-for-business.ts";
import { type DecimalText, decimalText, minus, plus } from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote, issuedAtOf } from "../document.ts";
import { type LocalTime, localTime } from "../local-time.ts";
import { vatNumberParts } from "../vat-number-parts.ts";
import { type FiscalNumber, fiscalNumberOf } from "./fiscal-number.ts";

/** `NacinPlac`: cash, card, transfer, or another way. */
export type PaymentCode = "G" | "K" | "T" | "O";

/** `Porez` of `Pdv`: what is taxed at one rate of Croatia. */
export interface FiscalTax {
  readonly rate: DecimalText;
  readonly base: DecimalText;
  readonly vat: DecimalText;
}

/** What a document means in `Racun`. Amounts of a credit note are negative. */
export interface FiscalInvoice {
  /** 11 digits; another text is a gap. */
  readonly oib: string;
  readonly isVatRegistered: boolean;
  /** When it was issued, in Croatia. */
  readonly issuedAt: LocalTime;
  /** Whether that is on its issue date. */
  readonly isOnIssueDate: boolean;
  readonly number: FiscalNumber | undefined;
  readonly isCreditNote: boolean;
  readonly taxes: readonly FiscalTax[];
  readonly exempt: DecimalText;
  readonly outOfScope: DecimalText;
  /** Whether something has no field: a reverse charge, a margin scheme, or the VAT of another state. */
  readonly hasOther: boolean;
  readonly hasAdvances: boolean;
  readonly currency: string;
  readonly total: DecimalText;
  /** Absent, or unknown: a gap. */
  readonly payment: PaymentCode | undefined;
  readonly operator: CroatianOperator | undefined;
  readonly paperNumber: string | undefined;
  /** Whether the client is a business whose invoice is sent in another way. */
  readonly isSentOtherwise: boolean;
  /** The OIB of a business in Croatia. */
  readonly clientOib: string | undefined;
}

/** The time in all of Croatia. */
export const ZONE = "Europe/Zagreb";

/** The ways of payment of UNTDID 4461 that have a code of their own. */
const PAYMENTS: Readonly<Record<string, PaymentCode>> = {
  ...{ "10": "G", "48": "K", "54": "K", "55": "K", "30": "T", "31": "T", "42": "T", "58": "T" },
};

type Group = EinvoiceDocument["vatBreakdown"][number];

/** What a document means in the message of an invoice, complete or not. */
export function fiscalInvoiceOf(document: EinvoiceDocument): FiscalInvoice {
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
    oib: sellerOib(seller),
    isVatRegistered: vatTreatment !== "not-registered",
    issuedAt,
    isOnIssueDate: `${issuedAt.year}-${issuedAt.month}-${issuedAt.day}` === issueDate,
    number: fiscalNumberOf(document),
    isCreditNote: isCredit,
    taxes: vatBreakdown.filter(isTaxed).map(({ taxRate, taxableAmount, taxAmount }) => {
      return { rate: decimalText(taxRate), base: signed(taxableAmount), vat: signed(taxAmount) };
    }),
    exempt: sumOf(isExempt),
    outOfScope: sumOf(isOutOfScope),
    hasOther: vatBreakdown.some((group) => !isTaxed(group) && !isExempt(group) && !isOutOfScope(group)),
    hasAdvances: "advances" in document && document.advances !== undefined,
    currency: document.currency,
    total: signed(document.total),
    payment: payment && (PAYMENTS[payment.means] ?? "O"),
    operator: national?.hr?.operator ?? seller.national?.hr?.operator,
    paperNumber: national?.hr?.paperNumber,
    isSentOtherwise: isBusiness && national?.hr?.fiscalized !== true,
    clientOib: isBusiness ? oibIn(clientVatNumber) : undefined,
  };
}

function sellerOib({ vatNumber, taxNumber = "" }: EinvoiceDocument["seller"]): string {
  return oibIn(vatNumber) ?? taxNumber.replace(/^HR/, "");
}

/** The digits of a VAT number of Croatia. */
function oibIn(vatNumber: string | undefined): string | undefined {
  const { prefix, code } = vatNumberParts(vatNumber ?? "", "");
  return prefix === "HR" ? code : undefined;
}
