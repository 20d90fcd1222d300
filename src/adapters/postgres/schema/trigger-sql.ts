import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";

/** Ends a subquery. Keeps the planner from scanning a whole table instead of looking up a few rows. */
export const LOOK_UP = "OFFSET 0";

interface TriggerParts {
  readonly when?: string;
  readonly each?: "ROW" | "STATEMENT";
}

/** SQL for the trigger function that always refuses, with the trigger's message. */
export function refusal(tables: Tables): string {
  const body = `
BEGIN
  RAISE EXCEPTION 'faktura: %', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END`;
  return guardFunction(tables, "faktura_refuse", body);
}

/** SQL for a trigger that refuses an event, for each row or each statement. */
export function refusing(
  { schema }: Tables,
  name: string,
  table: string,
  event: string,
  message: string,
  { when, each = "ROW" }: TriggerParts = {},
): string {
  const scope = `FOR EACH ${each}${when === undefined ? "" : ` WHEN (${when})`}`;
  return trigger(name, table, event, scope, `${schema}.faktura_refuse('${message}')`);
}

/** SQL for a trigger that checks all rows of a statement at once. They are in the transition table `written`. */
export function checking(
  { schema }: Tables,
  name: string,
  table: string,
  event: "INSERT" | "UPDATE",
  check: string,
): string {
  return trigger(
    name,
    table,
    `AFTER ${event}`,
    "REFERENCING NEW TABLE AS written FOR EACH STATEMENT",
    `${schema}.${check}()`,
  );
}

/** SQL for a trigger, named after its table and `name`. It is enabled ALWAYS, so that nothing bypasses it. */
export function trigger(name: string, table: string, event: string, scope: string, call: string): string {
  const title = `${table.slice(table.lastIndexOf(".") + 1)}_${name}`;
  return `
CREATE OR REPLACE TRIGGER ${title} ${event} ON ${table} ${scope} EXECUTE FUNCTION ${call};
ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${title};`;
}

/** SQL for a trigger function whose query plans use indexes. */
export function checkFunction(tables: Tables, name: string, body: string): string {
  // PostgreSQL caches the plans for the session. They must stay fast while an empty table grows.
  return guardFunction(tables, name, body, ["SET enable_seqscan = off", "SET enable_bitmapscan = off"]);
}

function guardFunction({ schema, schemaName }: Tables, name: string, body: string, settings: readonly string[] = []) {
  const quote = dollarQuoteFor(schemaName);
  return `
CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS pg_catalog.trigger LANGUAGE plpgsql
${["SET search_path = pg_catalog, pg_temp", ...settings].join("\n")}
AS ${quote}
${body.trim()}
${quote};
`;
}

/** SQL inside a check that refuses the statement. */
export function refuse(message: string): string {
  return `RAISE EXCEPTION 'faktura: ${message}' USING ERRCODE = 'restrict_violation';`;
}

/** Dollar quotes for a function body that contains the name, which may itself contain dollars. */
export function dollarQuoteFor(name: string): string {
  let tag = "guard";
  while (name.includes(`$${tag}$`)) tag += "_";
  return `$${tag}$`;
}

/**
 * Runs a write while the library's triggers of a table are disabled, inside a transaction. Until it ends, nobody else can
 * write to the table.
 */
export async function withoutGuards<Result>(
  session: Session,
  table: string,
  write: () => Promise<Result>,
): Promise<Result> {
  const guards = await session.rows<{ name: string }>(
    `SELECT tgname::pg_catalog.text AS name FROM pg_catalog.pg_trigger WHERE tgrelid = pg_catalog.to_regclass($1)
       AND NOT tgisinternal AND tgname LIKE 'faktura\\_%'`,
    [table],
  );
  const all = (action: string) => guards.map(({ name }) => `${action} TRIGGER ${name}`).join(", ");
  if (guards.length > 0) await session.run(`ALTER TABLE ${table} ${all("DISABLE")}`);
  const result = await write();
  if (guards.length > 0) await session.run(`ALTER TABLE ${table} ${all("ENABLE ALWAYS")}`);
  return result;
}
