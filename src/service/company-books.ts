import type { CompanyProfile } from "../domain/generated/company-profile.ts";
import type { CreditNote, CreditNotePage, CreditOrder } from "../domain/invoice/generated/credit-note.ts";
import type { Invoice, InvoicePage, InvoiceWithPayments } from "../domain/invoice/generated/invoice.ts";
import type { InvoiceOrder } from "../domain/invoice/generated/order.ts";
import type { OssThreshold } from "../domain/returns/oss-threshold.ts";
import type { VatReport } from "../domain/returns/vat-report.ts";
import { timeZoneOf } from "../domain/vat/territory/time-zone.ts";
import type { VatDecision } from "../domain/vat/types.ts";
import { auditBooks } from "./audit/audit.ts";
import type { AuditOptions, AuditReport } from "./audit/options.ts";
import type { Company } from "./company.ts";
import { readProfile, saveProfile } from "./company-profile.ts";
import { type CompanyContext, type RunCall, requireBooks, requireProfile } from "./context.ts";
import { type CreditResult, creditInvoice } from "./credit-notes/credit.ts";
import { type CreditNoteListRequest, getCreditNote, listCreditNotes } from "./credit-notes/read.ts";
import { type Cancellation, cancelInvoice } from "./invoices/cancel.ts";
import { continueNumbering, type NumberingPosition } from "./invoices/continue-numbering.ts";
import { NO_OPTIONS, type RepeatableOptions } from "./invoices/idempotency.ts";
import { type IssueResult, issueInvoice } from "./invoices/issue.ts";
import { type IssueAllOptions, issueAllInvoices } from "./invoices/issue-all.ts";
import { issueTogether } from "./invoices/issue-many.ts";
import { getInvoice, getInvoiceByKey, getInvoiceByNumber, type ListRequest, listInvoices } from "./invoices/read.ts";
import { type PaymentRequest, type PaymentResult, recordPayment } from "./invoices/record-payment.ts";
import { type Resumption, resumeDates } from "./invoices/resume-dates.ts";
import { type OssThresholdRequest, readOssThreshold } from "./returns/oss-threshold.ts";
import { reportVat, type VatReportRequest } from "./returns/report-vat.ts";
import { type SuggestionRequest, suggestVat } from "./vat/suggest.ts";

/** The implementation of {@link Company}: each method is one call of a use case. */
export class CompanyBooks implements Company {
  readonly #run: RunCall;

  constructor(run: RunCall) {
    this.#run = run;
  }

  saveProfile(profile: CompanyProfile): Promise<CompanyProfile> {
    return this.#run((context) => saveProfile(context, profile));
  }

  profile(): Promise<CompanyProfile> {
    return this.#run((context) => readProfile(context));
  }

  suggestVat(request: SuggestionRequest): Promise<VatDecision> {
    return this.#run((context) => suggestVat(context, request));
  }

  async issue(order: InvoiceOrder, options: RepeatableOptions = NO_OPTIONS): Promise<Invoice> {
    return (await this.issueOrReplay(order, options)).invoice;
  }

  issueOrReplay(order: InvoiceOrder, options: RepeatableOptions): Promise<IssueResult> {
    return this.#run((context) => issueInvoice(context, order, options));
  }

  issueMany(orders: readonly InvoiceOrder[], options: RepeatableOptions = NO_OPTIONS): Promise<Invoice[]> {
    return this.#run(async (context) => (await issueTogether(context, orders, options)).invoices);
  }

  issueAll(
    orders: AsyncIterable<InvoiceOrder> | Iterable<InvoiceOrder>,
    options: IssueAllOptions,
  ): AsyncGenerator<Invoice, void, undefined> {
    return issueAllInvoices(this.#run, orders, options);
  }

  list(request: ListRequest = {}): Promise<InvoicePage> {
    return this.#run((context) => listInvoices(context, request));
  }

  get(invoiceId: string): Promise<InvoiceWithPayments> {
    return this.#run((context) => getInvoice(context, invoiceId));
  }

  getByNumber(invoiceNumber: string): Promise<InvoiceWithPayments> {
    return this.#run((context) => getInvoiceByNumber(context, invoiceNumber));
  }

  getByKey(idempotencyKey: string): Promise<InvoiceWithPayments> {
    return this.#run((context) => getInvoiceByKey(context, idempotencyKey));
  }

  cancel(invoiceId: string, cancellation: Cancellation = {}): Promise<Invoice> {
    return this.#run((context) => cancelInvoice(context, invoiceId, cancellation));
  }

  async credit(invoiceId: string, order: CreditOrder, options: RepeatableOptions = NO_OPTIONS): Promise<CreditNote> {
    return (await this.creditOrReplay(invoiceId, order, options)).creditNote;
  }

  creditOrReplay(invoiceId: string, order: CreditOrder, options: RepeatableOptions): Promise<CreditResult> {
    return this.#run((context) => creditInvoice(context, invoiceId, order, options));
  }

  creditNotes(request: CreditNoteListRequest = {}): Promise<CreditNotePage> {
    return this.#run((context) => listCreditNotes(context, request));
  }

  getCreditNote(creditNoteId: string): Promise<CreditNote> {
    return this.#run((context) => getCreditNote(context, creditNoteId));
  }

  async recordPayment(
    invoiceId: string,
    payment: PaymentRequest,
    options: RepeatableOptions = NO_OPTIONS,
  ): Promise<InvoiceWithPayments> {
    return (await this.recordPaymentOrReplay(invoiceId, payment, options)).invoice;
  }

  recordPaymentOrReplay(
    invoiceId: string,
    payment: PaymentRequest,
    options: RepeatableOptions,
  ): Promise<PaymentResult> {
    return this.#run((context) => recordPayment(context, invoiceId, payment, options));
  }

  continueNumbering(position: NumberingPosition): Promise<void> {
    return this.#run((context) => continueNumbering(context, position));
  }

  resumeDates(resumption: Resumption): Promise<void> {
    return this.#run((context) => resumeDates(context, resumption));
  }

  audit(options: AuditOptions = {}): Promise<AuditReport> {
    return this.#run(async (context) => auditBooks(requireBooks(context, "audit"), context.companyId, options));
  }

  vatReport(request: VatReportRequest): Promise<VatReport> {
    return this.#run(async (context) => {
      const { journal } = requireBooks(context, "vatReport");
      return reportVat(journal, context.companyId, request, await zoneOf(context));
    });
  }

  ossThreshold(request: OssThresholdRequest): Promise<OssThreshold> {
    return this.#run(async (context) => {
      const { journal } = requireBooks(context, "ossThreshold");
      return readOssThreshold(journal, context.companyId, request, await zoneOf(context));
    });
  }
}

async function zoneOf(context: CompanyContext): Promise<string> {
  return timeZoneOf(await requireProfile(context));
}
