import type { CalendarDay } from "../calendar.ts";
import type { CompanyProfile } from "../company-profile.ts";
import { amountAsNumber, Decimal } from "../money/decimal.ts";
import type { LineAmounts, VatBreakdownLine } from "../money/totals.ts";
import type { VatCategory } from "../vat/category.ts";
import type { VatWarning } from "../vat/types.ts";
import type { VatTreatment } from "../vat/vat-table.ts";
import type { InvoiceOrder, OrderItem } from "./order.ts";
import type { InvoiceStatus } from "./status.ts";

/** The fields of a profile that are not about the seller: they decide, or have a place of their own in the document. */
type OtherProfileField =
  | "vatRegistered"
  | "ossRegistered"
  | "defaultCurrency"
  | "invoicePrefix"
  | "creditNotePrefix"
  | "requires"
  | "timeZone"
  | "exemptionNote"
  | "paymentTerms";

/** The seller as printed on an invoice: the company's profile on the day of issue. */
export type InvoiceSeller = Omit<CompanyProfile, OtherProfileField>;

/** A line of an issued invoice: the order's line, its rate, category and amounts. Its `unitPrice` is always net of VAT. */
export interface InvoiceItem extends OrderItem, LineAmounts {
  /** Percent. */
  readonly taxRate: number;
  /** EN 16931's category (BT-151). In documents of version 1 only if the order named it. */
  readonly vatCategory?: VatCategory | undefined;
  /** As in the breakdown; only if the lines of the invoice differ in it. */
  readonly rateCountry?: string | null | undefined;
}

/** A group of an issued invoice's VAT breakdown. */
export interface InvoiceBreakdownLine extends VatBreakdownLine {
  /**
   * Why no VAT is charged (BT-120). Only if the category needs a reason and one is known, and never in documents of
   * version 1.
   */
  readonly exemptionReason?: string | undefined;
}

/** What a document can be, as UNTDID 1001 codes it (EN 16931 BT-3): `380` is an invoice, `389` a self-billed one. */
export const DOCUMENT_TYPES = ["380", "389"] as const;

/** One of {@link DOCUMENT_TYPES}. */
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The fields of an order that the invoice repeats, if they were given. */
type OrderDetails = Omit<
  InvoiceOrder,
  "autoVat" | "items" | "taxRate" | "currency" | "vatNote" | "taxPointDate" | "requires"
>;

/** The evidence that the client's VAT number was verified before it was used. */
export interface VatNumberVerification {
  /** `unavailable` only if the host chose to issue without an answer. */
  readonly status: "valid" | "unavailable";
  /** ISO 8601 in UTC, with milliseconds. */
  readonly verifiedAt: string;
  /** The register's own reference of the inquiry, if it gave one. */
  readonly consultationNumber?: string | undefined;
}

/** An issued invoice. It is stored once, as RFC 8785 canonical JSON, and never changes. */
export interface InvoiceDocument extends OrderDetails {
  /** Version of this shape: 2. The library still reads documents of version 1, which lack the newer fields. */
  readonly documentVersion: 1 | 2;
  /** Absent in documents of version 1, which are all `380`. */
  readonly documentType?: DocumentType | undefined;
  /** UUIDv7. */
  readonly id: string;
  /** `<prefix>-<YYYYMM>-<counter>`, such as `INV-202611-0001`. */
  readonly invoiceNumber: string;
  /** In the company's time zone. Never before that of the previous invoice. */
  readonly issueDate: CalendarDay;
  /** ISO 8601 in UTC, with milliseconds. */
  readonly issuedAt: string;
  /** The day whose VAT rates apply. Print it if it is not the issue date (article 226 (7)). */
  readonly taxPointDate: CalendarDay;
  /** The company as it was when the invoice was issued. */
  readonly seller: InvoiceSeller;
  /** ISO 4217. */
  readonly currency: string;
  /** In the order of the request. */
  readonly items: readonly InvoiceItem[];
  /** Percent: the rate that all items share, or 0 if they differ. */
  readonly taxRate: number;
  /** The sum of the line net amounts, without VAT. */
  readonly subtotal: number;
  /** The sum of the VAT of all groups. */
  readonly taxTotal: number;
  /** With VAT. */
  readonly total: number;
  /**
   * Currency of {@link taxTotalInTaxCurrency}, ISO 4217; only with an exchange rate. @see Directive 2006/112/EC,
   * article 230
   */
  readonly taxCurrency?: string | undefined;
  /** {@link taxTotal} at the order's exchange rate, rounded to the tax currency's minor units (EN 16931 BT-111). */
  readonly taxTotalInTaxCurrency?: number | undefined;
  /** One group for each category, rate and country of the rate (EN 16931 BG-23). */
  readonly vatBreakdown: readonly InvoiceBreakdownLine[];
  /** What decided the VAT; `mixed` if lines differ, `manual` with `autoVat: false`. */
  readonly vatTreatment: VatTreatment;
  /**
   * The notes of the VAT, and the mentions of self-billing and cash accounting, separated by "; ". `""` if the law requires
   * none.
   */
  readonly vatNote: string;
  /** Why this VAT, in English, for people. Not printed. */
  readonly vatReason: string;
  /** The register's answer about the client's VAT number; only if the host has a verifier and the number decided. */
  readonly vatNumberVerification?: VatNumberVerification | undefined;
  /** What the host should check. They never change an amount. */
  readonly warnings: readonly VatWarning[];
}

/** The fields of a document that are known only under the lock on the company's sequence. */
export type DocumentNumber = Pick<InvoiceDocument, "id" | "invoiceNumber" | "issueDate" | "issuedAt">;

/** The part of an issued invoice that may still change. */
export interface InvoiceState {
  /** As the payments, credits and cancellation make it. */
  readonly status: InvoiceStatus;
  /** The sum of its payments, less refunds. */
  readonly amountPaid: number;
  /** The sum of its credit notes' totals. */
  readonly creditedTotal: number;
  /** ISO 8601 in UTC; `null` unless cancelled. */
  readonly cancelledAt: string | null;
  /** As given with the cancellation; `null` if none was. */
  readonly cancellationReason: string | null;
}

/** A payment against an invoice. */
export interface Payment {
  /** UUIDv7. */
  readonly id: string;
  /** In the invoice's currency; negative for a refund, and never 0. */
  readonly amount: number;
  /** The day on which the money arrived or, for a refund, left. */
  readonly paidOn: CalendarDay;
  /** Such as `bank_transfer`; as given. */
  readonly method: string | null;
  /** Such as the bank's transaction id; as given. */
  readonly reference: string | null;
}

/** An invoice as the library returns it: the document and its state. */
export interface Invoice extends Omit<InvoiceDocument, "documentVersion"> {
  /** `PAID` once payments and credits cover the total, `CANCELLED` for good, otherwise `SENT`. */
  readonly status: InvoiceStatus;
  /** The sum of its payments, less refunds. */
  readonly amountPaid: number;
  /** The sum of its credit notes' totals. */
  readonly creditedTotal: number;
  /** Total minus what was prepaid, paid and credited, but never below 0; 0 once cancelled. */
  readonly amountDue: number;
  /** ISO 8601 in UTC; `null` unless cancelled. */
  readonly cancelledAt: string | null;
  /** Only if one was given. */
  readonly cancellationReason?: string | undefined;
}

/** A credit note of an invoice, as the invoice names it. */
export interface CreditNoteSummary {
  /** UUIDv7. */
  readonly id: string;
  /** From the series of credit notes. */
  readonly creditNoteNumber: string;
  /** With VAT, in the invoice's currency. */
  readonly total: number;
}

/** An invoice with its payments and its credit notes, oldest first. */
export interface InvoiceWithPayments extends Invoice {
  /** Oldest first, refunds among them. */
  readonly payments: readonly Payment[];
  /** Oldest first. */
  readonly creditNotes: readonly CreditNoteSummary[];
}

/** The state of an invoice at the moment it is issued. */
export const AS_ISSUED: InvoiceState = {
  ...{ status: "SENT", amountPaid: 0, creditedTotal: 0 },
  ...{ cancelledAt: null, cancellationReason: null },
};

/**
 * The amount still to be paid: total minus what was prepaid, paid and credited, but never below 0; 0 for a cancelled
 * invoice.
 */
export function amountDue(
  { total, prepaidAmount }: Pick<InvoiceDocument, "total" | "prepaidAmount">,
  { status, amountPaid, creditedTotal }: InvoiceState,
): number {
  if (status === "CANCELLED") return 0;
  if (amountPaid === 0 && creditedTotal === 0 && prepaidAmount === undefined) return total;
  const due = new Decimal(total).minus(prepaidOf(prepaidAmount)).minus(amountPaid).minus(creditedTotal);
  return Math.max(0, amountAsNumber(due));
}

/**
 * The status of an invoice that is not cancelled: `PAID` once something was paid, and payments, credit notes and what was
 * prepaid cover the total. So a refund can make it `SENT` again, and one that was credited but never paid stays `SENT`.
 */
export function settledStatus(
  { total, prepaidAmount }: Pick<InvoiceDocument, "total" | "prepaidAmount">,
  { amountPaid, creditedTotal }: Pick<InvoiceState, "amountPaid" | "creditedTotal">,
): "SENT" | "PAID" {
  const covered = new Decimal(amountPaid).plus(creditedTotal).plus(prepaidOf(prepaidAmount));
  return amountPaid > 0 && covered.gte(total) ? "PAID" : "SENT";
}

/** The prepaid amount of a document. Another writer's document may hold anything there, which counts as 0. */
export function prepaidOf(prepaidAmount: unknown): number {
  return typeof prepaidAmount === "number" ? prepaidAmount : 0;
}
