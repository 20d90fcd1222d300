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

/** Where the goods of an order or a document leave; `undefined` if it does not say. They all leave one state. */
export function dispatchPlaceOf({
  dispatchedFrom,
  items,
}: Pick<InvoiceOrder, "dispatchedFrom"> & {
  readonly items: readonly { readonly dispatchedFrom?: string | undefined }[];
}): string | undefined {
  return dispatchedFrom ?? items.find((item) => item.dispatchedFrom !== undefined)?.dispatchedFrom;
}
