import type { AuditFinding } from "../../domain/books/audit-finding.ts";
import type { JournalHead } from "../../domain/books/journal.ts";
import { requireOptions } from "../../domain/known-names.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { JournalReader } from "../../ports/journal.ts";
import type { ExpectedHead } from "./journal.ts";

/** How far an audit is. */
export interface AuditProgress {
  /** Entries of the journal that were read, those of the invoices among them. */
  readonly read: number;
  /** All that there were when the audit began. */
  readonly total: number;
}

/** Options of `audit`. */
export interface AuditOptions {
  /**
   * The head of an earlier report, as it was or as text, `position:digest` or the digest alone: it must still be in the
   * journal. Absent: books that were rewritten as a whole are taken for what they say.
   */
  readonly expect?: JournalHead | string | undefined;
  /** Told each finding as it is made; beyond the first 1,000 the report only counts them. */
  readonly onFinding?: ((finding: AuditFinding) => void) | undefined;
  /** Told after each page. */
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
  /** Rows to a page, 1 to 10,000. Absent: 200. */
  readonly pageSize?: number | undefined;
}

/** The options, checked. */
export interface AuditSettings {
  readonly expected: ExpectedHead | undefined;
  readonly onFinding: (finding: AuditFinding) => void;
  readonly onProgress: (progress: AuditProgress) => void;
  readonly pageSize: number;
}

const KNOWN: Record<keyof AuditOptions, true> = { expect: true, onFinding: true, onProgress: true, pageSize: true };

/** @throws TypeError that names the option */
export function requireAuditOptions(options: AuditOptions): AuditSettings {
  requireOptions("audit", options, KNOWN);
  const { expect, onFinding = () => undefined, onProgress = () => undefined, pageSize = 200 } = options;
  if (typeof onFinding !== "function") throw new TypeError("onFinding is a function");
  if (typeof onProgress !== "function") throw new TypeError("onProgress is a function");
  if (!Number.isSafeInteger(pageSize) || pageSize < 1 || pageSize > 10_000) {
    throw new TypeError(`pageSize is a whole number from 1 to 10,000, not ${JSON.stringify(pageSize)}`);
  }
  return { expected: expect === undefined ? undefined : requireExpected(expect), onFinding, onProgress, pageSize };
}

function requireExpected(expect: JournalHead | string): ExpectedHead {
  const head = typeof expect === "string" ? parseExpectedHead(expect) : parseHead(expect);
  if (head !== undefined) return head;
  throw new TypeError(
    "expect is the head of an earlier audit: its position and digest, as position:digest, or the digest",
  );
}

function parseHead(head: JournalHead): ExpectedHead | undefined {
  return parseExpectedHead(`${head?.position}:${head?.digest}`);
}

/** Reads a head that was noted down: `position:digest`, or the digest alone. */
export function parseExpectedHead(text: string): ExpectedHead | undefined {
  const groups = /^(?:(?<position>\d{1,15}):)?(?<digest>[\da-f]{64})$/.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { position, digest } = groups;
  return { position: position === undefined ? undefined : Number(position), digest: digest! };
}

/** What an audit reads. */
export interface AuditedBooks {
  readonly journal: JournalReader;
  readonly reader: Pick<InvoiceReader, "find">;
}

/** What an audit found. */
export interface AuditReport {
  readonly companyId: string;
  /** Invoices that were read. */
  readonly invoices: number;
  /** Entries of the journal that were read, those of the invoices among them. */
  readonly entries: number;
  /** Invoices at the end that another writer inserted, and that the journal has no place for until the library next writes. */
  readonly unchained: number;
  /** Whether the books say that a host's own counter numbers the invoices: missing counters are no findings then. */
  readonly countedByHost: boolean;
  /** Whether the database has the guards that refuse changes: `false` only for PostgreSQL's tables without triggers. */
  readonly guarded: boolean;
  /** Where the journal stood when the audit began; keep it elsewhere, and pass it to a later audit as `expect`. */
  readonly head: JournalHead;
  /** The first 1,000. */
  readonly findings: readonly AuditFinding[];
  /** All of them; 0 where the books are sound. */
  readonly findingCount: number;
}
