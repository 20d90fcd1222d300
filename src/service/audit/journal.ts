import { createHash } from "node:crypto";
import type { AuditFindingCode, ReportFinding } from "../../domain/books/audit-finding.ts";
import { type JournalEntry, type JournalHead, journalText } from "../../domain/books/journal.ts";
import type { AuditedInvoice } from "../../ports/journal.ts";
import type { AuditStart } from "./start.ts";

/** An entry of the journal, and the invoice if the entry is an invoice's row. */
export interface ChainedEntry extends Omit<JournalEntry, "at"> {
  /** `undefined` if it is unknown because the invoice's document cannot be read. */
  readonly at: string | undefined;
  readonly invoice?: { readonly invoiceNumber: string; readonly counter: number } | undefined;
}

/** A head of the journal that was noted earlier; its position if it is known. */
export interface ExpectedHead {
  readonly position: number | undefined;
  readonly digest: string;
}

/** Checks the chain of invoices and entries, which are added in the order of their positions. */
export class JournalAudit {
  readonly #head: JournalHead;
  readonly #report: ReportFinding;
  readonly #expected: ExpectedHead | undefined;
  state: { last: JournalHead; isExpectedFound: boolean };
  readonly #isWhole: boolean;

  constructor(start: AuditStart, head: JournalHead, expected: ExpectedHead | undefined, report: ReportFinding) {
    const last = { ...start.head, ...(start.digest && { digest: start.digest }) };
    this.state = { last, isExpectedFound: expected === undefined };
    this.#isWhole = start.invoice === undefined;
    this.#head = head;
    this.#expected = expected;
    this.#report = report;
    if (start.digest !== undefined) this.#expect({ ...start.head, digest: start.digest });
  }

  /** Whether an entry at this position directly follows the last one. */
  isNext({ position }: Pick<JournalEntry, "position">): boolean {
    return position === this.state.last.position + 1;
  }

  /**
   * Checks the next entry. It is compared with the stored digest of the entry before it, so that one change is one
   * finding. After a gap there is nothing to compare it with.
   */
  add(entry: ChainedEntry): void {
    const [from, to] = [this.state.last.position + 1, entry.position - 1];
    if (from <= to) this.#found("entry_missing", positionsMissing(from, to), entry);
    else if (from > entry.position) {
      const detail = `it comes after position ${this.state.last.position}`;
      this.#found("entry_out_of_order", detail, entry);
    } else if (!isChained(this.state.last.digest, entry)) {
      this.#found("digest_mismatch", UNCHAINED, entry);
    }
    this.state.last = { position: entry.position, digest: entry.digest };
    this.#expect(entry);
  }

  /** Checks that the chain ends where the books said, and that it contained the expected head. */
  end(): void {
    const [from, to] = [this.state.last.position + 1, this.#head.position];
    if (from <= to) this.#found("entry_missing", positionsMissing(from, to));
    if (this.state.isExpectedFound || this.#expected === undefined) return;
    const { position, digest } = this.#expected;
    const where = position === undefined ? "not in the journal" : `not at position ${position} of the journal`;
    const detail =
      `the expected digest ${digest} is ${where}, which ends at position ${this.#head.position}: ` +
      `its entries were cut off or rewritten${this.#isWhole ? "" : "; audit the whole books to see where"}`;
    this.#found("history_rewritten", detail);
  }

  #expect({ position, digest }: JournalHead): void {
    if (digest !== this.#expected?.digest) return;
    this.state.isExpectedFound ||= (this.#expected.position ?? position) === position;
  }

  #found(code: AuditFindingCode, detail: string, entry?: ChainedEntry): void {
    this.#report({ code, ...entry?.invoice, position: entry?.position, detail });
  }
}

/** The detail of a `digest_mismatch`. */
export const UNCHAINED = "it is not what was written: its content, or the digest before it, was changed";

/** Whether an entry has the digest that follows from its content and from the digest before it. */
export function isChained(
  before: string,
  { position, kind, source, at, actor, document, digest }: ChainedEntry,
): boolean {
  if (at === undefined) return true; // its document is already reported as unreadable
  const cells: readonly unknown[] = [before, kind, source, at, actor ?? "", document];
  if (cells.some((cell) => typeof cell !== "string")) return false; // their columns have lost their types
  const text = journalText(before, { position, kind, source, at, actor, document });
  return createHash("sha256").update(text).digest("hex") === digest;
}

/** The entry of an invoice; `undefined` if it has no position. `at` is when it was issued, if that is known. */
export function entryOfInvoice(invoice: AuditedInvoice, at: string | undefined): ChainedEntry | undefined {
  const { place, source, actor, document, invoiceNumber, counter } = invoice;
  return place === null
    ? undefined
    : { ...place, kind: "invoice.issued", source, at, actor, document, invoice: { invoiceNumber, counter } };
}

function positionsMissing(from: number, to: number): string {
  return from === to
    ? `position ${from} of the journal is missing`
    : `positions ${from} to ${to} of the journal are missing`;
}
