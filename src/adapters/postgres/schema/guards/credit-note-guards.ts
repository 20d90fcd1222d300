import { EXCESSIVE_CREDIT, TAKEN_BY_INVOICE } from "../../../common/refusals.ts";
import type { Tables } from "../../settings.ts";
import { checkFunction, refuse } from "../trigger-sql.ts";
import { appliedCredits, HALF_A_UNIT } from "./journal-guards.ts";
import { counterOfFirst } from "./series-guard.ts";

/**
 * The check of the credit notes that a statement inserts: they follow the last one without a gap, their dates do not run
 * backwards unless the journal resumed dates, no invoice has their numbers, each has its journal entry, and they credit
 * no more than their invoice.
 */
export function creditNoteGuard(tables: Tables): string {
  return checkFunction(
    tables,
    "faktura_credit",
    `
DECLARE
  batch record;
  before record;
  resumed_on pg_catalog.text;
BEGIN
  FOR batch IN ${BATCHES}
  LOOP
    SELECT n.counter, n.issue_date, n.position,
      (SELECT pg_catalog.count(*) FROM (SELECT 1 FROM ${tables.creditNotes} AS n WHERE n.company_id = batch.company_id
        AND n.counter >= batch.first ORDER BY n.counter LIMIT batch.size + 1) AS above) AS found_above
    INTO before
    FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
      SELECT n.counter, n.issue_date, n.position FROM ${tables.creditNotes} AS n
      WHERE n.company_id = batch.company_id AND n.counter < batch.first ORDER BY n.counter DESC LIMIT 1
    ) AS n ON true;
    IF before.found_above <> batch.size OR batch.first - 1 <> coalesce(before.counter, 0)
      OR batch.last - batch.first + 1 <> batch.size
    THEN
      ${refuse("a credit note must have the last counter plus one")}
    END IF;
    IF batch.backwards THEN
      ${refuse(BACKWARDS)}
    END IF;
    IF batch.first_date < before.issue_date THEN
      SELECT j.document::pg_catalog.json ->> 'resumedOn' INTO resumed_on FROM ${tables.journal} AS j
        WHERE j.company_id = batch.company_id AND j.invoice_id IS NULL AND j.position > before.position
          AND j.kind = 'dates.resumed' AND j.document::pg_catalog.json ->> 'resumedOn' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1;
      IF (pg_catalog.to_char(batch.first_date, 'YYYY-MM-DD') >= resumed_on COLLATE "C") IS NOT TRUE THEN
        ${refuse(BACKWARDS)}
      END IF;
    END IF;
  END LOOP;
  -- Equal numbers have equal counters, within their series.
  IF EXISTS (SELECT 1 FROM written AS n WHERE EXISTS (SELECT 1 FROM ${tables.invoices} AS i
    WHERE i.company_id = n.company_id AND i.counter = ${counterOfFirst(tables, "n.company_id", "n.counter")}
      AND pg_catalog.lower(i.invoice_number) = pg_catalog.lower(n.credit_note_number) OFFSET 0)
    OR EXISTS (SELECT 1 FROM ${tables.seriesInvoices} AS s
    WHERE s.company_id = n.company_id AND pg_catalog.lower(s.invoice_number) = pg_catalog.lower(n.credit_note_number) OFFSET 0))
  THEN
    ${refuse(TAKEN_BY_INVOICE)}
  END IF;
  IF EXISTS (SELECT 1 FROM written AS n WHERE NOT EXISTS (SELECT 1 FROM ${tables.journal} AS j
    WHERE j.company_id = n.company_id AND j.position = n.position AND j.kind = 'credit_note.issued'
      AND j.invoice_id = n.invoice_id AND j.document::pg_catalog.json ->> 'id' = n.id
      AND j.document::pg_catalog.json ->> 'creditNoteNumber' = n.credit_note_number
      AND j.document::pg_catalog.json ->> 'issueDate' = pg_catalog.to_char(n.issue_date, 'YYYY-MM-DD')
      AND (j.document::pg_catalog.json ->> 'total')::numeric = n.total
      AND (j.document::pg_catalog.json ->> 'payable')::numeric = n.payable
      AND coalesce(j.document::pg_catalog.json -> 'corrects' ->> 'invoiceId', n.id) = n.invoice_id OFFSET 0))
  THEN
    ${refuse("a credit note needs a journal entry")}
  END IF;
  -- A cancelled invoice keeps its credited total. One that is credited and cancelled at once has both already.
  IF EXISTS (SELECT 1 FROM (SELECT DISTINCT company_id, invoice_id FROM written WHERE invoice_id <> id) AS n WHERE NOT EXISTS (
    SELECT 1 FROM ${tables.invoices} AS i CROSS JOIN LATERAL (
      SELECT pg_catalog.sum(c.total) + ${appliedCredits(tables, "total", "n.company_id", "n.invoice_id")} AS total
      FROM ${tables.creditNotes} AS c WHERE c.company_id = n.company_id AND c.invoice_id = n.invoice_id) AS credited
    WHERE i.company_id = n.company_id AND i.id = n.invoice_id
      AND (i.status <> 'CANCELLED' OR i.credited_total = credited.total)
      AND credited.total < (i.document::pg_catalog.json ->> 'total')::numeric + ${HALF_A_UNIT} OFFSET 0))
  THEN
    ${refuse(EXCESSIVE_CREDIT)}
  END IF;
  RETURN NULL;
END`,
  );
}

const BACKWARDS = "issue dates must not run backwards";

/** The inserted credit notes of each company. */
const BATCHES = `
    SELECT company_id, pg_catalog.count(*) AS size, pg_catalog.min(counter) AS first, pg_catalog.max(counter) AS last,
      pg_catalog.min(issue_date) AS first_date,
      pg_catalog.bool_or(backwards) AS backwards
    FROM (SELECT company_id, counter, issue_date, issue_date < pg_catalog.lag(issue_date) OVER series AS backwards
      FROM written WINDOW series AS (PARTITION BY company_id ORDER BY counter)) AS dated
    GROUP BY company_id`;
