import {
  type Company,
  type CompanyProfile,
  createInvoicing,
  type Invoice,
  type Invoicing,
  type InvoicingEvent,
  type InvoicingOptions,
  type InvoicingStore,
  type PaymentRequest,
  type StoreTransaction,
} from "faktura";
import { memoryStore } from "faktura/memory";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";

/** Noon on the day of these tests. */
export const NOON = "2026-11-20T12:00:00.000Z";

/** A company's books on a store, with a fixed clock. */
export interface Books {
  readonly store: InvoicingStore;
  readonly clock: TestClock;
  readonly invoicing: Invoicing;
  readonly acme: Company;
  /** Records a payment; on a day to come by the clock, with the clock set to that day for this one call. */
  readonly pay: (invoiceId: string, payment: PaymentRequest) => Promise<Invoice>;
  /** The events that the host received, in order. */
  readonly events: InvoicingEvent[];
}

/** Opens the books of "acme", a German company unless changed, with all formats. */
export async function openBooks(
  store: InvoicingStore = memoryStore(),
  profile: Partial<CompanyProfile> = {},
  options: Partial<InvoicingOptions> = {},
): Promise<Books> {
  const clock = new TestClock(NOON);
  const events: InvoicingEvent[] = [];
  const invoicing = createInvoicing({
    store,
    clock,
    formats: ALL_FORMATS,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const acme = invoicing.company("acme");
  if (options.companies === undefined) await acme.saveProfile(germanProfile(profile));
  const pay = async (invoiceId: string, payment: PaymentRequest) => {
    const now = clock.now();
    if (payment.paidOn !== undefined && payment.paidOn > now.toISOString())
      clock.set(`${payment.paidOn}T12:00:00.000Z`);
    const invoice = await acme.recordPayment(invoiceId, payment);
    clock.set(now.toISOString());
    return invoice;
  };
  return { store, clock, invoicing, acme, pay, events };
}

/** Issues one invoice today, one under a clock 400 days ahead, and sets the clock right. */
export async function misdate({
  acme,
  clock,
}: Pick<Books, "acme" | "clock">): Promise<Record<"right" | "wrong", Invoice>> {
  const right = await acme.issue(order());
  clock.set("2027-12-25T12:00:00.000Z");
  const wrong = await acme.issue(order());
  clock.set(NOON);
  return { right, wrong };
}

/** Everything that a store knows about a company's books: what a refused call must leave as it was. */
export async function traceOf(store: InvoicingStore, companyId = "acme") {
  const { invoices, total } = await store.reader.list(companyId, { page: 1, limit: 100_000 });
  const ids = invoices.map(({ document }) => document.id);
  const { storeNow: _, ...head } = await store.transaction(companyId, ({ numbers }) => numbers.lock());
  const events = await store.billing.pending(companyId, 100_000);
  return { head, total, events, invoices: await Promise.all(ids.map((id) => store.reader.find(companyId, id))) };
}

/** The counters of a company's invoices, in order. */
export async function countersOf(store: InvoicingStore, companyId = "acme"): Promise<number[]> {
  const { invoices } = await store.reader.list(companyId, { page: 1, limit: 100_000 });
  return invoices.map(({ counter }) => counter).reverse();
}

/** The counters that are billed, in order. */
export async function billedCounters(store: InvoicingStore, companyId = "acme"): Promise<number[]> {
  return (await store.billing.pending(companyId, 100_000)).map(({ counter }) => counter);
}

/** A real store in front of which transactions can be held up, and in which they can fail at the last moment. */
export class HeldStore implements InvoicingStore {
  readonly #store: InvoicingStore;
  #gate: Promise<void> | undefined;
  readonly #onAsked = new Set<() => void>();
  /** How many transactions were asked for. */
  transactions = 0;
  /** What the transactions from here on fail with, after their work is done; `undefined` lets them commit. */
  fault: Error | undefined;
  /** What the next transactions fail with, one after the other, in the same way. */
  faults: (Error | undefined)[] = [];

  constructor(store: InvoicingStore = memoryStore()) {
    this.#store = store;
  }

  get reader() {
    return this.#store.reader;
  }

  get creditNotes() {
    return this.#store.creditNotes;
  }

  get billing() {
    return this.#store.billing;
  }

  get events() {
    return this.#store.events;
  }

  get companies() {
    return this.#store.companies;
  }

  get search() {
    return this.#store.search;
  }

  get journal() {
    return this.#store.journal;
  }

  get apiKeys() {
    return this.#store.apiKeys;
  }

  /** Holds the transactions that are asked for from now on, until the function that it gives is called. */
  hold(): () => void {
    let release = () => {};
    this.#gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** Resolves once `count` transactions were asked for; rejects when `call`, which is to ask for one, fails before. */
  async asked(count: number, call: Promise<unknown>): Promise<void> {
    const enough = new Promise<void>((resolve) => {
      this.#onAsked.add(() => this.transactions >= count && resolve());
    });
    for (const check of this.#onAsked) check();
    await Promise.race([enough, call]);
  }

  async transaction<Result>(companyId: string, work: (ports: StoreTransaction) => Promise<Result>): Promise<Result> {
    this.transactions += 1;
    const fault = this.faults.length > 0 ? () => failing : () => this.fault;
    const failing = this.faults.shift();
    for (const check of this.#onAsked) check();
    await this.#gate;
    return this.#store.transaction(companyId, async (ports) => {
      const result = await work(ports);
      const found = fault();
      if (found !== undefined) throw found;
      return result;
    });
  }

  ready(): Promise<void> {
    return this.#store.ready();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
