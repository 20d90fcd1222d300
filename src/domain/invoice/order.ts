import type { CalendarDay } from "../calendar.ts";
import type { Address } from "../company-profile.ts";
import type { LineDiscount, Prices } from "../money/totals-input.ts";
import type { VatCategory } from "../vat/category.ts";
import type { Supply } from "../vat/table.ts";

/** One line of an order. */
export interface OrderItem {
  /** 1 to 4,000 characters. */
  readonly description: string;
  /** Any finite number except 0. A negative one is a return or a discount. */
  readonly quantity: number;
  /** In the invoice's currency, 0 or more. Net of VAT, or with VAT if the order says `prices: "gross"`. */
  readonly unitPrice: number;
  readonly discount?: LineDiscount | undefined;
  /** The unit of the quantity, such as `hour` or `piece`. */
  readonly unit?: string | undefined;
  /** Percent, 0 to 100. With automatic VAT it must equal the determined rate. */
  readonly taxRate?: number | undefined;
  /** Only with `autoVat: false`. Absent: `S` above 0 %, `Z` at 0 %, `E` for a company without VAT registration. */
  readonly vatCategory?: VatCategory | undefined;
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

/** What to invoice: the body of `POST /invoices`. The specification's fields come first. */
export interface InvoiceOrder {
  /** 1 to 200 characters. */
  readonly clientName: string;
  /** ISO 3166-1 alpha-2; required unless `autoVat` is false. */
  readonly clientCountry?: string | undefined;
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
  readonly clientAddress?: Address | undefined;
  readonly clientEmail?: string | undefined;
  readonly clientRegistrationNumber?: string | undefined;
  /** Whether the client is a company. A company without a VAT number is taxed as a consumer. */
  readonly isCompany?: boolean | undefined;
  /** What is sold; it decides the legal basis. Absent: the specification's table, which does not ask. */
  readonly supply?: Supply | undefined;
  /** The day of the supply: the tax point, whose rates and EU membership apply. Absent: today. */
  readonly supplyDate?: CalendarDay | undefined;
  readonly dueDate?: CalendarDay | undefined;
  /** ISO 4217. Absent: the company's default currency. */
  readonly currency?: string | undefined;
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
}
