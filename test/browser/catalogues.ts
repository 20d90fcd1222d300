import type { Page } from "playwright-core";
import type { Texts } from "../../src/languages/en/later-panel-texts.ts";
import { PANEL_TEXTS } from "../../src/languages/generated/panel-texts.ts";

/** The texts of each language. */
export const CATALOGUES: Readonly<Record<keyof typeof PANEL_TEXTS, Texts>> = PANEL_TEXTS;

/** The texts in the language of a page. */
export async function textsOf(page: Page): Promise<Texts> {
  return CATALOGUES[(await page.locator("html").getAttribute("lang")) as keyof typeof PANEL_TEXTS];
}
