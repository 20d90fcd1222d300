import { validator } from "hono/validator";
import type { z } from "zod";

/** The body of a call. It must be JSON, so that the body of another site's form is never accepted. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema) {
  return validator("json", (value, context) => {
    const isJson = /^application\/json\s*(?:;|$)/i.test(context.req.header("Content-Type") ?? "");
    const body = schema.safeParse(value);
    if (isJson && body.success) return body.data;
    return context.json(
      { code: "request_invalid", message: "The call does not come from this panel.", errors: [] },
      400,
    );
  });
}
