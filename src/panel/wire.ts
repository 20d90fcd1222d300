import type {
  ApiKey,
  AuditFindingCode,
  CompanyProfile,
  CreditNote,
  FieldError,
  Invoice,
  InvoiceWithPayments,
  OssThreshold,
  VatReport,
  VatTreatment,
} from "faktura";
import type { InvoiceState } from "./invoice-state.ts";

/** What a session may do in its companies in addition to reading. */
export interface PanelRights {
  /** Write, issue, credit and cancel invoices, record payments, and keep clients and drafts. */
  readonly issue: boolean;
  /** Change the company's profile and its logo. */
  readonly settings: boolean;
  /** Create and revoke API keys. They are part of the settings, so it needs that right too. */
  readonly keys: boolean;
}

/** A company that the user may switch to. */
export interface CompanyEntry {
  readonly id: string;
  readonly name: string;
}

/** An invoice that is not issued yet, as it was typed. */
export interface Draft {
  /** A UUID. It is also the idempotency key of the invoice, so that a draft becomes one invoice at most. */
  readonly id: string;
  /** A new UUID with each save. */
  readonly revision: string;
  /** An instant in UTC. */
  readonly savedAt: string;
  /** The texts of the form's fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the page showed as its total when it was saved; `null` if it showed none. */
  readonly total: DraftTotal | null;
}

/** The total of a draft, VAT included. */
export interface DraftTotal {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** A draft in the list of drafts. */
export interface DraftEntry extends Pick<Draft, "id" | "savedAt" | "total"> {
  /** As it was typed; empty if it was not. */
  readonly clientName: string;
  /** The date of supply, `YYYY-MM-DD`; empty if it was not typed. */
  readonly supplyDate: string;
}

/** A client that is saved for later invoices. */
export interface SavedClient {
  /** A UUID. */
  readonly id: string;
  /** A new UUID with each save. */
  readonly revision: string;
  /** An instant in UTC. */
  readonly savedAt: string;
  /** The texts of the fields that a new invoice to this client starts with, by their names in the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** The last check of the VAT number; `null` if it was never checked. */
  readonly vatCheck: VatCheck | null;
}

/** A client in the list of clients. Texts that are not known are empty. */
export interface ClientEntry extends Pick<SavedClient, "id" | "vatCheck"> {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string;
  readonly vatNumber: string;
}

/** A page of the list of clients. */
export interface ClientList {
  readonly data: readonly ClientEntry[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** What {@link VatCheck} can say of a VAT number. */
export const VAT_CHECK_STATUSES = [
  /** The register confirmed it. */
  "valid",
  /** The register does not have it. */
  "invalid",
  /** The register did not say. */
  "unavailable",
  /** The host has no verifier. The number is well formed. */
  "unasked",
  /** It is not a number of its country. */
  "malformed",
  /** The client is not in the EU. */
  "foreign",
] as const;

/** The result of looking up a VAT number. */
export interface VatCheck {
  /** With its prefix and without separators; as it was typed if it is not well formed. */
  readonly vatNumber: string;
  readonly status: (typeof VAT_CHECK_STATUSES)[number];
  /** An instant in UTC. */
  readonly checkedAt: string;
  /** The register's reference, which is evidence of the inquiry. Empty if there is none. */
  readonly consultationNumber: string;
}

/** What the next document of a series is called. */
export interface SeriesPosition {
  /** The number of the last document; `null` if there is none yet. */
  readonly last: string | null;
  /** The number that the next document gets if it is issued today, and no other before it. */
  readonly next: string;
}

/** The company whose pages are open. */
export interface PanelCompany {
  readonly profile: CompanyProfile;
  /** The time zone of its documents: the profile's, or else the main zone of its country or area. */
  readonly timeZone: string;
  readonly can: PanelRights;
  /** Whether the host renders PDF files. */
  readonly hasPdf: boolean;
}

/** The data of the settings page. */
export interface PanelSettings {
  readonly profile: CompanyProfile;
  /** Changes with the profile. */
  readonly revision: string;
  readonly invoices: SeriesPosition;
  readonly creditNotes: SeriesPosition;
  /** When the logo was saved, an instant in UTC; `null` if there is none. */
  readonly logoSavedAt: string | null;
  /** The company's API keys, oldest first; `null` if the host keeps them elsewhere, or the session may not see them. */
  readonly apiKeys: readonly ApiKey[] | null;
}

/** The profile after a save. */
export type SavedProfile = Pick<PanelSettings, "profile" | "revision">;

/** The data of one invoice's page. */
export interface InvoiceView {
  readonly invoice: InvoiceWithPayments;
  readonly canCancel: boolean;
  /** Today in the company's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** What happened to the invoice, from its issue on. */
  readonly history: readonly HistoryEntry[];
}

/** What the list of invoices can be filtered by. `open` is everything that is due. */
export type InvoiceFilter = "open" | "overdue" | "partly-paid" | "paid" | "credited" | "cancelled";

/** How a search found its invoices. With `newest`, only the newest invoices of the list were searched. */
export type FoundBy = "number" | "reference" | "client" | "client-reference" | "newest-client-reference";

/** An invoice in the list. */
export interface InvoiceRow
  extends Pick<Invoice, "id" | "invoiceNumber" | "clientName" | "clientCountry" | "issueDate" | "dueDate" | "currency">,
    Pick<Invoice, "total" | "creditedTotal" | "amountDue"> {
  readonly state: InvoiceState;
  readonly isOverdue: boolean;
  /** What may be refunded to the client; 0 if nothing. */
  readonly refundDue: number;
}

/** A page of the list. */
export interface InvoiceList {
  readonly data: readonly InvoiceRow[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** `null` without a search. */
  readonly foundBy: FoundBy | null;
}

/** A page of the list of credit notes. */
export interface CreditNoteList {
  readonly data: readonly CreditNote[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** The totals of several invoices in one currency, less those of credit notes. */
export interface YearSum {
  /** The number of invoices. */
  readonly count: number;
  /** The number of credit notes. */
  readonly creditNotes: number;
  readonly net: number;
  readonly vat: number;
}

/** The sales that are declared in one state, in one currency. */
export interface StateSum {
  /** ISO 3166-1 alpha-2, `XI` for Northern Ireland, or an area such as `ES-CN`; `null` for what has no place in a return. */
  readonly state: string | null;
  readonly net: number;
  readonly vat: number;
}

/** A company's year in one currency. */
export interface CurrencyYear {
  readonly currency: string;
  readonly sum: YearSum;
  /** January to December. */
  readonly months: readonly YearSum[];
  readonly treatments: readonly (YearSum & { readonly treatment: VatTreatment })[];
  readonly states: readonly StateSum[];
}

/** A company's year by tax points. */
export interface PanelYear {
  readonly currencies: readonly CurrencyYear[];
  /** `null` for companies outside the EU. */
  readonly threshold: OssThreshold | null;
}

/** Invoices on the start page, and the sum of their amounts in each currency. */
export interface StartSum {
  readonly count: number;
  /** `false` if there are so many that not all were read: there are more than `count`, and the sums are those of the newest. */
  readonly isWhole: boolean;
  readonly sums: readonly CurrencySum[];
}

/** An amount in a currency, ISO 4217. */
export interface CurrencySum {
  readonly currency: string;
  readonly amount: number;
}

/** The first of a list, and how many it has. */
export interface FirstOf<Entry> {
  readonly data: readonly Entry[];
  readonly total: number;
}

/** The data of the start page. */
export interface PanelStart {
  /** In the company's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** What clients owe. */
  readonly open: StartSum;
  /** Included in what is open. */
  readonly overdue: StartSum;
  /** Issued this month and not cancelled; net amounts. */
  readonly issued: StartSum;
  /** Of this month, whose content or VAT number somebody must look at. */
  readonly incomplete: FirstOf<Pick<Invoice, "id" | "invoiceNumber" | "clientName">>;
  /** Last saved first; `null` if the session may not issue. */
  readonly drafts: FirstOf<DraftEntry> | null;
  /** Saved clients with a VAT number of the EU that no register confirmed; `null` if the session may not issue. */
  readonly unchecked: FirstOf<ClientEntry> | null;
}

/** The VAT of a period, for the start page. */
export interface StartVat {
  /** `YYYY-MM-DD`, as asked for. */
  readonly from: string;
  readonly to: string;
  /** For the own state. */
  readonly domestic: readonly CurrencySum[];
  /** For the one-stop shop, with corrections of earlier quarters. */
  readonly oss: readonly CurrencySum[];
  /** Amounts that are in no return until somebody decides. */
  readonly unplaced: number;
  /** An instant in UTC. */
  readonly computedAt: string;
}

/** The response to a call that failed: a refusal by the library, or an error of the panel itself. */
export interface Failure {
  readonly code: string;
  /** For people. */
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** The invoice that the draft became, if the call failed because of that. */
  readonly invoice?: IssuedDraft;
}

/** The invoice that was issued from a draft. */
export interface IssuedDraft {
  readonly id: string;
  readonly invoiceNumber: string;
}

/** One kind of finding of an audit. */
export interface AuditFindings {
  readonly code: AuditFindingCode;
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly AuditExample[];
}

/** One finding. */
export interface AuditExample {
  /** Number of the invoice or the credit note concerned; `null` if the finding concerns none. */
  readonly number: string | null;
  readonly isCreditNote: boolean;
  /** In English, for those who look after the database. */
  readonly detail: string;
}

/** The result of an audit. The books are sound if it has no findings. */
export interface AuditVerdict {
  /** An instant in UTC: the audit covers everything up to it. */
  readonly startedAt: string;
  readonly invoices: number;
  readonly unchained: number;
  readonly countedByHost: boolean;
  readonly guarded: boolean;
  /** `position:digest`. With it, a later audit proves that nothing before it was changed. */
  readonly note: string;
  /** When the books were sound last, of the audits with which this one was compared; `null` if with none. */
  readonly comparedWith: string | null;
  /** Whether it was compared with a note that the user entered. */
  readonly hasOwnNote: boolean;
  readonly findings: readonly AuditFindings[];
}

/** The audits of a company. */
export interface AuditStatus {
  /** `null` if none has ended. */
  readonly last: AuditVerdict | null;
  /** How far the audit is that is running, in entries of the journal; `null` if none is. */
  readonly running: { readonly read: number; readonly total: number } | null;
  /** Whether the last attempt could not read the books to the end. */
  readonly hasFailed: boolean;
}

/** What a company declares for a period, and its sales below the limit of OSS in the year in which the period ends. */
export interface PanelReturns {
  readonly report: VatReport;
  /** `null` for companies outside the EU. */
  readonly threshold: OssThreshold | null;
}

/** Something that happened to an invoice. */
export interface HistoryEntry {
  readonly kind: "issued" | "paid" | "refunded" | "credited" | "cancelled";
  /** `YYYY-MM-DD` */
  readonly on: string;
  /** In the invoice's currency; `null` for a cancellation. */
  readonly amount: number | null;
  /** The credit note; `null` for everything else. */
  readonly creditNote: { readonly id: string; readonly number: string } | null;
}
