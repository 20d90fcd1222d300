import type { CalendarDay } from "../calendar.ts";
import { insteadOf } from "../instead-of.ts";
import { parseInvoice } from "../invoice/stored-document.ts";

/** The kinds of changes to a company's books. */
export const JOURNAL_KINDS = [
  "invoice.issued",
  "payment.recorded",
  "invoice.cancelled",
  "invoice.written_off",
  "credit_note.issued",
  "credit_note.applied",
  "portal_number.recorded",
  "portal_refusal.recorded",
  "numbering.continued",
  "dates.resumed",
] as const;

/** One of {@link JOURNAL_KINDS}. */
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** The author of a change to the books. */
export interface ChangeAuthor {
  /** The actor that the host named; `null` if it named none. */
  readonly actor: string | null;
  /** The way the change came: `api` for the six endpoints, `panel` for the host's own screens. */
  readonly source: InvoiceSource;
}

/** The origin of a change. */
export interface ChangeOrigin extends ChangeAuthor {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string;
}

/** The last entry of a company's journal. */
export interface JournalHead {
  /** Its position; 0 before the first entry. */
  readonly position: number;
  /** Its SHA-256, 64 hexadecimal digits; {@link FIRST_DIGEST} before the first entry. */
  readonly digest: string;
}

/** One change of a company's books, as the journal records it. */
export interface JournalEntry extends ChangeOrigin, JournalHead {
  /** What changed. */
  readonly kind: JournalKind;
  /** RFC 8785 canonical JSON: the stored document of an invoice or a credit note, or otherwise the change. */
  readonly document: string;
}

/** The digest before the first entry. */
export const FIRST_DIGEST = "0".repeat(64);

/**
 * The text that an entry's digest covers, in UTF-8: seven lines. Only the last can contain a client's text. An
 * actor may contain line breaks. The document contains none, so it is everything after the last line break.
 */
export function journalText(previousDigest: string, entry: Omit<JournalEntry, "digest">): string {
  if (typeof entry !== "object" || entry === null) {
    throw new TypeError(`journalText needs an entry of the journal${insteadOf(entry)}`);
  }
  const { position, kind, source, at, actor, document } = entry;
  return `${previousDigest}\n${position}\n${kind}\n${source}\n${at}\n${actor ?? ""}\n${document}`;
}

/**
 * When an invoice was issued, according to its stored document. Other writers may omit it or write it with line breaks;
 * then midnight UTC of the issue date.
 */
export function issuedAtOf(document: string, issueDate: CalendarDay): string {
  return issuedAtIn(parseInvoice(document), issueDate);
}

/** The same for a document that is parsed already, which may be any JSON. */
export function issuedAtIn(document: unknown, issueDate: string): string {
  const { issuedAt } = Object(document) as { issuedAt?: unknown };
  return typeof issuedAt === "string" && !issuedAt.includes("\n") ? issuedAt : `${issueDate}T00:00:00.000Z`;
}

/**
 * Where an invoice was issued. The company's own web panel takes numbers from the same sequence, but only invoices of
 * the `api` are metered and billed.
 */
export const INVOICE_SOURCES = ["api", "panel"] as const;

/** One of {@link INVOICE_SOURCES}. */
export type InvoiceSource = (typeof INVOICE_SOURCES)[number];
