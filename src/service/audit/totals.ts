import { z } from "zod";
import { lineCategories } from "../../domain/invoice/line-categories.ts";
import { convertTax } from "../../domain/invoice/tax-currency.ts";
import type { VatBreakdownLine } from "../../domain/money/generated/amounts.ts";
import { deriveHeaderTaxRate, type InvoiceTotals, invoiceTotals } from "../../domain/money/totals.ts";
import { PRICES, type TotalsItem } from "../../domain/money/totals-input.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { VAT_CATEGORIES } from "../../domain/vat/category.ts";

const category = z.enum(VAT_CATEGORIES);

const item = z.object({
  quantity: z.number(),
  unitPrice: z.number(),
  discount: z.object({ percent: z.number().optional(), amount: z.number().optional() }).optional(),
  taxRate: z.number(),
  netAmount: z.number(),
  vatCategory: category.optional(),
  rateCountry: z.string().nullable().optional(),
  unitPriceGross: z.number().optional(),
  grossAmount: z.number().optional(),
});

/** The fields from which a document's totals follow, and the totals. A panel's documents may have more fields. */
const TOTALLED = z.object({
  currency: z.string(),
  prices: z.enum(PRICES).optional(),
  items: z.array(item),
  vatBreakdown: z.array(
    z.object({
      category,
      taxRate: z.number(),
      rateCountry: z.string().nullable().optional(),
      taxableAmount: z.number(),
      taxAmount: z.number(),
    }),
  ),
  subtotal: z.number(),
  taxRate: z.number(),
  taxTotal: z.number(),
  total: z.number(),
  prepaidAmount: z.number().optional(),
  exchangeRate: z.object({ rate: z.number() }).optional(),
  taxCurrency: z.string().optional(),
  taxTotalInTaxCurrency: z.number().optional(),
});

/** The part of a document that {@link faultyTotals} checks. */
export type TotalledDocument = z.infer<typeof TOTALLED>;
type BreakdownLine = TotalledDocument["vatBreakdown"][number];

/** The amounts of a stored document; `undefined` if one of them is missing or not a number. */
export function readTotals(document: Readonly<Record<string, unknown>>): TotalledDocument | undefined {
  const totalled = TOTALLED.safeParse(document).data;
  if (totalled?.prices !== "gross") return totalled;
  const areGross = totalled.items.every(
    ({ unitPriceGross, grossAmount }) => unitPriceGross !== undefined && grossAmount !== undefined,
  );
  return areGross ? totalled : undefined;
}

/** The amounts of a document that do not follow from its lines, in words; empty if all do. */
export function faultyTotals(document: TotalledDocument): string[] {
  try {
    const { currency, prices } = document;
    const totals = invoiceTotals(categorised(document), { currency, prices });
    return [...differences(document, totals), ...conversionFault(document)];
  } catch (error) {
    // One document whose amounts cannot be computed must not end the audit of the others.
    if (!isRefusal(error)) return [`its amounts cannot be computed: ${error}`];
    const faults = error.errors.map(
      (fault) => ("pointer" in fault ? `${fault.pointer.slice(1)}: ` : "") + fault.detail,
    );
    return faults.length > 0 ? faults : [error.message]; // never empty, which would mean sound
  }
}

function differences(document: TotalledDocument, totals: InvoiceTotals): string[] {
  const faults: string[] = [];
  const compare = (what: string, stored: number, due: number) => {
    if (stored !== due) faults.push(`${what} is ${stored}, but its lines give ${due}`);
  };
  totals.items.forEach((line, index) => {
    const stored = document.items[index]!;
    compare(`items/${index}/netAmount`, stored.netAmount, line.netAmount);
    if (document.prices !== "gross") return;
    compare(`items/${index}/unitPrice`, stored.unitPrice, line.unitPrice);
    compare(`items/${index}/grossAmount`, stored.grossAmount!, line.grossAmount!);
  });
  compare("subtotal", document.subtotal, totals.subtotal);
  compare("taxTotal", document.taxTotal, totals.taxTotal);
  compare("total", document.total, totals.total);
  const { prepaidAmount = 0 } = document;
  if (prepaidAmount < 0 || prepaidAmount > document.total) {
    faults.push(`prepaidAmount is ${prepaidAmount}, and not 0 to the total`);
  }
  compare("taxRate", document.taxRate, deriveHeaderTaxRate(document.items));
  const statesCountries = document.items.some(({ rateCountry }) => rateCountry !== undefined);
  if (breakdownText(document.vatBreakdown, statesCountries) !== breakdownText(totals.vatBreakdown, statesCountries)) {
    faults.push("vatBreakdown does not follow from its lines");
  }
  return faults;
}

/** The groups and their amounts, in an order of their own. Countries count only if the lines state theirs. */
function breakdownText(lines: readonly (BreakdownLine | VatBreakdownLine)[], statesCountries: boolean): string {
  const groups = lines.map(({ category, taxRate, rateCountry, taxableAmount, taxAmount }) =>
    [category, taxRate, statesCountries ? rateCountry : "", taxableAmount, taxAmount].join(),
  );
  return groups.sort().join(";");
}

function conversionFault({ taxTotal, exchangeRate, taxCurrency, taxTotalInTaxCurrency }: TotalledDocument): string[] {
  if (exchangeRate === undefined || taxCurrency === undefined || taxTotalInTaxCurrency === undefined) return [];
  // Only its form is checked, because the seller's currency may no longer exist.
  if (!/^[A-Z]{3}$/.test(taxCurrency)) return ["taxCurrency: must be an ISO 4217 currency code"];
  const due = convertTax(taxTotal, exchangeRate, taxCurrency);
  if (taxTotalInTaxCurrency === due) return [];
  return [`taxTotalInTaxCurrency is ${taxTotalInTaxCurrency}, but the exchange rate gives ${due}`];
}

/** The lines with their categories, which are stored only if the order named them. */
function categorised({ items, vatBreakdown, prices }: TotalledDocument): TotalsItem[] {
  const categories = lineCategories(items, vatBreakdown);
  return items.map(({ quantity, discount, taxRate, rateCountry, ...line }, index) => {
    const unitPrice = prices === "gross" ? line.unitPriceGross! : line.unitPrice;
    return { quantity, unitPrice, discount, taxRate, rateCountry, vatCategory: categories[index] };
  });
}
