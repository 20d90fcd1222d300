import { unitCodeOf } from "../../codes/unit-words.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { Supply } from "../../vat/vat-table.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { nameOf, type OrderPart, orderParts } from "./order-parts.ts";

const BY_MASS_OR_VOLUME = ["KGM", "GRM", "TNE", "LTR", "MLT", "KWH"];

/** The units that something else is sold by: nobody sells goods by the hour. */
const UNITS_OF_OTHERS: Record<Supply, readonly string[]> = {
  goods: ["MIN", "HUR", "DAY", "WEE", "MON", "ANN"],
  services: BY_MASS_OR_VOLUME,
  digital: BY_MASS_OR_VOLUME,
};

/**
 * The order with the profile's `supply` on the lines that state none, unless their place or unit says otherwise, and a warning
 * that names them. Without a `supply` in the profile, the order as it is.
 */
export function withDefaultSupply(
  { supply }: CompanyProfile,
  order: InvoiceOrder,
): { readonly order: InvoiceOrder; readonly supplyWarnings: readonly VatWarning[] } {
  if (supply === undefined) return { order, supplyWarnings: [] };
  const parts = orderParts(order);
  const open = parts.filter((part) => {
    const isStated = (part.supply ?? part.placeOfSupply) !== undefined;
    return !isStated && !UNITS_OF_OTHERS[supply].includes(unitCodeOf(part.given as { unit?: string }));
  });
  if (open.length === 0) return { order, supplyWarnings: [] };
  const decided = new Map(open.map(({ given }) => [given, { ...given, supply }]));
  const written = <Given extends OrderPart["given"]>(list: readonly Given[] | undefined) =>
    list?.map((given) => (decided.get(given) as Given | undefined) ?? given);
  const { items, allowances, charges } = order;
  return {
    order: { ...order, items: written(items)!, allowances: written(allowances), charges: written(charges) },
    supplyWarnings: [supplyAssumed(supply, open.length === parts.length ? "All lines" : open.map(nameOf).join(", "))],
  };
}

/** The warning that the profile says what is sold. `what` are the lines, or the sale. */
export function supplyAssumed(supply: Supply, what: string): VatWarning {
  const detail = `${what}: supply is ${supply}, as in the profile. If that is wrong, state supply.`;
  return { code: "supply_assumed", detail };
}
