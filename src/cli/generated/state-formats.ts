// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { verifactu } from "../../einvoice/es/index.ts";
import { fiskalizacija } from "../../einvoice/hr/index.ts";
import { nav } from "../../einvoice/hu/index.ts";
import { fatturaPa } from "../../einvoice/it/index.ts";
import { ksef } from "../../einvoice/pl/index.ts";
import { saftPt } from "../../einvoice/pt/index.ts";

/** The formats of one state. */
export const STATE_FORMATS = [verifactu, fiskalizacija, nav, fatturaPa, ksef, saftPt] as const;
