import type { VatPlace } from "../../vat/types.ts";
import type { DeliveryPlace } from "../generated/order.ts";

/** Where goods go, by the rules of VAT; `undefined` if only a name or a number says so. */
export function deliveryPlaceOf({ country, address }: DeliveryPlace = {}): VatPlace | undefined {
  return country === undefined ? undefined : { country, address };
}
