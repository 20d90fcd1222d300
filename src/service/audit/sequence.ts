import type { AuditFindingCode, ReportFinding } from "../../domain/books/audit-finding.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import type { AuditedInvoice, BooksHead, StoredEntry } from "../../ports/journal.ts";
import type { SequencePosition } from "../../ports/number-sequence.ts";
import type { ResumptionEntry } from "./entry.ts";
import type { AuditStart } from "./start.ts";

/** Checks the counters and the issue dates along the sequence. */
export class SequenceAudit {
  readonly #head: BooksHead;
  readonly #report: ReportFinding;
  state = {
    first: undefined as number | undefined,
    last: { lastCounter: 0, lastIssueDate: null } as SequencePosition,
    /** The earliest day for the next invoice, if an entry has resumed dates after the last one. */
    resumedOn: undefined as CalendarDay | undefined,
    /** The position from which the sequence was continued, according to the journal. */
    continuedFrom: { lastCounter: 0, lastIssueDate: null } as SequencePosition,
  };

  constructor(start: AuditStart, head: BooksHead, report: ReportFinding) {
    this.#head = head;
    this.#report = report;
    if (start.invoice === undefined) return;
    const { counter, issueDate } = start.invoice;
    this.state.first = counter;
    this.state.last = { lastCounter: counter, lastIssueDate: issueDate };
    this.state.continuedFrom = head.continuedFrom;
    this.state.resumedOn = "0001-01-01"; // perhaps by an entry that is not read
  }

  /** The counter of the first invoice; `undefined` before it. */
  get first(): number | undefined {
    return this.state.first;
  }

  /** The counter of the last invoice. Before the first one: the counter from which the sequence was continued. */
  get lastCounter(): number {
    return this.state.last.lastCounter;
  }

  /** Adds an entry that continues another sequence. Until the first invoice, a later one corrects it. */
  continueFrom(position: SequencePosition, at: number): void {
    if (this.state.first === undefined) this.state.last = this.state.continuedFrom = position;
    else
      this.#found("continuation_mismatch", "another sequence was continued after the first invoice", { position: at });
  }

  /** Adds an entry after which the next invoice may be dated before the last one. */
  resumeDates(entry: ResumptionEntry, { at, position }: Pick<StoredEntry, "at" | "position">): void {
    const { lastCounter, lastIssueDate } = this.state.last;
    const found = (detail: string) => this.#found("resumption_mismatch", detail, { position });
    if (this.state.first === undefined || entry.lastCounter !== lastCounter || entry.lastIssueDate !== lastIssueDate) {
      found(
        `it resumes dates after counter ${entry.lastCounter}, dated ${entry.lastIssueDate}, which was not the last invoice`,
      );
    } else if (!isDayOf(entry.resumedOn, at))
      found(`it was written at ${at}, but resumes dates from ${entry.resumedOn}`);
    else this.state.resumedOn = entry.resumedOn;
  }

  /** Adds the next invoice, in the order of counters. */
  add({ counter, invoiceNumber, issueDate, place }: AuditedInvoice): void {
    const about = { invoiceNumber, counter, position: place?.position };
    const { lastCounter, lastIssueDate } = this.state.last;
    if (counter <= lastCounter) this.#found("counter_doubled", `it comes after counter ${lastCounter}`, about);
    else if (!this.#head.countedByHost) this.#requireNext(counter, about);
    const day = typeof issueDate === "string" ? (issueDate as CalendarDay) : lastIssueDate; // damaged cells hold anything
    if (day !== null && lastIssueDate !== null && day < (this.state.resumedOn ?? lastIssueDate)) {
      this.#found("issue_date_backwards", `it is dated ${issueDate}, but the previous invoice ${lastIssueDate}`, about);
    }
    this.state.first ??= counter;
    this.state.resumedOn = undefined;
    this.state.last = { lastCounter: counter, lastIssueDate: day };
  }

  /** Checks that the sequence ends where the books said, and was continued from where the journal says. */
  end(): void {
    const { lastCounter, continuedFrom } = this.#head;
    const [ofRow, ofJournal] = [inWords(continuedFrom), inWords(this.state.continuedFrom)];
    if (ofRow !== ofJournal) {
      const detail =
        `the sequence was continued from ${ofRow} according to its row, ` +
        `but from ${ofJournal} according to the journal`;
      this.#found("continuation_mismatch", detail, {});
    }
    if (this.state.first !== undefined) this.#requireNext(lastCounter + 1, {});
  }

  #requireNext(counter: number, about: object): void {
    const [from, to] = [this.state.last.lastCounter + 1, counter - 1];
    if (from > to) return;
    const detail = from === to ? `counter ${from} is missing` : `counters ${from} to ${to} are missing`;
    this.#found("counter_missing", detail, about);
  }

  #found(code: AuditFindingCode, detail: string, about: object): void {
    this.#report({ code, ...about, detail });
  }
}

/** Whether it was this day somewhere on earth at the instant. An invalid instant gives `NaN`, and so `false`. */
function isDayOf(day: CalendarDay, instant: string): boolean {
  const hours = (Date.parse(instant) - Date.parse(`${day}T00:00:00.000Z`)) / 3_600_000;
  return hours >= -14 && hours < 24 + 12;
}

function inWords({ lastCounter, lastIssueDate }: SequencePosition): string {
  return `counter ${lastCounter} (${lastIssueDate === null ? "no date" : `dated ${lastIssueDate}`})`;
}
