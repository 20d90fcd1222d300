import type { InvoiceState } from "../../domain/invoice.ts";
import type { JournalHead } from "../../domain/journal.ts";
import type { NewInvoice, NewPayment, StateChange, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { SequencePosition } from "../../ports/number-sequence.ts";
import type { Tables } from "./tables.ts";

/** An invoice and its place in the journal. */
export type ChainedInvoice = NewInvoice & { readonly place: JournalHead };

/** A column of a batch: its type, and its value as text. */
interface Column<Row> {
  readonly type: string;
  readonly of: (row: Row) => string | null;
  /** JSON, never NULL. */
  readonly isDocument?: true;
}

/** One kind of rows, written by one part of the statement. `$1` is the company, everything else comes in arrays. */
export interface WriteStep {
  readonly name: string;
  readonly sql: (batch: string) => string;
  readonly columns: readonly Column<unknown>[];
  readonly rows: readonly unknown[];
}

const ISSUED_NAMES =
  "company_id, counter, id, invoice_number, issue_date, source, document, actor, journal_position, digest";

const ISSUED_COLUMNS: readonly Column<ChainedInvoice>[] = [
  { type: "bigint", of: ({ counter }) => String(counter) },
  { type: "text", of: ({ id }) => id },
  { type: "text", of: ({ invoiceNumber }) => invoiceNumber },
  { type: "date", of: ({ issueDate }) => issueDate },
  { type: "text", of: ({ source }) => source },
  { type: "text", of: ({ document }) => document, isDocument: true },
  { type: "text", of: ({ actor }) => actor },
  { type: "bigint", of: ({ place }) => String(place.position) },
  { type: "text", of: ({ place }) => place.digest },
];

/** Invoices in the state in which they are issued, which is the columns' default. */
export function issuedRows({ invoices }: Tables, rows: readonly ChainedInvoice[]): WriteStep {
  return step("invoices", rows, {
    columns: ISSUED_COLUMNS,
    sql: (batch) => `INSERT INTO ${invoices} (${ISSUED_NAMES})
      SELECT $1::text, batch.* FROM ${batch} AS batch`,
  });
}

/** Invoices that were paid or cancelled in the transaction that issued them. */
export function invoiceRows(
  { invoices }: Tables,
  rows: readonly ChainedInvoice[],
  stateOf: (invoice: ChainedInvoice) => InvoiceState,
): WriteStep {
  return step("invoices", rows, {
    columns: [
      ...ISSUED_COLUMNS,
      { type: "text", of: (invoice) => stateOf(invoice).status },
      { type: "numeric", of: (invoice) => String(stateOf(invoice).amountPaid) },
      { type: "text", of: (invoice) => stateOf(invoice).cancelledAt },
      { type: "text", of: (invoice) => stateOf(invoice).cancellationReason },
    ],
    sql: (batch) => `INSERT INTO ${invoices} (${ISSUED_NAMES}, status, amount_paid,
        cancelled_at, cancellation_reason)
      SELECT $1::text, batch.* FROM ${batch} AS batch`,
  });
}

/** The journal's entries that are no invoices. */
export function entryRows({ journal }: Tables, rows: readonly StoredEntry[]): WriteStep {
  return step("entries", rows, {
    columns: [
      { type: "bigint", of: ({ position }) => String(position) },
      { type: "text", of: ({ kind }) => kind },
      { type: "text", of: ({ invoiceId }) => invoiceId },
      { type: "text", of: ({ source }) => source },
      { type: "text", of: ({ actor }) => actor },
      { type: "text", of: ({ at }) => at },
      { type: "text", of: ({ document }) => document, isDocument: true },
      { type: "text", of: ({ digest }) => digest },
    ],
    sql: (batch) => `INSERT INTO ${journal}
        (company_id, position, kind, invoice_id, source, actor, recorded_at, document, digest)
      SELECT $1::text, batch.* FROM ${batch} AS batch`,
  });
}

/** Where the sequence is continued from: one row, or none. */
export function continuedRow({ sequences }: Tables, rows: readonly SequencePosition[]): WriteStep {
  return step("continued", rows, {
    columns: [
      { type: "bigint", of: ({ lastCounter }) => String(lastCounter) },
      { type: "date", of: ({ lastIssueDate }) => lastIssueDate },
    ],
    sql: (batch) => `UPDATE ${sequences} AS s SET last_counter = batch.counter, last_issue_date = batch.issue_date
      FROM ${batch} AS batch (counter, issue_date) WHERE s.company_id = $1`,
  });
}

export function keyRows({ keys }: Tables, rows: readonly UsedKey[]): WriteStep {
  return step("keys", rows, {
    columns: [
      { type: "text", of: ({ key }) => key },
      { type: "text", of: ({ fingerprint }) => fingerprint },
      { type: "text", of: ({ invoiceId }) => invoiceId },
    ],
    sql: (batch) => `INSERT INTO ${keys} (company_id, key, fingerprint, invoice_id)
      SELECT $1::text, batch.* FROM ${batch} AS batch`,
  });
}

/** Payments count from 1 in their invoice, in the order in which they were handed over. */
export function paymentRows({ payments }: Tables, rows: readonly NewPayment[]): WriteStep {
  return step("payments", rows, {
    columns: [
      { type: "text", of: ({ invoiceId }) => invoiceId },
      { type: "text", of: ({ id }) => id },
      { type: "numeric", of: ({ amount }) => String(amount) },
      { type: "date", of: ({ paidOn }) => paidOn },
      { type: "text", of: ({ method }) => method },
      { type: "text", of: ({ reference }) => reference },
    ],
    sql: (batch) => `INSERT INTO ${payments} (company_id, invoice_id, position, id, amount, paid_on, method, reference)
      SELECT $1::text, batch.invoice_id, row_number() OVER (PARTITION BY batch.invoice_id ORDER BY batch.place) + coalesce(
          (SELECT max(p.position) FROM ${payments} AS p WHERE p.company_id = $1 AND p.invoice_id = batch.invoice_id), 0),
        batch.id, batch.amount, batch.paid_on, batch.method, batch.reference
      FROM ${batch} WITH ORDINALITY AS batch (invoice_id, id, amount, paid_on, method, reference, place)`,
  });
}

export function stateRows({ invoices }: Tables, rows: readonly StateChange[]): WriteStep {
  return step("states", rows, {
    columns: [
      { type: "text", of: ({ invoiceId }) => invoiceId },
      { type: "text", of: ({ status }) => status },
      { type: "numeric", of: ({ amountPaid }) => String(amountPaid) },
      { type: "text", of: ({ cancelledAt }) => cancelledAt },
      { type: "text", of: ({ cancellationReason }) => cancellationReason },
    ],
    sql: (batch) => `UPDATE ${invoices} AS i SET status = batch.status, amount_paid = batch.amount_paid,
        cancelled_at = batch.cancelled_at, cancellation_reason = batch.cancellation_reason
      FROM ${batch} AS batch (id, status, amount_paid, cancelled_at, cancellation_reason)
      WHERE i.company_id = $1 AND i.id = batch.id`,
  });
}

/** Forgets the type of the rows, which only the step itself reads. */
function step<Row>(
  name: string,
  rows: readonly Row[],
  { columns, sql }: { columns: readonly Column<Row>[]; sql: (batch: string) => string },
): WriteStep {
  return { name, rows, sql, columns: columns as readonly Column<unknown>[] };
}
