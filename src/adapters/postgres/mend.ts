import { type SchemaFault, tellFaults } from "../schema-fault.ts";
import { placeOf, remedyFor as remedyForTables } from "./check.ts";
import type { Deadline } from "./deadline.ts";
import { remedyFor, sqlStateOf } from "./faults.ts";
import { ANSWER_GRACE_MS, type Session } from "./session.ts";
import type { Tables } from "./tables.ts";

const ROWS_IN_THE_WAY =
  "Rows that came in meanwhile are in the way: audit the books to find them, then restore the tables from a backup.";
const NAME_IN_THE_WAY =
  "The same is there under another name, or something else under this one: rename it back, then run migratePostgres again.";

/** By SQLSTATE: what people do about a repair that PostgreSQL refused. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  "42501": "Run migratePostgres as the role that owns the tables.",
  "23502": ROWS_IN_THE_WAY,
  "23505": ROWS_IN_THE_WAY,
  "42P16": NAME_IN_THE_WAY,
  "42P07": NAME_IN_THE_WAY,
  "42710": NAME_IN_THE_WAY,
  "2BP01": "Take away what depends on it, run migratePostgres again, then add that again.",
};

const OTHER_STEP = "Put that right, or restore the tables from a backup, then run migratePostgres again.";

/**
 * Puts right what is not as it was made.
 *
 * @throws Error that says what cannot be put right, and what to do: a table is missing, the role may not change the
 *   tables, or what was written meanwhile is in the way
 */
export async function mend(
  session: Session,
  tables: Tables,
  faults: readonly SchemaFault[],
  deadline: Deadline,
): Promise<void> {
  const told = tellFaults(placeOf(tables), faults);
  const details = new Map<string, string[]>();
  for (const { mend: sql, detail } of faults) {
    if (sql === undefined) throw new Error(`${told} ${remedyForTables(tables, faults)}`);
    details.set(sql, [...(details.get(sql) ?? []), detail]);
  }
  for (const [sql, mended] of details) {
    try {
      await session.run(sql, deadline.leftMs + ANSWER_GRACE_MS);
    } catch (cause) {
      throw withNextStep(cause, `${told} What could not be put right: ${mended.join("; ")}.`);
    }
  }
}

/** The error as it is where trying again helps. */
function withNextStep(cause: unknown, told: string): unknown {
  const state = sqlStateOf(cause);
  if (state === undefined || !["none", "read-again"].includes(remedyFor(cause))) return cause;
  return new Error(`${told} PostgreSQL says: ${(cause as Error).message}. ${NEXT_STEPS[state] ?? OTHER_STEP}`, {
    cause,
  });
}
