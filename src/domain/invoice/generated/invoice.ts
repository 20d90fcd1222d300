// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { SpanishRecord } from "../../generated/national.ts";
import type { CurrencyCode } from "../../money/currency.ts";
import type { LineAmounts, VatBreakdownLine } from "../../money/generated/amounts.ts";
import type { VatCategory } from "../../vat/category.ts";
import type { CountryCode } from "../../vat/territory/country.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { Supply, VatTreatment } from "../../vat/vat-table.ts";
import type { DocumentType } from "../document-types.ts";
import type { InvoiceStatus } from "../status.ts";
import type { ExchangeRate, InvoiceOrder, OrderItem, PortalNumber } from "./order.ts";

/** The seller as printed on an invoice: the company's profile on the day of issue. */
export type InvoiceSeller = Pick<
  CompanyProfile,
  | "name"
  | "country"
  | "vatNumber"
  | "taxNumber"
  | "registrationNumber"
  | "address"
  | "email"
  | "iban"
  | "bic"
  | "accountName"
  | "accounts"
  | "creditorId"
  | "tradingName"
  | "legalNote"
  | "registrationScheme"
  | "identifiers"
  | "electronicAddress"
  | "businessProcess"
  | "contact"
  | "taxRepresentative"
  | "national"
  | "cashAccounting"
  | "language"
>;

/**
 * A line of an issued invoice: the order's line, its rate, category and amounts. Its `unitPrice` is always net of VAT.
 */
export interface InvoiceItem extends Omit<OrderItem, "vatRates" | "exemption">, LineAmounts {
  /** Always net of VAT (BT-146). */
  readonly unitPrice: number;
  /** The VAT rate (BT-152). Percent, 0 to 100. */
  readonly taxRate: number;
  /** The category of VAT (BT-151). A code of UNCL 5305. */
  readonly vatCategory: VatCategory;
  /** As in the breakdown; only if the lines of the invoice differ in it. ISO 3166-1 alpha-2. */
  readonly rateCountry?: CountryCode | null | undefined;
  /**
   * The rate of Spain's equivalence surcharge. Percent, 0 to 100.
   *
   * @see Ley 37/1992, artículo 161
   */
  readonly surchargeRate?: number | undefined;
}

/** An allowance or a charge of an issued invoice, in one group of its VAT breakdown (EN 16931 BG-20, BG-21). */
export interface InvoiceAllowance {
  /** Its amount, net or gross as the prices are. In the invoice's currency. */
  readonly amount: number;
  /** Its amount without VAT (BT-92, 99). In the invoice's currency. */
  readonly netAmount: number;
  /** The number of the advance invoice that it deducts. */
  readonly advance?: string | undefined;
  /** Its VAT; only of an advance. In the invoice's currency. */
  readonly taxAmount?: number | undefined;
  /** Its equivalence surcharge; only of an advance. In the invoice's currency. */
  readonly surchargeAmount?: number | undefined;
  /** Percent of `baseAmount` (BT-94, 101). */
  readonly percent?: number | undefined;
  /**
   * What `percent` is of or the amount was computed from, net or gross as the prices are (BT-93, 100). In the invoice's
   * currency.
   */
  readonly baseAmount?: number | undefined;
  /** The reason, as given (BT-97, 104). */
  readonly reason?: string | undefined;
  /** The reason as a code, as given (BT-98, 105). */
  readonly reasonCode?: string | undefined;
  /** The VAT rate (BT-96, 103). Percent, 0 to 100. */
  readonly taxRate: number;
  /** The category of VAT (BT-95, 102). A code of UNCL 5305. */
  readonly vatCategory: VatCategory;
  /** As in the breakdown; only if the parts of the invoice differ in it. ISO 3166-1 alpha-2. */
  readonly rateCountry?: CountryCode | null | undefined;
  /**
   * The rate of Spain's equivalence surcharge, as that of the lines of its group. Percent, 0 to 100.
   *
   * @see Ley 37/1992, artículo 161
   */
  readonly surchargeRate?: number | undefined;
  /** What it belongs to, as given. */
  readonly supply?: Supply | undefined;
  /** Its place of supply, as given. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. */
  readonly placeOfSupply?: string | undefined;
  /** Why it is without VAT, as given (BT-120). */
  readonly exemptionReason?: string | undefined;
  /** The reason as a code, as given (BT-121). A code of the list VATEX, such as `VATEX-EU-132-1I`. */
  readonly vatexCode?: string | undefined;
}

/** A withholding of an issued invoice, or its share on a credit note. */
export interface InvoiceWithholding {
  /** The rate. */
  readonly percent: number;
  /** What `percent` is of, in the invoice's currency. Not together with `basePercent`. */
  readonly baseAmount?: number | undefined;
  /** The part of `subtotal` that it is levied on, such as 50 of an agent's commission. */
  readonly basePercent?: number | undefined;
  /** What is withheld, for the client. */
  readonly reason: string;
  /** The kind of income as the state codes it. In Italy `CausalePagamento`, such as `A` (professional work). */
  readonly code?: string | undefined;
  /**
   * The kind of withholding as the state codes it. In Italy `TipoRitenuta`: `RT01` is income tax of persons, `RT02` of
   * companies; contributions: `RT03` INPS, `RT04` ENASARCO, `RT05` ENPAM, `RT06` others.
   */
  readonly type?: string | undefined;
  /** What is withheld. In the invoice's currency. */
  readonly amount: number;
}

/** A retention of an issued invoice. */
export interface InvoiceRetention {
  /** Percent of `total`. Either this or `amount`. */
  readonly percent?: number | undefined;
  /** What is paid later. In the invoice's currency. */
  readonly amount: number;
  /** The day by which the client must pay it. */
  readonly dueOn: CalendarDay;
  /** Why it is paid later, for the client. */
  readonly reason: string;
}

/** A group of an issued invoice's VAT breakdown (EN 16931 BG-23). */
export interface InvoiceBreakdownLine extends VatBreakdownLine {
  /** Why no VAT is charged (BT-120). Only if the category needs a reason and one is known. */
  readonly exemptionReason?: string | undefined;
}

/** The evidence that the client's VAT number was verified before it was used. */
export interface VatNumberVerification {
  /** `unavailable` only if the host chose to issue without an answer. */
  readonly status: "valid" | "unavailable";
  /** When the register was asked. ISO 8601 in UTC, with milliseconds. */
  readonly verifiedAt: string;
  /** The register's reference for the inquiry, if it gave one. */
  readonly consultationNumber?: string | undefined;
}

/** An issued invoice. It is stored once, as RFC 8785 canonical JSON, and never changes. */
export interface InvoiceDocument extends Pick<
  InvoiceOrder,
  | "clientName"
  | "clientCountry"
  | "clientAddress"
  | "clientEmail"
  | "clientRegistrationNumber"
  | "isCompany"
  | "supply"
  | "dueDate"
  | "exchangeRate"
  | "buyerReference"
  | "purchaseOrderReference"
  | "salesOrderReference"
  | "despatchReference"
  | "goodsReceiptReference"
  | "tenderReference"
  | "invoicedObject"
  | "supportingDocuments"
  | "businessProcess"
  | "payee"
  | "reference"
  | "note"
  | "taxPointCode"
  | "selfBilled"
  | "triangular"
  | "period"
  | "deliverTo"
  | "placeOfSupply"
  | "dispatchedFrom"
  | "importer"
  | "clientNumber"
  | "clientIdentifier"
  | "clientTradingName"
  | "clientContact"
  | "clientLanguage"
  | "clientRegistrationScheme"
  | "clientElectronicAddress"
  | "payment"
  | "cashDiscounts"
  | "prices"
  | "paymentReference"
  | "prepaidAmount"
  | "roundingAmount"
  | "disbursements"
  | "precedingInvoices"
  | "advances"
  | "contractReference"
  | "projectReference"
  | "buyerAccountingReference"
  | "notes"
  | "national"
  | "metadata"
  | "series"
> {
  /** The version of this shape: 1. */
  readonly documentVersion: 1;
  /** The invoice's id. UUIDv7. */
  readonly id: string;
  /** `<prefix>-<YYYYMM>-<counter>` (BT-1). */
  readonly invoiceNumber: string;
  /** In the company's time zone (BT-2). Never before that of the previous invoice. */
  readonly issueDate: CalendarDay;
  /** When it was issued. ISO 8601 in UTC, with milliseconds. */
  readonly issuedAt: string;
  /** The day whose VAT rates apply (BT-7). Print it if it is not the issue date (article 226(7)). */
  readonly taxPointDate: CalendarDay;
  /** The company as it was when the invoice was issued (BG-4). */
  readonly seller: InvoiceSeller;
  /** The invoice's currency (BT-5). ISO 4217. */
  readonly currency: CurrencyCode;
  /** The lines, in the order of the request (BG-25). */
  readonly items: readonly InvoiceItem[];
  /** The allowances, one for each group of the breakdown that has a part of it (BG-20). */
  readonly allowances?: readonly InvoiceAllowance[] | undefined;
  /** The charges, likewise (BG-21). */
  readonly charges?: readonly InvoiceAllowance[] | undefined;
  /** The rate that all items share, or 0 if they differ. Percent, 0 to 100. */
  readonly taxRate: number;
  /** The sum of the line net amounts; only with allowances or charges (BT-106). In the invoice's currency. */
  readonly lineTotal?: number | undefined;
  /** The sum of the allowances without VAT; only with allowances (BT-107). In the invoice's currency. */
  readonly allowanceTotal?: number | undefined;
  /** The sum of the charges without VAT; only with charges (BT-108). In the invoice's currency. */
  readonly chargeTotal?: number | undefined;
  /**
   * The sum of the line net amounts, less allowances, with charges, without VAT (BT-109). In the invoice's currency.
   */
  readonly subtotal: number;
  /** The sum of the VAT of all groups, and of the equivalence surcharge (BT-110). In the invoice's currency. */
  readonly taxTotal: number;
  /**
   * The sum of Spain's equivalence surcharge. Absent if no line has one. In the invoice's currency.
   *
   * @see Ley 37/1992, artículo 161
   */
  readonly surchargeTotal?: number | undefined;
  /** With VAT (BT-112). In the invoice's currency. */
  readonly total: number;
  /** What was deducted of `advances`, with VAT. `total` is what is left. In the invoice's currency. */
  readonly advanceTotal?: number | undefined;
  /** The sum of the `disbursements`. Absent if there are none. In the invoice's currency. */
  readonly disbursementTotal?: number | undefined;
  /** The sum of the `withholdings`. Absent if there are none. In the invoice's currency. */
  readonly withheldTotal?: number | undefined;
  /**
   * What the client pays: `total` with disbursements and the rounding amount, less what is withheld and the VAT of
   * Italy's split payment. In the invoice's currency.
   */
  readonly payable: number;
  /** One group for each category, rate, country of the rate and equivalence surcharge (BG-23). */
  readonly vatBreakdown: readonly InvoiceBreakdownLine[];
  /**
   * What decided the VAT: the row of the VAT table that applied; `mixed` if lines differ, `manual` with `autoVat:
   * false`.
   */
  readonly vatTreatment: VatTreatment;
  /**
   * The VAT notes, and the mentions of self-billing and cash accounting, separated by "; ". `""` if the law requires
   * none.
   */
  readonly vatNote: string;
  /** Why this VAT, in English, for people. Not printed. */
  readonly vatReason: string;
  /** What the host should check. They never change an amount. */
  readonly warnings: readonly VatWarning[];
  /** The order's; otherwise `389` if it is self-billed, or `380` (BT-3). A code of UNTDID 1001. */
  readonly documentType: DocumentType;
  /**
   * The number of your invoice whose place this corrected one (`384`) takes: what was paid on that is in
   * `prepaidAmount`, and returns declare what differs.
   */
  readonly replaces?: string | undefined;
  /**
   * The day of the supply: the order's or, of a seller in Germany whose law wants one, the tax point (BT-72).
   *
   * @see UStG § 14(4) no. 6 (Germany)
   */
  readonly supplyDate?: CalendarDay | undefined;
  /**
   * The member state of the registration whose number `seller.vatNumber` is. Without it, that number is the company's
   * own. ISO 3166-1 alpha-2.
   *
   * @see Directive 2006/112/EC, article 226(3)
   */
  readonly registrationCountry?: CountryCode | undefined;
  /** Normalised and with its prefix, if the client is in the EU (BT-48). */
  readonly clientVatNumber?: string | undefined;
  /**
   * The currency of `taxTotalInTaxCurrency`; only with an exchange rate (BT-6). ISO 4217.
   *
   * @see Directive 2006/112/EC, article 230
   */
  readonly taxCurrency?: CurrencyCode | undefined;
  /** `taxTotal` at the order's exchange rate, rounded to the tax currency's minor units (BT-111). */
  readonly taxTotalInTaxCurrency?: number | undefined;
  /** The order's, with their amounts. */
  readonly withholdings?: readonly InvoiceWithholding[] | undefined;
  /** The order's, with their amounts. */
  readonly retentions?: readonly InvoiceRetention[] | undefined;
  /** When and how to pay: the order's, or the company's (BT-20). */
  readonly paymentTerms?: string | undefined;
  /** The register's answer about the client's VAT number; only if the host has a verifier and the number decided. */
  readonly vatNumberVerification?: VatNumberVerification | undefined;
}

/** A payment against an invoice. */
export interface Payment {
  /** The payment's id. UUIDv7. */
  readonly id: string;
  /** Negative for a refund, and never 0. In the invoice's currency. */
  readonly amount: number;
  /** The day on which the money arrived or, for a refund, left. */
  readonly paidOn: CalendarDay;
  /** As given, such as `bank_transfer`. */
  readonly method: string | null;
  /** As given, such as the bank's transaction id. */
  readonly reference: string | null;
  /** What it left as cash discount; negative where a refund took that back. In the invoice's currency. */
  readonly discountTaken?: number | undefined;
  /** As given, from the invoice's currency to that of the seller's VAT. */
  readonly exchangeRate?: ExchangeRate | undefined;
}

/** A credit note of an invoice, as the invoice names it. */
export interface CreditNoteSummary {
  /** The credit note's id. UUIDv7. */
  readonly id: string;
  /** From the series of credit notes. */
  readonly creditNoteNumber: string;
  /** With VAT; of a credit note over several invoices, what it took off this one. In the invoice's currency. */
  readonly total: number;
}

/** What a state's portal objected to a document, or to its cancellation. */
export interface PortalRefusal {
  /** The id of the record of this refusal. UUIDv7. */
  readonly id: string;
  /** The portal, such as `verifactu` (Spain). */
  readonly portal: string;
  /** The portal's code of the error. */
  readonly code: string;
  /** The day of the portal's answer. */
  readonly on: CalendarDay;
  /** Whether the cancellation was refused, rather than the document. */
  readonly ofCancellation: boolean;
  /** What the record that corrects it says otherwise than the document. Absent: nothing. */
  readonly record?: SpanishRecord | undefined;
}

/** An invoice as the library returns it: the document and its state. */
export interface Invoice extends Omit<InvoiceDocument, "documentVersion"> {
  /** `PAID` once something was paid and nothing is due, `CANCELLED` for good, otherwise `SENT`. */
  readonly status: InvoiceStatus;
  /** The sum of its payments, less refunds. In the invoice's currency. */
  readonly amountPaid: number;
  /** What was refunded of what was prepaid. In the invoice's currency. */
  readonly prepaidRefunded?: number | undefined;
  /**
   * What a payment left as cash discount, where the law lowers VAT without a document; 0 where a credit note did.
   * Absent without `cashDiscounts`. In the invoice's currency.
   */
  readonly discountTaken?: number | undefined;
  /** The sum of its credit notes' totals. In the invoice's currency. */
  readonly creditedTotal: number;
  /**
   * `payable`, less what was prepaid, paid, taken as cash discount and credited; credit notes count with their
   * `payable`. Negative is what the seller owes back. 0 once cancelled. In the invoice's currency.
   */
  readonly amountDue: number;
  /**
   * The number of the final invoice that deducted this advance, or of the corrected one that replaced this invoice:
   * what was not paid by then is no longer due.
   */
  readonly settledBy?: string | undefined;
  /** What was due when it was deducted or replaced. In the invoice's currency. */
  readonly settledAmount?: number | undefined;
  /** The day on which it was lost as a bad debt. Absent: it was not written off. */
  readonly writtenOffOn?: CalendarDay | undefined;
  /** Why it was written off. */
  readonly writeOffReason?: string | undefined;
  /** `null` unless cancelled. ISO 8601 in UTC, with milliseconds. */
  readonly cancelledAt: string | null;
  /** Only if one was given. */
  readonly cancellationReason?: string | undefined;
}

/** An invoice with its payments and its credit notes, oldest first. */
export interface InvoiceWithPayments extends Invoice {
  /** Oldest first, refunds among them. */
  readonly payments: readonly Payment[];
  /** Oldest first. */
  readonly creditNotes: readonly CreditNoteSummary[];
  /** The numbers that portals gave it, one for each portal. Absent if none was recorded. */
  readonly portalNumbers?: readonly PortalNumber[] | undefined;
  /** What portals objected to it, oldest first. Absent if none was recorded. */
  readonly portalRefusals?: readonly PortalRefusal[] | undefined;
}

/** One page of invoices, and the total number that match the filter. */
export interface InvoicePage {
  /** Newest number first. */
  readonly data: readonly Invoice[];
  /** The number of the page, from 1. */
  readonly page: number;
  /** The largest number of entries on a page. */
  readonly limit: number;
  /** The number of invoices on all pages. */
  readonly total: number;
  /** There are `total` invoices or more, because a search counts no further. Absent if `total` is exact. */
  readonly totalIsAtLeast?: true | undefined;
}
