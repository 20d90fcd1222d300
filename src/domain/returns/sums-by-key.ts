import { amountAsNumber } from "../money/decimal.ts";
import type { Booking } from "./booking.ts";
import { added, isZero, rounded, type TaxedAmount, ZERO } from "./taxed-amount.ts";
import type { ReportAmounts, ReportLine } from "./vat-report.ts";

/** A line that is being summed. */
export interface SumOfKey<Key> {
  readonly key: Key;
  readonly currency: string;
  converted: TaxedAmount;
  readonly asIssued: Map<string, TaxedAmount>;
}

/** Sums by key. The number of lines does not grow with the number of documents, except by clients. */
export class SumsByKey<Key extends object> {
  readonly #sums = new Map<string, SumOfKey<Key>>();

  add(key: Key, currency: string, converted: TaxedAmount, { document, ...issued }: Booking): void {
    const id = JSON.stringify([...Object.values(key), currency]);
    let sum = this.#sums.get(id);
    if (sum === undefined) {
      sum = { key, currency, converted: ZERO, asIssued: new Map() };
      this.#sums.set(id, sum);
    }
    sum.converted = added(sum.converted, converted);
    sum.asIssued.set(document.currency, added(sum.asIssued.get(document.currency) ?? ZERO, issued));
  }

  /** In the order of their keys, without lines in which everything cancels out. */
  lines(): (Key & ReportLine)[] {
    return this.sorted().map(({ key, currency, converted, asIssued }) => ({
      ...key,
      ...amountsIn(currency, converted),
      asIssued: issuedAmounts(asIssued),
    }));
  }

  /** The same sums, before they are rounded. */
  sorted(): SumOfKey<Key>[] {
    const order = new Intl.Collator("en", { numeric: true });
    return [...this.#sums]
      .filter(([, { asIssued, converted }]) => ![converted, ...asIssued.values()].every(isZero))
      .sort(([one], [other]) => order.compare(one, other))
      .map(([, sum]) => sum);
  }
}

/** Without currencies in which everything cancels out. */
export function issuedAmounts(asIssued: ReadonlyMap<string, TaxedAmount>): ReportAmounts[] {
  const sorted = [...asIssued].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.filter(([, amount]) => !isZero(amount)).map(([currency, amount]) => amountsIn(currency, amount));
}

/** Rounds, once. */
export function amountsIn(currency: string, amount: TaxedAmount): ReportAmounts {
  const { taxableAmount, taxAmount, surchargeAmount } = rounded(amount, currency);
  const amounts = { currency, taxableAmount: amountAsNumber(taxableAmount), taxAmount: amountAsNumber(taxAmount) };
  return amount.surchargeAmount.eq(0) ? amounts : { ...amounts, surchargeAmount: amountAsNumber(surchargeAmount) };
}
