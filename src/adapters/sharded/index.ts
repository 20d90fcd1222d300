import { insteadOf } from "../../domain/instead-of.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ShardRoute, ShardStore } from "./shards.ts";
import { ShardedStore } from "./store.ts";

export type { ShardRoute } from "./shards.ts";
export type { ShardedStore } from "./store.ts";

/**
 * One store over several databases, each under the name that was stored when its tables were made: the option `shard` of
 * `openSqliteStore` and of `migratePostgres`. `route` says on which of them a company's books are; if they are elsewhere,
 * the company's calls are refused with the name of that shard.
 *
 * @throws TypeError if there is no store, if one of them cannot be a shard, or if `route` is not a function
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { shardedStore } from "faktura/sharded";
 * import { openSqliteStore } from "faktura/sqlite";
 *
 * const stores = {
 *   a: await openSqliteStore("a.db", { shard: "a" }),
 *   b: await openSqliteStore("b.db", { shard: "b" }),
 * };
 * const invoicing = createInvoicing({ store: shardedStore(stores, (companyId) => (companyId < "n" ? "a" : "b")) });
 * console.log((await invoicing.company("firma").list()).total); // 0
 * await invoicing.close();
 * ```
 */
export function shardedStore(stores: Readonly<Record<string, InvoicingStore>>, route: ShardRoute): ShardedStore {
  const shards = new Map<string, ShardStore>();
  for (const [name, store] of Object.entries(stores ?? {})) {
    if (store?.shard === undefined) {
      throw new TypeError(
        `the store "${name}" cannot be one of several databases: pass stores of faktura/sqlite or faktura/postgres${insteadOf(store)}`,
      );
    }
    shards.set(name, store as ShardStore);
  }
  if (shards.size === 0) throw new TypeError("shardedStore needs stores by name, such as { a: store, b: store }");
  if (typeof route !== "function") {
    throw new TypeError(`route must be a function that returns the name of a company's shard${insteadOf(route)}`);
  }
  return new ShardedStore(shards, route);
}
