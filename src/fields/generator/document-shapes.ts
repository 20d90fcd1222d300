import type { Field, Shape } from "../field.ts";
import { comment, formatOf, recordOf } from "./code.ts";

/** The shapes of stored documents and of the records in them, for the reader that checks them. */
export function documentShapesFile(): string {
  const shapes = new Map<string, string>();
  // A refusal of a portal is an entry of its own, and contains the record that corrects it.
  for (const name of ["InvoiceDocument", "CreditNoteDocument", "SpanishRecord"]) addShape(name, shapes);
  const doc = "The fields of stored documents, and of the records in them, by their kind: see `StoredShape`.";
  return `${comment(doc)}export const DOCUMENT_SHAPES = {\n${[...shapes.values()].join("")}} as const;\n`;
}

/** A record comes after those that it contains. */
function addShape(name: string, shapes: Map<string, string>): void {
  if (shapes.has(name)) return;
  const { fields } = recordOf(name);
  const names = new Map<string, string[]>();
  for (const [key, field] of Object.entries(fields)) {
    const part = partOf(field.shape);
    if (part !== undefined) addShape(part, shapes);
    const kind = kindOf(field);
    names.set(kind, [...(names.get(kind) ?? []), key]);
  }
  const members = [...names].map(([kind, keys]) => `    ${quoted(kind)}: ${JSON.stringify(keys.join(" "))},\n`);
  shapes.set(name, `  ${name}: {\n${members.join("")}  },\n`);
}

function quoted(kind: string): string {
  return /^\w+$/.test(kind) ? kind : JSON.stringify(kind);
}

function partOf(shape: Shape): string | undefined {
  if (shape.kind === "record") return shape.name;
  return shape.kind === "list" ? partOf(shape.of) : undefined;
}

function kindOf({ shape, isOptional }: Field): string {
  return storedKind(shape) + (isOptional === true ? "?" : "");
}

function storedKind(shape: Shape): string {
  switch (shape.kind) {
    case "text":
    case "pattern":
    case "choice":
      return "string";
    case "number":
      return shape.above === 0 ? "positive" : "number";
    case "position":
    case "count":
      return "whole";
    case "boolean":
      return "boolean";
    case "literal":
      return "version";
    case "record":
      return shape.name;
    case "list":
      return `${storedKind(shape.of)}[]`;
    case "format":
      return (formatOf(shape).stored ?? "string") + (shape.isNullable === true ? "|null" : "");
  }
}
