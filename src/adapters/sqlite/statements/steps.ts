import type { Statement, Steps } from "../../sql/steps.ts";
import type { SqlSyntax } from "../../sql/syntax.ts";
import type { Session } from "../connection/session.ts";
import { sqliteSyntax } from "./syntax.ts";

/** Runs steps of shared statements synchronously, and returns their result. */
export function runSteps<Result>(session: Session, begin: (sql: SqlSyntax) => Steps<Result>): Result {
  const steps = begin(sqliteSyntax);
  let step = steps.next([]);
  while (step.done !== true) step = steps.next(answerOf(session, step.value));
  return step.value;
}

function answerOf(session: Session, { text, values, rows }: Statement): readonly unknown[] {
  const [sql, bound] = boundText(text, values);
  if (rows === undefined) return session.all(sql, ...bound);
  session.write(rows === "1" ? 1 : countOf(session, rows, values), sql, ...bound);
  return [];
}

function countOf(session: Session, rows: string, values: readonly unknown[]): number {
  const [sql, bound] = boundText(`SELECT ${rows} AS wanted`, values);
  return session.get<{ wanted: number }>(sql, ...bound)!.wanted;
}

/** The text with `?` for each parameter, and the places of their values. */
type BoundText = readonly [text: string, places: readonly number[]];

const boundTexts = new Map<string, BoundText>();

/** Drivers bind values to `?` in order, but numbered parameters each in another way. Arrays become JSON. */
function boundText(text: string, values: readonly unknown[]): [sql: string, bound: unknown[]] {
  let bound = boundTexts.get(text);
  if (bound === undefined) {
    const places: number[] = [];
    const sql = text.replace(/\$(\d+)/g, (_, number: string) => {
      places.push(Number(number) - 1);
      return "?";
    });
    bound = [sql, places];
    boundTexts.set(text, bound);
  }
  const [sql, places] = bound;
  return [sql, places.map((place) => (Array.isArray(values[place]) ? JSON.stringify(values[place]) : values[place]))];
}
