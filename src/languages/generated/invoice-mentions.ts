// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { InvoiceMentions } from "../mentions.ts";
import { invoiceMentions as bg } from "../bg/mentions.ts";
import { invoiceMentions as cs } from "../cs/mentions.ts";
import { invoiceMentions as da } from "../da/mentions.ts";
import { invoiceMentions as de } from "../de/mentions.ts";
import { invoiceMentions as el } from "../el/mentions.ts";
import { invoiceMentions as es } from "../es/mentions.ts";
import { invoiceMentions as et } from "../et/mentions.ts";
import { invoiceMentions as fi } from "../fi/mentions.ts";
import { invoiceMentions as fr } from "../fr/mentions.ts";
import { invoiceMentions as hr } from "../hr/mentions.ts";
import { invoiceMentions as hu } from "../hu/mentions.ts";
import { invoiceMentions as it } from "../it/mentions.ts";
import { invoiceMentions as lt } from "../lt/mentions.ts";
import { invoiceMentions as lv } from "../lv/mentions.ts";
import { invoiceMentions as mt } from "../mt/mentions.ts";
import { invoiceMentions as nl } from "../nl/mentions.ts";
import { invoiceMentions as pl } from "../pl/mentions.ts";
import { invoiceMentions as pt } from "../pt/mentions.ts";
import { invoiceMentions as ro } from "../ro/mentions.ts";
import { invoiceMentions as sk } from "../sk/mentions.ts";
import { invoiceMentions as sl } from "../sl/mentions.ts";
import { invoiceMentions as sv } from "../sv/mentions.ts";

/** What invoices mention beside their VAT, by language (ISO 639-1). */
export const INVOICE_MENTIONS: Readonly<Record<string, InvoiceMentions>> = { bg, cs, da, de, el, es, et, fi, fr, hr, hu, it, lt, lv, mt, nl, pl, pt, ro, sk, sl, sv };
