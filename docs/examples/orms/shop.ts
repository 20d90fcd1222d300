import type { CompanyProfile, InvoiceOrder } from "faktura";

/** A shop that writes each order and its invoice in one transaction. Every file beside this one opens one. */
export interface Shop {
  /** Writes the order and issues its invoice. Both are committed, or neither. If the invoice is refused, keeps the order. */
  placeOrder(order: InvoiceOrder): Promise<void>;
  /** The orders, oldest first. */
  orders(): Promise<PlacedOrder[]>;
  close(): Promise<void>;
}

export interface PlacedOrder {
  readonly client: string;
  /** The number of its invoice; `null` if it was refused. */
  readonly invoice: string | null;
  /** Why it has no invoice. */
  readonly refusal: string | null;
}

/** The company that issues the invoices. */
export const PROFILE: CompanyProfile = {
  name: "Firma GmbH",
  country: "DE",
  vatNumber: "DE136695976",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
};
