import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import { isSameNumber } from "../../domain/invoice/number.ts";
import type { AuditedCreditNote, AuditedInvoice } from "../../ports/journal.ts";
import type { Pages } from "./pages.ts";

/**
 * Finds numbers that an invoice and a credit note share. Equal numbers have equal counters, so both series are read side
 * by side in the order of their counters.
 */
export class DoubledNumbersAudit {
  readonly #creditNotes: Pages<AuditedCreditNote>;
  readonly #report: ReportFinding;

  constructor(creditNotes: Pages<AuditedCreditNote>, report: ReportFinding) {
    this.#creditNotes = creditNotes;
    this.#report = report;
  }

  /** Reads the first credit notes. */
  begin(): Promise<void> {
    return this.#creditNotes.begin();
  }

  /** Compares the next invoice in the order of the counters. */
  async add({ counter, invoiceNumber }: AuditedInvoice): Promise<void> {
    const creditNotes = this.#creditNotes;
    while (creditNotes.current !== undefined && creditNotes.current.counter <= counter) {
      const { creditNoteNumber, counter: place } = creditNotes.current;
      if (place === counter && isSameNumber(creditNoteNumber, invoiceNumber)) {
        const detail = `the credit note ${creditNoteNumber} has the same number`;
        this.#report({ code: "number_doubled", invoiceNumber, counter, creditNoteNumber, detail });
      }
      await creditNotes.next();
    }
  }
}
