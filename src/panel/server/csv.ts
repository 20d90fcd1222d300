import type { Context } from "hono";

/** A text, a number as it is written, or nothing. */
export type CsvCell = string | { readonly number: string } | undefined;

/**
 * A table as comma-separated values (RFC 4180). A text of a document may look like a formula, which a spreadsheet would
 * run. An apostrophe keeps it a text. Numbers stay numbers.
 */
function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => quoted(textOf(cell))).join(",")}\r\n`).join("");
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
  return context.body(`\uFEFF${csvOf(rows)}`, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(name)}.csv`,
    "Cache-Control": "no-store",
  });
}

function textOf(cell: CsvCell): string {
  if (cell === undefined) return "";
  if (typeof cell !== "string") return cell.number;
  return /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
