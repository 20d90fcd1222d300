import type { Tables } from "../../settings.ts";
import { checkFunction, LOOK_UP, refuse } from "../trigger-sql.ts";

/**
 * SQL for the check that a cursor only moves forward, only past acknowledged events, and has the digest of its invoice.
 */
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
  -- A cursor beyond the last invoice would skip the events of invoices that are issued later.
  IF NEW.acknowledged_through < passed_from OR (NEW.acknowledged_through > passed_from
    AND NEW.acknowledged_through > coalesce((SELECT i.counter FROM ${invoices} AS i
      WHERE i.company_id = NEW.company_id ORDER BY i.counter DESC LIMIT 1), 0))
    -- The digest must be that of the invoice at the cursor, NULL if there is none. It shows the audit that a cursor was
    -- moved.
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
