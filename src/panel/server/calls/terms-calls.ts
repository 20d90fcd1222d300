import { Hono } from "hono";
import { z } from "zod";
import type { PaymentTerms } from "../records/payment-terms.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf } from "./call-body.ts";

/** A year is longer than any law allows between businesses. */
const MOST_DAYS = 365;

const saveCall = z.object({ days: z.int().min(0).max(MOST_DAYS).nullable() });

/** The call that keeps the payment terms, at `/settings/payment-terms`. */
export function termsCalls(terms: PaymentTerms): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();
  calls.put("/", bodyOf(saveCall), async ({ var: { companyId }, req, json }) => {
    const { days } = req.valid("json");
    await terms.save(companyId, days);
    return json({});
  });
  return calls;
}
