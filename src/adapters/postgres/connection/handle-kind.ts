import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.ts";

/** What every wrong handle can be replaced by. */
const INSTEAD = "the client of pg that it runs on, or an object whose query(text, values) answers { rows }";

/** Something that hosts have at hand inside a transaction and that is no client of `pg`. */
interface HandleKind {
  readonly has: readonly string[];
  /** What it is, and what to pass in its place. */
  readonly advice: string;
}

/** By the names of members; the first that has them all. */
const KINDS: readonly HandleKind[] = [
  {
    has: ["$queryRawUnsafe"],
    advice:
      "this looks like a client of Prisma: pass " +
      "{ query: async (text, values = []) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }) }",
  },
  {
    has: ["unsafe", "savepoint"],
    advice:
      "this looks like the sql of postgres.js: pass " +
      "{ query: async (text, values = []) => ({ rows: await sql.unsafe(text, values) }) }",
  },
  { has: ["raw", "client"], advice: "this looks like Knex: pass await trx.client.acquireConnection()" },
  {
    has: ["executeQuery"],
    advice:
      "this looks like Kysely: pass " +
      "{ query: (text, values = []) => trx.executeQuery(CompiledQuery.raw(text, values)) }",
  },
  {
    has: ["manager", "connect", "startTransaction"],
    advice: "this looks like a QueryRunner of TypeORM: pass await queryRunner.connect()",
  },
  {
    has: ["queryRunner", "getRepository"],
    advice: "this looks like an EntityManager of TypeORM: pass await manager.queryRunner.connect()",
  },
  { has: ["getDialect", "define"], advice: "this looks like Sequelize: pass transaction.connection" },
  {
    has: ["commit", "rollback", "sequelize"],
    advice: "this looks like a transaction of Sequelize: pass transaction.connection",
  },
  { has: ["oneOrNone", "manyOrNone"], advice: `this looks like pg-promise: pass ${INSTEAD}` },
  { has: ["execute", "dialect", "session"], advice: `this looks like Drizzle: pass ${INSTEAD}` },
  { has: ["getConnection", "getKnex"], advice: `this looks like MikroORM: pass ${INSTEAD}` },
];

/** The handle as a client. @throws TypeError when it is none; a pool is none, for it has a connection for each query */
export function requireClient(handle: object, pool: PostgresPool): PostgresClient {
  const { query, totalCount } = (handle ?? {}) as { query?: unknown; totalCount?: unknown };
  if (typeof query === "function" && handle !== pool && totalCount === undefined) return handle as PostgresClient;
  const kind = kindOf(handle);
  const advice = kind === undefined ? "" : `; ${kind.advice}`;
  throw new TypeError(
    `joining needs the client on which you have begun a transaction, such as await pool.connect()${advice}`,
  );
}

/** The answer to the first statement. @throws TypeError when it is not what a client of `pg` answers */
export function requireResult(handle: object, result: unknown): PostgresResult {
  const { rows } = (result ?? {}) as { rows?: unknown };
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (typeof row === "object" && row !== null && "token" in row) return result as PostgresResult;
  throw new TypeError(
    `joining needs a client whose query(text, values) answers { rows }, and this one answers ${shapeOf(result)}; ` +
      (kindOf(handle)?.advice ?? guessFrom(result)),
  );
}

function kindOf(handle: unknown): HandleKind | undefined {
  if ((typeof handle !== "object" && typeof handle !== "function") || handle === null) return undefined;
  return KINDS.find(({ has }) => has.every((name) => name in handle));
}

function shapeOf(result: unknown): string {
  if (!Array.isArray(result)) return result === null || result === undefined ? String(result) : "something else";
  return Array.isArray(result[0]) ? "[rows, …]" : "an array of rows";
}

function guessFrom(result: unknown): string {
  if (!Array.isArray(result)) return `pass ${INSTEAD}`;
  return Array.isArray(result[0])
    ? `Sequelize answers so: pass transaction.connection, or ${INSTEAD}`
    : `TypeORM and pg-promise answer so: pass ${INSTEAD}; with TypeORM that is await queryRunner.connect()`;
}
