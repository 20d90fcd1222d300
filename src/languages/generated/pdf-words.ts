// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { pdfWords as bg } from "../bg/pdf-words.ts";
import { pdfWords as cs } from "../cs/pdf-words.ts";
import { pdfWords as da } from "../da/pdf-words.ts";
import { pdfWords as de } from "../de/pdf-words.ts";
import { pdfWords as el } from "../el/pdf-words.ts";
import { pdfWords as en } from "../en/pdf-words.ts";
import { pdfWords as es } from "../es/pdf-words.ts";
import { pdfWords as et } from "../et/pdf-words.ts";
import { pdfWords as fi } from "../fi/pdf-words.ts";
import { pdfWords as fr } from "../fr/pdf-words.ts";
import { pdfWords as ga } from "../ga/pdf-words.ts";
import { pdfWords as hr } from "../hr/pdf-words.ts";
import { pdfWords as hu } from "../hu/pdf-words.ts";
import { pdfWords as it } from "../it/pdf-words.ts";
import { pdfWords as lt } from "../lt/pdf-words.ts";
import { pdfWords as lv } from "../lv/pdf-words.ts";
import { pdfWords as mt } from "../mt/pdf-words.ts";
import { pdfWords as nl } from "../nl/pdf-words.ts";
import { pdfWords as pl } from "../pl/pdf-words.ts";
import { pdfWords as pt } from "../pt/pdf-words.ts";
import { pdfWords as ro } from "../ro/pdf-words.ts";
import { pdfWords as sk } from "../sk/pdf-words.ts";
import { pdfWords as sl } from "../sl/pdf-words.ts";
import { pdfWords as sv } from "../sv/pdf-words.ts";

/** The words that are printed on documents, by language (ISO 639-1). */
export const PDF_WORDS = { bg, cs, da, de, el, en, es, et, fi, fr, ga, hr, hu, it, lt, lv, mt, nl, pl, pt, ro, sk, sl, sv };
