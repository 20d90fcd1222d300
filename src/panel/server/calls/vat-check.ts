import { z } from "zod";
import type { VatCheck } from "../../wire.ts";
import { type CallRow, row } from "./call.ts";

const vatCheckCall = z.object({ vatNumber: z.string(), country: z.string() });

/** The call that looks up a VAT number. */
export const VAT_CHECK_CALLS: readonly CallRow[] = [
  row("POST /vat-checks", { right: "issue", body: vatCheckCall }, async ({ company, body }) => {
    const { consultationNumber = "", ...check } = await company.checkVatNumber(body);
    return { ...check, consultationNumber } satisfies VatCheck;
  }),
];
