import type { Address, CompanyProfile, InvoiceOrder } from "faktura";
import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { test } from "./browser-test.ts";

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
  ...{ name: "Česká firma s.r.o.", country: "CZ", vatNumber: "CZ25123891", taxNumber: "25123891" },
  ...{ registrationNumber: "C 12345, Praha", email: "office@firma.example", iban: "CZ6508000000192000145399" },
  address: { line1: "Dlouhá 1", line2: "2. patro", postalCode: "110 00", city: "Praha" },
} as const satisfies Partial<CompanyProfile> & { address: Address };

const ORDER = {
  ...{ clientName: "Exemple SARL", clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" },
  ...{
    clientAddress: { line1: "1 rue Neuve", postalCode: "75001", city: "Paris" },
    clientEmail: "buy@exemple.example",
  },
  ...{
    supplyDate: "2026-11-18",
    dueDate: "2026-12-01",
    note: "Thank you",
    clientRegistrationNumber: "RCS 303 265 045",
  },
  ...{ buyerReference: "Marie", purchaseOrderReference: "PO-7" },
  items: [{ description: "Consulting", quantity: 2.5, unit: "hour", unitPrice: 99.995 }],
} as const satisfies Partial<InvoiceOrder>;

/** What article 226 of Directive 2006/112/EC asks for, by its points, as far as this invoice has it. */
const MENTIONS: Readonly<Record<string, readonly string[]>> = {
  "1, the day of issue": ["Date of issue 20 Nov 2026"],
  "2, the number": ["Invoice INV-202611-0001"],
  "3, the seller's VAT number": ["CZ25123891"],
  "4, the client's VAT number": ["FR40303265045"],
  "5, names and addresses": [
    ...[SELLER.name, ...Object.values(SELLER.address), "Czechia"],
    ...["Exemple SARL", "1 rue Neuve", "75001 Paris", "France"],
  ],
  "6, what and how much": ["Consulting 2.5 hour"],
  "7, the day of supply": ["Date of supply 18 Nov 2026"],
  "8, unit price and taxable amount": ["€99.995", "€249.99"],
  "9, the rate": ["0%"],
  "10, the VAT": ["VAT €0.00", "Total €249.99"],
  "11a, the note": ["Reverse charge", "articles 44 and 196"],
  "and what else is known": [
    ...[
      SELLER.registrationNumber,
      SELLER.email,
      "buy@exemple.example",
      "RCS 303 265 045",
      "Marie",
      "PO-7",
      "Thank you",
    ],
    ...["Due date 1 Dec 2026", `Please pay €249.99 to ${SELLER.iban}`],
  ],
};

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

  test("the VAT of each rate is beside its net amount, and in the currency of the seller's state", async ({
    openDesk,
  }) => {
    const { page, company, open } = await openDesk({ profile: SELLER });
    const exchangeRate = { rate: 24.318, date: "2026-11-19", source: "ČNB" };
    const items = [
      { description: "Book", quantity: 2, unitPrice: 10, taxRate: 12 },
      { description: "Lamp", quantity: 1, unitPrice: 100, taxRate: 21 },
    ];
    const { id } = await company.issue(order({ clientCountry: "CZ", autoVat: false, items, exchangeRate }));
    await open(`/invoices/${id}`);
    const { whole } = await print(page);
    expect(whole).toMatch(/12% €20\.00 €2\.40/);
    expect(whole).toMatch(/21% €100\.00 €21\.00/);
    expect(whole).toMatch(/VAT in CZK, at 24\.318 \(ČNB\) CZK.569\.04/);
    expect(whole).toMatch(/Book 2 €10\.00 12% €20\.00 Lamp 1 €100\.00 21% €100\.00/);
  });

  test("gross prices are printed beside the net ones, and discounts below their lines", async ({ openDesk }) => {
    const { page, company, open } = await openDesk();
    const items = [
      { description: "Lamp", quantity: 3, unitPrice: 19.99, discount: { percent: 10, reason: "Summer sale" } },
      { description: "Bulb", quantity: 1, unitPrice: 5, discount: { amount: 0.5 } },
    ];
    const { id } = await company.issue(order({ prices: "gross", items }));
    await open(`/invoices/${id}`);
    const { whole } = await print(page);
    expect(whole).toContain("Description Quantity Gross price VAT Gross");
    expect(whole).toMatch(/Lamp Discount: 10% \(Summer sale\) 3 €19\.99 €16\.80 net 19% €53\.97/);
    expect(whole).toMatch(/Bulb Discount: €0\.50 1 €5\.00 €4\.20 net 19% €4\.50/);
    expect(whole).toMatch(/Standard rate 19% €49\.13 €9\.34 Net €49\.13 VAT €9\.34 Total €58\.47/);
  });

  test("the rates of two countries are beside the names of the countries", async ({ openDesk }) => {
    const { page, company, open } = await openDesk();
    const items = [
      { description: "Lamp", quantity: 1, unitPrice: 100, supply: "goods" as const },
      { description: "Repair", quantity: 1, unitPrice: 50, supply: "services" as const },
    ];
    const { id } = await company.issue(order({ clientCountry: "CY", items }));
    await open(`/invoices/${id}`);
    const { whole } = await print(page);
    expect(whole).toMatch(/Standard rate, Cyprus 19% €100\.00 €19\.00 Standard rate, Germany 19% €50\.00 €9\.50/);
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
      (line) => `Line ${line}: begins${" runs".repeat(line % 9)} ends ${line}. ${line} €1.00 19% €${line}.00`,
    );
    expect(whole.filter((line) => !pages.some((text) => text.includes(line)))).toEqual([]);
    const withLines = pages.filter((text) => text.includes("begins"));
    for (const text of withLines) expect(text).toMatch(/Description Quantity Net price VAT Net Line \d+: begins/);
    expect(pages.at(-1)).toContain("Total €2,177.70");
  });

  test("nothing of the panel is printed: no navigation, no payments, no buttons", async ({ openDesk }) => {
    const { page, company, open, profile } = await openDesk();
    const { id } = await company.issue(order());
    await open(`/invoices/${id}`);
    const { whole } = await print(page);
    expect(whole).toMatch(/^Invoice INV-202611-0001 /);
    for (const text of ["New invoice", "Skip", "Year", "Record", "Print", "Cancel", "payments"]) {
      expect(whole).not.toContain(text);
    }
    expect(whole.split(profile.name)).toHaveLength(2);
  });

  test("a cancelled one says so, and a paid one asks for nothing", async ({ openDesk }) => {
    const { page, company, open } = await openDesk();
    const [cancelled, paid] = await company.issueMany([order(), order()]);
    await company.cancel(cancelled!.id, { reason: "Ordered twice" });
    await company.recordPayment(paid!.id, { amount: 238 });
    await open(`/invoices/${cancelled!.id}`);
    expect((await print(page)).whole).toMatch(/INV-202611-0001 Cancelled: Ordered twice/);
    await open(`/invoices/${paid!.id}`);
    const { whole } = await print(page);
    expect(whole).toContain("Paid: €238.00");
    expect(whole).not.toContain("Please pay");
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
