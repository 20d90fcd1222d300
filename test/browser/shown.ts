import type { Locator, Page } from "playwright-core";

/** The answer of a draft, as it is read on the page. */
export interface ShownAnswer {
  readonly treatment: string;
  readonly rate: string;
  readonly note: string;
  readonly reason: string;
  readonly warnings: readonly string[];
  /** Category, rate, net and tax of each row. */
  readonly breakdown: readonly (readonly string[])[];
  readonly amounts: Readonly<Record<string, string>>;
}

export function shownAnswer(page: Page): Promise<ShownAnswer> {
  return page.locator(".answer:has(.treatment)").evaluate((card) => {
    const all = (selector: string) =>
      [...card.querySelectorAll<HTMLElement>(selector)].map((one) => one.innerText.trim());
    const cells = (row: HTMLTableRowElement) => [...row.cells].map((cell) => cell.innerText.trim());
    return {
      treatment: all(".treatment span").join(),
      rate: all(".treatment strong").join(),
      note: all(".note").join().replace("Note on the invoice: ", ""),
      reason: all(".reason").join(),
      warnings: all(".warnings li"),
      breakdown: [...card.querySelectorAll<HTMLTableRowElement>(".breakdown tbody tr")].map(cells),
      amounts: Object.fromEntries(all(".amounts dt").map((name, place) => [name, all(".amounts dd")[place]!])),
    };
  });
}

/** The cells of table rows. */
export async function tableRows(rows: Locator): Promise<string[][]> {
  return rows.evaluateAll((all) =>
    all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.trim())),
  );
}

/** The named amounts of a list. */
export async function amountsIn(list: Locator): Promise<Record<string, string>> {
  return Object.fromEntries(
    await list
      .locator("div")
      .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent!))),
  );
}

/** By how much the page is wider than its window, and what makes it so. */
export async function sidewaysFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const culprits = [...document.querySelectorAll("main *")].filter((element) => {
      const { right } = element.getBoundingClientRect();
      return right + scrollX > clientWidth + 0.5 && element.children.length === 0;
    });
    const names = culprits.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
    return [`${scrollWidth - clientWidth} px wider than its window: ${names.join(" ")}`];
  });
}

/** The buttons whose text takes more lines than it has words. */
export function crumbledButtons(page: Page): Promise<string[]> {
  return page.locator("button:visible, .button:visible").evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const range = document.createRange();
      return [...button.childNodes].flatMap((text) => {
        const words = text.nodeType === Node.TEXT_NODE ? text.textContent!.trim().split(/[\s-]+/) : [];
        range.selectNodeContents(text);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        return lines > words.length && words[0] !== "" && words.length > 0
          ? [`${words.join(" ")}: ${lines} lines`]
          : [];
      });
    }),
  );
}
