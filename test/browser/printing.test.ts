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

/** What is printed of the fields above, in this form. */
const PRINTED = [
  ...["Trading as Firmička", "Jednatel: Jan Novák", "Contact Eva Nová, +420 1234, eva@firma.example"],
  ...["Tax representative of the seller Fisc SARL 2 quai Vieux 69002 Lyon France VAT number FR53000004605"],
  ...["Delivered to Entrepôt Sud 3 rue du Port Marseille France", "Client number K-17", "Period 1–30 Nov 2026"],
  ...["Date of supply 18 Nov 2026", "Tax point 17 Nov 2026", "Contract C-4", "Project P-5"],
  ...["Your accounting reference 4711", "Earlier invoices A-1 of 1 Oct 2026, A-0"],
  ...["Consulting Article P-100 2–3 Nov 2026 in person Discount: 10% (Regular) 2.5 hour €99.995"],
  ...["First of the notes Second of the notes", "Paid in advance: €49.99", "Net 10 days"],
  `Please pay €175.00 to ${SELLER.iban} (BIC GIBACZPX, account holder Firma účet). Payment reference: RF18`,
];

/** What is for the host, or for machines. */
const NOT_PRINTED = ["host-8", "host-9", "4012345000009", "AAB"];

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

  test("every field that is for the client is printed, and no other", async ({ openDesk }) => {
    const { page, company, open } = await openDesk({ profile: { ...SELLER, ...MORE_ABOUT_THE_SELLER } });
    const { id } = await company.issue(order({ ...ORDER, ...MORE_OF_AN_ORDER }));
    await open(`/invoices/${id}`);
    const { whole, sizes } = await print(page);
    expect(sizes).toEqual(sizes.map(() => A4));
    expect(
      PRINTED.filter((text) => !whole.includes(text)),
      whole,
    ).toEqual([]);
    expect(NOT_PRINTED.filter((text) => whole.includes(text))).toEqual([]);
  });

  test("a payment in advance has its own date, and without a date of supply both are possible", async ({
    openDesk,
  }) => {
    const { page, company, open } = await openDesk();
    const [dated, undated] = await company.issueMany([
      order({ supplyDate: "2026-12-18", taxPointDate: "2026-11-17" }),
      order({ taxPointDate: "2026-11-17" }),
    ]);
    await open(`/invoices/${dated!.id}`);
    expect((await print(page)).whole).toContain("Date of supply 18 Dec 2026 Tax point 17 Nov 2026");
    await open(`/invoices/${undated!.id}`);
    const { whole } = await print(page);
    expect(whole).toContain("Date of supply or payment 17 Nov 2026");
    expect(whole).not.toContain("Tax point");
  });

  test("a self-billed one says so in its title and in its note", async ({ openDesk }) => {
    const { page, company, open } = await openDesk({ profile: { language: undefined, cashAccounting: true } });
    const { id } = await company.issue(order({ selfBilled: true }));
    await open(`/invoices/${id}`);
    const { whole } = await print(page);
    expect(whole).toContain("Gutschrift INV-202611-0001");
    expect(whole).toContain("Self-billing / Gutschrift (Directive 2006/112/EC, article 226(10a))");
    expect(whole).toContain("Cash accounting / Besteuerung nach vereinnahmten Entgelten");
  });

  test("reasons for charging no VAT are printed where the note does not have them, each once", async ({ openDesk }) => {
    const { page, company, open } = await openDesk();
    const line = { quantity: 1, unitPrice: 1, taxRate: 0 };
    const items = [
      { ...line, description: "Lesson", vatCategory: "E" as const, exemptionReason: "Teaching" },
      { ...line, description: "Book", vatCategory: "AE" as const },
    ];
    const { id } = await company.issue(
      order({ autoVat: false, vatNote: "Reverse charge, § 13b UStG", selfBilled: true, items }),
    );
    await open(`/invoices/${id}`);
    const { whole } = await print(page);
    expect(whole.split("Reverse charge, § 13b UStG")).toHaveLength(2);
    expect(whole).toContain("article 226(10a)) Teaching");
  });

  test.for([
    [
      "collected from the client's account",
      { means: "59", mandateReference: "M-1", debitedAccount: "FR1420041010050500013M02606" },
      /We collect €238\.00 from FR1420041010050500013M02606 under the mandate M-1\. Creditor identifier: DE98ZZZ/,
    ],
    ["collected from an account that is not named", { means: "49" }, /We collect €238\.00 from your account\. Cred/],
    ["charged to a card", { means: "54", cardLast4: "0042" }, /We charge €238\.00 to the card ending in 0042\./],
    ["paid as the client likes", { means: "ZZZ" }, /Please pay €238\.00\./],
  ] as const)("an amount that is %s", async ([, payment, text], { openDesk }) => {
    const { page, company, open } = await openDesk({ profile: { creditorId: "DE98ZZZ09999999999" } });
    const { id } = await company.issue(order({ payment }));
    await open(`/invoices/${id}`);
    expect((await print(page)).whole).toMatch(text);
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
