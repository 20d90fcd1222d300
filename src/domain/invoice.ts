import type { CalendarDay } from "./calendar.ts";
import type { CompanyProfile } from "./company-profile.ts";
import type { InvoiceOrder, OrderItem } from "./invoice-order.ts";
import type { InvoiceStatus } from "./invoice-status.ts";
import type { VatBreakdownLine } from "./invoice-totals.ts";
import { amountAsNumber, Decimal } from "./money.ts";
import type { VatTreatment } from "./vat-table.ts";
import type { VatWarning } from "./vat-warning.ts";

/** The seller as printed on an invoice: the company's profile on the day of issue. */
export type InvoiceSeller = Pick<
  CompanyProfile,
  "name" | "country" | "vatNumber" | "taxNumber" | "registrationNumber" | "address" | "email" | "iban" | "language"
>;

/** A line of an issued invoice: the order's line, its rate, and quantity × unit price, rounded. */
export interface InvoiceItem extends OrderItem {
  /** Percent. */
  readonly taxRate: number;
  readonly netAmount: number;
}

/** What an order says about the sale and the invoice repeats, each where it was given. */
type OrderDetails = Omit<InvoiceOrder, "autoVat" | "items" | "taxRate" | "currency" | "vatNote">;

/** The evidence that the client's VAT number was verified before it decided. */
export interface VatNumberVerification {
  /** `unavailable` only where the host chose to issue all the same. */
  readonly status: "valid" | "unavailable";
  /** ISO 8601 in UTC, with milliseconds. */
  readonly verifiedAt: string;
  /** The register's own reference of the inquiry, where it gave one. */
  readonly consultationNumber?: string | undefined;
}

/** What was issued. It is stored once, as RFC 8785 canonical JSON, and never changes. */
export interface InvoiceDocument extends OrderDetails {
  /** Version of this shape; a later library still reads the earlier ones. */
  readonly documentVersion: 1;
  /** UUIDv7. */
  readonly id: string;
  readonly invoiceNumber: string;
  /** In the company's time zone; never before the previous invoice's. */
  readonly issueDate: CalendarDay;
  /** ISO 8601 in UTC, with milliseconds. */
  readonly issuedAt: string;
  /** The day whose VAT rates apply; to be printed where it is not the issue date (article 226 (7)). */
  readonly taxPointDate: CalendarDay;
  readonly seller: InvoiceSeller;
  /** ISO 4217. */
  readonly currency: string;
  readonly items: readonly InvoiceItem[];
  /** Percent: the rate that all items share, or 0 where they differ. */
  readonly taxRate: number;
  readonly subtotal: number;
  readonly taxTotal: number;
  readonly total: number;
  /** ISO 4217, of {@link taxTotalInTaxCurrency}; only with an exchange rate. @see Directive 2006/112/EC, article 230 */
  readonly taxCurrency?: string | undefined;
  /** {@link taxTotal} at the order's exchange rate, rounded to the tax currency's minor units (EN 16931 BT-111). */
  readonly taxTotalInTaxCurrency?: number | undefined;
  readonly vatBreakdown: readonly VatBreakdownLine[];
  readonly vatTreatment: VatTreatment;
  /** `""` where the law asks for none. */
  readonly vatNote: string;
  readonly vatReason: string;
  /** What a register said of the client's VAT number; only where the host has a verifier and the number decided. */
  readonly vatNumberVerification?: VatNumberVerification | undefined;
  readonly warnings: readonly VatWarning[];
}

/** What is known of a document only while the company's sequence is locked. */
export type DocumentNumber = Pick<InvoiceDocument, "id" | "invoiceNumber" | "issueDate" | "issuedAt">;

/** What may still change about an issued invoice. */
export interface InvoiceState {
  readonly status: InvoiceStatus;
  /** Sum of its payments. */
  readonly amountPaid: number;
  /** ISO 8601 in UTC; `null` unless cancelled. */
  readonly cancelledAt: string | null;
  /** As given with the cancellation; `null` where none was. */
  readonly cancellationReason: string | null;
}

/** A payment against an invoice. */
export interface Payment {
  /** UUIDv7. */
  readonly id: string;
  /** Above 0, in the invoice's currency. */
  readonly amount: number;
  readonly paidOn: CalendarDay;
  /** Such as `bank_transfer`; as given. */
  readonly method: string | null;
  /** Such as the bank's transaction id; as given. */
  readonly reference: string | null;
}

/** An invoice as the library answers with it: the document, and where it stands. */
export interface Invoice extends Omit<InvoiceDocument, "documentVersion"> {
  readonly status: InvoiceStatus;
  readonly amountPaid: number;
  /** Total less payments; 0 once cancelled. */
  readonly amountDue: number;
  readonly cancelledAt: string | null;
  /** Where one was given. */
  readonly cancellationReason?: string | undefined;
}

/** An invoice with its payments, oldest first. */
export interface InvoiceWithPayments extends Invoice {
  readonly payments: readonly Payment[];
}

/** The state of an invoice at the moment it is issued. */
export const AS_ISSUED: InvoiceState = { status: "SENT", amountPaid: 0, cancelledAt: null, cancellationReason: null };

/** What is still to be paid: total less payments, and 0 for a cancelled invoice. */
export function amountDue(total: number, { status, amountPaid }: InvoiceState): number {
  if (status === "CANCELLED") return 0;
  return amountPaid === 0 ? total : amountAsNumber(new Decimal(total).minus(amountPaid));
}
