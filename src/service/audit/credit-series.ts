import type { AuditFindingCode, ReportFinding } from "../../domain/books/audit-finding.ts";
import type { CalendarDay } from "../../domain/calendar.ts";
import { subjectOfCredit } from "../../domain/invoice/credit/credit-document.ts";
import { parseInvoiceNumber } from "../../domain/invoice/number.ts";
import type { AuditedCreditNote, StoredEntry } from "../../ports/journal.ts";
import type { CreditAppliedEntry, CreditNoteEntry } from "./entry.ts";
import type { Pages } from "./pages.ts";
import type { AuditStart } from "./start.ts";

/**
 * The series of credit notes along the journal: counters from 1 without gaps, dates that do not run backwards, and one
 * row for each entry.
 */
export class CreditSeriesAudit {
  readonly #rows: Pages<AuditedCreditNote>;
  readonly #report: ReportFinding;
  state = {
    lastCounter: 0,
    last: undefined as Pick<CreditNoteEntry, "id" | "creditNoteNumber" | "issueDate" | "correctedInvoices"> | undefined,
    lastIssueDate: undefined as CalendarDay | undefined,
    /** The day from which dates continue after the last credit note, if an entry says so. */
    resumedOn: undefined as CalendarDay | undefined,
  };

  constructor(start: AuditStart, rows: Pages<AuditedCreditNote>, report: ReportFinding) {
    this.state.lastCounter = start.lastCreditNote;
    this.#rows = rows;
    this.#report = report;
  }

  /** The next credit note along the journal; `content` is `undefined` if the entry cannot be read. */
  async add({ position }: StoredEntry, content: CreditNoteEntry | undefined): Promise<void> {
    await this.#passRowsBefore(position);
    const row = this.#rows.current;
    const creditNoteNumber = content?.creditNoteNumber;
    if (row?.position !== position) {
      this.#found("credit_note_missing", "it is only in the journal", { creditNoteNumber, position });
    } else {
      if (content !== undefined) this.#compare(row, content);
      await this.#rows.next();
    }
    this.state.last = undefined;
    if (content !== undefined) this.#follow(content, position);
  }

  /** What a credit note took off an invoice. Its entry follows that of the credit note, which must say the same. */
  apply({ creditNoteId, creditNoteNumber, invoiceId, issueDate, total }: CreditAppliedEntry, position: number): void {
    const last = this.state.last;
    const named = last?.correctedInvoices?.find((each) => each.invoiceId === invoiceId);
    const isSame =
      creditNoteId === last?.id &&
      creditNoteNumber === last.creditNoteNumber &&
      issueDate === last.issueDate &&
      named?.amount === total;
    if (isSame) return;
    const detail = `what it took off the invoice ${invoiceId} is not what it says before that`;
    this.#found("credit_note_mismatch", detail, { creditNoteNumber, position });
  }

  /** An entry after which credit notes may be dated before the last one. */
  resumeDates(day: CalendarDay): void {
    this.state.resumedOn = day;
  }

  /** Reports the rows that no entry belongs to. */
  end(): Promise<void> {
    return this.#passRowsBefore(Number.POSITIVE_INFINITY);
  }

  async #passRowsBefore(position: number): Promise<void> {
    for (let row = this.#rows.current; row !== undefined && !(row.position >= position); row = this.#rows.current) {
      const { creditNoteNumber, position } = row;
      const detail = `the journal has no credit note at its position, ${position}`;
      this.#found("credit_note_without_entry", detail, { creditNoteNumber });
      await this.#rows.next();
    }
  }

  #compare(row: AuditedCreditNote, entry: CreditNoteEntry): void {
    const { counter, position } = row;
    const { id, creditNoteNumber, issueDate, total, payable } = entry;
    const isSame =
      row.id === id &&
      row.creditNoteNumber === creditNoteNumber &&
      row.issueDate === issueDate &&
      row.invoiceId === subjectOfCredit(entry) &&
      row.total === total &&
      row.payable === payable &&
      counter === parseInvoiceNumber(creditNoteNumber)?.counter;
    if (isSame) return;
    this.#found("credit_note_mismatch", "its row differs from the journal", { creditNoteNumber, position });
  }

  /** Compares number and date with those of the credit note before it. */
  #follow({ id, creditNoteNumber, issueDate, correctedInvoices }: CreditNoteEntry, position: number): void {
    const found = (detail: string) => this.#found("credit_note_out_of_series", detail, { creditNoteNumber, position });
    const parts = parseInvoiceNumber(creditNoteNumber);
    const next = this.state.lastCounter + 1;
    if (parts?.counter !== next) found(`its number ${creditNoteNumber} does not have the counter ${next}`);
    if (parts !== undefined && parts.yearMonth !== issueDate.slice(0, 4) + issueDate.slice(5, 7)) {
      found(`its number ${creditNoteNumber} does not match its issue date ${issueDate}`);
    }
    const earliest = this.state.resumedOn ?? this.state.lastIssueDate;
    if (earliest !== undefined && issueDate < earliest) {
      found(`it is dated ${issueDate}, but the previous credit note ${this.state.lastIssueDate}`);
    }
    this.state.lastCounter = parts?.counter ?? next;
    this.state.last = { id, creditNoteNumber, issueDate, correctedInvoices };
    this.state.lastIssueDate = issueDate;
    this.state.resumedOn = undefined;
  }

  #found(code: AuditFindingCode, detail: string, about: object): void {
    this.#report({ code, ...about, detail });
  }
}
