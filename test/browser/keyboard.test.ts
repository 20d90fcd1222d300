import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "./browser-test.ts";
import { acceptWarnings, field, fillOrder, openReview, TYPED } from "./order-keys.ts";
import { keepBooks, PAGE_PARTS, PANEL_PAGES } from "./panel-pages.ts";

/** What has the focus, what of it is visible, and its position among all elements that can have it; `undefined` outside. */
function focused(page: Page) {
  return page.evaluate(() => {
    const one = document.activeElement;
    if (one === null || one === document.body) return undefined;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    return {
      name: (one as HTMLInputElement).labels?.[0]?.textContent?.trim() ?? one.textContent!.trim(),
      kind: (one as HTMLInputElement).type,
      isSeen: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && width > 0 && height > 0,
      place: [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].indexOf(one),
    };
  });
}

/** Presses Tab until the focus leaves the page or begins anew. Fields of several parts count once. */
async function tabThrough(page: Page) {
  // From the top, also of a page that begins in a field.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  const stops = [];
  for (let at = await pressTab(page); at !== undefined; at = await pressTab(page)) {
    if (stops.length > 1 && at.place === stops[0]!.place) break;
    if (at.place !== stops.at(-1)?.place) stops.push(at);
  }
  return stops;
}

async function pressTab(page: Page) {
  await page.keyboard.press("Tab");
  return focused(page);
}

describe("with Tab", () => {
  test.for(PAGE_PARTS)(
    "every control from $first on is reached, in order, and the focus is visible",
    async (part, { openDesk }) => {
      const desk = await openDesk();
      const { page } = desk;
      await keepBooks(desk);
      for (const { name, show } of part.pages.filter(
        // Those of a review and of an issued invoice begin at their heading, and what is opened begins within.
        (one) => !/the open|refused|a draft|answered|picked|review|issued/.test(one.name),
      )) {
        await show(desk);
        const count = await page
          .locator("a[href]:visible, button:visible, :is(input, select, textarea):visible, summary:visible")
          .count();
        const stops = await tabThrough(page);
        expect(
          stops.filter(({ isSeen }) => !isSeen),
          name,
        ).toEqual([]);
        const places = stops.map(({ place }) => place);
        expect(places, name).toEqual([...places].sort((a, b) => a - b));
        expect(places.length, name).toBe(count);
      }
    },
  );

  test("the dialog keeps the focus inside", async ({ openDesk }) => {
    const desk = await openDesk();
    await keepBooks(desk);
    await PANEL_PAGES.find(({ name }) => name === "the open dialog")!.show(desk);
    const names = new Set<string | undefined>();
    for (let press = 0; press < 8; press += 1) names.add((await pressTab(desk.page))?.name);
    names.delete(undefined); // the browser's own bar
    expect(names.size).toBe(3);
  });
});

test("on a small screen the bar at the foot never covers what has the focus", async ({ openDesk }) => {
  const { page, open } = await openDesk({ context: { viewport: { width: 360, height: 640 } } });
  await open("/new");
  await fillOrder(page, { ...TYPED, lines: [...TYPED.lines, {}] });
  await page.locator(".skip").focus();
  const covered: string[] = [];
  for (let at = await pressTab(page); at?.name !== "Review invoice"; at = await pressTab(page)) {
    const isCovered = await page.evaluate(() => {
      const [one, bar] = [document.activeElement!, document.querySelector(".essence")!];
      return one.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    });
    if (isCovered) covered.push(at?.name ?? "");
  }
  expect(covered).toEqual([]);
});

test("where the server is gone, the focus stays on the button", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, TYPED);
  await openReview(page);
  await acceptWarnings(page);
  await page.route("**/calls/invoices", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Issue invoice" }).press("Enter");
  await page.getByRole("alert").getByText("cannot be reached").waitFor();
  expect((await focused(page))?.name).toBe("Issue invoice");
});

test("the first stop skips to the content", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/invoices");
  expect((await pressTab(page))?.name).toBe("Skip to content");
  expect(await page.locator(".skip").evaluate((link) => link.getBoundingClientRect().left)).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await pressTab(page);
  expect(await page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main");
});

test("an invoice is typed and issued without a mouse", async ({ openDesk }) => {
  const { page, open, company } = await openDesk();
  await open("/new");
  await field(page, "Name").focus();
  await page.keyboard.type("Matti");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Finl");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Cons");
  await page.getByLabel("Description").focus();
  const type = async (texts: readonly string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
  };
  await type(["Consulting", "", "", "100", "", "Serv"]); // at the standard rate
  await page.keyboard.press("Enter"); // on the button that shows what few lines have
  await type(["", "50", "", "", "", "", ""]); // without a heading, numbers and origin of the article, and not kept as one
  expect((await focused(page))?.name).toBe("Add line");
  for (let at = await pressTab(page); at?.name !== "Review invoice"; at = await pressTab(page)); // past what is missing
  await page.keyboard.press("Enter");
  await page.locator(".review article").waitFor();
  expect((await focused(page))?.name).toBe("Invoice Draft");
  await page.keyboard.press("Enter"); // a second Enter issues nothing
  for (let at = await pressTab(page); at?.name !== "Issue invoice"; at = await pressTab(page)) {
    await page.keyboard.press(at?.kind === "checkbox" ? "Space" : "Shift");
  }
  expect((await company.list()).total).toBe(0);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/invoices\//);
  expect((await company.list()).data).toMatchObject([{ clientName: "Matti", clientCountry: "FI", total: 59.5 }]);
});

test("a line that is added gets the focus, and one that is removed passes it on", async ({ openDesk }) => {
  const { page, open } = await openDesk();
  await open("/new");
  await fillOrder(page, { lines: [...TYPED.lines, {}] });
  const isIn = (line: number) =>
    page.getByRole("group", { name: `Line ${line}` }).evaluate((group) => group.contains(document.activeElement));
  expect(await isIn(2)).toBe(true);
  await page.getByRole("button", { name: "Remove line 2" }).press("Enter");
  expect(await isIn(1)).toBe(true);
});
