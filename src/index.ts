export type { AnyScope, ApiKey, Principal, Scope } from "./domain/access.ts";
export { accountingCsv } from "./domain/accounting/accounting-csv.ts";
export {
  type AccountingFault,
  type AccountingFaultCode,
  accountingFaults,
} from "./domain/accounting/accounting-faults.ts";
export type { AccountingRow } from "./domain/accounting/accounting-rows.ts";
export type {
  AccountingFacts,
  AccountingKind,
  AccountMap,
  DatevSettings,
  DebtorNumbers,
  MoneyAccount,
  SalesAccount,
} from "./domain/accounting/accounts.ts";
export { type DatevBatch, datevBatch } from "./domain/accounting/datev.ts";
export { AUDIT_FINDING_CODES, type AuditFinding, type AuditFindingCode } from "./domain/books/audit-finding.ts";
export type { BillingCloudEvent, BillingEvent, BillingEventData } from "./domain/books/billing-event.ts";
export type { BookChange } from "./domain/books/book-change.ts";
export type { CloudEvent } from "./domain/books/cloud-event.ts";
export type { InvoiceSource } from "./domain/books/journal.ts";
export {
  type ChangeAuthor,
  type ChangeOrigin,
  FIRST_DIGEST,
  JOURNAL_KINDS,
  type JournalEntry,
  type JournalHead,
  type JournalKind,
  journalText,
} from "./domain/books/journal.ts";
export type {
  CreditNoteAppliedData,
  CreditNoteIssuedData,
  EventEntry,
  InvoiceCancelledData,
  InvoiceIssuedData,
  InvoiceOfEntry,
  InvoiceWrittenOffData,
  JournalCloudEvent,
  JournalEventBase,
  JournalEventData,
  PaymentRecordedData,
  PortalNumberRecordedData,
  PortalRefusalRecordedData,
} from "./domain/books/journal-event.ts";
export type { TaxPointCode } from "./domain/codes/tax-point-codes.ts";
export { unitCodeOf } from "./domain/codes/unit-words.ts";
export { type CsvCell, csvRow } from "./domain/csv.ts";
export type {
  Address,
  CompanyProfile,
  Contact,
  ElectronicAddress,
  Identifier,
  PaymentAccount,
  TaxRepresentative,
} from "./domain/generated/company-profile.ts";
export {
  type DocumentFormat,
  type DocumentSyntax,
  type EinvoiceDocument,
  type EinvoiceGap,
  type FormatGapOptions,
  type FormatPortal,
  type FormatRefusals,
  type IssuedDocument,
  incompleteRefusal,
  type SyntaxParameter,
} from "./domain/invoice/document-format.ts";
export type { CreditNoteType, DocumentType, InvoiceType } from "./domain/invoice/document-types.ts";
export type {
  CorrectedInvoice,
  CreditAllowance,
  CreditedAllowance,
  CreditedDiscount,
  CreditLine,
  CreditNote,
  CreditNoteDocument,
  CreditNoteItem,
  CreditNoteOrder,
  CreditNotePage,
  CreditOrder,
  InvoiceToCorrect,
  NamedInvoice,
} from "./domain/invoice/generated/credit-note.ts";
export type {
  CreditNoteSummary,
  Invoice,
  InvoiceAllowance,
  InvoiceBreakdownLine,
  InvoiceDocument,
  InvoiceItem,
  InvoicePage,
  InvoiceSeller,
  InvoiceWithPayments,
  Payment,
  PortalRefusal,
  VatNumberVerification,
} from "./domain/invoice/generated/invoice.ts";
export type {
  ClientContact,
  DeliveryPlace,
  DocumentAllowance,
  DocumentCharge,
  ExchangeRate,
  InvoicedObject,
  InvoiceNote,
  InvoiceOrder,
  InvoicePeriod,
  ItemAttribute,
  ItemClassification,
  OrderItem,
  Payee,
  PaymentInstructions,
  PortalNumber,
  PrecedingInvoice,
  SchemeIdentifier,
  SupportingDocumentReference,
} from "./domain/invoice/generated/order.ts";
export type { InvoiceEntry } from "./domain/invoice/invoice-entry.ts";
export { type InvoiceState, isOverdue, overdueAmount, refundDue } from "./domain/invoice/invoice-state.ts";
export { formatInvoiceNumber, type InvoiceNumberParts, parseInvoiceNumber } from "./domain/invoice/number.ts";
export type { CreditNotePreview, CreditPreview, InvoicePreview, NumberPattern } from "./domain/invoice/preview.ts";
export type { Quote, QuotedInvoice } from "./domain/invoice/quote.ts";
export {
  type LateFee,
  type LatePaymentLaw,
  type LateRate,
  latePaymentLawOf,
  type ReferenceRate,
} from "./domain/invoice/reminder/late-payment-law.ts";
export {
  type BaseRate,
  type LateInterest,
  type RemindedInvoice,
  type Reminder,
  type ReminderLevel,
  type ReminderOptions,
  reminderOf,
} from "./domain/invoice/reminder/reminder.ts";
export { canCancel, INVOICE_STATUSES, type InvoiceStatus } from "./domain/invoice/status.ts";
export type {
  PortalDocument,
  StoredCreditApplied,
  StoredPortalEntry,
  StoredPortalNumber,
  StoredPortalRefusal,
} from "./domain/invoice/stored-document.ts";
export type { BookingKind } from "./domain/returns/booking.ts";
export type { RecapitulativeKind, UnplacedReason } from "./domain/returns/declaration.ts";
export type { DocumentSum } from "./domain/returns/document-sums.ts";
export type { OssThreshold, ThresholdRates } from "./domain/returns/oss-threshold.ts";
export type {
  AdvanceAtOtherRate,
  DomesticLine,
  ForeignLine,
  IncludedCorrection,
  NamedAmount,
  NeededRate,
  OssCorrection,
  OssLine,
  OssRates,
  RecapitulativeLine,
  RegistrationReturns,
  ReportAddition,
  ReportAmounts,
  ReportLine,
  SmallEnterpriseReturn,
  StateReturns,
  StateTurnover,
  UnionTurnover,
  UnplacedAmount,
  VatReport,
} from "./domain/returns/vat-report.ts";
export type { Series, SeriesPrefixes } from "./domain/series-prefixes.ts";
export { OutcomeUnknownError, StoreBusyError, StoreUnavailableError } from "./domain/store-errors.ts";
export { timeZoneOf, type ZonedPlace } from "./domain/vat/territory/time-zone.ts";
export type { ApiKeyStore, NewApiKey, StoredApiKey } from "./ports/api-key-store.ts";
export type { BillingFeed, BillingLease, BillingMeter } from "./ports/billing-meter.ts";
export type { Clock } from "./ports/clock.ts";
export type { CompanyDirectory, CompanyProfiles, ProfileRequest } from "./ports/company-directory.ts";
export type {
  CreditNoteFilter,
  CreditNotePageRequest,
  CreditNoteReader,
  CreditNoteRepository,
  CreditNoteSeries,
  NewCreditNote,
  StoredCreditNote,
  StoredCreditNotePage,
} from "./ports/credit-note-repository.ts";
export type {
  EventFeed,
  EventPosition,
  PendingEntries,
  PutAsideEntry,
  PutAsidePlace,
  PutAsideReason,
} from "./ports/event-feed.ts";
export type {
  InvoiceFilter,
  InvoiceReader,
  InvoiceRepository,
  NewInvoice,
  NewPayment,
  NewPortalEntry,
  PageRequest,
  SeriesPlace,
  StateChange,
  StoredInvoice,
  StoredInvoiceWithPayments,
  StoredPage,
  UsedKey,
} from "./ports/invoice-repository.ts";
export type { InvoicingStore, JoinedBooks, JoinedStore, StoreTransaction } from "./ports/invoicing-store.ts";
export type {
  AuditedCreditNote,
  AuditedInvoice,
  AuditedPayment,
  AuditedSeriesPlace,
  BillingPosition,
  BooksHead,
  JournalReader,
  MisplacedRow,
  StoredEntry,
} from "./ports/journal.ts";
export type {
  CompaniesBehind,
  DeliveryFailure,
  DeliveryLease,
  LeasedCompanies,
  LeaseRefusal,
} from "./ports/leased-companies.ts";
export type {
  CompanySequences,
  ContinuedPosition,
  DateResumption,
  NumberSequence,
  SequenceHead,
  SequencePosition,
  SeriesHead,
} from "./ports/number-sequence.ts";
export type { PanelChange, PanelEntry, PanelRecord, PanelRecordQuery, PanelTables } from "./ports/panel-tables.ts";
export type { Printable } from "./ports/printable.ts";
export type {
  VatNumberInquiry,
  VatNumberVerdict,
  VatNumberVerifier,
  VerifyOptions,
} from "./ports/vat-number-verifier.ts";
export { type ApiKeys, apiKeys } from "./service/api-keys/api-keys.ts";
export type { ApiKeyParts } from "./service/api-keys/key-text.ts";
export type {
  ApiKeyKeeper,
  ApiKeyOptions,
  ApiKeyPrincipal,
  ApiKeyRequest,
  CreatedApiKey,
} from "./service/api-keys/options.ts";
export type { AuditOptions, AuditProgress, AuditReport, AuditStep, AuditStepOptions } from "./service/audit/options.ts";
export type { Company } from "./service/company.ts";
export { createInvoicing } from "./service/create-invoicing.ts";
export type { CreditResult } from "./service/credit-notes/credit.ts";
export type { CreditNoteListRequest } from "./service/credit-notes/read.ts";
export type { BillingDelivery, BillingDrain, DrainBillingOptions } from "./service/delivery/drain-billing.ts";
export type { EventDrain } from "./service/delivery/drain-company.ts";
export type { ConsumerOptions, DrainEventsOptions } from "./service/delivery/drain-events.ts";
export type { DrainOptions, EventDelivery } from "./service/delivery/options.ts";
export type { EventRetry, PutAsideEvent, PutAsideOptions, RetryEventsOptions } from "./service/delivery/put-aside.ts";
export type { ChangesOptions } from "./service/delivery/read-changes.ts";
export type { InvoicingEvent } from "./service/events.ts";
export type { Cancellation } from "./service/invoices/cancel.ts";
export type { NumberingPosition } from "./service/invoices/continue-numbering.ts";
export type { RepeatableOptions } from "./service/invoices/idempotency.ts";
export type { IndexOptions, IndexRun } from "./service/invoices/index-invoices.ts";
export type { IssueResult } from "./service/invoices/issue.ts";
export type { IssueAllOptions, IssueProgress } from "./service/invoices/issue-all.ts";
export type { PreviewOptions } from "./service/invoices/preview.ts";
export type { ListFilter, ListRequest } from "./service/invoices/read.ts";
export type { Resumption } from "./service/invoices/resume-dates.ts";
export type { WriteOff } from "./service/invoices/write-off.ts";
export type { Invoicing, JoinedInvoicing } from "./service/invoicing.ts";
export type { CloseOptions, CompanyOptions, InvoicingOptions, ReadyOptions } from "./service/options.ts";
export type { PaymentRequest, PaymentResult } from "./service/payments/record-payment.ts";
export type { PortalNumberRequest } from "./service/portals/record-portal-number.ts";
export type { PortalRefusalRequest } from "./service/portals/record-portal-refusal.ts";
export type { AccountingRequest } from "./service/returns/accounting-rows.ts";
export type { OssThresholdRequest } from "./service/returns/oss-threshold.ts";
export type { VatReportRequest } from "./service/returns/report-vat.ts";
export type { DocumentSumsRequest } from "./service/returns/sum-documents.ts";
export { systemClock } from "./service/system-clock.ts";
export type { Traced, TracedCall, TracedCommit, TracedDelivery, TracedOutcome } from "./service/trace.ts";
export type { SuggestionRequest } from "./service/vat/suggest.ts";
export type { VatNumberCheck, VatNumberPolicy, VatNumberRequest } from "./service/vat/verify-number.ts";
export {
  type AllowanceAmounts,
  type AutomaticTreatment,
  type CalendarDay,
  type CountryCode,
  type CurrencyCode,
  deriveHeaderTaxRate,
  determineVat,
  type FieldError,
  type InvoiceTotals,
  invoiceTotals,
  isRefusal,
  type LawfulVatRate,
  type LineAmounts,
  type LineCharge,
  type LineDiscount,
  type Prices,
  REFUSAL_CODES,
  Refusal,
  type RefusalCode,
  type Supply,
  type TotalsAllowance,
  type TotalsItem,
  type TotalsOptions,
  VAT_WARNING_CODES,
  type VatBreakdownLine,
  type VatCategory,
  type VatClient,
  type VatCompany,
  type VatDecision,
  type VatOptions,
  type VatPlace,
  type VatRate,
  type VatRateChoice,
  type VatRateKind,
  type VatRates,
  type VatRatesOptions,
  type VatRegistration,
  type VatTreatment,
  type VatWarning,
  type VatWarningCode,
} from "./vat.ts";
