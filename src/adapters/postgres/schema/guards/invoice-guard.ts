import { DEDUCTED_ONCE, TAKEN_BY_CREDIT_NOTE, TAKEN_BY_SERIES } from "../../../common/refusals.ts";
import type { Tables } from "../../settings.ts";
import { checkFunction, checking, refuse, refusing, trigger } from "../trigger-sql.ts";
import { NOT_CONSECUTIVE, UNSETTLED, unsettled } from "./journal-guards.ts";
import { refuseMoved } from "./place-guards.ts";

const ISSUED_COLUMNS = ["company_id", "counter", "id", "invoice_number", "issue_date", "source", "document", "actor"];

/** Rows that other writers insert get their position in the journal later, once. */
const PLACE_CHANGED = `OLD.journal_position IS NOT NULL AND
  (OLD.journal_position IS DISTINCT FROM NEW.journal_position OR OLD.digest IS DISTINCT FROM NEW.digest)`;

const PLACED = "OLD.journal_position IS NULL AND NEW.journal_position IS NOT NULL";

const FINAL = "a paid invoice cannot be cancelled, and a cancelled one only takes refunds";

const FINAL_CHANGED = `(OLD.status = 'PAID' AND NEW.status = 'CANCELLED') OR (OLD.status = 'CANCELLED' AND (
  NEW.status IS DISTINCT FROM OLD.status OR NEW.cancelled_at IS DISTINCT FROM OLD.cancelled_at OR
  NEW.cancellation_reason IS DISTINCT FROM OLD.cancellation_reason OR
  NEW.credited_total IS DISTINCT FROM OLD.credited_total OR NEW.amount_paid > OLD.amount_paid OR
  NEW.discount_taken IS DISTINCT FROM OLD.discount_taken OR
  NEW.prepaid_refunded < OLD.prepaid_refunded))`;

/** What is due changes only with what it follows from. */
const DUE_CHANGED = `NEW.amount_due IS DISTINCT FROM OLD.amount_due AND NOT (
  NEW.amount_paid <> OLD.amount_paid OR NEW.prepaid_refunded <> OLD.prepaid_refunded OR
  NEW.discount_taken <> OLD.discount_taken OR NEW.credited_total <> OLD.credited_total OR NEW.settled_amount <> OLD.settled_amount OR NEW.status <> OLD.status)`;

/** A write-off is final, and has its journal entry: see {@link unsettled}. */
const WRITE_OFF_CHANGED = `OLD.written_off_on IS NOT NULL AND (NEW.written_off_on IS DISTINCT FROM OLD.written_off_on
  OR NEW.write_off_reason IS DISTINCT FROM OLD.write_off_reason)`;

const DEDUCTED_TWICE = "OLD.settled_by <> NEW.settled_by";

/**
 * SQL for the check of inserted invoices. It runs once per statement and company, however many invoices the statement
 * inserts. They must follow the last invoice without a gap, in the sequence and in the journal, and no credit note may
 * have their numbers. Their dates must not run backwards, unless a journal entry resumes them. An invoice that is
 * inserted as paid or cancelled needs its journal entries. If two transactions do not see each other, the primary key
 * rejects the second one.
 *
 * Starting a query costs more than what it reads. So one query finds what every insert is compared with, and others
 * run only if it shows that they could refuse something.
 */
export function invoiceGuard(tables: Tables): string {
  const { seriesInvoices, creditNotes, journal } = tables;
  return checkFunction(
    tables,
    "faktura_follow",
    `
DECLARE
  batch record;
  disorder record;
  last_entry bigint;
  is_taken boolean;
  resumed_on pg_catalog.text;
BEGIN
  FOR batch IN ${batches(tables)}
  LOOP
    ${refuseMoved("batch.peer")}
    -- A host's own counter also numbers invoices that are not kept here. Then the counters only have to grow.
    IF batch.counter >= batch.first OR (batch.counted_by IS DISTINCT FROM 'host' AND (
      batch.first - 1 <> coalesce(batch.counter, batch.last_counter, 0)
      OR batch.last - batch.first + 1 <> batch.size))
    THEN
      ${refuse("an invoice must have the last counter plus one")}
    END IF;
    -- Equal numbers have equal counters, within their series. Invoices of named series take up counters, but no numbers
    -- of the first series. Their own numbers are compared when their rows in the series are inserted.
    IF batch.last_credit_note >= batch.first - coalesce(batch.place, 0) THEN
      SELECT EXISTS (SELECT 1 FROM ${creditNotes} AS n WHERE n.company_id = batch.company_id
        AND n.counter BETWEEN batch.first - coalesce(batch.place, 0) AND batch.last - coalesce(batch.place, 0)
        AND pg_catalog.lower(n.credit_note_number) IN (SELECT pg_catalog.lower(w.invoice_number) FROM written AS w
          WHERE w.company_id = n.company_id)) INTO is_taken;
      IF is_taken THEN
        ${refuse(TAKEN_BY_CREDIT_NOTE)}
      END IF;
    END IF;
    IF batch.place IS NOT NULL THEN
      SELECT EXISTS (SELECT 1 FROM written AS w WHERE w.company_id = batch.company_id AND EXISTS (
        SELECT 1 FROM ${seriesInvoices} AS other WHERE other.company_id = w.company_id AND other.counter <> w.counter
          AND pg_catalog.lower(other.invoice_number) = pg_catalog.lower(w.invoice_number) OFFSET 0)) INTO is_taken;
      IF is_taken THEN
        ${refuse(TAKEN_BY_SERIES)}
      END IF;
    END IF;
    IF batch.size > 1 THEN
      ${WITHIN}
    END IF;
    IF batch.first_date < coalesce(batch.issue_date, batch.last_issue_date) THEN
      -- A separate statement, so that only an insert that goes back needs the right to read the journal.
      SELECT j.document::pg_catalog.json ->> 'resumedOn' INTO resumed_on FROM ${journal} AS j
        WHERE j.company_id = batch.company_id AND j.invoice_id IS NULL AND j.kind = 'dates.resumed'
          AND j.document::pg_catalog.json ->> 'lastCounter' = batch.counter::pg_catalog.text
          AND j.document::pg_catalog.json ->> 'resumedOn' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        ORDER BY j.invoice_id DESC, j.position DESC LIMIT 1;
      IF (pg_catalog.to_char(batch.first_date, 'YYYY-MM-DD') >= resumed_on COLLATE "C") IS NOT TRUE THEN
        ${refuse(BACKWARDS)}
      END IF;
    END IF;
    -- A panel without the right to read the journal inserts rows without a position.
    IF batch.placed > 0 THEN
      SELECT pg_catalog.max(j.position) INTO last_entry FROM ${journal} AS j
        WHERE j.company_id = batch.company_id AND j.position <= batch.last_place;
      IF batch.placed <> batch.size
        OR (batch.counter IS NOT NULL AND batch.journal_position IS NULL)
        OR batch.last_place - batch.size <> greatest(batch.journal_position, last_entry, 0)
      THEN
        ${refuse(NOT_CONSECUTIVE)}
      END IF;
    END IF;
    -- A text that PostgreSQL cannot read is refused now, before any other statement fails at it.
    IF batch.placed < batch.size THEN
      PERFORM w.document::pg_catalog.json ->> '' FROM written AS w;
    END IF;
    -- Nested, because the second condition is slow and needs the right to read even if it is not evaluated.
    IF batch.changed THEN
      IF ${unsettled(tables)} THEN
        ${refuse(UNSETTLED)}
      END IF;
    END IF;
  END LOOP;
  RETURN NULL;
END`,
  );
}

/** SQL for the triggers on the table of invoices. */
export function invoiceTriggers(tables: Tables): string {
  const { schema, invoices } = tables;
  const issuedChanged = ISSUED_COLUMNS.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ");
  return `
${checking(tables, "follow", invoices, "INSERT", "faktura_follow")}
${checking(tables, "settled", invoices, "UPDATE", "faktura_settle")}
${trigger("placed", invoices, "AFTER UPDATE", `FOR EACH ROW WHEN (${PLACED})`, `${schema}.faktura_place()`)}
${refusing(tables, "issued", invoices, "AFTER UPDATE", "an issued invoice cannot be changed", {
  when: `${issuedChanged} OR (${PLACE_CHANGED})`,
})}
${refusing(tables, "due", invoices, "AFTER UPDATE", UNSETTLED, { when: `(${DUE_CHANGED}) OR (${WRITE_OFF_CHANGED})` })}
${refusing(tables, "final", invoices, "AFTER UPDATE", FINAL, { when: FINAL_CHANGED })}
${refusing(tables, "deducted", invoices, "AFTER UPDATE", DEDUCTED_ONCE, { when: DEDUCTED_TWICE })}
${refusing(tables, "kept", invoices, "BEFORE DELETE", "an invoice cannot be deleted")}
${refusing(tables, "whole", invoices, "BEFORE TRUNCATE", "invoices cannot be deleted", { each: "STATEMENT" })}`;
}

const BACKWARDS = "issue dates must not run backwards";

/**
 * SQL for the inserted invoices, summed up per company, with the invoice before them: the one below as many as were
 * inserted. If others are above or among these, it is not below the first of them. So a low counter is refused without
 * reading all higher ones.
 */
function batches({ invoices, seriesInvoices, creditNotes, sequences, shardClaims }: Tables): string {
  return `
    SELECT w.*, i.counter, i.issue_date, i.journal_position, s.last_counter, s.last_issue_date, s.counted_by, p.place,
      n.counter AS last_credit_note, c.peer
    FROM (SELECT company_id, pg_catalog.count(*) AS size, pg_catalog.min(counter) AS first, pg_catalog.max(counter) AS last,
        pg_catalog.min(issue_date) AS first_date, pg_catalog.count(journal_position) AS placed,
          pg_catalog.max(journal_position) AS last_place,
        pg_catalog.bool_or(status <> 'SENT' OR amount_paid <> 0 OR prepaid_refunded <> 0 OR discount_taken <> 0 OR credited_total <> 0 OR settled_by IS NOT NULL
          OR cancellation_reason IS NOT NULL OR written_off_on IS NOT NULL) AS changed
      FROM written GROUP BY company_id
    ) AS w LEFT JOIN LATERAL (
      SELECT i.counter, i.issue_date, i.journal_position FROM ${invoices} AS i
      WHERE i.company_id = w.company_id ORDER BY i.counter DESC OFFSET w.size LIMIT 1
    ) AS i ON true LEFT JOIN LATERAL (
      SELECT s.last_counter, s.last_issue_date, s.counted_by FROM ${sequences} AS s WHERE s.company_id = w.company_id
    ) AS s ON true LEFT JOIN LATERAL (
      SELECT p.place FROM ${seriesInvoices} AS p
      WHERE p.company_id = w.company_id AND p.counter < w.first ORDER BY p.counter DESC LIMIT 1
    ) AS p ON true LEFT JOIN LATERAL (
      SELECT n.counter FROM ${creditNotes} AS n WHERE n.company_id = w.company_id ORDER BY n.counter DESC LIMIT 1
    ) AS n ON true LEFT JOIN ${shardClaims} AS c ON c.company_id = w.company_id`;
}

/** SQL that compares the inserted invoices of one company with each other. */
const WITHIN = `SELECT pg_catalog.bool_or(w.backwards) AS dates, pg_catalog.bool_or(w.misplaced) AS places INTO disorder FROM (
        SELECT issue_date < pg_catalog.lag(issue_date) OVER sequence AS backwards,
          journal_position <> pg_catalog.lag(journal_position) OVER sequence + 1 AS misplaced
        FROM written WHERE company_id = batch.company_id WINDOW sequence AS (ORDER BY counter)) AS w;
      IF disorder.dates THEN
        ${refuse(BACKWARDS)}
      END IF;
      IF disorder.places THEN
        ${refuse(NOT_CONSECUTIVE)}
      END IF;`;
