import { Decimal, roundedUnits } from "../../money/decimal.ts";
import { type MinorUnits, minusUnits, plusUnits, unitTowards } from "../../money/minor-units.ts";
import { isPartOf } from "./credit-limits.ts";
import type { PartCredit } from "./credit-lines.ts";

/**
 * Net amounts of parts with gross prices that add up to `taxable` exactly. Each is as near as possible to what is
 * left of the line's own net amount. It is at most a minor unit or two away from the line's gross amount without VAT. It
 * is never more than the gross amount, and never has another sign.
 */
export function splitCreditNets(
  own: readonly PartCredit[],
  taxRate: number,
  taxable: MinorUnits,
): ReadonlyMap<PartCredit, MinorUnits> {
  const parts = own.map((credit) => {
    const due = netDue(credit, taxRate);
    const net = roundedUnits(due, Decimal.roundDown);
    return { credit, net, rest: due.minus(net).toNumber() };
  });
  let missing = parts.reduce((left, { net }) => minusUnits(left, net), taxable);
  const step = unitTowards(missing);
  // Whole amounts, such as those of lines that are credited to their end, are raised last.
  parts.sort((a, b) => step * (b.rest - a.rest));
  for (const part of [...parts, ...parts, ...parts]) {
    if (missing === 0) break;
    const raised = plusUnits(part.net, step);
    if (!isPartOf(new Decimal(raised), new Decimal(part.credit.amount))) continue;
    part.net = raised;
    missing = minusUnits(missing, step);
  }
  // Three rounds are enough, unless another program wrote the invoice and its amounts do not follow from each other.
  const last = parts.at(-1)!;
  last.net = plusUnits(last.net, missing);
  return new Map(parts.map(({ credit, net }) => [credit, net]));
}

/** By difference, but within a minor unit of the gross amount without VAT, and neither beyond it nor of another sign. */
function netDue({ line, amount }: PartCredit, taxRate: number): Decimal {
  if (amount === 0) return new Decimal(0);
  const share = new Decimal(amount).times(100).div(new Decimal(taxRate).plus(100));
  const due = new Decimal(plusUnits(line.credited, amount)).times(line.net).div(line.amount).minus(line.creditedNet);
  const near = atMost(atLeast(due, share.minus(1)), share.plus(1));
  return atMost(atLeast(near, new Decimal(Math.min(amount, 0))), new Decimal(Math.max(amount, 0)));
}

function atLeast(value: Decimal, least: Decimal): Decimal {
  return value.lt(least) ? least : value;
}

function atMost(value: Decimal, most: Decimal): Decimal {
  return value.gt(most) ? most : value;
}
