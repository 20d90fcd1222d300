import { AS_ISSUED, type InvoiceState } from "../../../domain/invoice/invoice.ts";
import type { NewPayment, StateChange, UsedKey } from "../../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../../ports/journal.ts";
import type { SequencePosition } from "../../../ports/number-sequence.ts";
import type { Batch, ChainedInvoice } from "../../engine/batch.ts";
import type { Tables } from "../settings.ts";
import type { BooksAccess } from "./lock.ts";

/** A column of a batch: its type, and its value as text. */
interface Column<Row> {
  readonly type: string;
  readonly of: (row: Row) => string | null;
  /** JSON, never NULL. */
  readonly isDocument?: true;
}

/** A part of the statement: what it does with `batch`, its rows in arrays. `$1` is the company. */
interface Part<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sql: (batch: string) => string;
}

/** Writes a batch in one statement. */
export async function flushBatch(access: BooksAccess, batch: Batch): Promise<void> {
  const { session, tables, companyId, alongside = "1" } = access;
  const statement = new BatchStatement(companyId);
  const { continuedFrom, invoices, entries, payments, keys, states } = batch;
  if (invoices.length > 0) addInvoices(statement, tables, batch);
  if (continuedFrom !== undefined) statement.add("continued", [continuedFrom], continuedPart(tables));
  if (keys.length > 0) statement.add("keys", keys, keyPart(tables));
  if (payments.length > 0) statement.add("payments", payments, paymentPart(tables));
  if (states.size > 0) addStates(statement, tables, batch);
  if (entries.length > 0) statement.add("entries", entries, entryPart(tables));
  await session.rows(statement.text(alongside), statement.values);
}

/** One statement that is put together from parts, each of which has rows. */
class BatchStatement {
  readonly values: unknown[];
  readonly #parts: string[] = [];

  constructor(companyId: string) {
    this.values = [companyId];
  }

  add<Row>(name: string, rows: readonly Row[], { columns, sql }: Part<Row>): void {
    const arrays: string[] = [];
    for (const { type, of, isDocument } of columns) {
      const texts = rows.map(of);
      if (isDocument === true) arrays.push(joined(this.values, texts));
      else arrays.push(`$${this.values.push(arrayOf(texts))}::${type}[]`);
    }
    this.#parts.push(`${name} AS (${sql(`unnest(${arrays.join(", ")})`)})`);
  }

  text(alongside: string): string {
    return `WITH ${this.#parts.join(", ")} SELECT ${alongside} AS written`;
  }
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

/** Invoices as they are issued, which is the columns' default, or with the states that they have by now. */
function addInvoices(statement: BatchStatement, { invoices: table }: Tables, { invoices, states }: Batch): void {
  if (states.size === 0 || !invoices.some(({ id }) => states.has(id))) {
    const sql = (batch: string) =>
      `INSERT INTO ${table} (${ISSUED_NAMES}) SELECT $1::text, batch.* FROM ${batch} AS batch`;
    statement.add("invoices", invoices, { columns: ISSUED_COLUMNS, sql });
    return;
  }
  const stateOf = ({ id }: ChainedInvoice): InvoiceState => states.get(id) ?? AS_ISSUED;
  statement.add("invoices", invoices, {
    columns: [
      ...ISSUED_COLUMNS,
      { type: "text", of: (invoice) => stateOf(invoice).status },
      { type: "numeric", of: (invoice) => String(stateOf(invoice).amountPaid) },
      { type: "text", of: (invoice) => stateOf(invoice).cancelledAt },
      { type: "text", of: (invoice) => stateOf(invoice).cancellationReason },
    ],
    sql: (batch) => `INSERT INTO ${table} (${ISSUED_NAMES}, status, amount_paid, cancelled_at, cancellation_reason)
      SELECT $1::text, batch.* FROM ${batch} AS batch`,
  });
}

/** The journal's entries that are no invoices. */
function entryPart({ journal }: Tables): Part<StoredEntry> {
  return {
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
  };
}

/** The position from which the sequence continues. */
function continuedPart({ sequences }: Tables): Part<SequencePosition> {
  return {
    columns: [
      { type: "bigint", of: ({ lastCounter }) => String(lastCounter) },
      { type: "date", of: ({ lastIssueDate }) => lastIssueDate },
    ],
    sql: (batch) => `UPDATE ${sequences} AS s SET last_counter = batch.counter, last_issue_date = batch.issue_date
      FROM ${batch} AS batch (counter, issue_date) WHERE s.company_id = $1`,
  };
}

function keyPart({ keys }: Tables): Part<UsedKey> {
  return {
    columns: [
      { type: "text", of: ({ key }) => key },
      { type: "text", of: ({ fingerprint }) => fingerprint },
      { type: "text", of: ({ invoiceId }) => invoiceId },
    ],
    sql: (batch) => `INSERT INTO ${keys} (company_id, key, fingerprint, invoice_id)
      SELECT $1::text, batch.* FROM ${batch} AS batch`,
  };
}

/** Payments count from 1 in their invoice, in the order in which they were handed over. */
function paymentPart({ payments }: Tables): Part<NewPayment> {
  return {
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
  };
}

/** A statement does not see the rows that it inserts: a new invoice is inserted with the state that it has by now. */
function addStates(statement: BatchStatement, tables: Tables, { invoices, states }: Batch): void {
  const inserted = new Set(invoices.map(({ id }) => id));
  const changed = [...states.values()].filter(({ invoiceId }) => !inserted.has(invoiceId));
  if (changed.length > 0) statement.add("states", changed, statePart(tables));
}

function statePart({ invoices }: Tables): Part<StateChange> {
  return {
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
  };
}

/** What needs an escape between the quotes of an array's element. */
const SPECIAL = /["\\]/g;
const HAS_SPECIAL = /["\\]/;

/** JSON has no such character, so documents stand between it as they are: escaping them costs more than all else. */
const SEPARATOR = "\x1e";

/** Texts as PostgreSQL reads an array. A driver's own way costs several times as much. */
export function arrayOf(values: readonly (string | null)[]): string {
  let elements = "";
  for (const value of values) {
    if (elements !== "") elements += ",";
    elements += value === null ? "NULL" : `"${HAS_SPECIAL.test(value) ? value.replace(SPECIAL, "\\$&") : value}"`;
  }
  return `{${elements}}`;
}

/**
 * SQL of the array of these JSON texts, which become one parameter. What is no JSON may hold the separator; it then makes
 * more elements than there are rows, which the columns that may not be NULL refuse.
 */
function joined(parameters: unknown[], documents: readonly (string | null)[]): string {
  return `string_to_array($${parameters.push(documents.join(SEPARATOR))}::text, E'\\x1e')`;
}
