import type { Tables } from "../settings.ts";

/** The name of the function through which joined calls run their statements. */
export const JOINED_FUNCTION = "faktura_joined";

/** Types of its parameters, as PostgreSQL prints them: a host may have another function of that name. */
export const JOINED_PARAMETERS = "text, text, text, text, text[], text[]";

/** Where a joined transaction's token is kept, and the last step of a write in it. Both vanish with what they mark. */
export const TRANSACTION_SETTING = "faktura_joined.transaction";
export const STEP_SETTING = "faktura_joined.step";

/**
 * SQL of the function that runs statements in a host's transaction, all of them or none, and only where `mark` has the
 * `expected` value. Gives NULL where it has another one, and nothing was run; else JSON, with the rows of each statement,
 * or with the error that a statement met. An error undoes the statements, and is no error of the host's transaction:
 * there is no moment at which a statement of the host's could fail, or be undone, with one of the library's. It runs
 * under the rights of whoever calls it.
 *
 * `next_step` becomes the value of the setting of steps. Locks are waited for up to `lock_wait`, or up to the host's own
 * `lock_timeout` where that is shorter; NULL leaves it alone. `$1` in a statement is `parameters`.
 */
export function joinedFunction({ schema }: Tables): string {
  return `
CREATE OR REPLACE FUNCTION ${schema}.${JOINED_FUNCTION}(
  mark text, expected text, next_step text, lock_wait text, statements text[], parameters text[]
) RETURNS text LANGUAGE plpgsql
AS $joined$
DECLARE
  host_wait text := current_setting('lock_timeout');
  host_nulls text := current_setting('array_nulls', true);
  setting text;
  statement text;
  line record;
  lines json[];
  answers json[] := '{}';
  error_code text;
  error_message text;
  error_detail text;
  error_hint text;
  error_table text;
  error_constraint text;
BEGIN
  IF current_setting(mark, true) IS DISTINCT FROM expected THEN
    RETURN NULL;
  END IF;
  IF host_nulls = 'off' THEN
    setting := set_config('array_nulls', 'on', true);
  END IF;
  IF lock_wait IS NOT NULL AND (host_wait = '0' OR host_wait::interval > lock_wait::interval) THEN
    setting := set_config('lock_timeout', lock_wait, true);
  END IF;
  FOREACH statement IN ARRAY statements LOOP
    lines := '{}';
    IF statement ~ '^[[:space:]]*(SELECT|WITH)[[:space:]]' THEN
      FOR line IN EXECUTE statement USING parameters LOOP
        lines := array_append(lines, to_json(line));
      END LOOP;
    ELSE
      EXECUTE statement USING parameters;
    END IF;
    answers := array_append(answers, array_to_json(lines));
  END LOOP;
  IF lock_wait IS NOT NULL THEN
    setting := set_config('lock_timeout', host_wait, true);
  END IF;
  IF host_nulls = 'off' THEN
    setting := set_config('array_nulls', 'off', true);
  END IF;
  IF next_step IS NOT NULL THEN
    setting := set_config('${STEP_SETTING}', next_step, true);
  END IF;
  RETURN json_build_object('answers', array_to_json(answers))::text;
EXCEPTION WHEN query_canceled OR OTHERS THEN
  GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, error_message = MESSAGE_TEXT,
    error_detail = PG_EXCEPTION_DETAIL, error_hint = PG_EXCEPTION_HINT,
    error_table = TABLE_NAME, error_constraint = CONSTRAINT_NAME;
  RETURN json_build_object('error', json_build_object('code', error_code, 'message', error_message,
    'detail', error_detail, 'hint', error_hint, 'table', error_table, 'constraint', error_constraint))::text;
END
$joined$;`;
}
