import type { Address, CompanyProfile, InvoiceOrder } from "faktura";
import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import { IMAGES } from "../pdf/images.ts";
import { oneTo, order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";
import { fillOrder, openReview, TYPED } from "./order-keys.ts";

/** A4 in points, of which a PDF counts 72 to the inch. */
const A4 = [595, 842];

interface Printed {
  /** Width and height of each page. */
  readonly sizes: readonly (readonly number[])[];
  /** The text of each page, its runs of space as one. */
  readonly pages: readonly string[];
  readonly whole: string;
}

/** The page as the browser prints it. */
async function print(page: Page): Promise<Printed> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(pdf);
  const pages = text.map((one) => one.replaceAll(/\s+/g, " "));
  const views = await Promise.all(oneTo(pdf.numPages).map(async (number) => (await pdf.getPage(number)).view));
  return { pages, sizes: views.map(([, , ...size]) => size.map(Math.round)), whole: pages.join(" ") };
}

const SELLER = {
  name: "Česká firma s.r.o.",
  country: "CZ",
  vatNumber: "CZ25123891",
  taxNumber: "25123891",
  registrationNumber: "C 12345, Praha",
  email: "office@firma.example",
  iban: "CZ6508000000192000145399",
  address: { line1: "Dlouhá 1", line2: "2. patro", postalCode: "110 00", city: "Praha" },
} as const satisfies Partial<CompanyProfile> & { address: Address };

const ORDER = {
  clientName: "Exemple SARL",
  clientCountry: "FR",
  clientVatNumber: "FR40303265045",
  supply: "services",
  clientAddress: { line1: "1 rue Neuve", postalCode: "75001", city: "Paris" },
  clientEmail: "buy@exemple.example",
  supplyDate: "2026-11-18",
  dueDate: "2026-12-01",
  note: "Thank you",
  clientRegistrationNumber: "RCS 303 265 045",
  buyerReference: "Marie",
  purchaseOrderReference: "PO-7",
  items: [{ description: "Consulting", quantity: 2.5, unit: "hour", unitPrice: 99.995 }],
} as const satisfies Partial<InvoiceOrder>;

const ADDRESS = { line1: "2 quai Vieux", postalCode: "69002", city: "Lyon" };

const MORE_ABOUT_THE_SELLER = {
  tradingName: "Firmička",
  legalNote: "Jednatel: Jan Novák",
  bic: "GIBACZPX",
  accountName: "Firma účet",
  contact: { name: "Eva Nová", phone: "+420 1234", email: "eva@firma.example" },
  taxRepresentative: { name: "Fisc SARL", vatNumber: "FR53000004605", country: "FR", address: ADDRESS },
  electronicAddress: { scheme: "0088", id: "4012345000009" },
} as const satisfies Partial<CompanyProfile>;

const MORE_OF_AN_ORDER = {
  taxPointDate: "2026-11-17",
  period: { start: "2026-11-01", end: "2026-11-30" },
  clientNumber: "K-17",
  deliverTo: { name: "Entrepôt Sud", country: "FR", address: { line1: "3 rue du Port", city: "Marseille" } },
  paymentTerms: "Net 10 days",
  paymentReference: "RF18",
  prepaidAmount: 49.99,
  contractReference: "C-4",
  projectReference: "P-5",
  buyerAccountingReference: "4711",
  reference: "host-9",
  metadata: { key: "host-8" },
  precedingInvoices: [{ number: "A-1", issueDate: "2026-10-01" }, { number: "A-0" }],
  notes: [{ subject: "AAB", text: "First of the notes" }, { text: "Second of the notes" }],
  items: [
    {
      ...ORDER.items[0],
      sku: "P-100",
      note: "in person",
      period: { start: "2026-11-02", end: "2026-11-03" },
      discount: { percent: 10, reason: "Regular" },
    },
  ],
} as const satisfies Partial<InvoiceOrder>;

/** What is for the host, or for machines. */
const NOT_PRINTED = ["host-8", "host-9", "4012345000009", "AAB"];

/** What article 226 of Directive 2006/112/EC asks for, by its points, as far as this invoice has it. */
const MENTIONS: Readonly<Record<string, readonly string[]>> = {
  "1, the day of issue": ["Date of issue 20 November 2026"],
  "2, the number": ["Invoice INV-202611-0001"],
  "3, the seller's VAT number": ["CZ25123891"],
  "4, the client's VAT number": ["FR40303265045"],
  "5, names and addresses": [
    ...[SELLER.name, ...Object.values(SELLER.address), "Czechia"],
    ...["Exemple SARL", "1 rue Neuve", "75001 Paris", "France"],
  ],
  "6, what and how much": ["Consulting 2.5 hour"],
  "7, the day of supply": ["Date of supply 18 November 2026"],
  "8, unit price and taxable amount": ["99.995", "249.99"],
  "9, the rate": ["0%"],
  "10, the VAT": ["VAT €0.00", "Total €249.99"],
  "11a, the note": ["Reverse charge", "articles 44 and 196"],
  "and what else is known": [
    ...[SELLER.registrationNumber, SELLER.email, "RCS 303 265 045", "Marie", "PO-7", "Thank you"],
    ...["Due date 1 December 2026", "Amount due €249.99", "IBAN CZ65 0800 0000 1920 0014 5399"],
  ],
};

/** The words of a text, without what a file has around each page: its number, and the sender in the window. */
function wordsIn(text: string): Set<string> {
  const furniture = /^(?:·|\d+\/\d+|Page|Seite|Pagina)$/;
  return new Set(text.split(/\s+/).filter((word) => word !== "" && !furniture.test(word)));
}

/** What one has and the other does not. */
function without(one: Set<string>, other: Set<string>): string[] {
  return [...one].filter((word) => !other.has(word));
}

describe("on paper", () => {
  test("an invoice is one page of A4 and holds all that article 226 asks for", async ({ openDesk }) => {
    const { page, api, open } = await openDesk({ profile: SELLER });
    const { id } = await api("POST /invoices", order(ORDER));
    await open(`/invoices/${id}`);
    const { sizes, whole } = await print(page);
    expect(sizes).toEqual([A4]);
    expect(await page.title(), "which names the printed file").toBe(`INV-202611-0001 · ${SELLER.name}`);
    const missing = Object.entries(MENTIONS).flatMap(([point, texts]) =>
      texts.filter((text) => !whole.includes(text)).map((text) => `${point}: ${text}`),
    );
    expect(missing, whole).toEqual([]);
  });

  test.for(["en", "de", "fr", "it"])(
    "the page, its print and the PDF file have the same words, whatever became of the document: %s",
    async (language, { openDesk }) => {
      const { page, company, open, panel } = await openDesk({
        profile: { ...SELLER, ...MORE_ABOUT_THE_SELLER, language },
      });
      const sale = order({ ...ORDER, ...MORE_OF_AN_ORDER });
      const [due, part, paid, credited, cancelled] = await company.issueMany([sale, sale, sale, sale, sale]);
      await company.recordPayment(part!.id, { amount: 50 });
      await company.recordPayment(paid!.id, { amount: paid!.amountDue });
      const creditNote = await company.credit(credited!.id, { reason: "Returned" });
      await company.cancel(cancelled!.id, { reason: "Ordered twice" });
      const invoices = [due, part, paid, credited, cancelled].map((invoice) => `/invoices/${invoice!.id}`);
      for (const path of [...invoices, `/credit-notes/${creditNote.id}`]) {
        await open(path);
        const file = await page.request.get(`${panel}/calls${path}/files/pdf`);
        const { text } = await extractText(await getDocumentProxy(new Uint8Array(await file.body())));
        const words = wordsIn(text.join(" "));
        const { whole } = await print(page);
        const onPage = wordsIn(await page.locator("article.invoice").innerText());
        expect(without(onPage, wordsIn(whole)), "on the page, not on paper").toEqual([]);
        expect(without(words, onPage), `in the file of ${path}, not on the page`).toEqual([]);
        expect(without(onPage, words), `on the page of ${path}, not in the file`).toEqual([]);
        expect(NOT_PRINTED.filter((text) => whole.includes(text))).toEqual([]);
      }
    },
  );

  test("a paid, a credited, a cancelled and a drafted one are marked, on the page and on paper", async ({
    openDesk,
  }) => {
    const { page, company, open } = await openDesk();
    const [cancelled, paid, credited] = await company.issueMany([order(), order(), order()]);
    await company.cancel(cancelled!.id, { reason: "Ordered twice" });
    await company.recordPayment(paid!.id, { amount: 238 });
    await company.credit(credited!.id, { reason: "x" });
    for (const [invoice, mark] of [
      [cancelled, "Cancelled"],
      [paid, "Paid"],
      [credited, "Credited"],
    ] as const) {
      await open(`/invoices/${invoice!.id}`);
      expect(await page.locator("article .mark").innerText()).toBe(mark);
      expect((await print(page)).whole).toContain(`${invoice!.invoiceNumber} ${mark}`);
    }
    await open("/new");
    await fillOrder(page, TYPED);
    await openReview(page);
    expect((await print(page)).whole).toContain("Invoice Draft Preview, not issued");
  });

  test("a new logo and a new address change nothing that was issued, and the next invoice has both", async ({
    openDesk,
    host,
  }) => {
    const { page, company, open, panel, profile } = await openDesk({ profile: SELLER });
    const headers = { "Content-Type": "image/png" };
    const saveLogo = (data: Buffer) => page.request.put(`${panel}/calls/settings/logo`, { headers, data });
    expect((await saveLogo(Buffer.from(IMAGES[1]![1]))).status()).toBe(200);
    const before = await company.issue(order());
    await open(`/invoices/${before.id}`);
    const logo = page.locator("img.brand");
    const drawn = () => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    expect(await drawn()).toBe(true);
    expect(await logo.getAttribute("alt")).toBe(SELLER.name);
    const shown = [await logo.getAttribute("src"), await page.locator("article").innerText()];
    host.clock.set("2026-11-20T12:00:01.000Z");
    expect((await saveLogo(Buffer.from(IMAGES[0]![1]))).status()).toBe(200);
    await company.saveProfile({ ...profile, address: { line1: "Krátká 2", city: "Brno" } });
    await open(`/invoices/${before.id}`);
    expect([await logo.getAttribute("src"), await page.locator("article").innerText()]).toEqual(shown);
    const after = await company.issue(order());
    await open(`/invoices/${after.id}`);
    expect(await logo.getAttribute("src")).not.toBe(shown[0]);
    expect(await page.locator("article").innerText()).toContain("Krátká 2");
  });

  test("a long one repeats the head of its lines on each page, and tears no line apart", async ({ openDesk }) => {
    const { page, company, open } = await openDesk();
    const items = oneTo(60).map((line) => ({
      description: `Line ${line}: begins${"\nruns".repeat(line % 9)}\nends ${line}.`,
      quantity: line,
      unitPrice: 1,
    }));
    const { id } = await company.issue(order({ items }));
    await open(`/invoices/${id}`);
    const { sizes, pages } = await print(page);
    expect(pages.length).toBeGreaterThan(2);
    expect(sizes).toEqual(pages.map(() => A4));
    const whole = oneTo(60).map(
      (line) => `${line} Line ${line}: begins${" runs".repeat(line % 9)} ends ${line}. ${line} 1.00 19% ${line}.00`,
    );
    expect(whole.filter((line) => !pages.some((text) => text.includes(line)))).toEqual([]);
    const withLines = pages.filter((text) => text.includes("begins"));
    for (const text of withLines)
      expect(text).toMatch(
        /No\. Description Quantity Unit price excl\. VAT VAT Amount excl\. VAT \(EUR\) \d+ Line \d+: begins/,
      );
    expect(pages.at(-1)).toContain("Total €2,177.70");
  });

  test("nothing of the panel is printed: no navigation, no payments, no buttons", async ({ openDesk }) => {
    const { page, company, open, profile } = await openDesk();
    const { id } = await company.issue(order());
    await open(`/invoices/${id}`);
    const { whole } = await print(page);
    expect(whole).toMatch(/Invoice INV-202611-0001 /);
    for (const text of ["New invoice", "Skip", "Year", "Record", "Print", "Cancel", "payments", "Send"]) {
      expect(whole).not.toContain(text);
    }
    expect(whole.split(profile.name)).toHaveLength(2);
  });

  test("ink is dark and paper white, also for those who read in the dark", async ({ openDesk }) => {
    const { page, company, open } = await openDesk({ context: { colorScheme: "dark" } });
    const { id } = await company.issue(order());
    await open(`/invoices/${id}`);
    const coloursOf = (selector: string) =>
      page.locator(selector).evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]);
    const inTheDark = await coloursOf("body");
    await page.emulateMedia({ media: "print" });
    expect(await coloursOf("body")).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    expect(await coloursOf(".invoice")).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    expect(inTheDark).not.toEqual(await coloursOf("body"));
  });
});
