import type { CalendarDay } from "./calendar.ts";
import type { Address } from "./company-profile.ts";
import type { VatCategory } from "./vat-category.ts";
import type { Supply } from "./vat-table.ts";

/** One line of an order. */
export interface OrderItem {
  /** 1 to 4,000 characters. */
  readonly description: string;
  /** Any finite number but 0; a negative one is a return or a discount. */
  readonly quantity: number;
  /** Net of VAT, in the invoice's currency, 0 or more. */
  readonly unitPrice: number;
  /** What is counted, such as `hour` or `piece`. */
  readonly unit?: string | undefined;
  /** Percent, 0 to 100. With automatic VAT it must equal the rate that is determined. */
  readonly taxRate?: number | undefined;
  /** Only with `autoVat: false`. Absent: `S` above 0 %, `Z` at 0 %, `E` for a company that is not registered. */
  readonly vatCategory?: VatCategory | undefined;
}

/** How an invoice's currency was converted for its VAT. */
export interface ExchangeRate {
  /** What one unit of the invoice's currency is worth in the currency of the seller's state; above 0. */
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
  /** Drives reverse charge between member states. */
  readonly clientVatNumber?: string | undefined;
  /** 1 to 1,000 lines. */
  readonly items: readonly OrderItem[];
  /** Whether the VAT is determined by the library. Absent: true. */
  readonly autoVat?: boolean | undefined;
  /** Percent, 0 to 100, for every item that has none of its own. With automatic VAT it must equal the determined rate. */
  readonly taxRate?: number | undefined;
  readonly clientAddress?: Address | undefined;
  readonly clientEmail?: string | undefined;
  readonly clientRegistrationNumber?: string | undefined;
  /** Whether the client is a company. Without a VAT number it is taxed as a consumer all the same. */
  readonly isCompany?: boolean | undefined;
  /** What is sold; it chooses the legal basis. Absent: the specification's table, which does not ask. */
  readonly supply?: Supply | undefined;
  /** The day of the supply: the tax point, whose rates and borders apply. Absent: today. */
  readonly supplyDate?: CalendarDay | undefined;
  readonly dueDate?: CalendarDay | undefined;
  /** ISO 4217. Absent: the company's default currency. */
  readonly currency?: string | undefined;
  /** From the invoice's currency to that of the seller's state; only where they differ. */
  readonly exchangeRate?: ExchangeRate | undefined;
  /** EN 16931 BT-10. */
  readonly buyerReference?: string | undefined;
  /** EN 16931 BT-13. */
  readonly purchaseOrderReference?: string | undefined;
  /** The host's own reference; kept and given back, not printed. */
  readonly reference?: string | undefined;
  /** Free text for the client. */
  readonly note?: string | undefined;
  /** Only with `autoVat: false`: the note to print. */
  readonly vatNote?: string | undefined;
}
