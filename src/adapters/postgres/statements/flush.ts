import { asIssued, type InvoiceState } from "../../../domain/invoice/invoice-state.ts";
import type { NewPayment, StateChange, UsedKey } from "../../../ports/invoice-repository.ts";
import type { SequencePosition } from "../../../ports/number-sequence.ts";
import type { Batch, ChainedInvoice } from "../../engine/batch.ts";
import type { ChainedRow } from "../../engine/dialect.ts";
import {
  type Column,
  CREDIT_KEY_COLUMNS,
  CREDIT_NOTE_COLUMNS,
  ENTRY_COLUMNS,
  ISSUED_COLUMNS,
  KEY_COLUMNS,
  namesOf,
  PAYMENT_COLUMNS,
  SERIES_COLUMNS,
  STATE_COLUMNS,
} from "../../sql/batch-columns.ts";
import { arrayOf, rowsOf } from "../connection/array-text.ts";
import type { Tables } from "../settings.ts";
import type { BooksAccess } from "./books-head.ts";
import { type CountedWrite, runWrites } from "./counted-writes.ts";

/** One part of the statement: what it does with `batch`, its rows unnested from arrays. `$1` is the company. */
interface Part<Row> {
  readonly table: string;
  readonly columns: readonly Column<Row>[];
  /** Absent: it inserts them. */
  readonly sql?: (batch: string) => string;
}

/** Writes a batch in one statement. */
export async function flushBatch(access: BooksAccess, batch: Batch): Promise<void> {
  const { session, tables, companyId, extraColumn } = access;
  const statement = new BatchStatement(companyId);
  const { continuedFrom, invoices, inSeries, entries, payments, creditNotes, keys } = batch;
  const keyColumns = creditNotes.length > 0 ? CREDIT_KEY_COLUMNS : KEY_COLUMNS;
  statement.add("invoices", invoices, { table: tables.invoices, columns: invoiceColumns(batch) });
  statement.add("series_invoices", inSeries, { table: tables.seriesInvoices, columns: SERIES_COLUMNS });
  statement.add("continued", continuedFrom === undefined ? [] : [continuedFrom], continuedPart(tables));
  statement.add("keys", keys, { table: tables.keys, columns: keyColumns });
  statement.add("payments", payments, paymentPart(tables));
  statement.add("credit_notes", creditNotes, { table: tables.creditNotes, columns: CREDIT_NOTE_COLUMNS });
  statement.add("states", changedStates(batch), statePart(tables));
  statement.add("entries", entries, { table: tables.journal, columns: ENTRY_COLUMNS });
  await runWrites(session, statement.writes, statement.values, { extraColumn });
}

/** The types as the catalogue names them. */
const TYPES = { text: "text", integer: "int8", amount: "numeric", day: "date", document: "text" } as const;

/** One statement, built from parts that each have rows. */
class BatchStatement {
  readonly values: unknown[];
  readonly writes: CountedWrite[] = [];

  constructor(companyId: string) {
    this.values = [companyId];
  }

  /** Adds a part, unless it has no rows. */
  add<Row>(name: string, rows: readonly Row[], { table, columns, sql = insertInto(table, columns) }: Part<Row>): void {
    if (rows.length === 0) return;
    const literals = arraysOfColumns(rows, columns);
    const arrays: string[] = [];
    for (const [index, { type }] of columns.entries()) {
      const parameter = `$${this.values.push(literals[index])}`;
      const array =
        type === "document"
          ? `pg_catalog.string_to_array(${parameter}::pg_catalog.text, E'\\x1e')`
          : `${parameter}::pg_catalog.${TYPES[type]}[]`;
      arrays.push(`pg_catalog.unnest(${array})`);
    }
    const size = `$${this.values.push(String(rows.length))}::bigint`;
    this.writes.push({ name, table, sql: sql(`ROWS FROM (${arrays.join(", ")})`), rows: size });
  }
}

function insertInto(table: string, columns: readonly { readonly name: string }[]) {
  return (batch: string) => `INSERT INTO ${table} (company_id, ${namesOf(columns)})
    SELECT $1::pg_catalog.text, batch.* FROM ${batch} AS batch`;
}

/** Of invoices as they are issued, or with the states that they have by now: a statement does not see what it inserts. */
function invoiceColumns({ invoices, states }: Batch): readonly Column<ChainedInvoice>[] {
  if (states.size === 0 || !invoices.some(({ id }) => states.has(id))) return ISSUED_COLUMNS;
  const stateOf = ({ id, amountDue }: ChainedInvoice): InvoiceState =>
    states.get(id) ?? asIssued({ payable: amountDue });
  const ofState = STATE_COLUMNS.map((column) => {
    return { ...column, of: (invoice: ChainedInvoice) => column.of(stateOf(invoice)) };
  });
  return [...ISSUED_COLUMNS.filter(({ name }) => name !== "amount_due"), ...ofState];
}

/** The position from which the sequence continues. */
function continuedPart({ sequences }: Tables): Part<SequencePosition> {
  return {
    table: sequences,
    columns: [
      { name: "counter", type: "integer", of: ({ lastCounter }) => lastCounter },
      { name: "issue_date", type: "day", of: ({ lastIssueDate }) => lastIssueDate },
    ],
    sql: (batch) => `UPDATE ${sequences} AS s SET last_counter = batch.counter, last_issue_date = batch.issue_date
      FROM ${batch} AS batch (counter, issue_date) WHERE s.company_id = $1`,
  };
}

/** Positions of payments start from 1 in each invoice, in the order of the batch. */
function paymentPart({ payments }: Tables): Part<NewPayment> {
  const names = namesOf(PAYMENT_COLUMNS);
  return {
    table: payments,
    columns: PAYMENT_COLUMNS,
    sql: (batch) => `INSERT INTO ${payments} (company_id, ${names}, position)
      SELECT $1::pg_catalog.text, ${PAYMENT_COLUMNS.map(({ name }) => `batch.${name}`).join(", ")},
        pg_catalog.row_number() OVER (PARTITION BY batch.invoice_id ORDER BY batch.number)
          + coalesce((SELECT pg_catalog.max(p.position)
          FROM ${payments} AS p WHERE p.company_id = $1 AND p.invoice_id = batch.invoice_id), 0)
      FROM ${batch} WITH ORDINALITY AS batch (${names}, number)`,
  };
}

/** The new states of invoices that are not inserted with theirs. */
function changedStates({ invoices, states }: Batch): StateChange[] {
  if (states.size === 0) return [];
  const inserted = new Set(invoices.map(({ id }) => id));
  return [...states.values()].filter(({ invoiceId }) => !inserted.has(invoiceId));
}

function statePart({ invoices }: Tables): Part<StateChange> {
  const set = STATE_COLUMNS.map(({ name }) => `${name} = batch.${name}`).join(", ");
  return {
    table: invoices,
    columns: [{ name: "id", type: "text", of: ({ invoiceId }) => invoiceId }, ...STATE_COLUMNS],
    sql: (batch) => `UPDATE ${invoices} AS i SET ${set} FROM ${batch} AS batch (id, ${namesOf(STATE_COLUMNS)})
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
  return arraysOfColumns(invoices, ISSUED_COLUMNS);
}

/** The same of keys. */
export function keyArrays(keys: readonly UsedKey[]): string[] {
  return arraysOfColumns(keys, KEY_COLUMNS);
}

/** The values of each column as one text: in PostgreSQL's array syntax, or documents with a separator between them. */
function arraysOfColumns<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  const arrays: string[] = [];
  for (const { type, of } of columns) {
    const values = rows.map(of);
    if (type === "document") arrays.push(values.join(SEPARATOR));
    else arrays.push(type === "text" || values.includes(null) ? arrayOf(values as string[]) : `{${values.join()}}`);
  }
  return arrays;
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
