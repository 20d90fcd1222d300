import type { CompanyProfile, InvoiceOrder } from "faktura";

/** A company registered for VAT and OSS in Germany. */
export function germanProfile(changes: Partial<CompanyProfile> = {}): CompanyProfile {
  return {
    name: "Firma GmbH",
    country: "DE",
    vatRegistered: true,
    ossRegistered: true,
    defaultCurrency: "EUR",
    invoicePrefix: "INV",
    vatNumber: "DE136695976",
    ...changes,
  };
}

/** Two hours of consulting at 100.00, for a consumer in Germany unless changed. */
export function order(changes: Partial<InvoiceOrder> = {}): InvoiceOrder {
  return {
    clientName: "Exemple SARL",
    clientCountry: "DE",
    items: [{ description: "Consulting", quantity: 2, unitPrice: 100 }],
    ...changes,
  };
}

/** `[1, 2, …, last]`. */
export function oneTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** A fixed clock that a test can set. */
export class TestClock {
  instant: Date;

  constructor(instant: string) {
    this.instant = new Date(instant);
  }

  now(): Date {
    return new Date(this.instant);
  }

  set(instant: string): void {
    this.instant = new Date(instant);
  }
}

/** The standard rate and a reduced one of some states, in percent. */
export const TWO_RATES: Readonly<Record<string, readonly [standard: number, reduced: number]>> = {
  AT: [20, 10],
  DE: [19, 7],
  ES: [21, 10],
  FR: [20, 10],
  IT: [22, 10],
  PL: [23, 8],
};
