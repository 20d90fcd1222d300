import { inspect } from "node:util";
import { type BillingDrain, drainBilling } from "./billing/drain.ts";
import type { DrainBillingOptions } from "./billing/options.ts";
import { CompanyQueue, writeAlone } from "./commit/company-queue.ts";
import { OrdersUnderWay } from "./commit/orders-under-way.ts";
import type { Write } from "./commit/waiting-writes.ts";
import { Company } from "./company.ts";
import { type JoinedTransaction, keepsProfiles, profileReader, shareReads } from "./company-profile.ts";
import type { CompanyContext } from "./context.ts";
import type { InvoicingEvent } from "./events.ts";
import { tellListener } from "./events.ts";
import { type CompanyOptions, type InvoicingOptions, requireCompany, requireSettings } from "./options.ts";

/** The invoicing of all companies of one store. */
export interface Invoicing {
  /** The books of one company; whether it exists is found out by the calls. Cheap: make one for each request. */
  company(companyId: string, options?: CompanyOptions): Company;
  /**
   * The books inside a transaction that the host has begun on `handle`, its own connection or client: what is issued
   * there commits together with what the host writes, or not at all. Past the queue and never tried again; until the
   * host commits, the company's sequence stays locked and every answer is provisional, so `onEvent` is not told.
   *
   * @throws TypeError when the store has no such thing, or `handle` is none that it can join
   */
  joining(handle: object): JoinedInvoicing;
  /**
   * Delivers the pending billing events of all companies, at least once each, in the order of each company's counters,
   * and then fulfils: call it again and again, from a timer, a cron job or a worker, on any number of servers at once.
   *
   * - **Guarantee**: an event is acknowledged only after `deliver` has fulfilled for it, so that a crash loses none;
   *   what was delivered and not yet acknowledged comes again, under the same `id`. One company's failure holds up that
   *   company alone.
   * - **Condition**: whoever receives them drops ids that it has seen.
   * - **Cost**: a lease, a read and an acknowledgement for each company that has events. No lock and no transaction is
   *   held while `deliver` runs.
   *
   * @throws TypeError that names the option, when one is missing, not known, or not what it should be
   */
  drainBilling(options: DrainBillingOptions): Promise<BillingDrain>;
  /**
   * Waits until all that was begun is committed or refused, then closes the store. Draining stops after the deliveries
   * that are under way. Calls after it reject.
   */
  close(): Promise<void>;
}

/** The invoicing of all companies, inside one transaction of the host's. */
export type JoinedInvoicing = Pick<Invoicing, "company">;

/**
 * Joins the use cases with a store.
 *
 * @throws TypeError that names the option, when one is missing, not known, or not what it should be
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { memoryStore } from "faktura/memory";
 *
 * const invoicing = createInvoicing({ store: memoryStore() });
 * const acme = invoicing.company("acme");
 * await acme.saveProfile({
 *   name: "Firma GmbH",
 *   country: "DE",
 *   vatRegistered: true,
 *   ossRegistered: true,
 *   defaultCurrency: "EUR",
 *   invoicePrefix: "INV",
 * });
 * const invoice = await acme.issue({
 *   clientName: "Exemple SARL",
 *   clientCountry: "FR",
 *   clientVatNumber: "FR40303265045",
 *   items: [{ description: "Consulting", quantity: 2, unitPrice: 100 }],
 * });
 * console.log(invoice.total, invoice.vatTreatment); // 200 reverse-charge
 * await invoicing.close();
 * ```
 */
export function createInvoicing(options: InvoicingOptions): Invoicing {
  if (typeof "".isWellFormed !== "function") {
    throw new Error(`faktura needs Node 20.19 or later, and this is ${process.version}: update Node`);
  }
  const settings = requireSettings(options);
  const { store, clock, vatOptions, verifier, onOutage, onEvent } = settings;
  const readOwnProfile = profileReader(settings);
  // A host's own directory may never answer; then it is one call that waits.
  const readProfile = keepsProfiles(settings) ? shareReads(readOwnProfile) : readOwnProfile;
  const policy = { clock, vatOptions, verifier, onOutage, keepsProfiles: keepsProfiles(settings) };
  const common = { ...policy, ordersUnderWay: new OrdersUnderWay() };
  const queues = new Map<string, CompanyQueue>();
  const calls = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (closing !== undefined) throw new TypeError("this invoicing is closed");
    const result = call();
    calls.add(result);
    try {
      return await result;
    } finally {
      calls.delete(result);
    }
  }

  function write<Result>(companyId: string, job: Write<Result>): Promise<Result> {
    let queue = queues.get(companyId);
    if (queue === undefined) {
      queue = new CompanyQueue(companyId, store, clock, () => queues.delete(companyId));
      queues.set(companyId, queue);
    }
    return queue.add(job);
  }

  async function drainAndClose(): Promise<void> {
    await Promise.allSettled(calls);
    await store.close();
  }

  return {
    company(companyId, options = {}) {
      const author = requireCompany(companyId, options);
      const actor = author.actor ?? undefined;
      const emit: CompanyContext["emit"] = (type, invoice) => tell(onEvent, { type, companyId, actor, invoice });
      const writeNext: CompanyContext["write"] = (job) => write(companyId, job);
      const bound = { readProfile, readOwnProfile, companyId, author, write: writeNext, emit };
      const context: CompanyContext = { ...common, ...bound, store };
      return new Company((call) => run(() => call(context)));
    },
    joining(handle) {
      if (store.joining === undefined) throw new TypeError("this store cannot join a transaction of the host's");
      const joined = store.joining(handle);
      return {
        company(companyId, options = {}) {
          const author = requireCompany(companyId, options);
          const contextOf = ({ books, handle }: JoinedTransaction): CompanyContext => {
            // Not shared: each read sees what the host's transaction has written until then.
            const readNow = profileReader(settings, { books, handle });
            const writeNow: CompanyContext["write"] = (job) => writeAlone(books, companyId, clock, job);
            const bound = { readProfile: readNow, readOwnProfile: readNow, companyId, author, write: writeNow };
            // Nobody is told of what the host may yet roll back.
            return { ...common, ...bound, store: books, emit: () => undefined };
          };
          return new Company((call) => run(() => joined.call((books) => call(contextOf({ books, handle })))));
        },
      };
    },
    drainBilling: (options) => run(() => drainBilling(store.billing, options, () => closing !== undefined)),
    close() {
      closing ??= drainAndClose();
      return closing;
    },
  };
}

/** What a listener throws must not look as if the invoice had failed: it is issued. */
function tell(onEvent: InvoicingOptions["onEvent"], event: InvoicingEvent): void {
  tellListener(
    () => onEvent?.(event),
    (error) => process.emitWarning(error instanceof Error ? error : inspect(error), { code: "FAKTURA_EVENT_LISTENER" }),
  );
}
