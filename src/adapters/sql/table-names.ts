/** The tables, each under the name that statements use for it. */
const TABLE_NAMES = {
  version: "faktura_schema",
  companies: "faktura_companies",
  sequences: "faktura_sequences",
  invoices: "faktura_invoices",
  seriesInvoices: "faktura_series_invoices",
  payments: "faktura_payments",
  creditNotes: "faktura_credit_notes",
  keys: "faktura_idempotency_keys",
  journal: "faktura_journal",
  cursors: "faktura_billing_cursors",
  acknowledged: "faktura_billing_acknowledged",
  leases: "faktura_billing_leases",
  eventCursors: "faktura_event_cursors",
  eventLeases: "faktura_event_leases",
  eventConsumers: "faktura_event_consumers",
  eventsAside: "faktura_events_aside",
  apiKeys: "faktura_api_keys",
  returnMonths: "faktura_return_months",
  searchBlocks: "faktura_search_blocks",
  searchTerms: "faktura_search_terms",
  searchPostings: "faktura_search_postings",
  searchTexts: "faktura_search_texts",
  panelRecords: "faktura_panel_records",
  shardClaims: "faktura_shard_claims",
} as const;

/**
 * The tables whose rows a company that moves must not change, because a copy has them: those of the books that are written
 * first or alone, and the leases, so that no worker begins to deliver. The panel's table has no guards.
 */
export const FENCED_TABLES = [
  ...(["invoices", "journal", "companies", "apiKeys", "cursors", "acknowledged"] as const),
  ...(["leases", "eventCursors", "eventLeases", "eventsAside"] as const),
] satisfies readonly (keyof typeof TABLE_NAMES)[];

/** The names of the tables, as SQL writes them. */
export type SqlTables = Readonly<Record<keyof typeof TABLE_NAMES, string>>;

/** The names of the tables behind what comes before each: a schema with its dot, or nothing. */
export function tableNames(before: string): SqlTables {
  const names = Object.entries(TABLE_NAMES).map(([table, name]) => [table, before + name]);
  return Object.fromEntries(names) as SqlTables;
}
