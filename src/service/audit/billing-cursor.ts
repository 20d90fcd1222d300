import type { ReportFinding } from "../../domain/books/audit-finding.ts";
import type { AuditedInvoice, BillingPosition, JournalReader } from "../../ports/journal.ts";
import type { SequenceAudit } from "./sequence.ts";
import type { AuditStart } from "./start.ts";

/** Checks that the billing cursor is where acknowledging left it: it has the digest of the invoice that it points to. */
export class BillingAudit {
  readonly #cursor: BillingPosition;
  readonly #report: ReportFinding;
  state = { wasPassed: false };

  constructor(cursor: BillingPosition, report: ReportFinding) {
    this.#cursor = cursor;
    this.#report = report;
  }

  /** Adds the next invoice, in the order of counters. */
  add({ counter, invoiceNumber, source, place }: AuditedInvoice, isChained: boolean): void {
    if (counter !== this.#cursor.acknowledgedThrough) return;
    this.state.wasPassed = true;
    const { digest } = this.#cursor;
    if (digest === (place?.digest ?? null)) return;
    // A panel's invoice may have been acknowledged before it had a position and a digest.
    if (digest === null && (!isChained || source === "panel")) return;
    this.#found("its digest is not that of the invoice", { invoiceNumber, position: place?.position });
  }

  /** Reads the invoice that the cursor points to, if it comes before the audit's start. */
  async findPassed({ invoice: last }: AuditStart, journal: JournalReader, companyId: string): Promise<void> {
    const { acknowledgedThrough: counter } = this.#cursor;
    if (last === undefined || counter < 1 || counter > last.counter) return;
    for (const invoice of await journal.invoicesAfter(companyId, counter - 1, 1)) this.add(invoice, true);
  }

  /**
   * If a cursor points to no invoice, it must be before the first one, or at a number that a host's counter used up.
   */
  end(sequence: SequenceAudit, countedByHost: boolean): void {
    const { acknowledgedThrough: counter, digest } = this.#cursor;
    if (this.state.wasPassed || (counter === 0 && digest === null)) return;
    const isBefore = counter < (sequence.first ?? sequence.lastCounter + 1);
    const isWithin = counter <= sequence.lastCounter;
    if (digest === null && counter > 0 && (isBefore || (countedByHost && isWithin))) return;
    this.#found(isWithin ? "no invoice has that counter" : `the last invoice is ${sequence.lastCounter}`, {});
  }

  #found(fault: string, about: { readonly invoiceNumber?: string; readonly position?: number | undefined }): void {
    const { acknowledgedThrough: counter } = this.#cursor;
    const detail = `the billing cursor is at counter ${counter}, but ${fault}`;
    this.#report({ code: "billing_cursor_moved", counter, ...about, detail });
  }
}
