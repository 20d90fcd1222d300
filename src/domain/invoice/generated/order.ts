// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { CalendarDay } from "../../calendar.ts";
import type { TaxPointCode } from "../../codes/tax-point-codes.ts";
import type { Address, ElectronicAddress, Identifier } from "../../generated/company-profile.ts";
import type { NationalLine, NationalOrder } from "../../generated/national.ts";
import type { CurrencyCode } from "../../money/currency.ts";
import type { LineCharge, LineDiscount } from "../../money/generated/amounts.ts";
import type { Prices } from "../../money/totals-input.ts";
import type { VatCategory } from "../../vat/category.ts";
import type { VatExemption } from "../../vat/generated/vat-exemption.ts";
import type { VatRateChoice } from "../../vat/rates/chosen-rate.ts";
import type { CountryCode } from "../../vat/territory/country.ts";
import type { Supply } from "../../vat/vat-table.ts";
import type { InvoiceType } from "../document-types.ts";

/** The exchange rate from an invoice's currency to the currency of the seller's VAT. */
export interface ExchangeRate {
  /** The value of one unit of the invoice's currency in the currency of the VAT. Above 0. */
  readonly rate: number;
  /** The day of the rate. */
  readonly date: CalendarDay;
  /** Who published it. 1 to 200 characters. */
  readonly source: string;
  /** The currency in which the VAT is stated too (BT-6). ISO 4217. Absent: the currency of the seller's state. */
  readonly currency?: CurrencyCode | undefined;
}

/** Whom an invoice is for, at the client's (EN 16931 BG-9). Every part is optional. */
export interface ClientContact {
  /** A person or a department, printed in the client's address (BT-56). 1 to 200 characters. */
  readonly name?: string | undefined;
  /** The telephone number (BT-57). 1 to 50 characters. */
  readonly phone?: string | undefined;
  /** The e-mail address (BT-58). Absent: `clientEmail`. */
  readonly email?: string | undefined;
}

/** Who is paid instead of the seller (EN 16931 BG-10). */
export interface Payee {
  /** The payee's name (BT-59). 1 to 200 characters. */
  readonly name: string;
  /** A number by which it is known, such as a GLN (BT-60). */
  readonly identifier?: Identifier | undefined;
  /** Its number in a register of companies (BT-61). 1 to 100 characters. */
  readonly registrationNumber?: string | undefined;
  /** The register of `registrationNumber` (BT-61-1). A code of ISO 6523's list ICD, such as `0002`. */
  readonly registrationScheme?: string | undefined;
}

/** A document that explains an invoice, without its content (EN 16931 BG-24). */
export interface SupportingDocumentReference {
  /** The document's number or name (BT-122). 1 to 200 characters. */
  readonly reference: string;
  /** What it is, such as a timesheet (BT-123). 1 to 1,000 characters. */
  readonly description?: string | undefined;
  /** Where it can be found (BT-124). A URL, absolute or relative to one that the client knows. */
  readonly url?: string | undefined;
}

/** Where goods are delivered to, or to whom (EN 16931 BG-13, BG-15). */
export interface DeliveryPlace {
  /** Who receives the goods, if it is not the client (BT-70). 1 to 200 characters. */
  readonly name?: string | undefined;
  /** The number of the place, such as a GLN (BT-71). */
  readonly identifier?: Identifier | undefined;
  /**
   * The country of the place (BT-80). Required with an address. It does not decide the VAT, but a warning says if it
   * contradicts it. ISO 3166-1 alpha-2.
   */
  readonly country?: CountryCode | undefined;
  /** The address of the place (BG-15). */
  readonly address?: Address | undefined;
}

/** The days that an invoice or a line covers, both inclusive (EN 16931 BG-14, BG-26). */
export interface InvoicePeriod {
  /** The first day, or else `end` (BT-73, 134). */
  readonly start?: CalendarDay | undefined;
  /** The last day, not before `start` (BT-74, 135). */
  readonly end?: CalendarDay | undefined;
}

/** How an invoice is paid (EN 16931 BG-16). */
export interface PaymentInstructions {
  /**
   * The means of payment (BT-81). A code of UNTDID 4461, such as `30` (credit transfer), `59` (SEPA direct debit) or
   * `54` (credit card).
   */
  readonly means: string;
  /** The mandate of a direct debit (BT-89). 1 to 35 characters. */
  readonly mandateReference?: string | undefined;
  /** The client's account, of a direct debit (BT-91). ISO 13616, with or without spaces. */
  readonly debitedAccount?: string | undefined;
  /** The last four digits of a card (BT-87). */
  readonly cardLast4?: string | undefined;
  /** The holder of that card (BT-88). 1 to 200 characters. */
  readonly cardHolder?: string | undefined;
  /** The means of payment in words (BT-82). 1 to 200 characters. */
  readonly meansText?: string | undefined;
}

/** The number that a state's portal gave a document when it took it. */
export interface PortalNumber {
  /** The portal, such as `ksef` (Poland), `sdi` (Italy) or `ro-efactura` (Romania). 1 to 40 characters. */
  readonly portal: string;
  /** The number that the portal gave the document. 1 to 200 characters. */
  readonly number: string;
}

/** An earlier invoice that this one is about (EN 16931 BG-3). */
export interface PrecedingInvoice {
  /** The number of the earlier invoice (BT-25). 1 to 100 characters. */
  readonly number: string;
  /** Its issue date (BT-26). */
  readonly issueDate?: CalendarDay | undefined;
  /** The numbers that portals gave it; of `advances`, those that were recorded before. 1 to 10 entries. */
  readonly portalNumbers?: readonly PortalNumber[] | undefined;
}

/** A note for the client with a subject (EN 16931 BG-1). */
export interface InvoiceNote {
  /**
   * What the note is about (BT-21). A code of UNTDID 4451, such as `AAB` (terms of payment) or `REG` (regulatory
   * information).
   */
  readonly subject?: string | undefined;
  /** The note (BT-22). 1 to 4,000 characters. */
  readonly text: string;
}

/** An identifier and its scheme (EN 16931 BT-46, BT-157). */
export interface SchemeIdentifier {
  /** The scheme of the identifier. A code of ISO 6523's list ICD, such as `0002`. */
  readonly scheme: string;
  /** The identifier in that scheme. 1 to 100 characters. */
  readonly id: string;
}

/** What an invoice or a line is about (EN 16931 BT-18, BT-128). */
export interface InvoicedObject {
  /**
   * The scheme of the identifier (BT-18, 128). A code of UNTDID 1153, such as `ABZ` (vehicle licence number) or `MG`
   * (meter unit number).
   */
  readonly scheme?: string | undefined;
  /** The identifier, such as the number of a meter or of a subscription (BT-18, 128). 1 to 200 characters. */
  readonly id: string;
}

/** A code of an article in a list of goods and services (EN 16931 BT-158). */
export interface ItemClassification {
  /** The code of the article in the list (BT-158). 1 to 100 characters. */
  readonly code: string;
  /**
   * The list of the code (BT-158). A code of UNTDID 7143, such as `HS` (Harmonised System), `STI` (CPV) or `TST`
   * (UNSPSC).
   */
  readonly list: string;
  /** The version of the list (BT-158). 1 to 50 characters. */
  readonly listVersion?: string | undefined;
}

/** A property of an article (EN 16931 BG-32). */
export interface ItemAttribute {
  /** What the attribute is, such as `Colour` (BT-160). 1 to 100 characters. */
  readonly name: string;
  /** Its value (BT-161). 1 to 1,000 characters. */
  readonly value: string;
}

/** An allowance on a whole invoice: either `percent` or `amount` (EN 16931 BG-20). */
export interface DocumentAllowance {
  /** In the invoice's currency, rounded to its minor units (BT-92, 99). 0 or more. */
  readonly amount?: number | undefined;
  /** Percent of `baseAmount` (BT-94, 101). 0 to 100. */
  readonly percent?: number | undefined;
  /**
   * What `percent` is of; beside an `amount`, what that was computed from (BT-93, 100). 0 or more. Absent: the sum of
   * the lines with the same VAT.
   */
  readonly baseAmount?: number | undefined;
  /** The reason, for the client (BT-97, 104). 1 to 200 characters. */
  readonly reason?: string | undefined;
  /** The reason as a code (BT-98). A code of UNTDID 5189, such as `95` (discount) or `100` (special rebate). */
  readonly reasonCode?: string | undefined;
  /**
   * What it belongs to, if its VAT is not that of the lines. Absent: with no field of VAT, the VAT is that of the
   * lines: a percentage is divided if they differ in it, and an amount is refused. With any, the order's `supply`.
   */
  readonly supply?: Supply | undefined;
  /**
   * Its place of supply, if that is not the order's. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent:
   * the order's `placeOfSupply`.
   */
  readonly placeOfSupply?: string | undefined;
  /**
   * Its VAT rate in each state whose VAT may apply, as on a line. Only with automatic VAT. In percent, by territory:
   * ISO 3166-1 alpha-2, the id of an area such as `PT-30`, or `XI`.
   */
  readonly vatRates?: VatRateChoice | undefined;
  /** The exemption of what it belongs to, as on a line. Only with automatic VAT. */
  readonly exemption?: VatExemption | undefined;
  /** The VAT rate. Only with `autoVat: false`. Percent, 0 to 100. */
  readonly taxRate?: number | undefined;
  /**
   * The category of VAT (BT-95, 102). Only with `autoVat: false`. A code of UNCL 5305. Absent: `S` above 0 %, `Z` at 0
   * %, `E` for a company without VAT registration.
   */
  readonly vatCategory?: VatCategory | undefined;
  /**
   * Why it is without VAT (BT-120). Only with a category without VAT. Only with `autoVat: false`. 1 to 1,000
   * characters.
   */
  readonly exemptionReason?: string | undefined;
  /**
   * The reason as a code (BT-121). Only with a category without VAT. Only with `autoVat: false`. A code of the list
   * VATEX, such as `VATEX-EU-132-1I`.
   */
  readonly vatexCode?: string | undefined;
}

/** A charge on a whole invoice: either `percent` or `amount` (EN 16931 BG-21). */
export interface DocumentCharge {
  /** In the invoice's currency, rounded to its minor units (BT-92, 99). 0 or more. */
  readonly amount?: number | undefined;
  /** Percent of `baseAmount` (BT-94, 101). 0 to 100. */
  readonly percent?: number | undefined;
  /**
   * What `percent` is of; beside an `amount`, what that was computed from (BT-93, 100). 0 or more. Absent: the sum of
   * the lines with the same VAT.
   */
  readonly baseAmount?: number | undefined;
  /** The reason, for the client (BT-97, 104). 1 to 200 characters. */
  readonly reason?: string | undefined;
  /** The reason as a code (BT-105). A code of UNTDID 7161, such as `FC` (freight) or `ABK` (miscellaneous). */
  readonly reasonCode?: string | undefined;
  /**
   * What it belongs to, if its VAT is not that of the lines. Absent: with no field of VAT, the VAT is that of the
   * lines: a percentage is divided if they differ in it, and an amount is refused. With any, the order's `supply`.
   */
  readonly supply?: Supply | undefined;
  /**
   * Its place of supply, if that is not the order's. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent:
   * the order's `placeOfSupply`.
   */
  readonly placeOfSupply?: string | undefined;
  /**
   * Its VAT rate in each state whose VAT may apply, as on a line. Only with automatic VAT. In percent, by territory:
   * ISO 3166-1 alpha-2, the id of an area such as `PT-30`, or `XI`.
   */
  readonly vatRates?: VatRateChoice | undefined;
  /** The exemption of what it belongs to, as on a line. Only with automatic VAT. */
  readonly exemption?: VatExemption | undefined;
  /** The VAT rate. Only with `autoVat: false`. Percent, 0 to 100. */
  readonly taxRate?: number | undefined;
  /**
   * The category of VAT (BT-95, 102). Only with `autoVat: false`. A code of UNCL 5305. Absent: `S` above 0 %, `Z` at 0
   * %, `E` for a company without VAT registration.
   */
  readonly vatCategory?: VatCategory | undefined;
  /**
   * Why it is without VAT (BT-120). Only with a category without VAT. Only with `autoVat: false`. 1 to 1,000
   * characters.
   */
  readonly exemptionReason?: string | undefined;
  /**
   * The reason as a code (BT-121). Only with a category without VAT. Only with `autoVat: false`. A code of the list
   * VATEX, such as `VATEX-EU-132-1I`.
   */
  readonly vatexCode?: string | undefined;
}

/** A tax or a contribution that the client withholds and pays for the company. Either `baseAmount` or `basePercent`. */
export interface Withholding {
  /** The rate. Above 0. At most 100. */
  readonly percent: number;
  /**
   * What `percent` is of, in the invoice's currency. Not together with `basePercent`. Above 0. Absent: `basePercent` of
   * `subtotal`; in Italy without the lines that are not `withheld`.
   */
  readonly baseAmount?: number | undefined;
  /**
   * The part of `subtotal` that it is levied on, such as 50 of an agent's commission. Above 0. At most 100. Absent:
   * 100.
   */
  readonly basePercent?: number | undefined;
  /** What is withheld, for the client. 1 to 200 characters. */
  readonly reason: string;
  /**
   * The kind of income as the state codes it. In Italy `CausalePagamento`, such as `A` (professional work). 1 to 10
   * characters.
   */
  readonly code?: string | undefined;
  /**
   * The kind of withholding as the state codes it. In Italy `TipoRitenuta`: `RT01` is income tax of persons, `RT02` of
   * companies; contributions: `RT03` INPS, `RT04` ENASARCO, `RT05` ENPAM, `RT06` others. 1 to 10 characters.
   */
  readonly type?: string | undefined;
}

/** A part that the client pays later: either `percent` or `amount`. */
export interface Retention {
  /** Percent of `total`. Either this or `amount`. Above 0. At most 100. */
  readonly percent?: number | undefined;
  /** In the invoice's currency. Above 0. */
  readonly amount?: number | undefined;
  /** The day by which the client must pay it. */
  readonly dueOn: CalendarDay;
  /** Why it is paid later, for the client. 1 to 200 characters. */
  readonly reason: string;
}

/** A discount for paying soon. */
export interface CashDiscount {
  /**
   * Percent of `total`, with at most two decimals; of a Belgian seller percent of `subtotal`. Above 0. At most 99.99.
   */
  readonly percent: number;
  /** The number of days after the issue date until which it may be deducted, the last one included. 0 to 365. */
  readonly days: number;
}

/**
 * An expense that the company paid in the client's name.
 *
 * @see Directive 2006/112/EC, article 79(c)
 */
export interface Disbursement {
  /** What was paid for the client. 1 to 200 characters. */
  readonly description: string;
  /** What was paid, in the invoice's currency, with the VAT that it contains. Above 0. */
  readonly amount: number;
  /** The number of the receipt in the client's name. 1 to 200 characters. */
  readonly reference: string;
}

/** One line of an order. */
export interface OrderItem {
  /** What is sold (BT-153). 1 to 4,000 characters. */
  readonly description: string;
  /** The quantity (BT-129). A negative one is a return or a discount. Any finite number except 0. */
  readonly quantity: number;
  /**
   * In the invoice's currency (BT-146). Net of VAT, or with VAT if `prices` is `gross`. More than ten decimals are
   * rounded to ten, as in every number. 0 or more.
   */
  readonly unitPrice: number;
  /**
   * Taken off the line, before VAT is computed: either a percentage or an amount (BG-27). Gross if `prices` is `gross`.
   */
  readonly discount?: LineDiscount | undefined;
  /**
   * More discounts (BG-27). Percentages without `baseAmount` are of quantity × unit price ÷ `priceBaseQuantity`. 1 to
   * 50 entries.
   */
  readonly discounts?: readonly LineDiscount[] | undefined;
  /** Added to the line, before VAT is computed (BG-28). Gross if `prices` is `gross`. 1 to 50 entries. */
  readonly charges?: readonly LineCharge[] | undefined;
  /** The quantity that the unit price is for, in the line's unit (BT-149, 150). Above 0. Absent: 1. */
  readonly priceBaseQuantity?: number | undefined;
  /**
   * What was taken off the article's list price, which is the unit price and this (BT-147, 148). Gross if `prices` is
   * `gross`. 0 or more.
   */
  readonly priceDiscount?: number | undefined;
  /** What this line supplies, if lines differ. Absent: the order's `supply`. */
  readonly supply?: Supply | undefined;
  /**
   * The place of supply of this line, if lines differ. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`.
   * Absent: the order's `placeOfSupply`.
   */
  readonly placeOfSupply?: string | undefined;
  /**
   * Where the transport of this line's goods begins. ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent:
   * the order's `dispatchedFrom`.
   */
  readonly dispatchedFrom?: string | undefined;
  /** The unit of the quantity, such as `hour` or `piece`. 1 to 50 characters. */
  readonly unit?: string | undefined;
  /**
   * The unit as a code (BT-130). A code of UN/ECE Recommendation 20 or 21, such as `HUR`. Absent: follows from
   * well-known words of `unit`, else `C62`.
   */
  readonly unitCode?: string | undefined;
  /** The company's number for the article (BT-155). 1 to 100 characters. */
  readonly sku?: string | undefined;
  /**
   * The line's own identifier (BT-126). No other line of the invoice may have it, or have its place as a number. 1 to
   * 50 characters. Absent: the line's place: 1, 2, 3 and so on.
   */
  readonly id?: string | undefined;
  /** The article's number in a register, such as a GTIN in the scheme `0160` (BT-157). */
  readonly standardId?: SchemeIdentifier | undefined;
  /** The client's number for the article (BT-156). 1 to 100 characters. */
  readonly buyerSku?: string | undefined;
  /** The article's codes in lists of goods and services (BT-158). 1 to 100 entries. */
  readonly classifications?: readonly ItemClassification[] | undefined;
  /** Properties of the article, such as its colour or batch (BG-32). 1 to 100 entries. */
  readonly attributes?: readonly ItemAttribute[] | undefined;
  /** The country that the article comes from (BT-159). ISO 3166-1 alpha-2. */
  readonly originCountry?: CountryCode | undefined;
  /** The line of the client's order (BT-132). 1 to 200 characters. */
  readonly purchaseOrderLine?: string | undefined;
  /** Where the client books the line (BT-133). 1 to 200 characters. */
  readonly buyerAccountingReference?: string | undefined;
  /** What the line is about, such as a meter or a subscription (BT-128). */
  readonly invoicedObject?: InvoicedObject | undefined;
  /**
   * A heading that is printed above the line. Below the lines up to the next heading, their subtotal is printed.
   * Electronic invoices have neither. 1 to 200 characters.
   */
  readonly heading?: string | undefined;
  /** Free text for the client (BT-127). 1 to 1,000 characters. */
  readonly note?: string | undefined;
  /** The days that the line covers (BG-26). */
  readonly period?: InvoicePeriod | undefined;
  /** What the state of the company needs beside EN 16931, by state. */
  readonly national?: NationalLine | undefined;
  /** The VAT rate. With automatic VAT it must equal the determined one. Percent, 0 to 100. */
  readonly taxRate?: number | undefined;
  /**
   * The VAT rate of this product in each state whose VAT may apply. Only the entry of the state whose VAT is charged is
   * used, and it must be lawful there. Only with automatic VAT. In percent, by territory: ISO 3166-1 alpha-2, the id of
   * an area such as `PT-30`, or `XI`. Absent: the standard rate, as in a state without an entry.
   */
  readonly vatRates?: VatRateChoice | undefined;
  /**
   * The exemption of what the line sells, by the law of the seller's state. It applies where the seller's VAT would be
   * charged: the line has category `E`. Only with automatic VAT.
   *
   * @see Directive 2006/112/EC, articles 132, 135 and 136
   */
  readonly exemption?: VatExemption | undefined;
  /**
   * The category of VAT (BT-151). Only with `autoVat: false`. A code of UNCL 5305. Absent: `S` above 0 %, `Z` at 0 %,
   * `E` for a company without VAT registration.
   */
  readonly vatCategory?: VatCategory | undefined;
  /**
   * Why the line is without VAT (BT-120). Only with a category without VAT. Only with `autoVat: false`. 1 to 1,000
   * characters.
   */
  readonly exemptionReason?: string | undefined;
  /**
   * The reason as a code (BT-121). Only with a category without VAT. Only with `autoVat: false`. A code of the list
   * VATEX, such as `VATEX-EU-132-1I`.
   */
  readonly vatexCode?: string | undefined;
}

/** What to invoice: the body of `POST /invoices`. The specification's fields come first. */
export interface InvoiceOrder {
  /** The client's name (BT-44). 1 to 200 characters. */
  readonly clientName: string;
  /** The client's country (BT-55). Required unless `autoVat` is false. ISO 3166-1 alpha-2. */
  readonly clientCountry?: CountryCode | undefined;
  /**
   * The client's VAT number (BT-48). It decides between reverse charge and VAT between member states. 1 to 40
   * characters.
   */
  readonly clientVatNumber?: string | undefined;
  /** The lines (BG-25). 1 to 1,000 entries. */
  readonly items: readonly OrderItem[];
  /** Taken off the whole invoice, before VAT is computed (BG-20). Gross if `prices` is `gross`. 1 to 50 entries. */
  readonly allowances?: readonly DocumentAllowance[] | undefined;
  /**
   * Added to the whole invoice, such as freight, before VAT is computed (BG-21). Gross if `prices` is `gross`. 1 to 50
   * entries.
   */
  readonly charges?: readonly DocumentCharge[] | undefined;
  /** Whether the library determines the VAT. Absent: true. */
  readonly autoVat?: boolean | undefined;
  /**
   * The rate of lines that do not state one. With automatic VAT it must equal the determined rate. Percent, 0 to 100.
   */
  readonly taxRate?: number | undefined;
  /**
   * The client's address (BG-8). Its postal code also identifies territories without a country code, such as the Canary
   * Islands.
   */
  readonly clientAddress?: Address | undefined;
  /** The client's e-mail address (BT-58). */
  readonly clientEmail?: string | undefined;
  /** The client's number in a register of companies (BT-47). 1 to 100 characters. */
  readonly clientRegistrationNumber?: string | undefined;
  /**
   * Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods sold to
   * it are not a distance sale. False also for exempt and small businesses, which count as consumers.
   */
  readonly isCompany?: boolean | undefined;
  /**
   * What is sold; it decides the legal basis. Absent: the profile's `supply`; without one, decided as if the supply did
   * not matter, as in the specification.
   */
  readonly supply?: Supply | undefined;
  /**
   * The day of the supply (BT-72). It is the tax point, whose rates and EU membership apply, unless there is a
   * `taxPointDate`. Absent: the tax point is the last day of a `period` that is over, or else today in the company's
   * time zone.
   */
  readonly supplyDate?: CalendarDay | undefined;
  /** The day by which the client must pay (BT-9). */
  readonly dueDate?: CalendarDay | undefined;
  /** The invoice's currency (BT-5). ISO 4217. Absent: the company's default currency. */
  readonly currency?: CurrencyCode | undefined;
  /**
   * From the invoice's currency to that of the VAT, which is that of the seller's state unless `currency` is another.
   * Only if they differ.
   */
  readonly exchangeRate?: ExchangeRate | undefined;
  /** What the client asked the seller to state, such as a Leitweg-ID (BT-10). 1 to 200 characters. */
  readonly buyerReference?: string | undefined;
  /** The client's order (BT-13). 1 to 200 characters. */
  readonly purchaseOrderReference?: string | undefined;
  /** The company's own order (BT-14). 1 to 200 characters. */
  readonly salesOrderReference?: string | undefined;
  /** The despatch advice or delivery note (BT-16). 1 to 200 characters. */
  readonly despatchReference?: string | undefined;
  /** The client's receipt of the goods (BT-15). 1 to 200 characters. */
  readonly goodsReceiptReference?: string | undefined;
  /** The tender or lot (BT-17). 1 to 200 characters. */
  readonly tenderReference?: string | undefined;
  /** What the invoice is about, such as a meter or a subscription (BT-18). */
  readonly invoicedObject?: InvoicedObject | undefined;
  /** Documents that explain the invoice, without their content (BG-24). 1 to 100 entries. */
  readonly supportingDocuments?: readonly SupportingDocumentReference[] | undefined;
  /** The business process (BT-23). Peppol has its own. 1 to 200 characters. Absent: the company's. */
  readonly businessProcess?: string | undefined;
  /** Who is paid, if it is not the company (BG-10). */
  readonly payee?: Payee | undefined;
  /** Your own reference. Stored and returned, not printed. 1 to 200 characters. */
  readonly reference?: string | undefined;
  /** Free text for the client (BT-22). 1 to 4,000 characters. */
  readonly note?: string | undefined;
  /** The legal note to print. Only with `autoVat: false`. 1 to 1,000 characters. */
  readonly vatNote?: string | undefined;
  /** The tax point, if it is not the day of supply, as for a payment in advance (BT-7). The rates of this day apply. */
  readonly taxPointDate?: CalendarDay | undefined;
  /**
   * When VAT becomes due, instead of a `taxPointDate` (BT-8). With `3` the tax point is the day of issue. With `432`
   * returns declare the VAT of the seller's state once it is paid, with `3` and `35` they do not. A code of UNTDID
   * 2005: `3` (date of the invoice), `35` (date of delivery) or `432` (date of payment).
   *
   * @see Directive 2006/112/EC, article 66
   */
  readonly taxPointCode?: TaxPointCode | undefined;
  /**
   * What kind of invoice it is (BT-3). With `selfBilled` only `471` or `500`. A code of UNTDID 1001: `380` (invoice),
   * `383` (debit note), `384` (corrected invoice), `386` (prepayment invoice), `326` (partial invoice), `393` (factored
   * invoice), `875`, `876` or `877` (partial, partial final or final construction invoice), `204` (payment valuation),
   * `387` (hire invoice), `575` (insurer's invoice), `751` (information for accounting); with `selfBilled` `471`
   * (corrected) or `500` (prepayment). Absent: `380`, or `389` with `selfBilled`.
   */
  readonly documentType?: InvoiceType | undefined;
  /**
   * Whether the client writes the invoice in the company's name (BT-3 `389`, or the `documentType`). Both must have
   * agreed on it.
   *
   * @see Directive 2006/112/EC, articles 224 and 226(10a)
   */
  readonly selfBilled?: boolean | undefined;
  /**
   * Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a
   * third member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods.
   *
   * @see Directive 2006/112/EC, articles 42, 141 and 197
   */
  readonly triangular?: boolean | undefined;
  /** The days that the invoice covers (BG-14). */
  readonly period?: InvoicePeriod | undefined;
  /** Where the goods go, if not to the client (BG-13). */
  readonly deliverTo?: DeliveryPlace | undefined;
  /**
   * Where a service is supplied, if its place is not that of a party, such as a stay in a hotel, an admission or work
   * on a house. It decides whose VAT applies, no matter who the client is. For goods, only where they are handed over.
   * ISO 3166-1 alpha-2, or the id of an area such as `PT-30`. Absent: the VAT table decides.
   *
   * @see Directive 2006/112/EC, articles 31 and 47 to 57
   */
  readonly placeOfSupply?: string | undefined;
  /**
   * Where the transport of goods begins, such as a warehouse in another member state. A country code does not mean its
   * areas, and `XI` is Northern Ireland. It counts for stated goods, and for VAT by hand. ISO 3166-1 alpha-2, or the id
   * of an area such as `PT-30`. Absent: where the company is.
   *
   * @see Directive 2006/112/EC, articles 31 to 33 and 138
   */
  readonly dispatchedFrom?: string | undefined;
  /**
   * Who imports goods that enter the EU. Absent: the client, of goods from the company's own state. Required from other
   * places.
   *
   * @see Directive 2006/112/EC, articles 32, 33 and 201
   */
  readonly importer?: "client" | "seller" | undefined;
  /** The company's own number for the client (BT-46). With a `clientIdentifier` only printed. 1 to 100 characters. */
  readonly clientNumber?: string | undefined;
  /** The client's number in a register, such as a GLN (BT-46). */
  readonly clientIdentifier?: SchemeIdentifier | undefined;
  /** The name under which the client trades, if it is not its legal name (BT-45). 1 to 200 characters. */
  readonly clientTradingName?: string | undefined;
  /** Whom the invoice is for, at the client's (BG-9). */
  readonly clientContact?: ClientContact | undefined;
  /**
   * The client's language. The page and the panel's e-mails are in it, and notes that the law requires have its wording
   * beside that of the seller's language. A BCP 47 tag, such as `de` or `nl-BE`. Absent: the company's `language`.
   */
  readonly clientLanguage?: string | undefined;
  /** The register of `clientRegistrationNumber` (BT-47-1). A code of ISO 6523's list ICD, such as `0002`. */
  readonly clientRegistrationScheme?: string | undefined;
  /** The client's address for electronic invoices (BT-49). */
  readonly clientElectronicAddress?: ElectronicAddress | undefined;
  /** How the invoice is paid (BG-16). Absent: a credit transfer to the company's account. */
  readonly payment?: PaymentInstructions | undefined;
  /** When and how to pay (BT-20). 1 to 1,000 characters. Absent: the company's. */
  readonly paymentTerms?: string | undefined;
  /**
   * What the client may deduct if it pays soon (BT-20). Printed, and settled with `cashDiscount` of a payment. 1 to 3
   * entries.
   *
   * @see UStG § 17(1) (Germany); Code de la TVA, article 28, 1° (Belgium)
   */
  readonly cashDiscounts?: readonly CashDiscount[] | undefined;
  /** Whether unit prices and discounts are net of VAT or include it. Absent: `net`. */
  readonly prices?: Prices | undefined;
  /** What the client is asked to write on its payment (BT-83). 1 to 200 characters. */
  readonly paymentReference?: string | undefined;
  /** The amount paid before the invoice is issued (BT-113). It reduces the amount due. 0 or more. */
  readonly prepaidAmount?: number | undefined;
  /**
   * Added to the amount due, to round it: at most 2 units of the currency, either way (BT-114). VAT is not rounded with
   * it. -2 to 2.
   */
  readonly roundingAmount?: number | undefined;
  /**
   * Tax that the client pays for the company, instead of paying it to the company. It lowers `payable`, not `total`. 1
   * to 10 entries.
   *
   * @see DPR 600/1973, articolo 25 (Italy); Ley 35/2006, artículo 101 (Spain); CIRS, artigo 101.º (Portugal)
   */
  readonly withholdings?: readonly Withholding[] | undefined;
  /**
   * Parts of `amountDue` that the client pays later, such as a guarantee in construction. They are not overdue before
   * `dueOn`, and change no VAT. 1 to 10 entries.
   */
  readonly retentions?: readonly Retention[] | undefined;
  /**
   * Expenses paid in the client's name and for its account, with proof. They raise `payable`, and are no part of
   * `total`. Delivery, travel and other costs of the company's own are lines or `charges`. 1 to 50 entries.
   *
   * @see Directive 2006/112/EC, articles 78(b) and 79(c)
   */
  readonly disbursements?: readonly Disbursement[] | undefined;
  /** Earlier invoices that this one refers to (BG-3). 1 to 100 entries. */
  readonly precedingInvoices?: readonly PrecedingInvoice[] | undefined;
  /**
   * The numbers of your invoices for payments in advance (`386`) that this one deducts: what was paid of each or, in
   * Italy and the Netherlands, what it charged. 1 to 100 entries.
   *
   * @see Directive 2006/112/EC, article 65
   */
  readonly advances?: readonly string[] | undefined;
  /** The contract (BT-12). 1 to 200 characters. */
  readonly contractReference?: string | undefined;
  /** The project (BT-11). 1 to 200 characters. */
  readonly projectReference?: string | undefined;
  /** Where the client books the invoice (BT-19). 1 to 200 characters. */
  readonly buyerAccountingReference?: string | undefined;
  /**
   * More notes for the client, with subjects (BG-1). The invoice has those of the company's `latePayment` behind them.
   * 1 to 20 entries.
   */
  readonly notes?: readonly InvoiceNote[] | undefined;
  /** What the state of the company needs beside EN 16931, by state. */
  readonly national?: NationalOrder | undefined;
  /**
   * Up to 50 of your own strings, each at most 1,000 characters long, under your own keys. Stored and returned, never
   * printed.
   */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /**
   * The series that numbers the invoice, one of the profile's `series`. 1 to 100 characters. Absent: the first series,
   * with `invoicePrefix`.
   */
  readonly series?: string | undefined;
  /** Replaces the profile's `requires` for this order. `false` requires nothing. Absent: the profile's. */
  readonly requires?: string | readonly string[] | false | undefined;
}
