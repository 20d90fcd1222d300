import type { Tables } from "../settings.ts";

interface TriggerParts {
  readonly when?: string;
  readonly each?: "ROW" | "STATEMENT";
}

/** SQL of the function that refuses whatever fires it, with its trigger's message. */
export function refusal(tables: Tables): string {
  const body = `
BEGIN
  RAISE EXCEPTION 'faktura: %', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END`;
  return guardFunction(tables, "faktura_refuse", body);
}

/** SQL of a trigger that refuses each row, or each statement, of an event. */
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

/** SQL of a trigger that looks once at all rows that a statement has written; they are in the table `written`. */
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

/** SQL of a trigger that is called after its table and its name, and that nothing passes over. */
export function trigger(name: string, table: string, event: string, scope: string, call: string): string {
  const title = `${table.slice(table.lastIndexOf(".") + 1)}_${name}`;
  return `
CREATE OR REPLACE TRIGGER ${title} ${event} ON ${table} ${scope} EXECUTE FUNCTION ${call};
ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${title};`;
}

/** SQL of a check: a trigger's function, whose plans look rows up. */
export function checkFunction(tables: Tables, name: string, body: string): string {
  // The plans are kept for the session, and must stay right while the table grows from nothing.
  return guardFunction(tables, name, body, ["SET enable_seqscan = off", "SET enable_bitmapscan = off"]);
}

function guardFunction({ schema, schemaName }: Tables, name: string, body: string, settings: readonly string[] = []) {
  const quote = dollarQuoteFor(schemaName);
  return `
CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS trigger LANGUAGE plpgsql
${["SET search_path = pg_catalog, pg_temp", ...settings].join("\n")}
AS ${quote}
${body.trim()}
${quote};
`;
}

/** SQL, inside a check, that refuses the statement. */
export function refuse(message: string): string {
  return `RAISE EXCEPTION 'faktura: ${message}' USING ERRCODE = 'restrict_violation';`;
}

/** Quotes for a function's body in which the name stands; the name may have dollars of its own. */
function dollarQuoteFor(name: string): string {
  let tag = "guard";
  while (name.includes(`$${tag}$`)) tag += "_";
  return `$${tag}$`;
}
