import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type Company, type CompanyProfile, createInvoicing, type InvoiceOrder, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";

/** The company and the order that all benchmarks use. */
export const PROFILE: CompanyProfile = {
  name: "Firma GmbH",
  address: { line1: "Kantstraße 1", postalCode: "10623", city: "Berlin" },
  country: "DE",
  vatNumber: "DE136695976",
  timeZone: "Europe/Berlin",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
};

export const ORDER: InvoiceOrder = {
  clientName: "Exemple SARL",
  clientAddress: { line1: "1 rue de Rivoli", postalCode: "75001", city: "Paris" },
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  items: [
    { description: "Consulting", quantity: 2, unitPrice: 100 },
    { description: "Travel", quantity: 1, unitPrice: 84.5 },
  ],
};

/** A temporary folder for this process, which is deleted when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "faktura-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A document as the library stores it, so that the other contenders write the same number of bytes. */
export async function sampleDocument(): Promise<string> {
  const store = memoryStore();
  const invoicing = createInvoicing({ store });
  await invoicing.company("firma").saveProfile(PROFILE);
  const { id } = await invoicing.company("firma").issue(ORDER);
  const found = await store.reader.find("firma", id);
  return JSON.stringify(found!.document);
}

/** Issues invoices for one company with concurrent callers, verifies 1..n, and closes. Returns invoices per second. */
export async function issueThroughLibrary(
  store: InvoicingStore,
  { callers, invoices, call }: { callers: number; invoices: number; call?: (company: Company) => Promise<unknown> },
): Promise<number> {
  const invoicing = createInvoicing({ store });
  const company = invoicing.company("firma");
  await company.saveProfile(PROFILE);
  const issue = call ?? (() => company.issue(ORDER));
  const rate = await rateOf(invoices, () => withCallers(callers, invoices, () => issue(company)));
  proveGapless(await countersOf(company), invoices);
  await invoicing.close();
  return rate;
}

/** The counters of all of a company's invoices, taken from their numbers, oldest first. */
export async function countersOf(company: Company): Promise<number[]> {
  const numbers: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await company.list({ page, limit: 100 });
    if (data.length === 0) break;
    numbers.push(...data.map(({ invoiceNumber }) => invoiceNumber));
  }
  return numbers.map((number) => Number(number.split("-").at(-1))).reverse();
}

/** @throws Error if the counters are not 1..n, which makes the measurement invalid */
export function proveGapless(counters: readonly number[], invoices: number): void {
  const gapless = counters.length === invoices && counters.every((counter, index) => counter === index + 1);
  if (!gapless) throw new Error(`the numbers are not 1..${invoices}`);
}

/** Runs `count` calls, at most `callers` of them at once. */
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

/** Calls per second. */
export async function rateOf(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1000);
}

/** Microseconds per call, on average over all calls. */
export async function costOf(calls: number, callers: number, call: () => Promise<unknown>): Promise<number> {
  return 1e6 / (await rateOf(calls, () => withCallers(callers, calls, call)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

/** The machine and the day of a measurement. */
export function machine(): string {
  const cores = cpus();
  return `${cores.length} × ${cores[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}
