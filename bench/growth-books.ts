import { createInvoicing, type InvoiceOrder, type Invoicing, type InvoicingStore } from "faktura";
import { clientName } from "./search-books.ts";
import { ORDER, PROFILE, withCallers } from "./workload.ts";

/** Months of supply, in turn: a company's first invoice is of January 2018. */
export const MONTHS = 100;
/** How many invoices one commit has at most. */
const TOGETHER = 1000;
const AT_ONCE = 64;

/** The books of companies in one database or in several, and how far their numbers go. */
export interface Books {
  readonly companies: number;
  readonly invoices: number;
  /** How many databases they are spread over. */
  readonly shards: number;
  /** The last counter of each company. */
  readonly last: number[];
}

export const idOf = (place: number) => `company-${place}`;

/** The database of a company. */
export const shardOf = (companyId: string, shards: number) => Number(companyId.slice("company-".length)) % shards;

function orderOf(place: number, number: number): InvoiceOrder {
  const month = (number - 1) % MONTHS;
  const taxPointDate = `${2018 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-15`;
  return { ...ORDER, clientName: clientName(place * 7 + number), supply: "services", taxPointDate };
}

/** Issues the invoices in few commits, indexes them, and delivers their events, so that nothing is pending. */
export async function fill(store: InvoicingStore, books: Books, note: (step: string) => void): Promise<void> {
  const invoicing = createInvoicing({ store });
  const each = books.invoices / books.companies;
  let [begun, issued] = [0, 0];
  await withCallers(AT_ONCE, books.companies, async () => {
    const place = begun++;
    const company = invoicing.company(idOf(place));
    await company.saveProfile(PROFILE);
    for (let first = 1; first <= each; first += TOGETHER) {
      const count = Math.min(TOGETHER, each - first + 1);
      const orders = Array.from({ length: count }, (_, index) => orderOf(place, first + index));
      const invoices = await company.issueMany(orders);
      requireNext(
        books,
        invoices.map(({ invoiceNumber }) => [place, invoiceNumber]),
      );
      issued += count;
      if (issued % 50_000 < count) note(`issued ${issued}`);
    }
  });
  note("indexing");
  const { indexed, failed } = await invoicing.index();
  if (indexed !== books.invoices || failed.length > 0) throw new Error(`${indexed} of ${books.invoices} were indexed`);
  note("delivering");
  await requireDelivered(invoicing, books.invoices);
}

/** Delivers what is pending to both feeds, and verifies how much it was: for billing, so many; for a consumer of events, nothing. */
async function requireDelivered(invoicing: Invoicing, billed: number): Promise<void> {
  await drainEvents(invoicing);
  const { delivered } = await invoicing.drainBilling({
    deliver: async () => undefined,
    batchSize: 1000,
    concurrency: 100,
  });
  if (delivered !== billed) throw new Error(`${delivered} of ${billed} billing events were delivered`);
  await drainBilling(invoicing);
}

/** @throws Error if something was pending */
export async function drainEvents(invoicing: Invoicing): Promise<void> {
  requireNothing(await invoicing.drainEvents({ deliver: async () => undefined, from: "now" }));
}

/** @throws Error if something was pending */
export async function drainBilling(invoicing: Invoicing): Promise<void> {
  requireNothing(await invoicing.drainBilling({ deliver: async () => undefined }));
}

function requireNothing({
  delivered,
  failed,
}: {
  readonly delivered: number;
  readonly failed: readonly unknown[];
}): void {
  if (delivered > 0 || failed.length > 0) throw new Error(`${delivered} events were pending, ${failed.length} failed`);
}

/** Verifies that these new numbers continue those of their companies without a gap. */
export function requireNext(
  { last }: Books,
  issued: readonly (readonly [place: number, invoiceNumber: string])[],
): void {
  const counters = issued.map(([place, number]) => ({ place, counter: Number(number.split("-").at(-1)) }));
  for (const { place, counter } of counters.sort((one, other) => one.counter - other.counter)) {
    if (counter !== (last[place] ?? 0) + 1) throw new Error(`${idOf(place)} has ${counter} after ${last[place] ?? 0}`);
    last[place] = counter;
  }
}
