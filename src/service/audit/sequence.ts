import type { AuditFindingCode, ReportFinding } from "../../domain/books/audit-finding.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import type { AuditedInvoice, BooksHead, StoredEntry } from "../../ports/journal.ts";
import type { SequencePosition } from "../../ports/number-sequence.ts";
import type { ResumptionEntry } from "./entry.ts";

/** Counters from first to last, and the dates along them, as the invoices come. */
export class SequenceAudit {
  readonly #head: BooksHead;
  readonly #report: ReportFinding;
  #first: number | undefined;
  #last: SequencePosition = { lastCounter: 0, lastIssueDate: null };
  /** The day from which dates go on behind the last invoice, where an entry says so. */
  #resumedOn: CalendarDay | undefined;
  /** What the journal says of where the sequence was adopted. */
  #adopted: SequencePosition = { lastCounter: 0, lastIssueDate: null };

  constructor(head: BooksHead, report: ReportFinding) {
    this.#head = head;
    this.#report = report;
  }

  /** The counter of the first invoice; `undefined` before it. */
  get first(): number | undefined {
    return this.#first;
  }

  /** The counter of the last invoice, or of the sequence that is continued. */
  get lastCounter(): number {
    return this.#last.lastCounter;
  }

  /** An entry that adopts a sequence; until the first invoice a later one corrects it. */
  continueFrom(position: SequencePosition, at: number): void {
    if (this.#first === undefined) this.#last = this.#adopted = position;
    else this.#found("continuation_mismatch", "a sequence was adopted after the first invoice", { position: at });
  }

  /** An entry, written at an instant, behind which the next invoice may be dated before the last one. */
  resumeDates(said: ResumptionEntry, { at, position }: Pick<StoredEntry, "at" | "position">): void {
    const { lastCounter, lastIssueDate } = this.#last;
    const found = (detail: string) => this.#found("resumption_mismatch", detail, { position });
    if (this.#first === undefined || said.lastCounter !== lastCounter || said.lastIssueDate !== lastIssueDate) {
      found(`it resumes dates behind counter ${said.lastCounter} of ${said.lastIssueDate}, which was not the last one`);
    } else if (!isDayOf(said.resumedOn, at)) found(`it was written at ${at}, but resumes dates on ${said.resumedOn}`);
    else this.#resumedOn = said.resumedOn;
  }

  /** The next invoice by its counter. */
  add({ counter, invoiceNumber, issueDate, place }: AuditedInvoice): void {
    const about = { invoiceNumber, counter, position: place?.position };
    const { lastCounter, lastIssueDate } = this.#last;
    if (counter <= lastCounter) this.#found("counter_doubled", `counter ${lastCounter} came before it`, about);
    else if (!this.#head.countedByHost) this.#requireNext(counter, about);
    if (lastIssueDate !== null && issueDate < (this.#resumedOn ?? lastIssueDate)) {
      this.#found("issue_date_backwards", `it is dated ${issueDate}, the one before it ${lastIssueDate}`, about);
    }
    this.#first ??= counter;
    this.#resumedOn = undefined;
    this.#last = { lastCounter: counter, lastIssueDate: issueDate as CalendarDay };
  }

  /** The end of the sequence is where the books said that it was, and its beginning where the journal did. */
  end(): void {
    const { lastCounter, continuedFrom } = this.#head;
    const [said, adopted] = [inWords(continuedFrom), inWords(this.#adopted)];
    if (said !== adopted) {
      const detail = `by its own row the sequence was adopted ${said}, by the journal ${adopted}`;
      this.#found("continuation_mismatch", detail, {});
    }
    if (this.#first !== undefined) this.#requireNext(lastCounter + 1, {});
  }

  #requireNext(counter: number, about: object): void {
    const [from, to] = [this.#last.lastCounter + 1, counter - 1];
    if (from > to) return;
    const detail = from === to ? `counter ${from} is missing` : `counters ${from} to ${to} are missing`;
    this.#found("counter_missing", detail, about);
  }

  #found(code: AuditFindingCode, detail: string, about: object): void {
    this.#report({ code, ...about, detail });
  }
}

/** Whether it was that day somewhere on earth at the instant. One that there is not gives `NaN`, and no. */
function isDayOf(day: CalendarDay, instant: string): boolean {
  const hours = (Date.parse(instant) - Date.parse(`${day}T00:00:00.000Z`)) / 3_600_000;
  return hours >= -14 && hours < 24 + 12;
}

function inWords({ lastCounter, lastIssueDate }: SequencePosition): string {
  return `at counter ${lastCounter} and ${lastIssueDate === null ? "no date" : `the date ${lastIssueDate}`}`;
}
