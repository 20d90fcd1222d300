import { unitCodeOf } from "../domain/codes/unit-words.ts";
import type { InvoiceBreakdownLine } from "../domain/invoice/generated/invoice.ts";
import { pick } from "../domain/pick.ts";
import { type DecimalText, decimalText, differBy, minus, plus, roundedToCents, times } from "./decimal-text.ts";
import type { EinvoiceDocument } from "./document.ts";
import { WRITTEN_LINE_FIELDS } from "./generated/written-fields.ts";
import { countryOf } from "./party-terms.ts";
import type { EinvoiceProfile } from "./specification.ts";
import type { BreakdownTerms, DiscountTerms, LineTerms } from "./terms.ts";

/**
 * BG-23. S, L and M have a group for each rate, every other category has one group (BR-S-08, BR-AE-01 and the like), so two
 * countries with the same rate share a group. Reasons are joined; a code is kept if all agree on it.
 */
export function breakdownTerms(document: EinvoiceDocument, profile: EinvoiceProfile): BreakdownTerms[] {
  const groups = new Map<string, InvoiceBreakdownLine[]>();
  for (const line of document.vatBreakdown) {
    const key = `${line.category} ${line.taxRate}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((lines) => {
    const [{ category, taxRate, vatexCode }] = lines as [InvoiceBreakdownLine];
    const sumOf = (amount: (line: InvoiceBreakdownLine) => number) =>
      lines.reduce<DecimalText>((sum, line) => plus(sum, amount(line)), "0");
    const reasons = lines.map((line) => line.exemptionReason).filter((reason) => reason !== undefined);
    return {
      category,
      // BR-DE-14 and DE-R-014 want a rate even where VAT does not apply.
      rate: category === "O" && !["xrechnung", "peppol"].includes(profile) ? undefined : decimalText(taxRate),
      taxableAmount: sumOf(({ taxableAmount }) => taxableAmount),
      taxAmount: sumOf(({ taxAmount }) => taxAmount),
      exemptionReason: [...new Set(reasons)].join("; "),
      vatexCode: lines.every((line) => line.vatexCode === vatexCode) ? (vatexCode ?? undefined) : undefined,
    };
  });
}

/** BG-25. The first line of a description is the item's name, the rest its description. */
export function lineTerms({ items }: EinvoiceDocument): LineTerms[] {
  // Only the places on the invoice are distinct from the identifiers that it has.
  const hasIds = items.some(({ id }) => id !== undefined);
  return items.map((item, index) => {
    const { vatCategory: category, originCountry } = item;
    const place = hasIds && "line" in item ? item.line : index + 1;
    const [name = "", ...description] = item.description.trim().split(/\r?\n/);
    return {
      ...pick(item, WRITTEN_LINE_FIELDS),
      id: item.id ?? String(place),
      quantity: decimalText(item.quantity),
      unitCode: unitCodeOf(item),
      netAmount: decimalText(item.netAmount),
      discount: discountTerms(item),
      price: decimalText(item.unitPrice),
      originCountry: originCountry === undefined ? undefined : countryOf(originCountry),
      category,
      rate: category === "O" ? undefined : decimalText(item.taxRate),
      name: name.trim(),
      description: description.join("\n").trim(),
    };
  });
}

/** By how much an amount may differ from base amount × percentage (PEPPOL-EN16931-R040). */
const PERCENTAGE_TOLERANCE = 0.02;

/**
 * BG-27, what is left between quantity × price and the line net amount. Its percentage is only written if it gives the
 * amount, which with gross prices and without decimals it may not.
 */
function discountTerms(item: EinvoiceDocument["items"][number]): DiscountTerms | undefined {
  const { quantity, unitPrice, netAmount, discount } = item;
  if (discount === undefined) return undefined;
  const baseAmount = roundedToCents(times(quantity, unitPrice));
  const amount = minus(baseAmount, netAmount);
  const terms = { amount, reason: discount.reason ?? "Discount" };
  const percent = "percent" in discount ? discount.percent : undefined;
  if (percent === undefined || differBy(PERCENTAGE_TOLERANCE, times(baseAmount, times(percent, 0.01)), amount))
    return terms;
  return { ...terms, percent: decimalText(percent), baseAmount };
}
