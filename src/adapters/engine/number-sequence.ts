import type { ChangeOrigin } from "../../domain/books/journal.ts";
import { addDays, type CalendarDay, laterDay } from "../../domain/calendar.ts";
import type { StoredResumption } from "../../domain/invoice/stored-document.ts";
import type { CreditNoteSeries } from "../../ports/credit-note-repository.ts";
import type {
  CompanySequences,
  DateResumption,
  NumberSequence,
  SequenceHead,
  SequencePosition,
  SeriesHead,
} from "../../ports/number-sequence.ts";
import type { CountedBy, LockedHead } from "./dialect.ts";
import type { TransactionBooks } from "./transaction-books.ts";

/**
 * A sequence that consists of the invoices themselves: the next counter is the last invoice's plus one, so no
 * separate counter can drift.
 */
export function invoiceNumbers(books: TransactionBooks): NumberSequence {
  let next: number | undefined;
  let isStarted = false;
  let last: SequencePosition | undefined;
  return {
    async lock() {
      await books.flush();
      const head = await books.dialect.lock();
      books.startFrom(head);
      const { sequence } = head;
      next = sequence.lastCounter + 1;
      isStarted = sequence.started;
      last = isStarted ? sequence : undefined;
      return sequence;
    },
    async take(count) {
      if (next === undefined) throw new TypeError("call lock() before take()");
      if (!Number.isSafeInteger(count) || count < 1) throw new TypeError(`cannot take ${count} counters`);
      const first = next;
      next += count;
      isStarted = true;
      last = undefined;
      return first;
    },
    async continueFrom(position, origin) {
      if (next === undefined) throw new TypeError("call lock() before continueFrom()");
      if (position.series !== undefined) return continueSeries(books, position.series, position, origin);
      if (isStarted) throw new TypeError("numbering has started; it continues from the last invoice");
      const chain = await books.chain();
      books.batch.continuedFrom = position;
      books.batch.entries.push(chain.appendContinuation(position, origin));
      next = position.lastCounter + 1;
    },
    async series(names) {
      books.requireLocked();
      await books.flush();
      return books.dialect.seriesHeads(names);
    },
    resumeDates: (resumption, origin) => resumeDates(books, last, resumption, origin),
    resumedOn: () => findResumedOn(books, last),
  };
}

/** The journal's entry is the record: the next invoice of the series is compared with it. */
async function continueSeries(
  books: TransactionBooks,
  series: string,
  position: SequencePosition,
  origin: ChangeOrigin,
): Promise<void> {
  await books.flush();
  const [head] = await books.dialect.seriesHeads([series]);
  if (head?.started === true) throw new TypeError("the series has started; it continues from its last invoice");
  const chain = await books.chain();
  books.batch.entries.push(chain.appendContinuation({ ...position, series }, origin));
}

/**
 * A host's own counter, used under the company's lock. Invoices that the host keeps elsewhere take numbers from it too,
 * so the insert guard must accept gaps here. The dates of the invoices kept here also count, because the host's counter
 * may not know any date.
 */
export function hostNumbers(books: TransactionBooks, host: NumberSequence): NumberSequence {
  const { dialect } = books;
  let last: SequencePosition | undefined;
  let countedBy: CountedBy = "invoices";
  let hostDate: CalendarDay | null = null;
  return {
    async lock() {
      await books.flush();
      countedBy = await dialect.lockAlone();
      const head = await host.lock();
      const ours = await dialect.readHead();
      books.startFrom(ours);
      last = ours.sequence.started ? ours.sequence : undefined;
      hostDate = head.lastIssueDate;
      return withLaterDate(head, ours.sequence);
    },
    async take(count) {
      if (countedBy !== "host") await dialect.markCountedByHost();
      countedBy = "host";
      last = undefined;
      return host.take(count);
    },
    async resumeDates(resumption, origin) {
      if (hostDate !== null && hostDate > addDays(resumption.resumedOn, 1)) {
        const message = `the host's own counter reports ${hostDate} as its last issue date; correct the date there first`;
        throw new TypeError(message);
      }
      await resumeDates(books, last, resumption, origin);
    },
    async resumedOn() {
      const day = await findResumedOn(books, last);
      return day === null ? null : laterDay(day, hostDate);
    },
  };
}

function withLaterDate(host: SequenceHead, { lastIssueDate, storeNow }: SequenceHead): SequenceHead {
  const later = lastIssueDate === null ? host.lastIssueDate : laterDay(lastIssueDate, host.lastIssueDate);
  return { ...host, lastIssueDate: later, storeNow };
}

/**
 * Writes the entry after which issue dates continue from an earlier day.
 *
 * @param last the last invoice; `undefined` before the lock, if there is none, or if numbers were taken since
 */
async function resumeDates(
  books: TransactionBooks,
  last: SequencePosition | undefined,
  resumption: DateResumption,
  origin: ChangeOrigin,
): Promise<void> {
  if (last === undefined) {
    throw new TypeError("call resumeDates() after lock() and before take(), and only if there is an invoice");
  }
  const chain = await books.chain();
  books.batch.entries.push(chain.appendResumption(last, resumption, origin));
}

/** The day on which dates were resumed after this last invoice; `null` if they were not. */
async function findResumedOn(books: TransactionBooks, last: SequencePosition | undefined): Promise<CalendarDay | null> {
  await books.flush();
  return resumedOnOf(last, await books.dialect.findResumption());
}

/** Where the sequences end, according to what a reader found. `series` is absent if a host's own counter numbers. */
export function sequencesOf(
  { sequence: invoices }: Pick<LockedHead, "sequence">,
  resumption: StoredResumption | undefined,
  series: readonly SeriesHead[] | undefined,
  creditNotes: CreditNoteSeries,
): CompanySequences {
  return { invoices, resumedOn: resumedOnOf(invoices.started ? invoices : undefined, resumption), series, creditNotes };
}

/** The day on which dates were resumed after the last invoice; `null` if there is none, or if they were resumed before it. */
function resumedOnOf(last: SequencePosition | undefined, resumption: StoredResumption | undefined): CalendarDay | null {
  return resumption !== undefined && resumption.lastCounter === last?.lastCounter ? resumption.resumedOn : null;
}
