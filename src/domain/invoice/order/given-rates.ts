import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { roundDecimals } from "../../money/minor-units.ts";
import { type FieldError, Refusal } from "../../refusal.ts";
import { isLawfulInState, lawfulRates } from "../../vat/rates/lawful-rates.ts";
import type { VatRates } from "../../vat/rates/rate-table.ts";
import { dispatchOf, territoryOf } from "../../vat/sale-facts.ts";
import { vatTerritory } from "../../vat/territory/membership.ts";
import { ratesKeysOf, territoryWithId } from "../../vat/territory/territory.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { deliveryPlaceOf } from "./delivery-place.ts";
import { type DecidedPart, nameOf, type OrderPart, pointerOf } from "./order-parts.ts";

/**
 * The warning about lines with VAT by hand that state neither a rate nor a category, in an order without a rate. They have
 * 0 % in category Z, which few sales are.
 *
 * @see Directive 2006/112/EC, articles 96 to 98, 110 and 226(9)
 */
export function missingRateWarnings({ vatRegistered }: CompanyProfile, { taxRate, items }: InvoiceOrder): VatWarning[] {
  if (!vatRegistered || taxRate !== undefined) return [];
  const lines = items.flatMap((item, index) =>
    item.taxRate === undefined && item.vatCategory === undefined ? [index + 1] : [],
  );
  if (lines.length === 0) return [];
  const last = lines.pop()!;
  const which = lines.length === 0 ? `Line ${last} has` : `Lines ${lines.join(", ")} and ${last} have`;
  const detail =
    `${which} neither a taxRate nor a vatCategory, and the order has no taxRate, so the VAT is 0 % in category Z (zero ` +
    "rated). State the rate; if 0 % is right, state taxRate: 0, or the vatCategory.";
  return [{ code: "tax_rate_missing", detail }];
}

/**
 * The warnings about taxed lines with VAT by hand at a rate that is lawful neither in the seller's state nor in that of the
 * stated place or, without one, where the goods or the client are. Returns cannot place them.
 *
 * @see Directive 2006/112/EC, articles 93 and 96 to 98
 */
export function unlawfulRateWarnings(
  profile: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly (OrderPart & Pick<DecidedPart, "taxRate" | "vatCategory">)[],
  on: CalendarDay,
  rates: VatRates | undefined,
): VatWarning[] {
  const unlawful = new Map<string, string[]>();
  for (const part of parts) {
    const { taxRate, vatCategory, placeOfSupply, supply } = part;
    const seller = dispatchOf(part) ?? territoryOf(profile, undefined);
    if (vatCategory !== "S" || isLawfulInState(seller, taxRate, on, rates) !== false) continue;
    const { clientCountry: country, clientAddress: address } = order;
    const client = country === undefined ? undefined : { country, address };
    const arrival = (supply === "goods" ? deliveryPlaceOf(order) : undefined) ?? client;
    const other =
      placeOfSupply === undefined ? arrival && territoryOf(arrival, supply) : territoryWithId(placeOfSupply);
    const isLawful = other && isLawfulInState(other, taxRate, on, rates);
    if (isLawful === true || (isLawful === undefined && placeOfSupply !== undefined)) continue;
    const isOther = isLawful === false && other!.numbersOf !== seller.numbersOf;
    const listed = lawfulRates(ratesKeysOf(seller, supply)[0]!, on, rates).flatMap(({ rate }) => rate || []);
    const detail =
      `${taxRate} % is not a VAT rate of ${seller.rateName}${isOther ? ` or ${other!.rateName}` : ""} on ${on} ` +
      `(${listed.join(", ")}). ${taxRate < 1 ? `Rates are in percent, such as ${listed[0]}. ` : ""}` +
      "Check the rate: VAT returns list such lines as unplaced.";
    unlawful.set(detail, [...(unlawful.get(detail) ?? []), nameOf(part)]);
  }
  return [...unlawful].map(([detail, names]) => ({
    code: "tax_rate_unlawful",
    detail: `${names.join(", ")}: ${detail}`,
  }));
}

/**
 * A company without VAT registration must not show VAT, or it owes it.
 *
 * @throws Refusal `company_not_vat_registered`
 * @see Directive 2006/112/EC, article 203
 */
export function requireNoRate({ taxRate = 0 }: InvoiceOrder, parts: readonly OrderPart[]): void {
  const detail = "must be 0 or left out: the company is not VAT-registered";
  const errors: FieldError[] = [];
  if (taxRate > 0) errors.push({ pointer: "/taxRate", detail });
  for (const part of parts) {
    if ((part.given.taxRate ?? 0) > 0) errors.push({ pointer: `${pointerOf(part)}/taxRate`, detail });
  }
  if (errors.length === 0) return;
  throw new Refusal("company_not_vat_registered", "A company that is not VAT-registered cannot charge VAT.", errors);
}

/** What the rates that an order could state follow from. */
interface RateLaw {
  readonly sellerCountry: string;
  readonly on: CalendarDay;
  /** The host's own rates. */
  readonly rates: VatRates | undefined;
}

/**
 * An issued invoice is final, so a rate that contradicts the determined rate is refused, not silently ignored. The
 * order's rate applies to lines without one. If every line has a rate, it is compared with all of them.
 *
 * @throws Refusal `tax_rate_conflict`
 */
export function requireDeterminedRates(order: InvoiceOrder, parts: readonly DecidedPart[], law: RateLaw): void {
  const lines = parts.slice(0, order.items.length);
  const errors: (FieldError & { readonly pointer: string })[] = [];
  const compare = (pointer: string, given: number | undefined, line: DecidedPart, ofLine = "") => {
    const due = line.taxRate;
    if (given === undefined || given === due) return;
    const detail = `is ${given}, but the determined rate${ofLine} is ${due}; ${nextStep(given, line, law)}`;
    errors.push({ pointer, detail });
  };
  const bare = lines.filter(({ given }) => given.taxRate === undefined);
  const conflicting = (bare.length === 0 ? lines : bare).find(({ taxRate }) => taxRate !== order.taxRate);
  if (conflicting !== undefined) {
    const isMixed = lines.some(({ taxRate }) => taxRate !== lines[0]!.taxRate);
    compare("/taxRate", order.taxRate, conflicting, isMixed ? ` of line ${conflicting.index + 1}` : "");
  }
  for (const line of lines) compare(`${pointerOf(line)}/taxRate`, line.given.taxRate, line);
  if (errors.length === 0) return;
  const [{ pointer, detail }] = errors as [(typeof errors)[number]];
  const others = errors.length > 1 ? ` ${errors.length - 1} more in errors.` : "";
  const message = `A given VAT rate differs from the determined one. ${pointer}: ${detail}.${others}`;
  throw new Refusal("tax_rate_conflict", message, errors);
}

/**
 * What to do about a rate that is not the determined one. The rate of a product belongs in `vatRates`: with VAT by hand it
 * would also be charged to those who owe none, such as a business in another member state.
 */
function nextStep(given: number, line: DecidedPart, { sellerCountry, on, rates }: RateLaw): string {
  const country = line.rateCountry ?? vatTerritory(sellerCountry);
  const lawful = lawfulRates(country, on, rates);
  const isLawful = (rate: number) => lawful.some((each) => each.rate === rate);
  const isFraction = given > 0 && given < 1 && !isLawful(given);
  const percent = isFraction ? roundDecimals(given * 100) : given;
  const isOther = isLawful(percent) && !lawful.some(({ rate, kind }) => rate === percent && kind === "standard");
  const steps = [
    ...(isOther && line.given.vatRates === undefined
      ? [`give vatRates: { ${country}: ${percent} } on the line instead`]
      : []),
    ...(given === 0 ? ['give exemption: { reason: "…" } on the line if it is exempt'] : []),
    "leave it out",
  ];
  const inPercent = isFraction ? `rates are in percent, so ${given} means ${percent}; ` : "";
  return `${inPercent}${steps.join(", or ")}; autoVat: false is only for VAT that you determine yourself`;
}
