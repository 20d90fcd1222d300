import { posix } from "node:path";
import { type Field, FORMATS, type Format, type Shape } from "../field.ts";
import { RECORDS, type RecordOfFields } from "./records.ts";

const LINE_LENGTH = 120;

/** The record of that name. */
export function recordOf(name: string): RecordOfFields {
  const found = RECORDS.find((record) => record.name === name);
  if (found === undefined) throw new TypeError(`no record is called ${name}`);
  return found;
}

/** Its name as a variable: `InvoiceOrder` is `invoiceOrder`. */
export function variable(name: string): string {
  return name[0]!.toLowerCase() + name.slice(1);
}

export function formatOf(shape: Extract<Shape, { kind: "format" }>): Format {
  return FORMATS[shape.name];
}

/** The type of a value in TypeScript. */
export function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case "text":
    case "pattern":
      return "string";
    case "choice":
      return shape.of.map((code) => JSON.stringify(code)).join(" | ");
    case "number":
    case "position":
    case "count":
      return "number";
    case "boolean":
      return "boolean";
    case "literal":
      return String(shape.value);
    case "format":
      return (formatOf(shape).type ?? "string") + (shape.isNullable === true ? " | null" : "");
    case "record":
      return shape.name;
    case "list":
      return `readonly ${shape.of.kind === "choice" ? `(${typeOf(shape.of)})` : typeOf(shape.of)}[]`;
  }
}

/** The imports of a file that needs these types, one line for each file of `src`; `path` is the file's own. */
export function importsFor(path: string, shapes: readonly Shape[], names: readonly string[] = []): string {
  const needed = new Map<string, Set<string>>();
  const need = (file: string, name: string) => needed.set(file, (needed.get(file) ?? new Set()).add(name));
  for (const shape of shapes.map((each) => (each.kind === "list" ? each.of : each))) {
    const from = shape.kind === "format" ? formatOf(shape).from : undefined;
    if (from !== undefined) need(from, typeOf({ ...shape, isNullable: undefined } as Shape).split(" ")[0]!);
    if (shape.kind === "record") need(`${recordOf(shape.name).file}.ts`, shape.name);
  }
  for (const name of names) need(`${recordOf(name).file}.ts`, name);
  needed.delete(path);
  const lines = [...needed].map(([file, types]) => {
    const relative = posix.relative(posix.dirname(path), file);
    const from = relative.startsWith(".") ? relative : `./${relative}`;
    return [from, `import type { ${[...types].sort().join(", ")} } from "${from}";\n`] as const;
  });
  return lines
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, line]) => line)
    .join("");
}

/** What people must know of a value's limits, as a sentence without a full stop. */
function limitsOf(shape: Shape): string | undefined {
  switch (shape.kind) {
    case "text":
      return `1 to ${shape.max.toLocaleString("en")} characters`;
    case "pattern":
      return capitalised(shape.says);
    case "list":
      return `1 to ${shape.max.toLocaleString("en")} entries`;
    case "number": {
      const { min, max, above, not } = shape;
      if (min !== undefined && max !== undefined) return `${min} to ${max}`;
      const most = max === undefined ? undefined : `At most ${max}`;
      if (min !== undefined) return `${min} or more`;
      if (above !== undefined) return [`Above ${above}`, most].filter(Boolean).join(". ");
      return most ?? (not === undefined ? undefined : `Any finite number except ${not}`);
    }
    default:
      return hintOf(shape);
  }
}

const capitalised = (says: string) => says[0]!.toUpperCase() + says.slice(1);

function hintOf(shape: Shape): string | undefined {
  return shape.kind === "format" ? formatOf(shape).hint : undefined;
}

const sentences = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(". ");

const MANUAL = "Only with `autoVat: false`";

/** The docstring of a field, for editors. Only what is asked for has limits; what is answered was within them. */
export function docstringOf(field: Field, isAsked: boolean): string {
  const { shape, text, term, absent, isManual, law } = field;
  const [first = "", ...others] = text.split(". ");
  const named = term === undefined ? first : `${first} (${term})`;
  const limits = isAsked ? limitsOf(shape) : hintOf(shape);
  const condition = isManual && isAsked ? MANUAL : undefined;
  const absence = absent === undefined || !isAsked ? undefined : `Absent: ${absent}`;
  return withLaw(`${sentences([named, ...others, condition, limits, absence])}.`, law);
}

/** A comment's text and, in a paragraph of its own, its source of law. */
export function withLaw(text: string, law: string | undefined): string {
  return law === undefined ? text : `${text}\n\n@see ${law}`;
}

/** The description of a field in the OpenAPI document, whose schema has the limits already. */
export function descriptionOf({ shape, text, term, absent, isManual, law }: Field, isAsked: boolean): string {
  const source = [term === undefined ? undefined : `EN 16931 ${term}`, law].filter(Boolean).join("; ");
  const condition = isManual && isAsked ? MANUAL : undefined;
  const absence = absent === undefined || !isAsked ? undefined : `Absent: ${absent}`;
  return sentences([text, condition, hintOf(shape), absence, source]);
}

/** A comment of whole lines. */
export function comment(text: string, indent = ""): string {
  const single = `${indent}/** ${text} */`;
  if (single.length <= LINE_LENGTH && !text.includes("\n")) return `${single}\n`;
  const lines = text.split("\n").flatMap((paragraph) => wrapped(paragraph, LINE_LENGTH - indent.length - " * ".length));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

function wrapped(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Strings as the elements of an array, in lines. */
export function strings(values: readonly string[]): string {
  return values.map((value) => `  ${JSON.stringify(value)},\n`).join("");
}
