import { ISSUED_COLUMNS, KEY_COLUMNS, namesOf } from "../../sql/batch-columns.ts";
import { rowsOf } from "../connection/array-text.ts";
import type { Tables } from "../settings.ts";
import { dollarQuoteFor, LOOK_UP } from "./trigger-sql.ts";

/** The procedure that issues invoices in one round trip. Its last word is its version. */
export const ISSUE_PROCEDURE = "faktura_issue_2";

/** The function that decides for which companies it may. */
export const EXPECT_FUNCTION = "faktura_expect_2";

/**
 * What both are told about the end of the books of each company, as the server of the caller remembers it: arrays with one
 * element for each company. Each key names its company by its place in them, from 1.
 */
const EXPECTED = [
  "companies pg_catalog.text[]",
  "fences bigint[]",
  "last_counters bigint[]",
  "last_days pg_catalog.date[]",
  "last_positions bigint[]",
  "last_digests pg_catalog.text[]",
  "last_places bigint[]",
  "last_profiles pg_catalog.text[]",
  "clocks_ms bigint[]",
  "wait_ms bigint",
  "key_owners integer[]",
  "used_keys pg_catalog.text[]",
];

/** The rest of the keys, and the columns of the invoices, as arrays. Documents are separated by the character 30. */
const WRITTEN = [
  "fingerprints pg_catalog.text[]",
  "key_invoices pg_catalog.text[]",
  "owners integer[]",
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
 * The function takes the locks of the companies, but of those that somebody else holds. Returns for each company the time
 * on the server's clock if its books end where the caller expects it, else NULL. It returns NULL alone if a setting of the
 * session would change the meaning of what follows; a transaction of its own sets that. Other settings it makes as strong
 * as such a transaction does, until the end of the transaction.
 *
 * One statement serves all companies, because starting it costs more than what it reads. Its plan must look up each company
 * by index, however many there are: so each subquery is lateral, and the plan does not depend on the arrays.
 */
function expectFunction(tables: Tables): string {
  const { schema, schemaName, sequences, invoices, seriesInvoices, journal, companies, keys } = tables;
  const quote = dollarQuoteFor(schemaName);
  return `
CREATE OR REPLACE FUNCTION ${schema}.${EXPECT_FUNCTION}(
  ${EXPECTED.join(", ")}
) RETURNS bigint[] LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET enable_bitmapscan = off
SET plan_cache_mode = force_generic_plan
AS ${quote}
#variable_conflict use_variable -- the host may have added columns
DECLARE
  now_ms bigint;
  setting pg_catalog.text;
  locked boolean[];
  replayed integer[] := '{}';
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
  locked := ARRAY(SELECT s.is_locked IS NOT NULL
    FROM ${rowsOf("companies", "fences")} WITH ORDINALITY AS e (id, fence, place) LEFT JOIN LATERAL (
      SELECT true AS is_locked FROM ${sequences} AS s WHERE s.company_id = e.id AND s.fence = e.fence
      FOR UPDATE SKIP LOCKED
    ) AS s ON true ORDER BY e.place);
  -- Separate statements, which see everything that was committed before the locks were taken.
  now_ms := pg_catalog.floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000);
  IF used_keys IS NOT NULL THEN
    replayed := ARRAY(SELECT u.place FROM ${rowsOf("key_owners", "used_keys")} AS u (place, key)
      WHERE EXISTS (SELECT 1 FROM ${keys} AS k WHERE k.company_id = companies[u.place] AND k.key = u.key ${LOOK_UP}));
  END IF;
  RETURN ARRAY(SELECT CASE WHEN e.is_locked AND e.place <> ALL (replayed) AND pg_catalog.abs(now_ms - e.clock_ms) <= ${CLOCK_MS} AND (
      SELECT i.counter = e.counter AND i.issue_date = e.day AND i.journal_position IS NOT NULL
        AND greatest(i.journal_position, j.position) = e.position
        AND CASE WHEN j.position > i.journal_position THEN j.digest ELSE i.digest END = e.digest
        AND coalesce((SELECT pg_catalog.max(p.place) FROM ${seriesInvoices} AS p WHERE p.company_id = e.id), 0) = e.places
        AND (e.profile IS NULL OR e.profile = (SELECT c.profile FROM ${companies} AS c WHERE c.company_id = e.id))
      FROM (SELECT counter, issue_date, journal_position, digest FROM ${invoices}
        WHERE company_id = e.id ORDER BY counter DESC LIMIT 1) AS i
      LEFT JOIN (SELECT position, digest FROM ${journal}
        WHERE company_id = e.id ORDER BY position DESC LIMIT 1) AS j ON true) THEN now_ms END
    FROM ${rowsOf("locked", "companies", "last_counters", "last_days", "last_positions", "last_digests", "last_places", "last_profiles", "clocks_ms")}
      WITH ORDINALITY AS e (is_locked, id, counter, day, position, digest, places, profile, clock_ms, place)
    ORDER BY e.place);
END
${quote};
`;
}

/**
 * The procedure writes the invoices of these companies and their keys, and commits. `answer` is the time on the server's
 * clock for each company, or `-` if nothing of it was written; NULL if nothing at all was. It commits by itself, so that it
 * fails in a transaction that somebody has left open, and so that the companies' locks are never held while the connection
 * waits for a message. It does not set a search path: triggers of the host's keep theirs. So everything in it is qualified.
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
  admitted bigint[] := ${schema}.${EXPECT_FUNCTION}(${passed});
  written pg_catalog.int8;
BEGIN
  IF pg_catalog.cardinality(pg_catalog.array_remove(admitted, NULL)) OPERATOR(pg_catalog.>) 0 THEN
    answer := pg_catalog.array_to_string(admitted, ',', '-');
    ${insertInto(invoices, ISSUED_COLUMNS, ["owners", "counters", "ids", "invoice_numbers", "days", "sources", documents, "actors", "positions", "digests", "dues"])}
    IF used_keys IS NOT NULL THEN
      ${insertInto(keys, KEY_COLUMNS, ["key_owners", "used_keys", "fingerprints", "key_invoices"])}
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

/** SQL that inserts the rows of the admitted companies. If a trigger or a rule skips one, there is no answer. */
function insertInto(table: string, columns: readonly { readonly name: string }[], arrays: readonly string[]): string {
  const names = namesOf(columns);
  return `INSERT INTO ${table} (company_id, ${names})
      SELECT companies[batch.place], ${columns.map(({ name }) => `batch.${name}`).join(", ")}
        FROM ${rowsOf(...arrays)} AS batch (place, ${names}) WHERE admitted[batch.place] IS NOT NULL;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written OPERATOR(pg_catalog.<>) (SELECT pg_catalog.count(*) FROM pg_catalog.unnest(${arrays[0]}) AS batch (place)
      WHERE admitted[batch.place] IS NOT NULL)
    THEN
      answer := NULL;
    END IF;`;
}
