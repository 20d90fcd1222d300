import type { Tables } from "../../settings.ts";
import { apiKeyGuards } from "../api-keys.ts";
import { eventGuards } from "../events.ts";
import { issueProcedure } from "../issue-procedure.ts";
import { joinedFunction } from "../joined-function.ts";
import { checking, refusal, refusing, trigger } from "../trigger-sql.ts";
import { cursorGuard } from "./billing-guards.ts";
import { creditNoteGuard } from "./credit-note-guards.ts";
import { invoiceGuard, invoiceTriggers } from "./invoice-guard.ts";
import { entryGuard, paymentGuard, placeGuard, stateGuard } from "./journal-guards.ts";
import { placeGuards } from "./place-guards.ts";
import { seriesGuard } from "./series-guard.ts";

const CURSOR = "the billing cursor can only pass acknowledged events";

/**
 * SQL for the functions and triggers that make the database itself refuse what the law forbids, whatever program
 * writes.
 *
 * They check rows after the write, so that no trigger of the host's can change a row afterwards. They fire for every
 * change, whichever columns an UPDATE names, and ALWAYS, so that `session_replication_role` does not bypass them.
 */
export function guardsFor(tables: Tables): string {
  const { schema, seriesInvoices, payments, creditNotes, journal, cursors } = tables;
  return `
${refusal(tables)}
${invoiceGuard(tables)}
${seriesGuard(tables)}
${stateGuard(tables)}
${paymentGuard(tables)}
${creditNoteGuard(tables)}
${entryGuard(tables)}
${placeGuard(tables)}
${cursorGuard(tables, CURSOR)}
${invoiceTriggers(tables)}
${checking(tables, "follow", seriesInvoices, "INSERT", "faktura_in_series")}
${checking(tables, "journaled", payments, "INSERT", "faktura_journaled")}
${checking(tables, "within", creditNotes, "INSERT", "faktura_credit")}
${checking(tables, "chained", journal, "INSERT", "faktura_chain")}
${trigger("forward", cursors, "AFTER INSERT OR UPDATE", "FOR EACH ROW", `${schema}.faktura_forward()`)}
${refusing(tables, "kept", cursors, "BEFORE DELETE", CURSOR)}
${refusing(tables, "whole", cursors, "BEFORE TRUNCATE", CURSOR, { each: "STATEMENT" })}
${appendOnly(tables)}
${eventGuards(tables)}
${apiKeyGuards(tables)}
${placeGuards(tables)}
${joinedFunction(tables)}
${issueProcedure(tables)}`;
}

function appendOnly(tables: Tables): string {
  const { seriesInvoices, payments, creditNotes, keys, journal, eventConsumers } = tables;
  const triggers = [seriesInvoices, payments, creditNotes, keys, journal, eventConsumers].map((table) => {
    const message = `rows of ${table.replaceAll('"', "").split(".").at(-1)} cannot be changed or deleted`;
    return (
      refusing(tables, "fixed", table, "BEFORE DELETE OR UPDATE", message) +
      refusing(tables, "whole", table, "BEFORE TRUNCATE", message, { each: "STATEMENT" })
    );
  });
  return triggers.join("");
}
