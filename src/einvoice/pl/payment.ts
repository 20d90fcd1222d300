import type { CalendarDay } from "../../domain/calendar.ts";
import { offeredDiscounts } from "../../domain/invoice/credit/offered-discounts.ts";
import { type DecimalText, decimalText, minus } from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote } from "../document.ts";
import { paymentInstructions } from "../payment-instructions.ts";
import { ksefText } from "./ksef-text.ts";

/** `RachunekBankowy`. */
export interface KsefAccount {
  readonly number: string;
  readonly bic?: string | undefined;
  readonly name?: string | undefined;
}

/** `Platnosc`. */
export interface KsefPayment {
  readonly dueDate?: CalendarDay | undefined;
  /** `FormaPlatnosci`, or another means in words. */
  readonly means?: string | { readonly text: string } | undefined;
  readonly accounts: readonly KsefAccount[];
  /** Whether the accounts are a factor's. */
  readonly isOfFactor: boolean;
  /** `WarunkiSkonta` and `WysokoscSkonta`. */
  readonly discount: { readonly terms: string; readonly amount: string } | undefined;
}

/** `FormaPlatnosci` by UNTDID 4461. */
const MEANS: Readonly<Record<string, string>> = {
  ...{ "10": "1", "48": "2", "54": "2", "55": "2", "20": "4", "30": "6", "42": "6", "58": "6", "68": "7" },
};

/** Means that FA(3) has no number for, in words. */
const OTHER_MEANS: Readonly<Record<string, string>> = {
  ...{ "49": "Polecenie zapłaty", "59": "Polecenie zapłaty", "97": "Kompensata" },
};

/** How an invoice is paid. A credit note states nothing of it. */
export function ksefPayment(document: EinvoiceDocument): KsefPayment | undefined {
  if (isCreditNote(document)) return undefined;
  const { dueDate, documentType } = document;
  const given = paymentInstructions(document);
  const text = ksefText(given?.meansText ?? "") || OTHER_MEANS[given?.means ?? ""];
  const means = MEANS[given?.means ?? ""] ?? (text === undefined ? undefined : { text });
  const accounts = (given?.transfers ?? []).map(({ account, bic, accountName }) => ({
    number: ksefText(account),
    bic: /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic ?? "") ? bic : undefined,
    name: accountName,
  }));
  const offers = offeredDiscounts(document).map(({ percent, until, amount }) => {
    const rate = `${decimalText(percent)} %`;
    return { terms: `${rate}: zapłata do ${until}`, amount: `${rate} (${decimalText(amount)} ${document.currency})` };
  });
  const joined = (field: "terms" | "amount") => offers.map((offer) => offer[field]).join("; ");
  const discount = offers.length === 0 ? undefined : { terms: joined("terms"), amount: joined("amount") };
  return { dueDate, means, accounts, isOfFactor: documentType === "393", discount };
}

/** `Rozliczenie`: what is between the total and what is to be paid. */
export interface KsefSettlement {
  readonly charges: readonly KsefChange[];
  readonly deductions: readonly KsefChange[];
  /** What is left to pay, or if negative to pay back. */
  readonly due: DecimalText;
}

export interface KsefChange {
  readonly amount: DecimalText;
  readonly reason: string;
}

/** What was paid in the client's name, is withheld, rounded, and was paid before; `undefined` if there is nothing of it. */
export function ksefSettlement(document: EinvoiceDocument, sign: 1 | -1): KsefSettlement | undefined {
  const { roundingAmount = 0, disbursements = [], withholdings = [] } = document;
  const prepaid = "prepaidAmount" in document ? (document.prepaidAmount ?? 0) : 0;
  const changes = [
    ...disbursements.map(({ description, reference, amount }) => {
      return { amount: decimalText(sign * amount), reason: `${description} (${reference})` };
    }),
    ...withholdings.map(({ reason, percent, amount }) => {
      return { amount: decimalText(-sign * amount), reason: `${reason} ${decimalText(percent)} %` };
    }),
    { amount: decimalText(sign * roundingAmount), reason: "Zaokrąglenie" },
    { amount: decimalText(-prepaid), reason: "Wpłacono wcześniej" },
  ].filter(({ amount }) => amount !== "0");
  if (changes.length === 0) return undefined;
  const [charges, negative] = [true, false].map((isCharge) =>
    changes.filter(({ amount }) => amount.startsWith("-") !== isCharge),
  ) as [KsefChange[], KsefChange[]];
  const deductions = negative.map(({ amount, reason }) => ({ amount: minus(0, amount), reason }));
  const due = changes.reduce((sum, { amount }) => minus(sum, minus(0, amount)), decimalText(sign * document.total));
  return { charges, deductions, due };
}
