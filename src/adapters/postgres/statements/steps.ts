import { isText, type Statement, type StepsOf } from "../../sql/steps.ts";
import { arrayOf } from "../connection/array-text.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";
import { namingRule, runWrites } from "./counted-writes.ts";
import { postgresSyntax } from "./syntax.ts";

/** Runs steps of shared statements, and returns their result. */
export async function runSteps<Args extends unknown[], Result>(
  session: Session,
  tables: Tables,
  begin: StepsOf<Args, Result>,
  ...args: Args
): Promise<Result> {
  const steps = begin(postgresSyntax(tables), ...args);
  let step = steps.next([]);
  while (step.done !== true) step = steps.next(await answerOf(session, step.value));
  return step.value;
}

async function answerOf(session: Session, { text: sql, values, rows }: Statement): Promise<readonly unknown[]> {
  const bound = values.map(asParameter);
  // The table of a write is the first that it names.
  const table = /\b(?:INTO|UPDATE|FROM) ((?:"(?:[^"]|"")*"\.)?\w+)/.exec(sql)?.[1] ?? sql;
  if (rows !== undefined) {
    await runWrites(session, [{ name: "counted", table, sql, rows }], bound);
    return [];
  }
  try {
    return await session.rows(sql, bound);
  } catch (error) {
    throw sql.includes("RETURNING") ? namingRule(error, [table]) : error;
  }
}

/** The value of a parameter: text, whatever the type. Texts that PostgreSQL cannot store are in no table. */
function asParameter(value: unknown): unknown {
  if (Array.isArray(value)) return arrayOf((value as string[]).filter(isText));
  return typeof value === "number" ? String(value) : value;
}
