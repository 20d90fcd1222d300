import type { Tables } from "../settings.ts";

/**
 * SQL for which invoices the returns of a month concern, for each 1,000 entries of the journal, written behind the journal. It
 * follows from the books alone: if all rows of a company are deleted, they are written again. The row without a month says
 * where the summary ends. `rules` is the number of what decided the months.
 */
export function returnMonthsTable({ returnMonths }: Tables): string {
  return `
CREATE TABLE ${returnMonths} (
  company_id pg_catalog.text COLLATE "C" NOT NULL,
  rules      bigint NOT NULL,
  month      pg_catalog.text COLLATE "C" NOT NULL,
  through    bigint NOT NULL,
  content    pg_catalog.text NOT NULL,
  CONSTRAINT faktura_return_months_pkey PRIMARY KEY (company_id, rules, month, through)
);`;
}
