import { inspect } from "node:util";
import { requireVatRates } from "../domain/standard-vat-rate.ts";
import type { VatRates } from "../domain/vat-rates.ts";
import type { Clock } from "../ports/clock.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import type { VatNumberVerifier } from "../ports/vat-number-verifier.ts";
import { Company } from "./company.ts";
import { CompanyQueue, type Write } from "./company-queue.ts";
import type { InvoicingEvent } from "./invoicing-event.ts";
import { shareInquiries } from "./share-inquiries.ts";
import { systemClock } from "./system-clock.ts";
import { tellListener } from "./tell-listener.ts";
import { requireVatNumberPolicy, type VatNumberPolicy } from "./verify-vat-number.ts";

/** Options of {@link createInvoicing}. */
export interface InvoicingOptions {
  /** Where invoices are kept: `memoryStore()`, `await openSqliteStore(path)`, or one of the host's own. */
  readonly store: InvoicingStore;
  /** The host's own companies. Absent: the store keeps profiles, written with `company(id).saveProfile()`. */
  readonly companies?: CompanyDirectory | undefined;
  /** Absent: {@link systemClock}. */
  readonly clock?: Clock | undefined;
  /** Standard rates of the host's own; a country listed here takes the place of the built-in rows. */
  readonly rates?: VatRates | undefined;
  /**
   * Asked about every VAT number that decides, before the number of the invoice is taken: `viesVerifier()`, or one of
   * the host's own. Absent: numbers are read, not verified.
   */
  readonly verifier?: VatNumberVerifier | undefined;
  /** What a VAT number does that fails its check or cannot be verified. */
  readonly vatNumberPolicy?: VatNumberPolicy | undefined;
  /**
   * Told what happened, after it was committed. It delays nothing and cannot undo anything: what it throws becomes a
   * process warning. A crash can swallow an event, so billing goes by `store.billing` instead.
   */
  readonly onEvent?: ((event: InvoicingEvent) => void) | undefined;
}

/** Options of {@link Invoicing.company}. */
export interface CompanyOptions {
  /** Who is calling, a person or a system; told to `onEvent`. */
  readonly actor?: string | undefined;
}

/** The invoicing of all companies of one store. */
export interface Invoicing {
  /** The books of one company; whether it exists is found out by the calls. Cheap: make one for each request. */
  company(companyId: string, options?: CompanyOptions): Company;
  /** Waits until all that was begun is committed or refused, then closes the store. Calls after it reject. */
  close(): Promise<void>;
}

/**
 * Joins the use cases with a store.
 *
 * @throws TypeError when there is no store, `rates` has a country or a row that is none, or the policy is not known
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
  const { store, companies = store?.companies, clock = systemClock, rates, onEvent } = options;
  const { verifier, vatNumberPolicy = {} } = options;
  if (typeof store?.transaction !== "function") {
    throw new TypeError("createInvoicing needs a store, such as memoryStore() or await openSqliteStore(path)");
  }
  if (rates !== undefined) requireVatRates(rates);
  if (verifier !== undefined && typeof verifier?.verify !== "function") {
    throw new TypeError("verifier needs a method verify, as viesVerifier() has");
  }
  requireVatNumberPolicy(vatNumberPolicy);
  const { failedChecksum, outage: onOutage = "refuse" } = vatNumberPolicy;
  const shared = verifier && shareInquiries(verifier);
  const vatOptions = { rates, failedChecksum };
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
    company(companyId, { actor } = {}) {
      requireCompanyId(companyId);
      return new Company({
        ...{ companyId, store, companies, clock, vatOptions, verifier: shared, onOutage },
        run,
        write: (job) => write(companyId, job),
        emit: (type, invoice) => tell(onEvent, { type, companyId, actor, invoice }),
      });
    },
    close() {
      closing ??= drainAndClose();
      return closing;
    },
  };
}

/** A lone surrogate is another text once a database has stored it, and then two companies could be one. */
function requireCompanyId(companyId: string): void {
  if (typeof companyId === "string" && companyId !== "" && companyId.isWellFormed() && !companyId.includes("\0"))
    return;
  throw new TypeError("a company id is a text of well-formed Unicode without NUL, not empty");
}

/** What a listener throws must not look as if the invoice had failed: it is issued. */
function tell(onEvent: InvoicingOptions["onEvent"], event: InvoicingEvent): void {
  tellListener(
    () => onEvent?.(event),
    (error) => process.emitWarning(error instanceof Error ? error : inspect(error), { code: "FAKTURA_EVENT_LISTENER" }),
  );
}
