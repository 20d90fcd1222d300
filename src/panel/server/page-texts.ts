import type { Texts } from "../../languages/en/later-panel-texts.ts";
import { PANEL_TEXTS } from "../../languages/generated/panel-texts.ts";
import { chosenLanguage, LANGUAGE_COOKIE, type Language } from "../chosen-language.ts";
import { setTexts } from "../page-data.ts";

/** The texts of the pages, by their language. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = PANEL_TEXTS;

const CHOSEN = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}="?(?<language>[a-z]+)`);

/** The language that a page is shown in. */
export function languageOf({ headers }: Request): Language {
  const cookie = CHOSEN.exec(headers.get("Cookie") ?? "")?.groups?.["language"];
  return chosenLanguage(cookie, headers.get("Accept-Language") ?? "");
}

/** Texts of a host's own, by language and by their places in the panel's: `{ en: { "frame.start": "Home" } }`. */
export type OwnTexts = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

/**
 * Those of the pages, with a host's own in their places.
 *
 * @throws TypeError that names the language or the place if the panel has no such text
 */
export function cataloguesWith(own: OwnTexts): Readonly<Record<Language, Texts>> {
  const catalogues = { ...CATALOGUES };
  for (const [language, texts] of Object.entries(own)) {
    if (!Object.hasOwn(CATALOGUES, language)) {
      throw new TypeError(
        `texts.${language} is not a language of the panel. It has ${Object.keys(CATALOGUES).join(", ")}`,
      );
    }
    const copy = copyOf(CATALOGUES[language as Language]);
    for (const [place, text] of Object.entries(texts ?? {})) {
      const isReplaced = typeof text === "string" && !place.startsWith("server.") && setTexts(copy, { [place]: text });
      if (!isReplaced)
        throw new TypeError(`texts.${language}: the panel has no text "${place}" that a string can replace`);
    }
    catalogues[language as Language] = copy;
  }
  return catalogues;
}

function copyOf<Part>(part: Part): Part {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, copyOf(inner)])) as Part;
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
