/** A cursor beyond the last invoice would skip the events of invoices that are issued later. */
const IS_BEYOND = `NEW.acknowledged_through > coalesce(
  (SELECT max(counter) FROM faktura_invoices WHERE company_id = NEW.company_id), 0)`;

/**
 * The digest must be that of the invoice at the cursor, NULL if there is none. It shows the audit that a cursor was
 * moved.
 */
const IS_ANOTHERS = `NEW.digest IS NOT (
  SELECT digest FROM faktura_invoices WHERE company_id = NEW.company_id AND counter = NEW.acknowledged_through)`;

/** Triggers that let a billing cursor pass only acknowledged events. */
export const CURSOR_GUARDS = `
CREATE TRIGGER faktura_billing_cursors_forward BEFORE UPDATE ON faktura_billing_cursors
WHEN NEW.company_id IS NOT OLD.company_id OR NEW.acknowledged_through < OLD.acknowledged_through
  OR (NEW.acknowledged_through > OLD.acknowledged_through AND ${IS_BEYOND}) OR ${IS_ANOTHERS} OR EXISTS (
  SELECT 1 FROM faktura_invoices AS i WHERE company_id = NEW.company_id AND source = 'api'
    AND counter > OLD.acknowledged_through AND counter <= NEW.acknowledged_through
    AND NOT EXISTS (SELECT 1 FROM faktura_billing_acknowledged AS a
                    WHERE a.company_id = NEW.company_id AND a.counter = i.counter))
BEGIN SELECT RAISE(ABORT, 'faktura: the billing cursor can only pass acknowledged events'); END;

CREATE TRIGGER faktura_billing_cursors_new BEFORE INSERT ON faktura_billing_cursors
WHEN EXISTS (SELECT 1 FROM faktura_billing_cursors WHERE company_id = NEW.company_id)
  OR ${IS_BEYOND} OR ${IS_ANOTHERS} OR EXISTS (
  SELECT 1 FROM faktura_invoices AS i WHERE company_id = NEW.company_id AND source = 'api'
    AND counter <= NEW.acknowledged_through
    AND NOT EXISTS (SELECT 1 FROM faktura_billing_acknowledged AS a
                    WHERE a.company_id = NEW.company_id AND a.counter = i.counter))
BEGIN SELECT RAISE(ABORT, 'faktura: the billing cursor can only pass acknowledged events'); END;

CREATE TRIGGER faktura_billing_cursors_kept BEFORE DELETE ON faktura_billing_cursors
BEGIN SELECT RAISE(ABORT, 'faktura: the billing cursor can only pass acknowledged events'); END;
`;
