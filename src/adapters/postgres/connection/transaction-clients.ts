import type { PostgresClient, PostgresResult } from "./driver.ts";
import { type PostgresJsTransaction, senderIn } from "./postgres-js.ts";

/** The client of one transaction, for `invoicing.joining`. It has no `release`: the transaction is yours to end. */
export type TransactionClient = Pick<PostgresClient, "query">;

/** A statement as Kysely compiles it. */
interface KyselyQuery {
  /** The statement as a node of Kysely's. */
  readonly query: { readonly kind: "RawNode"; readonly sqlFragments: readonly string[]; readonly parameters: never[] };
  /** Tells queries apart for Kysely's plugins, which are off here. */
  readonly queryId: { readonly queryId: string };
  /** The SQL, with `$1`, `$2` and so on for its values. */
  readonly sql: string;
  /** One value for each parameter, in order. */
  readonly parameters: readonly unknown[];
}

/** The part of Kysely's `Transaction` and `ControlledTransaction` that {@link fromKysely} uses. */
export interface KyselyTransaction {
  /** Whether this is a transaction, and not the database. */
  readonly isTransaction: boolean;
  /** The same transaction without plugins, which may rename columns. */
  withoutPlugins(): {
    /** Runs a statement in the transaction. */
    executeQuery(query: KyselyQuery): Promise<{ readonly rows: unknown[] }>;
  };
}

/** The part of Drizzle's transaction on PostgreSQL that {@link fromDrizzle} uses. */
export interface DrizzleTransaction {
  /** Runs a statement in the transaction. Its result depends on the driver. */
  execute(statement: never): PromiseLike<unknown>;
  /** Rolls the transaction back. The database itself has no such method. */
  rollback(): never;
}

/** A statement as Drizzle takes it from its own `sql` tag. */
interface DrizzleStatement {
  getSQL(): { toQuery(): { readonly sql: string; readonly params: readonly unknown[] } };
}

/** The part of the `tx` of Prisma's `$transaction` that {@link fromPrisma} uses. */
export interface PrismaTransaction {
  /** Runs one statement as it is, and returns its rows. */
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): PromiseLike<Rows>;
}

/** The part of Sequelize's `Transaction` that {@link fromSequelize} uses. Its types do not declare its connection. */
export interface SequelizeTransaction {
  /** Commits the transaction. */
  commit(): PromiseLike<void>;
  /** Rolls the transaction back. */
  rollback(): PromiseLike<void>;
}

type Send = (text: string, values: readonly unknown[]) => Promise<PostgresResult>;

/** By transaction, so that all calls in one transaction use one client. */
const clients = new WeakMap<object, TransactionClient>();

function clientOf(transaction: object, openSender: () => Send): TransactionClient {
  let client = clients.get(transaction);
  if (client === undefined) {
    const send = openSender();
    client = {
      query: (statement, values = []) =>
        typeof statement === "string" ? send(statement, values) : send(statement.text, statement.values),
    };
    clients.set(transaction, client);
  }
  return client;
}

/**
 * The client of a transaction of Kysely on PostgreSQL, for `invoicing.joining`. The same one each time for the same
 * `trx`.
 *
 * @throws TypeError if `trx` is not a transaction, such as the database itself
 *
 * @example
 * ```ts no-run
 * import { createInvoicing } from "faktura";
 * import { fromKysely, postgresStore } from "faktura/postgres";
 * import { Kysely, PostgresDialect } from "kysely";
 * import { Pool } from "pg";
 *
 * const pool = new Pool();
 * const db = new Kysely<{ orders: { client: string } }>({ dialect: new PostgresDialect({ pool }) });
 * const invoicing = createInvoicing({ store: postgresStore(pool) });
 * await db.transaction().execute(async (trx) => {
 *   await trx.insertInto("orders").values({ client: "Kundin" }).execute();
 *   const items = [{ description: "Lamp", quantity: 1, unitPrice: 100 }];
 *   const company = invoicing.joining(fromKysely(trx)).company("firma");
 *   await company.issue({ clientName: "Kundin", clientCountry: "DE", items });
 * });
 * ```
 */
export function fromKysely(trx: KyselyTransaction): TransactionClient {
  if (typeof trx?.withoutPlugins !== "function" || !trx.isTransaction) {
    throw new TypeError("fromKysely needs the transaction, such as the `trx` of db.transaction().execute(…)");
  }
  return clientOf(trx, () => async (sql, parameters) => {
    const query: KyselyQuery["query"] = { kind: "RawNode", sqlFragments: [sql], parameters: [] };
    const compiled = { sql, parameters, query, queryId: { queryId: "faktura" } };
    const { rows } = await trx.withoutPlugins().executeQuery(compiled);
    return { rows: rows as PostgresResult["rows"] };
  });
}

/**
 * The client of a transaction of Drizzle on PostgreSQL, for `invoicing.joining`, whatever driver Drizzle runs on. The same
 * one each time for the same `tx`.
 *
 * @throws TypeError if `tx` is not a transaction, such as the database itself
 *
 * @example
 * ```ts no-run
 * import { drizzle } from "drizzle-orm/node-postgres";
 * import { createInvoicing } from "faktura";
 * import { fromDrizzle, postgresStore } from "faktura/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool();
 * const db = drizzle(pool);
 * const invoicing = createInvoicing({ store: postgresStore(pool) });
 * await db.transaction(async (tx) => {
 *   const items = [{ description: "Lamp", quantity: 1, unitPrice: 100 }];
 *   const company = invoicing.joining(fromDrizzle(tx)).company("firma");
 *   await company.issue({ clientName: "Kundin", clientCountry: "DE", items });
 * });
 * ```
 */
export function fromDrizzle(tx: DrizzleTransaction): TransactionClient {
  if (typeof tx?.execute !== "function" || typeof tx.rollback !== "function") {
    throw new TypeError("fromDrizzle needs the transaction, such as the `tx` of db.transaction(async (tx) => …)");
  }
  return clientOf(tx, () => async (sql, params) => {
    const statement: DrizzleStatement = { getSQL: () => ({ toQuery: () => ({ sql, params }) }) };
    // `then` sends it. An `await` would call `then` later.
    return tx.execute(statement as never).then((result) => {
      const { rows } = result as { rows?: PostgresResult["rows"] };
      return { rows: rows ?? [...(result as PostgresResult["rows"])] }; // on postgres.js, the result is the rows
    });
  });
}

/**
 * The client of a transaction of postgres.js, for `invoicing.joining`. The same one each time for the same `sql`.
 *
 * @throws TypeError if `sql` is not a transaction, such as the pool itself
 *
 * @example
 * ```ts no-run
 * import { createInvoicing } from "faktura";
 * import { fromPostgresJs, postgresStore } from "faktura/postgres";
 * import { Pool } from "pg";
 * import postgres from "postgres";
 *
 * const sql = postgres();
 * const invoicing = createInvoicing({ store: postgresStore(new Pool()) });
 * await sql.begin(async (tx) => {
 *   await tx`INSERT INTO orders (client) VALUES ('Kundin')`;
 *   const items = [{ description: "Lamp", quantity: 1, unitPrice: 100 }];
 *   const company = invoicing.joining(fromPostgresJs(tx)).company("firma");
 *   await company.issue({ clientName: "Kundin", clientCountry: "DE", items });
 * });
 * ```
 */
export function fromPostgresJs(sql: PostgresJsTransaction): TransactionClient {
  if (typeof sql?.unsafe !== "function" || "begin" in sql) {
    throw new TypeError("fromPostgresJs needs the transaction, such as the `tx` of sql.begin(async (tx) => …)");
  }
  return clientOf(sql, () => senderIn(sql));
}

/**
 * The client of an interactive transaction of Prisma on PostgreSQL, for `invoicing.joining`. The same one each time for
 * the same `tx`.
 *
 * @throws TypeError if `tx` is not a transaction, such as the `PrismaClient` itself
 */
export function fromPrisma(tx: PrismaTransaction): TransactionClient {
  if (typeof tx?.$queryRawUnsafe !== "function" || "$connect" in tx) {
    throw new TypeError("fromPrisma needs the transaction, such as the `tx` of prisma.$transaction(async (tx) => …)");
  }
  return clientOf(
    tx,
    () => async (text, values) =>
      // `then` sends it. An `await` would call `then` later.
      tx.$queryRawUnsafe<PostgresResult["rows"]>(text, ...values).then((rows) => ({ rows })),
  );
}

/**
 * The client of a transaction of Sequelize on PostgreSQL, for `invoicing.joining`: the client of `pg` on which it runs.
 *
 * @throws TypeError if `transaction` is not a transaction on PostgreSQL, or has ended
 *
 * @example
 * ```ts no-run
 * import { createInvoicing } from "faktura";
 * import { fromSequelize, postgresStore } from "faktura/postgres";
 * import { Pool } from "pg";
 * import { Sequelize } from "sequelize";
 *
 * const sequelize = new Sequelize("postgres://localhost/shop");
 * const invoicing = createInvoicing({ store: postgresStore(new Pool()) });
 * await sequelize.transaction(async (transaction) => {
 *   await sequelize.query("INSERT INTO orders (client) VALUES ('Kundin')", { transaction });
 *   const items = [{ description: "Lamp", quantity: 1, unitPrice: 100 }];
 *   const company = invoicing.joining(fromSequelize(transaction)).company("firma");
 *   await company.issue({ clientName: "Kundin", clientCountry: "DE", items });
 * });
 * ```
 */
export function fromSequelize(transaction: SequelizeTransaction): TransactionClient {
  const { connection, finished } = (transaction ?? {}) as {
    connection?: Partial<TransactionClient>;
    finished?: string;
  };
  // After the end of a transaction, its client may already run the next one.
  if (typeof connection?.query !== "function" || finished !== undefined) {
    throw new TypeError(
      "fromSequelize needs the open transaction, such as that of sequelize.transaction(async (transaction) => …)",
    );
  }
  return connection as TransactionClient;
}
