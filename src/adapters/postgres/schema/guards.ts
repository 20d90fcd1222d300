import type { Tables } from "../settings.ts";
import { cursorGuard } from "./billing-guards.ts";
import { invoiceGuard } from "./invoice-guard.ts";
import { joinedFunction } from "./joined-function.ts";
import { entryGuard, paymentGuard, placeGuard, stateGuard } from "./journal-guards.ts";
import { checking, refusal, refusing, trigger } from "./triggers.ts";

const ISSUED_COLUMNS = ["company_id", "counter", "id", "invoice_number", "issue_date", "source", "document", "actor"];

/** Rows that other writers insert get their position in the journal later, once. */
const PLACE_CHANGED = `OLD.journal_position IS NOT NULL AND
  (OLD.journal_position IS DISTINCT FROM NEW.journal_position OR OLD.digest IS DISTINCT FROM NEW.digest)`;

const PLACED = "OLD.journal_position IS NULL AND NEW.journal_position IS NOT NULL";

const CURSOR = "the billing cursor can only pass acknowledged events";

/**
 * SQL for the functions and triggers with which the database itself refuses what the law forbids, whatever program
 * writes.
 *
 * They check rows after the write, so that no trigger of the host's can change a row afterwards. They fire for every
 * change, whichever columns an UPDATE names, and ALWAYS, so that `session_replication_role` does not bypass them.
 */
export function guardsFor(tables: Tables): string {
  const { schema, invoices, payments, journal, cursors } = tables;
  const issuedChanged = ISSUED_COLUMNS.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ");
  return `
${refusal(tables)}
${invoiceGuard(tables)}
${stateGuard(tables)}
${paymentGuard(tables)}
${entryGuard(tables)}
${placeGuard(tables)}
${cursorGuard(tables, CURSOR)}
${checking(tables, "follow", invoices, "INSERT", "faktura_follow")}
${checking(tables, "settled", invoices, "UPDATE", "faktura_settle")}
${trigger("placed", invoices, "AFTER UPDATE", `FOR EACH ROW WHEN (${PLACED})`, `${schema}.faktura_place()`)}
${refusing(tables, "issued", invoices, "AFTER UPDATE", "an issued invoice cannot be changed", {
  when: `${issuedChanged} OR (${PLACE_CHANGED})`,
})}
${refusing(tables, "final", invoices, "AFTER UPDATE", "a paid or cancelled invoice cannot be changed", {
  when: "OLD.status IS DISTINCT FROM 'SENT'",
})}
${refusing(tables, "kept", invoices, "BEFORE DELETE", "an invoice cannot be deleted")}
${refusing(tables, "whole", invoices, "BEFORE TRUNCATE", "invoices cannot be deleted", { each: "STATEMENT" })}
${checking(tables, "journaled", payments, "INSERT", "faktura_journaled")}
${checking(tables, "chained", journal, "INSERT", "faktura_chain")}
${trigger("forward", cursors, "AFTER INSERT OR UPDATE", "FOR EACH ROW", `${schema}.faktura_forward()`)}
${refusing(tables, "kept", cursors, "BEFORE DELETE", CURSOR)}
${refusing(tables, "whole", cursors, "BEFORE TRUNCATE", CURSOR, { each: "STATEMENT" })}
${appendOnly(tables)}
${joinedFunction(tables)}`;
}

function appendOnly(tables: Tables): string {
  const { payments, keys, journal } = tables;
  const triggers = [payments, keys, journal].map((table) => {
    const message = `rows of ${table.replaceAll('"', "").split(".").at(-1)} cannot be changed or deleted`;
    return (
      refusing(tables, "fixed", table, "BEFORE DELETE OR UPDATE", message) +
      refusing(tables, "whole", table, "BEFORE TRUNCATE", message, { each: "STATEMENT" })
    );
  });
  return triggers.join("");
}
