import type { InvoiceOrder } from "./generated/order.ts";

/** Whether an order or a document says that its client is a business: it has a VAT number, or `isCompany` is true. */
export function isForBusiness({
  clientVatNumber,
  isCompany,
}: Pick<InvoiceOrder, "clientVatNumber" | "isCompany">): boolean {
  return clientVatNumber !== undefined || isCompany === true;
}
