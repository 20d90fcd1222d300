import type { Page } from "playwright-core";
import type { Language } from "../../src/panel/languages/chosen-language.ts";
import { texts as de } from "../../src/panel/languages/de.ts";
import { texts as en, type Texts } from "../../src/panel/languages/en.ts";
import { texts as fr } from "../../src/panel/languages/fr.ts";

/** The texts of each language. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, fr };

/** The texts in the language of a page. */
export async function textsOf(page: Page): Promise<Texts> {
  return CATALOGUES[(await page.locator("html").getAttribute("lang")) as Language];
}
