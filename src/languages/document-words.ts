/** The words that pages and electronic documents share. */
export interface DocumentWords {
  /** Before the numbers of earlier invoices. */
  readonly precedingInvoices: string;
  /** In English: Discount (BG-20, BG-27). The reason of a discount that has none. */
  readonly discount: string;
  /** In English: Charge (BG-21, BG-28). The reason of a charge that has none. */
  readonly charge: string;
  /** Before the VAT of a split payment. In English: VAT that the client pays to the state. */
  readonly splitVat: string;
  /** In English: Amount due (BT-115). */
  readonly amountDue: string;
  /** In English: Cash discount. */
  readonly cashDiscount: string;
}
