import { sha3_512 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { BookChange } from "../../domain/books/book-change.ts";
import { type CalendarDay, calendarDayIn } from "../../domain/calendar.ts";
import { insteadOf } from "../../domain/instead-of.ts";
import type { InvoiceWithPayments } from "../../domain/invoice/generated/invoice.ts";
import type { PrecedingInvoice } from "../../domain/invoice/generated/order.ts";
import { Refusal } from "../../domain/refusal.ts";
import { timeZoneOf } from "../../domain/vat/territory/time-zone.ts";
import {
  type ChainedRecord,
  type ChainOfRecords,
  type RecordedBooks,
  type RecordedChange,
  requireComplete,
} from "../chain-of-records.ts";
import { type IssuedDocument, isCreditNote, numberOf, precedingInvoicesOf } from "../document.ts";
import { brokenRules, type EinvoiceGap } from "../rules/gap-rule.ts";
import { cancelledInvoice, type NavInvoice, navInvoiceOf } from "./nav-invoice.ts";
import { NAV_PORTAL } from "./refusal-faults.ts";
import { FIRST_DAY, NAV_RULES } from "./rules.ts";
import { hasReport } from "./vat-rate.ts";
import { type NavReference, writeNav } from "./write-nav.ts";

/** A report of a company's chain. */
export interface NavReport extends ChainedRecord {
  /** The number in the report: that of the document or, of a cancellation, its own. */
  readonly number: string;
  /** `InvoiceOperationType`, which stands beside the report in `manageInvoice`. */
  readonly operation: "CREATE" | "MODIFY" | "STORNO";
  /** `InvoiceData` 3.0. `manageInvoice` takes it in Base64. */
  readonly xml: string;
  /**
   * `electronicInvoiceHash`: SHA3-512 of the Base64 text of `xml`, 128 hexadecimal digits in capitals. Only where the report
   * itself is the invoice.
   */
  readonly electronicInvoiceHash?: string | undefined;
}

/** What the tax authority holds of an invoice before a document that changes it. */
export interface NavHeld {
  /** The number of lines of the invoice and of all that changed it before. Absent: as the books say. */
  readonly lines?: number | undefined;
  /** The number of documents that changed it before. Absent: as the books say. */
  readonly modifications?: number | undefined;
  /** Whether it has a report of the invoice. Absent: of one that was issued since 2021-01-04. */
  readonly isReported?: boolean | undefined;
}

/** What the reports need beside the books. */
export interface NavFacts {
  readonly heldBefore: Readonly<Record<string, NavHeld>>;
  readonly cancellationNumber: (invoiceNumber: string) => string;
}

/** The fields of a report as it is returned. */
export const REPORT_FIELDS = ["position", "number", "operation", "xml"] as const satisfies (keyof NavReport)[];

interface Reported extends RecordedChange {
  readonly document: IssuedDocument;
  readonly operation: NavReport["operation"];
  /** Of a cancellation, the day on which it was made. */
  readonly cancelledOn?: CalendarDay | undefined;
}

/** The reports of a company. None depends on the one before. */
export function navChain(facts: NavFacts): ChainOfRecords<Reported, NavReport, undefined> {
  return {
    ...{ name: "navReports", state: "HU", fields: REPORT_FIELDS },
    linkBefore: () => undefined,
    async recordedBy(books, change) {
      const reported = await reportedBy(books, change);
      return reported !== undefined && hasReport(reported.document) ? reported : undefined;
    },
    async write(books, reported, { position }) {
      return { record: { position, ...(await reportOf(books, reported, facts)) }, link: undefined };
    },
  };
}

/** What the tax authority would refuse of an invoice. */
export function gapsOf(invoice: NavInvoice): EinvoiceGap[] {
  return brokenRules("NAV Online Számla", NAV_RULES, invoice);
}

async function reportedBy(books: RecordedBooks, change: BookChange): Promise<Reported | undefined> {
  switch (change.kind) {
    case "invoice.issued":
      return { document: change.invoice, operation: "CREATE" };
    case "credit_note.issued":
      return { document: change.creditNote, operation: "MODIFY" };
    case "invoice.cancelled":
      return cancellationOf(await books.get(change.invoiceId));
    case "portal_refusal.recorded":
      return change.portal === NAV_PORTAL ? reportedAgain(books, change) : undefined;
    case "payment.recorded":
    case "credit_note.applied":
    case "invoice.written_off":
    case "portal_number.recorded":
      return undefined;
  }
}

function cancellationOf(document: InvoiceWithPayments): Reported {
  const at = new Date(document.cancelledAt ?? document.issuedAt);
  return { document, operation: "STORNO", cancelledOn: calendarDayIn(timeZoneOf(document.seller), at) };
}

async function reportedAgain(
  books: RecordedBooks,
  { invoiceId, creditNoteId, ofCancellation }: Extract<BookChange, { kind: "portal_refusal.recorded" }>,
): Promise<Reported> {
  if (creditNoteId !== null) return { document: await books.getCreditNote(creditNoteId), operation: "MODIFY" };
  const invoice = await books.get(invoiceId);
  return ofCancellation ? cancellationOf(invoice) : { document: invoice, operation: "CREATE" };
}

async function reportOf(
  books: RecordedBooks,
  reported: Reported,
  facts: NavFacts,
): Promise<Omit<NavReport, "position">> {
  const { document, operation } = reported;
  const { invoice, reference } = await contentOf(books, reported, facts);
  requireComplete(numberOf(document), gapsOf(invoice), "NAV Online Számla");
  const xml = writeNav(invoice, reference);
  const report = { number: invoice.number, operation, xml };
  return invoice.isReportInvoice ? { ...report, electronicInvoiceHash: hashOf(xml) } : report;
}

async function contentOf(
  books: RecordedBooks,
  { document, operation, cancelledOn }: Reported,
  { heldBefore, cancellationNumber }: NavFacts,
): Promise<{ readonly invoice: NavInvoice; readonly reference?: NavReference }> {
  const invoice = navInvoiceOf(document);
  const [corrected] = isCreditNote(document) ? precedingInvoicesOf(document) : [];
  // A credit note of no invoice is a gap, which is found next.
  if (operation === "CREATE" || (operation === "MODIFY" && corrected === undefined)) return { invoice };
  const before = await changesBefore(books, document);
  const original = corrected ?? { number: invoice.number, issueDate: invoice.issueDate };
  const reference = referenceOf(invoice.number, original, before, heldBefore[invoice.number]);
  if (cancelledOn === undefined) return { invoice, reference };
  const number: unknown = cancellationNumber(invoice.number);
  if (typeof number !== "string" || number.trim() === "" || [...number].length > 50)
    throw new TypeError(`cancellationNumber must return 1 to 50 characters${insteadOf(number)}`);
  return { invoice: { ...cancelledInvoice(before!), number, issueDate: cancelledOn }, reference };
}

/** The invoice that a document changes, and the reported changes before, oldest first; `undefined` if it is not in the books. */
async function changesBefore(books: RecordedBooks, document: IssuedDocument): Promise<NavInvoice[] | undefined> {
  const invoiceId = isCreditNote(document) ? document.corrects?.invoiceId : document.id;
  if (invoiceId === undefined) return undefined;
  const invoice = await books.get(invoiceId);
  const index = invoice.creditNotes.findIndex(({ id }) => id === document.id);
  const earlier = index === -1 ? invoice.creditNotes : invoice.creditNotes.slice(0, index);
  const notes = await Promise.all(earlier.map(({ id }) => books.getCreditNote(id)));
  return [invoice, ...notes.filter(hasReport)].map(navInvoiceOf);
}

function referenceOf(
  changing: string,
  { number, issueDate = FIRST_DAY }: PrecedingInvoice,
  before: readonly NavInvoice[] | undefined,
  held: NavHeld = {},
): NavReference {
  const lines = held.lines ?? before?.reduce((sum, each) => sum + each.lines.length, 0);
  const modifications = held.modifications ?? (before && before.length - 1);
  if (lines === undefined || modifications === undefined) throw unknownOriginal(changing, number);
  const isUnreported = !(held.isReported ?? issueDate >= FIRST_DAY);
  return { originalNumber: number, isUnreported, index: modifications + 1, linesBefore: lines };
}

function unknownOriginal(creditNote: string, invoice: string): Refusal {
  const detail =
    `must say for ${creditNote} what the tax authority holds of ${invoice}, which is not in these books: ` +
    "{ lines, modifications }. Ask with queryInvoiceChainDigest";
  return new Refusal("request_invalid", `The request is not valid: heldBefore ${detail}.`, [
    { parameter: "heldBefore", detail },
  ]);
}

function hashOf(xml: string): string {
  const base64 = btoa(Array.from(utf8ToBytes(xml), (byte) => String.fromCharCode(byte)).join(""));
  return bytesToHex(sha3_512(utf8ToBytes(base64))).toUpperCase();
}
