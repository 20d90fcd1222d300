import { z } from "zod";
import type { PanelOrder } from "../../shown-figures.ts";

/** An order in a call's body. The library checks the fields that the figures do not need. */
export const order = z
  .looseObject({
    clientCountry: z.string(),
    supplyDate: z.string(),
    items: z.array(z.looseObject({ quantity: z.number(), unitPrice: z.number() })),
  })
  .transform((order) => order as object as PanelOrder);
