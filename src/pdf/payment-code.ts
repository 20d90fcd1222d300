import { hasValidCheckDigits } from "../domain/codes/bank-identifiers.ts";
import type { TransferTerms } from "../einvoice/terms.ts";

/**
 * The countries whose accounts take SEPA credit transfers, by the first letters of the IBAN.
 *
 * @see EPC409-09, EPC list of SEPA scheme countries
 */
const SEPA_COUNTRIES: readonly string[] = (
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI " +
  "SK SM VA"
).split(" ");

/** The limits of EPC069-12, in euros, characters and, for the whole code, bytes. */
const LIMITS = { amount: 999_999_999.99, name: 70, text: 140, bytes: 331 };

/** What the code asks for. */
export interface CodedPayment {
  readonly currency: string;
  /** Still to be paid. */
  readonly amount: number;
  /** The first account with an IBAN, to which the code pays. */
  readonly transfer: TransferTerms | undefined;
  /** What the client states with the payment. */
  readonly reference: string;
}

/**
 * The text of a payment code that banking apps read (EPC069-12, "GiroCode"); `undefined` unless euros are to be paid by
 * transfer to an account in SEPA, and the text is short enough.
 *
 * @see EPC069-12, version 002
 */
export function paymentCodeText({ currency, amount, transfer, reference }: CodedPayment): string | undefined {
  if (currency !== "EUR" || !(amount > 0 && amount <= LIMITS.amount) || transfer === undefined) return undefined;
  if (!SEPA_COUNTRIES.includes(transfer.account.slice(0, 2))) return undefined;
  const isStructured = isCreditorReference(reference);
  const lines = [
    ...["BCD", "002", "1", "SCT"],
    transfer.bic ?? "",
    oneLine(transfer.accountName, LIMITS.name),
    transfer.account,
    `EUR${amount.toFixed(2)}`,
    "",
    isStructured ? reference.replaceAll(" ", "") : "",
    isStructured ? "" : oneLine(reference, LIMITS.text),
  ];
  const text = lines.join("\n").trimEnd();
  return new TextEncoder().encode(text).length <= LIMITS.bytes ? text : undefined;
}

/** Whether a reference is one of ISO 11649, such as `RF18 5390 0754 7034`, whose check digits are right. */
function isCreditorReference(reference: string): boolean {
  const compact = reference.replaceAll(" ", "");
  return /^RF\d{2}[A-Z\d]{1,21}$/.test(compact) && hasValidCheckDigits(compact.slice(4) + compact.slice(0, 4));
}

function oneLine(text: string, longest: number): string {
  return [...text.replace(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, longest).join("").trim();
}
