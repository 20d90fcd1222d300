import { z } from "zod";
import { innermost } from "./object-at.ts";

/**
 * A value of this schema, as one writes it in code: its required fields, or else its first one. A number that was given in
 * place of an object is the first number of the example. `undefined` if an example would say nothing.
 */
export function exampleOf(schema: unknown, given: unknown): string | undefined {
  const value = sampleOf(schema, typeof given === "number" && Number.isFinite(given) ? given : 1);
  return typeof value === "object" ? written(value) : undefined;
}

function sampleOf(wrapped: unknown, number: number): unknown {
  const schema = innermost(wrapped);
  if (!(schema instanceof z.ZodType)) return "…";
  const examples = schema.meta()?.["examples"];
  if (Array.isArray(examples)) return examples[0];
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, number)];
  if (schema instanceof z.ZodNumber) return number;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (!(schema instanceof z.ZodObject)) return "…";
  const fields = Object.entries<unknown>(schema.shape);
  const required = fields.filter(([, field]) => !(field instanceof z.ZodOptional));
  const shown = required.length > 0 ? required : fields.slice(0, 1);
  return Object.fromEntries(shown.map(([name, field]) => [name, sampleOf(field, number)]));
}

/** A value as code. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${written(part)}`)
    .join(", ")} }`;
}
