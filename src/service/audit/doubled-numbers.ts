import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import { isSameNumber } from "../../domain/invoice/number.ts";
import type { AuditedCreditNote, AuditedInvoice } from "../../ports/journal.ts";
import type { Pages } from "./pages.ts";

/**
 * Finds numbers that an invoice of the first series and a credit note share. Equal numbers have equal counters, so both series are read side
 * by side in the order of their counters.
 */
export class DoubledNumbersAudit {
  readonly #creditNotes: Pages<AuditedCreditNote>;
  readonly #report: ReportFinding;

  constructor(creditNotes: Pages<AuditedCreditNote>, report: ReportFinding) {
    this.#creditNotes = creditNotes;
    this.#report = report;
  }

  /** Compares the next invoice of the first series, which has this number in it. */
  async add({ counter, invoiceNumber }: AuditedInvoice, number: number): Promise<void> {
    const creditNotes = this.#creditNotes;
    while (creditNotes.current !== undefined && creditNotes.current.counter <= number) {
      const { creditNoteNumber, counter: creditCounter } = creditNotes.current;
      if (creditCounter === number && isSameNumber(creditNoteNumber, invoiceNumber)) {
        const detail = `the credit note ${creditNoteNumber} has the same number`;
        this.#report({ code: "number_doubled", invoiceNumber, counter, creditNoteNumber, detail });
      }
      await creditNotes.next();
    }
  }
}
