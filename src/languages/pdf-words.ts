import type { DocumentWords } from "./document-words.ts";

/** The words that are printed on a document. Each can be replaced with the option `words`. */
export interface PdfWords extends DocumentWords {
  /** The title of an invoice. Its number follows. */
  readonly invoice: string;
  /** The title of a simplified invoice of Spain. */
  readonly simplifiedInvoice: string;
  /** The title of an invoice that the client wrote in the company's name. */
  readonly selfBilledInvoice: string;
  /** The title of a credit note. */
  readonly creditNote: string;
  /** The title of a debit note (BT-3 `383`). */
  readonly debitNote: string;
  /** The title of a corrected invoice (BT-3 `384`). */
  readonly correctiveInvoice: string;
  /** The title of an invoice for a payment in advance (BT-3 `386`). */
  readonly prepaymentInvoice: string;
  /** The title of a partial invoice (BT-3 `326`, `875`, `876`). */
  readonly partialInvoice: string;
  /** The title of a final construction invoice (BT-3 `877`). */
  readonly finalInvoice: string;
  /** In English: Date of issue (BT-2). */
  readonly issueDate: string;
  /** In English: Due date (BT-9). */
  readonly dueDate: string;
  /** In English: Date of supply (BT-72). */
  readonly supplyDate: string;
  /** Instead of the date of supply, on a German invoice for a payment in advance. In English: Not yet supplied. */
  readonly notYetSupplied: string;
  /** Label of the tax point, printed if it differs from the date of supply. */
  readonly taxPointDate: string;
  /** In English: Period (BG-14). */
  readonly period: string;
  /** In English: Nature of the supply. On documents of sellers in France. */
  readonly supplyNature: string;
  /** After {@link supplyNature}. In English: Goods. */
  readonly goods: string;
  /** In English: Services. */
  readonly services: string;
  /** In English: Goods and services. */
  readonly goodsAndServices: string;
  /** Before the number of the invoice that a credit note corrects. */
  readonly correctedInvoice: string;
  /** Before the reason of a credit note. */
  readonly reason: string;
  /** In English: Client number (BT-46). */
  readonly clientNumber: string;
  /** In English: Your reference (BT-10). */
  readonly buyerReference: string;
  /** In English: Order number (BT-13). */
  readonly purchaseOrder: string;
  /** In English: Sales order number (BT-14). */
  readonly salesOrder: string;
  /** In English: Delivery note (BT-16). */
  readonly despatchAdvice: string;
  /** In English: Goods receipt (BT-15). */
  readonly goodsReceipt: string;
  /** In English: Tender (BT-17). */
  readonly tender: string;
  /** In English: Contract (BT-12). */
  readonly contract: string;
  /** In English: Project (BT-11). */
  readonly project: string;
  /** In English: Accounting reference (BT-19). */
  readonly accountingReference: string;
  /** In English: Invoiced object (BT-18, BT-128). */
  readonly invoicedObject: string;
  /** In English: Supporting documents (BG-24). */
  readonly supportingDocuments: string;
  /** In English: VAT number (BT-31). Polish numbers are named NIP instead, here and in the next two, if the word does not have it. */
  readonly vatNumber: string;
  /** In English: Client VAT number (BT-48). */
  readonly clientVatNumber: string;
  /** In English: Tax number (BT-32). */
  readonly taxNumber: string;
  /** In English: Registration number (BT-30). */
  readonly registrationNumber: string;
  /** In English: Client registration number (BT-47). */
  readonly clientRegistrationNumber: string;
  /** In English: Tax representative (BG-11). */
  readonly taxRepresentative: string;
  /** In English: Delivered to (BG-13). */
  readonly deliverTo: string;
  /** In English: Payee (BG-10). */
  readonly payee: string;
  /** The first column of the lines. In English: No. */
  readonly position: string;
  /** In English: Description (BT-153). */
  readonly description: string;
  /** In English: Quantity (BT-129). */
  readonly quantity: string;
  /** In English: Unit price excl. VAT (BT-146). */
  readonly unitPrice: string;
  /** In English: VAT (BT-152). */
  readonly vat: string;
  /** In English: Amount excl. VAT (BT-131). */
  readonly netAmount: string;
  /** Instead of {@link unitPrice} if the prices include VAT. */
  readonly grossUnitPrice: string;
  /** Instead of {@link netAmount} if the prices include VAT. */
  readonly grossAmount: string;
  /** In English: Item no. (BT-155). */
  readonly articleNumber: string;
  /** In English: Your item no. (BT-156). */
  readonly buyerArticleNumber: string;
  /** In English: Country of origin (BT-159). */
  readonly originCountry: string;
  /** In English: Order line (BT-132). */
  readonly orderLine: string;
  /** Before the sum of the lines below a heading. In English: Subtotal. */
  readonly headingTotal: string;
  /** Before the sum of the lines so far, at the end of a page. */
  readonly carriedForward: string;
  /** Before the same sum at the top of the next page. */
  readonly broughtForward: string;
  /** In English: VAT rate (BT-119). */
  readonly vatRate: string;
  /** In English: Taxable amount (BT-116). */
  readonly taxableAmount: string;
  /** In English: VAT amount (BT-117). */
  readonly taxAmount: string;
  /** In English: Sum of lines (BT-106). Printed if there are allowances or charges. */
  readonly lineTotal: string;
  /** In English: Total excl. VAT (BT-106). */
  readonly subtotal: string;
  /** In English: Total (BT-112). */
  readonly total: string;
  /** In English: Paid in advance (BT-113). */
  readonly prepaidAmount: string;
  /** In English: Rounding (BT-114). */
  readonly rounding: string;
  /** Marks an invoice that was cancelled. */
  readonly cancelled: string;
  /** Marks an invoice that is paid, and names what was paid of one that is not. */
  readonly paid: string;
  /** Marks an invoice that credit notes cover, and names what they credit of one that they do not. */
  readonly credited: string;
  /** Where the number would be, on a document that is not issued yet. */
  readonly draft: string;
  /** In English: Exchange rate. */
  readonly exchangeRate: string;
  /** On a German invoice for work on land. In English: Private clients must keep this invoice for two years. */
  readonly retention: string;
  /** The heading above how to pay. */
  readonly payment: string;
  /** In English: Payment terms (BT-20). */
  readonly paymentTerms: string;
  /** In English: Account holder (BT-85). */
  readonly accountHolder: string;
  /** In English: Account number (BT-84). Accounts with an IBAN are printed as such. */
  readonly account: string;
  /** In English: Payment reference (BT-83). */
  readonly paymentReference: string;
  /** In English: Direct debit (BG-19). */
  readonly directDebit: string;
  /** In English: Mandate reference (BT-89). */
  readonly mandateReference: string;
  /** In English: Creditor identifier (BT-90). */
  readonly creditorId: string;
  /** In English: Debited account (BT-91). */
  readonly debitedAccount: string;
  /** In English: Card (BG-18). */
  readonly card: string;
  /** Below the payment code. */
  readonly paymentCode: string;
  /** Before the number of the page, as in `Page 1/2`. */
  readonly page: string;
}
