import { randomUUID } from "node:crypto";
import { insteadOf } from "../../domain/instead-of.ts";
import { StoreBusyError, StoreUnavailableError } from "../../domain/store-errors.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { StoreShard } from "../../ports/store-shard.ts";

/** The name of the shard on which a company's books are, or shall be. Always the same one for the same company. */
export type ShardRoute = (companyId: string) => string;

/** A store that knows itself as one of several. */
export type ShardStore = InvoicingStore & { readonly shard: StoreShard };

/** What a shard answered, or why it did not. */
export type ShardAnswer<Value> = { readonly name: string } & ({ readonly value: Value } | { readonly error: unknown });

/** How many companies are remembered. One that is forgotten costs a look-up. */
const MOST_REMEMBERED = 100_000;

/** For how long reads trust that a company has not been moved. Writes need not: a database refuses those of one that has. */
const TRUSTED_MS = 5_000;

/** The stores by name, and which of them has which company. */
export class Shards {
  readonly #stores: ReadonlyMap<string, ShardStore>;
  readonly #route: ShardRoute;
  /** The shards whose stored name was compared. */
  readonly #named = new Set<string>();
  /** The shard of each company that is known to have books there, or to be free to begin them there. */
  readonly #homes = new Map<string, { readonly name: string; readonly since: number }>();
  /** First writes that are being allowed, by shard and company. */
  readonly #beginning = new Map<string, Promise<ShardStore>>();
  readonly #callsUnderWay = new Set<Promise<unknown>>();
  #closed = false;

  constructor(stores: ReadonlyMap<string, ShardStore>, route: ShardRoute) {
    this.#stores = stores;
    this.#route = route;
  }

  get stores(): readonly ShardStore[] {
    return [...this.#stores.values()];
  }

  /** The store to which the route leads. @throws TypeError if there is none with this name */
  routed(companyId: string): { readonly name: string; readonly store: ShardStore } {
    const name = this.#route(companyId);
    const store = this.#stores.get(name);
    if (store !== undefined) return { name, store };
    const known = [...this.#stores.keys()].map((each) => JSON.stringify(each)).join(", ");
    throw new TypeError(
      `the route of the company ${JSON.stringify(companyId)} must be one of ${known}${insteadOf(name)}`,
    );
  }

  /** The company's store, if it is known that the books are there. */
  known(companyId: string): ShardStore | undefined {
    const { name, store } = this.routed(companyId);
    return this.#homes.get(companyId)?.name === name ? store : undefined;
  }

  /** Runs a call. It is refused after {@link close}, which waits for it. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new TypeError("this store is closed");
    const result = call();
    this.#callsUnderWay.add(result);
    try {
      return await result;
    } finally {
      this.#callsUnderWay.delete(result);
    }
  }

  /** Waits for all calls, then closes every store. @throws the error of the first that could not be closed */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#callsUnderWay);
    const closed = await Promise.allSettled([...this.#stores.values()].map((store) => store.close()));
    for (const outcome of closed) if (outcome.status === "rejected") throw outcome.reason;
  }

  /** Runs a call that begins no books on the company's store. @throws what {@link begin} throws */
  find<Result>(companyId: string, call: (store: ShardStore) => Promise<Result>): Promise<Result> {
    return this.#on(companyId, this.#find, call);
  }

  /**
   * Runs a call that may be the company's first write on its store.
   *
   * @throws StoreUnavailableError that names the shard that has the company, if it is another one; or a shard that could not
   *   be asked, if the company is not here
   * @throws StoreBusyError if another server has begun the company elsewhere at the same time
   */
  begin<Result>(companyId: string, call: (store: ShardStore) => Promise<Result>): Promise<Result> {
    return this.#on(companyId, this.#mayBegin, call);
  }

  /** Runs a call on the store that `find` finds. A store that refuses it may no longer have the company. */
  #on<Result>(
    companyId: string,
    find: (companyId: string) => Promise<ShardStore>,
    call: (store: ShardStore) => Promise<Result>,
  ) {
    return this.run(async () => {
      const store = await find.call(this, companyId);
      try {
        return await call(store);
      } catch (error) {
        if (error instanceof StoreUnavailableError) this.#homes.delete(companyId);
        throw error;
      }
    });
  }

  /** The company's store, for a call that begins no books. */
  async #find(companyId: string): Promise<ShardStore> {
    const known = this.known(companyId);
    if (known !== undefined && performance.now() - this.#homes.get(companyId)!.since < TRUSTED_MS) return known;
    const { name, store } = this.routed(companyId);
    await this.#requireName(name, store);
    if (await store.shard.holds(companyId)) this.#remember(companyId, name);
    else await this.#requireNowhereElse(companyId, name, (shard) => shard.holds(companyId));
    return store;
  }

  /** Waits until a joined call's company is known to be here. @throws StoreUnavailableError as {@link begin}, or if it is nowhere */
  async requireHere(companyId: string): Promise<void> {
    await this.#find(companyId);
    if (this.known(companyId) !== undefined) return;
    throw new StoreUnavailableError(
      `the company ${JSON.stringify(companyId)} has no books yet, and in a transaction of yours they cannot begin, because ` +
        "other shards must be asked first. Nothing was written. First await settle(companyId) of the sharded store",
    );
  }

  /** The company's store, for its first write. Several at once share the questions to the others. */
  async #mayBegin(companyId: string): Promise<ShardStore> {
    const known = this.known(companyId);
    if (known !== undefined) return known;
    const { name, store } = this.routed(companyId);
    const key = `${name} ${companyId}`;
    const begun = this.#beginning.get(key) ?? this.#begin(companyId, name, store);
    this.#beginning.set(key, begun);
    try {
      return await begun;
    } finally {
      this.#beginning.delete(key);
    }
  }

  /** Asks every shard. One that fails keeps no other from answering. @throws TypeError, because it is the caller's mistake */
  each<Value>(ask: (store: ShardStore, name: string) => Promise<Value>): Promise<ShardAnswer<Value>[]> {
    return this.run(() => this.#each(ask));
  }

  #each<Value>(ask: (store: ShardStore, name: string) => Promise<Value>): Promise<ShardAnswer<Value>[]> {
    const answers = [...this.#stores].map(([name, store]) =>
      this.#requireName(name, store)
        .then(() => ask(store, name))
        .then(
          (value) => ({ name, value }),
          (error: unknown) => {
            if (error instanceof TypeError) throw error;
            return { name, error };
          },
        ),
    );
    return Promise.all(answers);
  }

  async #begin(companyId: string, name: string, store: ShardStore): Promise<ShardStore> {
    await this.#requireName(name, store);
    const token = await store.shard.claim(companyId, randomUUID());
    if (token !== undefined) {
      await this.#requireNowhereElse(companyId, name, (shard) => shard.yields(companyId));
      if (!(await store.shard.confirm(companyId, token))) {
        throw new StoreBusyError(
          `another server has begun books of the company ${JSON.stringify(companyId)} on another shard than "${name}" at ` +
            "the same time. Nothing was written. Give all servers the same route, and repeat the call",
        );
      }
    }
    this.#remember(companyId, name);
    return store;
  }

  /** @throws StoreUnavailableError if another shard has the company, or cannot be asked */
  async #requireNowhereElse(companyId: string, own: string, has: (shard: StoreShard) => Promise<boolean>) {
    const answers = await this.#each(async ({ shard }, name) => name !== own && (await has(shard)));
    const id = JSON.stringify(companyId);
    const { shard } = this.#stores.get(own)!;
    const holder = answers.find((answer) => "value" in answer && answer.value);
    const home = holder?.name ?? (await shard.elsewhere(companyId));
    if (home !== undefined) {
      await shard.yields(companyId);
      this.#homes.delete(companyId);
      throw new StoreUnavailableError(
        `the books of the company ${id} are on the shard "${home}", but its route leads to "${own}". Nothing was ` +
          "written or read. Let the route lead there",
      );
    }
    const failures = failuresIn(answers);
    if (failures.length === 0) return;
    throw unavailable(
      `the company ${id} has no books on the shard "${own}", and whether another one has them could not be asked`,
      failures,
    );
  }

  /** Compares the name that a store has stored with its key, once. */
  async #requireName(key: string, { shard }: ShardStore): Promise<void> {
    if (this.#named.has(key)) return;
    const stored = await shard.name();
    if (stored !== key) {
      const is = stored === undefined ? "has no name" : `is the shard "${stored}"`;
      const twice = stored !== undefined && this.#stores.has(stored) ? `, which is there twice` : "";
      throw new Error(
        `the store that shardedStore has as "${key}" ${is}${twice}. Pass each database once, under the name that was stored ` +
          "when its tables were made",
      );
    }
    this.#named.add(key);
  }

  #remember(companyId: string, name: string): void {
    if (this.#homes.size >= MOST_REMEMBERED) this.#homes.delete(this.#homes.keys().next().value!);
    this.#homes.delete(companyId);
    this.#homes.set(companyId, { name, since: performance.now() });
  }
}

/** The shards that did not answer. */
export function failuresIn<Value>(answers: readonly ShardAnswer<Value>[]) {
  return answers.flatMap((answer) => ("error" in answer ? [answer] : []));
}

/** The error that names the shards that did not answer. `what` is a sentence without its full stop. */
export function unavailable(
  what: string,
  failures: readonly { readonly name: string; readonly error: unknown }[],
): StoreUnavailableError {
  const reasons = failures.map(({ name, error }) => `the shard "${name}": ${(error as Error)?.message ?? error}`);
  return new StoreUnavailableError(`${what}; ${reasons.join("; ")}`, { cause: failures[0]!.error });
}
