import type { Tables } from "../settings.ts";

/** How many characters of a reference are in the index, because PostgreSQL refuses a key of more than 2,704 bytes. */
export const INDEXED_REFERENCE = 600;

/**
 * SQL of the first characters of a text field of the document, escaped as in JSON. It takes them from the text, because
 * parsing the document would cost half as much as inserting the row. The field must be the first with this name in a
 * canonical document, unless the document has `metadata`, in which a key may have the same name.
 */
function fieldText(name: string, characters: number): string {
  const start = `pg_catalog.strpos(document, '"${name}":"')`;
  return `(CASE WHEN ${start} = 0 OR pg_catalog.strpos(document, '"metadata"') > 0 THEN pg_catalog.left(pg_catalog.left(pg_catalog.substr((document::pg_catalog.json -> '${name}'::pg_catalog.text)::pg_catalog.text, 2), -1), ${characters})
  ELSE pg_catalog.split_part(pg_catalog.substr(document, ${start} + ${name.length + 4}, ${characters}),
    '","', 1) END) COLLATE "C"`;
}

/** SQL of the host's own reference as it is indexed. */
export const REFERENCE_KEY = fieldText("reference", INDEXED_REFERENCE);

/** SQL of the condition for the invoices in the index of references. */
export const HAS_REFERENCE = `pg_catalog.strpos(document, '"reference"') > 0`;

/** SQL of the day on which an invoice is due. */
export const DUE_DATE_KEY = fieldText("dueDate", 10);

/** SQL of the condition for the invoices in the index of due dates. */
export const HAS_DUE_DATE = `pg_catalog.strpos(document, '"dueDate"') > 0`;

/**
 * SQL of whether something is due and not written off. A row that another writer inserted counts until its state changes. One
 * expression, because PostgreSQL splits an AND, and finds no index of the whole then.
 */
export const IS_DUE =
  "(CASE WHEN written_off_on IS NULL THEN amount_due > 0::numeric OR amount_due IS NULL ELSE false END)";

/**
 * SQL for the indexes for lists by reference and by due date. They read the document, so that they also
 * contain the panel's rows. Lists of overdue invoices want those with an amount due, which few of all have.
 */
export function lookupIndexes({ invoices }: Tables): string {
  return `
CREATE INDEX faktura_invoices_by_reference ON ${invoices} (company_id, (${REFERENCE_KEY}), counter)
WHERE ${HAS_REFERENCE};

CREATE INDEX faktura_invoices_by_due_date ON ${invoices} (company_id, ${IS_DUE}, (${DUE_DATE_KEY}), counter)
WHERE ${HAS_DUE_DATE};`;
}
