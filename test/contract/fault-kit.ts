import type {
  ApiKeyStore,
  BillingFeed,
  CompanyProfiles,
  EventFeed,
  InvoiceReader,
  InvoiceRepository,
  InvoicingStore,
  JournalReader,
  NumberSequence,
  PageRequest,
  PanelTables,
  SequenceHead,
  StoredPage,
  StoreTransaction,
} from "faktura";
import type { Fault } from "./whole-store.ts";

/** The work in a transaction. */
export type Work<Result> = (ports: StoreTransaction) => Promise<Result>;

/** Breaks reads outside a transaction. */
export function inReader(part: (reader: InvoiceReader) => Partial<InvoiceReader>): Fault {
  return (store) => ({ ...store, reader: { ...store.reader, ...part(store.reader) } });
}

/** Breaks the result of a list. */
export function inPage(change: (page: StoredPage, request: PageRequest) => StoredPage): Fault {
  return inReader(({ list }) => ({
    list: async (companyId, request) => change(await list(companyId, request), request),
  }));
}

/** Breaks the billing feed. */
export function inBilling(part: (billing: BillingFeed) => Partial<BillingFeed>): Fault {
  return (store) => ({ ...store, billing: { ...store.billing, ...part(store.billing) } });
}

/** Breaks the feeds of the journal's events. */
export function inEvents(part: (feed: EventFeed) => Partial<EventFeed>): Fault {
  return (store) => ({
    ...store,
    events: (consumer) => {
      const feed = store.events(consumer);
      return { ...feed, ...part(feed) };
    },
  });
}

/** Breaks the profiles. */
export function inCompanies(part: (companies: CompanyProfiles) => Partial<CompanyProfiles>): Fault {
  return (store) => ({ ...store, companies: { ...store.companies, ...part(store.companies) } });
}

/** Breaks the journal reader. */
export function inJournal(part: (journal: JournalReader) => Partial<JournalReader>): Fault {
  return (store) => ({ ...store, journal: { ...store.journal, ...part(store.journal) } });
}

/** Breaks the API keys. */
export function inApiKeys(part: (apiKeys: ApiKeyStore) => Partial<ApiKeyStore>): Fault {
  return (store) => ({ ...store, apiKeys: { ...store.apiKeys, ...part(store.apiKeys) } });
}

/** Breaks the panel's records. */
export function inPanel(part: (panel: PanelTables) => Partial<PanelTables>): Fault {
  return (store) => ({ ...store, panel: { ...store.panel!, ...part(store.panel!) } });
}

/** Breaks how a transaction runs. */
export function inTransaction(
  run: <Result>(store: InvoicingStore, companyId: string, work: Work<Result>) => Promise<Result>,
): Fault {
  return (store) => ({ ...store, transaction: (companyId, work) => run(store, companyId, work) });
}

/** Breaks the ports of a transaction. */
export function inPorts(part: (ports: StoreTransaction, companyId: string) => Partial<StoreTransaction>): Fault {
  return inTransaction((store, companyId, work) =>
    store.transaction(companyId, (ports) => work({ ...ports, ...part(ports, companyId) })),
  );
}

/** Breaks the sequence. */
export function inNumbers(part: (numbers: NumberSequence) => Partial<NumberSequence>): Fault {
  return inPorts(({ numbers }) => ({ numbers: { ...numbers, ...part(numbers) } }));
}

/** Breaks the repository. */
export function inInvoices(part: (invoices: InvoiceRepository) => Partial<InvoiceRepository>): Fault {
  return inPorts(({ invoices }) => ({ invoices: { ...invoices, ...part(invoices) } }));
}

/** Breaks the result of `lock`. */
export function inHead(change: (head: SequenceHead) => SequenceHead): Fault {
  return inNumbers((numbers) => ({ lock: async () => change(await numbers.lock()) }));
}

/** Combines several faults in one store. */
export function all(...faults: readonly Fault[]): Fault {
  return (store) => faults.reduce((broken, fault) => fault(broken), store);
}

/** A fault with state of its own for each store. */
export function remembering<Memory>(start: () => Memory, fault: (memory: Memory) => Fault): Fault {
  return (store) => fault(start())(store);
}
