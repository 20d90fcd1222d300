import type { Texts } from "../../languages/en/panel-texts.ts";
import { PANEL_TEXTS } from "../../languages/generated/panel-texts.ts";
import { chosenLanguage, LANGUAGE_COOKIE, type Language } from "../chosen-language.ts";

/** The texts of the pages, by their language. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = PANEL_TEXTS;

const CHOSEN = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}="?(?<language>[a-z]+)`);

/** The language that a page is shown in. */
export function languageOf({ headers }: Request): Language {
  const cookie = CHOSEN.exec(headers.get("Cookie") ?? "")?.groups?.["language"];
  return chosenLanguage(cookie, headers.get("Accept-Language") ?? "");
}

/** The texts in the language of a request, for what the server itself answers. */
export function textsOf(request: Request): Texts["server"] {
  return CATALOGUES[languageOf(request)].server;
}

/** A text of the server's as the answer to a request. */
export function textAnswer(
  request: Request,
  status: number,
  name: Exclude<keyof Texts["server"], "otherHost">,
): Response {
  return plainText(status, textsOf(request)[name]);
}

export function plainText(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { ...headers, "Content-Type": "text/plain; charset=UTF-8" } });
}
