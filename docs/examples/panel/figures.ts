import type { CompanyProfile, InvoiceOrder } from "faktura";
import { determineVat, type InvoiceTotals, invoiceTotals, type VatDecision, type VatRates } from "faktura/vat";

/** An order as the panel sends it. It names the day of supply, so that browser and server decide by the same day. */
export interface PanelOrder extends InvoiceOrder {
  readonly clientCountry: string;
  /** `YYYY-MM-DD`. */
  readonly supplyDate: string;
}

/** What an order comes to. */
export interface Figures {
  readonly vat: VatDecision;
  readonly totals: InvoiceTotals;
}

/** The figures that whoever issues an invoice has seen before, and that the issued invoice must carry. */
export interface ShownFigures {
  readonly vatTreatment: string;
  readonly subtotal: number;
  readonly taxTotal: number;
  readonly total: number;
}

/**
 * What an order comes to. The same function runs in the browser, as one types, and in the server, before it issues.
 * `rates` are the host's own.
 *
 * @throws Refusal as the server would refuse the order for its VAT or its amounts
 */
export function figuresOf(profile: CompanyProfile, order: PanelOrder, rates: VatRates): Figures {
  const client = {
    country: order.clientCountry,
    address: order.clientAddress,
    vatNumber: order.clientVatNumber,
    isCompany: order.isCompany,
  };
  const vat = determineVat(profile, client, { on: order.supplyDate, supply: order.supply, rates });
  const lines = order.items.map(({ quantity, unitPrice }) => ({
    ...{ quantity, unitPrice },
    ...{ taxRate: vat.rate, vatCategory: vat.category },
  }));
  return { vat, totals: invoiceTotals(lines, { currency: profile.defaultCurrency, rateCountry: vat.rateCountry }) };
}

/** The figures to compare an issued invoice with. */
export function shownFigures({ vat, totals: { subtotal, taxTotal, total } }: Figures): ShownFigures {
  return { vatTreatment: vat.treatment, subtotal, taxTotal, total };
}

/** Whether two sides came to the same, to the cent. */
export function agree(one: ShownFigures, other: ShownFigures): boolean {
  return (["vatTreatment", "subtotal", "taxTotal", "total"] as const).every((name) => one[name] === other[name]);
}
