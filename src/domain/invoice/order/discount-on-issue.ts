import type { CompanyProfile } from "../../generated/company-profile.ts";
import { exactSum } from "../../money/decimal.ts";
import { fromMinorUnits, minorUnitDigits, roundedProduct } from "../../money/minor-units.ts";
import type { VatBreakdownLine } from "../../money/totals.ts";
import { fieldRefusal, type Refusal } from "../../refusal.ts";
import { discountWord } from "../credit/cash-discount.ts";
import { discountEffect } from "../credit/offered-discounts.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import type { DecidedPart } from "./order-parts.ts";

/** An allowance or a charge for a discount that lowers VAT on issue, as totals need it. */
type DiscountAdjustment = Pick<VatBreakdownLine, "taxRate"> & {
  readonly amount: number;
  readonly reason: string;
  readonly vatCategory: VatBreakdownLine["category"];
  readonly rateCountry: string | undefined;
};

/** What makes VAT be on the price less the discount offered: an allowance in each taxed group, and a charge without VAT. */
export interface DiscountOnIssue {
  readonly allowances: readonly DiscountAdjustment[];
  readonly charge: DiscountAdjustment & Pick<DecidedPart, "exemptionReason">;
}

/**
 * The largest cash discount of an order, where VAT is on the price less what is offered, taken or not. The total without VAT
 * stays the same. `undefined` elsewhere, and for sales without VAT.
 *
 * @throws Refusal `request_invalid` for gross prices, of which the VAT could not be lowered without the price, beside advances,
 *   which had the VAT of the whole price, and for the VAT of another state, whose law is not known
 * @see Belgium: Code de la TVA, article 28, 1°
 */
export function discountOnIssue(
  profile: CompanyProfile,
  { cashDiscounts, prices, advances }: InvoiceOrder,
  groups: readonly VatBreakdownLine[],
  currency: string,
): DiscountOnIssue | undefined {
  const taxed = groups.filter(({ taxRate, taxableAmount }) => taxRate > 0 && taxableAmount > 0);
  if (cashDiscounts === undefined || taxed.length === 0 || discountEffect(profile) !== "issue") return undefined;
  if (prices === "gross") throw impossible("needs net prices, because it lowers the VAT");
  if (advances !== undefined)
    throw impossible("is not possible beside advances; leave it out, and credit what the client deducts");
  if (taxed.some(({ rateCountry }) => (rateCountry ?? profile.country) !== profile.country))
    throw impossible("is not possible for VAT of another state; leave it out, and credit what the client deducts");
  const digits = minorUnitDigits(currency);
  const percent = Math.max(...cashDiscounts.map((each) => each.percent));
  const reason = discountWord(profile);
  const allowances = taxed.map(({ category: vatCategory, taxRate, rateCountry, taxableAmount }) => {
    const units = roundedProduct(taxableAmount, percent, digits - 2);
    return {
      amount: fromMinorUnits(units, digits),
      reason,
      vatCategory,
      taxRate,
      rateCountry: rateCountry ?? undefined,
    };
  });
  const amount = exactSum(allowances.map((each) => each.amount)).toNumber();
  const exemptionReason = `${reason} (CTVA / WBTW art. 28, 1°)`;
  return { allowances, charge: { ...allowances[0]!, amount, vatCategory: "E", taxRate: 0, exemptionReason } };
}

function impossible(detail: string): Refusal {
  return fieldRefusal("cashDiscounts", detail);
}
