import { z } from "zod";
import { Refusal } from "../domain/refusal.ts";
import { parseRequest } from "../service/schemas/parse.ts";

const NO_PARAMETERS = z.strictObject({});

/**
 * The query as the use case expects it: strings, and numbers and booleans if the schema has them. A value that cannot be
 * converted stays a string, so that the use case refuses it by name.
 *
 * @throws Refusal `request_invalid` if a parameter is given twice or the route takes none
 */
export function readQuery(
  parameters: Iterable<readonly [name: string, text: string]>,
  schema: z.ZodObject | undefined,
): Record<string, unknown> {
  const entries = [...parameters];
  if (entries.length === 0) return {};
  const seen = new Set<string>();
  const [repeated] = entries.find(([name]) => seen.size === seen.add(name).size) ?? [];
  if (repeated !== undefined) {
    const errors = [{ parameter: repeated, detail: "must be given only once" }];
    throw new Refusal("request_invalid", "A query parameter is given more than once.", errors);
  }
  const query = Object.fromEntries(entries.map(([name, text]) => [name, typed(text, schema?.shape[name])]));
  return schema === undefined ? parseRequest(NO_PARAMETERS, query, "parameter") : query;
}

function typed(text: string, schema: unknown): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (inner instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  if (inner instanceof z.ZodNumber && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}
