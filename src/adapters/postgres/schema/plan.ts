import type { SchemaFault } from "../../common/schema-fault.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { EXPECTED_OBJECTS } from "./generated/expected.ts";
import { splitStatements } from "./split-statements.ts";
import { SCHEMA_VERSION, type SchemaState, WORKS_WITH } from "./version.ts";

/** What `migratePostgres` would do, from `dryRun: true`. */
export interface MigrationPlan {
  /** The schema version of the tables now; 0 if there are none. */
  readonly from: number;
  /** The schema version after the migration. */
  readonly to: number;
  /** The lowest schema version whose servers can go on working after the migration. */
  readonly worksWith: number;
  /** The statements, in their order. Empty if nothing is to be done. */
  readonly steps: readonly MigrationStep[];
}

/** One statement of a migration. */
export interface MigrationStep {
  /** The statement. */
  readonly sql: string;
  /**
   * Whether it runs in the one transaction of the migration, which holds all of its locks until the end. `false`: it runs
   * after that transaction, alone.
   */
  readonly inTransaction: boolean;
  /** The table that it locks. Absent: none that existed before. */
  readonly lock?: MigrationLock | undefined;
  /** About how long the statement runs, if it reads the whole table. Absent: the time does not depend on the table. */
  readonly estimate?: MigrationEstimate | undefined;
}

/** A lock of a statement on a table. */
export interface MigrationLock {
  /** The table's name, without its schema. */
  readonly table: string;
  /** PostgreSQL's name of the lock. */
  readonly mode: "ACCESS EXCLUSIVE" | "SHARE ROW EXCLUSIVE" | "SHARE UPDATE EXCLUSIVE" | "ROW EXCLUSIVE";
  /** Which statements of your servers wait while it is held. */
  readonly blocks: "reads and writes" | "writes" | "nothing";
}

/** An estimate by the size of a table. */
export interface MigrationEstimate {
  /** The size of the table without its indexes, in bytes. */
  readonly bytes: number;
  /** About how many rows it has, from the server's statistics; `null` if it has none yet. */
  readonly rows: number | null;
  /** About how long it takes, in seconds: the bytes at 20 MB a second. Yours may be three times faster or slower. */
  readonly seconds: number;
}

/** What the migration does, in its order. */
export interface PlannedWork {
  /** Statements of the one transaction; each text may contain several. */
  readonly inTransaction: readonly string[];
  /** Faults that are repaired one by one afterwards, and indexes of the new version. */
  readonly alone: readonly SchemaFault[];
}

const BYTES_PER_SECOND = 20_000_000;

const BLOCKS = {
  "ACCESS EXCLUSIVE": "reads and writes",
  "SHARE ROW EXCLUSIVE": "writes",
  "SHARE UPDATE EXCLUSIVE": "nothing",
  "ROW EXCLUSIVE": "nothing",
} as const satisfies Record<MigrationLock["mode"], MigrationLock["blocks"]>;

/** The beginnings of statements that lock a table, most specific first. Its name is the first group. */
const LOCKS: readonly (readonly [start: RegExp, mode: MigrationLock["mode"]])[] = [
  [/^CREATE INDEX CONCURRENTLY \w+ ON (\w+) /, "SHARE UPDATE EXCLUSIVE"],
  [/^CREATE (?:OR REPLACE )?TRIGGER [\s\S]*? ON (\w+) /, "SHARE ROW EXCLUSIVE"],
  [/^DROP TRIGGER [\s\S]*? ON (\w+)/, "ACCESS EXCLUSIVE"],
  [/^ALTER TABLE (\w+) ENABLE ALWAYS TRIGGER /, "SHARE ROW EXCLUSIVE"],
  [/^ALTER TABLE (\w+) /, "ACCESS EXCLUSIVE"],
  [/^TRUNCATE (\w+)$/, "ACCESS EXCLUSIVE"],
  [/^(?:INSERT INTO|UPDATE|DELETE FROM) (\w+) /, "ROW EXCLUSIVE"],
];

/** Statements that read or write all rows of a table. */
const READS_ALL =
  /^CREATE INDEX |^UPDATE |^ALTER TABLE .* (?:SET NOT NULL|SET LOGGED|TYPE )|^ALTER TABLE .* ADD CONSTRAINT /s;

/** The plan of this work, for people. It only queries the catalogue, for the sizes of the tables. */
export async function describePlan(
  session: Session,
  tables: Tables,
  { version, worksWith }: SchemaState,
  { inTransaction, alone }: PlannedWork,
): Promise<MigrationPlan> {
  const sizes = await readSizes(session, tables);
  const step = (sql: string, isInTransaction: boolean): MigrationStep => {
    const lock = lockOf(sql.replaceAll(`${tables.schema}.`, ""));
    const size = lock && sizes.get(lock.table);
    const readsAll = READS_ALL.test(sql) && !sql.endsWith(" NOT VALID");
    return {
      sql,
      inTransaction: isInTransaction,
      // A table that the plan creates has no size yet, and nobody else uses it.
      ...(size && { lock }),
      ...(size && readsAll && { estimate: size }),
    };
  };
  return {
    from: version,
    to: Math.max(version, SCHEMA_VERSION),
    worksWith: version > SCHEMA_VERSION ? worksWith : WORKS_WITH,
    steps: [
      ...inTransaction.flatMap(splitStatements).map((sql) => step(sql, true)),
      ...alone.flatMap((fault) => fault.alone ?? []).map((sql) => step(sql, false)),
    ],
  };
}

function lockOf(sql: string): MigrationLock | undefined {
  const [, alone, index] = /^DROP INDEX (CONCURRENTLY )?IF EXISTS (\w+)$/.exec(sql) ?? [];
  const of = Object.values(EXPECTED_OBJECTS)
    .flat()
    .find(({ kind, name }) => kind === "index" && name === index)?.of;
  if (of !== undefined) return locked(of, alone === undefined ? "ACCESS EXCLUSIVE" : "SHARE UPDATE EXCLUSIVE");
  for (const [start, mode] of LOCKS) {
    const table = start.exec(sql)?.[1];
    if (table !== undefined) return locked(table, mode);
  }
  return undefined;
}

function locked(table: string, mode: MigrationLock["mode"]): MigrationLock {
  return { table, mode, blocks: BLOCKS[mode] };
}

async function readSizes(session: Session, { schemaName }: Tables): Promise<Map<string, MigrationEstimate>> {
  const rows = await session.rows<{ name: string; bytes: string; rows: string }>(
    `SELECT c.relname::pg_catalog.text AS name, pg_catalog.pg_table_size(c.oid)::pg_catalog.text AS bytes,
      c.reltuples::bigint::pg_catalog.text AS rows
     FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')`,
    [schemaName],
  );
  return new Map(
    rows.map(({ name, bytes, rows: count }) => {
      const size = Number(bytes);
      // -1 before the table was analysed for the first time.
      const known = Number(count) < 0 ? null : Number(count);
      return [name, { bytes: size, rows: known, seconds: Math.ceil(size / BYTES_PER_SECOND) }];
    }),
  );
}
