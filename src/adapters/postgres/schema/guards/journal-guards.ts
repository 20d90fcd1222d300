import { EXCESSIVE_CREDIT, PORTAL_ENTRY_OF_NOTHING, PORTAL_KINDS } from "../../../common/refusals.ts";
import type { Tables } from "../../settings.ts";
import { checkFunction, LOOK_UP, refuse } from "../trigger-sql.ts";

/** Half of the smallest minor unit of any currency. */
export const HALF_A_UNIT = "0.00005";

const NEAR = `< ${HALF_A_UNIT}`;

export const UNSETTLED = "the state of the invoice does not match its journal entries";
export const NOT_CONSECUTIVE = "journal positions must be consecutive";
/** A field of the document, if it is a number that a currency can hold; else another value. */
const numberIn = (field: string, otherwise: string) =>
  `CASE WHEN pg_catalog.json_typeof(i.document::pg_catalog.json -> '${field}') = 'number'
          THEN CASE WHEN pg_catalog.abs((i.document::pg_catalog.json ->> '${field}')::numeric) < 1e15
            THEN (i.document::pg_catalog.json ->> '${field}')::numeric ELSE ${otherwise} END ELSE ${otherwise} END`;

const PREPAID = numberIn("prepaidAmount", "0");

/** The most that can be paid on an invoice: what is payable, or the total of a panel's document, minus what was prepaid. */
const MOST = `(coalesce(${numberIn("payable", "NULL")}, ${numberIn("total", "0")}) - ${PREPAID})`;

/** Nothing was paid, refunded or credited. */
const UNTOUCHED =
  "i.amount_paid = 0 AND i.prepaid_refunded = 0 AND i.discount_taken = 0 AND i.credited_total = 0 AND i.settled_by IS NULL";

/**
 * What is due does not follow from the document, the payments and the credit notes, or more was paid than can be, or more
 * refunded than was prepaid. As long as nothing was paid or credited, a panel's document must not block the company's next
 * write, which gives it its position.
 */
const UNBALANCED = `CASE WHEN i.status = 'CANCELLED' THEN i.amount_due IS DISTINCT FROM 0 WHEN ${UNTOUCHED} THEN false
        ELSE NOT coalesce(pg_catalog.abs(${MOST} - i.paid - i.discount_taken - i.credited - i.settled_amount - i.amount_due) ${NEAR}, false)
          OR i.amount_paid > 0 AND (i.prepaid_refunded > 0 OR i.amount_paid > ${MOST} + ${HALF_A_UNIT})
          OR i.prepaid_refunded > ${PREPAID} + ${HALF_A_UNIT} END`;

/** SQL for what credit notes over several invoices take off one of them. */
export function appliedCredits(
  { journal }: Tables,
  field: "total" | "payable",
  company: string,
  invoice: string,
): string {
  return `(SELECT coalesce(pg_catalog.sum((a.document::pg_catalog.json ->> '${field}')::numeric), 0) FROM ${journal} AS a
          WHERE a.company_id = ${company} AND a.invoice_id = ${invoice} AND a.kind = 'credit_note.applied')`;
}

/**
 * SQL for the condition that a written invoice does not match the journal. What is paid and credited must be the sums of
 * its payments and credit notes, and what is due must follow; PAID means that something was paid and that nothing is due;
 * and CANCELLED needs a matching entry, like a write-off.
 */
export function unsettled(tables: Tables): string {
  const { payments, creditNotes, journal } = tables;
  const applied = (field: "total" | "payable") => appliedCredits(tables, field, "w.company_id", "w.id");
  return `EXISTS (SELECT 1 FROM (SELECT w.*,
        (SELECT coalesce(pg_catalog.sum(p.amount), 0) FROM ${payments} AS p
          WHERE p.company_id = w.company_id AND p.invoice_id = w.id) AS paid,
        (SELECT coalesce(pg_catalog.sum(n.total), 0) FROM ${creditNotes} AS n
          WHERE n.company_id = w.company_id AND n.invoice_id = w.id) + ${applied("total")} AS noted,
        (SELECT coalesce(pg_catalog.sum(n.payable), 0) FROM ${creditNotes} AS n
          WHERE n.company_id = w.company_id AND n.invoice_id = w.id) + ${applied("payable")} AS credited
      FROM written AS w) AS i WHERE
      NOT pg_catalog.abs(i.amount_paid - i.prepaid_refunded - i.paid) ${NEAR}
      OR NOT pg_catalog.abs(i.credited_total - i.noted) ${NEAR}
      -- Most invoices have none, and need no look at the entries of their payments.
      OR i.discount_taken <> 0 AND NOT pg_catalog.abs(i.discount_taken - (
        SELECT coalesce(pg_catalog.sum((j.document::pg_catalog.json ->> 'discountTaken')::numeric), 0) FROM ${journal} AS j
        WHERE j.company_id = i.company_id AND j.invoice_id = i.id AND j.kind = 'payment.recorded' ${LOOK_UP})) ${NEAR}
      OR ${UNBALANCED}
      OR i.status <> 'CANCELLED' AND (i.status = 'PAID') <> coalesce(i.amount_paid > 0 AND i.amount_due < ${HALF_A_UNIT}, false)
      OR i.status <> 'CANCELLED' AND i.cancellation_reason IS NOT NULL
      OR i.written_off_on IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${journal} AS j
        WHERE j.company_id = i.company_id AND j.invoice_id = i.id AND j.kind = 'invoice.written_off'
          AND j.document::pg_catalog.json ->> 'on' = i.written_off_on
          AND j.document::pg_catalog.json ->> 'reason' = i.write_off_reason ${LOOK_UP})
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
 * that a portal's number or refusal has its invoice or its credit note.
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
  IF EXISTS (SELECT 1 FROM written AS j WHERE j.kind IN ${PORTAL_KINDS} AND (
    j.document::pg_catalog.json ->> 'invoiceId' IS DISTINCT FROM j.invoice_id
    OR (j.document::pg_catalog.json ->> 'creditNoteId' IS DISTINCT FROM j.invoice_id
      AND NOT EXISTS (SELECT 1 FROM ${invoices} AS i WHERE i.company_id = j.company_id AND i.id = j.invoice_id ${LOOK_UP}))
    OR j.document::pg_catalog.json ->> 'creditNoteId' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${creditNotes} AS n
      WHERE n.company_id = j.company_id AND n.invoice_id = j.invoice_id AND n.id = j.document::pg_catalog.json ->> 'creditNoteId'
      ${LOOK_UP})))
  THEN
    ${refuse(PORTAL_ENTRY_OF_NOTHING)}
  END IF;
  -- What a credit note takes off an invoice is kept in the journal alone too. Nested, because few entries need it.
  IF EXISTS (SELECT 1 FROM written AS j WHERE j.kind = 'credit_note.applied') THEN
    IF EXISTS (SELECT 1 FROM written AS j CROSS JOIN LATERAL (SELECT j.document::pg_catalog.json AS said) AS d
      WHERE j.kind = 'credit_note.applied' AND (d.said ->> 'invoiceId' IS DISTINCT FROM j.invoice_id
      OR NOT EXISTS (SELECT 1 FROM ${journal} AS n,
          pg_catalog.json_array_elements(n.document::pg_catalog.json -> 'correctedInvoices') AS c (named)
        WHERE n.company_id = j.company_id AND n.invoice_id = d.said ->> 'creditNoteId' AND n.kind = 'credit_note.issued'
          AND c.named ->> 'invoiceId' = j.invoice_id
          AND (c.named ->> 'amount')::numeric = (d.said ->> 'total')::numeric ${LOOK_UP})
      OR EXISTS (SELECT 1 FROM ${journal} AS n WHERE n.company_id = j.company_id AND n.invoice_id = j.invoice_id
        AND n.kind = 'credit_note.applied' AND n.position <> j.position
        AND n.document::pg_catalog.json ->> 'creditNoteId' = d.said ->> 'creditNoteId' ${LOOK_UP})
      OR NOT EXISTS (SELECT 1 FROM ${invoices} AS i CROSS JOIN LATERAL (
          SELECT coalesce(pg_catalog.sum(n.total), 0) + ${appliedCredits(tables, "total", "j.company_id", "j.invoice_id")} AS total
          FROM ${creditNotes} AS n WHERE n.company_id = j.company_id AND n.invoice_id = j.invoice_id) AS credited
        WHERE i.company_id = j.company_id AND i.id = j.invoice_id
          AND (i.status <> 'CANCELLED' OR i.credited_total = credited.total)
          AND credited.total < (i.document::pg_catalog.json ->> 'total')::numeric + ${HALF_A_UNIT} ${LOOK_UP})))
    THEN
      ${refuse(EXCESSIVE_CREDIT)}
    END IF;
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
