import { randomUUID } from "node:crypto";
import { oneTo, order } from "../support/fixtures.ts";
import type { Desk } from "./browser-test.ts";
import { textsOf } from "./catalogues.ts";
import { fillOrder, openDetails, openReview, pressAction, TYPED } from "./order-keys.ts";

/** A page of the panel, in a state that it can be in. */
export interface PanelPage {
  readonly name: string;
  readonly show: (desk: Desk) => Promise<void>;
}

/** A name that fits on no small screen, without a space to break it at. */
export const LONG_NAME = "Donaudampfschifffahrt".repeat(10).slice(0, 200);

/** The pages, each with all that can stand on it. */
export const PANEL_PAGES: readonly PanelPage[] = [
  { name: "the start", show: showStart },
  { name: "the list", show: (desk) => desk.open() },
  { name: "chosen invoices", show: showChosen },
  { name: "a search in everything", show: (desk) => desk.open("/search?q=e") },
  { name: "a search without a result", show: (desk) => desk.open("?search=nobody&status=overdue") },
  { name: "the list of a bad period", show: (desk) => desk.open("?from=2026-11-22&to=2026-11-20") },
  { name: "the year", show: (desk) => desk.open("/year") },
  { name: "an empty year", show: (desk) => desk.open("/year?year=2024") },
  { name: "a new invoice", show: (desk) => desk.open("/new") },
  { name: "an answered draft", show: showDraft },
  { name: "a refused draft", show: showRefusedDraft },
  { name: "the review of a draft", show: showReview },
  { name: "an opened line of a draft", show: showOpenedLine },
  { name: "the drafts", show: (desk) => desk.open("/drafts") },
  { name: "the quotes", show: (desk) => desk.open("/quotes") },
  { name: "a quote", show: showQuote },
  { name: "the open dialog of a quote", show: showQuoteDialog },
  { name: "the recurring invoices", show: (desk) => desk.open("/recurring") },
  { name: "the open dialog of a repetition", show: showRepeatDialog },
  { name: "an invoice", show: (desk) => showInvoice(desk, "SENT") },
  { name: "the open dialog", show: showDialog },
  { name: "the open menu of an invoice", show: showMenu },
  { name: "the open payment", show: showPayment },
  { name: "the open reminder", show: showReminder },
  { name: "a paid invoice", show: (desk) => showInvoice(desk, "PAID") },
  { name: "a cancelled invoice", show: (desk) => showInvoice(desk, "CANCELLED") },
  { name: "the open dialog of a credit", show: showCreditDialog },
  { name: "the review of a credit", show: showCreditReview },
  { name: "the open dialog of a reversal", show: showReversal },
  { name: "an issued invoice", show: showIssued },
  { name: "the open dialog of an e-mail", show: showEmail },
  { name: "the credit notes", show: (desk) => desk.open("/credit-notes") },
  { name: "a credit note", show: showCreditNote },
  { name: "the returns", show: showReturns },
  { name: "the checked archive of a period", show: showArchive },
  { name: "the books before an audit", show: (desk) => desk.open("/audit") },
  { name: "a refused note", show: showBadNote },
  { name: "an audit", show: showAudit },
  { name: "the saved clients", show: showClients },
  { name: "a saved client", show: showClient },
  { name: "the open dialog of a merger", show: showMerging },
  { name: "the import of clients", show: (desk) => showImport(desk, "clients") },
  { name: "a client that is picked", show: showPicking },
  { name: "the articles", show: (desk) => desk.open("/articles") },
  { name: "an article", show: showArticle },
  { name: "the import of articles", show: (desk) => showImport(desk, "articles") },
  { name: "the settings", show: (desk) => desk.open("/settings") },
  { name: "a page that is not there", show: (desk) => desk.open("/invoices/none") },
];

/**
 * The pages in parts, for a company each, so that a busy machine needs far less than the time limit for each. One part has
 * all drafts, because the list of drafts shows what the pages before it saved.
 */
export const PAGE_PARTS = partsOf([
  "the start",
  "a new invoice",
  "the quotes",
  "an invoice",
  "the open dialog of a credit",
  "the credit notes",
  "the saved clients",
]);

function partsOf(firsts: readonly string[]) {
  const starts = firsts.map((first) => PANEL_PAGES.findIndex(({ name }) => name === first));
  return firsts.map((first, part) => ({ first, pages: PANEL_PAGES.slice(starts[part], starts[part + 1]) }));
}

/** A company whose texts are as long as they may be. */
export const LONG_PROFILE = {
  invoicePrefix: "ABCDEFGHIJKLMNOPQRST",
  creditNotePrefix: "CN",
  tradingName: LONG_NAME,
  legalNote: LONG_NAME,
  paymentTerms: LONG_NAME,
  contact: { name: LONG_NAME },
} as const;

/** Invoices in every status and more than a page of them, with a client whose name is long. */
export async function keepBooks({ company, page, panel }: Desk): Promise<void> {
  await saveClient(page, panel);
  await saveArticle(page, panel);
  await saveSettings(page, panel);
  await saveQuote(page, panel);
  await saveRecurring(page, panel);
  const note = "Thank you";
  await company.issueMany(oneTo(21).map(() => order({ clientCountry: "CH" })));
  const details = {
    paymentTerms: LONG_NAME,
    contractReference: LONG_NAME,
    paymentReference: LONG_NAME,
    deliverTo: { name: LONG_NAME, country: "FI", address: {} },
    notes: [{ text: LONG_NAME }],
    precedingInvoices: [{ number: LONG_NAME.slice(0, 100) }],
  };
  const items = [{ ...item(LONG_NAME), sku: LONG_NAME.slice(0, 100), note: LONG_NAME }, item("Travel")];
  const long = order({ clientName: LONG_NAME, clientCountry: "FI", note, items, ...details });
  const [, part, paid, cancelled] = await company.issueMany([long, long, long, long]);
  await company.recordPayment(part!.id, { amount: 1, method: LONG_NAME.slice(0, 100), reference: LONG_NAME });
  await company.recordPayment(paid!.id, { amount: paid!.total });
  await company.cancel(cancelled!.id, { reason: LONG_NAME });
  await company.credit(part!.id, { reason: LONG_NAME, note, lines: [{ line: 1, quantity: 1 }] });
  await company.credit(paid!.id, { reason: LONG_NAME, lines: [{ line: 2 }] });
  await company.issue(order({ clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" }));
  await company.issue(order({ clientCountry: "FI", supply: "goods", currency: "USD", dueDate: "2026-11-01" }));
}

/** An article with a long name. */
async function saveArticle(page: Desk["page"], panel: string): Promise<void> {
  const fields = {
    "/description": LONG_NAME,
    "/unitPrice": "987.4321",
    "/unit": "hour",
    "/sku": LONG_NAME.slice(0, 100),
  };
  const data = { revision: randomUUID(), replaces: [""], fields };
  await put(page, `${panel}/calls/articles/${randomUUID()}`, data);
}

/** A base rate, and accounts of every kind. */
async function saveSettings(page: Desk["page"], panel: string): Promise<void> {
  const rates = { baseRates: [{ on: "2026-07-01", percent: 1.27 }], isLawChecked: false };
  await put(page, `${panel}/calls/settings/late-payment`, rates);
  const sales = [
    { treatment: "domestic", taxRate: 19, account: "8400" },
    { country: "FI", account: "8320" },
  ];
  const datev = { consultant: 1001, client: 1, accountLength: 4 };
  const accounts = { sales, payments: [{ account: "1200" }], debtors: { first: "10000" }, datev };
  await put(page, `${panel}/calls/settings/accounts`, { accounts });
}

/** A quote for a client with a long name. */
async function saveQuote(page: Desk["page"], panel: string): Promise<void> {
  const quote = { order: LONG_ORDER, fields: { "/clientName": LONG_NAME }, validUntil: "2026-12-20" };
  await put(page, `${panel}/calls/quotes/${randomUUID()}`, { ...quote, revision: randomUUID(), replaces: [""] });
}

/** An invoice that recurs for a client with a long name. */
async function saveRecurring(page: Desk["page"], panel: string): Promise<void> {
  const plan = { months: 3, day: 31, next: "2026-12-31", until: "2027-12-31", result: "issue" };
  const content = { order: LONG_ORDER, fields: { "/clientName": LONG_NAME }, anchor: "2026-11-20", dueDays: 14 };
  const data = { ...plan, ...content, revision: randomUUID(), replaces: [""] };
  await put(page, `${panel}/calls/recurring/${randomUUID()}`, data);
}

const LONG_ORDER = order({ clientName: LONG_NAME, clientCountry: "DE", supplyDate: "2026-11-20" });

async function put(page: Desk["page"], url: string, data: object): Promise<void> {
  const answer = await page.request.put(url, { data });
  if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`);
}

/** A client with a long name. */
async function saveClient(page: Desk["page"], panel: string, name = LONG_NAME): Promise<void> {
  const fields = { "/clientName": name, "/clientCountry": "DE", "/clientAddress/city": LONG_NAME.slice(0, 100) };
  const data = { revision: randomUUID(), replaces: [""], fields, vatCheck: null };
  await put(page, `${panel}/calls/clients/${randomUUID()}`, data);
}

function item(description: string) {
  return { description, quantity: 123.5678, unitPrice: 987.4321, unit: "hour" };
}

async function showChosen({ open, page }: Desk): Promise<void> {
  await open("?sort=-overdue");
  await page.locator("tbody input").first().check();
  await page.locator(".chosen button").first().click();
  await page.locator(".chosen .question").waitFor();
}

async function showStart({ open, page }: Desk): Promise<void> {
  await open("");
  await page.locator(".figure button").waitFor();
}

async function showInvoice({ company, open }: Desk, status: "SENT" | "PAID" | "CANCELLED"): Promise<void> {
  const { data } = await company.list({ status, limit: 1 });
  await open(`/invoices/${data[0]!.id}`);
}

async function showDialog(desk: Desk): Promise<void> {
  await showInvoice(desk, "SENT");
  await pressAction(desk.page, (await textsOf(desk.page)).cancelling.cancel);
}

async function showMenu(desk: Desk): Promise<void> {
  await showInvoice(desk, "SENT");
  await desk.page.locator(".menu > summary").click();
}

/** In the menu or, once the invoice was sent, beside it. */
async function showPayment(desk: Desk): Promise<void> {
  await showInvoice(desk, "SENT");
  await desk.page.locator(".menu > summary").click();
  const { recordPayment } = (await textsOf(desk.page)).payments;
  await desk.page.locator(".action-bar").getByRole("button", { name: recordPayment }).click();
}

/** Of the invoice that is overdue: the second one, with all that it claims. */
async function showReminder({ company, open, page, panel }: Desk): Promise<void> {
  const { data } = await company.list({ status: "SENT", limit: 100 });
  const { id } = data.find(({ dueDate = "9999" }) => dueDate < "2026-11-20")!;
  const { reminder } = await (await page.request.get(`${panel}/calls/invoices/${id}/reminder`)).json();
  const shown = { on: reminder.on, level: reminder.level, total: reminder.total, previous: 0 };
  await page.request.post(`${panel}/calls/invoices/${id}/reminders`, { data: { id: randomUUID(), to: "", shown } });
  await open(`/invoices/${id}?remind`);
  await page.locator("dialog.reminder .preview summary").click();
}

async function showCreditDialog(desk: Desk): Promise<void> {
  await showInvoice(desk, "SENT");
  await pressAction(desk.page, (await textsOf(desk.page)).crediting.credit);
}

async function showCreditReview(desk: Desk): Promise<void> {
  const { page } = desk;
  const { words, crediting } = await textsOf(page);
  await showCreditDialog(desk);
  await page.getByRole("dialog").getByLabel(words.reason).fill(LONG_NAME);
  await page.getByRole("dialog").getByRole("button", { name: crediting.review }).click();
  await page.getByRole("heading", { name: crediting.reviewTitle }).waitFor();
}

async function showReversal(desk: Desk): Promise<void> {
  await showInvoice(desk, "PAID");
  await desk.page.locator(".payments button").first().click();
}

async function showIssued({ company, open }: Desk): Promise<void> {
  const { data } = await company.list({ status: "SENT", limit: 1 });
  await open(`/invoices/${data[0]!.id}?issued`);
}

async function showEmail(desk: Desk): Promise<void> {
  await showIssued(desk);
  await desk.page.getByRole("button", { name: (await textsOf(desk.page)).sending.email }).click();
  await desk.page.locator("dialog.email").waitFor();
}

async function showCreditNote({ company, open }: Desk): Promise<void> {
  const { data } = await company.creditNotes({ limit: 1 });
  await open(`/credit-notes/${data[0]!.id}`);
}

/** With a sum in every section, and rates that are missing. */
async function showReturns({ open, page }: Desk): Promise<void> {
  await open("/returns?period=2026-Q4");
  await page.locator(".rates h2").waitFor();
}

/** With an account that is missing. */
async function showArchive({ open, page }: Desk): Promise<void> {
  await open("/returns?period=2026-Q4");
  await page.locator("[aria-labelledby=accountant] button").click();
  await page.locator("[aria-labelledby=accountant] [role=status] a").first().waitFor();
}

async function showQuote({ open, page }: Desk): Promise<void> {
  await open("/quotes");
  await page.locator("tbody a").first().click();
  await page.locator("article.invoice").waitFor();
}

async function showQuoteDialog({ open, page }: Desk): Promise<void> {
  await open("/new");
  await fillOrder(page, TYPED);
  await page.getByRole("button", { name: (await textsOf(page)).quotes.save }).click();
}

async function showRepeatDialog(desk: Desk): Promise<void> {
  const { page } = desk;
  await showInvoice(desk, "SENT");
  await pressAction(page, (await textsOf(page)).recurring.repeat);
  await page.locator("dialog.repeat form").waitFor();
}

/** A client beside the one with the long name, and what is kept of each. */
async function showMerging(desk: Desk): Promise<void> {
  const { page } = desk;
  await saveClient(desk.page, desk.panel, "Donau AG");
  await showClient(desk);
  await page.getByRole("button", { name: (await textsOf(page)).merging.open }).click();
  await page.locator("dialog.merging [role=combobox]").pressSequentially("Donau A");
  await page.locator("dialog.merging [role=option]").first().click();
  await page.locator("dialog.merging .which").waitFor();
}

/** With a row that cannot be read, and a column that is not. */
async function showImport({ open, page }: Desk, kind: "clients" | "articles"): Promise<void> {
  await open(`/${kind}?import`);
  const rows = `Name;Description;Country;Price;${LONG_NAME}\n${LONG_NAME};${LONG_NAME};Atlantis;many;1\n`;
  await page.locator("#file").setInputFiles({ name: "kept.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
  await page.locator("tbody tr").waitFor();
}

async function showOpenedLine({ open, page }: Desk): Promise<void> {
  await open("/new");
  await fillOrder(page, TYPED);
  await openDetails(page.locator(".line"));
}

async function showBadNote({ open, page }: Desk): Promise<void> {
  await open("/audit");
  await page.getByLabel("Note of an earlier check").fill("7");
  await page.getByRole("button", { name: "Check and compare" }).click();
  await page.locator("[aria-invalid]").waitFor();
}

async function showAudit({ open, page }: Desk): Promise<void> {
  await open("/audit");
  await page.getByRole("button", { name: "Check the books now" }).click();
  await page.getByRole("heading", { name: "The books are in order." }).waitFor();
  await open("/audit");
}

async function showClients({ open }: Desk): Promise<void> {
  await open("/clients");
}

async function showClient({ open, page }: Desk): Promise<void> {
  await open("/clients");
  await page.getByRole("link", { name: LONG_NAME, exact: true }).click();
  await page.locator("form.kept").waitFor();
}

async function showArticle({ open, page }: Desk): Promise<void> {
  await open("/articles");
  await page.getByRole("link", { name: LONG_NAME, exact: true }).click();
  await page.locator("form.kept").waitFor();
  // Without a click, after which Tab would go on from there.
  await page.locator("details.wide").evaluate((details) => details.setAttribute("open", ""));
}

async function showPicking({ open, page }: Desk): Promise<void> {
  await open("/new");
  await page.locator(".party [role=combobox]").pressSequentially("don");
  await page.locator("[role=option]").first().waitFor();
  await page.locator(".party [role=combobox]").press("ArrowDown");
}

async function showDraft({ open, page }: Desk): Promise<void> {
  await open("/new");
  const vatNumber = "ATU13585627";
  const [line] = TYPED.lines;
  await fillOrder(page, { clientName: LONG_NAME, country: "France", vatNumber, lines: [line, line, {}] });
}

async function showReview({ open, page }: Desk): Promise<void> {
  await open("/new");
  await fillOrder(page, { ...TYPED, clientName: LONG_NAME });
  await openReview(page);
}

async function showRefusedDraft({ open, page }: Desk): Promise<void> {
  await open("/new");
  await fillOrder(page, { ...TYPED, country: "France", vatNumber: "FR1" });
  await page.getByRole("button", { name: (await textsOf(page)).newInvoice.review }).click();
  await page.locator("[aria-invalid]").waitFor();
}
