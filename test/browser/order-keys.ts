import type { Locator, Page } from "playwright-core";
import { textsOf } from "./catalogues.ts";

/** What is typed into one line. */
export interface TypedLine {
  readonly description?: string;
  readonly quantity?: string;
  readonly unit?: string;
  readonly unitPrice?: string;
  readonly supply?: "Goods" | "Services" | "Digital services" | undefined;
  /** Percent. */
  readonly discount?: string;
  /** Country and rate, as in the list. */
  readonly vatRate?: string;
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

/** The field of an English label, of the line with that number where there are lines. */
export function field(page: Page, label: string, line?: number) {
  return fieldIn(
    line === undefined ? page.locator(".draft") : page.getByRole("group", { name: `Line ${line}` }),
    label,
  );
}

function fieldIn(within: Locator, label: string): Locator {
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
  await page.getByRole("button", { name: (await textsOf(page)).newInvoice.review }).click();
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

/** Presses Issue in the review, and opens the invoice from the page that confirms it. Gives back its id. */
export async function confirmIssue(page: Page): Promise<string> {
  const texts = await textsOf(page);
  await page.getByRole("button", { name: texts.review.issue }).click();
  await page.waitForURL(/\/invoices\/[^/]+\?issued$/);
  await page.getByRole("link", { name: texts.issuedPage.open }).click();
  await page.waitForURL(/\/invoices\/[^/?]+$/);
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
  const form = page.locator(".draft");
  const words = (await textsOf(page)).newInvoice;
  await showClient(page);
  await enterEach(form, { [words.name]: clientName }, enter);
  if (clientName !== undefined) await fieldIn(form, words.name).press("Tab");
  await enterEach(form, { [words.vatNumber]: vatNumber, [words.postalCode]: postalCode }, enter);
  await enterEach(form, { [words.country]: country, [words.clientType]: clientIs }, choose);
  // Each has a section, which is opened only to type into it.
  if (note !== undefined) await openSection(page, words.references);
  if (suppliedOn !== undefined) await openSection(page, words.dates);
  if (prices !== undefined) await openSection(page, words.money);
  await enterEach(form, { [words.note]: note }, enter);
  await enterEach(form, { [words.supplyDate]: suppliedOn }, (into, text) => into.fill(text)); // its keys depend on the locale
  await enterEach(form, { [words.prices]: prices }, choose);
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.getByRole("button", { name: words.addLine }).click();
    await enterLine(page, index + 1, { ...line, supply: line.supply ?? supply }, enter);
  }
  if (lines.length === 0 && supply !== undefined) await enterLine(page, 1, { supply }, enter);
  // The form asks for these choices. A test that is not about them states nothing.
  const choices = page.locator(`.draft :is([name="/isCompany"], [name^="/items/"][name$="/supply"])`);
  for (const choice of await choices.all()) {
    if ((await choice.inputValue()) === "") await choice.selectOption("unstated", { force: true });
  }
}

/** Shows the fields of the client, also of a new one that has no name yet. */
export async function showClient(page: Page): Promise<void> {
  const words = (await textsOf(page)).newInvoice;
  const party = page.locator(".party");
  const view = await party.getAttribute("data-view");
  if (view === "known") await party.getByRole("button", { name: words.editClient, exact: true }).click();
  if (view === "choosing") await party.locator('[name="/clientCountry"]').dispatchEvent("unfold");
}

/** Opens a section of the form by its heading. */
export async function openSection(page: Page, title: string): Promise<void> {
  const section = page.locator("details.section").filter({ has: page.getByText(title, { exact: true }) });
  if ((await section.getAttribute("open")) === null) await section.locator("summary").click();
}

async function enterLine(page: Page, number: number, line: TypedLine, enter: Enter): Promise<void> {
  const { description, quantity, unit, unitPrice, supply, discount, vatRate } = line;
  const { newInvoice: words, words: trade } = await textsOf(page);
  const group = page.getByRole("group", { name: trade.line(number) });
  const price = `(${words.netPrice("")}|${words.grossPrice("")})`;
  const fields = { [words.description]: description, [words.quantity]: quantity, [words.unit]: unit };
  if (discount !== undefined) await openDetails(group);
  await enterEach(group, { ...fields, [price]: unitPrice, [words.discount]: discount }, enter);
  await enterEach(group, { [words.supplyType]: supply, [words.vatRate]: vatRate }, choose);
}

/** Shows what few lines have. */
export async function openDetails(line: Locator): Promise<void> {
  const button = line.locator("button[aria-expanded=false]");
  if ((await button.count()) > 0) await button.click();
}

async function enterEach(within: Locator, texts: Record<string, string | undefined>, enter: Enter) {
  for (const [label, text] of Object.entries(texts)) if (text !== undefined) await enter(fieldIn(within, label), text);
}

async function choose(from: Locator, label: string): Promise<void> {
  await from.selectOption({ label });
}

/** Opens the menu of an invoice's page, and presses one of its actions. */
export async function pressAction(page: Page, name: string): Promise<void> {
  await page.locator(".menu > summary").click();
  await page.locator(".menu").getByRole("button", { name, exact: true }).click();
}
