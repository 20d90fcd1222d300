import { z } from "zod";
import { textFault } from "./fields.ts";

const MAX_ENTRIES = 50;
const MAX_KEY_LENGTH = 100;
const MAX_VALUE_LENGTH = 1000;

/** Strings of the host's under keys of its own. Values may be empty: nothing reads them. */
export const metadata = z
  .preprocess(
    requireOwnKeys,
    z.record(z.string(), z.string().max(MAX_VALUE_LENGTH)).superRefine((entries, context) => {
      const fault = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
      const keys = Object.keys(entries);
      if (keys.length > MAX_ENTRIES) fault([], `must have at most ${MAX_ENTRIES} entries`);
      const [faultyKey] = keys.filter((key) => key.length > MAX_KEY_LENGTH || textFault(key) !== undefined);
      if (faultyKey !== undefined) {
        fault([], `must have keys of 1 to ${MAX_KEY_LENGTH} characters, not blank, without NUL and lone surrogates`);
      }
      for (const key of keys) {
        const message = textFault(entries[key]!, "may be blank");
        if (message !== undefined && key.length <= MAX_KEY_LENGTH) fault([key], message);
      }
    }),
  )
  .meta({
    maxProperties: MAX_ENTRIES,
    description: "Strings of yours, under keys of yours. Stored and returned, never printed",
    examples: [{ cart: "4711" }],
  });

/** zod passes over a key `__proto__`, which `JSON.parse` gives, so it is refused here: nothing is lost in silence. */
function requireOwnKeys(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__")) {
    context.addIssue({ code: "custom", path: ["__proto__"], message: "is not allowed as a key; rename it" });
  }
  return given;
}
