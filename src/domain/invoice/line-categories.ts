import type { VatCategory } from "../vat/category.ts";

/** A line as it is stored. Documents of version 1 repeat only the categories that the order named. */
interface StoredLine {
  readonly taxRate: number;
  readonly netAmount: number;
  readonly vatCategory?: VatCategory | undefined;
}

/** A group of the breakdown. */
interface StoredGroup {
  readonly category: VatCategory;
  readonly taxRate: number;
  readonly taxableAmount: number;
}

/** The category of each line: its own, or the one that the breakdown leaves for it. `undefined` if it leaves none. */
export function lineCategories(
  items: readonly StoredLine[],
  breakdown: readonly StoredGroup[],
): (VatCategory | undefined)[] {
  const unnamed = new Map<number, VatCategory | undefined>();
  return items.map(({ taxRate, vatCategory }) => {
    if (vatCategory !== undefined) return vatCategory;
    if (!unnamed.has(taxRate)) unnamed.set(taxRate, unnamedCategory(taxRate, items, breakdown));
    return unnamed.get(taxRate);
  });
}

/**
 * The one category of all lines at a rate that name none. Every group of the breakdown has a line, so it is the group
 * that no line names, or else the one whose taxable amount needs more than its named lines.
 */
function unnamedCategory(
  taxRate: number,
  items: readonly StoredLine[],
  breakdown: readonly StoredGroup[],
): VatCategory | undefined {
  const groups = breakdown.filter((line) => line.taxRate === taxRate);
  if (groups.length < 2) return groups[0]?.category;
  const namedIn = (name: VatCategory) =>
    items.filter((item) => item.taxRate === taxRate && item.vatCategory === name).map(({ netAmount }) => netAmount);
  const unnamed = groups.find((group) => namedIn(group.category).length === 0);
  if (unnamed !== undefined) return unnamed.category;
  // Rounded, because doubles leave tiny differences, of which none must be the largest.
  const missing = groups.map(({ category, taxableAmount }) =>
    Math.abs(Number((namedIn(category).reduce((sum, amount) => sum + amount, 0) - taxableAmount).toFixed(4))),
  );
  return groups[missing.indexOf(Math.max(...missing))]?.category;
}
