import { z } from "zod";
import { Refusal } from "../domain/refusal.ts";
import { objectOf, vatRates } from "../service/schemas/fields.ts";
import { parseRequest } from "../service/schemas/parse.ts";
import { parametersIn } from "./common/request-target.ts";

const NO_PARAMETERS = objectOf(() => ({}));

/** How rates by territory are written in a query: `DE:7,FR:5.5`. */
export const RATES_TEXT = {
  type: "string",
  pattern: "^[^:,]+:\\d+(\\.\\d+)?(,[^:,]+:\\d+(\\.\\d+)?)*$",
  examples: ["DE:7,FR:5.5"],
};

/**
 * The query as the use case expects it: strings, and numbers, booleans and rates by territory if the schema has them. A
 * number or a boolean that cannot be converted stays a string, so that the use case refuses it by name.
 *
 * @throws Refusal `request_invalid` if a parameter is given twice, rates are not written as {@link RATES_TEXT} says, or the
 *   route takes no parameters
 */
export function readQuery(search: string, schema: (() => z.ZodObject) | undefined): Record<string, unknown> {
  const entries = Object.entries(parametersIn(search));
  const query = Object.fromEntries(entries.map(([name, text]) => [name, typed(name, text, schema?.().shape[name])]));
  return schema === undefined ? parseRequest(NO_PARAMETERS, query, "parameter") : query;
}

function typed(name: string, text: string, schema: unknown): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (inner === vatRates()) return ratesOf(name, text);
  if (inner instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  if (inner instanceof z.ZodNumber && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}

function ratesOf(parameter: string, text: string): Record<string, number> {
  const pairs = text.split(",").map((pair) => pair.split(":"));
  const keys = pairs.map(([key]) => key!);
  const repeated = keys.find((key, index) => keys.indexOf(key) < index);
  const detail = !new RegExp(RATES_TEXT.pattern).test(text)
    ? "must be territories with their rates, such as DE:7,FR:5.5"
    : repeated !== undefined && `names ${repeated} twice`;
  if (detail === false) return Object.fromEntries(pairs.map(([key, rate]) => [key, Number(rate)]));
  throw new Refusal("request_invalid", `The parameter ${parameter} ${detail}.`, [{ parameter, detail }]);
}
