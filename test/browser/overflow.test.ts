import { describe, expect } from "vitest";
import { test } from "./browser-test.ts";
import { keepBooks, LONG_PROFILE, PAGE_PARTS, PANEL_PAGES } from "./panel-pages.ts";
import { crumbledButtons, sidewaysFaults } from "./shown.ts";

/** Windows of phones, of tablets upright and on their side, and of a desk; 640 is also 1280 at a zoom of 200 %. */
const WIDTHS = [390, 640, 700, 768, 834, 1280];

/** Windows in which letters of twice the size must fit. */
const WIDTHS_OF_LARGE_TEXT = [768, 1280];

test("the parts of the walk have every page once", () => {
  expect(PAGE_PARTS.flatMap(({ pages }) => pages)).toEqual(PANEL_PAGES);
});

describe("at every width and at 200 %", () => {
  test.for(PAGE_PARTS)(
    "no page from $first on is wider than its window, and no button breaks within a word",
    async ({ pages }, { openDesk }) => {
      const desk = await openDesk({ profile: LONG_PROFILE });
      const { page } = desk;
      await keepBooks(desk);
      const faults: string[] = [];
      const look = async (name: string, widths: readonly number[], size: string) => {
        await page.evaluate((percent) => {
          document.documentElement.style.fontSize = percent;
        }, size);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          const found = [...(await sidewaysFaults(page)), ...(await crumbledButtons(page))];
          faults.push(...found.map((fault) => `${name}, ${width} px, ${size}: ${fault}`));
        }
      };
      for (const { name, show } of pages) {
        await show(desk);
        await look(name, WIDTHS_OF_LARGE_TEXT, "200%");
        await look(name, WIDTHS, "100%");
      }
      expect(faults).toEqual([]);
    },
  );
});
