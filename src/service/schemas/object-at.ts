import { z } from "zod";

/** The object schema at `path` in `schema`; `undefined` if there is none. */
export function objectAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodObject | undefined {
  let current = innermost(schema);
  for (const step of path) {
    if (current instanceof z.ZodArray) current = innermost(current.element);
    else if (current instanceof z.ZodObject && typeof step === "string") current = innermost(current.shape[step]);
  }
  return current instanceof z.ZodObject ? current : undefined;
}

/** A schema without what makes it optional. */
export function innermost(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? innermost(schema.unwrap()) : schema;
}
