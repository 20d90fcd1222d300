// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { CalendarDay } from "../../calendar.ts";
import type { Address, ElectronicAddress } from "../../generated/company-profile.ts";
import type { NationalOrder } from "../../generated/national.ts";
import type { LineAmounts } from "../../money/generated/amounts.ts";
import type { VatCategory } from "../../vat/category.ts";
import type { CountryCode } from "../../vat/territory/country.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { Supply } from "../../vat/vat-table.ts";
import type { CreditNoteType, CreditedBy } from "../document-types.ts";
import type { InvoiceBreakdownLine, InvoiceDocument, InvoiceItem, InvoiceSeller, InvoiceWithholding, PortalRefusal, VatNumberVerification } from "./invoice.ts";
import type { ClientContact, DeliveryPlace, InvoiceNote, InvoiceOrder, InvoicePeriod, InvoicedObject, Payee, PaymentInstructions, PortalNumber, SchemeIdentifier, SupportingDocumentReference } from "./order.ts";

/** A line of an invoice to credit. With neither a quantity nor an amount, all that is left of it. */
export interface CreditLine {
  /** The place of the invoice's line, from 1. */
  readonly line: number;
  /**
   * The part of the line's quantity to credit, with the line's sign. Not together with an amount. Any finite number
   * except 0.
   */
  readonly quantity?: number | undefined;
  /**
   * The part of the line's net amount to credit, with the line's sign. Only with net prices. Any finite number except
   * 0.
   */
  readonly netAmount?: number | undefined;
  /**
   * The part of the line's gross amount to credit, with the line's sign. Only with gross prices. Any finite number
   * except 0.
   */
  readonly grossAmount?: number | undefined;
}

/** An allowance or a charge of an invoice to credit. */
export interface CreditAllowance {
  /** The place among the invoice's allowances or charges, from 1. */
  readonly position: number;
  /**
   * The part of its amount to credit, net or gross as the invoice's prices are. Above 0. Absent: all that is left of
   * it.
   */
  readonly amount?: number | undefined;
}

/** What to credit of an invoice, and why. Addresses and references may be given anew. */
export interface CreditOrder {
  /** Why the invoice is credited. Printed on the credit note. 1 to 1,000 characters. */
  readonly reason: string;
  /**
   * What kind of credit note it is (BT-3). Of a self-billed invoice `261`, `502` or `503`, of others all but `261` and
   * `502`. A code of UNTDID 1001: `381` (credit note), `261` (self-billed), `262` (consolidated), `396` (factored),
   * `502` (self-billed factored) or `503` (prepayment). Absent: `381`, or `261` of a self-billed invoice.
   */
  readonly documentType?: CreditNoteType | undefined;
  /**
   * The lines to credit. 1 to 1,000 entries. Absent: without `allowances` and `charges`, all that is left of the
   * invoice.
   */
  readonly lines?: readonly CreditLine[] | undefined;
  /**
   * The allowances to take back, which makes the credit smaller. 1 to 1,000 entries. Absent: with `lines` or `charges`,
   * none.
   */
  readonly allowances?: readonly CreditAllowance[] | undefined;
  /** The charges to credit. 1 to 1,000 entries. Absent: with `lines` or `allowances`, none. */
  readonly charges?: readonly CreditAllowance[] | undefined;
  /**
   * The client's address (BG-8). Its postal code also identifies territories without a country code, such as the Canary
   * Islands. Absent: the invoice's.
   */
  readonly clientAddress?: Address | undefined;
  /** The client's e-mail address (BT-58). Absent: the invoice's. */
  readonly clientEmail?: string | undefined;
  /**
   * What the client asked the seller to state, such as a Leitweg-ID (BT-10). 1 to 200 characters. Absent: the
   * invoice's.
   */
  readonly buyerReference?: string | undefined;
  /** The client's order (BT-13). 1 to 200 characters. Absent: the invoice's. */
  readonly purchaseOrderReference?: string | undefined;
  /** The company's own order (BT-14). 1 to 200 characters. Absent: the invoice's. */
  readonly salesOrderReference?: string | undefined;
  /** The despatch advice or delivery note (BT-16). 1 to 200 characters. Absent: the invoice's. */
  readonly despatchReference?: string | undefined;
  /** The client's receipt of the goods (BT-15). 1 to 200 characters. Absent: the invoice's. */
  readonly goodsReceiptReference?: string | undefined;
  /** The tender or lot (BT-17). 1 to 200 characters. Absent: the invoice's. */
  readonly tenderReference?: string | undefined;
  /** What the invoice is about, such as a meter or a subscription (BT-18). Absent: the invoice's. */
  readonly invoicedObject?: InvoicedObject | undefined;
  /** Documents that explain the invoice, without their content (BG-24). 1 to 100 entries. Absent: the invoice's. */
  readonly supportingDocuments?: readonly SupportingDocumentReference[] | undefined;
  /** The business process (BT-23). Peppol has its own. 1 to 200 characters. Absent: the invoice's. */
  readonly businessProcess?: string | undefined;
  /** Who is paid, if it is not the company (BG-10). Absent: the invoice's. */
  readonly payee?: Payee | undefined;
  /** The days that the invoice covers (BG-14). Absent: the invoice's. */
  readonly period?: InvoicePeriod | undefined;
  /** Where the goods go, if not to the client (BG-13). Absent: the invoice's. */
  readonly deliverTo?: DeliveryPlace | undefined;
  /**
   * The company's own number for the client (BT-46). With a `clientIdentifier` only printed. 1 to 100 characters.
   * Absent: the invoice's.
   */
  readonly clientNumber?: string | undefined;
  /** The client's number in a register, such as a GLN (BT-46). Absent: the invoice's. */
  readonly clientIdentifier?: SchemeIdentifier | undefined;
  /**
   * The name under which the client trades, if it is not its legal name (BT-45). 1 to 200 characters. Absent: the
   * invoice's.
   */
  readonly clientTradingName?: string | undefined;
  /** Whom the invoice is for, at the client's (BG-9). Absent: the invoice's. */
  readonly clientContact?: ClientContact | undefined;
  /**
   * The register of `clientRegistrationNumber` (BT-47-1). A code of ISO 6523's list ICD, such as `0002`. Absent: the
   * invoice's.
   */
  readonly clientRegistrationScheme?: string | undefined;
  /** The client's address for electronic invoices (BT-49). Absent: the invoice's. */
  readonly clientElectronicAddress?: ElectronicAddress | undefined;
  /** How the invoice is paid (BG-16). Absent: the invoice's. */
  readonly payment?: PaymentInstructions | undefined;
  /** When and how to pay (BT-20). 1 to 1,000 characters. Absent: the invoice's. */
  readonly paymentTerms?: string | undefined;
  /** What the client is asked to write on its payment (BT-83). 1 to 200 characters. Absent: the invoice's. */
  readonly paymentReference?: string | undefined;
  /** The contract (BT-12). 1 to 200 characters. Absent: the invoice's. */
  readonly contractReference?: string | undefined;
  /** The project (BT-11). 1 to 200 characters. Absent: the invoice's. */
  readonly projectReference?: string | undefined;
  /** Where the client books the invoice (BT-19). 1 to 200 characters. Absent: the invoice's. */
  readonly buyerAccountingReference?: string | undefined;
  /** What the state of the company needs beside EN 16931, by state. Absent: the invoice's. */
  readonly national?: NationalOrder | undefined;
  /** Your own reference. Stored and returned, not printed. 1 to 200 characters. */
  readonly reference?: string | undefined;
  /** Free text for the client (BT-22). 1 to 4,000 characters. */
  readonly note?: string | undefined;
  /**
   * More notes for the client, with subjects (BG-1). The invoice has those of the company's `latePayment` behind them.
   * 1 to 20 entries.
   */
  readonly notes?: readonly InvoiceNote[] | undefined;
  /**
   * Up to 50 of your own strings, each at most 1,000 characters long, under your own keys. Stored and returned, never
   * printed.
   */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** An invoice that a credit note corrects (EN 16931 BG-3): of these books, or of the system before. */
export interface InvoiceToCorrect {
  /** The invoice's number: of these books, or of the system before (BT-25). 1 to 100 characters. */
  readonly number: string;
  /** The invoice's issue date (BT-26). Absent: that of the invoice in these books. */
  readonly issueDate?: CalendarDay | undefined;
  /**
   * How much of the credit note's total, with VAT, is taken off what is left and due of this invoice of the books.
   * Above 0. Absent: nothing: the client is paid back, or deducts it from another payment.
   */
  readonly amount?: number | undefined;
}

/**
 * A credit note without one invoice of the books: over several invoices, of an invoice of the system before, or over a
 * period. Its amounts are positive. It has the fields of an order, except what only an invoice has.
 *
 * @see Directive 2006/112/EC, articles 90 and 219
 */
export interface CreditNoteOrder extends Pick<
  InvoiceOrder,
  | "clientName"
  | "clientCountry"
  | "clientVatNumber"
  | "items"
  | "allowances"
  | "charges"
  | "autoVat"
  | "taxRate"
  | "clientAddress"
  | "clientEmail"
  | "clientRegistrationNumber"
  | "isCompany"
  | "supply"
  | "supplyDate"
  | "currency"
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
  | "vatNote"
  | "taxPointDate"
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
  | "paymentTerms"
  | "prices"
  | "paymentReference"
  | "roundingAmount"
  | "advances"
  | "contractReference"
  | "projectReference"
  | "buyerAccountingReference"
  | "notes"
  | "national"
  | "metadata"
  | "requires"
> {
  /** Why the credit note is issued. Printed on it. 1 to 1,000 characters. */
  readonly reason: string;
  /**
   * The invoices that it corrects. 1 to 100 entries. Absent: those of the `period`, where the law of the seller's state
   * allows it.
   */
  readonly correctedInvoices?: readonly InvoiceToCorrect[] | undefined;
}

/** The share of a line's discount in a credit note. */
export interface CreditedDiscount {
  /** The share, in the invoice's currency. */
  readonly amount: number;
  /** The reason, as on the invoice; several are separated by "; ". */
  readonly reason?: string | undefined;
  /** The reason as a code, if the line has one discount or charge. */
  readonly reasonCode?: string | undefined;
}

/** What a credit note credits of an allowance or a charge of its invoice. */
export interface CreditedAllowance {
  /** The place among the invoice's allowances or charges, from 1. */
  readonly position: number;
  /** Its amount, net or gross as the prices are. In the invoice's currency. */
  readonly amount: number;
  /** Its amount without VAT (BT-92, 99). In the invoice's currency. */
  readonly netAmount: number;
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

/** A credit note's share of a disbursement. */
export interface CreditedDisbursement {
  /** What was paid for the client. */
  readonly description: string;
  /** The share. In the invoice's currency. */
  readonly amount: number;
  /** The number of the receipt in the client's name. */
  readonly reference: string;
}

/** A line of a credit note: what is credited of one line of the invoice. */
export interface CreditNoteItem extends LineAmounts, Pick<
  InvoiceItem,
  | "description"
  | "priceBaseQuantity"
  | "priceDiscount"
  | "supply"
  | "placeOfSupply"
  | "dispatchedFrom"
  | "unit"
  | "unitCode"
  | "sku"
  | "id"
  | "standardId"
  | "buyerSku"
  | "classifications"
  | "attributes"
  | "originCountry"
  | "purchaseOrderLine"
  | "buyerAccountingReference"
  | "invoicedObject"
  | "heading"
  | "note"
  | "period"
  | "national"
  | "taxRate"
  | "exemptionReason"
  | "vatexCode"
  | "rateCountry"
  | "surchargeRate"
> {
  /** The place of the invoice's line, or without `corrects` of the order's, from 1. */
  readonly line: number;
  /** How the line was credited: as a part of its quantity, or as an amount. */
  readonly creditedBy: CreditedBy;
  /** The part of the line's quantity (BT-129). For an amount: 1, or -1 for a line with a negative amount. */
  readonly quantity: number;
  /** Net of VAT: the unit price of the invoice's line or, for an amount, the amount without its sign (BT-146). */
  readonly unitPrice: number;
  /** The share of the line's discounts, less its charges; only with a quantity (BG-27). */
  readonly discount?: CreditedDiscount | undefined;
  /** The share of the line's charges, if they are more than its discounts; only with a quantity (BG-28). */
  readonly charges?: readonly CreditedDiscount[] | undefined;
  /** The category of the invoice's line (BT-151). A code of UNCL 5305. */
  readonly vatCategory: VatCategory;
}

/** The invoice that a credit note corrects (EN 16931 BG-3). */
export interface CorrectedInvoice {
  /** The invoice's id. UUIDv7. */
  readonly invoiceId: string;
  /** The invoice's number (BT-25). */
  readonly invoiceNumber: string;
  /** The invoice's issue date (BT-26). */
  readonly issueDate: CalendarDay;
}

/** An invoice that a credit note without one invoice of the books names (EN 16931 BG-3). */
export interface NamedInvoice {
  /** The invoice's number: of these books, or of the system before (BT-25). */
  readonly number: string;
  /** The invoice's id, if it is in these books. UUIDv7. */
  readonly invoiceId?: string | undefined;
  /** The invoice's issue date, if it is known (BT-26). */
  readonly issueDate?: CalendarDay | undefined;
  /** How much of the total was taken off what is left of this invoice. */
  readonly amount?: number | undefined;
}

/**
 * An issued credit note. It is stored once, in its journal entry, as RFC 8785 canonical JSON, and never changes. Its
 * amounts are positive, except lines that correct a line with a negative amount.
 *
 * @see Directive 2006/112/EC, articles 90 and 219
 */
export interface CreditNoteDocument extends Pick<
  InvoiceDocument,
  | "taxPointDate"
  | "clientName"
  | "currency"
  | "vatTreatment"
  | "vatNote"
  | "vatReason"
  | "clientCountry"
  | "clientVatNumber"
  | "clientAddress"
  | "clientEmail"
  | "clientRegistrationNumber"
  | "isCompany"
  | "supply"
  | "supplyDate"
  | "exchangeRate"
  | "taxCurrency"
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
  | "registrationCountry"
  | "clientNumber"
  | "clientIdentifier"
  | "clientTradingName"
  | "clientContact"
  | "clientLanguage"
  | "clientRegistrationScheme"
  | "clientElectronicAddress"
  | "payment"
  | "paymentTerms"
  | "prices"
  | "paymentReference"
  | "advances"
  | "contractReference"
  | "projectReference"
  | "buyerAccountingReference"
  | "notes"
  | "national"
  | "metadata"
> {
  /** The version of this shape: 1, as for an invoice. */
  readonly documentVersion: 1;
  /** The credit note's id. UUIDv7. */
  readonly id: string;
  /** From the company's own series of credit notes (BT-1). */
  readonly creditNoteNumber: string;
  /**
   * The one given; otherwise `381`, `261` of a self-billed invoice, or `262` of a French one that names a period
   * instead of invoices (BT-3). A code of UNTDID 1001: `381` (credit note), `261` (self-billed), `262` (consolidated),
   * `396` (factored), `502` (self-billed factored) or `503` (prepayment).
   */
  readonly documentType: CreditNoteType;
  /**
   * In the company's time zone (BT-2). Never before the previous credit note's date. Never before the invoice's date,
   * unless a wrong clock dated the invoice more than a day ahead.
   */
  readonly issueDate: CalendarDay;
  /** When it was issued. ISO 8601 in UTC, with milliseconds. */
  readonly issuedAt: string;
  /** The invoice that it credits (BG-3). Absent if it does not credit one invoice of the books. */
  readonly corrects?: CorrectedInvoice | undefined;
  /** Whether a payment issued it, for the cash discount that it left. Absent: no. */
  readonly cashDiscount?: boolean | undefined;
  /** The invoices that it names (BG-3). Only without `corrects`; absent if it names a `period`. */
  readonly correctedInvoices?: readonly NamedInvoice[] | undefined;
  /** Why the credit note was issued, as given; printed. */
  readonly reason: string;
  /**
   * The company today (BG-4). Its country, tax and VAT numbers, representative, language and cash accounting are the
   * invoice's.
   */
  readonly seller: InvoiceSeller;
  /** In the order of the invoice's lines (BG-25). */
  readonly items: readonly CreditNoteItem[];
  /** The rate that all items share, or 0 if they differ. Percent, 0 to 100. */
  readonly taxRate: number;
  /** The allowances that it takes back (BG-20). */
  readonly allowances?: readonly CreditedAllowance[] | undefined;
  /** The charges that it credits (BG-21). */
  readonly charges?: readonly CreditedAllowance[] | undefined;
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
  /** The credited VAT, with the equivalence surcharge (BT-110). In the invoice's currency. */
  readonly taxTotal: number;
  /** The credited equivalence surcharge of Spain. Absent if none is credited. In the invoice's currency. */
  readonly surchargeTotal?: number | undefined;
  /** With VAT (BT-112). In the invoice's currency. */
  readonly total: number;
  /** Its share of the invoice's, in proportion to `total`; the last credit note takes the rest (BT-114). */
  readonly roundingAmount?: number | undefined;
  /**
   * By how much it lowers what the client pays: `total` with disbursements and the rounding amount, less what is
   * withheld and the VAT of Italy's split payment. In the invoice's currency.
   */
  readonly payable: number;
  /** The sum of the `withholdings`. Absent if there are none. In the invoice's currency. */
  readonly withheldTotal?: number | undefined;
  /** The sum of the `disbursements`. Absent if there are none. In the invoice's currency. */
  readonly disbursementTotal?: number | undefined;
  /** Those of the invoice, with its shares of their amounts in proportion to `total`. */
  readonly withholdings?: readonly InvoiceWithholding[] | undefined;
  /** Those of the invoice, with its shares of their amounts in proportion to `total`. */
  readonly disbursements?: readonly CreditedDisbursement[] | undefined;
  /** The groups of the invoice that it credits (BG-23). */
  readonly vatBreakdown: readonly InvoiceBreakdownLine[];
  /** `taxTotal` at the invoice's exchange rate; only if the invoice has one (BT-111). */
  readonly taxTotalInTaxCurrency?: number | undefined;
  /** The evidence that the client's VAT number was verified. Only without `corrects`. */
  readonly vatNumberVerification?: VatNumberVerification | undefined;
  /**
   * The rules that its electronic document breaks, if the profile requires one; without `corrects` those of an order.
   * Absent if there are none.
   */
  readonly warnings?: readonly VatWarning[] | undefined;
}

/** A credit note as the library returns it. */
export interface CreditNote extends Omit<CreditNoteDocument, "documentVersion"> {
  /** The numbers that portals gave it, one for each portal. Absent if none was recorded. */
  readonly portalNumbers?: readonly PortalNumber[] | undefined;
  /** The numbers that portals gave the invoice. Absent if none was recorded. */
  readonly correctedPortalNumbers?: readonly PortalNumber[] | undefined;
  /** What portals objected to it, oldest first. Absent if none was recorded. */
  readonly portalRefusals?: readonly PortalRefusal[] | undefined;
}

/** One page of credit notes, and the total number that match the filter. */
export interface CreditNotePage {
  /** Newest first. */
  readonly data: readonly CreditNote[];
  /** The number of the page, from 1. */
  readonly page: number;
  /** The largest number of entries on a page. */
  readonly limit: number;
  /** The number of credit notes on all pages. */
  readonly total: number;
}
