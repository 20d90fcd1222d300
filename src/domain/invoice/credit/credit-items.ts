import { amountAsNumber, type Decimal } from "../../money/decimal.ts";
import { divided, times } from "../../money/decimal-text.ts";
import { fromMinorUnits, type MinorUnits, minorUnitDigits, minusUnits, toMinorUnits } from "../../money/minor-units.ts";
import { pick } from "../../pick.ts";
import type { CreditNoteItem } from "../generated/credit-note.ts";
import { KEPT_ITEM_FIELDS, KEPT_QUANTITY_FIELDS } from "../generated/credited-fields.ts";
import type { InvoiceDocument, InvoiceItem } from "../generated/invoice.ts";
import type { LineCredit } from "./credit-lines.ts";

/** The item of a credit note that credits a line, by quantity or by amount. */
export function creditedItem(
  { prices, currency }: InvoiceDocument,
  { line: { item }, lineNumber, amount, quantity }: LineCredit,
  net: MinorUnits,
): CreditNoteItem {
  const digits = minorUnitDigits(currency);
  const [netAmount, grossAmount] = [fromMinorUnits(net, digits), fromMinorUnits(amount, digits)];
  const isGross = prices === "gross";
  const kept = { line: lineNumber, ...pick(item, KEPT_ITEM_FIELDS), vatCategory: item.vatCategory };
  const shared = { ...kept, netAmount, ...(isGross ? { grossAmount } : {}) };
  if (quantity !== undefined) {
    const priced = pricesOfQuantity(item, quantity, amount, digits);
    return { ...shared, ...pick(item, KEPT_QUANTITY_FIELDS), creditedBy: "quantity", ...priced };
  }
  const [unitPrice, unitPriceGross] = [Math.abs(netAmount), Math.abs(grossAmount)];
  const priced = { quantity: amount < 0 ? -1 : 1, unitPrice, ...(isGross ? { unitPriceGross } : {}) };
  return { ...shared, creditedBy: isGross ? "grossAmount" : "netAmount", ...priced };
}

/** The credited lines; the first one below each heading of the invoice has that heading, though another line had it there. */
export function withHeadings({ items }: InvoiceDocument, credited: readonly CreditNoteItem[]): CreditNoteItem[] {
  if (items.every(({ heading }) => heading === undefined)) return [...credited];
  const headedAt = (line: number) => items.slice(0, line).findLastIndex(({ heading }) => heading !== undefined);
  return credited.map((item, index) => {
    const at = headedAt(item.line);
    const { heading: _, ...rest } = item;
    const isSame = index > 0 && headedAt(credited[index - 1]!.line) === at;
    return at === -1 || isSame ? rest : { ...rest, heading: items[at]!.heading };
  });
}

/** Discounts less charges become one discount, or one charge. */
function pricesOfQuantity(item: InvoiceItem, quantity: Decimal, amount: MinorUnits, digits: number) {
  const { unitPrice, unitPriceGross, priceBaseQuantity = 1, discount, discounts = [], charges = [] } = item;
  const price = times(quantity.toFixed(), unitPriceGross ?? unitPrice);
  const priced = toMinorUnits(Number(divided(price, priceBaseQuantity, digits)), digits);
  const deducted = minusUnits(priced, amount);
  const given = discount === undefined ? discounts : [discount, ...discounts];
  const kept = { quantity: amountAsNumber(quantity), unitPrice };
  const isDiscount = deducted * item.quantity > 0;
  const all = isDiscount ? given : charges;
  // Rounding can leave a small share without a discount, or a minor unit above its price.
  if (all.length === 0 || deducted === 0) return { ...kept, discount: undefined };
  const reasons = [...new Set(all.map(({ reason }) => reason).filter((reason) => reason !== undefined))].join("; ");
  const share = {
    amount: fromMinorUnits(Math.abs(deducted) as MinorUnits, digits),
    reason: reasons === "" ? undefined : reasons,
    reasonCode: all.length === 1 ? all[0]!.reasonCode : undefined,
  };
  return isDiscount ? { ...kept, discount: share } : { ...kept, charges: [share] };
}
