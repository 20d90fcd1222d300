import type { CompanyProfile, InvoiceOrder } from "faktura";
import { determineVat, type InvoiceTotals, invoiceTotals, type VatDecision, type VatRates } from "faktura/vat";

/** An order as the panel sends it. It states the date of supply, so that browser and server use the same day. */
export interface PanelOrder extends InvoiceOrder {
  readonly clientCountry: string;
  /** `YYYY-MM-DD`. */
  readonly supplyDate: string;
}

/** The VAT and the totals of an order. */
export interface Figures {
  readonly vat: VatDecision;
  readonly totals: InvoiceTotals;
}

/** The figures that the user saw before issuing. The issued invoice must have the same. */
export interface ShownFigures {
  readonly vatTreatment: string;
  readonly subtotal: number;
  readonly taxTotal: number;
  readonly total: number;
}

/**
 * The VAT and the totals of an order. The same function runs in the browser, while the user types, and on the server,
 * before it issues. `rates` are the host's own.
 *
 * @throws Refusal with the code with which the server would refuse the order's VAT or amounts
 */
export function figuresOf(profile: CompanyProfile, order: PanelOrder, rates: VatRates): Figures {
  const client = {
    country: order.clientCountry,
    address: order.clientAddress,
    vatNumber: order.clientVatNumber,
    isCompany: order.isCompany,
  };
  const vat = determineVat(profile, client, { on: order.supplyDate, supply: order.supply, rates });
  const lines = order.items.map(({ quantity, unitPrice, discount }) => ({
    ...{ quantity, unitPrice, discount },
    ...{ taxRate: vat.rate, vatCategory: vat.category },
  }));
  const { defaultCurrency: currency } = profile;
  return { vat, totals: invoiceTotals(lines, { currency, rateCountry: vat.rateCountry, prices: order.prices }) };
}

/** The figures that an issued invoice is compared with. */
export function shownFigures({ vat, totals: { subtotal, taxTotal, total } }: Figures): ShownFigures {
  return { vatTreatment: vat.treatment, subtotal, taxTotal, total };
}

/** Whether both sides have the same figures, to the cent. */
export function agree(one: ShownFigures, other: ShownFigures): boolean {
  return (["vatTreatment", "subtotal", "taxTotal", "total"] as const).every((name) => one[name] === other[name]);
}
