import type { AccountingRow } from "../domain/accounting/accounting-rows.ts";
import type { BookChange } from "../domain/books/book-change.ts";
import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import type {
  CreditNote,
  CreditNoteOrder,
  CreditNotePage,
  CreditOrder,
} from "../domain/invoice/generated/credit-note.ts";
import type { Invoice, InvoicePage, InvoiceWithPayments } from "../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../domain/invoice/generated/order.ts";
import type { InvoiceEntry } from "../domain/invoice/invoice-entry.ts";
import type { CreditPreview, InvoicePreview } from "../domain/invoice/preview.ts";
import type { DocumentSum } from "../domain/returns/document-sums.ts";
import type { OssThreshold } from "../domain/returns/oss-threshold.ts";
import type { VatReport } from "../domain/returns/vat-report.ts";
import type { VatDecision } from "../domain/vat/types.ts";
import type { AuditOptions, AuditReport, AuditStep, AuditStepOptions } from "./audit/options.ts";
import type { CreditResult } from "./credit-notes/credit.ts";
import type { CreditNoteListRequest } from "./credit-notes/read.ts";
import type { ChangesOptions } from "./delivery/read-changes.ts";
import type { Cancellation } from "./invoices/cancel.ts";
import type { NumberingPosition } from "./invoices/continue-numbering.ts";
import type { RepeatableOptions } from "./invoices/idempotency.ts";
import type { IssueResult } from "./invoices/issue.ts";
import type { IssueAllOptions } from "./invoices/issue-all.ts";
import type { PreviewOptions } from "./invoices/preview.ts";
import type { ListFilter, ListRequest } from "./invoices/read.ts";
import type { Resumption } from "./invoices/resume-dates.ts";
import type { WriteOff } from "./invoices/write-off.ts";
import type { PaymentRequest, PaymentResult } from "./payments/record-payment.ts";
import type { PortalNumberRequest } from "./portals/record-portal-number.ts";
import type { PortalRefusalRequest } from "./portals/record-portal-refusal.ts";
import type { AccountingRequest } from "./returns/accounting-rows.ts";
import type { OssThresholdRequest } from "./returns/oss-threshold.ts";
import type { VatReportRequest } from "./returns/report-vat.ts";
import type { DocumentSumsRequest } from "./returns/sum-documents.ts";
import type { SuggestionRequest } from "./vat/suggest.ts";
import type { VatNumberCheck, VatNumberRequest } from "./vat/verify-number.ts";

/**
 * One company's books. Every call is bound to the company, so it cannot reach another company's books. A refused call
 * rejects with a `Refusal` and has written nothing.
 */
export interface Company {
  /** Creates or replaces the profile. @throws TypeError if you passed your own `companies` */
  saveProfile(profile: CompanyProfile): Promise<CompanyProfile>;

  /** The company's profile. @throws Refusal `company_not_found` */
  profile(): Promise<CompanyProfile>;

  /** The VAT that an invoice to this client would have. Nothing is issued and nothing is billed. */
  suggestVat(request: SuggestionRequest): Promise<VatDecision>;

  /** Whether a client's VAT number is well formed, and what the register says of it. Nothing is kept. */
  checkVatNumber(request: VatNumberRequest): Promise<VatNumberCheck>;

  /**
   * The invoice that {@link issue} would return now, without id, number and time, or its refusal. Nothing is written, nothing is
   * billed, and nobody waits for it: it reads the books without their lock. So issuing decides again, and others may have
   * issued meanwhile. `renderPdf`, `toUbl`, `toCii` and gaps take it.
   *
   * @throws Refusal as {@link issue}; with `verify` also what the register says of the VAT number
   */
  preview(order: InvoiceOrder, options?: PreviewOptions): Promise<InvoicePreview>;

  /** Issues an invoice with the next number. It cannot be deleted, only cancelled. */
  issue(order: InvoiceOrder, options?: RepeatableOptions): Promise<Invoice>;

  /** Like {@link issue}, and also returns whether the invoice had already been issued with the same idempotency key. */
  issueOrReplay(order: InvoiceOrder, options: RepeatableOptions): Promise<IssueResult>;

  /**
   * Issues all of the orders, at most 1,000, with consecutive numbers and in one commit, or none of them. A refusal
   * names the order by its index: `/2/items/0/unitPrice` is in the third order.
   */
  issueMany(orders: readonly InvoiceOrder[], options?: RepeatableOptions): Promise<Invoice[]>;

  /**
   * Issues any number of orders, in constant memory: 1,000 to a commit, one commit after another, each all or nothing.
   * The numbers are consecutive within a commit. Others may issue between two commits.
   *
   * - **Guarantee**: an invoice is given to you once its commit is durable. If the call ends early, or you leave the
   *   loop, what was issued remains. Call again with the same key and orders to get it again and issue the rest.
   * - **Condition**: iterate over the result. Nothing is issued before you ask for the first invoice, and nothing more
   *   once you stop. If you have not begun by the next turn of the event loop, the process emits a warning.
   * - **Order of reads**: the next commit's orders are read while one is being written, so up to 1,001 more are read than
   *   are issued. With a `verifier`, and in a transaction of yours, they are read after it. If you leave the loop, the
   *   order that is being read is the last.
   * - **Profile**: each commit uses the profile stored when it begins, even if its orders were read earlier.
   * - **Refusals**: with `onRefusal`, a refused order is reported and left out, and each order has a key of its own.
   *
   * @throws Refusal as {@link issue}. It names the order by its index from the first one of all, and nothing of its
   *   commit was issued; `idempotency_key_reused` if the orders before it have changed since the first call, or if the key
   *   was used with `onRefusal` and now is not, or the other way round
   */
  issueAll(
    orders: AsyncIterable<InvoiceOrder> | Iterable<InvoiceOrder>,
    options: IssueAllOptions,
  ): AsyncGenerator<Invoice, void, undefined>;

  /** One page of the invoices, newest number first: all of them, or those that match every filter of the request. */
  list(request?: ListRequest): Promise<InvoicePage>;

  /**
   * All invoices that match every filter, newest number first, in constant memory: 100 are read at a time. What you issue
   * after the call never appears, and what others issue only while the newest number is being read, right after the call.
   * Each invoice is as it is when it is read; one whose status changes meanwhile may appear or not.
   *
   * @throws Refusal `request_invalid` when you ask for the first invoice
   */
  listAll(filter?: ListFilter): AsyncIterable<Invoice>;

  /**
   * The invoices of {@link Company.listAll}, with only what lists show and sums of open amounts count. Reads them 1,000 at
   * a time; on SQLite it takes about half the time.
   *
   * @throws Refusal `request_invalid` when you ask for the first entry
   */
  listEntries(filter?: ListFilter): AsyncIterable<InvoiceEntry>;

  /**
   * The changes of the books in the order of the journal, oldest first, in constant memory: what was issued, paid,
   * cancelled and credited, and the numbers of portals, by the library and by other writers. What is recorded after you
   * ask for the first one never appears: go on with the position of the last one.
   *
   * @throws Refusal `request_invalid` when you ask for the first change
   * @throws TypeError if there is no journal to read, as inside a host's transaction
   */
  changes(options?: ChangesOptions): AsyncIterable<BookChange>;

  /** One invoice with its payments and its credit notes. @throws Refusal `invoice_not_found` */
  get(invoiceId: string): Promise<InvoiceWithPayments>;

  /**
   * The invoice with this number, in upper or lower case, with its payments and its credit notes.
   *
   * @throws Refusal `invoice_not_found`
   */
  getByNumber(invoiceNumber: string): Promise<InvoiceWithPayments>;

  /**
   * The invoice that a request with this idempotency key issued, paid or credited, as it is now. If one key issued
   * several, the first.
   *
   * @throws Refusal `invoice_not_found` if nothing was written with the key
   */
  getByKey(idempotencyKey: string): Promise<InvoiceWithPayments>;

  /**
   * Cancels an invoice, which keeps its number. Cancelling again changes nothing.
   *
   * @throws Refusal `invoice_not_found`, `invoice_paid`, `clock_out_of_step`
   */
  cancel(invoiceId: string, cancellation?: Cancellation): Promise<Invoice>;

  /**
   * Writes off what is due on an invoice as a bad debt: its VAT comes back in the return of the period of `on`, where the law
   * allows that without a document. Status and `amountDue` stay, `list({ due: true })` leaves it out, and what the client pays
   * later brings that part of the VAT back. It is final. The same write-off again changes nothing.
   *
   * @throws Refusal `invoice_not_found`, `invoice_cancelled`, `write_off_refused`
   * @see Directive 2006/112/EC, article 90
   */
  writeOff(invoiceId: string, writeOff: WriteOff): Promise<Invoice>;

  /**
   * Credits an invoice that was sent: all that is left of it, or the given lines by quantity or by amount: net, or
   * gross with gross prices. Any number of times, but never more than is left.
   *
   * @throws Refusal `invoice_not_found`, `invoice_cancelled`, `credit_exceeds_invoice`, `clock_out_of_step`
   */
  credit(invoiceId: string, order: CreditOrder, options?: RepeatableOptions): Promise<CreditNote>;

  /**
   * The credit note that {@link credit} would return now, without id, number and time, and the invoice as it would be after it;
   * or its refusal. Like {@link preview}, it writes nothing, and crediting decides again.
   *
   * @throws Refusal as {@link credit}
   */
  previewCredit(invoiceId: string, order: CreditOrder): Promise<CreditPreview>;

  /** Like {@link credit}, and also returns whether the credit note had already been issued with the same idempotency key. */
  creditOrReplay(invoiceId: string, order: CreditOrder, options: RepeatableOptions): Promise<CreditResult>;

  /**
   * Issues a credit note that does not credit one invoice of these books: over several invoices, of an invoice of the system
   * before, or over a period, where the law of the seller's state allows that. Its VAT is decided as that of an order, and
   * its amounts are positive.
   *
   * @throws Refusal as {@link issue} and {@link credit}
   */
  issueCreditNote(order: CreditNoteOrder, options?: RepeatableOptions): Promise<CreditNote>;

  /** Like {@link issueCreditNote}, and also returns whether it had already been issued with the same idempotency key. */
  issueCreditNoteOrReplay(order: CreditNoteOrder, options: RepeatableOptions): Promise<CreditResult>;

  /** One page of the credit notes, newest number first. */
  creditNotes(request?: CreditNoteListRequest): Promise<CreditNotePage>;

  /** One credit note. @throws Refusal `credit_note_not_found` */
  getCreditNote(creditNoteId: string): Promise<CreditNote>;

  /**
   * Records a payment, or a refund if the amount is negative. The invoice is `PAID` once something was paid and payments
   * and credit notes cover its total.
   */
  recordPayment(invoiceId: string, payment: PaymentRequest, options?: RepeatableOptions): Promise<InvoiceWithPayments>;

  /** Like {@link recordPayment}, and also returns whether it had already been recorded with the same idempotency key. */
  recordPaymentOrReplay(invoiceId: string, payment: PaymentRequest, options: RepeatableOptions): Promise<PaymentResult>;

  /**
   * Records the number that a state's portal gave an invoice when it took it, such as KSeF's. The journal keeps it; the issued
   * document does not change. Recording it again changes nothing.
   *
   * @throws Refusal `request_invalid`, also if another number of the portal is recorded and `replaces` does not name it;
   *   `invoice_not_found`
   */
  recordPortalNumber(invoiceId: string, request: PortalNumberRequest): Promise<InvoiceWithPayments>;

  /** Records the number that a portal gave a credit note. @throws Refusal `request_invalid`, `credit_note_not_found` */
  recordCreditNotePortalNumber(creditNoteId: string, request: PortalNumberRequest): Promise<CreditNote>;

  /**
   * Records what a state's portal objected to an invoice: it refused it, or accepted it with errors. If the invoice is
   * cancelled, it is about the cancellation. The journal keeps it; the issued document does not change. Recording the last
   * one again changes nothing. `verifactuRecords` derives the corrected record from it.
   *
   * @throws Refusal `request_invalid`, also if no record can correct it; `invoice_not_found`
   */
  recordPortalRefusal(invoiceId: string, request: PortalRefusalRequest): Promise<InvoiceWithPayments>;

  /** Records what a portal objected to a credit note. @throws Refusal `request_invalid`, `credit_note_not_found` */
  recordCreditNotePortalRefusal(creditNoteId: string, request: PortalRefusalRequest): Promise<CreditNote>;

  /** Continues a sequence that was kept elsewhere. Only before the first invoice. */
  continueNumbering(position: NumberingPosition): Promise<void>;

  /**
   * Lets issue dates continue from today after a wrong clock dated the last invoice so far ahead that nothing can be
   * issued (`clock_out_of_step`). The journal records it.
   */
  resumeDates(resumption: Resumption): Promise<void>;

  /**
   * Reads the books from the first entry to the last and reports everything that differs from what was written. The
   * books are sound if `findingCount` is 0. Writers can continue meanwhile. Closing waits for the audit.
   *
   * @throws TypeError if there is no journal to read, as inside a host's transaction
   */
  audit(options?: AuditOptions): Promise<AuditReport>;

  /**
   * Does a step of an audit and returns what the next step needs, or the report if it was the last. All steps together find
   * what {@link audit} would have found when the first one began. Whoever can change `rest` can hide findings.
   *
   * @throws TypeError as {@link audit}, and if `rest` is not that of an earlier step
   */
  auditStep(options?: AuditStepOptions): Promise<AuditStep>;

  /**
   * The amounts for the VAT returns of these days, by tax point: VAT at home, OSS, the recapitulative statement,
   * exports, and what it cannot place. Reads the invoices that concern them, or all if the store has no index of them; writers
   * can continue meanwhile.
   *
   * @throws Refusal `request_invalid`, `company_not_found`
   * @throws TypeError if there is no journal to read, as inside a host's transaction
   */
  vatReport(request: VatReportRequest): Promise<VatReport>;

  /**
   * The invoices of these days less their credit notes, by tax point: the sums of each month, currency and treatment. What was
   * cancelled counts as far as it was credited. Returns may declare other amounts in other months, which {@link vatReport} says.
   *
   * @throws Refusal `request_invalid`, `company_not_found`
   * @throws TypeError if there is no journal to read, as inside a host's transaction
   */
  documentSums(request: DocumentSumsRequest): Promise<readonly DocumentSum[]>;

  /**
   * The rows of these days for bookkeeping: sales by document, rate and account, credit notes, cancellations, write-offs and
   * payments. What they declare adds up to {@link vatReport} of the same days. Clients with numbers of their own need all
   * invoices to be read.
   *
   * @throws Refusal `request_invalid`, `company_not_found`
   * @throws TypeError if there is no journal to read, as inside a host's transaction
   */
  accountingRows(request: AccountingRequest): Promise<readonly AccountingRow[]>;

  /**
   * A year's sales of goods and digital services to consumers in other member states, compared with the EUR 10,000 above
   * which they are taxed there. Only for companies established in one state. It reports; issuing does not ask.
   *
   * @throws Refusal `request_invalid`, `company_not_found`
   * @throws TypeError if there is no journal to read, as inside a host's transaction
   * @see Directive 2006/112/EC, article 59c
   */
  ossThreshold(request: OssThresholdRequest): Promise<OssThreshold>;
}
