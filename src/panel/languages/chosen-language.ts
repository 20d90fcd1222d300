/** The languages of the panel's pages, by ISO 639-1, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" } as const;

/** One of {@link LANGUAGES}. */
export type Language = keyof typeof LANGUAGES;

/** The cookie with the language that the user chose. */
export const LANGUAGE_COOKIE = "panel_language";

/** The language that the user chose, else the first that the browser asks for and the panel has, else English. */
export function chosenLanguage(cookie: string | undefined, acceptLanguage = ""): Language {
  const asked = acceptLanguage.split(",").map((range) => range.split(";")[0]!.trim().slice(0, 2).toLowerCase());
  return [cookie, ...asked].find(isLanguage) ?? "en";
}

function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(LANGUAGES, tag);
}
