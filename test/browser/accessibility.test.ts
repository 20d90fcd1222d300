import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "vitest";
import { type Desk, test } from "./browser-test.ts";
import { keepBooks, PANEL_PAGES } from "./panel-pages.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const;

/** What axe finds wrong, in a line each. */
async function violations(rules: AxeBuilder): Promise<string[]> {
  const found = await rules
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** What is wrong with the page that is shown. What colours do not decide is looked at in the light alone. */
async function faultsOf({ page }: Desk): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const inTheLight = await violations(new AxeBuilder({ page }).withTags(RULES));
  await page.emulateMedia({ colorScheme: "dark" });
  const inTheDark = await violations(new AxeBuilder({ page }).withRules(["color-contrast"]));
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...inTheLight, ...inTheDark, ...(wider > 0 ? [`${wider} px wider than its window`] : [])];
}

test.for(SIZES)(
  "axe finds nothing on any page, $width px wide, and none scrolls sideways",
  async (size, { openDesk }) => {
    const desk = await openDesk({ context: { viewport: size }, profile: { invoicePrefix: "ABCDEFGHIJKLMNOPQRST" } });
    await keepBooks(desk);
    const faults: string[] = [];
    for (const { name, show } of PANEL_PAGES) {
      await show(desk);
      faults.push(...(await faultsOf(desk)).map((fault) => `${name}: ${fault}`));
    }
    expect(faults).toEqual([]);
  },
);
