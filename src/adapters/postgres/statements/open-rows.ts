import type { ChainedRow } from "../../engine/dialect.ts";
import { arrayOf, rowsOf } from "../connection/array-text.ts";
import type { BooksAccess } from "./books-head.ts";
import { runWrites } from "./counted-writes.ts";

/** Stores the journal positions of invoices. */
export async function chainRows(
  { session, tables, companyId, extraColumn }: BooksAccess,
  rows: readonly ChainedRow[],
): Promise<void> {
  const sql = `UPDATE ${tables.invoices} AS i SET journal_position = batch.position, digest = batch.digest
    FROM ${rowsOf("$2::bigint[]", "$3::bigint[]", "$4::pg_catalog.text[]")} AS batch (counter, position, digest)
    WHERE i.company_id = $1 AND i.counter = batch.counter`;
  const values = [
    companyId,
    arrayOf(rows.map(({ counter }) => String(counter))),
    arrayOf(rows.map(({ entry }) => String(entry.position))),
    arrayOf(rows.map(({ entry }) => entry.digest)),
    String(rows.length),
  ];
  const chained = { name: "chained", table: tables.invoices, sql, rows: "$5::bigint" };
  await runWrites(session, [chained], values, { extraColumn });
}
