import type { Shape } from "../../src/fields/field.ts";
import { comment, formatOf, recordOf } from "./code.ts";

/** The shapes of stored documents, for the reader that checks them. */
export function storedShapesFile(): string {
  const shapes: string[] = [];
  const written = new Set<string>();
  const write = (name: string): void => {
    if (written.has(name)) return;
    written.add(name);
    const { fields, text } = recordOf(name);
    const members = Object.entries(fields).map(([key, { shape, isOptional }]) => {
      const part = partOf(shape);
      if (part !== undefined) write(part);
      return `  ${key}: ${isOptional === true ? "optional" : "required"}(${storedShape(shape)}),\n`;
    });
    shapes.push(`${comment(`${text}.`)}export const ${constantName(name)}: StoredShape = {\n${members.join("")}};\n`);
  };
  for (const name of ["InvoiceDocument", "CreditNoteDocument"]) write(name);
  return `import { listOf, nullable, optional, part, required, type StoredShape } from "../stored-shape.ts";\n\n${shapes.join("\n")}`;
}

/** `InvoiceDocument` is `INVOICE_DOCUMENT`. */
function constantName(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (capital) => `_${capital}`).toUpperCase();
}

function partOf(shape: Shape): string | undefined {
  if (shape.kind === "record") return shape.name;
  return shape.kind === "list" ? partOf(shape.of) : undefined;
}

function storedShape(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return '"string"';
    case "number":
    case "place":
    case "count":
      return '"number"';
    case "boolean":
      return '"boolean"';
    case "literal":
      return '"version"';
    case "record":
      return `part(${constantName(shape.name)})`;
    case "list":
      return `listOf(${storedShape(shape.of)})`;
    case "format": {
      const kind = JSON.stringify(formatOf(shape).stored ?? "string");
      return shape.isNullable === true ? `nullable(${kind})` : kind;
    }
  }
}
