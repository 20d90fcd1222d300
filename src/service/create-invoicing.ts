import { inspect } from "node:util";
import { CompanyQueue, writeAlone } from "./commit/company-queue.ts";
import type { Write } from "./commit/waiting-writes.ts";
import { Company } from "./company.ts";
import { type JoinedTransaction, keepsProfiles, profileReader, shareReads } from "./company-profile.ts";
import type { CompanyContext } from "./context.ts";
import type { EventDrain } from "./delivery/drain.ts";
import { type BillingDrain, type DrainBillingOptions, drainBilling } from "./delivery/drain-billing.ts";
import { type DrainEventsOptions, drainEvents } from "./delivery/drain-events.ts";
import type { InvoicingEvent } from "./events.ts";
import { callListener } from "./events.ts";
import { KnownProfiles } from "./known-profiles.ts";
import { type CompanyOptions, type InvoicingOptions, requireCompany, requireSettings } from "./options.ts";
import { OrdersInProgress } from "./orders-in-progress.ts";

/** The invoicing of all companies of one store. */
export interface Invoicing {
  /** The books of one company. Does not check whether it exists; its calls do. Cheap, so create one for each request. */
  company(companyId: string, options?: CompanyOptions): Company;
  /**
   * The books inside a transaction that you have begun on `handle`, your own connection or client. What you issue there
   * is committed together with your own writes, or not at all. These calls bypass the queue and are never retried. Until
   * you commit, the company's sequence stays locked and every result is provisional, so `onEvent` is not called.
   *
   * @throws TypeError if the store cannot join transactions, or cannot join this `handle`
   */
  joining(handle: object): JoinedInvoicing;
  /**
   * Goes through all companies once and delivers their pending billing events, each at least once, in the order of each
   * company's counters. Call it regularly from a timer, a cron job or a worker, on any number of servers at once.
   *
   * - **Guarantee**: an event is acknowledged only after `deliver` has fulfilled for it, so a crash loses none. An event
   *   that was delivered but not acknowledged is delivered again with the same `id`. A failure for one company delays
   *   only that company.
   * - **Condition**: the receiver ignores ids that it has already seen.
   * - **Cost**: a lease, a read and an acknowledgement for each company that has events. No lock or transaction is held
   *   while `deliver` runs.
   *
   * @throws TypeError that names the option if one is missing, unknown or invalid
   */
  drainBilling(options: DrainBillingOptions): Promise<BillingDrain>;
  /**
   * Goes through all companies once and delivers to one consumer the changes that their journals have: invoices issued,
   * payments recorded, invoices cancelled, credit notes issued. It delivers each at least once, in the order of each
   * company's journal. They include changes by calls that joined your transaction, and by the company's panel.
   * Call it regularly, like {@link drainBilling}.
   *
   * - **Guarantee**: an event is acknowledged only after `deliver` has fulfilled for it, so a crash loses none. An event
   *   that was delivered but not acknowledged is delivered again with the same `id`. A failure for one company delays
   *   only that company, and other consumers not at all.
   * - **Condition**: the receiver ignores ids that it has already seen.
   * - **Cost**: a lease, a read and an acknowledgement for each company that has events; issuing writes nothing more. No
   *   lock or transaction is held while `deliver` runs.
   *
   * @throws TypeError that names the option if one is missing, unknown or invalid
   */
  drainEvents(options: DrainEventsOptions): Promise<EventDrain>;
  /**
   * Waits until every call that has begun is committed or refused, then closes the store. Draining stops after the
   * deliveries in progress. Later calls reject.
   */
  close(): Promise<void>;
}

/** The invoicing of all companies, inside one of the host's transactions. */
export type JoinedInvoicing = Pick<Invoicing, "company">;

/**
 * Creates the invoicing of all companies of a store.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid
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
    throw new Error(`faktura needs Node 20.19 or later, but this is ${process.version}; update Node`);
  }
  const settings = requireSettings(options);
  const { store, clock, vatOptions, verifier, onOutage, onEvent } = settings;
  const readOwnProfile = profileReader(settings);
  // A host's own directory may never answer. Then only one call should wait.
  const readProfile = keepsProfiles(settings) ? shareReads(readOwnProfile) : readOwnProfile;
  const ordersInProgress = new OrdersInProgress();
  const common = { clock, vatOptions, verifier, onOutage, keepsProfiles: keepsProfiles(settings), ordersInProgress };
  // A register takes longer than reading the profile, and must not be asked again because the profile has changed.
  const readsWithLock = store.readsProfileWithLock === true && keepsProfiles(settings) && verifier === undefined;
  const profiles = readsWithLock ? new KnownProfiles() : undefined;
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
      queue = new CompanyQueue(companyId, store, clock, () => queues.delete(companyId), { profiles });
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
      const emit: CompanyContext["emit"] = (type, invoice, creditNote) =>
        notify(onEvent, { type, companyId, actor, invoice, ...(creditNote === undefined ? {} : { creditNote }) });
      const writeNext: CompanyContext["write"] = (job) => write(companyId, job);
      const knownProfile = profiles && (() => profiles.find(companyId));
      // Without a spread, because each HTTP request makes one: a spread takes several microseconds.
      const context: CompanyContext = {
        clock,
        vatOptions,
        verifier,
        onOutage,
        keepsProfiles: common.keepsProfiles,
        ordersInProgress,
        companyId,
        author,
        store,
        readProfile,
        readOwnProfile,
        knownProfile,
        preparesAhead: verifier === undefined,
        write: writeNext,
        emit,
      };
      return new Company((call) => run(() => call(context)));
    },
    joining(handle) {
      if (store.joining === undefined) throw new TypeError("this store cannot join your transaction");
      const joined = store.joining(handle);
      return {
        company(companyId, options = {}) {
          const author = requireCompany(companyId, options);
          const contextOf = ({ books, handle }: JoinedTransaction): CompanyContext => {
            // Not shared: each read must see what the host's transaction has written so far.
            const readNow = profileReader(settings, { books, handle });
            const writeNow: CompanyContext["write"] = (job) => writeAlone(books, companyId, clock, job);
            const bound = { readProfile: readNow, readOwnProfile: readNow, companyId, author, write: writeNow };
            // No events, because the host may still roll back.
            return { ...common, ...bound, store: books, preparesAhead: false, emit: () => undefined };
          };
          return new Company((call) => run(() => joined.call((books) => call(contextOf({ books, handle })))));
        },
      };
    },
    drainBilling: (options) => run(() => drainBilling(store.billing, options, () => closing !== undefined)),
    drainEvents: (options) =>
      run(() =>
        drainEvents(
          (consumer) => store.events(consumer),
          options,
          () => closing !== undefined,
        ),
      ),
    close() {
      closing ??= drainAndClose();
      return closing;
    },
  };
}

/** An error in the listener must not look like a failure of the call, which is already committed. */
function notify(onEvent: InvoicingOptions["onEvent"], event: InvoicingEvent): void {
  callListener(
    () => onEvent?.(event),
    (error) => process.emitWarning(error instanceof Error ? error : inspect(error), { code: "FAKTURA_EVENT_LISTENER" }),
  );
}
