import type { BillingPosition, BooksHead, MisplacedRow } from "../../ports/journal.ts";
import { onlyNumber } from "../invoice-row.ts";
import { laterOf } from "../journal-chain.ts";
import { placeOf } from "./lock.ts";
import { wholeDay } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

const IN_RANGE = `BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;

/** The companies that have books, or had, as their sequence and their billing cursor tell: each found from the one before it. */
export async function companiesAfter(
  session: Session,
  { invoices, journal, sequences, cursors }: Tables,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const next = (last: string) => {
    const firsts = [invoices, journal, sequences, cursors].map(
      (table) => `(SELECT min(company_id) FROM ${table} WHERE company_id > ${last})`,
    );
    return `least(${firsts.join(", ")})`;
  };
  const rows = await session.rows<{ company_id: string }>(
    `WITH RECURSIVE found (company_id) AS (
       SELECT ${next("$1::text")}
       UNION ALL SELECT ${next("found.company_id")} FROM found WHERE found.company_id IS NOT NULL
     )
     SELECT company_id FROM found WHERE company_id IS NOT NULL LIMIT $2::bigint`,
    [after ?? "", String(limit)],
  );
  return rows.map(({ company_id }) => company_id);
}

/** Where the company's books stand, without the rows that are at no place there is. */
export async function booksHead(
  session: Session,
  { invoices, journal, sequences }: Tables,
  companyId: string,
): Promise<BooksHead> {
  const rows = await session.rows<Record<string, string | null>>(
    `SELECT i.journal_position::text AS journal_position, i.digest, j.position::text AS entry_position,
       j.digest AS entry_digest, s.counted_by, coalesce(s.last_counter::text, CASE WHEN s.company_id IS NULL THEN '0' END) AS adopted_counter,
       ${wholeDay("s.last_issue_date")} AS adopted_date,
       (SELECT max(counter) FROM ${invoices} WHERE company_id = $1 AND counter ${IN_RANGE})::text AS last_counter
     FROM (VALUES (1)) AS one
     LEFT JOIN LATERAL (SELECT journal_position, digest FROM ${invoices}
       WHERE company_id = $1 AND counter ${IN_RANGE} AND journal_position IS NOT NULL
       ORDER BY counter DESC LIMIT 1) AS i ON true
     LEFT JOIN LATERAL (SELECT position, digest FROM ${journal}
       WHERE company_id = $1 AND position ${IN_RANGE} ORDER BY position DESC LIMIT 1) AS j ON true
     LEFT JOIN LATERAL (SELECT company_id, last_counter, last_issue_date, counted_by FROM ${sequences}
       WHERE company_id = $1) AS s ON true`,
    [companyId],
  );
  const [row] = rows;
  const invoice = placeOf(row?.["journal_position"], row?.["digest"]);
  const { position, digest } = laterOf(invoice, placeOf(row?.["entry_position"], row?.["entry_digest"]));
  const adopted = onlyNumber(rows.map(({ adopted_counter = null }) => adopted_counter));
  return {
    position,
    digest,
    lastCounter: Number(row?.["last_counter"] ?? adopted),
    continuedFrom: { lastCounter: adopted, lastIssueDate: row?.["adopted_date"] ?? null },
    countedByHost: row?.["counted_by"] === "host",
  };
}

/** The rows that no page has. Each of the looks is for a range of a key. */
export async function misplacedRows(
  session: Session,
  { invoices, journal }: Tables,
  companyId: string,
  limit: number,
): Promise<MisplacedRow[]> {
  const looks = ["< 1", `> ${Number.MAX_SAFE_INTEGER}`].flatMap((outside) => [
    `SELECT 'invoice' AS what, counter AS place, id AS invoice_id FROM ${invoices}
     WHERE company_id = $1 AND counter ${outside}`,
    `SELECT 'entry', position, invoice_id FROM ${journal} WHERE company_id = $1 AND position ${outside}`,
  ]);
  const rows = await session.rows<{ what: MisplacedRow["what"]; place: string; invoice_id: string | null }>(
    `SELECT what, place::text AS place, invoice_id FROM (${looks.join(" UNION ALL ")}) AS found
     LIMIT $2::bigint`,
    [companyId, String(limit)],
  );
  return rows.map(({ what, place, invoice_id: invoiceId }) => ({ what, place, invoiceId }));
}

/** How far the company's billing events are acknowledged. */
export async function billingPosition(
  session: Session,
  { cursors }: Tables,
  companyId: string,
): Promise<BillingPosition> {
  const rows = await session.rows<{ through: string | null; digest: string | null }>(
    `SELECT acknowledged_through::text AS through, digest FROM ${cursors} WHERE company_id = $1`,
    [companyId],
  );
  return { acknowledgedThrough: onlyNumber(rows.map(({ through }) => through)), digest: rows[0]?.digest ?? null };
}
