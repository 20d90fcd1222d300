import type { CalendarDay } from "../../domain/calendar.ts";
import { subjectOfCredit } from "../../domain/invoice/credit/credit-document.ts";
import type { CreditNoteDocument } from "../../domain/invoice/generated/credit-note.ts";
import type { StoredPortalNumber } from "../../domain/invoice/stored-document.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { CreditNoteRepository, CreditNoteSeries, StoredCreditNote } from "../../ports/credit-note-repository.ts";
import { isFarAhead } from "./issue-dates.ts";

/** The number and date of the next credit note. */
interface NextCreditNote {
  readonly counter: number;
  readonly issueDate: CalendarDay;
}

/** A company's series of credit notes while its books are locked, with the credit notes of the invoices that are needed. */
export class LockedCredits {
  #lastCounter: number;
  /** No credit note may be dated before it; `null` if any day is allowed. */
  #earliest: CalendarDay | null;
  readonly #creditNotes: Omit<StoredCreditNote, "counter">[];

  private constructor(
    { lastCounter, lastIssueDate, resumedOn }: CreditNoteSeries,
    creditNotes: readonly StoredCreditNote[],
  ) {
    this.#lastCounter = lastCounter;
    this.#earliest = resumedOn ?? lastIssueDate;
    this.#creditNotes = [...creditNotes];
  }

  static async open(
    repository: Pick<CreditNoteRepository, "series" | "findOfInvoices">,
    invoiceIds: ReadonlySet<string>,
  ): Promise<LockedCredits> {
    const series = await repository.series();
    return new LockedCredits(series, await repository.findOfInvoices([...invoiceIds]));
  }

  /** The credit notes of an invoice, oldest first; by its own id, the one that does not credit one invoice of the books. */
  of(subjectId: string): readonly CreditNoteDocument[] {
    return this.#creditNotes.map(({ document }) => document).filter((note) => subjectOfCredit(note) === subjectId);
  }

  /** The numbers that portals gave a credit note that does not credit one invoice of the books. */
  portalNumbersOf(id: string): readonly StoredPortalNumber[] {
    return this.#creditNotes.find(({ document }) => document.id === id)?.portalNumbers ?? [];
  }

  /** Adds such a number. */
  addPortalNumber(number: StoredPortalNumber): void {
    const index = this.#creditNotes.findIndex(({ document }) => document.id === number.invoiceId);
    const { document, portalNumbers } = this.#creditNotes[index]!;
    this.#creditNotes[index] = { document, portalNumbers: [...portalNumbers, number] };
  }

  isFarAhead(today: CalendarDay): boolean {
    return this.#earliest !== null && isFarAhead(this.#earliest, today);
  }

  /**
   * The next counter, and today, or the date of the last credit note or of an invoice if that is a day ahead. Only a
   * wrong clock dates an invoice further ahead, and its credit note is dated today.
   *
   * @throws Refusal `clock_out_of_step` if the last credit note is dated more than a day ahead
   */
  next(today: CalendarDay, invoiceDates: readonly CalendarDay[]): NextCreditNote {
    if (this.isFarAhead(today)) {
      const message =
        `The last credit note is dated ${this.#earliest}, but this server's clock says ${today}. Nothing can be credited ` +
        "until they agree. Correct the clock or, if a wrong clock dated that credit note, call resumeDates.";
      throw new Refusal("clock_out_of_step", message);
    }
    const earliest = this.#earliest ?? today;
    const corrected = invoiceDates.filter((day) => !isFarAhead(day, today));
    const [issueDate] = [today, earliest, ...corrected].sort().reverse() as [CalendarDay];
    return { counter: this.#lastCounter + 1, issueDate };
  }

  /** Adds the credit note that has the next counter. */
  add(document: CreditNoteDocument): void {
    this.#lastCounter += 1;
    this.#earliest = document.issueDate;
    this.#creditNotes.push({ document, portalNumbers: [] });
  }

  /** Lets dates continue from this day. */
  resume(day: CalendarDay): void {
    if (this.#lastCounter > 0) this.#earliest = day;
  }
}
