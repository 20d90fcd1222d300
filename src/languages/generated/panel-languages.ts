// Written by `npm run generate` from the rows in src/fields. Change those instead.

/** The languages of the panel's pages, ISO 639-1. */
export const PANEL_LANGUAGES = ["de", "en", "fr"] as const;
