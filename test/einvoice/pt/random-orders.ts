import type { InvoiceOrder, OrderItem } from "faktura";
import fc from "fast-check";
import { scenes } from "../random-documents.ts";
import { ORDER } from "./scenes.ts";

const often = fc.integer({ min: 0, max: 4 }).map((n) => n > 0);

/** The order with what SAF-T (PT) often needs, so that many documents are complete. */
export const portuguese = fc.record({
  scene: scenes,
  isDomestic: fc.boolean(),
  isWhole: often,
  rates: fc.array(fc.constantFrom(23, 13, 6, 16, 22, 4, 0), { minLength: 4, maxLength: 4 }),
  region: fc.constantFrom(undefined, undefined, undefined, "PT", "PT-AC", "PT-MA"),
  series: fc.constantFrom(undefined, undefined, "FS", "FR", "ND"),
  currency: fc.constantFrom("EUR", "EUR", "USD"),
});

type Scene = typeof portuguese extends fc.Arbitrary<infer Of> ? Of : never;

const EXEMPT = { taxRate: 0, vatCategory: "E", exemptionReason: "Isento artigo 9.º do CIVA" } as const;

/** The order of a scene. */
export function orderOf({
  scene: { order },
  isDomestic,
  isWhole,
  rates,
  region,
  series,
  currency,
}: Scene): InvoiceOrder {
  const { clientName: _, items: __, ...client } = ORDER;
  const whole = (item: OrderItem, index: number): OrderItem => {
    const { vatRates: _rates, exemption: _exemption, vatexCode: _code, ...rest } = item;
    const pt = { region, ...(rates[index] === 0 && { exemption: "M07" }) };
    const vat =
      rates[index] === 0 ? EXEMPT : { taxRate: rates[index]!, vatCategory: "S" as const, exemptionReason: undefined };
    return { ...rest, ...vat, national: { pt } } as OrderItem;
  };
  const euros = currency === "EUR" ? undefined : { rate: 0.9123, date: "2026-11-19", source: "BCE" };
  const documentType =
    series === "ND" ? ("383" as const) : order.documentType === "383" ? undefined : order.documentType;
  const adapted = {
    ...{ autoVat: false, items: order.items.map(whole), allowances: undefined, charges: undefined, vatNote: undefined },
    ...{ documentType, selfBilled: undefined, currency, exchangeRate: euros },
  };
  return { ...order, series, ...(isWhole && adapted), ...(isDomestic && client) } as InvoiceOrder;
}
