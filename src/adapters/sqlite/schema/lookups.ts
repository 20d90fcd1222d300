/** SQL of the host's own reference. */
export const REFERENCE = "json_extract(document, '$.reference')";

/** SQL of the day on which the invoice is due. */
export const DUE_DATE = "json_extract(document, '$.dueDate')";

/** SQL of whether something is due and not written off. A row that another writer inserted counts until its state changes. */
export const IS_DUE = "(coalesce(amount_due + 0 > 0, 1) AND written_off_on IS NULL)";

/**
 * The indexes for lists by reference and by due date. They read the document, so that they also contain the
 * panel's rows. Lists of overdue invoices want those with an amount due, which few of all have.
 */
export const LOOKUPS = `
CREATE INDEX faktura_invoices_by_reference ON faktura_invoices (company_id, ${REFERENCE}, counter)
WHERE ${REFERENCE} IS NOT NULL;

CREATE INDEX faktura_invoices_by_due_date ON faktura_invoices (company_id, ${IS_DUE}, ${DUE_DATE}, counter)
WHERE ${DUE_DATE} IS NOT NULL;`;
