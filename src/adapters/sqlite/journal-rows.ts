import { issuedAtOf, type JournalHead } from "../../domain/journal.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import { JournalChain, laterOf } from "../journal-chain.ts";
import type { StoreConnection } from "./connection.ts";

/** The journal, for whoever looks up an invoice's entries: left alone, SQLite reads all that the company has. */
export const JOURNAL_BY_INVOICE = "faktura_journal INDEXED BY faktura_journal_by_invoice";

/** How many documents are in memory at once where rows get their places, as all do in books from before the journal. */
const OPEN_ROWS_PAGE = 1000;

/** An invoice's row, as far as its entry is concerned. */
interface OpenRow {
  readonly counter: number;
  readonly issue_date: string;
  readonly source: "api" | "panel";
  readonly actor: string | null;
  readonly document: string;
}

/**
 * The end of the company's journal, in the transaction that holds the write lock. Invoices that others have inserted
 * since the library last wrote get their places first.
 */
export function openJournal(connection: StoreConnection, companyId: string): JournalChain {
  const [last, entry] = [lastInvoice(connection, companyId), lastEntry(connection, companyId)];
  if (last?.place === null) return chainOpenRows(connection, companyId, entry);
  return new JournalChain(laterOf(last?.place, entry));
}

/** The company's last invoice, and its place; `null` where another writer inserted it and none was given yet. */
function lastInvoice(
  connection: StoreConnection,
  companyId: string,
): { readonly counter: number; readonly place: JournalHead | null } | undefined {
  const row = connection.get<{ counter: number; journal_position: number | null; digest: string | null }>(
    "SELECT counter, journal_position, digest FROM faktura_invoices WHERE company_id = ? ORDER BY counter DESC LIMIT 1",
    companyId,
  );
  if (row === undefined) return undefined;
  const { counter, journal_position: position, digest } = row;
  return { counter, place: position === null ? null : { position, digest: digest! } };
}

/** The company's last invoice that has a place. */
function lastPlaced(
  connection: StoreConnection,
  companyId: string,
): (JournalHead & { readonly counter: number }) | undefined {
  return connection.get(
    `SELECT counter, journal_position AS position, digest FROM faktura_invoices
     WHERE company_id = ? AND journal_position IS NOT NULL ORDER BY counter DESC LIMIT 1`,
    companyId,
  );
}

/** The company's last entry that is no invoice. */
function lastEntry(connection: StoreConnection, companyId: string): JournalHead | undefined {
  return connection.get<JournalHead>(
    "SELECT position, digest FROM faktura_journal WHERE company_id = ? ORDER BY position DESC LIMIT 1",
    companyId,
  );
}

/** Rows without a place stand at the end of the sequence: whatever the library writes gives them theirs. */
function chainOpenRows(connection: StoreConnection, companyId: string, entry: JournalHead | undefined): JournalChain {
  const placed = lastPlaced(connection, companyId);
  const chain = new JournalChain(laterOf(placed, entry));
  let after: number | undefined = placed?.counter ?? 0;
  while (after !== undefined) after = chainPage(connection, companyId, chain, after);
  return chain;
}

/** Gives the first open rows after a counter their places; the last one's counter, where there may be more. */
function chainPage(
  connection: StoreConnection,
  companyId: string,
  chain: JournalChain,
  after: number,
): number | undefined {
  const rows = connection.all<OpenRow>(
    `SELECT counter, issue_date, source, actor, document FROM faktura_invoices
     WHERE company_id = ? AND counter > ? ORDER BY counter LIMIT ${OPEN_ROWS_PAGE}`,
    ...[companyId, after],
  );
  for (const { counter, issue_date, source, actor, document } of rows) {
    const issuedAt = issuedAtOf(document, issue_date);
    const { position, digest } = chain.appendInvoice({ source, actor, issuedAt, document });
    connection.run(
      "UPDATE faktura_invoices SET journal_position = ?, digest = ? WHERE company_id = ? AND counter = ?",
      ...[position, digest, companyId, counter],
    );
  }
  return rows.length < OPEN_ROWS_PAGE ? undefined : rows.at(-1)!.counter;
}

/** Adds an entry that is no invoice. */
export function insertEntry(connection: StoreConnection, companyId: string, entry: StoredEntry): void {
  const { position, kind, invoiceId, source, actor, at, document, digest } = entry;
  connection.run(
    `INSERT INTO faktura_journal (company_id, position, kind, invoice_id, source, actor, recorded_at, document, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[companyId, position, kind, invoiceId, source, actor, at, document, digest],
  );
}

/**
 * Entries for books that were kept before there was a journal: the sequence that they went on with, the invoices in their
 * order, then the payments and cancellations, each in the order of its time. Ids of payments tell theirs (UUIDv7).
 */
export function chainBooks(connection: StoreConnection, companyId: string): void {
  chainContinuation(connection, companyId);
  const chain = openJournal(connection, companyId);
  const source = "api";
  const payments = connection.all<{ invoice_id: string; id: string; amount: string } & Record<string, string | null>>(
    "SELECT invoice_id, id, amount, paid_on, method, reference FROM faktura_payments WHERE company_id = ? ORDER BY id",
    companyId,
  );
  for (const row of payments) {
    const origin = { at: instantOf(row.id), actor: null, source } as const;
    const { invoice_id: invoiceId, id, amount, paid_on, method = null, reference = null } = row;
    const payment = { id, amount: Number(amount), paidOn: String(paid_on), method, reference };
    insertEntry(connection, companyId, chain.appendPayment({ ...payment, invoiceId, origin }));
  }
  const cancelled = connection.all<{ id: string; cancelled_at: string; cancellation_reason: string | null }>(
    `SELECT id, cancelled_at, cancellation_reason FROM faktura_invoices
     WHERE company_id = ? AND status = 'CANCELLED' ORDER BY cancelled_at, counter`,
    companyId,
  );
  for (const { id: invoiceId, cancelled_at: cancelledAt, cancellation_reason: cancellationReason } of cancelled) {
    const origin = { at: cancelledAt, actor: null, source } as const;
    const change = { invoiceId, cancelledAt, cancellationReason, origin };
    insertEntry(connection, companyId, chain.appendCancellation(change));
  }
}

/** Nobody noted when a sequence was adopted: it was after the day of its last invoice began. */
function chainContinuation(connection: StoreConnection, companyId: string): void {
  const continued = connection.get<{ last_counter: number; last_issue_date: string | null }>(
    `SELECT last_counter, last_issue_date FROM faktura_sequences
     WHERE company_id = ? AND (last_counter > 0 OR last_issue_date IS NOT NULL)`,
    companyId,
  );
  if (continued === undefined) return;
  const { last_counter: lastCounter, last_issue_date: lastIssueDate } = continued;
  const origin = { at: `${lastIssueDate ?? "1970-01-01"}T00:00:00.000Z`, actor: null, source: "api" } as const;
  const chain = new JournalChain(laterOf(undefined, undefined));
  insertEntry(connection, companyId, chain.appendContinuation({ lastCounter, lastIssueDate }, origin));
}

/** The instant in a UUIDv7; the beginning of time where an id is none. */
function instantOf(id: string): string {
  const milliseconds = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
  return new Date(Number.isNaN(milliseconds) ? 0 : milliseconds).toISOString();
}
