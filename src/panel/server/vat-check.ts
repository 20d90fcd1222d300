import { Hono } from "hono";
import { z } from "zod";
import type { VatCheck } from "../wire.ts";
import { bodyOf } from "./calls/call-body.ts";
import type { PanelEnv } from "./session.ts";

const vatCheckCall = z.object({ vatNumber: z.string(), country: z.string() });

/** The call that looks up a VAT number, at `/vat-checks`. */
export function vatCheckCalls(): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();
  calls.post("/", bodyOf(vatCheckCall), async ({ var: { company }, req, json }) => {
    const { consultationNumber = "", ...check } = await company.checkVatNumber(req.valid("json"));
    return json({ ...check, consultationNumber } satisfies VatCheck);
  });
  return calls;
}
