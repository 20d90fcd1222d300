import { randomUUID } from "node:crypto";
import type { Invoice } from "faktura";
import type { Download, Locator } from "playwright-core";
import { expect } from "vitest";
import { FIRMA } from "../../docs/examples/demo-companies.ts";
import { order } from "../support/fixtures.ts";
import { type Desk, test } from "./browser-test.ts";
import { ARTICLE, keep, keepClient } from "./kept-records.ts";
import { NOON, type PanelHost } from "./panel-host.ts";

/** What a job takes at most. The letters in a field are not counted, because they do not depend on the panel. */
interface Effort {
  readonly clicks: number;
  readonly fields: number;
  readonly keys: number;
}

/** One of the jobs of a bookkeeper. */
interface Job extends Effort {
  readonly job: string;
  /** Does it, from the start page unless it opens another, and expects its result. */
  readonly run: (desk: Desk, hand: Hand, host: PanelHost) => Promise<void>;
}

/** Does what a person does, and counts it. */
class Hand {
  readonly #page: Desk["page"];
  #used: Effort = { clicks: 0, fields: 0, keys: 0 };

  constructor({ page }: Desk) {
    this.#page = page;
  }

  get used(): Effort {
    return this.#used;
  }

  async click(on: Locator): Promise<void> {
    this.#count("clicks");
    await on.click();
  }

  /** Clicks on what is named so. */
  async press(name: string | RegExp, within: Locator = this.#page.locator("body")): Promise<void> {
    const named = { name, exact: typeof name === "string" };
    await this.click(within.getByRole("button", named).or(within.getByRole("link", named)));
  }

  async download(name: string): Promise<Download> {
    const [download] = await Promise.all([this.#page.waitForEvent("download"), this.press(name)]);
    return download;
  }

  async write(into: Locator, text: string): Promise<void> {
    this.#count("fields");
    await into.fill(text);
  }

  async choose(from: Locator, label: string): Promise<void> {
    this.#count("fields");
    await from.selectOption({ label });
  }

  async give(into: Locator, file: string): Promise<void> {
    this.#count("fields");
    await into.setInputFiles({ name: "file.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#count("keys");
      await this.#page.keyboard.press(key);
    }
  }

  /** Presses letters in the field that has the focus, and takes the first option that they find. */
  async pick(letters: string): Promise<void> {
    await this.#page.locator("[aria-autocomplete]:focus").waitFor();
    await this.keys(...letters);
    await this.#page.locator("[role=option]:not(.other)").first().waitFor();
    await this.keys("ArrowDown", "Enter");
  }

  #count(kind: keyof Effort): void {
    this.#used = { ...this.#used, [kind]: this.#used[kind] + 1 };
  }
}

/** Issues an invoice that was due on the first of November, to somebody with an e-mail address. */
function issue({ company }: Desk): Promise<Invoice> {
  const client = { clientName: "Autohaus Müller", clientCountry: "DE", clientEmail: "office@client.example" };
  return company.issue(order({ ...client, dueDate: "2026-11-01" }));
}

/** Issues it, and opens its page. */
async function openInvoice(desk: Desk): Promise<Invoice> {
  const invoice = await issue(desk);
  await desk.open(`/invoices/${invoice.id}`);
  return invoice;
}

const menu = ({ page }: Desk) => page.locator(".menu > summary");

/** The jobs, with what each takes at most. */
const JOBS: readonly Job[] = [
  { job: "finding an invoice", clicks: 1, fields: 1, keys: 1, run: find },
  { job: "seeing who owes", clicks: 0, fields: 0, keys: 0, run: seeWhoOwes },
  { job: "recording a payment", clicks: 3, fields: 0, keys: 0, run: recordPayment },
  { job: "marking several invoices as paid", clicks: 4, fields: 0, keys: 0, run: markAsPaid },
  { job: "reminding a client", clicks: 2, fields: 0, keys: 0, run: remind },
  { job: "repeating an invoice of the list", clicks: 2, fields: 0, keys: 0, run: repeat },
  { job: "letting an invoice recur", clicks: 3, fields: 0, keys: 0, run: recur },
  { job: "sending an invoice by e-mail", clicks: 2, fields: 0, keys: 0, run: sendByEmail },
  { job: "saving an invoice as a PDF file", clicks: 1, fields: 0, keys: 0, run: savePdf },
  { job: "crediting an invoice", clicks: 4, fields: 1, keys: 0, run: credit },
  { job: "cancelling an invoice", clicks: 3, fields: 1, keys: 0, run: cancel },
  { job: "writing an invoice to a known client", clicks: 3, fields: 0, keys: 12, run: write },
  { job: "making a draft of a quote", clicks: 4, fields: 0, keys: 0, run: acceptQuote },
  { job: "adding a client", clicks: 3, fields: 3, keys: 0, run: addClient },
  { job: "importing clients", clicks: 3, fields: 1, keys: 0, run: importClients },
  { job: "merging two clients", clicks: 3, fields: 1, keys: 0, run: mergeClients },
  { job: "seeing the VAT of a quarter", clicks: 1, fields: 0, keys: 0, run: seeVat },
  { job: "giving a quarter to the accountant", clicks: 3, fields: 0, keys: 0, run: giveToAccountant },
];

test.for(JOBS)("$job takes no more steps than its limit", async (job, { openDesk, host }) => {
  const desk = await openDesk({ profile: { ...FIRMA, language: "en" } });
  const hand = new Hand(desk);
  await job.run(desk, hand, host);
  for (const kind of ["clicks", "fields", "keys"] as const) {
    expect(hand.used[kind], kind).toBeLessThanOrEqual(job[kind]);
  }
});

async function find(desk: Desk, hand: Hand): Promise<void> {
  const { invoiceNumber } = await issue(desk);
  await desk.open("");
  await hand.write(desk.page.getByRole("searchbox"), "muller");
  await hand.keys("Enter");
  await desk.page.waitForURL(/\/search\?/); // the start page shows a link of this name, too
  await desk.page.locator("main h1").waitFor();
  await hand.press(invoiceNumber);
  await desk.page.getByRole("heading", { name: `Invoice ${invoiceNumber}` }).waitFor();
}

async function seeWhoOwes(desk: Desk): Promise<void> {
  await issue(desk);
  await desk.open("");
  const owed = desk.page.getByRole("region", { name: "Who owes me" });
  await owed.getByRole("row", { name: /Autohaus Müller.*19 days.*€238\.00/ }).waitFor();
}

/** Of an invoice that was sent, as most are that are paid. */
async function recordPayment(desk: Desk, hand: Hand): Promise<void> {
  const { id, invoiceNumber } = await issue(desk);
  const data = { id: randomUUID(), to: "by post" };
  await desk.page.request.post(`${desk.panel}/calls/invoices/${id}/sendings`, { data });
  await desk.open("");
  await hand.press(invoiceNumber);
  await hand.press("Record payment");
  await hand.press("Record payment", desk.page.getByRole("form", { name: "Record a payment" }));
  await desk.page.getByText("Payment of €238.00 recorded.").waitFor();
}

async function markAsPaid(desk: Desk, hand: Hand): Promise<void> {
  const { page, company } = desk;
  for (const _ of [1, 2, 3]) await issue(desk);
  await desk.open("");
  await hand.press("Invoices");
  await hand.click(page.getByRole("checkbox", { name: "Choose all on this page" }));
  await hand.press("Mark as paid");
  await hand.press("Mark as paid", page.getByRole("group", { name: "Mark as paid" }));
  await expect.poll(async () => (await company.list({ status: "PAID" })).total).toBe(3);
}

async function remind(desk: Desk, hand: Hand): Promise<void> {
  const { invoiceNumber } = await issue(desk);
  await desk.open("");
  await hand.press(`Remind ${invoiceNumber}`);
  await hand.press("Send reminder");
  await desk.page.getByText("The e-mail to office@client.example was sent.").waitFor();
}

async function repeat(desk: Desk, hand: Hand): Promise<void> {
  const { invoiceNumber } = await issue(desk);
  await desk.open();
  await hand.press(invoiceNumber);
  await hand.press("Again next month");
  await expect.poll(() => desk.page.locator('[name="/clientName"]').inputValue()).toBe("Autohaus Müller");
}

async function recur(desk: Desk, hand: Hand): Promise<void> {
  await openInvoice(desk);
  await hand.click(menu(desk));
  await hand.press("Repeat regularly");
  await hand.press("Save", desk.page.getByRole("dialog"));
  await desk.page.getByRole("row", { name: /Autohaus Müller.*Every month/ }).waitFor();
}

async function sendByEmail(desk: Desk, hand: Hand): Promise<void> {
  await openInvoice(desk);
  await hand.press("Send by e-mail");
  await hand.press(/^Send/, desk.page.getByRole("dialog"));
  await desk.page.getByText("The e-mail to office@client.example was sent.").waitFor();
}

async function savePdf(desk: Desk, hand: Hand): Promise<void> {
  const { invoiceNumber } = await openInvoice(desk);
  expect((await hand.download("PDF")).suggestedFilename()).toBe(`${invoiceNumber}.pdf`);
}

async function credit(desk: Desk, hand: Hand): Promise<void> {
  const { page } = desk;
  await openInvoice(desk);
  await hand.click(menu(desk));
  await hand.press("Credit invoice");
  await hand.write(page.getByRole("dialog").getByLabel("Reason"), "Damaged");
  await hand.press("Review the credit note");
  await hand.press("Issue credit note");
  await page.getByText(/for €238\.00 was issued/).waitFor();
}

async function cancel(desk: Desk, hand: Hand): Promise<void> {
  const { invoiceNumber } = await openInvoice(desk);
  const dialog = desk.page.getByRole("dialog");
  await hand.click(menu(desk));
  await hand.press("Cancel invoice", desk.page.locator(".menu"));
  await hand.write(dialog.getByLabel("Reason"), "Ordered twice");
  await hand.press("Cancel invoice", dialog);
  await desk.page.getByText(`${invoiceNumber} was cancelled.`).waitFor();
}

async function write(desk: Desk, hand: Hand): Promise<void> {
  const { page, company } = desk;
  await keepClient(desk);
  await keep(desk, "articles", { fields: ARTICLE });
  await desk.open("");
  await hand.click(page.getByRole("link", { name: "New invoice" }).first());
  await hand.pick("ku");
  await page.locator(".client-card").waitFor();
  await hand.pick("wo");
  await page.locator('input[name="/items/0/quantity"]:focus').waitFor();
  await hand.keys("2");
  await hand.press("Review invoice");
  await hand.press("Issue invoice");
  await page.waitForURL(/\?issued$/);
  expect((await company.list()).data).toMatchObject([{ clientName: "Kundin AG", subtotal: 900 }]);
}

async function acceptQuote(desk: Desk, hand: Hand): Promise<void> {
  const { page } = desk;
  const sale = order({ clientName: "Kundin AG", clientCountry: "DE", supplyDate: "2026-11-20" });
  await keep(desk, "quotes", { order: sale, fields: { "/clientName": "Kundin AG" }, validUntil: "2026-12-20" });
  await desk.open("");
  await hand.press("Invoices");
  await hand.press("Quotes");
  await hand.press(/^Q-/);
  await hand.press("Make the invoice’s draft");
  await page.waitForURL(/\/drafts\/.+$/);
  await page.getByRole("heading", { name: "New invoice" }).waitFor();
}

async function addClient(desk: Desk, hand: Hand): Promise<void> {
  const { page } = desk;
  await desk.open("");
  await hand.press("Clients and articles");
  await hand.press("New client");
  await hand.write(page.getByLabel("Name", { exact: true }), "Kundin AG");
  await hand.choose(page.getByLabel("Country", { exact: true }), "Germany");
  await hand.choose(page.getByLabel("Client type", { exact: true }), "Company");
  await hand.press("Save client");
  await page.getByText("The client is saved.").waitFor();
}

async function importClients(desk: Desk, hand: Hand): Promise<void> {
  const { page } = desk;
  await desk.open("");
  await hand.press("Clients and articles");
  await hand.press("Import from CSV");
  await hand.give(page.getByLabel("File"), "Name;City;Country\nKundin AG;Köln;Germany\nNord AG;Kiel;Germany\n");
  await hand.press("Import 2");
  await page.getByText("Imported. New: 2.").waitFor();
}

async function mergeClients(desk: Desk, hand: Hand): Promise<void> {
  const { page } = desk;
  await keepClient(desk, { "/clientName": "Kunden AG" });
  await desk.open(`/clients/${await keepClient(desk)}`);
  await hand.press("Merge with another client");
  await hand.write(page.getByRole("dialog").getByRole("combobox"), "Kunden");
  await hand.click(page.getByRole("option", { name: /^Kunden AG/ }));
  await page.getByRole("dialog").getByText("Which one stays?").waitFor();
  await hand.press("Merge", page.getByRole("dialog"));
  const clients = async () => (await (await page.request.get(`${desk.panel}/calls/clients`)).json()).total;
  await expect.poll(clients).toBe(1);
}

async function seeVat(desk: Desk, hand: Hand): Promise<void> {
  await issue(desk);
  await desk.open("");
  await hand.press("VAT for Q4 2026");
  await desk.page
    .getByRole("table", { name: "VAT return" })
    .getByRole("row", { name: /19% €200\.00 €38\.00/ })
    .waitFor();
}

/** Of the last quarter that is over, with the accounts in the settings. */
async function giveToAccountant(desk: Desk, hand: Hand, { clock }: PanelHost): Promise<void> {
  const { page, panel, company } = desk;
  clock.set("2026-08-03T12:00:00.000Z");
  await company.issue(order());
  clock.set(NOON);
  const accounts = { sales: [{ account: "8400" }], payments: [{ account: "1200" }], debtors: { first: "10000" } };
  const datev = { consultant: 1001, client: 1, accountLength: 4 };
  await page.request.put(`${panel}/calls/settings/accounts`, { data: { accounts: { ...accounts, datev } } });
  await desk.open("");
  await hand.press("Accounting");
  const archive = await hand.download("Check and download");
  expect(archive.suggestedFilename()).toBe("For the accountant 2026-07-01 2026-09-30.zip");
}
