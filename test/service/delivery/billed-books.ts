import {
  type BillingCloudEvent,
  type BillingDelivery,
  type BillingFeed,
  createInvoicing,
  type DrainBillingOptions,
  type Invoicing,
  type InvoicingStore,
} from "faktura";
import { germanProfile, order } from "../../support/fixtures.ts";

/** Invoicing with companies that have so many invoices each. */
export async function openBilled(store: InvoicingStore, companies: Readonly<Record<string, number>>) {
  const invoicing = createInvoicing({ store });
  for (const [companyId, count] of Object.entries(companies)) {
    await invoicing.company(companyId).saveProfile(germanProfile());
    await issueSome(invoicing, companyId, count);
  }
  return invoicing;
}

export async function issueSome(invoicing: Invoicing, companyId: string, count: number): Promise<void> {
  await invoicing.company(companyId).issueMany(Array.from({ length: count }, () => order()));
}

/** The store with something else in the place of parts of its billing. */
export function withBilling(store: InvoicingStore, change: (billing: BillingFeed) => Partial<BillingFeed>) {
  const { reader, creditNotes, companies, journal, search, apiKeys, billing, events } = store;
  const changed: InvoicingStore = {
    reader,
    creditNotes,
    companies,
    journal,
    search,
    apiKeys,
    events,
    billing: { ...billing, ...change(billing) },
    transaction: (companyId, work) => store.transaction(companyId, work),
    ready: () => store.ready(),
    close: () => store.close(),
  };
  return changed;
}

/** Takes events, and remembers what it was handed, in order; `fails` says what it refuses. */
export class Receiver {
  readonly batches: { readonly companyId: string; readonly counters: readonly number[] }[] = [];
  readonly events: BillingCloudEvent[] = [];
  /** Ids of the companies whose events it refuses. */
  readonly refuses = new Set<string>();

  readonly deliver: DrainBillingOptions["deliver"] = async (events, { companyId }: BillingDelivery) => {
    if (this.refuses.has(companyId)) throw new Error(`no events of ${companyId} today`);
    this.batches.push({ companyId, counters: events.map(({ data }) => data.counter) });
    this.events.push(...events);
  };

  /** The counters of the company's events, in the order in which they came, repeats included. */
  countersOf(companyId: string): number[] {
    return this.events.filter(({ data }) => data.companyId === companyId).map(({ data }) => data.counter);
  }
}

/** A delivery that stays in progress until it is ended. */
export function heldDelivery() {
  const receiver = new Receiver();
  let begin = (_: AbortSignal) => {};
  const begun = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const deliver: DrainBillingOptions["deliver"] = async (events, delivery) => {
    begin(delivery.signal);
    await ended;
    await receiver.deliver(events, delivery);
  };
  return { receiver, deliver, begun, end };
}
