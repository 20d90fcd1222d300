import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { fillOrder } from "./order-keys.ts";
import { keepBooks, LONG_PROFILE, PAGE_PARTS } from "./panel-pages.ts";
import { sidewaysFaults } from "./shown.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
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
  return [...inTheLight, ...inTheDark, ...(await sidewaysFaults(page)), ...(await linksOutOfSight(page))];
}

/** The links of the navigation that are cut even after the strip was scrolled to them. */
function linksOutOfSight(page: Page): Promise<string[]> {
  return page.locator(".top > nav > a").evaluateAll((links) =>
    links.flatMap((link) => {
      link.scrollIntoView({ inline: "nearest", block: "nearest", behavior: "instant" });
      const [own, all] = [link.getBoundingClientRect(), link.parentElement!.getBoundingClientRect()];
      // It scrolls to whole pixels.
      return own.left > all.left - 1 && own.right < all.right + 1 ? [] : [`${link.textContent} is out of sight`];
    }),
  );
}

/** The amounts and the names beside them that take more lines than they have words. */
function brokenAmounts({ page }: Desk): Promise<string[]> {
  return page.locator("td, tbody th, dd, .essence strong").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const words = document.createRange();
      return [...cell.childNodes].flatMap((text) => {
        if (text.nodeType !== Node.TEXT_NODE || text.textContent!.trim() === "") return [];
        words.selectNodeContents(text);
        const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
        return lines > text.textContent!.trim().split(/[ -]/).length ? [text.textContent!.trim()] : [];
      });
    }),
  );
}

/** Sums that are usual in forints, and their invoice. */
async function keepForints({ company }: Desk): Promise<void> {
  const items = [
    { description: "Consulting", quantity: 120, unit: "hour", unitPrice: 1_250_000 },
    { description: "Travel", quantity: 1, unitPrice: 45_000 },
  ];
  await company.issueMany(oneTo(9).map(() => order({ clientCountry: "HU", items })));
}

test("sums in the hundreds of millions fit a screen of 360 pixels, and break nowhere", async ({ openDesk }) => {
  const profile = { country: "HU", vatNumber: "HU10773381", defaultCurrency: "HUF" };
  const desk = await openDesk({ context: { viewport: { width: 360, height: 740 } }, profile });
  await keepForints(desk);
  const { data } = await desk.company.list({ limit: 1 });
  const lines = [{ description: "Consulting", quantity: "1", unitPrice: "125000000" }];
  const draft = async () => {
    await desk.open("/new");
    await fillOrder(desk.page, { country: "Hungary", lines });
  };
  const faults: unknown[] = [];
  for (const show of [
    () => desk.open(),
    () => desk.open("/year"),
    () => desk.open(`/invoices/${data[0]!.id}`),
    draft,
  ]) {
    await show();
    faults.push(...(await sidewaysFaults(desk.page)), ...(await brokenAmounts(desk)));
  }
  expect(faults).toEqual([]);
});

describe.for(SIZES)("$width px wide", (size) => {
  test.for(PAGE_PARTS)(
    "axe finds nothing on the pages from $first on, and none scrolls sideways",
    async ({ pages }, { openDesk }) => {
      const desk = await openDesk({
        context: { viewport: size },
        profile: LONG_PROFILE,
      });
      await keepBooks(desk);
      const faults: string[] = [];
      for (const { name, show } of pages) {
        await show(desk);
        faults.push(...(await faultsOf(desk)).map((fault) => `${name}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );
});
