import { TAKEN_BY_CREDIT_NOTE, TAKEN_BY_SERIES } from "../../../common/refusals.ts";
import type { Tables } from "../../settings.ts";
import { checkFunction, LOOK_UP, refuse } from "../trigger-sql.ts";

/** SQL of the counter that an invoice of the first series has, with the number `number`. */
export function counterOfFirst({ seriesInvoices }: Tables, companyId: string, number: string): string {
  return `${number} + coalesce((SELECT s.place FROM ${seriesInvoices} AS s WHERE s.company_id = ${companyId}
    AND s.counter - s.place < ${number} ORDER BY s.counter - s.place DESC, s.place DESC LIMIT 1), 0)`;
}

/** SQL of the position that a named series continues, before its first invoice; NULL if there is none. */
export function continuedSeries(
  { journal }: Tables,
  column: "lastCounter" | "lastIssueDate",
  companyId: string,
  series: string,
): string {
  return `(SELECT j.document::pg_catalog.json ->> '${column}'::pg_catalog.text FROM ${journal} AS j
    WHERE j.company_id = ${companyId} AND j.invoice_id IS NULL AND j.kind = 'numbering.continued'
      AND j.document::pg_catalog.json ->> 'series'::pg_catalog.text = ${series}
    ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1)`;
}

/**
 * The check of the rows that a statement inserts for invoices of named series: each series goes on without a gap, and
 * so do the places; each row has its invoice, whose document names the series; and no other invoice or credit note has
 * its number.
 */
export function seriesGuard(tables: Tables): string {
  const { seriesInvoices, invoices, creditNotes } = tables;
  return checkFunction(
    tables,
    "faktura_in_series",
    `
DECLARE
  batch record;
BEGIN
  FOR batch IN
    SELECT company_id, pg_catalog.count(*) AS size, pg_catalog.min(place) AS first, pg_catalog.max(place) AS last,
      pg_catalog.min(counter) AS first_counter,
      pg_catalog.bool_or(backwards) AS backwards
    FROM (SELECT company_id, place, counter, counter <= pg_catalog.lag(counter) OVER places AS backwards
      FROM written WINDOW places AS (PARTITION BY company_id ORDER BY place)) AS placed
    GROUP BY company_id
  LOOP
    IF batch.backwards OR batch.last - batch.first + 1 <> batch.size
      OR (SELECT pg_catalog.count(*) FROM (SELECT 1 FROM ${seriesInvoices} AS s WHERE s.company_id = batch.company_id
        AND s.place >= batch.first ORDER BY s.place LIMIT batch.size + 1) AS above) <> batch.size
      OR batch.first - 1 <> coalesce((SELECT s.place FROM ${seriesInvoices} AS s
        WHERE s.company_id = batch.company_id AND s.place < batch.first ORDER BY s.place DESC LIMIT 1), 0)
      OR batch.first_counter <= coalesce((SELECT s.counter FROM ${seriesInvoices} AS s
        WHERE s.company_id = batch.company_id AND s.place < batch.first ORDER BY s.place DESC LIMIT 1), 0)
    THEN
      ${refuse(NOT_NEXT)}
    END IF;
  END LOOP;
  FOR batch IN
    SELECT company_id, series, pg_catalog.count(*) AS size, pg_catalog.min(number) AS first,
      pg_catalog.max(number) AS last FROM written
    GROUP BY company_id, series
  LOOP
    IF batch.last - batch.first + 1 <> batch.size
      OR (SELECT pg_catalog.count(*) FROM (SELECT 1 FROM ${seriesInvoices} AS s WHERE s.company_id = batch.company_id
        AND s.series = batch.series AND s.number >= batch.first ORDER BY s.number LIMIT batch.size + 1) AS above) <> batch.size
      OR batch.first - 1 <> coalesce((SELECT s.number FROM ${seriesInvoices} AS s WHERE s.company_id = batch.company_id
        AND s.series = batch.series AND s.number < batch.first ORDER BY s.number DESC LIMIT 1),
        ${continuedSeries(tables, "lastCounter", "batch.company_id", "batch.series")}::bigint, 0)
    THEN
      ${refuse(NOT_NEXT)}
    END IF;
  END LOOP;
  IF EXISTS (SELECT 1 FROM written AS w WHERE NOT EXISTS (SELECT 1 FROM ${invoices} AS i
    WHERE i.company_id = w.company_id AND i.counter = w.counter AND i.invoice_number = w.invoice_number
      AND i.document::pg_catalog.json ->> 'series'::pg_catalog.text = w.series ${LOOK_UP}))
  THEN
    ${refuse("a row of a series needs an invoice that names the series")}
  END IF;
  IF EXISTS (SELECT 1 FROM written AS w WHERE EXISTS (SELECT 1 FROM ${creditNotes} AS n
    WHERE n.company_id = w.company_id AND n.counter = w.number
      AND pg_catalog.lower(n.credit_note_number) = pg_catalog.lower(w.invoice_number) ${LOOK_UP}))
  THEN
    ${refuse(TAKEN_BY_CREDIT_NOTE)}
  END IF;
  IF EXISTS (SELECT 1 FROM written AS w WHERE EXISTS (SELECT 1 FROM ${seriesInvoices} AS s
      WHERE s.company_id = w.company_id AND pg_catalog.lower(s.invoice_number) = pg_catalog.lower(w.invoice_number)
        AND s.place <> w.place ${LOOK_UP})
    OR EXISTS (SELECT 1 FROM ${invoices} AS i WHERE i.company_id = w.company_id AND i.counter <> w.counter
      AND i.counter = ${counterOfFirst(tables, "w.company_id", "w.number")}
      AND pg_catalog.lower(i.invoice_number) = pg_catalog.lower(w.invoice_number) ${LOOK_UP}))
  THEN
    ${refuse(TAKEN_BY_SERIES)}
  END IF;
  RETURN NULL;
END`,
  );
}

const NOT_NEXT = "an invoice must have the last number of its series plus one";
