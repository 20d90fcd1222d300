import type { CalendarDay } from "../../calendar.ts";
import { ratesKeysOf, type VatTerritory } from "../territory/territory.ts";
import type { Supply } from "../vat-table.ts";
import { lawfulRates } from "./lawful-rates.ts";
import type { VatRates } from "./rate-table.ts";

/** Where a sale is made, and when. */
interface ForeignSale {
  readonly seller: VatTerritory;
  readonly client: VatTerritory;
  readonly supply: Supply | undefined;
  readonly on: CalendarDay;
}

/** Whether a rate, in percent, is lawful where the client is but not where the seller is: the VAT of the client's state. */
export function isForeignRate(percent: number, sale: ForeignSale, rates?: VatRates): boolean {
  const isLawfulIn = (territory: VatTerritory) => {
    const [key] = ratesKeysOf(territory, sale.supply) as [string];
    return lawfulRates(key, sale.on, rates).some(({ rate }) => rate === percent);
  };
  return isLawfulIn(sale.client) && !isLawfulIn(sale.seller);
}
