import type {
  AccountMap,
  ApiKey,
  AuditFindingCode,
  BaseRate,
  CompanyProfile,
  CreditNote,
  CreditNotePreview,
  EinvoiceGap,
  FieldError,
  Invoice,
  InvoicePreview,
  InvoiceWithPayments,
  LatePaymentLaw,
  OssThreshold,
  Reminder,
  ReportAmounts,
  VatReport,
  VatTreatment,
  VatWarning,
} from "faktura";
import type { Recurrence } from "./repeated-order.ts";
import type { ReturnSection } from "./return-sections.ts";
import type { PanelOrder } from "./shown-figures.ts";

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
  /** As it was typed, its beginning if it is long; empty if it was not. */
  readonly clientName: string;
  /** The date of supply, `YYYY-MM-DD`; empty if it was not typed. */
  readonly supplyDate: string;
}

/** A page of a list. */
export interface ListPage<Entry> {
  readonly data: readonly Entry[];
  readonly page: number;
  readonly limit: number;
  /** How many were found. */
  readonly total: number;
}

/** A page of the list of drafts. */
export type DraftList = ListPage<DraftEntry>;

/** A client or an article as it is saved. */
export interface SavedRecord {
  /** A UUID. */
  readonly id: string;
  /** A new UUID with each save. */
  readonly revision: string;
  /** An instant in UTC. */
  readonly savedAt: string;
  /** The texts of the fields that a new invoice, or a line of it, starts with, by their names there: `/unitPrice`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A client that is saved for later invoices. */
export interface SavedClient extends SavedRecord {
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
export type ClientList = ListPage<ClientEntry>;

/** Something that the company sells often, saved for the lines of later invoices. */
export type SavedArticle = SavedRecord;

/** An article in the list of articles: only the fields that lists show. */
export type ArticleEntry = Pick<SavedArticle, "id" | "fields">;

/** A page of the list of articles. */
export type ArticleList = ListPage<ArticleEntry>;

/** How long a file of clients or articles may be: rows below its heads, and bytes as UTF-8. */
export const IMPORT_LIMITS = { rows: 5000, bytes: 900_000 };

/** What is wrong with a row of a file, in the column with this head. `text` is the beginning of its cell. */
export interface ImportFault {
  readonly code: "blank" | "cells" | "long" | "country" | "choice" | "number" | "ambiguous" | "rate" | "unclosed";
  readonly head: string;
  readonly text: string;
}

/** A row of a file of clients or articles. */
export interface ImportRow {
  /** On which it begins, from 1. */
  readonly line: number;
  readonly name: string;
  readonly fault: ImportFault | null;
  /** Whether it is saved already, or comes earlier in the file. */
  readonly isKnown: boolean;
}

/** What a file would become. Nothing of it is imported while a row has a fault. */
export interface ImportPreview {
  readonly columns: readonly { readonly head: string; readonly isRead: boolean }[];
  /** The first ones, those with faults before the others. */
  readonly rows: readonly ImportRow[];
  readonly added: number;
  readonly known: number;
  readonly faulty: number;
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

/** How many named series the settings show. A profile may have thousands, which other programs write. */
export const SHOWN_SERIES = 50;

/** The company whose pages are open. */
export interface PanelCompany {
  readonly profile: CompanyProfile;
  /** The time zone of its documents: the profile's, or else the main zone of its country or area. */
  readonly timeZone: string;
  /**
   * The currency in which its invoices must also state the VAT, ISO 4217; `null` if the library knows of no such law for
   * its country.
   */
  readonly taxCurrency: string | null;
  readonly can: PanelRights;
  /** Whether the host renders PDF files. */
  readonly hasPdf: boolean;
  /** The formats of its country's sellers that the host passed. */
  readonly formats: readonly FormatEntry[];
  /** Whether the host sends e-mails. */
  readonly hasEmail: boolean;
  /** How many days after its date an invoice is due; `null` if it has no due date. */
  readonly paymentDays: number | null;
  /** What clients may deduct if they pay soon; `null` for nothing. */
  readonly cashDiscount: CashDiscount | null;
}

/** A discount for paying soon. */
export type CashDiscount = NonNullable<Invoice["cashDiscounts"]>[number];

/** When the company's invoices are due, and what clients may deduct if they pay sooner. */
export interface PaymentTerms {
  /** Days after the date of the invoice; `null` for no due date. */
  readonly days: number | null;
  readonly discount: CashDiscount | null;
}

/** The data of the settings page. */
export interface PanelSettings {
  readonly profile: CompanyProfile;
  /** Changes with the profile. */
  readonly revision: string;
  /** The first series. */
  readonly invoices: SeriesPosition;
  /** The first of the named series. */
  readonly series: readonly (SeriesPosition & { readonly name: string })[];
  readonly creditNotes: SeriesPosition;
  readonly latePayment: LatePaymentSettings;
  /** `null` if the company has entered none. */
  readonly accounts: AccountMap | null;
  /** The law of the company's state; `null` if the library knows of none. */
  readonly latePaymentLaw: LatePaymentLaw | null;
  /** When the logo was saved, an instant in UTC; `null` if there is none. */
  readonly logoSavedAt: string | null;
  /** The company's API keys, oldest first; `null` if the host keeps them elsewhere, or the session may not see them. */
  readonly apiKeys: readonly ApiKey[] | null;
}

/** The profile after a save. */
export type SavedProfile = Pick<PanelSettings, "profile" | "revision">;

/**
 * What an invoice is to a bookkeeper. `issued` is one that was not sent to the client yet, `credited` one that was credited
 * in full and never paid, `written-off` one whose rest is lost, `settled` one that has nothing due for another reason, for example because it was prepaid.
 */
export type InvoiceState =
  | "issued"
  | "sent"
  | "partly-paid"
  | "paid"
  | "credited"
  | "settled"
  | "cancelled"
  | "written-off";

/** What an invoice's amounts mean on a day. */
export interface InvoiceBalance {
  readonly state: InvoiceState;
  readonly isOverdue: boolean;
  /** What is to be refunded to the client; 0 if nothing. */
  readonly refundDue: number;
}

/** A format that the host passed. */
export interface FormatEntry {
  /** As `requires` names it. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** The portal that gives its documents numbers; `null` if there is none. */
  readonly portal: string | null;
}

/** An electronic file that a document can be saved as. */
export interface FileEntry {
  /** The last part of its path. */
  readonly name: string;
  /** Its name for people: that of its format and, if the format has several, of the syntax. */
  readonly label: string;
  /** The name of its format. */
  readonly format: string;
  /** What the document lacks for it; empty if it can be written. */
  readonly gaps: readonly FileGap[];
}

/** A gap of a file. */
export interface FileGap extends EinvoiceGap {
  /** Whether the next document, with the profile of today, would not have it. */
  readonly isMended: boolean;
  /** Whether it is the number that a portal gave the corrected invoice. */
  readonly isOfPortal: boolean;
}

/** What the server says of a draft as far as it is typed. */
export interface DraftPreview {
  /** Those that its client gets. */
  readonly formats: readonly DraftFormat[];
  /** The codes of its warnings. */
  readonly warnings: readonly VatWarning["code"][];
  /** The fields with characters that no font can print, as JSON Pointers into the order. The other parts are empty then. */
  readonly unprintable: readonly { readonly pointer: string; readonly characters: readonly string[] }[];
}

/** What the invoice of a draft lacks for a format. */
export interface DraftFormat extends Pick<FormatEntry, "id" | "name"> {
  /** Paths as in `EinvoiceGap`. */
  readonly fields: readonly string[];
  /** Whether an invoice with these gaps would be refused, by the library or by the portal of the company's state. */
  readonly isRequired: boolean;
}

/** The data of one invoice's page. */
export interface InvoiceView extends SentDocument, InvoiceBalance {
  readonly files: readonly FileEntry[];
  readonly invoice: InvoiceWithPayments;
  /** What can still be credited, with VAT; 0 if nothing. */
  readonly creditLeft: number;
  readonly canCancel: boolean;
  /** Today in the company's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** What happened to the invoice, from its issue on. */
  readonly history: readonly HistoryEntry[];
}

/** What the list of invoices can be filtered by: states, what is overdue, and with `open` everything that is due. */
export const INVOICE_FILTERS = [
  "open",
  "issued",
  "sent",
  "overdue",
  "partly-paid",
  "paid",
  "credited",
  "cancelled",
] as const;

/** One of {@link INVOICE_FILTERS}. */
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number];

/**
 * How far a list was read: `whole` to its end, `page` until the page was full, or as far as a search counts, so that
 * there are more, `newest` only the newest invoices, among which too few match.
 */
export type ListExtent = "whole" | "page" | "newest";

/** An invoice in the list. */
export interface InvoiceRow
  extends Pick<Invoice, "id" | "invoiceNumber" | "clientName" | "clientCountry" | "issueDate" | "dueDate" | "currency">,
    Pick<Invoice, "total" | "creditedTotal" | "amountDue">,
    InvoiceBalance {
  /** For how many days something is overdue; 0 if nothing is. */
  readonly daysOverdue: number;
}

/** What a list of invoices can be sorted by, from the least on; with `-` before it from the greatest on. */
export const INVOICE_ORDERS = ["number", "date", "client", "amount", "overdue"] as const;

/** One of {@link INVOICE_ORDERS}. */
export type InvoiceOrder = (typeof INVOICE_ORDERS)[number];

/** A page of the list. */
export interface InvoiceList extends ListPage<InvoiceRow> {
  readonly extent: ListExtent;
}

/** A page of the list of credit notes. */
export type CreditNoteList = ListPage<CreditNote>;

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
  /** The sum of the states. */
  readonly declared: Pick<YearSum, "net" | "vat">;
}

/** A company's year by tax points. */
export interface PanelYear {
  readonly currencies: readonly CurrencyYear[];
  /** `null` for companies outside the EU. */
  readonly threshold: OssThreshold | null;
}

/** Several invoices, and the sum of their amounts in each currency. */
export interface InvoiceSum {
  readonly count: number;
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
  /** Whether there may be more than `total`, because not all were looked at. Absent: no. */
  readonly isAtLeast?: boolean | undefined;
}

/** The last days of the parts in which what is overdue is shown: up to 30 days, up to 60, up to 90, and longer. */
export const AGEING_DAYS = [30, 60, 90] as const;

/** What is due in one currency. */
export interface CurrencyAgeing {
  readonly currency: string;
  /** What is not overdue, what is overdue up to each of {@link AGEING_DAYS}, and what is overdue for longer. */
  readonly amounts: readonly number[];
}

/** What is due, of the invoices that are neither paid nor cancelled. */
export interface OpenSums {
  /** What clients owe. */
  readonly open: InvoiceSum;
  /** Included in what is open. */
  readonly overdue: InvoiceSum;
  /** What is open by how long it is overdue. */
  readonly ageing: readonly CurrencyAgeing[];
}

/** An open invoice on the start page, and how often its client was reminded. */
export interface StartDebt extends InvoiceRow, Reminded {}

/** An open invoice to which something must be sent. */
export type OwedInvoice = Pick<Invoice, "id" | "invoiceNumber" | "clientName" | "currency" | "amountDue">;

/** The reminders of an invoice. */
export interface Reminded {
  readonly reminders: number;
  /** The day of the last one, `YYYY-MM-DD`; `null` if there was none. */
  readonly remindedOn: string | null;
}

/** The data of the start page. */
export interface PanelStart extends OpenSums {
  /** In the company's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Those that are open for longest, by the day on which they were to be paid. */
  readonly oldest: readonly StartDebt[];
  /** Open, unpaid, and not sent to the client through the panel; newest first. */
  readonly unsent: FirstOf<OwedInvoice>;
  /** Overdue without a reminder and not among {@link oldest}, oldest first. */
  readonly unreminded: FirstOf<OwedInvoice>;
  /** Those whose content or VAT number somebody must look at, until they are cancelled, credited or marked as done. */
  readonly incomplete: FirstOf<Pick<Invoice, "id" | "invoiceNumber" | "clientName">>;
  /** Last saved first; `null` if the session may not issue. */
  readonly drafts: FirstOf<DraftEntry> | null;
  /** Saved clients with a VAT number of the EU that no register confirmed; `null` if the session may not issue. */
  readonly unchecked: FirstOf<ClientEntry> | null;
}

/** A client's own payment terms, by the names of the fields; empty if it has none, or it is not saved. */
export type ClientTerms = Readonly<Record<string, string>>;

/** The net sales of a company in one currency. */
export interface CurrencySales {
  readonly currency: string;
  /** Twelve, the running month last. `month` is `YYYY-MM`. */
  readonly months: readonly { readonly month: string; readonly net: number }[];
}

/** The VAT of the next returns and the sales of the last months, for the start page. */
export interface StartVat {
  /** `YYYY-MM-DD`, as asked for. */
  readonly from: string;
  readonly to: string;
  /** The quarter of the return of the one-stop shop. */
  readonly ossFrom: string;
  readonly ossTo: string;
  /** For the own state. */
  readonly domestic: readonly CurrencySum[];
  /** For the one-stop shop, of its quarter, with corrections of earlier quarters. */
  readonly oss: readonly CurrencySum[];
  /** Amounts that are in no return until somebody decides. */
  readonly unplaced: number;
  /** By tax points, less credit notes; the currency with the most invoices first. */
  readonly sales: readonly CurrencySales[];
  /** An instant in UTC. */
  readonly computedAt: string;
}

/** What a search finds in each list, the first of it; `null` if the session may not see the list. */
export interface SearchResults {
  readonly invoices: FirstOf<InvoiceRow>;
  readonly creditNotes: FirstOf<
    Pick<CreditNote, "id" | "creditNoteNumber" | "clientName" | "issueDate" | "total" | "currency">
  >;
  readonly drafts: FirstOf<DraftEntry> | null;
  readonly clients: FirstOf<ClientEntry> | null;
  readonly articles: FirstOf<ArticleEntry> | null;
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
  /** When an earlier audit last found the books sound; `null` if there is none to compare with. */
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
  /** The sum of each section's rows; `null` if there are fewer than two, or several currencies. */
  readonly sums: Readonly<Record<ReturnSection, ReportAmounts | null>>;
  /** `null` for companies outside the EU. */
  readonly threshold: OssThreshold | null;
}

/** What an archive for the accountant will not contain. */
export interface ArchiveCheck {
  /** The first of it, each in a sentence. */
  readonly missing: readonly string[];
  /** How many there are. */
  readonly total: number;
}

/** Something that happened to an invoice. */
export interface HistoryEntry {
  readonly kind:
    | "issued"
    | "sent"
    | "reminded"
    | "paid"
    | "reversed"
    | "refunded"
    | "credited"
    | "cancelled"
    | "written-off";
  /** `YYYY-MM-DD` */
  readonly on: string;
  /** In the invoice's currency; `null` for what has none. */
  readonly amount: number | null;
  /** A reason or a recipient; empty if there is none. */
  readonly note: string;
  /** The credit note; `null` for everything else. */
  readonly creditNote: { readonly id: string; readonly number: string } | null;
}

/** That an invoice or a credit note was sent to the client. */
export interface Sending {
  /** A UUID, chosen by the page, so that a repeated call does not send twice. */
  readonly id: string;
  /** An instant in UTC. */
  readonly at: string;
  /** Who sent it. */
  readonly actor: string;
  /** `other` if it was sent by other means than the panel. */
  readonly channel: "email" | "other";
  /** The address; in words, and possibly empty, if it was sent by other means. */
  readonly to: string;
  /** The names of the files that were attached. */
  readonly files: readonly string[];
  /** The reminder that was sent. Absent: the document itself was. */
  readonly reminder?: Reminder | undefined;
}

/** What the pages of issued documents share. */
export interface SentDocument {
  readonly printed: PrintedPage;
  /** When and to whom it was sent, oldest first. */
  readonly sendings: readonly Sending[];
}

/** The data of a credit note's page. */
export interface CreditNoteView extends SentDocument {
  readonly files: readonly FileEntry[];
  readonly creditNote: CreditNote;
}

/** An invoice that is not issued, as it would be. */
export interface PreviewedInvoice {
  readonly invoice: InvoicePreview;
  readonly printed: PrintedPage;
}

/** A credit note that is not issued, as it would be, and what would be due and to refund then. */
export interface PreviewedCredit {
  readonly creditNote: CreditNotePreview;
  readonly printed: PrintedPage;
  readonly amountDue: number;
  readonly refundDue: number;
}

/** A table of a document. The texts after a cell's first one are its details. */
export interface PrintedTable {
  readonly columns: readonly { readonly heading: string; readonly kind: "text" | "amount" }[];
  readonly rows: readonly {
    /** Whether it is the heading above lines, or their subtotal, rather than a line. */
    readonly kind?: "heading" | "subtotal" | undefined;
    readonly cells: readonly (readonly string[])[];
  }[];
}

/** A name and its value. */
export type PrintedFact = readonly [name: string, value: string];

/** What is printed on a document, in its own language, in the order of the PDF file. */
export interface PrintedPage {
  /** BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  readonly number: string;
  /** Marks an invoice that is paid, credited or cancelled. Absent: it is none of these. */
  readonly mark?: string | undefined;
  /** The name of its logo; `null` if it has none. */
  readonly logo: string | null;
  readonly sellerName: string;
  readonly sellerLines: readonly string[];
  readonly sellerContact: readonly string[];
  readonly sellerFacts: readonly PrintedFact[];
  readonly clientLines: readonly string[];
  readonly facts: readonly PrintedFact[];
  readonly introduction: readonly string[];
  readonly parties: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly lines: PrintedTable;
  readonly breakdown: PrintedTable;
  readonly sums: readonly { readonly name: string; readonly value: string; readonly isMain?: boolean | undefined }[];
  readonly notes: readonly string[];
  /** Absent: nothing is to be paid. */
  readonly payment?: PrintedPayment | undefined;
  readonly legalNote?: string | undefined;
}

/** How a document is paid. */
export interface PrintedPayment {
  readonly title: string;
  readonly facts: readonly PrintedFact[];
  /** The payment code: its dark squares as the path of an SVG of this side. Absent: it has none. */
  readonly code?: { readonly side: number; readonly path: string; readonly caption: string } | undefined;
}

/** An e-mail that the user may edit before it is sent. */
export interface EmailDraft {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The files that can be attached, and whether they are unless the user decides otherwise. */
  readonly files: readonly { readonly name: AttachedFile; readonly label: string; readonly isChosen: boolean }[];
}

/** A reminder that was not sent yet. */
export interface ReminderDraft {
  readonly reminder: Reminder;
  /** How many reminders of the invoice were sent. */
  readonly previous: number;
  /** Whether nothing is claimed beside the amount because nobody has confirmed the law of the company's state. */
  readonly isLawUnchecked: boolean;
  readonly printed: PrintedPage;
  /** To send it with; its PDF is attached in any case. `null` if the host sends no e-mails. */
  readonly email: EmailDraft | null;
}

/** What a company says about the law on paying late. */
export interface LatePaymentSettings {
  /** The reference rates that it has looked up, each for the half-year of its day. */
  readonly baseRates: readonly BaseRate[];
  /** Whether it has checked the law of its state, where the library has not. */
  readonly isLawChecked: boolean;
}

/** The last part of a file's path: `pdf`, or the name of a {@link FileEntry}. */
export type AttachedFile = string;

/** Whether a recurring invoice goes on. */
export const RECURRING_STATES = ["active", "paused", "ended"] as const;

/** When an invoice recurs, and what becomes of it. */
export interface RecurringPlan extends Recurrence {
  /** The day of the next occurrence, `YYYY-MM-DD`. */
  readonly next: string;
  /** The last day on which one may occur, `YYYY-MM-DD`; `null` if it has no end. */
  readonly until: string | null;
  readonly result: "draft" | "issue";
}

/** What became of an occurrence. */
export interface RecurringOutcome {
  readonly kind: "issued" | "drafted" | "failed";
  /** The day of the occurrence, `YYYY-MM-DD`. */
  readonly day: string;
  /** The id of the invoice or the draft; `null` if it failed. */
  readonly id: string | null;
  /** The number of the invoice, or why it failed; empty for a draft. */
  readonly text: string;
  /** The code of the refusal; empty if it did not fail. */
  readonly code: string;
}

/** What recurs: the order, and the texts of the form that it was read from. */
export interface RecurringContent extends RecurringPlan {
  readonly order: PanelOrder;
  readonly fields: Draft["fields"];
  /** A day of the month that the dates of the order belong to. */
  readonly anchor: string;
  /** How many days after its date of issue it is due; `null` if it has no due date. */
  readonly dueDays: number | null;
}

/** A recurring invoice in the list. */
export interface RecurringEntry extends RecurringPlan {
  readonly id: string;
  readonly clientName: string;
  /** What it would come to now, VAT included. */
  readonly total: DraftTotal;
  readonly state: (typeof RECURRING_STATES)[number];
  /** `null` if there was none. */
  readonly last: RecurringOutcome | null;
}

/** A page of the list, the next one first. */
export type RecurringList = ListPage<RecurringEntry>;

/** A recurring invoice to change: its fields have the dates of the next occurrence, which is also their `anchor`. */
export interface EditedRecurring extends Omit<RecurringContent, "order"> {
  readonly revision: string;
}

/** A quote in the list. */
export interface QuoteEntry {
  readonly id: string;
  /** Such as `Q-2026-0007`. */
  readonly number: string;
  readonly clientName: string;
  readonly total: DraftTotal;
  /** `YYYY-MM-DD` */
  readonly validUntil: string;
  /** `accepted`: it became a draft. */
  readonly state: "open" | "accepted" | "expired";
}

/** A page of the list, the newest first. */
export type QuoteList = ListPage<QuoteEntry>;

/** The data of one quote's page. */
export interface QuoteView extends SentDocument, Pick<QuoteEntry, "id" | "number" | "validUntil" | "state"> {
  readonly revision: string;
  /** The texts of the form that it was read from. */
  readonly fields: Draft["fields"];
}
