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

export async function shownAnswer(page: Page): Promise<ShownAnswer> {
  const card = page.locator(".answer");
  return {
    treatment: await card.locator(".treatment span").innerText(),
    rate: await card.locator(".treatment strong").innerText(),
    note: (await texts(card.locator(".note"))).join().replace("Note on the invoice: ", ""),
    reason: await card.locator(".reason").innerText(),
    warnings: await texts(card.locator(".warnings li")),
    breakdown: await tableRows(card.locator(".breakdown tbody tr")),
    amounts: await amountsIn(card.locator(".amounts")),
  };
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

/** The texts of elements, as they are read. */
export function texts(all: Locator): Promise<string[]> {
  return all.allInnerTexts();
}
