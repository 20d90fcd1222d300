import type { Page } from "playwright-core";
import { texts as de } from "../../docs/examples/panel/browser/languages/de.ts";
import { texts as en, type Texts } from "../../docs/examples/panel/browser/languages/en.ts";
import { texts as fr } from "../../docs/examples/panel/browser/languages/fr.ts";
import type { Language } from "../../docs/examples/panel/languages.ts";

/** The texts of each language. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, fr };

/** The texts in the language of a page. */
export async function textsOf(page: Page): Promise<Texts> {
  return CATALOGUES[(await page.locator("html").getAttribute("lang")) as Language];
}
