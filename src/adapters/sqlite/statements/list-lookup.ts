import type { InvoiceFilter } from "../../../ports/invoice-repository.ts";
import type { Bind, LookupSyntax } from "../../sql/lookup-syntax.ts";
import { DUE_DATE, IS_DUE, REFERENCE } from "../schema/lookups.ts";
import { readingOf } from "./rows.ts";

/** How SQLite finds what lists by reference, series and due date ask for. It names the index, and would choose others. */
export const LOOKUPS: LookupSyntax = {
  reading: (isBrief) => readingOf({ isBrief }),
  found,
  isDue: `${IS_DUE} = 1`,
  isDueBefore: (
    day,
  ) => `(json_type(document, '$.retentions') IS NOT 'array' OR amount_due IS NULL OR amount_due - 1e-6 >
    (SELECT total(json_extract(value, '$.amount')) FROM json_each(document, '$.retentions')
      WHERE json_extract(value, '$.dueOn') >= ${day}))`,
  isDatedBefore: (day) => `${DUE_DATE} < ${day}`,
  inSeries: (series) => `EXISTS (SELECT 1 FROM faktura_series_invoices AS s
    WHERE s.company_id = $1 AND s.counter = i.counter AND s.series = ${series})`,
  hasReference: (reference, bind) => `${REFERENCE} = ${bind(reference)}`,
};

function found(filter: InvoiceFilter, bind: Bind): ReturnType<LookupSyntax["found"]> {
  const { reference, series, dueBefore, due } = filter;
  const by = (index: string, condition: string) => {
    const from = `faktura_invoices AS i INDEXED BY faktura_invoices_by_${index} WHERE i.company_id = $1 AND ${condition}`;
    return { from, left: filter };
  };
  if (reference !== undefined) return by("reference", `${REFERENCE} IS NOT NULL`);
  if (dueBefore !== undefined) return by("due_date", `${DUE_DATE} IS NOT NULL${due ? "" : ` AND ${IS_DUE} IN (0, 1)`}`);
  if (series === undefined) return by("status", "i.status = 'SENT'");
  const from = `(SELECT counter AS place FROM faktura_series_invoices WHERE company_id = $1 AND series = ${bind(series)})
    CROSS JOIN faktura_invoices AS i WHERE i.company_id = $1 AND i.counter = place`;
  return { from, left: { ...filter, series: undefined } };
}
