import { Decimal, roundedUnits } from "../../money/decimal.ts";
import {
  type MinorUnits,
  minorUnitDigits,
  minusUnits,
  plusUnits,
  toMinorUnits,
  ZERO_UNITS,
} from "../../money/minor-units.ts";
import type { CreditLine, CreditNoteItem } from "../generated/credit-note.ts";
import type { InvoiceDocument, InvoiceItem } from "../generated/invoice.ts";
import { amountInWords, creditExceeds, isPartOf } from "./credit-limits.ts";

/** The fields of an earlier credit note's line that limit the next credit. */
export type CreditedItem = Pick<CreditNoteItem, "line" | "creditedBy" | "quantity" | "netAmount" | "grossAmount">;

/** A part of the invoice, and what was credited of it. Amounts are net, or gross with gross prices. */
export interface Creditable {
  readonly item: Pick<InvoiceItem, "vatCategory" | "taxRate" | "rateCountry" | "surchargeRate">;
  readonly amount: MinorUnits;
  /** All that was credited. */
  credited: MinorUnits;
  /** Net of VAT: of the part, and of all that was credited of it. */
  readonly net: MinorUnits;
  creditedNet: MinorUnits;
}

/** A line of the invoice, and what was credited of it. */
export interface CreditableLine extends Creditable {
  readonly item: InvoiceItem;
  /** The quantity that was credited as such, and the amount that it was worth. */
  quantity: Decimal;
  amountByQuantity: MinorUnits;
}

/** What is credited of a part of the invoice. Its net amount follows from the group, with gross prices. */
export interface PartCredit<Part extends Creditable = Creditable> {
  readonly line: Part;
  readonly amount: MinorUnits;
}

/** What is credited of a line. */
export interface LineCredit extends PartCredit<CreditableLine> {
  /** The number of the line, from 1. */
  readonly lineNumber: number;
  /** Absent: an amount. */
  readonly quantity: Decimal | undefined;
}

/** The lines of an invoice, with what earlier credit notes credited of each. */
export function creditableLines(
  document: InvoiceDocument,
  creditNotes: readonly { readonly items: readonly CreditedItem[] }[],
): CreditableLine[] {
  const digits = minorUnitDigits(document.currency);
  const amountOf = ({ netAmount, grossAmount }: Pick<CreditedItem, "netAmount" | "grossAmount">) =>
    toMinorUnits(document.prices === "gross" ? grossAmount! : netAmount, digits);
  const lines = document.items.map((item): CreditableLine => {
    return {
      item,
      amount: amountOf(item),
      net: toMinorUnits(item.netAmount, digits),
      quantity: new Decimal(0),
      amountByQuantity: ZERO_UNITS,
      credited: ZERO_UNITS,
      creditedNet: ZERO_UNITS,
    };
  });
  for (const item of creditNotes.flatMap(({ items }) => items)) {
    const line = lines[item.line - 1];
    if (line === undefined) continue;
    const amount = amountOf(item);
    line.credited = plusUnits(line.credited, amount);
    line.creditedNet = plusUnits(line.creditedNet, toMinorUnits(item.netAmount, digits));
    if (item.creditedBy !== "quantity") continue;
    line.quantity = line.quantity.plus(item.quantity);
    line.amountByQuantity = plusUnits(line.amountByQuantity, amount);
  }
  return lines;
}

/** The lines that can still be credited. */
export function openLines(lines: readonly CreditableLine[]): CreditLine[] {
  return lines.flatMap((line, index) => (isOpen(line) ? [{ line: index + 1 }] : []));
}

/** What is credited of these lines. @throws Refusal `credit_exceeds_invoice` */
export function creditLines(
  document: InvoiceDocument,
  lines: readonly CreditableLine[],
  wanted: readonly CreditLine[],
): LineCredit[] {
  const digits = minorUnitDigits(document.currency);
  const credits = wanted.map((request) => creditOf(lines[request.line - 1]!, request, digits));
  const errors = wanted.flatMap((request, index) => {
    const fault = faultOf(credits[index]!, request, document);
    return fault === undefined ? [] : [{ pointer: `/lines/${index}/${fault.field}`, detail: fault.detail }];
  });
  if (errors.length > 0) throw creditExceeds(errors, "The credit is more than is left of the invoice.");
  return credits;
}

function creditOf(
  line: CreditableLine,
  { line: lineNumber, quantity, netAmount, grossAmount }: CreditLine,
  digits: number,
): LineCredit {
  const given = netAmount ?? grossAmount;
  if (given !== undefined) return { line, lineNumber, amount: toMinorUnits(given, digits), quantity: undefined };
  // If amounts of the line were credited, the quantity that is left is not worth what is left.
  if (quantity === undefined && line.credited !== line.amountByQuantity) {
    return { line, lineNumber, amount: minusUnits(line.amount, line.credited), quantity: undefined };
  }
  const credited = quantity === undefined ? leftQuantityOf(line) : new Decimal(quantity);
  const amount = minusUnits(amountOfQuantity(line, line.quantity.plus(credited)), line.amountByQuantity);
  return { line, lineNumber, amount, quantity: credited };
}

/** What is wrong with a credit; `undefined` if nothing is. `field` is relative to the requested line. */
function faultOf(
  { line, amount, quantity }: LineCredit,
  request: CreditLine,
  { currency, prices }: InvoiceDocument,
): { readonly field: string; readonly detail: string } | undefined {
  const isRest = [request.quantity, request.netAmount, request.grossAmount].every((part) => part === undefined);
  if (isRest && !isOpen(line)) return { field: "line", detail: "has nothing left to credit" };
  const leftQuantity = leftQuantityOf(line);
  if (quantity !== undefined && !isPartOf(quantity, leftQuantity)) {
    return { field: "quantity", detail: `must be between 0 and what is left of the line's quantity, ${leftQuantity}` };
  }
  const left = minusUnits(line.amount, line.credited);
  // An amount near the largest double has more minor units than a double can count.
  if (Number.isFinite(amount) && isPartOf(new Decimal(amount), new Decimal(left))) return undefined;
  const amountField = prices === "gross" ? "grossAmount" : "netAmount";
  const detail = `must be between 0 and what is left of the line's amount, ${amountInWords(left, currency)}`;
  return { field: quantity === undefined ? amountField : "quantity", detail };
}

function isOpen({ item, amount, quantity, credited }: CreditableLine): boolean {
  return amount === 0 ? !quantity.eq(item.quantity) : credited !== amount;
}

/**
 * What is left of a line's quantity, as a double. If it has more digits than a double, the next double towards 0: the
 * parts must not come to more than the whole.
 */
function leftQuantityOf({ item, quantity }: CreditableLine): Decimal {
  const left = new Decimal(item.quantity).minus(quantity);
  const nearest = new Decimal(left.toNumber());
  return isPartOf(nearest, left) ? nearest : new Decimal(left.toNumber() * (1 - Number.EPSILON / 2));
}

/** What a part of a line's quantity is worth. */
function amountOfQuantity({ item, amount }: CreditableLine, quantity: Decimal): MinorUnits {
  // Another writer's line may have neither quantity nor amount.
  return roundedUnits(item.quantity === 0 ? new Decimal(0) : quantity.times(amount).div(item.quantity));
}
