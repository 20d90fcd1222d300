import { setImmediate as nextTurn } from "node:timers/promises";
import { type CsvCell, csvRow } from "faktura";
import type { Language } from "../../chosen-language.ts";
import type { ListQuery } from "./invoice-list.ts";
import { streamedFile } from "./streamed-file.ts";

/** The heading of a column, and its cell in the row of a document. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => CsvCell];

/** What decides how numbers are written. */
interface CsvRequest {
  readonly query: ListQuery;
  readonly language: Language;
}

/** How many decimals each currency has. Asking takes longer than writing a row. */
const decimals = new Map<string, number>();

/** An amount with a point and the currency's decimals. */
export function csvAmount(amount: number, currency: string): CsvCell {
  const known = decimals.get(currency);
  if (known !== undefined) return { number: amount.toFixed(known) };
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  decimals.set(currency, maximumFractionDigits!);
  return csvAmount(amount, currency);
}

/** A table as a file. Other requests get their turn after each group of rows. */
export async function csvFile<Row>(
  request: CsvRequest,
  name: string,
  columns: readonly CsvColumn<Row>[],
  groups: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<Response> {
  const chunks = csvChunks(columns, groups, separatorOf(request));
  return streamedFile({ name: `${name}.csv`, contentType: "text/csv; charset=utf-8", chunks });
}

/** The same as the content of a file, with all of its rows. */
export async function csvContent<Row>(
  request: CsvRequest,
  columns: readonly CsvColumn<Row>[],
  groups: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of csvChunks(columns, groups, separatorOf(request))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What the user chose, as the query says; by default what is usual in the language of the pages. */
export function separatorOf({ query: { decimal = "" }, language }: CsvRequest): "," | ";" {
  if (decimal === "comma") return ";";
  return decimal === "point" || language === "en" ? "," : ";";
}

/** With the mark at its beginning, Excel reads the file as UTF-8. */
async function* csvChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  groups: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  separator: "," | ";",
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  const heading = columns.map(([text]) => text);
  let before = `\uFEFF${csvRow(heading, separator)}`;
  for await (const rows of groups) {
    const lines = rows.map((row) => {
      const cells = columns.map(([, cell]) => cell(row));
      return csvRow(cells, separator);
    });
    yield encoder.encode(before + lines.join(""));
    before = "";
    await nextTurn();
  }
  if (before !== "") yield encoder.encode(before);
}
