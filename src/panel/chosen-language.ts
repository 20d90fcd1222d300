import { PANEL_LANGUAGES } from "../languages/generated/panel-languages.ts";

/** One of the panel's languages, ISO 639-1. */
export type Language = (typeof PANEL_LANGUAGES)[number];

/** The cookie with the language that the user chose. */
export const LANGUAGE_COOKIE = "panel_language";

/** The language that the user chose, else the first that the browser asks for and the panel has, else English. */
export function chosenLanguage(cookie: string | undefined, acceptLanguage = ""): Language {
  const asked = acceptLanguage.split(",").map((range) => range.split(";")[0]!.trim().slice(0, 2).toLowerCase());
  return [cookie, ...asked].find(isLanguage) ?? "en";
}

function isLanguage(tag: string | undefined): tag is Language {
  return PANEL_LANGUAGES.includes(tag as Language);
}
