/** The tables that have companies' books, without the prefix `faktura_`. */
export const BOOK_TABLES: readonly string[] = [
  ...[
    "companies",
    "sequences",
    "invoices",
    "series_invoices",
    "payments",
    "credit_notes",
    "idempotency_keys",
    "journal",
    "api_keys",
  ],
  ...[
    "billing_cursors",
    "billing_acknowledged",
    "billing_leases",
    "event_cursors",
    "event_leases",
    "event_consumers",
    "events_aside",
  ],
  ...["search_blocks", "search_terms", "search_postings", "search_texts", "return_months", "shard_claims"],
];
