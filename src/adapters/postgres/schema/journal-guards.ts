import type { Tables } from "../settings.ts";
import { checkFunction, refuse } from "./triggers.ts";

/** Half of the smallest minor unit there is. */
const NEAR = "< 0.00005";

/**
 * SQL of whether a written invoice is not what the journal makes of it: what is paid is the sum of the payments, PAID
 * what is paid in full, and CANCELLED what has an entry that says so.
 */
export function unsettled({ payments, journal }: Tables): string {
  return `EXISTS (SELECT 1 FROM written AS i WHERE
      NOT abs(i.amount_paid - (SELECT coalesce(sum(p.amount), 0) FROM ${payments} AS p
        WHERE p.company_id = i.company_id AND p.invoice_id = i.id)) ${NEAR}
      OR i.status = 'PAID' AND NOT coalesce(abs((i.document::json ->> 'total')::numeric - i.amount_paid) ${NEAR}, false)
      OR i.status <> 'CANCELLED' AND i.cancellation_reason IS NOT NULL
      OR i.status = 'CANCELLED' AND NOT EXISTS (SELECT 1 FROM ${journal} AS j
        WHERE j.company_id = i.company_id AND j.invoice_id = i.id AND j.kind = 'invoice.cancelled'
          AND j.document::json ->> 'cancelledAt' = i.cancelled_at
          AND j.document::json ->> 'cancellationReason' IS NOT DISTINCT FROM i.cancellation_reason
        ${LOOK_UP}))`;
}

/** Keeps the planner from reading a whole table once, in the place of looking a few rows up. */
const LOOK_UP = "OFFSET 0";

/** The check of states that are changed. */
export function stateGuard(tables: Tables): string {
  return checkFunction(
    tables,
    "faktura_settle",
    `
BEGIN
  IF ${unsettled(tables)} THEN
    ${refuse("the journal does not say so of this invoice")}
  END IF;
  RETURN NULL;
END`,
  );
}

/** The check that each payment has its entry. */
export function paymentGuard(tables: Tables): string {
  return checkFunction(
    tables,
    "faktura_journaled",
    `
BEGIN
  IF EXISTS (SELECT 1 FROM written AS p WHERE NOT EXISTS (SELECT 1 FROM ${tables.journal} AS j
    WHERE j.company_id = p.company_id AND j.invoice_id = p.invoice_id AND j.kind = 'payment.recorded'
      AND j.document::json ->> 'id' = p.id ${LOOK_UP})
    -- One entry is one payment's.
    OR EXISTS (SELECT 1 FROM ${tables.payments} AS other
    WHERE other.company_id = p.company_id AND other.invoice_id = p.invoice_id AND other.id = p.id
      AND other.position <> p.position ${LOOK_UP}))
  THEN
    ${refuse("a payment needs its entry in the journal")}
  END IF;
  RETURN NULL;
END`,
  );
}

/** The check that entries follow each other, and the invoices that were inserted before them or with them. */
export function entryGuard(tables: Tables): string {
  const { invoices, journal } = tables;
  return checkFunction(
    tables,
    "faktura_chain",
    `
DECLARE
  batch record;
  last_position bigint;
BEGIN
  FOR batch IN
    SELECT company_id, count(*) AS size, min(position) AS first, max(position) AS last FROM written GROUP BY company_id
  LOOP
    -- Rows that another writer has inserted meanwhile get their places later.
    SELECT greatest((SELECT max(j.position) FROM ${journal} AS j
        WHERE j.company_id = batch.company_id AND j.position < batch.first),
      (SELECT i.journal_position FROM ${invoices} AS i
        WHERE i.company_id = batch.company_id AND i.journal_position IS NOT NULL ORDER BY i.counter DESC LIMIT 1), 0)
    INTO last_position;
    IF batch.last - batch.first + 1 <> batch.size OR batch.first - 1 <> last_position
    THEN
      ${refuse("the journal has no gaps")}
    END IF;
  END LOOP;
  RETURN NULL;
END`,
  );
}

/** The check that an invoice which another writer has inserted gets the journal's next position, and after those before it. */
export function placeGuard(tables: Tables): string {
  const { invoices, journal } = tables;
  return checkFunction(
    tables,
    "faktura_place",
    `
BEGIN
  IF NEW.journal_position - 1 <> greatest(0,
    (SELECT max(j.position) FROM ${journal} AS j WHERE j.company_id = NEW.company_id),
    -- Beyond all positions where the one before has none yet.
    (SELECT coalesce(i.journal_position, 9223372036854775807) FROM ${invoices} AS i
      WHERE i.company_id = NEW.company_id AND i.counter < NEW.counter ORDER BY i.counter DESC LIMIT 1))
  THEN
    ${refuse("the journal has no gaps")}
  END IF;
  RETURN NULL;
END`,
  );
}

/** The check that a cursor moves forward only, past nothing but what is acknowledged, with the digest of where it stands. */
export function cursorGuard(tables: Tables, message: string): string {
  const { invoices, acknowledged } = tables;
  return checkFunction(
    tables,
    "faktura_forward",
    `
DECLARE
  passed_from bigint := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    passed_from := OLD.acknowledged_through;
    IF NEW.company_id <> OLD.company_id THEN
      ${refuse(message)}
    END IF;
  END IF;
  -- Beyond the last invoice nothing can have been acknowledged: what is issued there later would never be pending.
  IF NEW.acknowledged_through < passed_from OR (NEW.acknowledged_through > passed_from
    AND NEW.acknowledged_through > coalesce((SELECT i.counter FROM ${invoices} AS i
      WHERE i.company_id = NEW.company_id ORDER BY i.counter DESC LIMIT 1), 0))
    -- NULL where no invoice is, as before the first one. The audit tells by it that a cursor was moved.
    OR NEW.digest IS DISTINCT FROM (SELECT i.digest FROM ${invoices} AS i
      WHERE i.company_id = NEW.company_id AND i.counter = NEW.acknowledged_through) OR EXISTS (
    SELECT 1 FROM ${invoices} AS i WHERE i.company_id = NEW.company_id AND i.source = 'api'
      AND i.counter > passed_from AND i.counter <= NEW.acknowledged_through
      AND NOT EXISTS (SELECT 1 FROM ${acknowledged} AS a
        WHERE a.company_id = NEW.company_id AND a.counter = i.counter ${LOOK_UP}))
  THEN
    ${refuse(message)}
  END IF;
  RETURN NULL;
END`,
  );
}
