import { validator } from "hono/validator";
import { z } from "zod";
import type { Failure } from "../../wire.ts";

/** How many faults of a body are listed at most. */
const MOST_FAULTS = 100;

/** What each save of a record states. */
export const REVISIONS = {
  revision: z.uuid(),
  /** The revisions that this save may replace: what the page loaded, and its own saves. The empty one is no record. */
  replaces: z.array(z.union([z.literal(""), z.uuid()])).max(100),
};

/** The body of a call. It must be JSON, so that the body of another site's form is never accepted. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema) {
  return validator("json", (value, context) => {
    const isJson = /^application\/json\s*(?:;|$)/i.test(context.req.header("Content-Type") ?? "");
    const body = schema.safeParse(value);
    if (isJson && body.success) return body.data;
    return context.json(isJson ? malformed(body.error!) : NOT_OF_PANEL, 400);
  });
}

const NOT_OF_PANEL: Failure = {
  code: "request_invalid",
  message: "The call does not come from this panel.",
  errors: [],
};

function malformed({ issues }: z.ZodError): Failure {
  const errors = issues.slice(0, MOST_FAULTS).map(({ path, message: detail }) => {
    const parts = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`);
    return { pointer: parts.join(""), detail };
  });
  return { code: "request_invalid", message: "The body of the call is not valid.", errors };
}
