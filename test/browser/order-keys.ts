import type { Locator, Page } from "playwright-core";

/** What is typed into one line. */
export interface TypedLine {
  readonly description?: string;
  readonly quantity?: string;
  readonly unit?: string;
  readonly unitPrice?: string;
  readonly supply?: "Goods" | "Services" | "Digital services";
  /** Percent. */
  readonly discount?: string;
}

/** What is typed into the form of a new invoice; what is absent stays as it is. */
export interface TypedOrder {
  readonly clientName?: string;
  /** Its name in English, as in the list. */
  readonly country?: string;
  readonly vatNumber?: string;
  readonly clientIs?: "Company" | "Consumer";
  readonly postalCode?: string;
  readonly supply?: "Goods" | "Services" | "Digital services";
  readonly suppliedOn?: string;
  readonly note?: string;
  readonly prices?: "Net" | "Gross, including VAT";
  readonly lines?: readonly TypedLine[];
}

/** Two hours at 100.00, for a client that only wants its country. */
export const TYPED = {
  clientName: "Exemple SARL",
  country: "Germany",
  lines: [{ description: "Consulting", quantity: "2", unitPrice: "100" }],
} as const satisfies TypedOrder;

/** The field of a label, of the line with that number where there are lines. */
export function field(page: Page, label: string, line?: number) {
  const within = line === undefined ? page.locator(".draft") : page.getByRole("group", { name: `Line ${line}` });
  return within.getByLabel(new RegExp(`^${label}`));
}

/** Types an order with the keyboard, key by key. */
export function typeOrder(page: Page, order: TypedOrder): Promise<void> {
  return enterOrder(page, order, typeInto);
}

/** Fills in an order at once: for tests that are not about typing. */
export function fillOrder(page: Page, order: TypedOrder): Promise<void> {
  return enterOrder(page, order, (into, text) => into.fill(text));
}

export function typeLine(page: Page, number: number, line: TypedLine): Promise<void> {
  return enterLine(page, number, line, typeInto);
}

/** Presses Review, and waits for the review. */
export async function openReview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review invoice" }).click();
  await page.locator(".review article").waitFor();
}

/** Accepts each warning of the review. */
export async function acceptWarnings(page: Page): Promise<void> {
  for (const box of await page.getByRole("checkbox").all()) await box.check();
}

/** Reviews and issues an invoice, and waits for its page. Gives back its id. */
export async function pressIssue(page: Page): Promise<string> {
  await openReview(page);
  await acceptWarnings(page);
  return confirmIssue(page);
}

/** Presses Issue in the review, and waits for the page of the invoice. Gives back its id. */
export async function confirmIssue(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Issue invoice" }).click();
  await page.waitForURL(/\/invoices\/[^/]+$/);
  await page.locator("article.invoice").waitFor();
  return page.url().split("/").at(-1)!;
}

type Enter = (into: Locator, text: string) => Promise<void>;

async function typeInto(into: Locator, text: string): Promise<void> {
  await into.press("ControlOrMeta+A");
  await into.press("Delete");
  await into.pressSequentially(text);
}

async function enterOrder(page: Page, order: TypedOrder, enter: Enter): Promise<void> {
  const { clientName, country, vatNumber, clientIs, postalCode, supply, suppliedOn, note, prices, lines = [] } = order;
  await enterEach(page, { Name: clientName, "VAT number": vatNumber, "Postal code": postalCode }, enter);
  await enterEach(page, { "Note to the client": note }, enter);
  await enterEach(page, { "Date of supply": suppliedOn }, (into, text) => into.fill(text)); // its keys depend on the locale
  await enterEach(page, { Country: country, "Client type": clientIs, "Supply type": supply, Prices: prices }, choose);
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.getByRole("button", { name: "Add line" }).click();
    await enterLine(page, index + 1, line, enter);
  }
}

async function enterLine(page: Page, number: number, line: TypedLine, enter: Enter): Promise<void> {
  const { description, quantity, unit, unitPrice, supply, discount } = line;
  const fields = { Description: description, Quantity: quantity, Unit: unit, "(Net|Gross) price": unitPrice };
  await enterEach(page, { ...fields, Discount: discount }, enter, number);
  await enterEach(page, { Type: supply }, choose, number);
}

async function enterEach(page: Page, texts: Record<string, string | undefined>, enter: Enter, line?: number) {
  for (const [label, text] of Object.entries(texts))
    if (text !== undefined) await enter(field(page, label, line), text);
}

async function choose(from: Locator, label: string): Promise<void> {
  await from.selectOption({ label });
}
