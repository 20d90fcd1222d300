import { rowsOf } from "../connection/array-text.ts";
import type { Tables } from "../settings.ts";
import { dollarQuoteFor } from "./trigger-sql.ts";

/** The procedure that issues invoices in one round trip. Its last word is its version. */
export const ISSUE_PROCEDURE = "faktura_issue_1";

/** The function that decides whether it may. */
export const EXPECT_FUNCTION = "faktura_expect_1";

/** What both are told about the end of the books, as the server of the caller remembers it. */
const EXPECTED = [
  "company pg_catalog.text",
  "fence bigint",
  "last_counter bigint",
  "last_day pg_catalog.date",
  "last_position bigint",
  "last_digest pg_catalog.text",
  "places bigint",
  "last_profile pg_catalog.text",
  "store_ms bigint",
  "wait_ms bigint",
  "used_keys pg_catalog.text[]",
];

/** The columns of the invoices and the rest of the keys, as arrays. Documents are separated by the character 30. */
const WRITTEN = [
  "fingerprints pg_catalog.text[]",
  "key_invoices pg_catalog.text[]",
  "counters bigint[]",
  "ids pg_catalog.text[]",
  "invoice_numbers pg_catalog.text[]",
  "days pg_catalog.date[]",
  "sources pg_catalog.text[]",
  "documents pg_catalog.text",
  "actors pg_catalog.text[]",
  "positions bigint[]",
  "digests pg_catalog.text[]",
  "dues numeric[]",
];

/** The types of the procedure's parameters, in order, without the answer, which comes last. */
export const ISSUE_PARAMETERS: readonly string[] = [...EXPECTED, ...WRITTEN].map((each) => each.split(" ")[1]!);

/** How far the server's clock may be from where it is expected, in milliseconds. */
const CLOCK_MS = 60_000;

/** SQL for the procedure and its function. */
export function issueProcedure(tables: Tables): string {
  return `${expectFunction(tables)}${procedure(tables)}`;
}

/**
 * The function takes the company's lock, unless somebody holds it, and returns the time on the server's clock if the
 * books end where the caller expects it, else NULL. It also returns NULL if a setting of the session would change the
 * meaning of what follows; a transaction of its own sets that. Other settings it makes as strong as such a transaction
 * does, until the end of the transaction.
 */
function expectFunction(tables: Tables): string {
  const { schema, schemaName, sequences, invoices, seriesInvoices, journal, companies, keys } = tables;
  const quote = dollarQuoteFor(schemaName);
  return `
CREATE OR REPLACE FUNCTION ${schema}.${EXPECT_FUNCTION}(
  ${EXPECTED.join(", ")}
) RETURNS pg_catalog.text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET enable_bitmapscan = off
AS ${quote}
#variable_conflict use_variable -- the host may have added columns
DECLARE
  now_ms bigint;
  setting pg_catalog.text;
BEGIN
  IF pg_catalog.current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted')
    OR pg_catalog.current_setting('transaction_read_only') = 'on'
    OR pg_catalog.current_setting('array_nulls', true) = 'off' OR pg_catalog.current_setting('fsync', true) = 'off'
  THEN
    RETURN NULL;
  END IF;
  IF pg_catalog.current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN
    setting := pg_catalog.set_config('synchronous_commit', 'on', true);
  END IF;
  -- Only a warning reports that a commit's wait for the standbys was cancelled.
  IF pg_catalog.current_setting('client_min_messages') = 'error' THEN
    setting := pg_catalog.set_config('client_min_messages', 'warning', true);
  END IF;
  IF pg_catalog.current_setting('lock_timeout') = '0'
    OR pg_catalog.current_setting('lock_timeout')::interval > pg_catalog.make_interval(secs => wait_ms / 1000.0)
  THEN
    setting := pg_catalog.set_config('lock_timeout', wait_ms::pg_catalog.text, true);
  END IF;
  PERFORM 1 FROM ${sequences} AS s WHERE s.company_id = company AND s.fence = ${EXPECT_FUNCTION}.fence
    FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- A separate statement, which sees everything that was committed before the lock was taken.
  now_ms := pg_catalog.floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000);
  IF pg_catalog.abs(now_ms - store_ms) <= ${CLOCK_MS} AND (
    SELECT i.counter = last_counter AND i.issue_date = last_day AND i.journal_position IS NOT NULL
      AND greatest(i.journal_position, j.position) = last_position
      AND CASE WHEN j.position > i.journal_position THEN j.digest ELSE i.digest END = last_digest
      AND coalesce((SELECT pg_catalog.max(p.place) FROM ${seriesInvoices} AS p WHERE p.company_id = company), 0) = places
      AND (last_profile IS NULL OR last_profile = (SELECT c.profile FROM ${companies} AS c WHERE c.company_id = company))
      AND (used_keys IS NULL OR NOT EXISTS (
        SELECT 1 FROM ${keys} AS k WHERE k.company_id = company AND k.key = ANY (used_keys)))
    FROM (SELECT counter, issue_date, journal_position, digest FROM ${invoices}
      WHERE company_id = company ORDER BY counter DESC LIMIT 1) AS i
    LEFT JOIN (SELECT position, digest FROM ${journal}
      WHERE company_id = company ORDER BY position DESC LIMIT 1) AS j ON true)
  THEN
    RETURN now_ms;
  END IF;
  RETURN NULL;
END
${quote};
`;
}

/**
 * The procedure writes the invoices and their keys, and commits. `answer` is the time on the server's clock, or NULL if
 * nothing was written. It commits by itself, so that it fails in a transaction that somebody has left open, and so that
 * the company's lock is never held while the connection waits for a message. It does not set a search path: triggers of
 * the host's keep theirs. So everything in it is qualified.
 */
function procedure(tables: Tables): string {
  const { schema, schemaName, invoices, keys } = tables;
  const quote = dollarQuoteFor(schemaName);
  const documents = "pg_catalog.string_to_array(documents, pg_catalog.chr(30))";
  const passed = EXPECTED.map((each) => each.split(" ")[0]).join(", ");
  return `
CREATE OR REPLACE PROCEDURE ${schema}.${ISSUE_PROCEDURE}(
  ${EXPECTED.join(", ")},
  ${WRITTEN.join(", ")}, INOUT answer pg_catalog.text
) LANGUAGE plpgsql
AS ${quote}
DECLARE
  written pg_catalog.int8;
BEGIN
  answer := ${schema}.${EXPECT_FUNCTION}(${passed});
  IF answer IS NOT NULL THEN
    INSERT INTO ${invoices} (company_id, counter, id, invoice_number, issue_date, source, document, actor,
        journal_position, digest, amount_due)
      SELECT company, batch.*
        FROM ${rowsOf("counters", "ids", "invoice_numbers", "days", "sources", documents, "actors", "positions", "digests", "dues")} AS batch;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written OPERATOR(pg_catalog.<>) pg_catalog.cardinality(counters) THEN
      answer := NULL;
    END IF;
  END IF;
  IF answer IS NOT NULL AND used_keys IS NOT NULL THEN
    INSERT INTO ${keys} (company_id, key, fingerprint, invoice_id)
      SELECT company, batch.* FROM ${rowsOf("used_keys", "fingerprints", "key_invoices")} AS batch;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written OPERATOR(pg_catalog.<>) pg_catalog.cardinality(used_keys) THEN
      answer := NULL;
    END IF;
  END IF;
  IF answer IS NULL THEN
    ROLLBACK;
  ELSE
    COMMIT;
  END IF;
END
${quote};
`;
}
