import type { Texts } from "../../languages/en/panel-texts.ts";
import { LOAD_TEXTS } from "../../languages/generated/load-panel-texts.ts";
import { LANGUAGE_COOKIE, type Language } from "../chosen-language.ts";
import { setTexts } from "../page-data.ts";
import { BASE_PATH } from "./base-path.ts";
import { PAGE_DATA } from "./page-data.ts";

/** The language of the pages. The server chose it and wrote it into the HTML. */
export const LANGUAGE = document.documentElement.lang as Language;

/** The texts of the pages, in {@link LANGUAGE}. Only its catalogue is loaded. */
export const { texts }: { readonly texts: Texts } = await LOAD_TEXTS[LANGUAGE]();
setTexts(texts, PAGE_DATA.texts);

/** What must be saved before the page is loaded again. */
let save: (() => Promise<void>) | undefined;

/** Calls `work` before the page is loaded in another language, and waits for it. */
export function beforeReload(work: () => Promise<void>): void {
  save = work;
}

/** Shows the pages in another language from now on. The page is loaded again. */
export async function chooseLanguage(language: Language): Promise<void> {
  const year = 60 * 60 * 24 * 365;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=${BASE_PATH || "/"}; Max-Age=${year}; SameSite=Lax`;
  await save?.();
  location.reload();
}
