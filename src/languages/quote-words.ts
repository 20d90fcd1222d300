/** The words of quotes. */
export interface QuoteWords {
  /** The title. The number of the quote follows. */
  readonly title: string;
  /** In English: Date of the quote. */
  readonly date: string;
  /** In English: Valid until. */
  readonly validUntil: string;
  /** That it is no invoice, so that nobody deducts its VAT. */
  readonly notInvoice: string;
}
