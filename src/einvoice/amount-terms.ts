import { unitCodeOf } from "../domain/codes/unit-words.ts";
import type { InvoiceBreakdownLine } from "../domain/invoice/generated/invoice.ts";
import {
  type DecimalText,
  decimalText,
  differBy,
  divided,
  minus,
  plus,
  roundedToCents,
  times,
} from "../domain/money/decimal-text.ts";
import type { LineCharge } from "../domain/money/generated/amounts.ts";
import { pick } from "../domain/pick.ts";
import type { DocumentWords } from "../languages/document-words.ts";
import type { EinvoiceDocument } from "./document.ts";
import { WRITTEN_LINE_FIELDS } from "./generated/written-fields.ts";
import { countryOf } from "./party-terms.ts";
import type { EinvoiceProfile } from "./specification.ts";
import type { AdjustmentTerms, BreakdownTerms, DocumentAdjustmentTerms, LineTerms } from "./terms.ts";

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
export function lineTerms({ items }: EinvoiceDocument, words: DocumentWords): LineTerms[] {
  // Only the numbers on the invoice are distinct from the identifiers that it has.
  const hasIds = items.some(({ id }) => id !== undefined);
  return items.map((item, index) => {
    const { vatCategory: category, originCountry } = item;
    const number = hasIds && "line" in item ? item.line : index + 1;
    const [name = "", ...description] = item.description.trim().split(/\r?\n/);
    return {
      ...pick(item, WRITTEN_LINE_FIELDS),
      id: item.id ?? String(number),
      quantity: decimalText(item.quantity),
      unitCode: unitCodeOf(item),
      netAmount: decimalText(item.netAmount),
      adjustments: lineAdjustments(item, words),
      price: decimalText(item.unitPrice),
      grossPrice: grossPriceTerms(item),
      priceBaseQuantity: item.priceBaseQuantity === undefined ? undefined : decimalText(item.priceBaseQuantity),
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
 * BG-27 and BG-28: together what is between quantity × price and the line net amount, so the last one has what the others
 * leave. A percentage is only written if it gives the amount, which with gross prices and without decimals it may not.
 */
function lineAdjustments(item: Item, words: DocumentWords): AdjustmentTerms[] {
  const { quantity, unitPrice, priceBaseQuantity = 1, netAmount, discount, charges = [] } = item;
  const discounts = "discounts" in item ? (item.discounts ?? []) : [];
  const all: LineAdjustment[] = [
    ...[...(discount === undefined ? [] : [discount]), ...discounts].map((each) => ({ ...each, isCharge: false })),
    ...charges.map((each) => ({ ...each, isCharge: true })),
  ];
  const priced = divided(times(quantity, unitPrice), priceBaseQuantity, 2);
  let left = minus(priced, netAmount);
  // On a line with a negative quantity, amounts are negative too.
  const signed = (amount: number) =>
    withoutVat(quantity < 0 ? -amount : amount, item.taxRate, item.unitPriceGross !== undefined);
  return all.map(({ isCharge, percent, amount = 0, reason, reasonCode, ...given }, index) => {
    const isLast = index === all.length - 1;
    const stated = given.baseAmount === undefined ? undefined : signed(given.baseAmount);
    const baseAmount = percent === undefined ? stated : (stated ?? priced);
    const part = percent === undefined ? signed(amount) : roundedToCents(times(baseAmount!, times(percent, 0.01)));
    const written = isLast ? (isCharge ? minus(0, left) : left) : part;
    left = isCharge ? plus(left, written) : minus(left, written);
    return adjustmentTerms({ isCharge, amount: written, percent, baseAmount, reason, reasonCode }, words);
  });
}

type Item = EinvoiceDocument["items"][number];
type LineAdjustment = LineCharge & { readonly isCharge: boolean };

/** BG-20 and BG-21. */
export function documentAdjustments(
  { allowances = [], charges = [], prices }: EinvoiceDocument,
  words: DocumentWords,
): DocumentAdjustmentTerms[] {
  const terms = (isCharge: boolean) => (given: Adjustment) => {
    const { netAmount, taxRate, vatCategory: category, reason, reasonCode } = given;
    const { percent, baseAmount } = "baseAmount" in given ? given : {};
    const base = baseAmount === undefined ? undefined : withoutVat(baseAmount, taxRate, prices === "gross");
    return {
      ...adjustmentTerms(
        { isCharge, amount: decimalText(netAmount), percent, baseAmount: base, reason, reasonCode },
        words,
      ),
      category,
      rate: category === "O" ? undefined : decimalText(taxRate),
    };
  };
  return [...allowances.map(terms(false)), ...charges.map(terms(true))];
}

type Adjustment = NonNullable<EinvoiceDocument["allowances"]>[number];

function adjustmentTerms(
  { percent, baseAmount, ...given }: Omit<AdjustmentTerms, "percent"> & { readonly percent: number | undefined },
  words: DocumentWords,
): AdjustmentTerms {
  const { isCharge, reasonCode, amount } = given;
  // One of both is needed (BR-33, BR-38, BR-42, BR-44).
  const reason = given.reason ?? (reasonCode === undefined ? (isCharge ? words.charge : words.discount) : undefined);
  const terms = { ...given, reason };
  if (baseAmount === undefined) return terms;
  if (percent === undefined) return { ...terms, baseAmount };
  if (differBy(PERCENTAGE_TOLERANCE, times(baseAmount, times(percent, 0.01)), amount)) return terms;
  return { ...terms, percent: decimalText(percent), baseAmount };
}

/** BT-148 and BT-147. */
function grossPriceTerms(item: Item): LineTerms["grossPrice"] {
  const { priceDiscount, unitPrice, unitPriceGross, taxRate } = item;
  if (priceDiscount === undefined) return undefined;
  const isGross = unitPriceGross !== undefined;
  const discount = isGross ? divided(times(priceDiscount, 100), plus(taxRate, 100), 4) : decimalText(priceDiscount);
  return { amount: plus(unitPrice, discount), discount };
}

/** An amount without the VAT that it contains if prices are gross, to two decimals. */
function withoutVat(amount: number, taxRate: number, isGross: boolean): DecimalText {
  return isGross ? divided(times(amount, 100), plus(taxRate, 100), 2) : roundedToCents(amount);
}
