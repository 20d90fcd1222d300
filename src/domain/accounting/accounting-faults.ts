import { yearsFrom } from "../calendar.ts";
import type { AccountingRow } from "./accounting-rows.ts";
import type { AccountingFacts } from "./accounts.ts";
import { type DatevBatch, fiscalYearOf } from "./datev.ts";

/** What rows for bookkeeping can lack. Those after `debtor_missing` only matter to DATEV's batch. */
export type AccountingFaultCode =
  | "row_unreadable"
  | "sales_account_missing"
  | "payment_account_missing"
  | "debtor_missing"
  | "fiscal_year_exceeded"
  | "account_malformed"
  | "debtor_malformed"
  | "tax_key_malformed"
  | "currency_foreign";

/** Something that rows lack. */
export interface AccountingFault {
  /** What is lacking. Codes never change meaning; later versions may add some. */
  readonly code: AccountingFaultCode;
  /** In English, with the next step. */
  readonly detail: string;
  /** The number, account or key concerned; of a missing account the method of the payment, or empty. */
  readonly subject: string;
  /** The facts of the rows whose account is missing. Absent: the fault is another one. */
  readonly facts?: Omit<AccountingFacts, "section">;
}

/**
 * What rows for bookkeeping lack, each thing once: accounts, and documents that cannot be read. With `batch`, also why they
 * cannot be that batch.
 *
 * @example
 * ```ts
 * import { accountingFaults } from "faktura";
 *
 * console.log(accountingFaults([])); // []
 * ```
 */
export function accountingFaults(rows: readonly AccountingRow[], batch?: DatevBatch): AccountingFault[] {
  const faults = new Map<string, AccountingFault>();
  for (const fault of [...(batch ? spanFaults(batch) : []), ...rows.flatMap((row) => rowFaults(row, batch))])
    if (!faults.has(fault.detail)) faults.set(fault.detail, fault);
  return [...faults.values()];
}

function rowFaults(row: AccountingRow, batch: DatevBatch | undefined): AccountingFault[] {
  const { kind, reason, treatment, category, taxRate, country, method, number } = row;
  if (reason === "document_unreadable" || reason === "payment_unreadable") {
    return [fault("row_unreadable", number, `${number} cannot be read. An audit names what is wrong.`)];
  }
  const facts = { kind, treatment, category, taxRate, country };
  const account =
    kind === "payment"
      ? fault("payment_account_missing", method ?? "", `payments has no account for ${JSON.stringify({ method })}.`)
      : { ...fault("sales_account_missing", "", `sales has no account for ${JSON.stringify(facts)}.`), facts };
  const nameless = `${number}: the client has no invoice and so no account. Name it in debtors.clients.`;
  return [
    ...(row.account === null ? [account] : []),
    ...(row.debtor === null ? [fault("debtor_missing", number, nameless)] : []),
    ...(batch ? formFaults(row, batch) : []),
  ];
}

/** What DATEV does not take. */
function formFaults(row: AccountingRow, { settings: { accountLength = 4 } }: DatevBatch): AccountingFault[] {
  const { account, debtor, taxKey, currency, number } = row;
  const isAccount = (text: string) => /^\d+$/.test(text) && text.length <= accountLength;
  const isDebtor = (text: string) => isAccount(text) || (/^[1-6]\d*$/.test(text) && text.length === accountLength + 1);
  const malformed = `${account} is not an account of at most ${accountLength} digits.`;
  const noDebtor = `${debtor} is not a debtor of ${accountLength + 1} digits from 1 to 6.`;
  const foreign = `${number} is in ${currency} and has no exchange rate into EUR. Book it by hand.`;
  return [
    ...(account === null || isAccount(account) ? [] : [fault("account_malformed", account, malformed)]),
    ...(debtor === null || isDebtor(debtor) ? [] : [fault("debtor_malformed", debtor, noDebtor)]),
    ...(taxKey === null || /^\d{1,4}$/.test(taxKey)
      ? []
      : [fault("tax_key_malformed", taxKey, `taxKey ${taxKey} is not of 1 to 4 digits.`)]),
    ...(currency === "EUR" ? [] : [fault("currency_foreign", number, foreign)]),
  ];
}

/** DATEV's day has no year, so a batch lies within one fiscal year. */
function spanFaults({ span, settings }: DatevBatch): AccountingFault[] {
  if (span.to < yearsFrom(fiscalYearOf(span.from, settings), 1)) return [];
  return [fault("fiscal_year_exceeded", "", "The days must be of one fiscal year.")];
}

const fault = (code: AccountingFaultCode, subject: string, detail: string): AccountingFault => ({
  code,
  subject,
  detail,
});
