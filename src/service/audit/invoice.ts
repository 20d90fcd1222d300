import { issuedAtIn } from "../../domain/books/journal.ts";
import { isCalendarDay } from "../../domain/calendar.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import type { PayableAmounts } from "../../domain/invoice/invoice-state.ts";
import { parseInvoiceNumber } from "../../domain/invoice/number.ts";
import { faultsIn, readStored, type StoredReading } from "../../domain/invoice/stored-document.ts";
import { describeFaults } from "../../domain/invoice/stored-shape.ts";
import type { AuditedInvoice } from "../../ports/journal.ts";
import { auditCreditNotes } from "./credit-notes.ts";
import { cellText, described, isCanonical, readEntry } from "./entry.ts";
import { auditPortalNumbers } from "./portal-numbers.ts";
import { auditState, type ReportInvoiceFinding } from "./state.ts";
import { faultyTotals, TOTALLED } from "./totals.ts";

/**
 * Compares an invoice's row, document, payments and entries. `number` is its number in its series. Never throws, whatever they contain. Returns when the invoice
 * was issued; `undefined` if its document is not JSON.
 */
export function auditInvoice(invoice: AuditedInvoice, number: number, found: ReportInvoiceFinding): string | undefined {
  auditNumber(invoice, number, found);
  // An empty actor, which the library never writes, has the same digest as no actor.
  if (invoice.actor === "") found("entry_unreadable", "its actor is an empty string instead of a name or NULL");
  const reading = readStored("invoice.issued", invoice.document);
  const { content: document, json } = reading;
  if (document === undefined) found("document_unreadable", "its document is not a JSON object");
  const payable = document === undefined ? undefined : auditDocument(invoice, document, reading, found);
  auditState(invoice, payable, found);
  const placed = invoice.entries.flatMap((stored) => {
    const entry = readEntry(stored);
    return entry === undefined ? [] : [{ ...entry, position: stored.position }];
  });
  const credits = placed.filter((entry) => entry.kind === "credit_note.issued");
  const applied = placed.filter((entry) => entry.kind === "credit_note.applied");
  auditCreditNotes(invoice, document, credits, applied, found);
  auditPortalNumbers(invoice, found);
  return json === undefined ? undefined : issuedAtIn(json, cellText(invoice.issueDate));
}

/** Checks that the number matches the number in the series, and the year and month of the issue date. */
function auditNumber(
  { invoiceNumber, issueDate, counter }: AuditedInvoice,
  number: number,
  found: ReportInvoiceFinding,
): void {
  const parts = typeof invoiceNumber === "string" ? parseInvoiceNumber(invoiceNumber) : undefined;
  const yearMonth = isCalendarDay(issueDate) ? issueDate.slice(0, 4) + issueDate.slice(5, 7) : undefined;
  if (parts?.counter === number && parts.yearMonth === yearMonth) return;
  const detail = `its number ${cellText(invoiceNumber)} does not match ${inWords(counter, number)} and issue date ${cellText(issueDate)}`;
  found("number_mismatch", detail);
}

function inWords(counter: number, number: number): string {
  return counter === number ? `counter ${cellText(counter)}` : `number ${cellText(number)} of its series`;
}

/** Checks the document and returns the amounts that decide what can be paid; `undefined` if it lacks amounts. */
function auditDocument(
  invoice: AuditedInvoice,
  document: InvoiceDocument,
  { faults, json }: StoredReading<InvoiceDocument>,
  found: ReportInvoiceFinding,
): PayableAmounts | undefined {
  if (!isCanonical(invoice.document, json)) found("document_not_canonical", "its document is not in canonical form");
  const isVersionKnown = faultsIn(faults, ["documentVersion"]).length === 0;
  if (!isVersionKnown) {
    const version = described(document.documentVersion);
    found("document_version_unknown", `this release of faktura does not know its documentVersion: ${version}`);
  }
  for (const field of ["id", "invoiceNumber", "issueDate"] as const) {
    if (document[field] === invoice[field]) continue;
    found("document_mismatch", `its document has a different ${field} than its row: ${described(document[field])}`);
  }
  const inTotals = faultsIn(faults, TOTALLED);
  // Other fields of an unknown version may have other types.
  const unreadable = isVersionKnown ? faults : inTotals;
  if (unreadable.length > 0) {
    found("document_unreadable", `its document is not a valid invoice: ${describeFaults(unreadable)}`);
  }
  if (inTotals.length > 0) return undefined;
  for (const fault of faultyTotals(document)) found("totals_mismatch", fault);
  return document;
}
