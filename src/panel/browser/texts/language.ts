import type { Texts } from "../../../languages/en/later-panel-texts.ts";
import { LOAD_LATER_TEXTS, LOAD_TEXTS } from "../../../languages/generated/load-panel-texts.ts";
import { LANGUAGE_COOKIE, type Language } from "../../chosen-language.ts";
import { setTexts } from "../../page-data.ts";
import { BASE_PATH } from "../base-path.ts";
import { PAGE_DATA } from "../page-data.ts";

/** The language of the pages. The server chose it and wrote it into the HTML. */
export const LANGUAGE = document.documentElement.lang as Language;

const { texts: first } = await LOAD_TEXTS[LANGUAGE]();

/**
 * The texts of the pages, in {@link LANGUAGE}. Only its catalogue is loaded, and at first only what the first pages need: the
 * others follow with {@link loadLaterTexts}.
 */
export const texts = { ...first } as Texts;
setTexts(texts, PAGE_DATA.texts);

/** Loads the texts of all other pages. Their scripts read them at once, so these are loaded afterwards. */
export async function loadLaterTexts(): Promise<void> {
  Object.assign(texts, (await LOAD_LATER_TEXTS[LANGUAGE]()).laterTexts);
  setTexts(texts, PAGE_DATA.texts);
}

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
