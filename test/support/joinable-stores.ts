import type { InvoicingStore } from "faktura";
import { type MemoryStore, memoryStore } from "faktura/memory";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { expect } from "vitest";
import { freshSchema, onPostgres, pool } from "./postgres.ts";
import { freshFile, SQLITE_DRIVERS } from "./stores.ts";

/** The host's side of a shared store: its own connection, on which it begins and ends transactions. */
export interface Host {
  /** The handle for `invoicing.joining`. In memory, another one for each transaction. */
  readonly handle: object;
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Inserts a row into the host's own table. */
  addOrder(name: string): Promise<void>;
  orders(): Promise<string[]>;
  close(): Promise<void>;
}

/** A store whose transactions a host can begin itself, and functions to act as that host. */
export interface JoinableStore {
  readonly name: string;
  open(): Promise<{
    readonly store: InvoicingStore;
    /** Another store on the same books, which waits a tenth of a second for a lock. */
    readonly openImpatient: () => InvoicingStore;
    readonly connectHost: () => Promise<Host>;
  }>;
}

/** A call that must succeed may take long on a busy machine. Only one that must fail waits briefly. */
const [PATIENT_MS, IMPATIENT_MS] = [60_000, 100];

/** In memory, only calls that find a transaction of the host's open wait for a lock, so all stores may be impatient. */
const MEMORY_STORE: JoinableStore = {
  name: "memory",
  open: async () => {
    const store = memoryStore({ lockTimeoutMs: IMPATIENT_MS });
    const { reader, creditNotes, billing, events, companies, journal, search, apiKeys } = store;
    const parts = { reader, creditNotes, billing, events, companies, journal, search, apiKeys };
    const transaction: InvoicingStore["transaction"] = (companyId, work) => store.transaction(companyId, work);
    return {
      store,
      openImpatient: () => ({ ...parts, transaction, ready: () => store.ready(), close: async () => undefined }),
      connectHost: async () => memoryHost(store),
    };
  },
};

/** Its table of orders is an array, to which a commit adds the new ones. */
function memoryHost(store: MemoryStore): Host {
  const rolledBack = new Error("rolled back");
  const kept: string[] = [];
  let added: string[] = [];
  let [handle, ended]: [object, Promise<unknown>] = [{}, Promise.resolve()];
  let [keep, undo] = [() => {}, () => {}];
  const end = async (how: () => void) => {
    how();
    added = [];
    await ended.catch((error) => expect(error).toBe(rolledBack));
  };
  return {
    get handle() {
      return handle;
    },
    begin: () =>
      new Promise<void>((begun) => {
        ended = store.begin((transaction) => {
          handle = transaction;
          begun();
          return new Promise<void>((resolve, reject) => {
            [keep, undo] = [resolve, () => reject(rolledBack)];
          });
        });
      }),
    commit: () =>
      end(() => {
        kept.push(...added);
        keep();
      }),
    rollback: () => end(undo),
    addOrder: async (order) => void added.push(order),
    orders: async () => kept,
    close: () => end(undo),
  };
}

const SQLITE_STORES: readonly JoinableStore[] = SQLITE_DRIVERS.map(({ name, connect }) => ({
  name: `SQLite on ${name}`,
  open: async () => {
    const path = freshFile();
    const store = sqliteStore(() => connect(path), { lockTimeoutMs: PATIENT_MS });
    await store.ready();
    const openImpatient = () => sqliteStore(() => connect(path), { lockTimeoutMs: IMPATIENT_MS });
    const connectHost = async (): Promise<Host> => {
      const handle = connect(path);
      handle.exec("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0");
      handle.exec("CREATE TABLE IF NOT EXISTS orders (name TEXT NOT NULL)");
      return {
        handle,
        begin: async () => void handle.exec("BEGIN IMMEDIATE"),
        commit: async () => void handle.exec("COMMIT"),
        rollback: async () => void handle.exec("ROLLBACK"),
        addOrder: async (order) => void handle.prepare("INSERT INTO orders VALUES (?)").run(order),
        orders: async () =>
          (handle.prepare("SELECT name FROM orders").all() as { name: string }[]).map((row) => row.name),
        close: async () => void handle.close(),
      };
    };
    return { store, openImpatient, connectHost };
  },
}));

const POSTGRES_STORE: JoinableStore = {
  name: "PostgreSQL",
  open: async () => {
    const schema = await freshSchema();
    await pool.query(`CREATE TABLE ${schema}.orders (name text NOT NULL)`);
    return {
      store: postgresStore(pool, { schema, lockTimeoutMs: PATIENT_MS }),
      openImpatient: () => postgresStore(pool, { schema, lockTimeoutMs: IMPATIENT_MS }),
      connectHost: async (): Promise<Host> => {
        const handle = await pool.connect();
        return {
          handle,
          begin: async () => void (await handle.query("BEGIN")),
          commit: async () => void (await handle.query("COMMIT")),
          rollback: async () => void (await handle.query("ROLLBACK")),
          addOrder: async (order) => void (await handle.query(`INSERT INTO ${schema}.orders VALUES ($1)`, [order])),
          orders: async () => {
            const { rows } = await handle.query<{ name: string }>(`SELECT name FROM ${schema}.orders`);
            return rows.map(({ name }) => name);
          },
          close: async () => {
            await handle.query("ROLLBACK");
            handle.release();
          },
        };
      },
    };
  },
};

export const JOINABLE_STORES: readonly JoinableStore[] = [
  MEMORY_STORE,
  ...SQLITE_STORES,
  ...onPostgres(POSTGRES_STORE),
];
