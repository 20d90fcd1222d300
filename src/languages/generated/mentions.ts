// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { Mentions } from "../mentions.ts";
import { mentions as bg } from "../bg/mentions.ts";
import { mentions as cs } from "../cs/mentions.ts";
import { mentions as da } from "../da/mentions.ts";
import { mentions as de } from "../de/mentions.ts";
import { mentions as el } from "../el/mentions.ts";
import { mentions as es } from "../es/mentions.ts";
import { mentions as et } from "../et/mentions.ts";
import { mentions as fi } from "../fi/mentions.ts";
import { mentions as fr } from "../fr/mentions.ts";
import { mentions as hr } from "../hr/mentions.ts";
import { mentions as hu } from "../hu/mentions.ts";
import { mentions as it } from "../it/mentions.ts";
import { mentions as lt } from "../lt/mentions.ts";
import { mentions as lv } from "../lv/mentions.ts";
import { mentions as mt } from "../mt/mentions.ts";
import { mentions as nl } from "../nl/mentions.ts";
import { mentions as pl } from "../pl/mentions.ts";
import { mentions as pt } from "../pt/mentions.ts";
import { mentions as ro } from "../ro/mentions.ts";
import { mentions as sk } from "../sk/mentions.ts";
import { mentions as sl } from "../sl/mentions.ts";
import { mentions as sv } from "../sv/mentions.ts";

/** What invoices mention of their VAT, by language (ISO 639-1). */
export const MENTIONS: Readonly<Record<string, Mentions>> = { bg, cs, da, de, el, es, et, fi, fr, hr, hu, it, lt, lv, mt, nl, pl, pt, ro, sk, sl, sv };
