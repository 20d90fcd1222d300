import type { Tables } from "./tables.ts";

const ISSUED_COLUMNS = ["company_id", "counter", "id", "invoice_number", "issue_date", "source", "document"];

/**
 * Functions and triggers with which the database itself refuses what the law refuses, whoever writes to it.
 *
 * They look at rows after they were written, so that no trigger of the host's can change a row behind them; they fire
 * for any change, whichever columns an UPDATE names; and ALWAYS, so that `session_replication_role` passes none.
 */
export function guardsFor(tables: Tables): string {
  const { schema, invoices, payments, keys } = tables;
  return `
CREATE FUNCTION ${schema}.faktura_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'faktura: %', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END $$;

${insertGuard(tables)}
${trigger("follow", invoices, "AFTER INSERT", "REFERENCING NEW TABLE AS added FOR EACH STATEMENT", {
  call: `${schema}.faktura_follow()`,
})}
${refusing(tables, "issued", invoices, "AFTER UPDATE", "an issued invoice cannot be changed", {
  when: ISSUED_COLUMNS.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR "),
})}
${refusing(tables, "final", invoices, "AFTER UPDATE", "a paid or cancelled invoice cannot be changed", {
  when: "OLD.status IS DISTINCT FROM 'SENT'",
})}
${refusing(tables, "kept", invoices, "BEFORE DELETE", "an invoice cannot be deleted")}
${refusing(tables, "whole", invoices, "BEFORE TRUNCATE", "invoices cannot be deleted", { each: "STATEMENT" })}
${[payments, keys]
  .map((table) => {
    const message = `rows of ${table.replaceAll('"', "").split(".").at(-1)} are only ever added`;
    return (
      refusing(tables, "fixed", table, "BEFORE UPDATE OR DELETE", message) +
      refusing(tables, "whole", table, "BEFORE TRUNCATE", message, { each: "STATEMENT" })
    );
  })
  .join("")}`;
}

/**
 * One check for each statement and company, however many invoices it inserts: they follow the last one without a gap,
 * and their dates do not run backwards. Two transactions that do not see each other meet at the primary key.
 */
function insertGuard({ schema, schemaName, invoices, sequences }: Tables): string {
  const quote = dollarQuoteFor(schemaName);
  return `
CREATE FUNCTION ${schema}.faktura_follow() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp
  -- The plans are kept for the session, and must stay right while the table grows from nothing.
  SET enable_seqscan = off SET enable_bitmapscan = off
AS ${quote}
DECLARE
  batch record;
  last_counter bigint;
  last_date date;
  continued_counter bigint;
  continued_date date;
  counted_by text;
  found_above bigint;
BEGIN
  FOR batch IN
    SELECT company_id, count(*) AS size, min(counter) AS first, max(counter) AS last, min(issue_date) AS first_date,
      bool_or(backwards) AS backwards
    FROM (SELECT *, issue_date < lag(issue_date) OVER (PARTITION BY company_id ORDER BY counter) AS backwards
          FROM added) AS dated
    GROUP BY company_id
  LOOP
    SELECT i.counter, i.issue_date INTO last_counter, last_date FROM ${invoices} AS i
      WHERE i.company_id = batch.company_id AND i.counter < batch.first ORDER BY i.counter DESC LIMIT 1;
    SELECT s.last_counter, s.last_issue_date, s.counted_by INTO continued_counter, continued_date, counted_by
      FROM ${sequences} AS s WHERE s.company_id = batch.company_id;
    -- One more than were added, so that a counter among many higher ones is refused without reading them all.
    SELECT count(*) INTO found_above FROM (SELECT 1 FROM ${invoices} AS i
      WHERE i.company_id = batch.company_id AND i.counter >= batch.first LIMIT batch.size + 1) AS above;
    -- A host's own counter also numbers invoices that are not kept here; then numbers must grow, no more.
    IF found_above <> batch.size OR (counted_by IS DISTINCT FROM 'host' AND (
      batch.first - 1 <> coalesce(last_counter, continued_counter, 0) OR batch.last - batch.first + 1 <> batch.size))
    THEN
      RAISE EXCEPTION 'faktura: an invoice must have the last counter plus one' USING ERRCODE = 'restrict_violation';
    END IF;
    IF batch.backwards OR batch.first_date < coalesce(last_date, continued_date) THEN
      RAISE EXCEPTION 'faktura: issue dates must not run backwards' USING ERRCODE = 'restrict_violation';
    END IF;
  END LOOP;
  RETURN NULL;
END ${quote};
`;
}

/** Quotes for a function's body in which the name stands; the name may have dollars of its own. */
function dollarQuoteFor(name: string): string {
  let tag = "guard";
  while (name.includes(`$${tag}$`)) tag += "_";
  return `$${tag}$`;
}

interface TriggerParts {
  readonly when?: string;
  readonly each?: "ROW" | "STATEMENT";
}

function refusing(
  { schema }: Tables,
  name: string,
  table: string,
  event: string,
  message: string,
  { when, each = "ROW" }: TriggerParts = {},
): string {
  const scope = `FOR EACH ${each}${when === undefined ? "" : ` WHEN (${when})`}`;
  return trigger(name, table, event, scope, { call: `${schema}.faktura_refuse('${message}')` });
}

function trigger(name: string, table: string, event: string, scope: string, { call }: { call: string }): string {
  const title = `${table.slice(table.lastIndexOf(".") + 1)}_${name}`;
  return `
CREATE TRIGGER ${title} ${event} ON ${table} ${scope} EXECUTE FUNCTION ${call};
ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${title};`;
}
