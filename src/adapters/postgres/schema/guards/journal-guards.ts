import { PORTAL_NUMBER_OF_NOTHING } from "../../../common/portal-number-of-nothing.ts";
import type { Tables } from "../../settings.ts";
import { checkFunction, LOOK_UP, refuse } from "../trigger-sql.ts";

/** Half of the smallest minor unit of any currency. */
export const HALF_A_UNIT = "0.00005";

const NEAR = `< ${HALF_A_UNIT}`;

export const UNSETTLED = "the state of the invoice does not match its journal entries";
export const NOT_CONSECUTIVE = "journal positions must be consecutive";
/** A field of the document, if it is a number; else 0. */
const numberIn = (
  field: string,
) => `CASE pg_catalog.json_typeof(i.document::pg_catalog.json -> '${field}') WHEN 'number'
          THEN (i.document::pg_catalog.json ->> '${field}')::numeric ELSE 0 END`;

/**
 * The most that can be paid on an invoice: its total with the rounding amount, minus what was prepaid. NULL if nothing was
 * paid, so that a panel's document with another total, such as a negative one, does not block the company's next write,
 * which gives it its position.
 */
const PAYABLE = `CASE WHEN i.amount_paid > 0 THEN (i.document::pg_catalog.json ->> 'total')::numeric
        + ${numberIn("roundingAmount")} - ${numberIn("prepaidAmount")} END`;

/** The rounding amount, once full credit took it back with the total. */
const CREDITED_ROUNDING = `CASE WHEN i.amount_paid > 0
        AND i.credited_total > (i.document::pg_catalog.json ->> 'total')::numeric - ${HALF_A_UNIT}
        THEN ${numberIn("roundingAmount")} ELSE 0 END`;

/**
 * SQL for the condition that a written invoice does not match the journal. The amount paid must be the sum of the
 * payments and the credited total that of the credit notes; PAID means that something was paid and that both, with what was
 * prepaid, cover the total and its rounding amount; and CANCELLED needs a matching entry.
 */
export function unsettled({ payments, creditNotes, journal }: Tables): string {
  return `EXISTS (SELECT 1 FROM written AS i WHERE
      NOT pg_catalog.abs(i.amount_paid - (SELECT coalesce(pg_catalog.sum(p.amount), 0) FROM ${payments} AS p
        WHERE p.company_id = i.company_id AND p.invoice_id = i.id)) ${NEAR}
      OR NOT pg_catalog.abs(i.credited_total - (SELECT coalesce(pg_catalog.sum(n.total), 0) FROM ${creditNotes} AS n
        WHERE n.company_id = i.company_id AND n.invoice_id = i.id)) ${NEAR}
      OR i.status <> 'CANCELLED' AND (
        (i.status = 'PAID') <> (i.amount_paid > 0 AND coalesce(
          i.amount_paid + i.credited_total + ${CREDITED_ROUNDING} > (${PAYABLE}) - ${HALF_A_UNIT}, false))
        OR coalesce(i.amount_paid > (${PAYABLE}) + ${HALF_A_UNIT}, false))
      OR i.status <> 'CANCELLED' AND i.cancellation_reason IS NOT NULL
      OR i.status = 'CANCELLED' AND NOT EXISTS (SELECT 1 FROM ${journal} AS j
        WHERE j.company_id = i.company_id AND j.invoice_id = i.id AND j.kind = 'invoice.cancelled'
          AND j.document::pg_catalog.json ->> 'cancelledAt' = i.cancelled_at
          AND j.document::pg_catalog.json ->> 'cancellationReason' IS NOT DISTINCT FROM i.cancellation_reason
        ${LOOK_UP}))`;
}

/** SQL for the check of changed states. */
export function stateGuard(tables: Tables): string {
  return checkFunction(
    tables,
    "faktura_settle",
    `
BEGIN
  IF ${unsettled(tables)} THEN
    ${refuse(UNSETTLED)}
  END IF;
  RETURN NULL;
END`,
  );
}

/** SQL for the check that each payment has its entry. */
export function paymentGuard(tables: Tables): string {
  return checkFunction(
    tables,
    "faktura_journaled",
    `
BEGIN
  IF EXISTS (SELECT 1 FROM written AS p WHERE NOT EXISTS (SELECT 1 FROM ${tables.journal} AS j
    WHERE j.company_id = p.company_id AND j.invoice_id = p.invoice_id AND j.kind = 'payment.recorded'
      AND j.document::pg_catalog.json ->> 'id' = p.id ${LOOK_UP})
    -- Each entry belongs to one payment only.
    OR EXISTS (SELECT 1 FROM ${tables.payments} AS other
    WHERE other.company_id = p.company_id AND other.invoice_id = p.invoice_id AND other.id = p.id
      AND other.position <> p.position ${LOOK_UP}))
  THEN
    ${refuse("a payment needs its own journal entry")}
  END IF;
  RETURN NULL;
END`,
  );
}

/**
 * SQL for the check that entries continue the journal without a gap, after the invoices inserted before or with them, and
 * that a portal's number has its invoice or its credit note.
 */
export function entryGuard(tables: Tables): string {
  const { invoices, creditNotes, journal } = tables;
  return checkFunction(
    tables,
    "faktura_chain",
    `
DECLARE
  batch record;
  last_position bigint;
BEGIN
  FOR batch IN
    SELECT company_id, pg_catalog.count(*) AS size, pg_catalog.min(position) AS first, pg_catalog.max(position) AS last
      FROM written GROUP BY company_id
  LOOP
    -- Rows that another writer has inserted in the meantime get their positions later.
    SELECT greatest((SELECT pg_catalog.max(j.position) FROM ${journal} AS j
        WHERE j.company_id = batch.company_id AND j.position < batch.first),
      (SELECT i.journal_position FROM ${invoices} AS i
        WHERE i.company_id = batch.company_id AND i.journal_position IS NOT NULL ORDER BY i.counter DESC LIMIT 1), 0)
    INTO last_position;
    IF batch.last - batch.first + 1 <> batch.size OR batch.first - 1 <> last_position
    THEN
      ${refuse(NOT_CONSECUTIVE)}
    END IF;
  END LOOP;
  IF EXISTS (SELECT 1 FROM written AS j WHERE j.kind = 'portal_number.recorded' AND (
    j.document::pg_catalog.json ->> 'invoiceId' IS DISTINCT FROM j.invoice_id
    OR (j.document::pg_catalog.json ->> 'creditNoteId' IS DISTINCT FROM j.invoice_id
      AND NOT EXISTS (SELECT 1 FROM ${invoices} AS i WHERE i.company_id = j.company_id AND i.id = j.invoice_id ${LOOK_UP}))
    OR j.document::pg_catalog.json ->> 'creditNoteId' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${creditNotes} AS n
      WHERE n.company_id = j.company_id AND n.invoice_id = j.invoice_id AND n.id = j.document::pg_catalog.json ->> 'creditNoteId'
      ${LOOK_UP})))
  THEN
    ${refuse(PORTAL_NUMBER_OF_NOTHING)}
  END IF;
  RETURN NULL;
END`,
  );
}

/**
 * SQL for the check that an invoice from another writer gets the journal's next position, after all invoices before it.
 */
export function placeGuard(tables: Tables): string {
  const { invoices, journal } = tables;
  return checkFunction(
    tables,
    "faktura_place",
    `
BEGIN
  IF NEW.journal_position - 1 <> greatest(0,
    (SELECT pg_catalog.max(j.position) FROM ${journal} AS j WHERE j.company_id = NEW.company_id),
    -- Larger than any position if the invoice before it has none yet.
    (SELECT coalesce(i.journal_position, 9223372036854775807) FROM ${invoices} AS i
      WHERE i.company_id = NEW.company_id AND i.counter < NEW.counter ORDER BY i.counter DESC LIMIT 1))
  THEN
    ${refuse(NOT_CONSECUTIVE)}
  END IF;
  RETURN NULL;
END`,
  );
}
