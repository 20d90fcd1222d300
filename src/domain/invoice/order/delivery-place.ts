import type { VatPlace } from "../../vat/types.ts";
import type { DeliveryPlace, InvoiceOrder } from "../generated/order.ts";

/** Where goods go, by the rules of VAT; `undefined` if only a name or a number says so. */
export function deliveryPlaceOf({ country, address }: DeliveryPlace = {}): VatPlace | undefined {
  return country === undefined ? undefined : { country, address };
}

/**
 * Where goods arrive; `undefined` if that is where the client is. In the client's country, only a postal code says more than
 * the client's own address.
 */
export function arrivalOf({ deliverTo, clientCountry }: InvoiceOrder): VatPlace | undefined {
  const place = deliveryPlaceOf(deliverTo);
  return place?.country === clientCountry && !place?.address?.postalCode?.trim() ? undefined : place;
}
