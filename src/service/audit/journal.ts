import { createHash } from "node:crypto";
import type { AuditFindingCode, ReportFinding } from "../../domain/books/audit-finding.ts";
import { FIRST_DIGEST, type JournalEntry, type JournalHead, journalText } from "../../domain/books/journal.ts";

/** An entry as it comes, and the invoice whose row it is. */
export interface ChainedEntry extends Omit<JournalEntry, "at"> {
  /** `undefined` where the invoice's document cannot be read, and so does not tell. */
  readonly at: string | undefined;
  readonly invoice?: { readonly invoiceNumber: string; readonly counter: number } | undefined;
}

/** A head of the journal that was noted down earlier; its position where it is known. */
export interface ExpectedHead {
  readonly position: number | undefined;
  readonly digest: string;
}

/** The chain over invoices and entries, as they come in the order of their positions. */
export class JournalAudit {
  readonly #head: JournalHead;
  readonly #report: ReportFinding;
  readonly #expected: ExpectedHead | undefined;
  #last: JournalHead = { position: 0, digest: FIRST_DIGEST };
  #isExpectedThere: boolean;

  constructor(head: JournalHead, expected: ExpectedHead | undefined, report: ReportFinding) {
    this.#head = head;
    this.#expected = expected;
    this.#report = report;
    this.#isExpectedThere = expected === undefined;
    this.#expect(this.#last);
  }

  /** Whether an entry at this position follows on the last one, with nothing missing between them. */
  isNext({ position }: Pick<JournalEntry, "position">): boolean {
    return position === this.#last.position + 1;
  }

  /**
   * The next entry. Each is set against the one before it as that is stored, so that one change is one finding; behind a
   * gap there is nothing that it could be set against.
   */
  add(entry: ChainedEntry): void {
    const [from, to] = [this.#last.position + 1, entry.position - 1];
    if (from <= to) this.#found("entry_missing", positionsMissing(from, to), entry);
    else if (from > entry.position) {
      const detail = `it stands behind position ${this.#last.position}`;
      this.#found("entry_out_of_order", detail, entry);
    } else if (!this.#isChained(entry)) {
      const detail = "it is not what was written: what it says, or the digest before it, was changed";
      this.#found("digest_mismatch", detail, entry);
    }
    this.#last = { position: entry.position, digest: entry.digest };
    this.#expect(entry);
  }

  /** The chain ends where the books said that it does, and has had the head that was expected. */
  end(): void {
    const [from, to] = [this.#last.position + 1, this.#head.position];
    if (from <= to) this.#found("entry_missing", positionsMissing(from, to));
    if (this.#isExpectedThere || this.#expected === undefined) return;
    const { position, digest } = this.#expected;
    const where = position === undefined ? "nowhere" : `not at position ${position}`;
    const detail =
      `the digest ${digest} that was noted down earlier is ${where} in the journal, which ends at position ` +
      `${this.#head.position}: what was there was cut off or written anew`;
    this.#found("history_rewritten", detail);
  }

  #isChained({ position, kind, source, at, actor, document, digest }: ChainedEntry): boolean {
    if (at === undefined) return true; // the finding is that its document cannot be read
    const text = journalText(this.#last.digest, { position, kind, source, at, actor, document });
    return createHash("sha256").update(text).digest("hex") === digest;
  }

  #expect({ position, digest }: JournalHead): void {
    if (digest !== this.#expected?.digest) return;
    this.#isExpectedThere ||= (this.#expected.position ?? position) === position;
  }

  #found(code: AuditFindingCode, detail: string, entry?: ChainedEntry): void {
    this.#report({ code, ...entry?.invoice, position: entry?.position, detail });
  }
}

function positionsMissing(from: number, to: number): string {
  return from === to
    ? `position ${from} of the journal is missing`
    : `positions ${from} to ${to} of the journal are missing`;
}
