import type { CalendarDay } from "../calendar.ts";
import type { Address, EinvoiceRequirement, ElectronicAddress } from "../company-profile.ts";
import type { CurrencyCode } from "../money/currency.ts";
import type { LineDiscount, Prices } from "../money/totals-input.ts";
import type { VatCategory } from "../vat/category.ts";
import type { CountryCode } from "../vat/territory/country.ts";
import type { Supply } from "../vat/vat-table.ts";

/** One line of an order. */
export interface OrderItem {
  /** 1 to 4,000 characters. */
  readonly description: string;
  /** Any finite number except 0. A negative one is a return or a discount. */
  readonly quantity: number;
  /** In the invoice's currency, 0 or more. Net of VAT, or with VAT if the order says `prices: "gross"`. */
  readonly unitPrice: number;
  /** Taken off the line, before VAT is computed (BG-27). */
  readonly discount?: LineDiscount | undefined;
  /** What this line supplies, if lines differ. Absent: the order's `supply`. */
  readonly supply?: Supply | undefined;
  /** The unit of the quantity, such as `hour` or `piece`. */
  readonly unit?: string | undefined;
  /**
   * The unit as a code of UN/ECE Recommendation 20 or 21 (EN 16931 BT-130), such as `HUR`. Absent: what `unitCodeOf`
   * finds.
   */
  readonly unitCode?: string | undefined;
  /** The company's number for the article; 1 to 100 characters (BT-155). */
  readonly sku?: string | undefined;
  /** Free text for the client; 1 to 1,000 characters (BT-127). */
  readonly note?: string | undefined;
  /** The days that the line covers (BG-26). */
  readonly period?: InvoicePeriod | undefined;
  /** Percent, 0 to 100. With automatic VAT it must equal the determined rate. */
  readonly taxRate?: number | undefined;
  /** Only with `autoVat: false`. Absent: `S` above 0 %, `Z` at 0 %, `E` for a company without VAT registration. */
  readonly vatCategory?: VatCategory | undefined;
  /** Why the line is without VAT; 1 to 1,000 characters (BT-120). Only with such a `vatCategory`, and `autoVat: false`. */
  readonly exemptionReason?: string | undefined;
  /** The reason as a code of the list VATEX (BT-121). Only with a `vatCategory` without VAT, and `autoVat: false`. */
  readonly vatexCode?: string | undefined;
}

/** The exchange rate from an invoice's currency to the currency of the seller's VAT. */
export interface ExchangeRate {
  /** The value of one unit of the invoice's currency in the currency of the seller's state; above 0. */
  readonly rate: number;
  /** The day of the rate. */
  readonly date: CalendarDay;
  /** Who published it, such as `ECB`; 1 to 200 characters. */
  readonly source: string;
}

/** Where goods are delivered to (EN 16931 BG-13, BG-15). */
export interface DeliveryPlace {
  /** Who receives them, if it is not the client; 1 to 200 characters (BT-70). */
  readonly name?: string | undefined;
  /** ISO 3166-1 alpha-2 (BT-80). It does not decide the VAT. */
  readonly country: CountryCode;
  /** BG-15. */
  readonly address: Address;
}

/** The days for which is invoiced, both inclusive (EN 16931 BG-14). */
export interface InvoicePeriod {
  /** The first day. */
  readonly start: CalendarDay;
  /** Not before `start`. */
  readonly end: CalendarDay;
}

/** How an invoice is paid (EN 16931 BG-16). */
export interface PaymentInstructions {
  /** Code of UNTDID 4461 (BT-81), such as `30` (credit transfer), `59` (SEPA direct debit) or `54` (credit card). */
  readonly means: string;
  /** Of a direct debit; 1 to 35 characters (BT-89). */
  readonly mandateReference?: string | undefined;
  /** The client's IBAN, of a direct debit (BT-91). */
  readonly debitedAccount?: string | undefined;
  /** The last four digits of a card (BT-87). */
  readonly cardLast4?: string | undefined;
}

/** An earlier invoice that this one is about (EN 16931 BG-3). */
export interface PrecedingInvoice {
  /** 1 to 100 characters (BT-25). */
  readonly number: string;
  /** BT-26. */
  readonly issueDate?: CalendarDay | undefined;
}

/** A note for the client with a subject (EN 16931 BG-1). */
export interface InvoiceNote {
  /** Code of UNTDID 4451 (BT-21), such as `AAB` (terms of payment) or `REG` (regulatory information). */
  readonly subject?: string | undefined;
  /** 1 to 4,000 characters (BT-22). */
  readonly text: string;
}

/** What to invoice: the body of `POST /invoices`. The specification's fields come first. */
export interface InvoiceOrder {
  /** 1 to 200 characters. */
  readonly clientName: string;
  /** ISO 3166-1 alpha-2; required unless `autoVat` is false. */
  readonly clientCountry?: CountryCode | undefined;
  /** Decides between reverse charge and VAT between member states. */
  readonly clientVatNumber?: string | undefined;
  /** 1 to 1,000 lines. */
  readonly items: readonly OrderItem[];
  /** Whether the library determines the VAT. Absent: true. */
  readonly autoVat?: boolean | undefined;
  /** Whether unit prices and discounts are net of VAT or include it. Absent: `net`. */
  readonly prices?: Prices | undefined;
  /** Percent, 0 to 100, for items without a rate of their own. With automatic VAT it must equal the determined rate. */
  readonly taxRate?: number | undefined;
  /** EN 16931 BG-8. Its postal code also identifies territories without a country code, such as the Canary Islands. */
  readonly clientAddress?: Address | undefined;
  /** BT-58. */
  readonly clientEmail?: string | undefined;
  /** Its number in a register of companies; 1 to 100 characters (BT-47). */
  readonly clientRegistrationNumber?: string | undefined;
  /**
   * Whether the client is a company. Without a VAT number, a company is taxed as a consumer, except that goods for it are
   * no distance sale. `false` also for exempt and small businesses, which count as consumers.
   */
  readonly isCompany?: boolean | undefined;
  /** What is sold; it decides the legal basis. Absent: the specification's table, which does not ask. */
  readonly supply?: Supply | undefined;
  /**
   * The day of the supply (BT-72). Absent: the tax point is today. It is the tax point, whose rates and EU membership
   * apply, unless there is a {@link taxPointDate}.
   */
  readonly supplyDate?: CalendarDay | undefined;
  /** BT-9. */
  readonly dueDate?: CalendarDay | undefined;
  /** ISO 4217. Absent: the company's default currency. */
  readonly currency?: CurrencyCode | undefined;
  /** From the invoice's currency to that of the seller's state. Only if they differ. */
  readonly exchangeRate?: ExchangeRate | undefined;
  /** EN 16931 BT-10. */
  readonly buyerReference?: string | undefined;
  /** EN 16931 BT-13. */
  readonly purchaseOrderReference?: string | undefined;
  /** The host's own reference. Stored and returned, not printed. */
  readonly reference?: string | undefined;
  /** Free text for the client. */
  readonly note?: string | undefined;
  /** Only with `autoVat: false`: the note to print. */
  readonly vatNote?: string | undefined;
  /** The tax point, if it is not the day of supply, as for a payment in advance (BT-7). Its rates apply. */
  readonly taxPointDate?: CalendarDay | undefined;
  /** The days for which is invoiced (BG-14). */
  readonly period?: InvoicePeriod | undefined;
  /** Where the goods go, if not to the client (BG-13). */
  readonly deliverTo?: DeliveryPlace | undefined;
  /** The number that the company gave the client; 1 to 100 characters (BT-46). */
  readonly clientNumber?: string | undefined;
  /** The register of {@link clientRegistrationNumber}, as a code of ISO 6523's list ICD (BT-47-1). */
  readonly clientRegistrationScheme?: string | undefined;
  /** For electronic invoices (BT-49). */
  readonly clientElectronicAddress?: ElectronicAddress | undefined;
  /** Absent: a credit transfer to the company's account. */
  readonly payment?: PaymentInstructions | undefined;
  /** When and how to pay; 1 to 1,000 characters (BT-20). Absent: the profile's. */
  readonly paymentTerms?: string | undefined;
  /** What the client is asked to write on its payment; 1 to 200 characters (BT-83). */
  readonly paymentReference?: string | undefined;
  /** What was paid before the invoice is issued, 0 to its total (BT-113). The amount due starts there. */
  readonly prepaidAmount?: number | undefined;
  /** 1 to 100 invoices. */
  readonly precedingInvoices?: readonly PrecedingInvoice[] | undefined;
  /**
   * Whether the client writes the invoice in the company's name (BT-3 `389`). Both must have agreed on it. @see Directive
   * 2006/112/EC, articles 224 and 226(10a)
   */
  readonly selfBilled?: boolean | undefined;
  /**
   * Whether the company is the middle one of a triangular transaction: the goods go directly from its supplier in a third
   * member state to the client, who owes the VAT. Only with a `clientVatNumber` and stated goods. @see Directive
   * 2006/112/EC, articles 42, 141 and 197
   */
  readonly triangular?: boolean | undefined;
  /** As the profile's, for this order; `false` for nothing. Not repeated by the invoice. Absent: the profile's. */
  readonly requires?: EinvoiceRequirement | false | undefined;
  /** EN 16931 BT-12. */
  readonly contractReference?: string | undefined;
  /** EN 16931 BT-11. */
  readonly projectReference?: string | undefined;
  /** EN 16931 BT-19. */
  readonly buyerAccountingReference?: string | undefined;
  /** 1 to 20 notes, besides {@link note}. */
  readonly notes?: readonly InvoiceNote[] | undefined;
  /** Up to 50 strings of the host's, each of at most 1,000 characters. Stored and returned, never printed. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}
