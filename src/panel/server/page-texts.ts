import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { chosenLanguage, LANGUAGE_COOKIE, type Language } from "../languages/chosen-language.ts";
import { texts as de } from "../languages/de.ts";
import { texts as en, type Texts } from "../languages/en.ts";
import { texts as fr } from "../languages/fr.ts";

const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, fr };

/** The language that a page is shown in. */
export function languageOf(context: Context): Language {
  return chosenLanguage(getCookie(context, LANGUAGE_COOKIE), context.req.header("Accept-Language"));
}

/** The texts in the language of a request. */
export function catalogueOf(context: Context): Texts {
  return CATALOGUES[languageOf(context)];
}

/** The texts in the language of a request, for what the server itself answers. */
export function textsOf(context: Context): Texts["server"] {
  return catalogueOf(context).server;
}
