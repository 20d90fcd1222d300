import type { Tables } from "../settings.ts";
import { checkFunction, refuse, refusing, trigger } from "./trigger-sql.ts";

/**
 * SQL for the tables of the journal's events. The journal itself is the record of the events. A cursor says up to which
 * entry a consumer has acknowledged them, and a lease which worker is delivering to it.
 */
export function eventTables({ eventCursors, eventLeases, eventConsumers, eventsAside }: Tables): string {
  return `
CREATE TABLE ${eventCursors} (
  company_id           pg_catalog.text COLLATE "C" NOT NULL,
  consumer             pg_catalog.text COLLATE "C" NOT NULL,
  acknowledged_through bigint NOT NULL,
  invoices_through     bigint NOT NULL,
  digest               pg_catalog.text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_event_cursors_pkey PRIMARY KEY (company_id, consumer)
);

-- Rows are kept, so that tokens only grow.
CREATE TABLE ${eventLeases} (
  company_id   pg_catalog.text COLLATE "C" NOT NULL,
  consumer     pg_catalog.text COLLATE "C" NOT NULL,
  token        bigint NOT NULL,
  worker       pg_catalog.text COLLATE "C" NOT NULL,
  leased_until pg_catalog.text COLLATE "C",
  failures     bigint NOT NULL DEFAULT 0,
  waits_until  pg_catalog.text COLLATE "C",
  CONSTRAINT faktura_event_leases_pkey PRIMARY KEY (company_id, consumer)
);

-- The consumers that began where the journals were then. Their cursors are in the same commit.
CREATE TABLE ${eventConsumers} (
  consumer pg_catalog.text COLLATE "C" NOT NULL,
  begun_at pg_catalog.text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_event_consumers_pkey PRIMARY KEY (consumer)
);

-- The events that the cursor has passed although no delivery succeeded. The entry is found by its position and by the
-- counter of the last invoice before it.
CREATE TABLE ${eventsAside} (
  company_id      pg_catalog.text COLLATE "C" NOT NULL,
  consumer        pg_catalog.text COLLATE "C" NOT NULL,
  position        bigint NOT NULL,
  invoices_before bigint NOT NULL,
  attempts        bigint NOT NULL,
  error           pg_catalog.text COLLATE "C" NOT NULL,
  at              pg_catalog.text COLLATE "C" NOT NULL,
  CONSTRAINT faktura_events_aside_pkey PRIMARY KEY (company_id, consumer, position)
);
`;
}

const MESSAGE = "the cursor of events can only move forward, to an entry of the journal";

/** Larger than any position. Used for an invoice that has no position yet. */
const UNCHAINED = "9223372036854775807";

/** SQL for the guards of the cursors. They need the function `faktura_refuse`. */
export function eventGuards(tables: Tables): string {
  const { schema, eventCursors } = tables;
  return `
${cursorCheck(tables)}
${trigger("forward", eventCursors, "AFTER INSERT OR UPDATE", "FOR EACH ROW", `${schema}.faktura_forward_events()`)}
${refusing(tables, "kept", eventCursors, "BEFORE DELETE", MESSAGE)}
${refusing(tables, "whole", eventCursors, "BEFORE TRUNCATE", MESSAGE, { each: "STATEMENT" })}`;
}

/**
 * SQL for the check that a cursor only moves forward and is consistent. Its digest must be that of the entry where it
 * is, and its counter that of the last invoice up to there. Otherwise entries would be skipped.
 */
function cursorCheck(tables: Tables): string {
  const { invoices, journal } = tables;
  return checkFunction(
    tables,
    "faktura_forward_events",
    `
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.company_id <> OLD.company_id OR NEW.consumer <> OLD.consumer
      OR NEW.acknowledged_through < OLD.acknowledged_through
    THEN
      ${refuse(MESSAGE)}
    END IF;
  END IF;
  IF NEW.digest IS DISTINCT FROM coalesce(
      (SELECT j.digest FROM ${journal} AS j
       WHERE j.company_id = NEW.company_id AND j.position = NEW.acknowledged_through),
      (SELECT i.digest FROM ${invoices} AS i WHERE i.company_id = NEW.company_id AND i.counter = NEW.invoices_through
         AND i.journal_position = NEW.acknowledged_through))
    OR coalesce((SELECT coalesce(i.journal_position, ${UNCHAINED}) FROM ${invoices} AS i
      WHERE i.company_id = NEW.company_id AND i.counter = NEW.invoices_through), 0) > NEW.acknowledged_through
    OR coalesce((SELECT coalesce(i.journal_position, ${UNCHAINED}) FROM ${invoices} AS i
      WHERE i.company_id = NEW.company_id AND i.counter > NEW.invoices_through
      ORDER BY i.counter LIMIT 1), ${UNCHAINED}) <= NEW.acknowledged_through
  THEN
    ${refuse(MESSAGE)}
  END IF;
  RETURN NULL;
END`,
  );
}
