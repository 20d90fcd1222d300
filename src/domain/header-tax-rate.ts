/**
 * The invoice's header rate in percent: the rate that all items share, or 0 if they differ or there are none. See
 * `vatBreakdown` for mixed rates.
 *
 * @example
 * ```ts
 * import { deriveHeaderTaxRate } from "faktura/vat";
 *
 * console.log(deriveHeaderTaxRate([{ taxRate: 19 }, { taxRate: 19 }])); // 19
 * console.log(deriveHeaderTaxRate([{ taxRate: 19 }, { taxRate: 7 }])); // 0
 * ```
 */
export function deriveHeaderTaxRate(items: readonly { readonly taxRate: number }[]): number {
  const shared = items[0]?.taxRate ?? 0;
  return items.every(({ taxRate }) => taxRate === shared) ? shared : 0;
}
