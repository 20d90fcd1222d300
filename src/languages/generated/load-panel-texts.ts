// Written by `npm run generate` from the rows in src/fields. Change those instead.

/** Loads the texts of a language. */
export const LOAD_TEXTS = {
  de: () => import("../de/panel-texts.ts"),
  en: () => import("../en/panel-texts.ts"),
  fr: () => import("../fr/panel-texts.ts"),
};

/** Loads the texts that only pages need whose scripts are loaded later. */
export const LOAD_LATER_TEXTS = {
  de: () => import("../de/later-panel-texts.ts"),
  en: () => import("../en/later-panel-texts.ts"),
  fr: () => import("../fr/later-panel-texts.ts"),
};

/** Loads the words of the fields that only one state's documents need. */
export const LOAD_NATIONAL_TEXTS = {
  de: () => import("../de/national-texts.ts"),
  en: () => import("../en/national-texts.ts"),
  fr: () => import("../fr/national-texts.ts"),
};
