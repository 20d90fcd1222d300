import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.ts";

/** What you can always pass in place of a wrong handle. */
const INSTEAD = "the client of pg that it runs on, or an object whose query(text, values) returns { rows }";

/** A handle that hosts have inside a transaction but that is not a client of `pg`. */
interface HandleKind {
  readonly has: readonly string[];
  /** What it is, and what to pass instead. */
  readonly advice: string;
  /** What to pass in place of a pool. Absent: a pool of its own. */
  readonly pool?: string;
}

/** Recognised by their members. The first kind whose members all exist applies. */
const KINDS: readonly HandleKind[] = [
  {
    has: ["$queryRawUnsafe"],
    advice: "this looks like a client of Prisma: pass fromPrisma(tx), from faktura/postgres",
  },
  {
    has: ["unsafe", "typed"],
    advice: "this looks like the sql of postgres.js: pass fromPostgresJs(tx), from faktura/postgres",
    pool: "postgresJsPool(sql), from faktura/postgres",
  },
  { has: ["raw", "client"], advice: "this looks like Knex: pass await trx.client.acquireConnection()" },
  {
    has: ["executeQuery"],
    advice: "this looks like Kysely: pass fromKysely(trx), from faktura/postgres",
    pool: "the pool of its PostgresDialect",
  },
  {
    has: ["manager", "connect", "startTransaction"],
    advice: "this looks like a QueryRunner of TypeORM: pass await queryRunner.connect()",
  },
  {
    has: ["queryRunner", "getRepository"],
    advice: "this looks like an EntityManager of TypeORM: pass await manager.queryRunner.connect()",
  },
  {
    has: ["getDialect", "define"],
    advice: "this looks like Sequelize: pass fromSequelize(transaction), from faktura/postgres",
  },
  {
    has: ["commit", "rollback", "sequelize"],
    advice: "this looks like a transaction of Sequelize: pass fromSequelize(transaction), from faktura/postgres",
  },
  { has: ["oneOrNone", "manyOrNone"], advice: `this looks like pg-promise: pass ${INSTEAD}` },
  {
    has: ["execute", "dialect", "session"],
    advice: "this looks like Drizzle: pass fromDrizzle(tx), from faktura/postgres",
    pool: "its pool, db.$client, or postgresJsPool(db.$client) on postgres.js",
  },
  {
    has: ["getConnection", "getKnex"],
    advice: "this looks like MikroORM: pass await em.getTransactionContext().client.acquireConnection()",
  },
];

/**
 * The handle as a client.
 *
 * @throws TypeError if it is not one. A pool is not, because each query may use another connection
 */
export function requireClient(handle: object, pool: PostgresPool): PostgresClient {
  const { query, totalCount } = (handle ?? {}) as { query?: unknown; totalCount?: unknown };
  if (typeof query === "function" && handle !== pool && totalCount === undefined) return handle as PostgresClient;
  const kind = kindOf(handle);
  const advice = kind === undefined ? "" : `; ${kind.advice}`;
  throw new TypeError(
    `joining needs the client on which you have begun a transaction, such as await pool.connect()${advice}`,
  );
}

/** What to pass in place of a wrong pool, as the end of a message; `undefined` if the value may be a pool or is unknown. */
export function poolAdvice(handle: unknown): string | undefined {
  const kind = kindOf(handle);
  if (kind === undefined) return isSingleClient(handle) ? "; this is a single client: pass the pool" : undefined;
  return `; ${kind.advice.split(": ")[0]}: pass ${kind.pool ?? "a pool of pg, new Pool({ connectionString })"}`;
}

/** Whether it is a `Client` of `pg`, or one that was checked out of a pool: both have `connect`, as pools do. */
function isSingleClient(handle: unknown): boolean {
  if (typeof handle !== "object" || handle === null) return false;
  return "connectionParameters" in handle || typeof (handle as { release?: unknown }).release === "function";
}

/** What the library sets as the token of a transaction. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The result of the first statement. @throws TypeError if it does not have the shape that a client of `pg` returns */
export function requireResult(handle: object, result: unknown): PostgresResult {
  const { rows } = (result ?? {}) as { rows?: unknown };
  const row = Array.isArray(rows) ? (rows[0] as { token?: unknown } | null | undefined) : undefined;
  if (typeof row?.token === "string" && UUID.test(row.token)) return result as PostgresResult;
  throw new TypeError(
    `joining needs a client whose query(text, values) returns { rows }, but this one returns ${shapeOf(result, row)}; ` +
      (kindOf(handle)?.advice ?? guessFrom(result, row)),
  );
}

function kindOf(handle: unknown): HandleKind | undefined {
  if ((typeof handle !== "object" && typeof handle !== "function") || handle === null) return undefined;
  return KINDS.find(({ has }) => has.every((name) => name in handle));
}

function shapeOf(result: unknown, row: unknown): string {
  if (isRow(row)) return "rows with other names or values";
  if (!Array.isArray(result)) return result === null || result === undefined ? String(result) : "something else";
  return Array.isArray(result[0]) ? "[rows, …]" : "an array of rows";
}

function guessFrom(result: unknown, row: unknown): string {
  if (isRow(row)) {
    return (
      "an option of your driver changes them, such as transform of postgres.js or rowMode of pg: " +
      "pass a transaction without it"
    );
  }
  if (!Array.isArray(result)) return `pass ${INSTEAD}`;
  return Array.isArray(result[0])
    ? `Sequelize does so: pass fromSequelize(transaction), from faktura/postgres, or ${INSTEAD}`
    : `TypeORM and pg-promise do so: pass ${INSTEAD}; with TypeORM that is await queryRunner.connect()`;
}

function isRow(row: unknown): boolean {
  return typeof row === "object" && row !== null;
}
