import type { InvoicingStore } from "faktura";
import type { FailureStep, StoreContractOptions } from "faktura/contract";
import { memoryStore } from "faktura/memory";
import { type PostgresPool, postgresStore } from "faktura/postgres";
import { shardedStore } from "faktura/sharded";
import { openSqliteStore, type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { listeningConnection, listeningPool, type Sent } from "../adapters/listening.ts";
import { freshSchema, interceptedPool, pool } from "../support/postgres.ts";
import { freshFile, interceptedConnection, SQLITE_DRIVERS } from "../support/stores.ts";

/** The options of `storeContract` for one store, without the runner. */
export interface ContractStore extends Omit<StoreContractOptions, "test"> {
  readonly name: string;
}

/** The statement that fails, to make a transaction fail at this step. */
const FAILING_SQL: Record<FailureStep, RegExp> = {
  lock: /^BEGIN IMMEDIATE$/,
  insert: /^\s*INSERT INTO faktura_invoices/,
  commit: /^COMMIT$/,
};

/** Connections to one file. The writing one can be made to fail as if the disk were full. */
class FailingFile {
  readonly path = freshFile();
  readonly #connect: (path: string) => SqliteConnection;
  #armed: FailureStep | undefined;

  constructor(connect: (path: string) => SqliteConnection) {
    this.#connect = connect;
  }

  failAt(step: FailureStep): void {
    this.#armed = step;
  }

  open(): SqliteConnection {
    return interceptedConnection(this.#connect(this.path), (sql, send) => {
      if (this.#armed === undefined || !FAILING_SQL[this.#armed].test(sql)) return send();
      this.#armed = undefined;
      throw new Error(`no ${sql.trim().slice(0, 30)} today`);
    });
  }
}

function sqliteContractStore(
  name: string,
  connect: (path: string) => SqliteConnection,
  options: { shard?: string } = {},
): ContractStore {
  const files = new WeakMap<InvoicingStore, FailingFile>();
  const openOn = (file: FailingFile) => {
    const store = sqliteStore(() => file.open(), options);
    files.set(store, file);
    return store;
  };
  return {
    name,
    open: async () => openOn(new FailingFile(connect)),
    reopen: async (store) => {
      await store.close();
      return openOn(files.get(store)!);
    },
    openSecond: async (store) => openOn(files.get(store)!),
    panel: true,
    failAt: (store, step) => files.get(store)!.failAt(step),
  };
}

/** The store that finds its driver itself. Nothing can be inserted between the two, so it cannot be made to fail. */
function contractStoreOpenedByPath(): ContractStore {
  const paths = new WeakMap<InvoicingStore, string>();
  const openOn = async (path: string) => {
    const store = await openSqliteStore(path);
    paths.set(store, path);
    return store;
  };
  return {
    name: "SQLite, opened by path",
    open: () => openOn(freshFile()),
    reopen: async (store) => {
      await store.close();
      return openOn(paths.get(store)!);
    },
    openSecond: (store) => openOn(paths.get(store)!),
    panel: true,
  };
}

/** The PostgreSQL statement that fails, to make a transaction fail at this step. */
const FAILING_POSTGRES: Record<FailureStep, RegExp> = {
  lock: /FOR UPDATE/,
  insert: /INSERT INTO \S+faktura_invoices/,
  commit: /^COMMIT$/,
};

/** A store on PostgreSQL, through this pool, in schemas that `fresh` makes. */
export function postgresContractStore(
  name: string,
  options: { preparedStatements?: boolean; shard?: string } = {},
  through: PostgresPool = pool,
  fresh = () => freshSchema({ panel: true, shard: options.shard }),
): ContractStore {
  const opened = new WeakMap<InvoicingStore, { schema: string; armed: FailureStep | undefined }>();
  const openOn = (schema: string) => {
    const data = { schema, armed: undefined as FailureStep | undefined };
    const failing = interceptedPool(through, async (text, send) => {
      if (data.armed !== undefined && FAILING_POSTGRES[data.armed].test(text)) {
        data.armed = undefined;
        throw Object.assign(new Error(`no ${text.slice(0, 30)} today`), { code: "53100" }); // the disk is full
      }
      return send();
    });
    const store = postgresStore(failing, { schema, ...options });
    opened.set(store, data);
    return store;
  };
  return {
    name,
    open: async () => openOn(await fresh()),
    reopen: async (store) => {
      await store.close();
      return openOn(opened.get(store)!.schema);
    },
    openSecond: async (store) => openOn(opened.get(store)!.schema),
    panel: true,
    failAt: (store, step) => {
      opened.get(store)!.armed = step;
    },
  };
}

/** The statements that the contract's stores have sent. */
export const SENT: Sent[] = [];

/** One store over these, each of which is opened as the shard of its name. A company's shard follows from its id. */
function shardedContractStore(name: string, shards: Readonly<Record<string, ContractStore>>): ContractStore {
  const names = Object.keys(shards);
  const shardOf = (companyId: string) => names[companyId.length % names.length]!;
  const opened = new WeakMap<InvoicingStore, Record<string, InvoicingStore>>();
  const openWith = async (open: (shard: ContractStore, name: string) => Promise<InvoicingStore>) => {
    const parts = names.map(async (each) => [each, await open(shards[each]!, each)] as const);
    const stores = Object.fromEntries(await Promise.all(parts));
    const store = shardedStore(stores, shardOf);
    opened.set(store, stores);
    return store;
  };
  return {
    name,
    open: () => openWith((shard) => shard.open()),
    reopen: async (store) => {
      await store.close();
      return openWith((shard, each) => shard.reopen!(opened.get(store)![each]!));
    },
    openSecond: (store) => openWith((shard, each) => shard.openSecond!(opened.get(store)![each]!)),
    panel: true,
    failAt: (store, step) => {
      const shard = shardOf("acme");
      shards[shard]!.failAt!(opened.get(store)![shard]!, step);
    },
  };
}

/** Every store of the library as hosts use it, with everything that the contract can do to it. */
export const CONTRACT_STORES: readonly ContractStore[] = [
  { name: "memory", open: async () => memoryStore(), panel: true },
  ...SQLITE_DRIVERS.map(({ name, connect }) =>
    sqliteContractStore(`SQLite on ${name}`, (path) => listeningConnection(path, SENT, connect)),
  ),
  contractStoreOpenedByPath(),
  postgresContractStore("PostgreSQL", {}, listeningPool(SENT)),
  shardedContractStore(
    "three SQLite files",
    Object.fromEntries(
      ["a", "b", "c"].map((shard) => [
        shard,
        sqliteContractStore(shard, (path) => listeningConnection(path, SENT, SQLITE_DRIVERS[0]!.connect), { shard }),
      ]),
    ),
  ),
  shardedContractStore("two schemas of PostgreSQL", {
    a: postgresContractStore("a", { shard: "a" }, listeningPool(SENT)),
    b: postgresContractStore("b", { shard: "b" }, listeningPool(SENT)),
  }),
];

/** PostgreSQL with prepared statements. The contract also runs on it with hostile type parsers. */
export const PREPARED_POSTGRES = postgresContractStore("PostgreSQL, prepared", { preparedStatements: true });
