// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { documentWords as bg } from "../bg/document-words.ts";
import { documentWords as cs } from "../cs/document-words.ts";
import { documentWords as da } from "../da/document-words.ts";
import { documentWords as de } from "../de/document-words.ts";
import { documentWords as el } from "../el/document-words.ts";
import { documentWords as en } from "../en/document-words.ts";
import { documentWords as es } from "../es/document-words.ts";
import { documentWords as et } from "../et/document-words.ts";
import { documentWords as fi } from "../fi/document-words.ts";
import { documentWords as fr } from "../fr/document-words.ts";
import { documentWords as ga } from "../ga/document-words.ts";
import { documentWords as hr } from "../hr/document-words.ts";
import { documentWords as hu } from "../hu/document-words.ts";
import { documentWords as it } from "../it/document-words.ts";
import { documentWords as lt } from "../lt/document-words.ts";
import { documentWords as lv } from "../lv/document-words.ts";
import { documentWords as mt } from "../mt/document-words.ts";
import { documentWords as nl } from "../nl/document-words.ts";
import { documentWords as pl } from "../pl/document-words.ts";
import { documentWords as pt } from "../pt/document-words.ts";
import { documentWords as ro } from "../ro/document-words.ts";
import { documentWords as sk } from "../sk/document-words.ts";
import { documentWords as sl } from "../sl/document-words.ts";
import { documentWords as sv } from "../sv/document-words.ts";

/** The words that pages and electronic documents share, by language (ISO 639-1). */
export const DOCUMENT_WORDS = { bg, cs, da, de, el, en, es, et, fi, fr, ga, hr, hu, it, lt, lv, mt, nl, pl, pt, ro, sk, sl, sv };
