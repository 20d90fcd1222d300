import type { AuditFindingCode } from "faktura";
import { chainAnew, type Database, type RawDatabase } from "./tampered-books.ts";

/** Something done to acme's books behind the library's back. */
export interface Damage {
  readonly name: string;
  /** Each of them is refused where the guards stand, except those that only follow from one that was not. */
  readonly sql: readonly string[];
  /** Done after it, to hide it. */
  readonly hide?: (raw: RawDatabase) => Promise<void>;
  /** What an audit finds; with the head that was noted down before, where nothing else could tell. */
  readonly found: readonly AuditFindingCode[];
  readonly withHead?: boolean;
  /** A row that nothing but an audit can tell from one of the library's. */
  readonly unguarded?: boolean;
  /** Done to books in which invoice 15 was credited: see `creditSome`. */
  readonly credited?: boolean;
  /** The one database on which there is such a thing. */
  readonly only?: Database["name"];
}

const invoice = (counter: number, set: string) =>
  `UPDATE faktura_invoices SET ${set} WHERE company_id = 'acme' AND counter = ${counter}`;
const entry = (position: number, set: string) =>
  `UPDATE faktura_journal SET ${set} WHERE company_id = 'acme' AND position = ${position}`;
const payment = (amount: string, set: string) =>
  `UPDATE faktura_payments SET ${set} WHERE company_id = 'acme' AND amount = ${amount}`;
const cursor = (counter: number) =>
  `UPDATE faktura_billing_cursors SET acknowledged_through = ${counter} WHERE company_id = 'acme'`;
const creditNote = (counter: number, set: string) =>
  `UPDATE faktura_credit_notes SET ${set} WHERE company_id = 'acme' AND counter = ${counter}`;
const sequence = (set: string) => `UPDATE faktura_sequences SET ${set} WHERE company_id = 'acme'`;
const inDocument = (from: string, to: string) => `document = replace(document, '${from}', '${to}')`;
const remove = (table: string, where: string) => `DELETE FROM ${table} WHERE company_id = 'acme' AND ${where}`;

const LESS = inDocument('"total":238', '"total":23.8');
const OTHER_NAME = inDocument("Exemple", "Ejemplo");
const REFERENCE = inDocument('"seller":', '"reference":1,"seller":');
const ZEROS = "0".repeat(64);

const ADDED_PAYMENT = `INSERT INTO faktura_payments (company_id, invoice_id, position, id, amount, paid_on)
  SELECT company_id, id, 1, 'by-hand', '238', '2026-11-20' FROM faktura_invoices
  WHERE company_id = 'acme' AND counter = 11`;
const DOUBLED_PAYMENT = `INSERT INTO faktura_payments (company_id, invoice_id, position, id, amount, paid_on)
  SELECT company_id, invoice_id, 9, id, amount, paid_on FROM faktura_payments
  WHERE company_id = 'acme' AND amount = '38'`;
const DOUBLED_ROW = `INSERT INTO faktura_invoices
    (company_id, counter, id, invoice_number, issue_date, source, document, actor, journal_position, digest)
  SELECT company_id, 17, 'copy', invoice_number, issue_date, source, document, actor, journal_position, digest
  FROM faktura_invoices WHERE company_id = 'acme' AND counter = 16`;

const LATE_ADOPTION = `INSERT INTO faktura_journal (company_id, position, kind, source, recorded_at, document, digest)
  SELECT company_id, 12, kind, source, recorded_at, document, digest FROM faktura_journal
  WHERE company_id = 'acme' AND position = 1`;

/** An entry that lets dates go on from the day before, as if the library had written it. */
const lateResumption = (lastCounter: number, resumedOn: string) =>
  `INSERT INTO faktura_journal (company_id, position, kind, source, recorded_at, document, digest)
  SELECT company_id, 12, 'dates.resumed', source, '2026-11-20T12:00:00.000Z',
    '{"lastCounter":${lastCounter},"lastIssueDate":"2026-11-20","reason":"x","resumedOn":"${resumedOn}"}', digest
  FROM faktura_journal WHERE company_id = 'acme' AND position = 1`;
/** A portal's number of a credit note that there is not, as if the library had written it. */
const ADDED_NUMBER = `INSERT INTO faktura_journal
    (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
  SELECT company_id, 12, 'portal_number.recorded', id, source, '2026-11-20T12:00:00.000Z',
    '{"creditNoteId":"by-hand","id":"n","invoiceId":"' || id || '","number":"1","portal":"sdi","replaces":null}', digest
  FROM faktura_invoices WHERE company_id = 'acme' AND counter = 15`;
/** A refusal of a cancellation that there is not, likewise. */
const ADDED_REFUSAL = ADDED_NUMBER.replace("portal_number", "portal_refusal")
  .replace('{"creditNoteId":"by-hand"', '{"code":"1109","creditNoteId":null')
  .replace(
    '"number":"1","portal":"sdi","replaces":null}',
    '"ofCancellation":true,"on":"2026-11-20","portal":"verifactu"}',
  );
const addedEntry = (position: string) =>
  `INSERT INTO faktura_journal (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
   SELECT company_id, ${position}, kind, invoice_id, source, recorded_at, document, digest FROM faktura_journal
   WHERE company_id = 'acme' AND position = 9`;
const addedInvoice = (counter: string) =>
  `INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document, actor)
   SELECT company_id, ${counter}, 'copy', invoice_number, issue_date, source, document, actor FROM faktura_invoices
   WHERE company_id = 'acme' AND counter = 16`;

const ADDED_CREDIT_NOTE = `INSERT INTO faktura_credit_notes
    (company_id, counter, id, credit_note_number, issue_date, invoice_id, total, payable, position)
  SELECT company_id, 3, 'by-hand', 'INV-CN-202611-0003', issue_date, invoice_id, '1', '1', 14 FROM faktura_credit_notes
  WHERE company_id = 'acme' AND counter = 2`;

/** Every kind of damage, and what it is found as. */
// biome-ignore format: a table
export const DAMAGES: readonly Damage[] = [
  { name: "an amount changed", sql: [invoice(11, LESS)], found: ["digest_mismatch", "totals_mismatch"] },
  { name: "an amount changed, its own digest computed anew", sql: [invoice(11, LESS)], hide: (raw) => chainAnew(raw, 2), found: ["digest_mismatch", "totals_mismatch"] },
  { name: "wrong totals issued, and chained", sql: [invoice(11, LESS)], hide: chainAnew, found: ["billing_cursor_moved", "totals_mismatch"] },
  { name: "a client's name changed", sql: [invoice(14, OTHER_NAME)], found: ["digest_mismatch"] },
  { name: "a client's name changed, all digests computed anew", sql: [invoice(14, OTHER_NAME)], hide: chainAnew, found: ["history_rewritten"], withHead: true },
  { name: "the last invoice changed, its digest computed anew", sql: [invoice(16, OTHER_NAME)], hide: chainAnew, found: ["history_rewritten"], withHead: true },
  { name: "an invoice deleted", sql: [remove("faktura_invoices", "counter = 14")], found: ["counter_missing", "entry_missing", "entry_without_invoice"] },
  { name: "two invoices in a row deleted", sql: [remove("faktura_invoices", "counter IN (14, 15)")], found: ["counter_missing", "entry_missing", "entry_without_invoice"] },
  { name: "the first invoice deleted", sql: [remove("faktura_invoices", "counter = 11")], found: ["counter_missing", "entry_missing"] },
  { name: "the last invoice deleted", sql: [remove("faktura_invoices", "counter = 16")], found: ["history_rewritten"], withHead: true },
  { name: "all invoices deleted", sql: ["DELETE FROM faktura_invoices"], found: ["billing_cursor_moved", "entry_missing", "entry_without_invoice"] },
  { name: "the invoices truncated", sql: ["TRUNCATE faktura_invoices"], found: ["billing_cursor_moved", "entry_missing", "entry_without_invoice"], only: "PostgreSQL" },
  { name: "an invoice moved to another company", sql: [invoice(15, "company_id = 'other'")], found: ["counter_missing", "entry_missing"] },
  { name: "numbers swapped", sql: [invoice(14, "invoice_number = 'INV-202611-0015'"), invoice(15, "invoice_number = 'INV-202611-0014'")], found: ["document_mismatch", "number_mismatch"] },
  { name: "counters swapped", sql: [invoice(14, "counter = 99"), invoice(15, "counter = 14"), invoice(99, "counter = 15")], found: ["entry_missing", "entry_out_of_order", "number_mismatch"] },
  { name: "a counter renumbered", sql: [invoice(16, "counter = 17")], found: ["counter_missing", "number_mismatch"] },
  { name: "a counter that no number tells from its neighbours", sql: [invoice(16, "counter = 9007199254740993")], found: ["place_out_of_range"] },
  { name: "a row doubled", sql: [DOUBLED_ROW], found: ["amount_due_mismatch", "document_mismatch", "entry_out_of_order", "number_mismatch"] },
  { name: "an actor changed", sql: [invoice(11, "actor = 'bert'")], found: ["digest_mismatch"] },
  { name: "a source changed", sql: [invoice(11, "source = 'panel'")], found: ["digest_mismatch"] },
  { name: "an id changed", sql: [invoice(11, "id = 'other'")], found: ["document_mismatch"] },
  { name: "an invoice predated in its row", sql: [invoice(14, "issue_date = '2026-11-19'")], found: ["document_mismatch", "issue_date_backwards"] },
  { name: "an invoice predated as a whole", sql: [invoice(14, `issue_date = '2026-11-19', ${inDocument('"issueDate":"2026-11-20"', '"issueDate":"2026-11-19"')}`)], hide: chainAnew, found: ["issue_date_backwards"] },
  { name: "an invoice dated into another month", sql: [invoice(16, `issue_date = '2026-12-01', ${inDocument('"issueDate":"2026-11-20"', '"issueDate":"2026-12-01"')}`)], hide: chainAnew, found: ["number_mismatch"] },
  { name: "a document that is no object", sql: [invoice(11, "document = '[]'")], found: ["document_unreadable", "digest_mismatch"] },
  { name: "a document without amounts", sql: [invoice(11, inDocument('"taxTotal":38', '"taxTotal":"38"'))], found: ["digest_mismatch", "document_unreadable"] },
  { name: "a document of another version", sql: [invoice(14, inDocument('"documentVersion":1', '"documentVersion":2'))], hide: chainAnew, found: ["document_version_unknown"] },
  { name: "a document whose version is a text", sql: [invoice(14, inDocument('"documentVersion":1', '"documentVersion":"1"'))], hide: chainAnew, found: ["document_version_unknown"] },
  { name: "a document of another type", sql: [invoice(14, inDocument('"documentType":"380"', '"documentType":"381"'))], hide: chainAnew, found: ["document_unreadable"] },
  { name: "a document without its type", sql: [invoice(14, inDocument('"documentType":"380",', ''))], hide: chainAnew, found: ["document_unreadable"] },
  { name: "a client without a name", sql: [invoice(14, inDocument('"clientName":', '"clientNames":'))], hide: chainAnew, found: ["document_unreadable"] },
  { name: "a tax point that is no day", sql: [invoice(14, inDocument('"taxPointDate":"2026-11-20"', '"taxPointDate":"2026-11-31"'))], hide: chainAnew, found: ["document_unreadable"] },
  { name: "a reference that is no text", sql: [invoice(14, REFERENCE)], hide: chainAnew, found: ["document_unreadable"] },
  { name: "a reference that is no text, in a document of another version", sql: [invoice(14, REFERENCE), invoice(14, inDocument('"documentVersion":1', '"documentVersion":2'))], hide: chainAnew, found: ["document_version_unknown"] },
  { name: "a line without its category", sql: [invoice(14, inDocument(',"vatCategory":"S"', ''))], hide: chainAnew, found: ["document_unreadable"] },
  { name: "a prepaid amount above the total", sql: [invoice(14, inDocument('"seller":', '"prepaidAmount":238.01,"seller":'))], hide: chainAnew, found: ["amount_paid_mismatch", "status_mismatch"] },
  { name: "a prepaid amount below 0", sql: [invoice(14, inDocument('"seller":', '"prepaidAmount":-0.01,"seller":'))], hide: chainAnew, found: ["amount_due_mismatch", "totals_mismatch"] },
  { name: "a prepaid amount that is no number", sql: [invoice(14, inDocument('"seller":', '"prepaidAmount":"1","seller":'))], hide: chainAnew, found: ["document_unreadable"] },
  { name: "a prepaid amount in a document that is paid", sql: [invoice(12, inDocument('"seller":', '"prepaidAmount":1,"seller":'))], hide: chainAnew, found: ["amount_due_mismatch", "amount_paid_mismatch", "billing_cursor_moved"] },
  { name: "a document written otherwise", sql: [invoice(14, inDocument('"currency":', '"currency": '))], hide: chainAnew, found: ["document_not_canonical"] },
  { name: "a line's net amount changed", sql: [invoice(14, inDocument('"netAmount":200', '"netAmount":100'))], found: ["digest_mismatch", "totals_mismatch"] },
  { name: "the breakdown's amount changed", sql: [invoice(14, inDocument('"taxableAmount":200', '"taxableAmount":100'))], found: ["digest_mismatch", "totals_mismatch"] },
  { name: "the breakdown's category changed", sql: [invoice(14, inDocument('"category":"S"', '"category":"Z"'))], found: ["digest_mismatch", "totals_mismatch"] },
  { name: "a quantity that no invoice can have", sql: [invoice(14, inDocument('"quantity":2', '"quantity":0'))], found: ["digest_mismatch", "totals_mismatch"] },
  { name: "a digest blotted out", sql: [invoice(14, `digest = '${ZEROS}'`)], found: ["digest_mismatch"] },
  { name: "a place taken away", sql: [invoice(14, "journal_position = NULL, digest = NULL")], found: ["entry_missing"] },
  { name: "the last place taken away", sql: [invoice(16, "journal_position = NULL, digest = NULL")], found: ["history_rewritten"], withHead: true },
  { name: "a place moved to the end", sql: [invoice(11, "journal_position = 12")], found: ["entry_missing"] },
  { name: "a journal entry deleted", sql: [remove("faktura_journal", "position = 9")], found: ["amount_paid_mismatch", "entry_missing", "payment_without_entry"] },
  { name: "the adoption deleted", sql: [remove("faktura_journal", "position = 1")], found: ["continuation_mismatch", "counter_missing", "entry_missing"] },
  { name: "the adoption changed", sql: [entry(1, inDocument('"lastCounter":10', '"lastCounter":9'))], found: ["continuation_mismatch", "counter_missing", "digest_mismatch"] },
  { name: "the adoption raised", sql: [entry(1, inDocument('"lastCounter":10', '"lastCounter":11'))], hide: chainAnew, found: ["billing_cursor_moved", "continuation_mismatch", "counter_doubled"] },
  { name: "a sequence adopted afterwards", sql: [LATE_ADOPTION], hide: chainAnew, found: ["continuation_mismatch"], unguarded: true },
  { name: "dates resumed behind an invoice that is not the last", sql: [lateResumption(15, "2026-11-20")], hide: chainAnew, found: ["resumption_mismatch"], unguarded: true },
  { name: "dates resumed on a day long gone", sql: [lateResumption(16, "2026-01-01")], hide: chainAnew, found: ["resumption_mismatch"], unguarded: true },
  { name: "a portal's number of a credit note that there is not", sql: [ADDED_NUMBER], hide: chainAnew, found: ["portal_number_mismatch"] },
  { name: "the refusal of a cancellation that there is not", sql: [ADDED_REFUSAL], hide: chainAnew, found: ["portal_refusal_mismatch"], unguarded: true },
  { name: "the whole journal deleted", sql: ["DELETE FROM faktura_journal"], found: ["amount_paid_mismatch", "cancellation_mismatch", "continuation_mismatch", "counter_missing", "entry_missing", "payment_without_entry", "status_mismatch"] },
  { name: "the journal truncated", sql: ["TRUNCATE faktura_journal"], found: ["amount_paid_mismatch", "cancellation_mismatch", "continuation_mismatch", "counter_missing", "entry_missing", "payment_without_entry", "status_mismatch"], only: "PostgreSQL" },
  { name: "a journal entry changed", sql: [entry(5, inDocument('"cash"', '"bank"'))], found: ["digest_mismatch", "payment_mismatch"] },
  { name: "a journal entry that says nothing", sql: [entry(9, "document = '{}'")], found: ["amount_paid_mismatch", "digest_mismatch", "entry_unreadable", "payment_without_entry"] },
  { name: "a journal entry of another kind", sql: [entry(7, "kind = 'payment.recorded'")], found: ["cancellation_mismatch", "digest_mismatch", "entry_unreadable", "status_mismatch"] },
  { name: "a journal entry of another invoice", sql: [entry(9, "invoice_id = 'other'")], found: ["amount_paid_mismatch", "entry_unreadable", "entry_without_invoice", "payment_without_entry"] },
  { name: "a document that is no JSON, and an entry of another invoice", sql: [invoice(14, "document = '{'"), entry(7, "invoice_id = 'other'")], found: ["cancellation_mismatch", "document_unreadable", "entry_unreadable", "entry_without_invoice", "status_mismatch"], only: "SQLite" },
  { name: "an instant moved into the actor", sql: [entry(9, "actor = ''")], found: ["amount_paid_mismatch", "digest_mismatch", "entry_unreadable", "payment_without_entry"] },
  { name: "a position moved", sql: [entry(9, "position = 99")], found: ["entry_missing"] },
  { name: "a position that no number tells from its neighbours", sql: [entry(9, "position = 9007199254740993")], found: ["entry_missing", "place_out_of_range"] },
  { name: "the last position there can be", sql: [entry(9, "position = 9223372036854775807")], found: ["entry_missing", "place_out_of_range"] },
  { name: "an entry before the first", sql: [addedEntry("0")], found: ["amount_paid_mismatch", "payment_mismatch", "place_out_of_range"] },
  { name: "an entry at the last place that a safe number has below zero", sql: [addedEntry("-9007199254740991")], found: ["amount_paid_mismatch", "payment_mismatch", "place_out_of_range"] },
  { name: "an entry at the first place there can be", sql: [addedEntry("-9223372036854775807 - 1")], found: ["amount_paid_mismatch", "payment_mismatch", "place_out_of_range"] },
  { name: "an invoice before the first", sql: [addedInvoice("0")], found: ["place_out_of_range"] },
  { name: "an invoice at the first counter there can be", sql: [addedInvoice("-9223372036854775807 - 1")], found: ["place_out_of_range"] },
  { name: "an invoice at the last counter there can be", sql: [addedInvoice("9223372036854775807")], found: ["place_out_of_range"] },
  { name: "an actor taken out", sql: [invoice(11, "actor = ''")], found: ["digest_mismatch", "entry_unreadable"] },
  { name: "the counter of the adoption changed beside the journal", sql: [sequence("last_counter = 9")], found: ["continuation_mismatch"], unguarded: true },
  { name: "the date of the adoption changed beside the journal", sql: [sequence("last_issue_date = '2026-11-19'")], found: ["continuation_mismatch"], unguarded: true },
  { name: "the date of the adoption taken away beside the journal", sql: [sequence("last_issue_date = NULL")], found: ["continuation_mismatch"], unguarded: true },
  { name: "the adoption deleted beside the journal", sql: ["DELETE FROM faktura_sequences WHERE company_id = 'acme'"], found: ["continuation_mismatch"], unguarded: true },
  { name: "the tail written anew", sql: [payment("'0.5'", "amount = '0.6'"), invoice(14, "amount_paid = '0.6', amount_due = '237.4'"), entry(9, inDocument('"amount":0.5', '"amount":0.6'))], hide: chainAnew, found: ["history_rewritten"], withHead: true },
  { name: "a payment changed", sql: [payment("'200'", "amount = '199'")], found: ["payment_mismatch"] },
  { name: "a payment's amount written otherwise", sql: [payment("'200'", "amount = '2e2'")], found: ["payment_mismatch"], only: "SQLite" },
  { name: "a payment's reference changed", sql: [payment("'200'", "reference = 'other'")], found: ["payment_mismatch"] },
  { name: "a payment of another day", sql: [payment("'200'", "paid_on = '2026-11-19'")], found: ["payment_mismatch"] },
  { name: "payments put into another order", sql: [payment("'38'", "position = 9")], found: ["payment_mismatch"] },
  { name: "a payment added", sql: [ADDED_PAYMENT], found: ["payment_without_entry"] },
  { name: "a payment doubled", sql: [DOUBLED_PAYMENT], found: ["payment_without_entry"] },
  { name: "a payment deleted", sql: [remove("faktura_payments", "amount = '38'")], found: ["payment_missing"] },
  { name: "the payments truncated", sql: ["TRUNCATE faktura_payments"], found: ["payment_missing"], only: "PostgreSQL" },
  { name: "paid by hand", sql: [invoice(11, "status = 'PAID', amount_paid = '238'")], found: ["amount_paid_mismatch", "status_mismatch"] },
  { name: "paid by hand, without a payment", sql: [invoice(11, "status = 'PAID'")], found: ["status_mismatch"] },
  { name: "an amount due by hand", sql: [invoice(11, "amount_due = '1'")], found: ["amount_due_mismatch"] },
  { name: "settled by hand", sql: [invoice(11, "settled_by = 'INV-202611-9999'")], found: ["advance_mismatch"], unguarded: true },
  { name: "a cash discount by hand", sql: [invoice(11, "discount_taken = '1'")], found: ["amount_due_mismatch"] },
  { name: "an amount of prepaid money refunded by hand", sql: [invoice(11, "prepaid_refunded = '1'")], found: ["amount_paid_mismatch"] },
  { name: "an amount paid by hand", sql: [invoice(11, "amount_paid = '1'")], found: ["amount_paid_mismatch"] },
  { name: "cancelled by hand", sql: [invoice(11, "status = 'CANCELLED', cancelled_at = '2026-11-20T12:00:00.000Z'")], found: ["cancellation_mismatch", "status_mismatch"] },
  { name: "another reason", sql: [invoice(13, "cancellation_reason = 'other'")], found: ["cancellation_mismatch"] },
  { name: "a reason without a cancellation", sql: [invoice(11, "cancellation_reason = 'other'")], found: ["cancellation_mismatch"] },
  { name: "written off by hand", sql: [invoice(11, "written_off_on = '2026-11-20', write_off_reason = 'x'")], found: ["write_off_mismatch"] },
  { name: "a paid invoice back to SENT", sql: [invoice(12, "status = 'SENT', amount_paid = '0'")], found: ["amount_paid_mismatch", "status_mismatch"] },
  { name: "a cancelled invoice back to SENT", sql: [invoice(13, "status = 'SENT', cancelled_at = NULL, cancellation_reason = NULL")], found: ["cancellation_mismatch", "status_mismatch"] },
  { name: "a credit note deleted", sql: [remove("faktura_credit_notes", "counter = 1")], found: ["credit_note_missing"], credited: true },
  { name: "all credit notes deleted", sql: ["DELETE FROM faktura_credit_notes"], found: ["credit_note_missing"], credited: true },
  { name: "the credit notes truncated", sql: ["TRUNCATE faktura_credit_notes"], found: ["credit_note_missing"], credited: true, only: "PostgreSQL" },
  { name: "a credit note added", sql: [ADDED_CREDIT_NOTE], found: ["credit_note_without_entry"], credited: true },
  { name: "a credit note of another invoice", sql: [creditNote(1, "invoice_id = 'other'")], found: ["credit_note_mismatch"], credited: true },
  { name: "a credit note's total changed", sql: [creditNote(1, "total = '118'")], found: ["credit_note_mismatch"], credited: true },
  { name: "what a credit note takes off changed", sql: [creditNote(1, "payable = '118'")], found: ["credit_note_mismatch"], credited: true },
  { name: "a credit note predated in its row", sql: [creditNote(1, "issue_date = '2026-11-19'")], found: ["credit_note_mismatch"], credited: true },
  { name: "a credit note's number changed in its row", sql: [creditNote(1, "credit_note_number = 'INV-CN-202611-0009'")], found: ["credit_note_mismatch"], credited: true },
  { name: "a credit note with the number of an invoice", sql: [creditNote(2, "credit_note_number = 'inv-202611-0016', counter = 16"), entry(13, inDocument("INV-CN-202611-0002", "inv-202611-0016"))], hide: chainAnew, found: ["credit_note_out_of_series", "number_doubled"], credited: true },
  { name: "a credit note's counter changed", sql: [creditNote(2, "counter = 3")], found: ["credit_note_mismatch"], credited: true },
  { name: "a credit note at a counter that there is not", sql: [creditNote(2, "counter = 0")], found: ["credit_note_missing", "place_out_of_range"], credited: true },
  { name: "a credit note moved in the journal", sql: [creditNote(2, "position = 99")], found: ["credit_note_missing", "credit_note_without_entry"], credited: true },
  { name: "a credit note's entry deleted", sql: [remove("faktura_journal", "position = 12")], found: ["credit_note_out_of_series", "credit_note_without_entry", "credited_total_mismatch", "entry_missing"], credited: true },
  { name: "a credit note renumbered as a whole", sql: [creditNote(2, "credit_note_number = 'INV-CN-202611-0003', counter = 3"), entry(13, inDocument("-0002", "-0003"))], hide: chainAnew, found: ["credit_note_out_of_series"], credited: true },
  { name: "a credit note predated as a whole", sql: [creditNote(2, "issue_date = '2026-11-19'"), entry(13, inDocument('"issueDate":"2026-11-20","issuedAt"', '"issueDate":"2026-11-19","issuedAt"'))], hide: chainAnew, found: ["credit_note_out_of_series"], credited: true },
  { name: "a credit note's VAT changed as a whole", sql: [entry(13, inDocument('"taxTotal":19', '"taxTotal":18'))], hide: chainAnew, found: ["credit_note_amounts_mismatch"], credited: true },
  { name: "a credit note with a reason that is no text", sql: [entry(13, inDocument('"returned as well"', '1'))], hide: chainAnew, found: ["entry_unreadable"], credited: true },
  { name: "a credit note that names another number", sql: [entry(13, inDocument('"invoiceNumber":"INV-202611-0015"', '"invoiceNumber":"INV-202611-0016"'))], hide: chainAnew, found: ["credit_note_mismatch"], credited: true },
  { name: "a credited total changed by hand", sql: [invoice(15, "credited_total = '1'")], found: ["credited_total_mismatch"], credited: true },
  { name: "a credited total made up", sql: [invoice(11, "credited_total = '1'")], found: ["credited_total_mismatch"] },
  { name: "the cursor's digest taken away", sql: ["UPDATE faktura_billing_cursors SET digest = NULL WHERE company_id = 'acme'"], found: ["billing_cursor_moved"] },
  { name: "the cursor moved forward", sql: [cursor(14)], found: ["billing_cursor_moved"] },
  { name: "the cursor moved back", sql: [cursor(11)], found: ["billing_cursor_moved"] },
  { name: "the cursor moved to the beginning", sql: [cursor(0)], found: ["billing_cursor_moved"] },
  { name: "the cursor moved before the first invoice", sql: [cursor(10)], found: ["billing_cursor_moved"] },
  { name: "the cursor moved beyond the end", sql: [cursor(99)], found: ["billing_cursor_moved"] },
  { name: "the cursor below zero", sql: [cursor(-1)], found: ["billing_cursor_moved"] },
];
