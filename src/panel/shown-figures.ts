import type { InvoiceOrder } from "faktura";

/** An order as the panel sends it. It states the date of supply, so that browser and server use the same day. */
export interface PanelOrder extends InvoiceOrder {
  readonly clientCountry: string;
  /** `YYYY-MM-DD`. */
  readonly supplyDate: string;
}

/** The figures that the user saw before issuing. The issued invoice must have the same. */
export interface ShownFigures {
  readonly vatTreatment: string;
  readonly subtotal: number;
  readonly taxTotal: number;
  readonly total: number;
}

/** Whether both sides have the same figures, to the cent. */
export function agree(one: ShownFigures, other: ShownFigures): boolean {
  return (["vatTreatment", "subtotal", "taxTotal", "total"] as const).every((name) => one[name] === other[name]);
}
