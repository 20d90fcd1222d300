import { issuedAtOf } from "../../../domain/books/journal.ts";
import type { ChainedRow, OpenRow } from "../../engine/dialect.ts";
import { arrayOf, rowsOf } from "../connection/array-text.ts";
import type { BooksAccess } from "./books-head.ts";
import { runWrites } from "./counted-writes.ts";
import { dayAsText } from "./rows.ts";

/** The company's last invoice that has a position in the journal. */
export async function lastChained({ session, tables, companyId }: BooksAccess): Promise<ChainedRow | undefined> {
  const [row] = await session.rows<Record<"counter" | "position" | "digest", string>>(
    `SELECT i.counter::pg_catalog.text AS counter, i.journal_position::pg_catalog.text AS position, i.digest
      FROM ${tables.invoices} AS i
     WHERE i.company_id = $1 AND i.journal_position IS NOT NULL ORDER BY i.counter DESC LIMIT 1`,
    [companyId],
  );
  if (row === undefined) return undefined;
  const { counter, position, digest } = row;
  return { counter: Number(counter), entry: { position: Number(position), digest } };
}

/** The first `limit` invoices after this counter, with everything that their journal entries need. */
export async function openRows(
  { session, tables, companyId }: BooksAccess,
  after: number,
  limit: number,
): Promise<OpenRow[]> {
  type Row = Record<"counter" | "issue_date" | "document", string> & Pick<OpenRow, "source" | "actor">;
  const rows = await session.rows<Row>(
    `SELECT i.counter::pg_catalog.text AS counter, ${dayAsText("i.issue_date")} AS issue_date, i.source, i.actor, i.document
     FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND i.counter > $2::bigint
     ORDER BY i.counter LIMIT $3::bigint`,
    [companyId, String(after), String(limit)],
  );
  return rows.map(({ counter, issue_date, source, actor, document }) => {
    return { counter: Number(counter), source, actor, document, issuedAt: issuedAtOf(document, issue_date) };
  });
}

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
