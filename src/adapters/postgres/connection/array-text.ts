/** The characters to escape inside a quoted element of an array. */
const SPECIAL = /["\\]/g;
const HAS_SPECIAL = /["\\]/;

/** The values in PostgreSQL's array syntax. Several times faster than what drivers do. */
export function arrayOf(values: readonly (string | null)[]): string {
  let elements = "";
  for (const value of values) {
    if (elements !== "") elements += ",";
    elements += value === null ? "NULL" : `"${HAS_SPECIAL.test(value) ? value.replace(SPECIAL, "\\$&") : value}"`;
  }
  return `{${elements}}`;
}

/**
 * SQL for FROM that turns these arrays into the columns of rows. One `unnest` with several arrays would do the same, but only
 * without the schema's name.
 */
export function rowsOf(...arrays: readonly string[]): string {
  return `ROWS FROM (${arrays.map((array) => `pg_catalog.unnest(${array})`).join(", ")})`;
}
