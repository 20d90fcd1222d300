import { z } from "zod";
import { insteadOf, insteadOfNumber, insteadOfText, isPromise } from "../../domain/instead-of.ts";
import { notOneOf } from "../../domain/known-names.ts";
import { type FieldError, inputRefusal, type Refusal } from "../../domain/refusal.ts";
import { exampleOf } from "./example.ts";
import { hintsOf } from "./hints.ts";
import { objectAt } from "./object-at.ts";
import { unknownNameHint } from "./unknown-name.ts";

/** How to report a faulty field: as a JSON Pointer into the body, or as the name of a parameter or an option. */
export type FieldKind = "pointer" | "parameter" | "option";

const NOUN: Record<FieldKind, string> = { pointer: "field", parameter: "parameter", option: "option" };

const MISSING = "is required";
const UNKNOWN = "is not a known";

/** Only the first errors are reported, because a longer list helps nobody. */
export const MAX_ERRORS = 100;

/** Unknown names are cut to this length, so that a response is never several times as long as the request. */
const MAX_NAME_LENGTH = 200;

/**
 * Checks `input` against the schema and returns the parsed value.
 *
 * @throws Refusal `request_invalid` that lists the faulty fields
 */
export function parseRequest<Schema extends z.ZodType>(
  schemaOf: () => Schema,
  input: unknown,
  kind: FieldKind,
): z.output<Schema> {
  const schema = schemaOf();
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  // A promise is an object without fields, so each required field would be reported as missing.
  if (isPromise(input)) throw requestInvalid([fieldError([], wholeDetail(schema, input), kind)]);
  // Cut twice: every issue becomes at least one error, and an issue about unknown fields becomes one for each field.
  const issues = result.error.issues.slice(0, MAX_ERRORS);
  const errors = issues.flatMap((issue) => fieldErrors(issue, schema, input, kind)).slice(0, MAX_ERRORS);
  throw requestInvalid(errors, faultToShow(errors));
}

/** The refusal of a request with these faulty fields. */
export function requestInvalid(errors: readonly FieldError[], shown = errors[0]!): Refusal {
  return inputRefusal("The request is not valid", errors, shown);
}

/** If a field is missing because its name is another one, only the fault of that name says what was meant. */
function faultToShow(errors: readonly FieldError[]): FieldError {
  const [first] = errors as [FieldError];
  if (first.detail !== MISSING) return first;
  return errors.find(({ detail }) => detail.startsWith(UNKNOWN) && detail.endsWith("?")) ?? first;
}

/**
 * Checks an argument that must be a string; `what` says which.
 *
 * @throws Refusal `request_invalid`
 */
export function requireString(parameter: string, what: string, value: unknown): void {
  if (typeof value === "string") return;
  throw requestInvalid([{ parameter, detail: `must be a string, ${what}${insteadOf(value)}` }]);
}

const LEAVE_OUT = "; leave it out if there is none";

function fieldErrors(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown, kind: FieldKind): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MAX_ERRORS).map((key) => {
      const name = shortened(key);
      const hint = unknownNameHint({ name, schema, path: issue.path, given: valueAt(input, issue.path) as object });
      return fieldError([...issue.path, name], `${UNKNOWN} ${NOUN[kind]}${hint}`, kind);
    });
  }
  return innerIssues(issue).map(({ code, path, message }) => {
    if (code === "too_small") {
      const isEmpty = Array.isArray(valueAt(input, path)) && isOptional(schema, path);
      return fieldError(path, message + (isEmpty ? LEAVE_OUT : belowHint(schema, path, input)), kind);
    }
    if (code !== "invalid_type") return fieldError(path, message, kind);
    if (path.length === 0) return fieldError(path, wholeDetail(schema, input), kind);
    const isAbsent = valueAt(input, path) === null && isOptional(schema, path);
    return fieldError(path, isAbsent ? message + LEAVE_OUT : message, kind);
  });
}

/** The issues to report for an issue: those of the only alternative that was meant, or of the key of a record. */
function innerIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code === "invalid_key") return issue.issues.map((inner) => ({ ...inner, path: issue.path }));
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors.filter(([first]) => first!.path.length > 0);
  if (meant.length !== 1) return [issue];
  return meant[0]!.flatMap((inner) => innerIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** What to do instead of a number that is too small. */
function belowHint(schema: z.ZodType, path: readonly PropertyKey[], input: unknown): string {
  const object = objectAt(schema, path.slice(0, -1));
  const hint = object && hintsOf(object)?.below?.[String(path.at(-1))];
  return hint === undefined ? "" : `${insteadOf(valueAt(input, path))}${hint}`;
}

/** What the whole of a request must be. */
function wholeDetail(schema: z.ZodType, input: unknown): string {
  return `must be ${hintsOf(schema)?.expected ?? "an object"}${insteadOf(input)}`;
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}

function fieldError(path: readonly PropertyKey[], detail: string, kind: FieldKind): FieldError {
  if (kind !== "pointer") return { parameter: path.join("."), detail };
  const pointer = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { pointer, detail };
}

function isOptional(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  return objectAt(schema, path.slice(0, -1))?.shape[String(path.at(-1))] instanceof z.ZodOptional;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)[step], input);
}

/** The error, worded to follow the field's name: "is required", "must be a number". */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? MISSING : `must be ${expectedIn(issue)}${insteadIn(issue)}`;
    case "too_small":
      if (issue.origin === "array") return `must have at least ${issue.minimum} entry`;
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "array") return `must have at most ${issue.maximum} entries`;
      if (issue.origin === "string") return `must be at most ${issue.maximum} characters long`;
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return notOneOf(issue.values.map(String), issue.input);
    default:
      return "is not valid";
  }
}

/** A text in the place of a number or a switch is shown, but not one in the place of an object. */
function insteadIn({ expected, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  if (expected === "boolean") return insteadOfText(input);
  return ["number", "int"].includes(expected) ? insteadOfNumber(input) : insteadOf(input);
}

/** What an issue expects, with an example that follows from what was given. */
function expectedIn(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const { expected, input } = issue;
  const schema = issue.inst as z.ZodType | undefined;
  if (expected === "number") return numberFor(input, schema);
  const example = input instanceof Date ? schema?.meta()?.["examples"] : undefined;
  if (Array.isArray(example)) return `a string such as ${JSON.stringify(example[0])}`;
  if (schema === undefined || !["array", "object", "record"].includes(expected) || isPromise(input)) {
    return EXPECTED[expected] ?? expected;
  }
  const shape = exampleOf(schema, input);
  return hintsOf(schema)?.expected ?? EXPECTED[expected] + (shape === undefined ? "" : ` such as ${shape}`);
}

/** If a text or an object means a number, that number is the example. */
function numberFor(input: unknown, schema: z.ZodType | undefined): string {
  if (typeof input === "number") return "a finite number";
  const isWhole = (schema as z.ZodNumber | undefined)?.format === "safeint";
  const kind = isWhole ? "a whole number" : "a number";
  const isText = typeof input === "string" || typeof (input as { toNumber?: unknown } | null)?.toNumber === "function";
  const text = isText ? String(input).replace(",", ".").trim() : "";
  const meant = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(meant) && (!isWhole || Number.isInteger(meant)) ? `${kind} such as ${meant}` : kind;
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
