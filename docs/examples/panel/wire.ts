import type { CreditNote, FieldError, Invoice, InvoiceWithPayments, OssThreshold, VatTreatment } from "faktura";

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
}

/** A draft in the list of drafts. */
export interface DraftEntry {
  readonly id: string;
  /** An instant in UTC. */
  readonly savedAt: string;
  /** As it was typed; empty if it was not. */
  readonly clientName: string;
}

/** The data of one invoice's page. */
export interface InvoiceView {
  readonly invoice: InvoiceWithPayments;
  readonly canCancel: boolean;
}

/** A page of the list. */
export interface InvoiceList {
  readonly data: readonly Invoice[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
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
