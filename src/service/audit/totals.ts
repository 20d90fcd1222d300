import { z } from "zod";
import { exactSum } from "../../domain/money/decimal.ts";
import { convertTax } from "../../domain/money/tax-currency.ts";
import {
  deriveHeaderTaxRate,
  type InvoiceTotals,
  invoiceTotals,
  type VatBreakdownLine,
} from "../../domain/money/totals.ts";
import type { TotalsItem } from "../../domain/money/totals-input.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { VAT_CATEGORIES, type VatCategory } from "../../domain/vat/category.ts";

const category = z.enum(VAT_CATEGORIES);

/** What of a document its totals follow from, and the totals. A panel's documents may hold more, and in another order. */
const TOTALLED = z.object({
  currency: z.string(),
  items: z.array(
    z.object({
      quantity: z.number(),
      unitPrice: z.number(),
      taxRate: z.number(),
      netAmount: z.number(),
      vatCategory: category.optional(),
    }),
  ),
  vatBreakdown: z.array(z.object({ category, taxRate: z.number(), taxableAmount: z.number(), taxAmount: z.number() })),
  subtotal: z.number(),
  taxRate: z.number(),
  taxTotal: z.number(),
  total: z.number(),
  exchangeRate: z.object({ rate: z.number() }).optional(),
  taxCurrency: z.string().optional(),
  taxTotalInTaxCurrency: z.number().optional(),
});

/** The part of a document that {@link faultyTotals} is about. */
export type TotalledDocument = z.infer<typeof TOTALLED>;
type BreakdownLine = TotalledDocument["vatBreakdown"][number];

/** The amounts of a stored document; `undefined` where one of them is missing or no number. */
export function readTotals(document: Readonly<Record<string, unknown>>): TotalledDocument | undefined {
  return TOTALLED.safeParse(document).data;
}

/** What in a document does not follow from its own lines, in words; empty where everything does. */
export function faultyTotals(document: TotalledDocument): string[] {
  try {
    const totals = invoiceTotals(categorised(document), { currency: document.currency });
    return [...differences(document, totals), ...conversionFault(document)];
  } catch (error) {
    // One document that cannot be computed must not end the audit of all the others.
    if (!isRefusal(error)) return [`its amounts cannot be computed: ${error}`];
    const faults = error.errors.map(
      (fault) => ("pointer" in fault ? `${fault.pointer.slice(1)}: ` : "") + fault.detail,
    );
    return faults.length > 0 ? faults : [error.message]; // never nothing, which would mean that they are sound
  }
}

function differences(document: TotalledDocument, totals: InvoiceTotals): string[] {
  const faults: string[] = [];
  const compare = (what: string, stored: number, due: number) => {
    if (stored !== due) faults.push(`${what} is ${stored} where its lines give ${due}`);
  };
  totals.items.forEach(({ netAmount }, index) => {
    compare(`items/${index}/netAmount`, document.items[index]!.netAmount, netAmount);
  });
  compare("subtotal", document.subtotal, totals.subtotal);
  compare("taxTotal", document.taxTotal, totals.taxTotal);
  compare("total", document.total, totals.total);
  compare("taxRate", document.taxRate, deriveHeaderTaxRate(document.items));
  if (breakdownText(document.vatBreakdown) !== breakdownText(totals.vatBreakdown)) {
    faults.push("vatBreakdown is not what its lines give");
  }
  return faults;
}

/** Groups and their amounts, in whatever order they came. */
function breakdownText(lines: readonly (BreakdownLine | VatBreakdownLine)[]): string {
  const groups = lines.map((line) => [line.category, line.taxRate, line.taxableAmount, line.taxAmount].join());
  return groups.sort().join(";");
}

function conversionFault({ taxTotal, exchangeRate, taxCurrency, taxTotalInTaxCurrency }: TotalledDocument): string[] {
  if (exchangeRate === undefined || taxCurrency === undefined || taxTotalInTaxCurrency === undefined) return [];
  // Only its shape: a seller's own currency may be one that is history by now.
  if (!/^[A-Z]{3}$/.test(taxCurrency)) return ["taxCurrency: must be an ISO 4217 currency code"];
  const due = convertTax(taxTotal, exchangeRate, taxCurrency);
  if (taxTotalInTaxCurrency === due) return [];
  return [`taxTotalInTaxCurrency is ${taxTotalInTaxCurrency} where the exchange rate gives ${due}`];
}

/** The lines with their categories, which are repeated only where the order named them. */
function categorised({ items, vatBreakdown }: TotalledDocument): TotalsItem[] {
  const unnamed = new Map<number, VatCategory | undefined>();
  return items.map(({ quantity, unitPrice, taxRate, vatCategory }) => {
    if (vatCategory === undefined && !unnamed.has(taxRate))
      unnamed.set(taxRate, unnamedCategory(taxRate, items, vatBreakdown));
    return { quantity, unitPrice, taxRate, vatCategory: vatCategory ?? unnamed.get(taxRate) };
  });
}

/**
 * The category of the lines at one rate that name none, which is one and the same. No group of the breakdown is without a
 * line, so it is the group that no line names, else the one whose taxable amount needs more than its named lines.
 */
function unnamedCategory(
  taxRate: number,
  items: TotalledDocument["items"],
  breakdown: readonly BreakdownLine[],
): VatCategory | undefined {
  const groups = breakdown.filter((line) => line.taxRate === taxRate);
  if (groups.length < 2) return groups[0]?.category;
  const namedIn = (name: VatCategory) =>
    items.filter((item) => item.taxRate === taxRate && item.vatCategory === name).map(({ netAmount }) => netAmount);
  const unnamed = groups.find((group) => namedIn(group.category).length === 0);
  if (unnamed !== undefined) return unnamed.category;
  const missing = groups.map((group) => exactSum(namedIn(group.category)).minus(group.taxableAmount).abs().toNumber());
  return groups[missing.indexOf(Math.max(...missing))]?.category;
}
