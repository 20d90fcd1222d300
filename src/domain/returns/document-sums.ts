import { type CalendarDay, laterDay } from "../calendar.ts";
import { amountAsNumber, Decimal } from "../money/decimal.ts";
import type { VatTreatment } from "../vat/vat-table.ts";
import type { BookedCreditNote, BookedInvoice } from "./booking.ts";
import { isReplacing, notBeforeReplacing } from "./chargeable-day.ts";
import { isWithin, monthOf, type Span } from "./period.ts";
import type { ReportedDocument } from "./reported-document.ts";

/** Invoices less credit notes, of one month, currency and treatment. */
export interface DocumentSum {
  /** That of the tax points; of a credit note, that of its own date if it is later: `2026-11`. */
  readonly month: string;
  /** ISO 4217. */
  readonly currency: string;
  /** That of the documents. */
  readonly vatTreatment: VatTreatment;
  /** How many invoices. A cancelled one counts only if part of it was credited. */
  readonly invoices: number;
  /** How many credit notes. */
  readonly creditNotes: number;
  /** Without VAT, in the currency's units. */
  readonly subtotal: number;
  /** The VAT on it. */
  readonly taxTotal: number;
}

interface Sum {
  readonly key: Pick<DocumentSum, "month" | "currency" | "vatTreatment">;
  invoices: number;
  creditNotes: number;
  subtotal: Decimal;
  taxTotal: Decimal;
}

/** Sums documents by month, currency and treatment, whatever returns declare of them. */
export class DocumentSums {
  readonly #span: Span;
  readonly #sums = new Map<string, Sum>();

  constructor(span: Span) {
    this.#span = span;
  }

  /**
   * Adds an invoice and its credit notes. A cancelled one only adds what was credited, so that it adds up to 0 with them, and
   * a replaced one is taken back when another took its place.
   */
  add({ document, creditNotes, cancelledOn, replaced }: BookedInvoice): void {
    const notes = creditNotes.filter((note) => !isReplacing(note.document));
    const on = notBeforeReplacing(document, document.taxPointDate);
    const counted = cancelledOn === undefined ? [document] : notes.map((note) => note.document);
    if (counted.length > 0) this.#add(document, on, counted, 1).invoices += 1;
    if (replaced !== undefined) this.#add(document, laterDay(replaced.on, document.taxPointDate), [document], -1);
    for (const note of notes) this.addCreditNote(note);
  }

  addCreditNote({ document }: BookedCreditNote): void {
    this.#add(document, laterDay(document.issueDate, document.taxPointDate), [document], -1).creditNotes += 1;
  }

  /** In the order of months. Those in which there was nothing are left out. */
  lines(): DocumentSum[] {
    return [...this.#sums.keys()].sort().map((id) => {
      const { key, subtotal, taxTotal, ...counts } = this.#sums.get(id)!;
      return { ...key, ...counts, subtotal: amountAsNumber(subtotal), taxTotal: amountAsNumber(taxTotal) };
    });
  }

  #add(
    { currency, vatTreatment }: ReportedDocument,
    on: CalendarDay,
    documents: readonly ReportedDocument[],
    sign: number,
  ): Sum {
    const key = { month: monthOf(on), currency, vatTreatment };
    const id = Object.values(key).join(" ");
    const none = { key, invoices: 0, creditNotes: 0, subtotal: new Decimal(0), taxTotal: new Decimal(0) };
    const sum = this.#sums.get(id) ?? none;
    if (isWithin(on, this.#span)) this.#sums.set(id, sum);
    for (const { subtotal, taxTotal } of isWithin(on, this.#span) ? documents : []) {
      sum.subtotal = sum.subtotal.plus(new Decimal(subtotal).times(sign));
      sum.taxTotal = sum.taxTotal.plus(new Decimal(taxTotal).times(sign));
    }
    return sum;
  }
}
