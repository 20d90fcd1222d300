import { asIssued, type InvoiceState } from "../../../domain/invoice/invoice-state.ts";
import type { NewPayment, StateChange, UsedKey } from "../../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../../ports/journal.ts";
import type { SequencePosition } from "../../../ports/number-sequence.ts";
import type { Batch, ChainedCreditNote, ChainedInvoice, SeriesRow } from "../../engine/batch.ts";
import { arrayOf } from "../connection/array-text.ts";
import type { Tables } from "../settings.ts";
import type { BooksAccess } from "./books-head.ts";
import { type CountedWrite, runWrites } from "./counted-writes.ts";

/** A column of a batch: its type as the catalogue names it, and its value as text. */
interface Column<Row> {
  readonly type: string;
  readonly of: (row: Row) => string | null;
  /** JSON, never NULL. */
  readonly isDocument?: true;
}

/** One part of the statement: what it does with `batch`, its rows unnested from arrays. `$1` is the company. */
interface Part<Row> {
  readonly table: string;
  readonly columns: readonly Column<Row>[];
  readonly sql: (batch: string) => string;
}

/** Writes a batch in one statement. */
export async function flushBatch(access: BooksAccess, batch: Batch): Promise<void> {
  const { session, tables, companyId, extraColumn } = access;
  const statement = new BatchStatement(companyId);
  const { continuedFrom, invoices, inSeries, entries, payments, creditNotes, keys, states } = batch;
  if (invoices.length > 0) addInvoices(statement, tables, batch);
  if (inSeries.length > 0) statement.add("series_invoices", inSeries, seriesPart(tables));
  if (continuedFrom !== undefined) statement.add("continued", [continuedFrom], continuedPart(tables));
  if (keys.length > 0) statement.add("keys", keys, creditNotes.length > 0 ? creditKeyPart(tables) : keyPart(tables));
  if (payments.length > 0) statement.add("payments", payments, paymentPart(tables));
  if (creditNotes.length > 0) statement.add("credit_notes", creditNotes, creditNotePart(tables));
  if (states.size > 0) addStates(statement, tables, batch);
  if (entries.length > 0) statement.add("entries", entries, entryPart(tables));
  await runWrites(session, statement.writes, statement.values, { extraColumn });
}

/** One statement, built from parts that each have rows. */
class BatchStatement {
  readonly values: unknown[];
  readonly writes: CountedWrite[] = [];

  constructor(companyId: string) {
    this.values = [companyId];
  }

  add<Row>(name: string, rows: readonly Row[], { table, columns, sql }: Part<Row>): void {
    const literals = arraysOfColumns(rows, columns);
    const arrays: string[] = [];
    for (const [index, { type, isDocument }] of columns.entries()) {
      const parameter = `$${this.values.push(literals[index])}`;
      const array =
        isDocument === true
          ? `pg_catalog.string_to_array(${parameter}::pg_catalog.text, E'\\x1e')`
          : `${parameter}::pg_catalog.${type}[]`;
      arrays.push(`pg_catalog.unnest(${array})`);
    }
    const size = `$${this.values.push(String(rows.length))}::bigint`;
    this.writes.push({ name, table, sql: sql(`ROWS FROM (${arrays.join(", ")})`), rows: size });
  }
}

const ISSUED_NAMES =
  "company_id, counter, id, invoice_number, issue_date, source, document, actor, journal_position, digest";

const ISSUED_COLUMNS: readonly Column<ChainedInvoice>[] = [
  { type: "int8", of: ({ counter }) => String(counter) },
  { type: "text", of: ({ id }) => id },
  { type: "text", of: ({ invoiceNumber }) => invoiceNumber },
  { type: "date", of: ({ issueDate }) => issueDate },
  { type: "text", of: ({ source }) => source },
  { type: "text", of: ({ document }) => document, isDocument: true },
  { type: "text", of: ({ actor }) => actor },
  { type: "int8", of: ({ entry }) => String(entry.position) },
  { type: "text", of: ({ entry }) => entry.digest },
];

const AMOUNT_DUE: Column<Pick<ChainedInvoice, "amountDue">> = {
  type: "numeric",
  of: ({ amountDue }) => String(amountDue),
};

const STATE_NAMES = [
  ...["status", "amount_paid", "prepaid_refunded", "discount_taken", "credited_total", "amount_due"],
  ...["settled_by", "settled_amount", "cancelled_at", "cancellation_reason", "written_off_on", "write_off_reason"],
];

/** The columns of {@link STATE_NAMES}. */
const STATE_COLUMNS: readonly Column<InvoiceState>[] = [
  { type: "text", of: ({ status }) => status },
  { type: "numeric", of: ({ amountPaid }) => String(amountPaid) },
  { type: "numeric", of: ({ prepaidRefunded }) => String(prepaidRefunded) },
  { type: "numeric", of: ({ discountTaken }) => String(discountTaken) },
  { type: "numeric", of: ({ creditedTotal }) => String(creditedTotal) },
  AMOUNT_DUE,
  { type: "text", of: ({ settledBy }) => settledBy },
  { type: "numeric", of: ({ settledAmount }) => String(settledAmount) },
  { type: "text", of: ({ cancelledAt }) => cancelledAt },
  { type: "text", of: ({ cancellationReason }) => cancellationReason },
  { type: "text", of: ({ writtenOffOn }) => writtenOffOn },
  { type: "text", of: ({ writeOffReason }) => writeOffReason },
];

/** Invoices as they are issued, the other columns by default, or with the states that they have by now. */
function addInvoices(statement: BatchStatement, { invoices: table }: Tables, { invoices, states }: Batch): void {
  if (states.size === 0 || !invoices.some(({ id }) => states.has(id))) {
    const sql = (batch: string) =>
      `INSERT INTO ${table} (${ISSUED_NAMES}, amount_due) SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`;
    statement.add("invoices", invoices, { table, columns: [...ISSUED_COLUMNS, AMOUNT_DUE], sql });
    return;
  }
  const stateOf = ({ id, amountDue }: ChainedInvoice): InvoiceState =>
    states.get(id) ?? asIssued({ payable: amountDue });
  const stateColumns = STATE_COLUMNS.map((column) => {
    return { ...column, of: (invoice: ChainedInvoice) => column.of(stateOf(invoice)) };
  });
  statement.add("invoices", invoices, {
    table,
    columns: [...ISSUED_COLUMNS, ...stateColumns],
    sql: (batch) => `INSERT INTO ${table} (${ISSUED_NAMES}, ${STATE_NAMES})
      SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`,
  });
}

function seriesPart({ seriesInvoices }: Tables): Part<SeriesRow> {
  return {
    table: seriesInvoices,
    columns: [
      { type: "int8", of: ({ place }) => String(place) },
      { type: "text", of: ({ series }) => series },
      { type: "int8", of: ({ number }) => String(number) },
      { type: "int8", of: ({ counter }) => String(counter) },
      { type: "text", of: ({ invoiceNumber }) => invoiceNumber },
    ],
    sql: (batch) => `INSERT INTO ${seriesInvoices} (company_id, place, series, number, counter, invoice_number)
      SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`,
  };
}

/** The journal entries that are not invoices. */
function entryPart({ journal }: Tables): Part<StoredEntry> {
  return {
    table: journal,
    columns: [
      { type: "int8", of: ({ position }) => String(position) },
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
      SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`,
  };
}

/** The position from which the sequence continues. */
function continuedPart({ sequences }: Tables): Part<SequencePosition> {
  return {
    table: sequences,
    columns: [
      { type: "int8", of: ({ lastCounter }) => String(lastCounter) },
      { type: "date", of: ({ lastIssueDate }) => lastIssueDate },
    ],
    sql: (batch) => `UPDATE ${sequences} AS s SET last_counter = batch.counter, last_issue_date = batch.issue_date
      FROM ${batch} AS batch (counter, issue_date) WHERE s.company_id = $1`,
  };
}

const KEY_COLUMNS: readonly Column<UsedKey>[] = [
  { type: "text", of: ({ key }) => key },
  { type: "text", of: ({ fingerprint }) => fingerprint },
  { type: "text", of: ({ invoiceId }) => invoiceId },
];

function keyPart({ keys }: Tables): Part<UsedKey> {
  return {
    table: keys,
    columns: KEY_COLUMNS,
    sql: (batch) => `INSERT INTO ${keys} (company_id, key, fingerprint, invoice_id)
      SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`,
  };
}

/** The same for keys if some of them name a credit note. */
function creditKeyPart(tables: Tables): Part<UsedKey> {
  return {
    table: tables.keys,
    columns: [...KEY_COLUMNS, { type: "text", of: ({ creditNoteId = null }) => creditNoteId }],
    sql: (batch) => `INSERT INTO ${tables.keys} (company_id, key, fingerprint, invoice_id, credit_note_id)
      SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`,
  };
}

function creditNotePart({ creditNotes }: Tables): Part<ChainedCreditNote> {
  return {
    table: creditNotes,
    columns: [
      { type: "int8", of: ({ counter }) => String(counter) },
      { type: "text", of: ({ id }) => id },
      { type: "text", of: ({ creditNoteNumber }) => creditNoteNumber },
      { type: "date", of: ({ issueDate }) => issueDate },
      { type: "text", of: ({ invoiceId }) => invoiceId },
      { type: "numeric", of: ({ total }) => String(total) },
      { type: "numeric", of: ({ payable }) => String(payable) },
      { type: "int8", of: ({ position }) => String(position) },
    ],
    sql: (batch) => `INSERT INTO ${creditNotes}
        (company_id, counter, id, credit_note_number, issue_date, invoice_id, total, payable, position)
      SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`,
  };
}

/** Positions of payments start from 1 in each invoice, in the order of the batch. */
function paymentPart({ payments }: Tables): Part<NewPayment> {
  return {
    table: payments,
    columns: [
      { type: "text", of: ({ invoiceId }) => invoiceId },
      { type: "text", of: ({ id }) => id },
      { type: "numeric", of: ({ amount }) => String(amount) },
      { type: "date", of: ({ paidOn }) => paidOn },
      { type: "text", of: ({ method }) => method },
      { type: "text", of: ({ reference }) => reference },
    ],
    sql: (batch) => `INSERT INTO ${payments} (company_id, invoice_id, position, id, amount, paid_on, method, reference)
      SELECT $1::pg_catalog.text, batch.invoice_id, pg_catalog.row_number() OVER (
          PARTITION BY batch.invoice_id ORDER BY batch.number) + coalesce((SELECT pg_catalog.max(p.position)
          FROM ${payments} AS p WHERE p.company_id = $1 AND p.invoice_id = batch.invoice_id), 0),
        batch.id, batch.amount, batch.paid_on, batch.method, batch.reference
      FROM ${batch} WITH ORDINALITY AS batch (invoice_id, id, amount, paid_on, method, reference, number)`,
  };
}

/** A statement does not see the rows that it inserts. So a new invoice is inserted with its latest state instead. */
function addStates(statement: BatchStatement, tables: Tables, { invoices, states }: Batch): void {
  const inserted = new Set(invoices.map(({ id }) => id));
  const changed = [...states.values()].filter(({ invoiceId }) => !inserted.has(invoiceId));
  if (changed.length > 0) statement.add("states", changed, statePart(tables));
}

function statePart({ invoices }: Tables): Part<StateChange> {
  const set = STATE_NAMES.map((name) => `${name} = batch.${name}`).join(", ");
  return {
    table: invoices,
    columns: [{ type: "text", of: ({ invoiceId }) => invoiceId }, ...STATE_COLUMNS],
    sql: (batch) => `UPDATE ${invoices} AS i SET ${set} FROM ${batch} AS batch (id, ${STATE_NAMES})
      WHERE i.company_id = $1 AND i.id = batch.id`,
  };
}

/**
 * Separates documents, which need no escaping then: that would cost more than everything else here. It never occurs in
 * JSON. If a text is not JSON and contains it, the array has more elements than there are rows, and a NOT NULL constraint
 * rejects the statement.
 */
const SEPARATOR = "\x1e";

/** The columns of these invoices as texts: of each the values in PostgreSQL's array syntax, or documents. */
export function invoiceArrays(invoices: readonly ChainedInvoice[]): string[] {
  return arraysOfColumns(invoices, [...ISSUED_COLUMNS, AMOUNT_DUE]);
}

/** The same of keys. */
export function keyArrays(keys: readonly UsedKey[]): string[] {
  return arraysOfColumns(keys, KEY_COLUMNS);
}

/** The values of each column as one text: in PostgreSQL's array syntax, or documents with a separator between them. */
function arraysOfColumns<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  const arrays: string[] = [];
  for (const { type, of, isDocument } of columns) {
    const values = rows.map(of);
    if (isDocument === true) arrays.push(values.join(SEPARATOR));
    else arrays.push(type === "text" || values.includes(null) ? arrayOf(values) : `{${values.join()}}`);
  }
  return arrays;
}
