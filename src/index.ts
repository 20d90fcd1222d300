export type { ApiKey } from "./domain/api-key.ts";
export { AUDIT_FINDING_CODES, type AuditFinding, type AuditFindingCode } from "./domain/audit-finding.ts";
export type { BillingCloudEvent } from "./domain/billing-cloud-event.ts";
export type { BillingEvent } from "./domain/billing-event.ts";
export type { Address, CompanyProfile } from "./domain/company-profile.ts";
export type {
  Invoice,
  InvoiceDocument,
  InvoiceItem,
  InvoiceSeller,
  InvoiceState,
  InvoiceWithPayments,
  Payment,
  VatNumberVerification,
} from "./domain/invoice.ts";
export { formatInvoiceNumber, type InvoiceNumberParts, parseInvoiceNumber } from "./domain/invoice-number.ts";
export type { ExchangeRate, InvoiceOrder, OrderItem } from "./domain/invoice-order.ts";
export type { InvoiceSource } from "./domain/invoice-source.ts";
export { canCancel, INVOICE_STATUSES, type InvoiceStatus } from "./domain/invoice-status.ts";
export {
  type ChangeAuthor,
  type ChangeOrigin,
  FIRST_DIGEST,
  JOURNAL_KINDS,
  type JournalEntry,
  type JournalHead,
  type JournalKind,
  journalText,
} from "./domain/journal.ts";
export { OutcomeUnknownError } from "./domain/outcome-unknown-error.ts";
export type { AnyScope, Principal, Scope } from "./domain/principal.ts";
export { StoreBusyError } from "./domain/store-busy-error.ts";
export type { ApiKeyStore, NewApiKey, StoredApiKey } from "./ports/api-key-store.ts";
export type { BillingFeed, BillingLease, BillingMeter, CompaniesBehind } from "./ports/billing-meter.ts";
export type { Clock } from "./ports/clock.ts";
export type { CompanyDirectory, CompanyProfiles, ProfileRequest } from "./ports/company-directory.ts";
export type {
  InvoiceFilter,
  InvoiceReader,
  InvoiceRepository,
  NewInvoice,
  NewPayment,
  PageRequest,
  StateChange,
  StoredInvoice,
  StoredInvoiceWithPayments,
  StoredPage,
  UsedKey,
} from "./ports/invoice-repository.ts";
export type { InvoicingStore, JoinedBooks, JoinedStore, StoreTransaction } from "./ports/invoicing-store.ts";
export type {
  AuditedInvoice,
  AuditedPayment,
  BillingPosition,
  BooksHead,
  JournalReader,
  MisplacedRow,
  StoredEntry,
} from "./ports/journal.ts";
export type { DateResumption, NumberSequence, SequenceHead, SequencePosition } from "./ports/number-sequence.ts";
export type { VatNumberInquiry, VatNumberVerdict, VatNumberVerifier } from "./ports/vat-number-verifier.ts";
export type {
  ApiKeyKeeper,
  ApiKeyOptions,
  ApiKeyPrincipal,
  ApiKeyRequest,
  CreatedApiKey,
} from "./service/api-key-options.ts";
export type { ApiKeyParts } from "./service/api-key-text.ts";
export { type ApiKeys, apiKeys } from "./service/api-keys.ts";
export type { AuditOptions, AuditProgress } from "./service/audit-options.ts";
export type { AuditReport } from "./service/audit-report.ts";
export type { Cancellation } from "./service/cancel-invoice.ts";
export type { Company } from "./service/company.ts";
export type { CompanyOptions } from "./service/company-options.ts";
export type { NumberingPosition } from "./service/continue-numbering.ts";
export {
  createInvoicing,
  type Invoicing,
  type JoinedInvoicing,
} from "./service/create-invoicing.ts";
export type { BillingDrain } from "./service/drain-billing.ts";
export type { BillingDelivery, DrainBillingOptions } from "./service/drain-options.ts";
export type { RepeatableOptions } from "./service/idempotency.ts";
export type { InvoicingEvent } from "./service/invoicing-event.ts";
export type { InvoicingOptions } from "./service/invoicing-options.ts";
export type { IssueResult } from "./service/issue-invoice.ts";
export type { InvoicePage, ListRequest } from "./service/list-invoices.ts";
export type { PaymentRequest } from "./service/record-payment.ts";
export type { Resumption } from "./service/resume-dates.ts";
export type { SuggestionRequest } from "./service/suggest-vat.ts";
export { systemClock } from "./service/system-clock.ts";
export type { VatNumberPolicy } from "./service/verify-vat-number.ts";
export {
  type AutomaticTreatment,
  type CalendarDay,
  deriveHeaderTaxRate,
  determineVat,
  type FieldError,
  type InvoiceTotals,
  invoiceTotals,
  isRefusal,
  REFUSAL_CODES,
  Refusal,
  type RefusalCode,
  type Supply,
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
  type VatRates,
  type VatTreatment,
  type VatWarning,
  type VatWarningCode,
} from "./vat.ts";
