import { csvRow } from "../csv.ts";
import { minorUnitDigits } from "../money/minor-units.ts";
import type { AccountingRow } from "./accounting-rows.ts";

/** The columns of the rows. Those of numbers are none of text. */
const TEXTS = [
  ...(["kind", "on", "number", "invoiceNumber", "clientName", "clientNumber", "clientVatNumber", "debtor"] as const),
  ...(["account", "taxKey", "section", "reason", "treatment", "category", "country"] as const),
  ...(["registrationCountry", "method", "reference", "currency"] as const),
];
const AMOUNTS = ["amount", "taxableAmount", "taxAmount", "surchargeAmount"] as const;

/**
 * Rows for bookkeeping as separated values (RFC 4180): a line of names, then one line for each row. With a semicolon, numbers
 * have a decimal comma.
 *
 * @example
 * ```ts
 * import { accountingCsv } from "faktura";
 *
 * console.log(accountingCsv([]).startsWith('"kind","on","number"')); // true
 * ```
 */
export function accountingCsv(rows: readonly AccountingRow[], separator: "," | ";" = ","): string {
  const nameOf = (column: string) => column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const lines = rows.map((row) => {
    const number = (value: number | undefined) => ({ number: value?.toFixed(minorUnitDigits(row.currency)) ?? "" });
    const rate = { number: row.taxRate?.toString() ?? "" };
    const amounts = AMOUNTS.map((column) => number(row[column]));
    return csvRow([...TEXTS.map((column) => row[column] ?? ""), rate, ...amounts], separator);
  });
  return [csvRow([...TEXTS, "rate", ...AMOUNTS].map(nameOf), separator), ...lines].join("");
}
