import { z } from "zod";
import { nearestNameHint } from "../../domain/known-names.ts";
import { type FieldError, Refusal } from "../../domain/refusal.ts";

/** How to report where an error is: as a JSON Pointer into the body, or as the name of a parameter. */
export type Place = "pointer" | "parameter";

/** Only the first errors are reported, because a longer list helps nobody. */
const MAX_ERRORS = 100;

/** Unknown names are cut to this length, so that a response is never several times as long as the request. */
const MAX_NAME_LENGTH = 200;

/**
 * Checks `input` against the schema and returns the parsed value.
 *
 * @throws Refusal `request_invalid` that lists the faulty fields
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, input: unknown, place: Place): z.output<Schema> {
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  // Cut twice: every issue becomes at least one error, and an issue about unknown fields becomes one for each field.
  const issues = result.error.issues.slice(0, MAX_ERRORS);
  throw requestInvalid(issues.flatMap((issue) => fieldErrors(issue, schema, place)).slice(0, MAX_ERRORS));
}

/** The refusal of a request with these faulty fields. */
export function requestInvalid(errors: readonly FieldError[]): Refusal {
  const names = errors.map((error) => ("pointer" in error ? error.pointer : error.parameter) || "the whole request");
  const shown = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  return new Refusal("request_invalid", `The request is not valid: see ${shown}.`, errors);
}

function fieldErrors(issue: z.core.$ZodIssue, schema: z.ZodType, place: Place): FieldError[] {
  if (issue.code !== "unrecognized_keys") return [fieldError(issue.path, issue.message, place)];
  const known = Object.keys(objectAt(schema, issue.path)?.shape ?? {});
  return issue.keys.slice(0, MAX_ERRORS).map((key) => {
    const detail = `is not a known ${place === "pointer" ? "field" : "parameter"}${nearestNameHint(key, known)}`;
    return fieldError([...issue.path, shortened(key)], detail, place);
  });
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}

function fieldError(path: readonly PropertyKey[], detail: string, place: Place): FieldError {
  if (place === "parameter") return { parameter: path.join("."), detail };
  const pointer = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { pointer, detail };
}

/** The object schema at `path` in `schema`; `undefined` if there is none. */
function objectAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodObject | undefined {
  let current: unknown = schema;
  for (const step of path) {
    while (current instanceof z.ZodOptional) current = current.unwrap();
    if (current instanceof z.ZodArray) current = current.element;
    else if (current instanceof z.ZodObject) current = current.shape[String(step)];
  }
  while (current instanceof z.ZodOptional) current = current.unwrap();
  return current instanceof z.ZodObject ? current : undefined;
}

/** The error, worded to follow the field's name: "is required", "must be a number". */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      if (issue.expected === "number" && typeof issue.input === "number") return "must be a finite number";
      return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
    case "too_small":
      if (issue.origin === "array") return `must have at least ${issue.minimum} entry`;
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "array") return `must have at most ${issue.maximum} entries`;
      if (issue.origin === "string") return `must be at most ${issue.maximum} characters long`;
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    default:
      return undefined;
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};
