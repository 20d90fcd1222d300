import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { type FieldError, inputRefusal } from "../../refusal.ts";
import { equivalenceSurcharges } from "../../vat/rates/equivalence-surcharges.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { type DecidedPart, pointerOf } from "./order-parts.ts";

/**
 * The rates of Spain's equivalence surcharge on the lines of an order, in percent; `undefined` for a line without one.
 *
 * @param parts the lines, followed by the allowances and charges that state their VAT
 * @throws Refusal `request_invalid` if a line cannot have the surcharge that it states
 * @see Ley 37/1992, artículos 154 and 156 to 163
 */
export function surchargeRatesOf(
  { country }: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly DecidedPart[],
  on: CalendarDay,
): readonly (number | undefined)[] {
  if (order.items.every(({ national }) => national === undefined || statesNothing(national.es))) return [];
  const errors: FieldError[] = [];
  const rates = order.items.map(({ national: { es = {} } = {} }, index) => {
    if (statesNothing(es)) return undefined;
    const { taxRate } = parts[index]!;
    const known = equivalenceSurcharges(taxRate, on);
    const { surchargeRate = known[0], equivalenceSurcharge } = es;
    const fault = (field: keyof typeof es, detail: string) => {
      errors.push({ pointer: `/items/${index}/national/es/${field}`, detail });
    };
    if (equivalenceSurcharge !== true)
      fault("surchargeRate", "needs equivalenceSurcharge: true; set it, or leave it out");
    else if (country !== "ES" || !isSpanish(parts[index]!, order, known))
      fault("equivalenceSurcharge", `${ONLY_SPANISH}; leave it out`);
    else if (surchargeRate === undefined)
      fault("surchargeRate", `is required, because the surcharge at ${taxRate} % on ${on} is not known`);
    else if (known.length > 0 && !known.includes(surchargeRate))
      fault("surchargeRate", `must be ${known.join(" or ")} at ${taxRate} %; leave it out for ${known[0]}`);
    // Of 0 %, nothing is charged, and a record has no such rate.
    return surchargeRate === 0 ? undefined : surchargeRate;
  });
  for (const part of parts) {
    if (part.field !== "allowances" || !isOnlySurcharged(part, parts, rates)) continue;
    const detail = `has no equivalence surcharge if it states its VAT, and all lines at ${part.taxRate} % have one; leave its VAT out, which divides it over the lines`;
    errors.push({ pointer: pointerOf(part), detail });
  }
  if (errors.length > 0) throw inputRefusal("The equivalence surcharge cannot be charged", errors);
  return rates;
}

const ONLY_SPANISH = "is only for goods that a company in Spain supplies there, with Spanish VAT above 0 %";

type Stated = NonNullable<NonNullable<InvoiceOrder["items"][number]["national"]>["es"]>;

function statesNothing({ equivalenceSurcharge = false, surchargeRate }: Stated = {}): boolean {
  return !equivalenceSurcharge && surchargeRate === undefined;
}

/** Whether Spanish VAT is charged on goods as in a sale at home. Unstated, a part is goods: the surcharge itself says so. */
function isSpanish(part: DecidedPart, { clientCountry }: InvoiceOrder, known: readonly number[]): boolean {
  const { treatment, supply = "goods", vatCategory, taxRate, rateCountry } = part;
  const isAtHome = treatment === "domestic" || (treatment === "manual" && (clientCountry ?? "ES") === "ES");
  const isTaxed = vatCategory === "S" ? taxRate > 0 : vatCategory === "Z" && known.length > 0;
  return isAtHome && supply === "goods" && isTaxed && (rateCountry ?? "ES") === "ES";
}

/** Whether lines have the VAT of a part, and all of them a surcharge. */
function isOnlySurcharged(
  { vatCategory, taxRate }: DecidedPart,
  parts: readonly DecidedPart[],
  rates: readonly (number | undefined)[],
): boolean {
  const alike = rates.filter((_, index) => {
    return parts[index]!.vatCategory === vatCategory && parts[index]!.taxRate === taxRate;
  });
  return alike.length > 0 && alike.every((rate) => rate !== undefined);
}
