import { FIRST_DIGEST, type JournalHead } from "../../domain/books/journal.ts";
import type {
  AuditedCreditNote,
  AuditedInvoice,
  AuditedPayment,
  AuditedSeriesPlace,
  BillingPosition,
  BooksHead,
  JournalReader,
  MisplacedRow,
  StoredEntry,
} from "../../ports/journal.ts";
import { onlyNumber, type StateRow, stateOf, writtenAmount } from "../common/invoice-row.ts";
import { laterHead } from "../engine/journal-chain.ts";
import { AMOUNTS, entriesOf, STATE_TEXTS } from "./invoices.ts";
import { IS_OLD } from "./shard.ts";
import { allRows, type RunSteps, type Steps } from "./steps.ts";
import { asTexts, type SqlSyntax } from "./syntax.ts";

type AuditedRow = StateRow &
  Readonly<
    Record<"counter" | "id" | "invoice_number" | "issue_date" | "document", string> &
      Record<"actor" | "journal_position" | "digest" | "payments" | "entries" | "series", string | null>
  > &
  Pick<AuditedInvoice, "source">;

/** The journal reader of a store. Each read is one statement, and so one snapshot. */
export function journalReader(read: RunSteps, schema: Pick<JournalReader, "faults" | "guarded">): JournalReader {
  return {
    companies: (after, limit) => read(companiesAfter, after, limit),
    head: (companyId) => read(booksHead, companyId),
    invoicesAfter: (companyId, counter, limit) => read(invoicesAfter, companyId, counter, limit),
    entriesAfter: (companyId, position, limit) => read(entriesAfter, companyId, position, limit),
    creditNotesAfter: (companyId, counter, limit) => read(creditNotesAfter, companyId, counter, limit),
    misplaced: (companyId, limit) => read(misplacedRows, companyId, limit),
    billing: (companyId) => read(billingPosition, companyId),
    ...schema,
  };
}

/** A page of invoices, each with its payments and its entries. */
function invoicesAfter(
  sql: SqlSyntax,
  companyId: string,
  counter: number,
  limit: number,
): Steps<readonly AuditedInvoice[]> {
  const { tables, integer } = sql;
  const from = `${tables.invoices} AS i WHERE i.company_id = $1 AND i.counter > ${integer("$2")}
     ORDER BY i.counter LIMIT ${integer("$3")}`;
  return auditedInvoices(sql, from, companyId, counter, limit);
}

/** The same of these counters. */
export function invoicesAmong(
  sql: SqlSyntax,
  companyId: string,
  counters: readonly number[],
): Steps<readonly AuditedInvoice[]> {
  const { tables, integer, elements } = sql;
  // In this order, so that each counter is looked up.
  const from = `${elements("$2", "wanted")} CROSS JOIN ${tables.invoices} AS i
     WHERE i.company_id = $1 AND i.counter = ${integer("wanted.value")} ORDER BY i.counter`;
  return auditedInvoices(sql, from, companyId, counters.map(String));
}

function* auditedInvoices(
  sql: SqlSyntax,
  from: string,
  ...values: readonly unknown[]
): Steps<readonly AuditedInvoice[]> {
  const { tables, text, wholeDay, jsonRows } = sql;
  const series = jsonRows({
    columns: `s.series, ${text("s.place")}, ${text("s.number")}`,
    from: `${tables.seriesInvoices} AS s WHERE s.company_id = $1 AND s.counter = i.counter`,
    order: "s.place",
  });
  const payments = jsonRows({
    columns: `${text("p.position")}, p.id, ${text("p.amount")}, ${wholeDay("p.paid_on")}, p.method, p.reference`,
    from: `${tables.payments} AS p WHERE p.company_id = $1 AND p.invoice_id = i.id`,
    order: "p.position",
  });
  const entries = jsonRows({
    columns: `${text("j.position")}, j.kind, j.invoice_id, j.source, j.actor, j.recorded_at, j.document, j.digest`,
    from: entriesOf(sql, "j", "i.id"),
    order: "j.position",
  });
  const rows = yield* allRows<AuditedRow>(
    `SELECT ${asTexts(sql, "i", "counter", "journal_position", ...AMOUNTS)}, i.id, i.invoice_number,
       ${wholeDay("i.issue_date")} AS issue_date, i.source, i.actor, i.digest, i.document, ${STATE_TEXTS},
       ${series} AS series, ${payments} AS payments, ${entries} AS entries
     FROM ${from}`,
    ...values,
  );
  return rows.map((row) => ({
    counter: Number(row.counter),
    series: seriesPlaceIn(row.series),
    id: row.id,
    invoiceNumber: row.invoice_number,
    issueDate: row.issue_date,
    source: row.source,
    actor: row.actor,
    place: row.journal_position === null ? null : headOf(row.journal_position, row.digest),
    document: row.document,
    ...stateOf(row, writtenAmount),
    payments: paymentsIn(row.payments),
    entries: entriesIn(row.entries),
  }));
}

function seriesPlaceIn(text: string | null): AuditedSeriesPlace | undefined {
  const [found] = JSON.parse(text ?? "[]") as [name: string, place: string, number: string][];
  return found && { name: found[0], place: Number(found[1]), number: Number(found[2]) };
}

type PaymentFields = [
  ...[position: string, id: string, amount: string, paidOn: string],
  ...[method: string | null, reference: string | null],
];

function paymentsIn(text: string | null): AuditedPayment[] {
  const fields = JSON.parse(text ?? "[]") as PaymentFields[];
  return fields.map(([position, id, amount, paidOn, method, reference]) => {
    return { position: Number(position), id, amount: writtenAmount(amount), paidOn, method, reference };
  });
}

type EntryFields = [
  ...[position: string, kind: StoredEntry["kind"], invoiceId: string | null, source: StoredEntry["source"]],
  ...[actor: string | null, at: string, document: string, digest: string],
];

function entriesIn(text: string | null): StoredEntry[] {
  const fields = JSON.parse(text ?? "[]") as EntryFields[];
  return fields.map(([position, kind, invoiceId, source, actor, at, document, digest]) => {
    return { position: Number(position), kind, invoiceId, source, actor, at, document, digest };
  });
}

/** The entries that are not invoices. */
function* entriesAfter(
  { tables, text, integer }: SqlSyntax,
  companyId: string,
  position: number,
  limit: number,
): Steps<readonly StoredEntry[]> {
  type Row = Omit<StoredEntry, "position"> & { readonly position: string };
  const rows = yield* allRows<Row>(
    `SELECT ${text("j.position")} AS position, j.kind, j.invoice_id AS "invoiceId", j.source, j.actor,
       j.recorded_at AS at, j.document, j.digest
     FROM ${tables.journal} AS j WHERE j.company_id = $1 AND j.position > ${integer("$2")}
     ORDER BY j.position LIMIT ${integer("$3")}`,
    ...[companyId, position, limit],
  );
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** A page of credit notes' rows. */
function* creditNotesAfter(
  sql: SqlSyntax,
  companyId: string,
  counter: number,
  limit: number,
): Steps<readonly AuditedCreditNote[]> {
  const { tables, wholeDay, integer } = sql;
  const rows = yield* allRows<Readonly<Record<keyof AuditedCreditNote, string>>>(
    `SELECT ${asTexts(sql, "n", "counter", "total", "payable", "position")}, n.id, n.invoice_id AS "invoiceId",
       n.credit_note_number AS "creditNoteNumber", ${wholeDay("n.issue_date")} AS "issueDate"
     FROM ${tables.creditNotes} AS n WHERE n.company_id = $1 AND n.counter > ${integer("$2")}
     ORDER BY n.counter LIMIT ${integer("$3")}`,
    ...[companyId, counter, limit],
  );
  return rows.map((row) => ({
    ...row,
    counter: Number(row.counter),
    total: writtenAmount(row.total),
    payable: writtenAmount(row.payable),
    position: Number(row.position),
  }));
}

// Counters and positions are read as text: SQLite's integers go up to 2^63, which one driver rounds and the other
// rejects.

const IN_RANGE = `BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;

/**
 * The companies that have books, or had them: a sequence or a billing cursor shows that. One index look-up per company.
 * Without those that have moved: their books are elsewhere, and what is here may be half a copy.
 */
function* companiesAfter(
  { tables, builtIn, text, integer }: SqlSyntax,
  after: string | null,
  limit: number,
): Steps<readonly string[]> {
  const { invoices, journal, creditNotes, sequences, cursors, shardClaims } = tables;
  const next = (last: string) => {
    const firsts = [invoices, journal, creditNotes, sequences, cursors].map(
      (table) => `SELECT ${builtIn}min(company_id) AS company_id FROM ${table} WHERE company_id > ${last}`,
    );
    return `(SELECT ${builtIn}min(company_id) FROM (${firsts.join(" UNION ALL ")}) AS firsts)`;
  };
  const rows = yield* allRows<{ company_id: string }>(
    `WITH RECURSIVE found (company_id) AS (
       SELECT ${next(text("$1"))}
       UNION ALL SELECT ${next("found.company_id")} FROM found WHERE found.company_id IS NOT NULL
     )
     SELECT company_id FROM found WHERE company_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM ${shardClaims} AS m WHERE m.company_id = found.company_id AND m.peer IS NOT NULL AND (${IS_OLD}))
     LIMIT ${integer("$2")}`,
    ...[after ?? "", limit],
  );
  return rows.map(({ company_id }) => company_id);
}

/** The head of the company's books. Ignores rows whose counter or position is out of range. */
export function* booksHead({ tables, builtIn, text, wholeDay }: SqlSyntax, companyId: string): Steps<BooksHead> {
  const { invoices, seriesInvoices, journal, creditNotes, sequences } = tables;
  const lastInvoice = `FROM ${invoices}
    WHERE company_id = $1 AND counter ${IN_RANGE} AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1`;
  const lastEntry = `FROM ${journal} WHERE company_id = $1 AND position ${IN_RANGE} ORDER BY position DESC LIMIT 1`;
  const lastCounter = (table: string) =>
    text(`(SELECT ${builtIn}max(counter) FROM ${table} WHERE company_id = $1 AND counter ${IN_RANGE})`);
  const rows = yield* allRows<Record<string, string | null>>(
    `SELECT ${text(`(SELECT journal_position ${lastInvoice})`)} AS journal_position,
       (SELECT digest ${lastInvoice}) AS digest,
       ${text(`(SELECT position ${lastEntry})`)} AS entry_position, (SELECT digest ${lastEntry}) AS entry_digest,
       ${lastCounter(invoices)} AS last_counter, ${lastCounter(creditNotes)} AS last_credit_note,
       ${text(`(SELECT ${builtIn}max(place) FROM ${seriesInvoices} WHERE company_id = $1)`)} AS in_series,
       coalesce(${text("s.last_counter")}, CASE WHEN s.company_id IS NULL THEN '0' END) AS continued_counter,
       ${wholeDay("s.last_issue_date")} AS continued_date, s.counted_by
     FROM (VALUES (1)) AS one LEFT JOIN ${sequences} AS s ON s.company_id = $1`,
    companyId,
  );
  const [row] = rows;
  const invoice = headOf(row?.["journal_position"], row?.["digest"]);
  const { position, digest } = laterHead(invoice, headOf(row?.["entry_position"], row?.["entry_digest"]));
  const continued = onlyNumber(rows.map(({ continued_counter = null }) => continued_counter));
  return {
    position,
    digest,
    lastCounter: Number(row?.["last_counter"] ?? continued),
    inSeries: Number(row?.["in_series"] ?? 0),
    lastCreditNote: Number(row?.["last_credit_note"] ?? 0),
    continuedFrom: { lastCounter: continued, lastIssueDate: row?.["continued_date"] ?? null },
    countedByHost: row?.["counted_by"] === "host",
  };
}

/** The journal position and digest in these columns; the head before the first entry if they are NULL. */
function headOf(position: string | null | undefined, digest: string | null | undefined): JournalHead {
  return { position: Number(position ?? 0), digest: digest ?? FIRST_DIGEST };
}

/**
 * The rows that are on no page, because their counter or position is out of range. Each query is a range scan of a key.
 */
function* misplacedRows(
  { tables: { invoices, journal, creditNotes }, text, integer }: SqlSyntax,
  companyId: string,
  limit: number,
): Steps<readonly MisplacedRow[]> {
  const [low, high] = ["< 1", `> ${Number.MAX_SAFE_INTEGER}`].map(
    (outside) => `SELECT 'invoice' AS what, counter AS place, id AS invoice_id FROM ${invoices}
     WHERE company_id = $1 AND counter ${outside}
     UNION ALL SELECT 'entry', position, invoice_id FROM ${journal} WHERE company_id = $1 AND position ${outside}
     UNION ALL SELECT 'credit note', counter, invoice_id FROM ${creditNotes} WHERE company_id = $1 AND counter ${outside}`,
  );
  const rows = yield* allRows<{ what: MisplacedRow["what"]; place: string; invoice_id: string | null }>(
    // In two halves, because a Durable Object takes five terms at most.
    `SELECT what, ${text("place")} AS place, invoice_id
     FROM (SELECT * FROM (${low}) AS low UNION ALL SELECT * FROM (${high}) AS high) AS found
     LIMIT ${integer("$2")}`,
    ...[companyId, limit],
  );
  return rows.map(({ what, place, invoice_id: invoiceId }) => ({ what, place, invoiceId }));
}

/** The counter up to which the company's billing events are acknowledged. */
function* billingPosition({ tables, text }: SqlSyntax, companyId: string): Steps<BillingPosition> {
  const rows = yield* allRows<{ through: string | null; digest: string | null }>(
    `SELECT ${text("acknowledged_through")} AS through, digest FROM ${tables.cursors} WHERE company_id = $1`,
    companyId,
  );
  return { acknowledgedThrough: onlyNumber(rows.map(({ through }) => through)), digest: rows[0]?.digest ?? null };
}
