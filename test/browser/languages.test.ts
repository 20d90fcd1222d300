import { describe, expect } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { CATALOGUES, textsOf } from "./catalogues.ts";
import { acceptWarnings, fillOrder, openReview } from "./order-keys.ts";
import { keepBooks, LONG_NAME, PANEL_PAGES } from "./panel-pages.ts";
import { crumbledButtons, sidewaysFaults } from "./shown.ts";

/** All texts of a catalogue that are no functions. */
function textsIn(catalogue: unknown): string[] {
  if (typeof catalogue === "string") return [catalogue];
  return typeof catalogue === "object" && catalogue !== null ? Object.values(catalogue).flatMap(textsIn) : [];
}

/** The texts that are on the page, and in its labels and titles. */
function shownTexts({ page }: Desk): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode() !== null) found.push(walker.currentNode.textContent!.trim());
    const named = [...document.querySelectorAll("[aria-label], [title], [placeholder], [data-name]")];
    const names = ["aria-label", "title", "placeholder", "data-name"];
    return [...found, ...named.flatMap((one) => names.map((name) => one.getAttribute(name) ?? ""))].filter(Boolean);
  });
}

/** English texts of the panel, and words that only developers know. */
function foreignTexts(shown: readonly string[], language: "de" | "fr"): string[] {
  const own = new Set(textsIn(CATALOGUES[language]));
  const english = new Set(textsIn(CATALOGUES.en).filter((text) => !own.has(text)));
  const isOfDevelopers = (text: string) => /\/(?:items|client|lines)|\b[a-z]+[A-Z][a-z]/.test(text);
  return shown.filter((text) => !text.includes(LONG_NAME.slice(0, 40)) && (english.has(text) || isOfDevelopers(text)));
}

/** Pages that are shown without an order or a button that is pressed by its English name. */
const PAGES = PANEL_PAGES.filter(
  ({ name }) =>
    !/draft$|^an audit$|^a refused note$|^a quote$|dialog of a (?:quote|repetition|merger)$|^the checked archive|^the open reminder$/.test(
      name,
    ),
);

/** A phone, and a tablet upright. Words are longer than in English. */
const WIDTHS = [390, 768];

/** By how much the page is wider than each of these windows, and which of its buttons break within a word. */
async function narrowFaults({ page }: Desk): Promise<string[]> {
  const usual = page.viewportSize()!;
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...usual, width });
    const found = [...(await sidewaysFaults(page)), ...(await crumbledButtons(page))];
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  await page.setViewportSize(usual);
  return faults;
}

const CLIENTS = { de: "Frankreich", fr: "France" } as const;

describe.for(["de", "fr"] as const)("in %s", (language) => {
  test("every page fits a phone, and none has a text of the English catalogue, or a developer's word", async ({
    openDesk,
  }) => {
    const profile = { language, paymentTerms: "Zahlbar innerhalb von 14 Tagen ohne Abzug" };
    const desk = await openDesk({ context: { locale: language }, profile });
    const { page, open } = desk;
    await keepBooks(desk);
    const faults: string[] = [];
    const look = async (name: string) => {
      const found = [...foreignTexts(await shownTexts(desk), language), ...(await narrowFaults(desk))];
      faults.push(...found.map((text) => `${name}: ${text}`));
    };
    for (const { name, show } of PAGES) {
      await show(desk);
      await look(name);
    }
    await open("/new");
    const line = { description: "x", quantity: "2", unitPrice: "100", discount: "5" };
    await fillOrder(page, {
      clientName: "x",
      country: CLIENTS[language],
      vatNumber: "FR40303265045",
      lines: [line, line],
    });
    await look("a draft");
    await openReview(page);
    await acceptWarnings(page);
    await look("the review");
    expect(await page.locator("article").getAttribute("lang")).toMatch(new RegExp(`^${language}\\b`));
    expect(faults).toEqual([]);
  });
});

test("the chosen language stays, whatever the browser asks for, and the document keeps its own", async ({
  openDesk,
}) => {
  const desk = await openDesk({ context: { locale: "sv-SE" }, profile: { language: "de" } });
  const { page, open, company } = desk;
  const { id } = await company.issue(order());
  await open(`/invoices/${id}`);
  const language = () => page.locator("html").getAttribute("lang");
  expect(await language()).toBe("en"); // there is no Swedish
  await page.locator("#language").selectOption("fr");
  await expect.poll(language).toBe("fr");
  const { invoice, frame } = CATALOGUES.fr;
  await page.getByRole("heading", { name: invoice.actions }).waitFor();
  expect(await page.locator("article h1").innerText()).toMatch(/^Rechnung /);
  await open();
  await page.getByRole("link", { name: frame.creditNotes, exact: true }).waitFor();
  expect(await textsOf(page)).toBe(CATALOGUES.fr);
});

test("a hundred lines take one row each, and names from right to left start at the right", async ({ openDesk }) => {
  const { page, open, company } = await openDesk({ context: { viewport: { width: 1280, height: 900 } } });
  const description = "\u05d9\u05d9\u05e2\u05d5\u05e5";
  const items = oneTo(100).map(() => ({ description, quantity: 1, unitPrice: 1 }));
  const { id } = await company.issue(order({ clientName: description, supply: "services", items }));
  await open(`/new?copy=${id}`);
  const heights = await page
    .locator(".line")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights).toHaveLength(100);
  expect(Math.max(...heights.slice(1))).toBeLessThan(70);
  await open(`/invoices/${id}`);
  const cell = page.locator(".lines tbody th").first();
  const gapAtEnd = await cell.evaluate((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return one.getBoundingClientRect().right - text.getBoundingClientRect().right;
  });
  expect(gapAtEnd).toBeLessThan(20);
});
