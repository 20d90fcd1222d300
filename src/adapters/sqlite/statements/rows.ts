import type { InvoiceDocument } from "../../../domain/invoice/generated/invoice.ts";
import { ENTRY_FIELDS } from "../../../domain/invoice/invoice-entry.ts";
import { parseStored, type StoredResumption } from "../../../domain/invoice/stored-document.ts";
import type { PageRequest, StoredInvoice } from "../../../ports/invoice-repository.ts";
import { type InvoiceRow, invoiceOf, withDocument } from "../../common/invoice-row.ts";
import { namesOf, STATE_COLUMNS } from "../../sql/batch-columns.ts";
import type { Session } from "../connection/session.ts";
import { JOURNAL_BY_INVOICE } from "../schema/tables.ts";

/** The columns of a row of a list. */
export const INVOICE_COLUMNS = `counter, id, ${namesOf(STATE_COLUMNS)}, document`;

/** How the rows of a list are read: their columns, and the invoice of a row. */
interface RowReading {
  readonly columns: string;
  readonly invoiceOf: (row: InvoiceRow) => StoredInvoice;
}

const WHOLE: RowReading = { columns: INVOICE_COLUMNS, invoiceOf };

/** The values of the fields as a list. It keeps the digits of numbers, and the document is parsed in SQLite alone. */
const ENTRY_VALUES = `json_extract(document, ${ENTRY_FIELDS.map((field) => `'$.${field}'`).join(", ")}) AS document`;

const BRIEF: RowReading = {
  columns: INVOICE_COLUMNS.replace(/document$/, ENTRY_VALUES),
  invoiceOf(row) {
    const values = JSON.parse(row.document) as readonly unknown[];
    const document: Record<string, unknown> = {};
    for (let place = 0; place < ENTRY_FIELDS.length; place += 1)
      document[ENTRY_FIELDS[place]!] = values[place] ?? undefined;
    return withDocument(row, document as object as InvoiceDocument);
  },
};

/** Whole documents, unless a list is {@link PageRequest.isBrief}. */
export function readingOf({ isBrief }: Pick<PageRequest, "isBrief">): RowReading {
  return isBrief ? BRIEF : WHOLE;
}

/** All entries that resumed dates, in order. Uses the index on invoice ids, because few entries have none. */
export function findResumptions(session: Session, companyId: string): StoredResumption[] {
  const rows = session.all<{ document: string }>(
    `SELECT document FROM ${JOURNAL_BY_INVOICE}
     WHERE company_id = ? AND invoice_id IS NULL AND kind = 'dates.resumed' ORDER BY position`,
    companyId,
  );
  return rows.map(({ document }) => parseStored("dates.resumed", document));
}
