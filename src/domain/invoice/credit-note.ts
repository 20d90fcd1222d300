import type { CalendarDay } from "../calendar.ts";
import type { LineAmounts } from "../money/totals.ts";
import type { VatCategory } from "../vat/category.ts";
import type { VatWarning } from "../vat/types.ts";
import type { DocumentType, InvoiceBreakdownLine, InvoiceDocument, InvoiceItem, InvoiceSeller } from "./invoice.ts";

/** What a credit note can be, as UNTDID 1001 codes it (EN 16931 BT-3): `381` is a credit note, `261` a self-billed one. */
export const CREDIT_NOTE_TYPES = ["381", "261"] as const;

/** One of {@link CREDIT_NOTE_TYPES}. */
export type CreditNoteType = (typeof CREDIT_NOTE_TYPES)[number];

/** The type of the credit note that corrects each type of invoice. A new type does not compile until it is listed. */
export const CREDIT_NOTE_TYPE_OF: Record<DocumentType, CreditNoteType> = { "380": "381", "389": "261" };

/** How a line was credited: as a part of its quantity, or as an amount. */
export const CREDITED_BY = ["quantity", "netAmount", "grossAmount"] as const;

/** A line of an invoice to credit. With neither a quantity nor an amount, all that is left of it. */
export interface CreditLine {
  /** The place of the invoice's line, from 1. */
  readonly line: number;
  /** How much of the line's quantity, with its sign. Not together with an amount. */
  readonly quantity?: number | undefined;
  /** How much of the line's net amount, with its sign and in the invoice's currency. Only of net prices. */
  readonly netAmount?: number | undefined;
  /** How much of the line's gross amount, with its sign and in the invoice's currency. Only of gross prices. */
  readonly grossAmount?: number | undefined;
}

/**
 * The fields of an invoice that may be given anew with the credit: addresses and references may have changed, and
 * documents of version 1 could not have most of them. Absent: the invoice's.
 */
export const RENEWABLE_FIELDS = [
  "clientAddress",
  "clientEmail",
  "clientNumber",
  "clientRegistrationScheme",
  "clientElectronicAddress",
  "deliverTo",
  "period",
  "buyerReference",
  "purchaseOrderReference",
  "contractReference",
  "projectReference",
  "buyerAccountingReference",
  "payment",
  "paymentTerms",
  "paymentReference",
] as const satisfies (keyof InvoiceDocument)[];

type RenewableFields = Pick<InvoiceDocument, (typeof RENEWABLE_FIELDS)[number]>;

/** The fields of an order that a credit note has of its own, if they are given. */
type OwnFields = Pick<InvoiceDocument, "reference" | "note" | "notes" | "metadata">;

/** What to credit of an invoice, and why. */
export interface CreditOrder extends RenewableFields, OwnFields {
  /** Printed on the credit note; 1 to 1,000 characters. */
  readonly reason: string;
  /** 1 to 1,000 lines. Absent: all that is left of the invoice. */
  readonly lines?: readonly CreditLine[] | undefined;
}

/** The fields that a line of a credit note copies from that of the invoice: its unit only with a quantity. */
type CopiedItemFields = Pick<
  InvoiceItem,
  | "description"
  | "taxRate"
  | "rateCountry"
  | "supply"
  | "unit"
  | "unitCode"
  | "sku"
  | "note"
  | "period"
  | "exemptionReason"
  | "vatexCode"
>;

/** A line of a credit note: what is credited of one line of the invoice. */
export interface CreditNoteItem extends LineAmounts, CopiedItemFields {
  /** The place of the invoice's line, from 1. */
  readonly line: number;
  /** Whether the line was credited by quantity or by amount. */
  readonly creditedBy: (typeof CREDITED_BY)[number];
  /** The part of the line's quantity. For an amount: 1, or -1 for a line with a negative amount. */
  readonly quantity: number;
  /** Net of VAT: that of the invoice's line or, for an amount, the amount without its sign. */
  readonly unitPrice: number;
  /** The share of the line's discount; only with a quantity. */
  readonly discount?: { readonly amount: number; readonly reason?: string | undefined } | undefined;
  /** EN 16931 BT-151, that of the invoice's line. */
  readonly vatCategory: VatCategory;
}

/** The invoice that a credit note corrects (EN 16931 BG-3). */
export interface CorrectedInvoice {
  /** UUIDv7. */
  readonly invoiceId: string;
  /** BT-25. */
  readonly invoiceNumber: string;
  /** BT-26. */
  readonly issueDate: CalendarDay;
}

/** The fields of an invoice that its credit notes repeat. */
type RepeatedFields = Pick<
  InvoiceDocument,
  | "clientName"
  | "clientCountry"
  | "clientVatNumber"
  | "clientRegistrationNumber"
  | "isCompany"
  | "supply"
  | "supplyDate"
  | "taxPointDate"
  | "selfBilled"
  | "triangular"
  | "currency"
  | "prices"
  | "exchangeRate"
  | "taxCurrency"
  | "vatTreatment"
  | "vatNote"
  | "vatReason"
>;

/**
 * An issued credit note. It is stored once, in its journal entry, as RFC 8785 canonical JSON, and never changes. Its
 * amounts are positive, except lines that correct a line with a negative amount.
 *
 * @see Directive 2006/112/EC, articles 90 and 219
 */
export interface CreditNoteDocument extends RepeatedFields, RenewableFields, OwnFields {
  /** Version of this shape: 2, as that of an invoice of the same time. */
  readonly documentVersion: 2;
  /** EN 16931 BT-3: `381`, or `261` for a self-billed invoice. */
  readonly documentType: CreditNoteType;
  /** UUIDv7. */
  readonly id: string;
  /** From the company's own series of credit notes, such as `INV-CN-202611-0001`. */
  readonly creditNoteNumber: string;
  /**
   * In the company's time zone. Never before that of the previous credit note, nor before that of the invoice unless a
   * wrong clock dated that more than a day ahead.
   */
  readonly issueDate: CalendarDay;
  /** ISO 8601 in UTC, with milliseconds. */
  readonly issuedAt: string;
  /** The invoice that it credits. */
  readonly corrects: CorrectedInvoice;
  /** Why the invoice is credited, as given; printed. */
  readonly reason: string;
  /** The company today. Its country, tax and VAT numbers, language and cash accounting are the invoice's. */
  readonly seller: InvoiceSeller;
  /** In the order of the invoice's lines. */
  readonly items: readonly CreditNoteItem[];
  /** Percent: the rate that all items share, or 0 if they differ. */
  readonly taxRate: number;
  /** The sum of the line net amounts, without VAT. */
  readonly subtotal: number;
  /** The VAT that it takes back. */
  readonly taxTotal: number;
  /** With VAT. */
  readonly total: number;
  /** {@link taxTotal} at the invoice's exchange rate (EN 16931 BT-111); only if the invoice has one. */
  readonly taxTotalInTaxCurrency?: number | undefined;
  /** The groups of the invoice that it credits. */
  readonly vatBreakdown: readonly InvoiceBreakdownLine[];
  /** The rules that its electronic document breaks, if the profile requires one. Absent if there are none. */
  readonly warnings?: readonly VatWarning[] | undefined;
}

/** The fields of a credit note that are known only under the lock on the company's books. */
export type CreditNoteNumber = Pick<CreditNoteDocument, "id" | "creditNoteNumber" | "issueDate" | "issuedAt">;

/** A credit note as the library returns it. */
export type CreditNote = Omit<CreditNoteDocument, "documentVersion">;

/** The credit note as it is sent, with the fields that people look for first at the top. */
export function presentCreditNote({ documentVersion: _, ...document }: CreditNoteDocument): CreditNote {
  const { id, creditNoteNumber, documentType, issueDate, issuedAt, corrects, reason, ...rest } = document;
  const { taxPointDate, seller, clientName, currency, items, taxRate, subtotal, taxTotal, total, ...others } = rest;
  return {
    ...{ id, creditNoteNumber, documentType, issueDate, issuedAt, corrects, reason, taxPointDate, seller, clientName },
    ...{ currency, items, taxRate, subtotal, taxTotal, total },
    ...others,
  };
}
