import type { Context } from "hono";
import { languageOf } from "../page-texts.ts";

/** A text, a number with a decimal point, or nothing. */
export type CsvCell = string | { readonly number: string } | undefined;

/** What separates the values of a row. Spreadsheets expect a semicolon where numbers have a decimal comma. */
type Separator = "," | ";";

/**
 * A table as separated values (RFC 4180). A text of a document may look like a formula, which a spreadsheet would run. An
 * apostrophe keeps it a text, also within the text where a spreadsheet that separates values by another sign would begin a
 * cell. Numbers stay numbers.
 */
function csvOf(rows: readonly (readonly CsvCell[])[], separator: Separator): string {
  const cellText = (cell: CsvCell) => quoted(textOf(cell, separator), separator);
  return rows.map((cells) => `${cells.map(cellText).join(separator)}\r\n`).join("");
}

/** What the user chose, as the query says; by default what is usual in the language of the pages. */
function separatorOf(context: Context): Separator {
  const { decimal = "" } = context.req.query();
  if (decimal === "comma") return ";";
  return decimal === "point" || languageOf(context) === "en" ? "," : ";";
}

/** An amount with a point and the currency's decimals. */
export function csvAmount(amount: number, currency: string): CsvCell {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return { number: amount.toFixed(maximumFractionDigits) };
}

/** The table as a file that the browser saves. With the mark at its beginning, Excel reads it as UTF-8. */
export function csvFile(context: Context, name: string, rows: readonly (readonly CsvCell[])[]): Response {
  // Headers are ASCII. Browsers take the second name, which has its accents.
  const plain = name.normalize("NFD").replaceAll(/[^\x20-\x7e]/g, "");
  return context.body(`\uFEFF${csvOf(rows, separatorOf(context))}`, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(name)}.csv`,
    "Cache-Control": "no-store",
  });
}

function textOf(cell: CsvCell, separator: Separator): string {
  if (cell === undefined) return "";
  if (typeof cell !== "string") return separator === ";" ? cell.number.replace(".", ",") : cell.number;
  return cell.replaceAll(/^(?=[=+\-@\t\r\n])|(?<=[,;\t\r\n])(?=[=+\-@])/g, "'");
}

function quoted(text: string, separator: Separator): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
