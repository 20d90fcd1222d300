import { STATE_COLUMNS } from "../../sql/batch-columns.ts";
import { AMOUNTS, STATE_TEXTS } from "../../sql/invoices.ts";
import type { Tables } from "../settings.ts";

/**
 * The columns of a row of a list, all as text, from a table with the alias `i`. Hosts can change how a driver parses
 * dates and numbers for the whole process.
 */
export const INVOICE_COLUMNS = `${["counter", ...AMOUNTS].map((name) => `i.${name}::pg_catalog.text AS ${name}`).join(", ")},
  ${STATE_TEXTS}, i.document`;

/** The same from a common table expression with the alias `page`, without the counter. */
export const PAGE_COLUMNS = `${STATE_COLUMNS.map(({ name }) => `page.${name}`).join(", ")}, page.document`;

/** SQL from FROM on, of all `dates.resumed` entries of the company `$1`. */
export function resumptionsOf({ journal }: Tables): string {
  return `FROM ${journal} AS j WHERE j.company_id = $1 AND j.invoice_id IS NULL AND j.kind = 'dates.resumed'`;
}
