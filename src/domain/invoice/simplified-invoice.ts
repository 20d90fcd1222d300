import type { SpanishOrder } from "../generated/national.ts";
import type { InvoiceDocument } from "./generated/invoice.ts";

type Identifying = Pick<InvoiceDocument, "clientVatNumber" | "clientRegistrationNumber" | "clientCountry" | "national">;

/** Whether a document of a Spanish seller identifies the client: by a NIF, by another number or, abroad, by that in a register. */
export function isClientIdentified(document: Identifying): boolean {
  const { clientVatNumber, clientRegistrationNumber, clientCountry = "ES", national } = document;
  const isRegisteredAbroad = clientRegistrationNumber !== undefined && clientCountry !== "ES";
  return (national?.es?.clientId ?? clientVatNumber) !== undefined || isRegisteredAbroad;
}

/** The type of a Spanish invoice, of a correction that of the invoice which it corrects: without an identified client `F2`. */
export function spanishTypeOf(document: Identifying): NonNullable<SpanishOrder["invoiceType"]> {
  return document.national?.es?.invoiceType ?? (isClientIdentified(document) ? "F1" : "F2");
}

/** The largest simplified invoice in euros, with VAT. @see Real Decreto 1619/2012, artículo 4(2) */
export const LARGEST_SIMPLIFIED = 3000;

type Located = Identifying & Pick<InvoiceDocument, "seller" | "currency" | "total" | "vatBreakdown">;

/**
 * Whether an invoice is a simplified one of Spain. One that is too large for it lacks the client's identification. One of a
 * sale abroad needs none, and is a full invoice.
 *
 * @see Real Decreto 1619/2012, artículos 4, 6(1)(d) and 7
 */
export function isSimplifiedInvoice(invoice: Located): boolean {
  const { seller, currency, total, vatBreakdown, national } = invoice;
  if (seller.country !== "ES" || spanishTypeOf(invoice) !== "F2") return false;
  if (national?.es?.invoiceType === "F2") return true;
  if (currency === "EUR" && total > LARGEST_SIMPLIFIED) return false;
  return vatBreakdown.some(({ category, rateCountry }) => category !== "O" && (rateCountry ?? "ES") === "ES");
}
