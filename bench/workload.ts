import { cpus } from "node:os";
import type { CompanyProfile, InvoiceOrder } from "faktura";

/** The one company and the one order that every script here works with. */
export const PROFILE: CompanyProfile = {
  name: "Firma GmbH",
  country: "DE",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
};

export const ORDER: InvoiceOrder = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  items: [
    { description: "Consulting", quantity: 2, unitPrice: 100 },
    { description: "Travel", quantity: 1, unitPrice: 84.5 },
  ],
};

/** Runs `count` calls with at most `callers` under way at once. */
export async function withCallers(callers: number, count: number, call: () => Promise<unknown>): Promise<void> {
  let left = count;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** Calls a second. */
export async function rateOf(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1000);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Where and when a figure was measured. */
export function machine(): string {
  const cores = cpus();
  return `${cores.length} × ${cores[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}
