import { z } from "zod";
import { nearestNameHint } from "../../domain/known-names.ts";
import { type FieldError, Refusal } from "../../domain/refusal.ts";

/** How the place of a fault is told: as a JSON Pointer into a body, or as the name of a parameter. */
export type Place = "pointer" | "parameter";

/** Beyond this many faults a list helps nobody; the first ones are reported. */
const MAX_ERRORS = 100;

/** What is shown of a name that is not known: an answer must not be several times as long as what it refuses. */
const MAX_NAME_LENGTH = 200;

/**
 * `input` as the schema reads it.
 *
 * @throws Refusal `request_invalid`, which points at each faulty field
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, input: unknown, place: Place): z.output<Schema> {
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  // Cut before and after: an issue is one fault at least, and one of unknown fields is as many as there are.
  const issues = result.error.issues.slice(0, MAX_ERRORS);
  const errors = issues.flatMap((issue) => fieldErrors(issue, schema, place)).slice(0, MAX_ERRORS);
  const names = errors.map((error) => ("pointer" in error ? error.pointer : error.parameter) || "the whole of it");
  const shown = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  throw new Refusal("request_invalid", `The request is not valid: see ${shown}.`, errors);
}

function fieldErrors(issue: z.core.$ZodIssue, schema: z.ZodType, place: Place): FieldError[] {
  if (issue.code !== "unrecognized_keys") return [fieldError(issue.path, issue.message, place)];
  const known = Object.keys(objectAt(schema, issue.path)?.shape ?? {});
  return issue.keys.slice(0, MAX_ERRORS).map((key) => {
    return fieldError([...issue.path, shortened(key)], `is not known here${nearestNameHint(key, known)}`, place);
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

/** The object schema that stands at `path` in `schema`; `undefined` where there is none. */
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

/** What is wrong, in words that follow the field's name: "is required", "must be a number". */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      if (issue.expected === "number" && typeof issue.input === "number") return "must be a finite number";
      return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
    case "too_small":
      if (issue.origin === "array") return `must hold at least ${issue.minimum} entry`;
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "array") return `must hold at most ${issue.maximum} entries`;
      if (issue.origin === "string") return `must be at most ${issue.maximum} characters long`;
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    default:
      return undefined;
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
