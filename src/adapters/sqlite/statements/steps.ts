import type { StepsOf } from "../../sql/steps.ts";
import type { Session } from "../connection/session.ts";
import { sqliteSyntax } from "./syntax.ts";

/** Runs steps of shared statements synchronously, and returns their result. */
export function runSteps<Args extends unknown[], Result>(
  session: Session,
  begin: StepsOf<Args, Result>,
  ...args: Args
): Result {
  const steps = begin(sqliteSyntax, ...args);
  let step = steps.next([]);
  while (step.done !== true) {
    const { text, values, rows } = step.value;
    let answer: readonly unknown[] = [];
    if (rows === undefined) answer = session.all(...bound(text, values));
    else session.write(rows === "1" ? 1 : wantedRows(session, rows, values), ...bound(text, values));
    step = steps.next(answer);
  }
  return step.value;
}

function wantedRows(session: Session, rows: string, values: readonly unknown[]): number {
  return session.get<{ wanted: number }>(...bound(`SELECT ${rows} AS wanted`, values))!.wanted;
}

/** SQL with `?` for each parameter, and the places of their values. */
type BoundText = readonly [sql: string, places: readonly number[]];

const boundTexts = new Map<string, BoundText>();

/** SQL and its values in the order of `?`, because drivers bind numbered parameters each in another way. Arrays are JSON. */
function bound(text: string, values: readonly unknown[]): [sql: string, ...values: unknown[]] {
  const [sql, places] = boundTexts.get(text) ?? bindText(text);
  const ordered: [string, ...unknown[]] = [sql];
  for (const place of places) {
    const value = values[place];
    ordered.push(Array.isArray(value) ? JSON.stringify(value) : value);
  }
  return ordered;
}

function bindText(text: string): BoundText {
  const places: number[] = [];
  const sql = text.replace(/\$(\d+)/g, (_, number: string) => {
    places.push(Number(number) - 1);
    return "?";
  });
  boundTexts.set(text, [sql, places]);
  return [sql, places];
}
