import type { VatPlace } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";

/**
 * Where goods go, by the rules of VAT; `undefined` if only a name or a number says so. In the client's country, only a postal
 * code says more than the client's own address.
 */
export function deliveryPlaceOf({
  deliverTo: { country, address } = {},
  clientCountry,
  clientAddress,
}: Pick<InvoiceOrder, "deliverTo" | "clientCountry" | "clientAddress">): VatPlace | undefined {
  if (country === undefined) return undefined;
  const isAtClients = country === clientCountry && !address?.postalCode?.trim();
  return { country, address: isAtClients ? clientAddress : address };
}
