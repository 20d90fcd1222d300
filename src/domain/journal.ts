import type { CalendarDay } from "./calendar.ts";
import type { InvoiceSource } from "./invoice-source.ts";

/** What changes a company's books. */
export const JOURNAL_KINDS = [
  "invoice.issued",
  "payment.recorded",
  "invoice.cancelled",
  "numbering.continued",
  "dates.resumed",
] as const;

/** One of {@link JOURNAL_KINDS}. */
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** Who changes the books. */
export interface ChangeAuthor {
  /** Who made it, as the host named them; `null` where it named nobody. */
  readonly actor: string | null;
  readonly source: InvoiceSource;
}

/** Where a change came from. */
export interface ChangeOrigin extends ChangeAuthor {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string;
}

/** Where a company's journal stands. */
export interface JournalHead {
  /** Of the last entry; 0 before the first one. */
  readonly position: number;
  /** SHA-256 of the last entry, 64 hexadecimal digits; {@link FIRST_DIGEST} before the first one. */
  readonly digest: string;
}

/** One change of a company's books, as the journal has it. */
export interface JournalEntry extends ChangeOrigin, JournalHead {
  readonly kind: JournalKind;
  /** RFC 8785 canonical JSON: of an invoice the stored document, else what changed. */
  readonly document: string;
}

/** What stands in the place of a digest before the first entry. */
export const FIRST_DIGEST = "0".repeat(64);

/**
 * What an entry's digest is taken of, in UTF-8: seven lines, of which only the last may hold what a client wrote. An
 * actor may have line breaks of its own; the document has none, so it is what follows the last one.
 */
export function journalText(previousDigest: string, entry: Omit<JournalEntry, "digest">): string {
  const { position, kind, source, at, actor, document } = entry;
  return `${previousDigest}\n${position}\n${kind}\n${source}\n${at}\n${actor ?? ""}\n${document}`;
}

/** When an invoice was issued, by its stored document; one that another writer made may not say, or not in one line. */
export function issuedAtOf(document: string, issueDate: CalendarDay): string {
  const { issuedAt } = Object(JSON.parse(document)) as { issuedAt?: unknown };
  return typeof issuedAt === "string" && !issuedAt.includes("\n") ? issuedAt : `${issueDate}T00:00:00.000Z`;
}
