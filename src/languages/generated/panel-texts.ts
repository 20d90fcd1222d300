// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { laterTexts as deLater } from "../de/later-panel-texts.ts";
import { texts as de } from "../de/panel-texts.ts";
import { laterTexts as enLater } from "../en/later-panel-texts.ts";
import { texts as en } from "../en/panel-texts.ts";
import { laterTexts as frLater } from "../fr/later-panel-texts.ts";
import { texts as fr } from "../fr/panel-texts.ts";

/** The texts of the panel, by language (ISO 639-1). */
export const PANEL_TEXTS = {
  de: { ...de, ...deLater },
  en: { ...en, ...enLater },
  fr: { ...fr, ...frLater },
};
