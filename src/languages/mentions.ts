/**
 * What an invoice must say of its VAT in a language, beside English. A wording that is missing has no source in that language, so
 * only the English one is printed. The wordings of articles 226(10a) and (11a) are those of the directive, with its
 * capitals. None names a national article, because several states can share a language.
 *
 * @see docs/why/vat-notes.md for the source of each
 */
export interface Mentions {
  /** Directive 2006/112/EC, article 226(11a). */
  readonly reverseCharge?: string;
  /** Directive 2006/112/EC, article 138. */
  readonly intraCommunitySupply?: string;
  /** Directive 2006/112/EC, article 146. */
  readonly exportOfGoods?: string;
  /** A service whose place is outside the EU. Directive 2006/112/EC, articles 44 and 59. */
  readonly serviceOutsideScope?: string;
}

/** What an invoice says beside that. Apart, because the VAT decision in browsers needs none of it. */
export interface InvoiceMentions {
  /** Directive 2006/112/EC, article 226(10a). */
  readonly selfBilling?: string;
  /** Directive 2006/112/EC, article 226(7a). */
  readonly cashAccounting?: string;
  /**
   * On credit notes of a seller in Belgium, which cannot have its VAT back without it. In Belgium's official languages;
   * the German text is our translation. Koninklijk besluit nr. 4 of 29 December 1969, article 4.
   */
  readonly vatToPayBack?: string;
  /** Before the number of a payment in advance that a final invoice deducts. Not a mention that the law wants. */
  readonly advance?: string;
}
