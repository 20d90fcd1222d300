import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Texts } from "../../languages/en/panel-texts.ts";
import { PANEL_TEXTS } from "../../languages/generated/panel-texts.ts";
import { chosenLanguage, LANGUAGE_COOKIE, type Language } from "../chosen-language.ts";

/** The language that a page is shown in. */
export function languageOf(context: Context): Language {
  return chosenLanguage(getCookie(context, LANGUAGE_COOKIE), context.req.header("Accept-Language"));
}

/** The texts in the language of a request. */
export function catalogueOf(context: Context): Texts {
  return PANEL_TEXTS[languageOf(context)];
}

/** The texts in the language of a request, for what the server itself answers. */
export function textsOf(context: Context): Texts["server"] {
  return catalogueOf(context).server;
}
