import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { ChangeAuthor } from "../domain/books/journal.ts";
import type { InvoicingStore, JoinedBooks, JoinedStore } from "../ports/invoicing-store.ts";
import { CallsInProgress } from "./calls-in-progress.ts";
import { type CallRunner, CompanyBooks } from "./company-books.ts";
import { keepsProfiles } from "./company-profile.ts";
import type { CompanyContext } from "./context.ts";
import { drainBilling } from "./delivery/drain-billing.ts";
import { drainEvents } from "./delivery/drain-events.ts";
import { listPutAside, retryEvents } from "./delivery/put-aside.ts";
import { emitEvent, type InvoicingEvent } from "./events.ts";
import { indexInvoices } from "./invoices/index-invoices.ts";
import type { Invoicing, JoinedInvoicing } from "./invoicing.ts";
import {
  type InvoicingOptions,
  type InvoicingSettings,
  type ReadyOptions,
  requireCloseTimeout,
  requireCompany,
  requireReadySignal,
  requireSettings,
} from "./options.ts";
import { OrdersInProgress } from "./orders-in-progress.ts";
import { booksInside, booksOfStore, type WorkingBooks } from "./working-books.ts";

/**
 * Creates the invoicing of all companies of a store.
 *
 * @throws TypeError that names the option if one is missing, unknown or invalid, or at the module scope of a Worker
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { memoryStore } from "faktura/memory";
 *
 * const invoicing = createInvoicing({ store: memoryStore() });
 * const company = invoicing.company("firma");
 * await company.saveProfile({
 *   name: "Firma GmbH",
 *   country: "DE",
 *   vatRegistered: true,
 *   ossRegistered: true,
 *   defaultCurrency: "EUR",
 *   invoicePrefix: "INV",
 * });
 * const invoice = await company.issue({
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
  requireNode();
  requireHandlerOfWorker();
  const settings = requireSettings(options);
  const { store } = settings;
  const calls = new CallsInProgress();
  const shared = sharedContext(settings, calls.signal);
  const books = booksOfStore(settings);
  return {
    clock: settings.clock,
    rates: settings.vatOptions.rates ?? {},
    formats: settings.formats,
    company(companyId, options = {}) {
      const context = callContext(shared, books, companyId, requireCompany(companyId, options));
      return new CompanyBooks<CompanyContext>(calls, context, companyId);
    },
    joining: (handle) => joinTransaction(handle, settings, shared, calls),
    drainBilling: (options) =>
      calls.run({ method: "drainBilling" }, (source) => drainBilling(source.billing, options, calls), store),
    drainEvents: (options) =>
      calls.run(
        { method: "drainEvents" },
        (source) => drainEvents((consumer) => source.events(consumer), options, calls, settings.clock),
        store,
      ),
    putAside: (options = {}) =>
      listPutAside(
        (read) => calls.run({ method: "putAside" }, (source) => read((consumer) => source.events(consumer)), store),
        options,
      ),
    retryEvents: (options) =>
      calls.run(
        { method: "retryEvents" },
        (source) => retryEvents((consumer) => source.events(consumer), options, calls),
        store,
      ),
    index: (options = {}) => calls.run({ method: "index" }, (source) => indexInvoices(source, options, calls), store),
    ready: (options = {}) => calls.run({ method: "ready" }, (source) => checkReady(source, options), store),
    close: (options = {}) => calls.close(() => store.close(), requireCloseTimeout(options)),
  };
}

/** Waits for the store's check, or for the abort of the signal. */
async function checkReady(store: InvoicingStore, options: ReadyOptions): Promise<void> {
  const signal = requireReadySignal(options);
  signal?.throwIfAborted();
  const ready = store.ready();
  if (signal === undefined) return ready;
  const over = new AbortController();
  const aborted = once(signal, "abort", { signal: over.signal });
  aborted.catch(() => undefined);
  try {
    await Promise.race([ready, aborted.then(() => signal.throwIfAborted())]);
  } finally {
    over.abort();
  }
}

function requireNode(): void {
  if (typeof "".isWellFormed === "function") return;
  throw new Error(`faktura needs Node 20.19 or later, but this is ${process.version}; update Node`);
}

/**
 * In Workers, what a request waits for belongs to that request. An invoicing of the whole module would make later ones wait
 * for the first one's connection and queue, for ever. Only while its modules are loaded, a Worker forbids randomness.
 */
function requireHandlerOfWorker(): void {
  try {
    randomUUID();
  } catch (cause) {
    const remedy = "call it in the handler of each request, because connections and queues belong to one request";
    throw new TypeError(`createInvoicing was called while the modules of a Worker are loaded; ${remedy}`, { cause });
  }
}

/** The part of a context that is the same for all calls of an invoicing. */
type SharedContext = Pick<
  CompanyContext,
  | "clock"
  | "vatOptions"
  | "verifier"
  | "onOutage"
  | "printable"
  | "formats"
  | "keepsProfiles"
  | "ordersInProgress"
  | "closing"
>;

/** The context of one company's calls on these books. */
function callContext(
  shared: SharedContext,
  books: WorkingBooks,
  companyId: string,
  author: ChangeAuthor,
): CompanyContext {
  const { writes, onEvent } = books;
  const actor = author.actor ?? undefined;
  // Without a spread, because each HTTP request makes one: a spread takes several microseconds.
  return {
    companyId,
    author,
    clock: shared.clock,
    vatOptions: shared.vatOptions,
    verifier: shared.verifier,
    onOutage: shared.onOutage,
    printable: shared.printable,
    formats: shared.formats,
    keepsProfiles: shared.keepsProfiles,
    ordersInProgress: shared.ordersInProgress,
    closing: shared.closing,
    store: books.store,
    readProfile: books.readProfile,
    readOwnProfile: books.readOwnProfile,
    knownProfile: books.knownProfile,
    preparesAhead: books.preparesAhead,
    write: (write) => writes.add(companyId, write),
    readFirst: (read) => writes.readFirst(companyId, read),
    emit(type, invoice, creditNote) {
      if (onEvent === undefined) return;
      const about = { ...(invoice && { invoice }), ...(creditNote && { creditNote }) };
      emitEvent(onEvent, { type, companyId, actor, ...about } as InvoicingEvent);
    },
  };
}

function sharedContext(settings: InvoicingSettings, closing: AbortSignal): SharedContext {
  const { clock, vatOptions, verifier, onOutage, printable, formats, limits } = settings;
  const ordersInProgress = new OrdersInProgress(limits);
  const isKeeping = keepsProfiles(settings);
  const chosen = { clock, vatOptions, verifier, onOutage, printable, formats };
  return { ...chosen, keepsProfiles: isKeeping, ordersInProgress, closing };
}

const CANNOT_JOIN =
  "this store cannot join your transaction; those of faktura/postgres (with pg or postgres.js), faktura/sqlite and " +
  "faktura/memory can";

/** The invoicing inside the host's transaction on `handle`. Each call has its own context, with the books inside it. */
function joinTransaction(
  handle: object,
  settings: InvoicingSettings,
  shared: SharedContext,
  calls: CallsInProgress,
): JoinedInvoicing {
  const { store } = settings;
  if (store.joining === undefined) throw new TypeError(CANNOT_JOIN);
  const joined = store.joining(handle);
  return {
    company(companyId, options = {}) {
      const author = requireCompany(companyId, options);
      const contextOf = (books: JoinedBooks) =>
        callContext(shared, booksInside({ books, handle }, settings), companyId, author);
      const runner: CallRunner<JoinedStore> = {
        run: (call, work, source) =>
          calls.run(call, (inside) => inside.call((books) => work(contextOf(books)), companyId), source),
      };
      return new CompanyBooks(runner, joined, companyId);
    },
  };
}
