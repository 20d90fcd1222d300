import { bindMethods } from "../../domain/bind-methods.ts";
import type { EventFeed } from "../../ports/event-feed.ts";
import type { InvoicingStore, JoinedStore, StoreTransaction, TransactionOptions } from "../../ports/invoicing-store.ts";
import type { LeasedCompanies } from "../../ports/leased-companies.ts";
import { mergeBehind, mergeCompanies, mergePutAside, requireAll } from "./merge.ts";
import { type ShardRoute, type ShardStore, Shards } from "./shards.ts";

/** One store over several databases: each call goes to the one that has the company's books. */
export class ShardedStore implements InvoicingStore {
  readonly #shards: Shards;
  readonly database: string | undefined;
  readonly reader: InvoicingStore["reader"];
  readonly creditNotes: InvoicingStore["creditNotes"];
  readonly billing: InvoicingStore["billing"];
  readonly events: InvoicingStore["events"];
  readonly companies: InvoicingStore["companies"];
  readonly search: InvoicingStore["search"];
  readonly returns: InvoicingStore["returns"];
  readonly journal: InvoicingStore["journal"];
  readonly apiKeys: InvoicingStore["apiKeys"];
  readonly panel: InvoicingStore["panel"];
  /** The books in the host's transaction on `handle`: each call's on the shard of its company, whose name is compared there. */
  readonly joining?: (handle: object) => JoinedStore;

  constructor(stores: ReadonlyMap<string, ShardStore>, route: ShardRoute) {
    const shards = new Shards(stores, route);
    this.#shards = shards;
    const all = shards.stores;
    const kinds = new Set(all.map(({ database }) => database));
    this.database = kinds.size === 1 ? all[0]!.database : undefined;
    const has = (name: keyof InvoicingStore) => all.every((store) => store[name] !== undefined);
    const find = { find: true, list: true } as const;
    this.reader = routed(shards, "reader", { ...find, findByNumber: true, findKey: true, sequences: true });
    this.creditNotes = routed(shards, "creditNotes", find);
    this.search = routed(shards, "search", { index: true });
    this.returns = has("returns")
      ? routed(shards, "returns", { index: true, touched: true, invoices: true, countersOf: true })
      : undefined;
    this.apiKeys = routed(shards, "apiKeys", { ...find, insert: "begins", revoke: true, expire: true, touch: true });
    this.panel = has("panel")
      ? routed(shards, "panel", { ...find, save: "begins", saveAll: "begins", remove: true })
      : undefined;
    const known = (companyId: string) => shards.known(companyId)?.companies.known?.(companyId);
    this.companies = {
      ...routed(shards, "companies", { profile: true, save: "begins" }),
      ...(all.every(({ companies }) => companies.known !== undefined) && { known }),
    };
    const pages = { invoicesAfter: true, entriesAfter: true, creditNotesAfter: true, misplaced: true } as const;
    this.journal = {
      ...routed(shards, "journal", { ...pages, head: true, billing: true, faults: true, guarded: true }),
      companies: async (after, limit) =>
        mergeCompanies(await shards.each(({ journal }) => journal.companies(after, limit)), limit),
    };
    this.billing = {
      ...leased(shards, ({ billing }) => billing),
      pending: (companyId, limit) => shards.find(companyId, ({ billing }) => billing.pending(companyId, limit)),
      acknowledge: (companyId, ids, lease) =>
        shards.find(companyId, ({ billing }) => billing.acknowledge(companyId, ids, lease)),
    };
    this.events = (consumer) => eventsOf(shards, consumer);
    if (has("joining")) this.joining = (handle) => joined(shards, handle);
    bindMethods(this);
  }

  transaction<Result>(
    companyId: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result> {
    return this.#shards.begin(companyId, (store) => store.transaction(companyId, work, options));
  }

  /**
   * Settles that the company's books are on the shard to which its route leads. Its first write does this too, but inside a
   * transaction of yours the others cannot be asked first: settle the company before its first joined call.
   *
   * @throws StoreUnavailableError that names the shard that has its books, or one that could not be asked
   */
  settle(companyId: string): Promise<void> {
    return this.#shards.begin(companyId, async () => undefined);
  }

  /** Checks every shard, and its name. @throws StoreUnavailableError that names each one that is not ready, and says why */
  async ready(): Promise<void> {
    requireAll(await this.#shards.each((store) => store.ready()), "not every shard is ready");
  }

  /** Closes every store. @throws the error of the first one that could not be closed, after the others */
  close(): Promise<void> {
    return this.#shards.close();
  }
}

type Method = (companyId: string, ...rest: unknown[]) => Promise<unknown>;

/** These methods of a port, which have the company as their first argument: each call goes to the company's store. */
function routed<Part extends keyof InvoicingStore, Name extends keyof NonNullable<InvoicingStore[Part]>>(
  shards: Shards,
  part: Part,
  methods: Readonly<Record<Name, true | "begins">>,
): Required<Pick<NonNullable<InvoicingStore[Part]>, Name>> {
  const calls = Object.entries(methods).map(([name, kind]) => {
    const call: Method = (companyId, ...rest) => {
      // Some stores have no such method, and what they have none for is `undefined`.
      const run = async (store: ShardStore) =>
        (store[part] as unknown as Readonly<Record<string, Method | undefined>>)[name]?.(companyId, ...rest);
      return kind === "begins" ? shards.begin(companyId, run) : shards.find(companyId, run);
    };
    return [name, call];
  });
  return Object.fromEntries(calls);
}

/** The companies of all shards, and their leases. Each lease is on the shard of its company. */
function leased(shards: Shards, part: (store: ShardStore) => LeasedCompanies): LeasedCompanies {
  const at = <Result>(companyId: string, call: (feed: LeasedCompanies) => Promise<Result>) =>
    shards.find(companyId, (store) => call(part(store)));
  return {
    companiesBehind: async (after, limit) =>
      mergeBehind(await shards.each((store) => part(store).companiesBehind(after, limit))),
    lease: (companyId, ...rest) => at(companyId, (feed) => feed.lease(companyId, ...rest)),
    renew: (lease, leaseMs) => at(lease.companyId, (feed) => feed.renew(lease, leaseMs)),
    release: (lease, failure) => at(lease.companyId, (feed) => feed.release(lease, failure)),
  };
}

function eventsOf(shards: Shards, consumer: string): EventFeed {
  /** Why the consumer has not begun on a shard. Its companies would otherwise begin with their first entry. */
  const notBegun = new Map<string, unknown>();
  const at = <Result>(companyId: string, call: (feed: EventFeed) => Promise<Result>) =>
    shards.find(companyId, (store) => call(store.events(consumer)));
  return {
    ...leased(shards, (store) => store.events(consumer)),
    companiesBehind: async (after, limit) =>
      mergeBehind(
        await shards.each(async (store, name) => {
          if (notBegun.has(name)) throw notBegun.get(name);
          return store.events(consumer).companiesBehind(after, limit);
        }),
      ),
    pending: (companyId, limit) => at(companyId, (feed) => feed.pending(companyId, limit)),
    acknowledge: (end, lease, putAside) => at(lease.companyId, (feed) => feed.acknowledge(end, lease, putAside)),
    async beginNow() {
      for (const answer of await shards.each((store) => store.events(consumer).beginNow())) {
        if ("error" in answer) notBegun.set(answer.name, answer.error);
        else notBegun.delete(answer.name);
      }
    },
    async putAsideAfter(after, limit, companyId) {
      if (companyId !== undefined) return at(companyId, (feed) => feed.putAsideAfter(after, limit));
      return mergePutAside(await shards.each((store) => store.events(consumer).putAsideAfter(after, limit)), limit);
    },
    settlePutAside: (companyId, position) => at(companyId, (feed) => feed.settlePutAside(companyId, position)),
  };
}

/** The books in the host's transaction. Nothing is awaited before the call, because it belongs to the transaction that is open now. */
function joined(shards: Shards, handle: object): JoinedStore {
  const stores = new Map(shards.stores.map((store) => [store, store.joining!(handle)]));
  return {
    call: (work, companyId) =>
      shards.run(async () => {
        if (companyId === undefined) throw new TypeError("a joined call on several databases needs its companyId");
        const { store } = shards.routed(companyId);
        return stores.get(store)!.call(async (books) => {
          if (shards.known(companyId) === undefined) await books.within(shards.requireHere(companyId));
          return work(books);
        });
      }),
  };
}
