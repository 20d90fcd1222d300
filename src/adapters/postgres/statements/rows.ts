import { AMOUNTS } from "../../sql/invoices.ts";
import type { Tables } from "../settings.ts";

const AMOUNTS_AS_TEXT = AMOUNTS.map((column) => `i.${column}::pg_catalog.text AS ${column}`).join(", ");

/**
 * The columns of a row of a list, all as text, from a table with the alias `i`. Hosts can change how a driver parses
 * dates and numbers for the whole process.
 */
export const INVOICE_COLUMNS = `i.counter::pg_catalog.text AS counter, i.status, ${AMOUNTS_AS_TEXT}, i.settled_by, i.cancelled_at, i.cancellation_reason, i.written_off_on, i.write_off_reason, i.document`;

/** The same from a common table expression with the alias `page`, without the counter. */
export const PAGE_COLUMNS = [
  ...["status", ...AMOUNTS, "settled_by", "cancelled_at", "cancellation_reason"],
  ...["written_off_on", "write_off_reason", "document"],
]
  .map((column) => `page.${column}`)
  .join(", ");

/** SQL from FROM on, of all `dates.resumed` entries of the company `$1`. */
export function resumptionsOf({ journal }: Tables): string {
  return `FROM ${journal} AS j WHERE j.company_id = $1 AND j.invoice_id IS NULL AND j.kind = 'dates.resumed'`;
}
