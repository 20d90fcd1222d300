import { issuedAtOf } from "../../domain/books/journal.ts";
import type { CompanySequences } from "../../ports/number-sequence.ts";
import type { BooksDialect, ChainedRow, LockedHead, OpenRow } from "../engine/dialect.ts";
import { sequencesOf } from "../engine/number-sequence.ts";
import { creditNoteSeries, findCreditNotes } from "./credit-notes.ts";
import { findInvoices, findKeys } from "./invoices.ts";
import { findResumption, seriesHeads } from "./series.ts";
import { allRows, type BooksSteps, firstRow, type Steps } from "./steps.ts";
import { asTexts, type SqlSyntax } from "./syntax.ts";

type BooksReads = Pick<
  BooksDialect,
  | "findInvoices"
  | "findKeys"
  | "seriesHeads"
  | "creditNoteSeries"
  | "findCreditNotes"
  | "findResumption"
  | "lastChained"
  | "openRows"
>;

/** What a transaction reads of one company's books, on both databases. */
export function booksReads(run: BooksSteps["run"], companyId: string): BooksReads {
  return {
    findInvoices: (ids) => run((sql) => findInvoices(sql, companyId, ids)),
    findKeys: (keys) => run((sql) => findKeys(sql, companyId, keys)),
    seriesHeads: (names) => run((sql) => seriesHeads(sql, companyId, names)),
    creditNoteSeries: () => run((sql) => creditNoteSeries(sql, companyId)),
    findCreditNotes: (invoiceIds) => run((sql) => findCreditNotes(sql, companyId, invoiceIds)),
    findResumption: () => run((sql) => findResumption(sql, companyId)),
    lastChained: () => run((sql) => lastChained(sql, companyId)),
    openRows: (after, limit) => run((sql) => openRows(sql, companyId, after, limit)),
  };
}

/** The company's last invoice that has a position in the journal. */
function* lastChained(sql: SqlSyntax, companyId: string): Steps<ChainedRow | undefined> {
  const row = yield* firstRow<Record<"counter" | "journal_position" | "digest", string>>(
    `SELECT ${asTexts(sql, "i", "counter", "journal_position")}, i.digest FROM ${sql.tables.invoices} AS i
     WHERE i.company_id = $1 AND i.journal_position IS NOT NULL ORDER BY i.counter DESC LIMIT 1`,
    companyId,
  );
  if (row === undefined) return undefined;
  return { counter: Number(row.counter), entry: { position: Number(row.journal_position), digest: row.digest } };
}

/** The first `limit` invoices after this counter, with everything that their journal entries need. */
function* openRows(sql: SqlSyntax, companyId: string, after: number, limit: number): Steps<OpenRow[]> {
  const { tables, text, day, integer } = sql;
  type Row = Record<"counter" | "issue_date" | "document", string> & Pick<OpenRow, "source" | "actor">;
  const rows = yield* allRows<Row>(
    `SELECT ${text("i.counter")} AS counter, ${day("i.issue_date")} AS issue_date, i.source, i.actor, i.document
     FROM ${tables.invoices} AS i WHERE i.company_id = $1 AND i.counter > ${integer("$2")}
     ORDER BY i.counter LIMIT ${integer("$3")}`,
    ...[companyId, after, limit],
  );
  return rows.map(({ counter, issue_date, source, actor, document }) => {
    return { counter: Number(counter), source, actor, document, issuedAt: issuedAtOf(document, issue_date) };
  });
}

/** Where the company's sequences end, after its invoices do at `head`. `names` is absent if a host's own counter numbers. */
export function* sequencesAfter(
  sql: SqlSyntax,
  companyId: string,
  head: LockedHead,
  names: readonly string[] | undefined,
): Steps<CompanySequences> {
  const resumption = yield* findResumption(sql, companyId);
  const series = names && (yield* seriesHeads(sql, companyId, names));
  return sequencesOf(head, resumption, series, yield* creditNoteSeries(sql, companyId));
}
