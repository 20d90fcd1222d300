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
import { timeZoneOf } from "../domain/vat/territory/time-zone.ts";
import type { VatDecision } from "../domain/vat/types.ts";
import { auditBooks, auditStep } from "./audit/audit.ts";
import type { AuditOptions, AuditReport, AuditStep, AuditStepOptions } from "./audit/options.ts";
import type { Company } from "./company.ts";
import { requireOwnProfile, requireProfile, saveProfile } from "./company-profile.ts";
import { type CompanyContext, requireBooks } from "./context.ts";
import { type CreditResult, creditInvoice, previewCredit } from "./credit-notes/credit.ts";
import { issueCreditNote } from "./credit-notes/issue.ts";
import { type CreditNoteListRequest, getCreditNote, listCreditNotes } from "./credit-notes/read.ts";
import { type ChangesOptions, readChanges } from "./delivery/read-changes.ts";
import { type Cancellation, cancelInvoice } from "./invoices/cancel.ts";
import { continueNumbering, type NumberingPosition } from "./invoices/continue-numbering.ts";
import { NO_OPTIONS, type RepeatableOptions } from "./invoices/idempotency.ts";
import { type IssueResult, issueInvoice, issueTogether } from "./invoices/issue.ts";
import { type IssueAllOptions, issueAllInvoices } from "./invoices/issue-all.ts";
import { type PreviewOptions, previewInvoice } from "./invoices/preview.ts";
import {
  getInvoice,
  getInvoiceByKey,
  getInvoiceByNumber,
  type ListFilter,
  type ListRequest,
  listAllEntries,
  listAllInvoices,
  listInvoices,
} from "./invoices/read.ts";
import { type Resumption, resumeDates } from "./invoices/resume-dates.ts";
import { type WriteOff, writeOffInvoice } from "./invoices/write-off.ts";
import { type PaymentRequest, type PaymentResult, recordPayment } from "./payments/record-payment.ts";
import {
  type PortalNumberRequest,
  recordCreditNotePortalNumber,
  recordPortalNumber,
} from "./portals/record-portal-number.ts";
import {
  type PortalRefusalRequest,
  recordCreditNotePortalRefusal,
  recordPortalRefusal,
} from "./portals/record-portal-refusal.ts";
import { type AccountingRequest, readAccountingRows } from "./returns/accounting-rows.ts";
import { type OssThresholdRequest, readOssThreshold } from "./returns/oss-threshold.ts";
import { reportVat, type VatReportRequest } from "./returns/report-vat.ts";
import { type DocumentSumsRequest, sumDocuments } from "./returns/sum-documents.ts";
import type { TracedCall } from "./trace.ts";
import { type SuggestionRequest, suggestVat } from "./vat/suggest.ts";
import { checkVatNumber, type VatNumberCheck, type VatNumberRequest } from "./vat/verify-number.ts";

const DETACHED =
  "this method was called without its company; call it on the company, as in company.issue(order), not as in " +
  "const { issue } = company";

/** Runs one call with its context, which follows from `source`: calls in the store share one, joined calls do not. */
export interface CallRunner<Source> {
  run<Result>(call: TracedCall, work: (context: CompanyContext) => Promise<Result>, source: Source): Promise<Result>;
}

/**
 * The implementation of {@link Company}: each method is one call of a use case. A host may create one for each request, so
 * its methods are not bound. One that is called without its company says so.
 */
export class CompanyBooks<Source> implements Company {
  readonly #runner: CallRunner<Source>;
  readonly #source: Source;
  readonly #companyId: string;

  constructor(runner: CallRunner<Source>, source: Source, companyId: string) {
    this.#runner = runner;
    this.#source = source;
    this.#companyId = companyId;
  }

  static #run<Source, Result>(
    company: CompanyBooks<Source>,
    method: keyof Company,
    work: (context: CompanyContext) => Promise<Result>,
  ): Promise<Result> {
    if (Object(company) === company && #runner in company) {
      return company.#runner.run({ method, companyId: company.#companyId }, work, company.#source);
    }
    return Promise.reject(new TypeError(DETACHED));
  }

  saveProfile(profile: CompanyProfile): Promise<CompanyProfile> {
    return CompanyBooks.#run(this, "saveProfile", (context) => saveProfile(context, profile));
  }

  profile(): Promise<CompanyProfile> {
    return CompanyBooks.#run(this, "profile", requireOwnProfile);
  }

  suggestVat(request: SuggestionRequest): Promise<VatDecision> {
    return CompanyBooks.#run(this, "suggestVat", (context) => suggestVat(context, request));
  }

  issue(order: InvoiceOrder, options: RepeatableOptions = NO_OPTIONS): Promise<Invoice> {
    return CompanyBooks.#run(this, "issue", async (context) => (await issueInvoice(context, order, options)).invoice);
  }

  checkVatNumber(request: VatNumberRequest): Promise<VatNumberCheck> {
    return CompanyBooks.#run(this, "checkVatNumber", (context) => checkVatNumber(context, request));
  }

  preview(order: InvoiceOrder, options: PreviewOptions = {}): Promise<InvoicePreview> {
    return CompanyBooks.#run(this, "preview", (context) => previewInvoice(context, order, options));
  }

  issueOrReplay(order: InvoiceOrder, options: RepeatableOptions): Promise<IssueResult> {
    return CompanyBooks.#run(this, "issueOrReplay", (context) => issueInvoice(context, order, options));
  }

  issueMany(orders: readonly InvoiceOrder[], options: RepeatableOptions = NO_OPTIONS): Promise<Invoice[]> {
    return CompanyBooks.#run(this, "issueMany", async (context) =>
      (await issueTogether(context, orders, options)).map(({ invoice }) => invoice),
    );
  }

  issueAll(
    orders: AsyncIterable<InvoiceOrder> | Iterable<InvoiceOrder>,
    options: IssueAllOptions,
  ): AsyncGenerator<Invoice, void, undefined> {
    return issueAllInvoices((call) => CompanyBooks.#run(this, "issueAll", call), orders, options);
  }

  list(request: ListRequest = {}): Promise<InvoicePage> {
    return CompanyBooks.#run(this, "list", (context) => listInvoices(context, request));
  }

  listAll(filter: ListFilter = {}): AsyncIterable<Invoice> {
    return listAllInvoices((call) => CompanyBooks.#run(this, "listAll", call), filter);
  }

  listEntries(filter: ListFilter = {}): AsyncIterable<InvoiceEntry> {
    return listAllEntries((call) => CompanyBooks.#run(this, "listEntries", call), filter);
  }

  changes(options: ChangesOptions = {}): AsyncIterable<BookChange> {
    return readChanges((call) => CompanyBooks.#run(this, "changes", call), options);
  }

  get(invoiceId: string): Promise<InvoiceWithPayments> {
    return CompanyBooks.#run(this, "get", (context) => getInvoice(context, invoiceId));
  }

  getByNumber(invoiceNumber: string): Promise<InvoiceWithPayments> {
    return CompanyBooks.#run(this, "getByNumber", (context) => getInvoiceByNumber(context, invoiceNumber));
  }

  getByKey(idempotencyKey: string): Promise<InvoiceWithPayments> {
    return CompanyBooks.#run(this, "getByKey", (context) => getInvoiceByKey(context, idempotencyKey));
  }

  cancel(invoiceId: string, cancellation: Cancellation = {}): Promise<Invoice> {
    return CompanyBooks.#run(this, "cancel", (context) => cancelInvoice(context, invoiceId, cancellation));
  }

  writeOff(invoiceId: string, writeOff: WriteOff): Promise<Invoice> {
    return CompanyBooks.#run(this, "writeOff", (context) => writeOffInvoice(context, invoiceId, writeOff));
  }

  credit(invoiceId: string, order: CreditOrder, options: RepeatableOptions = NO_OPTIONS): Promise<CreditNote> {
    return CompanyBooks.#run(
      this,
      "credit",
      async (context) => (await creditInvoice(context, invoiceId, order, options)).creditNote,
    );
  }

  previewCredit(invoiceId: string, order: CreditOrder): Promise<CreditPreview> {
    return CompanyBooks.#run(this, "previewCredit", (context) => previewCredit(context, invoiceId, order));
  }

  creditOrReplay(invoiceId: string, order: CreditOrder, options: RepeatableOptions): Promise<CreditResult> {
    return CompanyBooks.#run(this, "creditOrReplay", (context) => creditInvoice(context, invoiceId, order, options));
  }

  issueCreditNote(order: CreditNoteOrder, options: RepeatableOptions = NO_OPTIONS): Promise<CreditNote> {
    return CompanyBooks.#run(
      this,
      "issueCreditNote",
      async (context) => (await issueCreditNote(context, order, options)).creditNote,
    );
  }

  issueCreditNoteOrReplay(order: CreditNoteOrder, options: RepeatableOptions): Promise<CreditResult> {
    return CompanyBooks.#run(this, "issueCreditNoteOrReplay", (context) => issueCreditNote(context, order, options));
  }

  creditNotes(request: CreditNoteListRequest = {}): Promise<CreditNotePage> {
    return CompanyBooks.#run(this, "creditNotes", (context) => listCreditNotes(context, request));
  }

  getCreditNote(creditNoteId: string): Promise<CreditNote> {
    return CompanyBooks.#run(this, "getCreditNote", (context) => getCreditNote(context, creditNoteId));
  }

  recordPayment(
    invoiceId: string,
    payment: PaymentRequest,
    options: RepeatableOptions = NO_OPTIONS,
  ): Promise<InvoiceWithPayments> {
    return CompanyBooks.#run(
      this,
      "recordPayment",
      async (context) => (await recordPayment(context, invoiceId, payment, options)).invoice,
    );
  }

  recordPaymentOrReplay(
    invoiceId: string,
    payment: PaymentRequest,
    options: RepeatableOptions,
  ): Promise<PaymentResult> {
    return CompanyBooks.#run(this, "recordPaymentOrReplay", (context) =>
      recordPayment(context, invoiceId, payment, options),
    );
  }

  recordPortalNumber(invoiceId: string, request: PortalNumberRequest): Promise<InvoiceWithPayments> {
    return CompanyBooks.#run(this, "recordPortalNumber", (context) => recordPortalNumber(context, invoiceId, request));
  }

  recordCreditNotePortalNumber(creditNoteId: string, request: PortalNumberRequest): Promise<CreditNote> {
    return CompanyBooks.#run(this, "recordCreditNotePortalNumber", (context) =>
      recordCreditNotePortalNumber(context, creditNoteId, request),
    );
  }

  recordPortalRefusal(invoiceId: string, request: PortalRefusalRequest): Promise<InvoiceWithPayments> {
    return CompanyBooks.#run(this, "recordPortalRefusal", (context) =>
      recordPortalRefusal(context, invoiceId, request),
    );
  }

  recordCreditNotePortalRefusal(creditNoteId: string, request: PortalRefusalRequest): Promise<CreditNote> {
    return CompanyBooks.#run(this, "recordCreditNotePortalRefusal", (context) =>
      recordCreditNotePortalRefusal(context, creditNoteId, request),
    );
  }

  continueNumbering(position: NumberingPosition): Promise<void> {
    return CompanyBooks.#run(this, "continueNumbering", (context) => continueNumbering(context, position));
  }

  resumeDates(resumption: Resumption): Promise<void> {
    return CompanyBooks.#run(this, "resumeDates", (context) => resumeDates(context, resumption));
  }

  audit(options: AuditOptions = {}): Promise<AuditReport> {
    return CompanyBooks.#run(this, "audit", async (context) =>
      auditBooks(requireBooks(context, "audit"), context.companyId, options),
    );
  }

  auditStep(options: AuditStepOptions = {}): Promise<AuditStep> {
    return CompanyBooks.#run(this, "auditStep", async (context) =>
      auditStep(requireBooks(context, "auditStep"), context.companyId, options),
    );
  }

  vatReport(request: VatReportRequest): Promise<VatReport> {
    return CompanyBooks.#run(this, "vatReport", async (context) => {
      const books = requireBooks(context, "vatReport");
      const profile = await requireProfile(context);
      const isSmallEnterprise = profile.smallEnterprise !== undefined;
      const { rates: vatRates } = context.vatOptions;
      return reportVat(books, context.companyId, request, timeZoneOf(profile), { vatRates, isSmallEnterprise });
    });
  }

  documentSums(request: DocumentSumsRequest): Promise<readonly DocumentSum[]> {
    return CompanyBooks.#run(this, "documentSums", async (context) => {
      const books = requireBooks(context, "documentSums");
      return sumDocuments(books, context.companyId, request, await zoneOf(context));
    });
  }

  accountingRows(request: AccountingRequest): Promise<readonly AccountingRow[]> {
    return CompanyBooks.#run(this, "accountingRows", async (context) => {
      const books = requireBooks(context, "accountingRows");
      return readAccountingRows(books, context.companyId, request, await zoneOf(context), context.vatOptions.rates);
    });
  }

  ossThreshold(request: OssThresholdRequest): Promise<OssThreshold> {
    return CompanyBooks.#run(this, "ossThreshold", async (context) => {
      const books = requireBooks(context, "ossThreshold");
      return readOssThreshold(books, context.companyId, request, await zoneOf(context));
    });
  }
}

async function zoneOf(context: CompanyContext): Promise<string> {
  return timeZoneOf(await requireProfile(context));
}
