/** A text, a number with a decimal point, or nothing. */
export type CsvCell =
  | string
  | {
      /** With a decimal point, such as `-1.50`. */
      readonly number: string;
    }
  | undefined;

/** Where a spreadsheet begins a cell: at the beginning of the text, or after a sign at which it may split or unquote it. */
const FORMULA = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n"'])\s*)/g;

/**
 * A row of a file of separated values (RFC 4180), with its line break. Every cell is quoted. A text of a document may look like
 * a formula, which a spreadsheet would run: an apostrophe keeps it a text, also within the text, where a spreadsheet that
 * splits rows at another sign would begin a cell. Numbers stay numbers, with a decimal comma if the separator is a semicolon.
 *
 * @see OWASP, CSV Injection
 *
 * @example
 * ```ts
 * import { csvRow } from "faktura";
 *
 * console.log(csvRow(["=1+1", { number: "-5.00" }], ";")); // "'=1+1";"-5,00"
 * ```
 */
export function csvRow(cells: readonly CsvCell[], separator: "," | ";" = ","): string {
  return `${cells.map((cell) => `"${textOf(cell, separator).replaceAll('"', '""')}"`).join(separator)}\r\n`;
}

function textOf(cell: CsvCell, separator: "," | ";"): string {
  if (typeof cell === "string") return withoutFormulas(cell);
  const number = cell?.number ?? "";
  return separator === ";" ? number.replace(".", ",") : number;
}

/** The text with an apostrophe before each formula. */
export function withoutFormulas(text: string): string {
  return text.replaceAll(FORMULA, "'");
}
