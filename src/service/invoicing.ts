import type { DocumentFormat } from "../domain/invoice/document-format.ts";
import type { VatRates } from "../domain/vat/rates/rate-table.ts";
import type { Clock } from "../ports/clock.ts";
import type { Company } from "./company.ts";
import type { BillingDrain, DrainBillingOptions } from "./delivery/drain-billing.ts";
import type { EventDrain } from "./delivery/drain-company.ts";
import type { DrainEventsOptions } from "./delivery/drain-events.ts";
import type { EventRetry, PutAsideEvent, PutAsideOptions, RetryEventsOptions } from "./delivery/put-aside.ts";
import type { IndexOptions, IndexRun } from "./invoices/index-invoices.ts";
import type { CloseOptions, CompanyOptions, ReadyOptions } from "./options.ts";

/** The invoicing of all companies of one store. */
export interface Invoicing {
  /** The `clock` of the options. Absent there: the system's. */
  readonly clock: Clock;
  /** The `rates` of the options, for figures that `faktura/vat` computes elsewhere, as in a browser. Absent there: none. */
  readonly rates: VatRates;
  /** The `formats` of the options. Absent there: none. */
  readonly formats: readonly DocumentFormat[];
  /** The books of one company. Does not check whether it exists; its calls do. Cheap, so create one for each request. */
  company(companyId: string, options?: CompanyOptions): Company;
  /**
   * The books inside a transaction that you have begun on `handle`, your own connection or client, or inside that of
   * `begin` of the store in memory. What you issue there is committed together with your own writes, or not at all.
   * These calls bypass the queue and are never retried. Until you commit, the company's sequence stays locked and every
   * result is provisional, so `onEvent` is not called.
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
   *   only that company, and other consumers not at all. An event that fails again and again is put aside: see
   *   {@link putAside}.
   * - **Condition**: the receiver ignores ids that it has already seen.
   * - **Cost**: a lease, a read and an acknowledgement for each company that has events; issuing writes nothing more. No
   *   lock or transaction is held while `deliver` runs.
   *
   * @throws TypeError that names the option if one is missing, unknown or invalid
   */
  drainEvents(options: DrainEventsOptions): Promise<EventDrain>;
  /**
   * The events that one consumer put aside after as many failed deliveries as `attempts` says, by company and position. They
   * stay there until {@link retryEvents} has delivered them. The company's later events have gone on in order. The first read
   * throws a TypeError that names the option if one is unknown or invalid.
   */
  putAside(options?: PutAsideOptions): AsyncIterable<PutAsideEvent>;
  /**
   * Delivers once more what one consumer put aside, one event after another, in the order of {@link putAside}. What fails
   * again stays there as it was. It leases nothing, so two calls at once may deliver an event twice.
   *
   * @throws TypeError that names the option if one is missing, unknown or invalid
   */
  retryEvents(options: RetryEventsOptions): Promise<EventRetry>;
  /**
   * Goes through all companies once, indexes the invoices that searches would otherwise have to read one by one, and
   * summarises what VAT reports would. Call it regularly from a timer, on any number of servers at once.
   *
   * - **Guarantee**: a search and a report find the same before and after. A failure for one company does not stop the others.
   * - **Cost**: one query for each company, and a short transaction for each group of invoices that are not indexed yet.
   *
   * @throws TypeError that names the option if one is unknown or invalid
   */
  index(options?: IndexOptions): Promise<IndexRun>;
  /**
   * Whether invoices could be issued now, for a health check: the store can be reached, its commits are durable, and its
   * schema with all guards is in place. Fulfils with nothing, and writes nothing.
   *
   * @throws Error that says what is wrong and what to do; the reason of `signal` if that is aborted first
   */
  ready(options?: ReadyOptions): Promise<void>;
  /**
   * Waits until every call that has begun is committed or refused, then closes the store. Draining stops after the
   * deliveries in progress. Later calls reject. After `timeoutMs`, 10,000 if absent, the signals of `deliver` and
   * `verify` are aborted, and closing ends.
   *
   * @throws Error that names the calls that did not end in time; the store closes once it can
   * @throws TypeError if an option is unknown or invalid
   */
  close(options?: CloseOptions): Promise<void>;
}

/** The invoicing of all companies, inside one of the host's transactions. */
export type JoinedInvoicing = Pick<Invoicing, "company">;
