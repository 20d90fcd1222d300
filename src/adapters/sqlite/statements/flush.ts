import type { NewPayment, StateChange, UsedKey } from "../../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../../ports/journal.ts";
import type { SequencePosition } from "../../../ports/number-sequence.ts";
import type { Batch, ChainedCreditNote, ChainedInvoice } from "../../engine/batch.ts";
import type { Session } from "../connection/session.ts";

/**
 * Writes a batch synchronously. The guards depend on the order: an entry follows the invoices before it, a payment or a
 * credit note needs its entry, and a change of state needs its payments and credit notes.
 */
export function flushBatch(session: Session, companyId: string, batch: Batch): void {
  if (batch.continuedFrom !== undefined) continueFrom(session, companyId, batch.continuedFrom);
  if (batch.inSeries.length === 0) insertInvoices(session, companyId, batch.invoices);
  else insertInSeries(session, companyId, batch);
  for (const entry of batch.entries) insertEntry(session, companyId, entry);
  for (const payment of batch.payments) insertPayment(session, companyId, payment);
  for (const creditNote of batch.creditNotes) insertCreditNote(session, companyId, creditNote);
  for (const key of batch.keys) insertKey(session, companyId, key);
  for (const change of batch.states.values()) changeState(session, companyId, change);
}

function continueFrom(session: Session, companyId: string, position: SequencePosition): void {
  session.write(
    1,
    `INSERT INTO faktura_sequences (company_id, last_counter, last_issue_date, counted_by)
     VALUES (?, ?, ?, 'invoices')
     ON CONFLICT DO UPDATE SET last_counter = excluded.last_counter, last_issue_date = excluded.last_issue_date`,
    ...[companyId, position.lastCounter, position.lastIssueDate],
  );
}

/**
 * Rows per INSERT if there are enough of them. Each row then takes a fifth less time than in a separate statement.
 */
const ROWS_AT_ONCE = 8;

const insertOf = (rows: number) =>
  `INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, amount_due, document,
     actor, journal_position, digest) VALUES ${Array(rows).fill("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}`;

const [INSERT_ONE, INSERT_MANY] = [insertOf(1), insertOf(ROWS_AT_ONCE)];

function insertInvoices(session: Session, companyId: string, invoices: readonly ChainedInvoice[]): void {
  const rows = invoices.map(({ counter, id, invoiceNumber, issueDate, source, amountDue, document, actor, entry }) => {
    const issued = [companyId, counter, id, invoiceNumber, issueDate, source, String(amountDue), document, actor];
    return [...issued, entry.position, entry.digest];
  });
  const alone = rows.length % ROWS_AT_ONCE;
  for (const row of rows.slice(0, alone)) session.write(1, INSERT_ONE, ...row);
  for (let first = alone; first < rows.length; first += ROWS_AT_ONCE) {
    session.write(ROWS_AT_ONCE, INSERT_MANY, ...rows.slice(first, first + ROWS_AT_ONCE).flat());
  }
}

/** One by one: the guards compare each invoice with the rows of the series before it. */
function insertInSeries(session: Session, companyId: string, { invoices, inSeries }: Batch): void {
  const rows = new Map(inSeries.map((row) => [row.counter, row]));
  for (const invoice of invoices) {
    insertInvoices(session, companyId, [invoice]);
    const row = rows.get(invoice.counter);
    if (row === undefined) continue;
    const { place, series, number, counter, invoiceNumber } = row;
    session.write(
      1,
      `INSERT INTO faktura_series_invoices (company_id, place, series, number, counter, invoice_number)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ...[companyId, place, series, number, counter, invoiceNumber],
    );
  }
}

function insertEntry(session: Session, companyId: string, entry: StoredEntry): void {
  const { position, kind, invoiceId, source, actor, at, document, digest } = entry;
  session.write(
    1,
    `INSERT INTO faktura_journal (company_id, position, kind, invoice_id, source, actor, recorded_at, document, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[companyId, position, kind, invoiceId, source, actor, at, document, digest],
  );
}

function insertPayment(session: Session, companyId: string, payment: NewPayment): void {
  const { invoiceId, id, amount, paidOn, method, reference } = payment;
  session.write(
    1,
    // Drivers disagree on numbered parameters, so bind the company and the invoice twice.
    `INSERT INTO faktura_payments (company_id, invoice_id, position, id, amount, paid_on, method, reference)
     SELECT ?, ?, coalesce(max(position), 0) + 1, ?, ?, ?, ?, ?
     FROM faktura_payments WHERE company_id = ? AND invoice_id = ?`,
    ...[companyId, invoiceId, id, String(amount), paidOn, method, reference, companyId, invoiceId],
  );
}

function insertCreditNote(session: Session, companyId: string, creditNote: ChainedCreditNote): void {
  const { counter, id, creditNoteNumber, issueDate, invoiceId, total, payable, position } = creditNote;
  session.write(
    1,
    `INSERT INTO faktura_credit_notes
       (company_id, counter, id, credit_note_number, issue_date, invoice_id, total, payable, position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[companyId, counter, id, creditNoteNumber, issueDate, invoiceId, String(total), String(payable), position],
  );
}

function insertKey(session: Session, companyId: string, used: UsedKey): void {
  const { key, fingerprint, invoiceId, creditNoteId = null } = used;
  session.write(
    1,
    `INSERT INTO faktura_idempotency_keys (company_id, key, fingerprint, invoice_id, credit_note_id)
     VALUES (?, ?, ?, ?, ?)`,
    ...[companyId, key, fingerprint, invoiceId, creditNoteId],
  );
}

function changeState(session: Session, companyId: string, change: StateChange): void {
  const { invoiceId, status, amountPaid, prepaidRefunded, discountTaken, creditedTotal, amountDue } = change;
  const { settledBy, settledAmount, cancelledAt, cancellationReason, writtenOffOn, writeOffReason } = change;
  session.write(
    1,
    `UPDATE faktura_invoices SET status = ?, amount_paid = ?, prepaid_refunded = ?, discount_taken = ?, credited_total = ?,
       amount_due = ?, settled_amount = ?, settled_by = ?, cancelled_at = ?, cancellation_reason = ?,
       written_off_on = ?, write_off_reason = ? WHERE company_id = ? AND id = ?`,
    ...[status, ...[amountPaid, prepaidRefunded, discountTaken, creditedTotal, amountDue, settledAmount].map(String)],
    ...[settledBy, cancelledAt, cancellationReason, writtenOffOn, writeOffReason, companyId, invoiceId],
  );
}
