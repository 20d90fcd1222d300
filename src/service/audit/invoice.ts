import { isCalendarDay } from "../../domain/calendar.ts";
import { DOCUMENT_TYPES } from "../../domain/invoice/document-types.ts";
import type { InvoiceDocument } from "../../domain/invoice/generated/invoice.ts";
import { parseInvoiceNumber } from "../../domain/invoice/number.ts";
import { amountAsNumber, Decimal } from "../../domain/money/decimal.ts";
import type { AuditedInvoice } from "../../ports/journal.ts";
import { auditCreditNotes } from "./credit-notes.ts";
import { cellText, described, readEntry, readStoredObject, type StoredObject } from "./entry.ts";
import { auditState, type ReportInvoiceFinding } from "./state.ts";
import { faultyTotals, readTotals } from "./totals.ts";

/** The document versions that this library knows. A new one does not compile until it is listed here. */
const VERSIONS: Record<InvoiceDocument["documentVersion"], true> = { 1: true };

/** Compares an invoice's row, document, payments and entries. Never throws, whatever they contain. */
export function auditInvoice(invoice: AuditedInvoice, found: ReportInvoiceFinding): void {
  auditNumber(invoice, found);
  // An empty actor, which the library never writes, has the same digest as no actor.
  if (invoice.actor === "") found("entry_unreadable", "its actor is an empty string instead of a name or NULL");
  const stored = readStoredObject(invoice.document);
  if (stored === undefined) found("document_unreadable", "its document is not a JSON object");
  const payable = stored === undefined ? undefined : auditDocument(invoice, stored, found);
  auditState(invoice, payable, found);
  const credits = invoice.entries.map(readEntry).filter((entry) => entry?.kind === "credit_note.issued");
  auditCreditNotes(invoice, stored, credits, found);
}

/** Checks that the number matches the counter, and the year and month of the issue date. */
function auditNumber({ invoiceNumber, issueDate, counter }: AuditedInvoice, found: ReportInvoiceFinding): void {
  const parts = typeof invoiceNumber === "string" ? parseInvoiceNumber(invoiceNumber) : undefined;
  const yearMonth = isCalendarDay(issueDate) ? issueDate.slice(0, 4) + issueDate.slice(5, 7) : undefined;
  if (parts?.counter === counter && parts.yearMonth === yearMonth) return;
  const detail = `its number ${cellText(invoiceNumber)} does not match counter ${cellText(counter)} and issue date ${cellText(issueDate)}`;
  found("number_mismatch", detail);
}

/** Checks the document and returns its total minus what was prepaid; `undefined` if it has no total. */
function auditDocument(
  invoice: AuditedInvoice,
  { value, isCanonical }: StoredObject,
  found: ReportInvoiceFinding,
): number | undefined {
  if (!isCanonical) found("document_not_canonical", "its document is not in canonical form");
  const version = value["documentVersion"];
  if (typeof version !== "number" || !Object.hasOwn(VERSIONS, version)) {
    found(
      "document_version_unknown",
      `this release of faktura does not know its documentVersion: ${described(version)}`,
    );
  }
  if (version === 1 && !(DOCUMENT_TYPES as readonly unknown[]).includes(value["documentType"])) {
    const detail = `this release of faktura does not know its documentType: ${described(value["documentType"])}`;
    found("document_unreadable", detail);
  }
  for (const field of ["id", "invoiceNumber", "issueDate"] as const) {
    if (value[field] === invoice[field]) continue;
    found("document_mismatch", `its document has a different ${field} than its row: ${described(value[field])}`);
  }
  const totalled = readTotals(value);
  if (totalled === undefined)
    found("document_unreadable", "its document lacks amounts, or has some that are not numbers");
  else for (const fault of faultyTotals(totalled)) found("totals_mismatch", fault);
  return totalled && amountAsNumber(new Decimal(totalled.total).minus(totalled.prepaidAmount ?? 0));
}
