/** What needs an escape between the quotes of an array's element. */
const SPECIAL = /["\\]/g;
const HAS_SPECIAL = /["\\]/;

/** JSON has no such character, so documents stand between it as they are: escaping them costs more than all else. */
const SEPARATOR = "\x1e";

/** Texts as PostgreSQL reads an array. A driver's own way costs several times as much. */
export function arrayOf(values: readonly (string | null)[]): string {
  let elements = "";
  for (const value of values) {
    if (elements !== "") elements += ",";
    elements += value === null ? "NULL" : `"${HAS_SPECIAL.test(value) ? value.replace(SPECIAL, "\\$&") : value}"`;
  }
  return `{${elements}}`;
}

/**
 * SQL of the array of these JSON texts, which become one parameter. What is no JSON may hold the separator; it then makes
 * more elements than there are rows, which the columns that may not be NULL refuse.
 */
export function joined(parameters: unknown[], documents: readonly (string | null)[]): string {
  return `string_to_array($${parameters.push(documents.join(SEPARATOR))}::text, E'\\x1e')`;
}
