import { invoiceOf } from "../../common/invoice-row.ts";
import type { Bind, LookupSyntax } from "../../sql/lookup-syntax.ts";
import {
  DUE_DATE_KEY,
  HAS_DUE_DATE,
  HAS_REFERENCE,
  INDEXED_REFERENCE,
  IS_DUE,
  REFERENCE_KEY,
} from "../schema/lookups.ts";
import type { Tables } from "../settings.ts";
import { INVOICE_COLUMNS } from "./rows.ts";

/** How PostgreSQL finds what lists by reference, series and due date ask for. The planner chooses the index. */
export function lookupsIn({ invoices, seriesInvoices }: Tables): LookupSyntax {
  return {
    reading: () => ({ columns: INVOICE_COLUMNS, invoiceOf }),
    found: (filter) => ({ from: `${invoices} AS i WHERE i.company_id = $1`, left: filter }),
    isDue: IS_DUE,
    isDueBefore,
    // Compared with an expression that no index has, so that the planner does not read all due dates instead.
    isDatedBefore(day, { due }, isFound) {
      if (isFound) return `(i.document::pg_catalog.json ->> 'dueDate'::pg_catalog.text) COLLATE "C" < ${day}`;
      return `${due ? "" : `${IS_DUE} IN (true, false) AND `}${HAS_DUE_DATE} AND ${DUE_DATE_KEY} < ${day}`;
    },
    // Looks up each invoice that the other conditions find. If there are none with an index, it finds the invoices itself.
    inSeries(series, isFound) {
      const rows = `SELECT s.counter FROM ${seriesInvoices} AS s WHERE s.company_id = $1 AND s.series = ${series}`;
      return isFound ? `EXISTS (${rows} AND s.counter = i.counter OFFSET 0)` : `i.counter = ANY (ARRAY(${rows}))`;
    },
    hasReference,
  };
}

function isDueBefore(day: string): string {
  const retentions = "i.document::pg_catalog.json -> 'retentions'::pg_catalog.text";
  const isList = `pg_catalog.strpos(i.document, '"retentions"') > 0 AND pg_catalog.json_typeof(${retentions}) = 'array'::pg_catalog.text`;
  return `(i.amount_due IS NULL OR CASE WHEN ${isList} THEN i.amount_due >
     (SELECT coalesce(pg_catalog.sum((r.value ->> 'amount'::pg_catalog.text)::pg_catalog.numeric), 0::pg_catalog.numeric)
      FROM pg_catalog.json_array_elements(${retentions}) AS r
      WHERE (r.value ->> 'dueOn'::pg_catalog.text) COLLATE "C" >= ${day}::pg_catalog.text) ELSE true END)`;
}

/** The index ends after some characters, so a reference of more is compared as a whole too. */
function hasReference(reference: string, bind: Bind): string {
  const text = [...JSON.stringify(reference).slice(1, -1)]; // as in canonical JSON
  const key = `${HAS_REFERENCE} AND ${REFERENCE_KEY} = ${bind(text.slice(0, INDEXED_REFERENCE).join(""))}`;
  if (text.length <= INDEXED_REFERENCE) return key;
  return `${key} AND i.document::pg_catalog.json ->> 'reference'::pg_catalog.text = ${bind(reference)}`;
}
