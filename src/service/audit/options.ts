import type { AuditFinding } from "../../domain/books/audit-finding.ts";
import type { JournalHead } from "../../domain/books/journal.ts";
import { requireFunction } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";
import { requireWhole } from "../../domain/whole-option.ts";
import type { InvoiceReader } from "../../ports/invoice-repository.ts";
import type { JournalReader } from "../../ports/journal.ts";
import type { ExpectedHead } from "./journal.ts";

/** How far an audit has come. */
export interface AuditProgress {
  /** How many entries of the journal were read, including those of invoices. */
  readonly read: number;
  /** How many there were when the audit began. */
  readonly total: number;
}

/** Options of `audit`. */
export interface AuditOptions {
  /**
   * The head of an earlier report, as an object or as a string, `position:digest` or only the digest. It must still be
   * in the journal. Absent: the audit cannot detect that the journal was rewritten as a whole.
   */
  readonly expect?: JournalHead | string | undefined;
  /**
   * The head of an earlier report, as an object or as `position:digest`. Only what comes after it is read, and each older
   * invoice that is named there. It must still be in the journal. Absent: everything is read.
   */
  readonly since?: JournalHead | string | undefined;
  /** Called with each finding as it is made. The report contains only the first 1,000. */
  readonly onFinding?: ((finding: AuditFinding) => void) | undefined;
  /** Called after each page. */
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
  /** Rows per page, 1 to 10,000. Absent: 200. */
  readonly pageSize?: number | undefined;
}

/** Options of `auditStep`. */
export interface AuditStepOptions extends AuditOptions {
  /** What the step before returned, with its `expect` and `since`. Absent: this is the first step. */
  readonly rest?: string | undefined;
  /** How many entries to read at most, 1 to 10,000,000. An invoice is one entry. Absent: 10,000. */
  readonly mostEntries?: number | undefined;
}

/** The result of a step. */
export interface AuditStep {
  /** What to pass to the next step. Absent: this was the last one. */
  readonly rest?: string;
  /** The report of all steps. Absent: there is a next one. */
  readonly report?: AuditReport;
}

/** The checked options, with their defaults. */
export interface AuditSettings {
  readonly expected: ExpectedHead | undefined;
  readonly since: JournalHead | undefined;
  readonly onFinding: (finding: AuditFinding) => void;
  readonly onProgress: (progress: AuditProgress) => void;
  readonly pageSize: number;
}

const KNOWN_OPTIONS: Record<keyof AuditOptions, true> = {
  expect: true,
  since: true,
  onFinding: true,
  onProgress: true,
  pageSize: true,
};

/** How many rows an audit reads at once. */
export const PAGE_SIZE = { absent: 200, least: 1, most: 10_000 };

/** How many entries a step reads. */
export const MOST_ENTRIES = { absent: 10_000, least: 1, most: 10_000_000 };

/** @throws TypeError that names an unknown or invalid option */
export function requireStepOptions(options: AuditStepOptions) {
  requireOptions("auditStep", options, { ...KNOWN_OPTIONS, rest: true, mostEntries: true });
  const { rest, mostEntries, ...others } = options;
  if (rest !== undefined && (others.expect ?? others.since) !== undefined)
    throw new TypeError("pass expect and since only to the first step: rest contains them");
  const most = requireWhole("mostEntries", mostEntries, MOST_ENTRIES);
  return { ...requireAuditOptions(others), rest, mostEntries: most };
}

/** @throws TypeError that names an unknown or invalid option */
export function requireAuditOptions(options: AuditOptions): AuditSettings {
  requireOptions("audit", options, KNOWN_OPTIONS);
  const { expect, onFinding = () => undefined, onProgress = () => undefined } = options;
  requireFunction("onFinding", onFinding);
  requireFunction("onProgress", onProgress);
  const pageSize = requireWhole("pageSize", options.pageSize, PAGE_SIZE);
  if (expect !== undefined && options.since !== undefined)
    throw new TypeError("expect and since cannot be combined: since must also be in the journal");
  const since = options.since === undefined ? undefined : requireSince(options.since);
  const expected = since ?? (expect === undefined ? undefined : requireExpected(expect));
  return { expected, since, onFinding, onProgress, pageSize };
}

function requireSince(since: JournalHead | string): JournalHead {
  const { position, digest } = (typeof since === "string" ? parseExpectedHead(since) : parseHead(since)) ?? {};
  if (position !== undefined && digest !== undefined) return { position, digest };
  throw new TypeError("since must be the head of an earlier audit: its position and digest, or position:digest");
}

function requireExpected(expect: JournalHead | string): ExpectedHead {
  const head = typeof expect === "string" ? parseExpectedHead(expect) : parseHead(expect);
  if (head !== undefined) return head;
  throw new TypeError(
    "expect must be the head of an earlier audit: its position and digest, as position:digest, or only the digest",
  );
}

function parseHead(head: JournalHead): ExpectedHead | undefined {
  return parseExpectedHead(`${head?.position}:${head?.digest}`);
}

/** Parses a head that was noted earlier: `position:digest`, or only the digest. */
export function parseExpectedHead(text: string): ExpectedHead | undefined {
  const groups = /^(?:(?<position>\d{1,15}):)?(?<digest>[\da-f]{64})$/.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { position, digest } = groups;
  return { position: position === undefined ? undefined : Number(position), digest: digest! };
}

/** The books that an audit reads. */
export interface AuditedBooks {
  readonly journal: JournalReader;
  readonly reader: Pick<InvoiceReader, "find" | "findByNumber">;
}

/** The result of an audit. */
export interface AuditReport {
  /** The company whose books were read. */
  readonly companyId: string;
  /** The head after which the audit began. Absent: it read all the books. */
  readonly since?: JournalHead | undefined;
  /** How many older invoices were read again because later entries name them. Absent: the whole books were read. */
  readonly olderInvoices?: number | undefined;
  /** How many invoices were read, without older ones. */
  readonly invoices: number;
  /** How many entries of the journal were read, including those of invoices. */
  readonly entries: number;
  /** How many of the last invoices have no position in the journal yet: another writer inserted them. */
  readonly unchained: number;
  /** Whether a host's own counter numbers the invoices, according to the books. If so, gaps are not findings. */
  readonly countedByHost: boolean;
  /** Whether the database has the guards that refuse changes: `false` only for PostgreSQL's tables without triggers. */
  readonly guarded: boolean;
  /** The journal's last entry when the audit began. Store it elsewhere, and pass it to a later audit as `expect`. */
  readonly head: JournalHead;
  /** The first 1,000 findings. */
  readonly findings: readonly AuditFinding[];
  /** The number of all findings; 0 if the books are sound. */
  readonly findingCount: number;
}
