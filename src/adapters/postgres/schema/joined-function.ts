import type { Tables } from "../settings.ts";

/** The name of the function through which joined calls run their statements. */
export const JOINED_FUNCTION = "faktura_joined";

/**
 * The types of its parameters, as PostgreSQL prints them, because the host may have another function with this name.
 */
export const JOINED_PARAMETERS = "text, text, text, text, text[], text[]";

/** The settings that hold a joined transaction's token and the last step of a write. A rollback undoes them too. */
export const TRANSACTION_SETTING = "faktura_joined.transaction";
export const STEP_SETTING = "faktura_joined.step";

/**
 * SQL for the function that runs statements in a host's transaction: all of them or none, and only if the setting `mark`
 * has the `expected` value. If it has another value, the function runs nothing and returns NULL. Otherwise it returns
 * JSON, with the rows of each statement or with an error. An error rolls back these statements but does not abort the
 * host's transaction, so a statement of the host's never fails or is rolled back together with one of the library's.
 * The function runs with the rights of its caller.
 *
 * `next_step` is the new value of the step setting. Locks time out after `lock_wait`, or after the host's own
 * `lock_timeout` if that is shorter; NULL keeps the host's. `$1` in a statement is `parameters`.
 */
export function joinedFunction({ schema }: Tables): string {
  return `
CREATE OR REPLACE FUNCTION ${schema}.${JOINED_FUNCTION}(
  mark pg_catalog.text, expected pg_catalog.text, next_step pg_catalog.text, lock_wait pg_catalog.text,
  statements pg_catalog.text[], parameters pg_catalog.text[]
) RETURNS pg_catalog.text LANGUAGE plpgsql
AS $joined$
DECLARE
  host_wait pg_catalog.text := pg_catalog.current_setting('lock_timeout');
  host_nulls pg_catalog.text := pg_catalog.current_setting('array_nulls', true);
  setting pg_catalog.text;
  statement pg_catalog.text;
  line pg_catalog.record;
  lines pg_catalog.json[];
  answers pg_catalog.json[] := '{}';
  error_code pg_catalog.text;
  error_message pg_catalog.text;
  error_detail pg_catalog.text;
  error_hint pg_catalog.text;
  error_table pg_catalog.text;
  error_constraint pg_catalog.text;
BEGIN
  IF pg_catalog.current_setting(mark, true) IS DISTINCT FROM expected THEN
    RETURN NULL;
  END IF;
  IF host_nulls = 'off' THEN
    setting := pg_catalog.set_config('array_nulls', 'on', true);
  END IF;
  IF lock_wait IS NOT NULL AND (host_wait = '0' OR host_wait::interval > lock_wait::interval) THEN
    setting := pg_catalog.set_config('lock_timeout', lock_wait, true);
  END IF;
  FOREACH statement IN ARRAY statements LOOP
    lines := '{}';
    IF statement ~ '^[[:space:]]*(SELECT|WITH)[[:space:]]' THEN
      FOR line IN EXECUTE statement USING parameters LOOP
        lines := pg_catalog.array_append(lines, pg_catalog.to_json(line));
      END LOOP;
    ELSE
      EXECUTE statement USING parameters;
    END IF;
    answers := pg_catalog.array_append(answers, pg_catalog.array_to_json(lines));
  END LOOP;
  IF lock_wait IS NOT NULL THEN
    setting := pg_catalog.set_config('lock_timeout', host_wait, true);
  END IF;
  IF host_nulls = 'off' THEN
    setting := pg_catalog.set_config('array_nulls', 'off', true);
  END IF;
  IF next_step IS NOT NULL THEN
    setting := pg_catalog.set_config('${STEP_SETTING}', next_step, true);
  END IF;
  RETURN pg_catalog.json_build_object('answers', pg_catalog.array_to_json(answers))::pg_catalog.text;
EXCEPTION WHEN query_canceled OR OTHERS THEN
  GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, error_message = MESSAGE_TEXT,
    error_detail = PG_EXCEPTION_DETAIL, error_hint = PG_EXCEPTION_HINT,
    error_table = TABLE_NAME, error_constraint = CONSTRAINT_NAME;
  RETURN pg_catalog.json_build_object('error', pg_catalog.json_build_object('code', error_code, 'message', error_message,
    'detail', error_detail, 'hint', error_hint, 'table', error_table, 'constraint', error_constraint))::pg_catalog.text;
END
$joined$;`;
}
