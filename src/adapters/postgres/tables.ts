/** The schema that the tables are in where none is named: one of their own, which tools for other tables leave alone. */
export const DEFAULT_SCHEMA = "faktura";

/** The tables by their full names, ready for SQL: the search path is never relied on. */
export interface Tables {
  /** The schema's name as it is, without quotes. */
  readonly schemaName: string;
  readonly schema: string;
  readonly version: string;
  readonly apiKeys: string;
  readonly companies: string;
  readonly sequences: string;
  readonly invoices: string;
  readonly payments: string;
  readonly keys: string;
  readonly journal: string;
  readonly cursors: string;
  readonly acknowledged: string;
  readonly leases: string;
}

/** The tables in the schema of this name. */
export function tablesIn(schemaName: string): Tables {
  const schema = quoted(schemaName);
  return {
    schemaName,
    schema,
    version: `${schema}.faktura_schema`,
    apiKeys: `${schema}.faktura_api_keys`,
    companies: `${schema}.faktura_companies`,
    sequences: `${schema}.faktura_sequences`,
    invoices: `${schema}.faktura_invoices`,
    payments: `${schema}.faktura_payments`,
    keys: `${schema}.faktura_idempotency_keys`,
    journal: `${schema}.faktura_journal`,
    cursors: `${schema}.faktura_billing_cursors`,
    acknowledged: `${schema}.faktura_billing_acknowledged`,
    leases: `${schema}.faktura_billing_leases`,
  };
}

/** A name as an identifier of SQL, whatever characters it has. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
