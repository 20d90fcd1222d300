/** What stands where on the pages: the seller's details, and the sums that are carried forward. */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { type EinvoiceDocument, PDF_LANGUAGES, type PdfOptions, renderPdf } from "faktura/pdf";
import { describe, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { openBooks } from "../service/books.ts";
import { oneTo } from "../support/fixtures.ts";
import { PDF_WORDS } from "../support/texts.ts";
import { FONTS } from "./fonts.ts";
import { png } from "./images.ts";
import { glyphsOf, type PlacedText, pdfParts, placedTexts } from "./pdf-parts.ts";

const LEGAL_NOTE = "Amtsgericht Charlottenburg\nGeschäftsführerin: Ada Lovelace";

async function booksOf(profile: Partial<CompanyProfile> = {}) {
  const { acme } = await openBooks(undefined, { ...SELLER, language: "de", legalNote: LEGAL_NOTE, ...profile });
  return { acme, issue: (order: Partial<InvoiceOrder> = {}) => acme.issue({ ...ORDER, ...DOMESTIC, ...order }) };
}

const bytesOf = (document: EinvoiceDocument, options: Partial<PdfOptions> = {}) =>
  renderPdf(document, { fonts: FONTS, ...options });

/** Lines of 1 each, with a description. */
const lines = (count: number) => oneTo(count).map((n) => ({ description: `Ware ${n}`, quantity: 1, unitPrice: 1 }));

const find = (texts: readonly PlacedText[], wanted: string) => texts.filter(({ text }) => text === wanted);

describe("the seller's details", () => {
  test("are in columns at the foot of each page, below all other texts", async () => {
    const { issue } = await booksOf();
    const pages = await placedTexts(await bytesOf(await issue({ items: lines(60) })));
    expect(pages.length).toBeGreaterThan(1);
    const details = ["USt-IdNr.", "DE136695976", "Steuernummer", "12/345/67890", "Registernummer", "HRB 1234"];
    const note = LEGAL_NOTE.split("\n");
    for (const [index, page] of pages.entries()) {
      const foot = [...details, ...note].map((text) => find(page, text)[0]!);
      const [names, values] = [foot.filter((_, at) => at % 2 === 0), foot.filter((_, at) => at % 2 === 1)];
      expect(new Set(names.map(({ y }) => y)).size, "the names are in one line").toBe(1);
      expect(new Set(values.map(({ y }) => y)).size, "and the values in the next").toBe(1);
      expect(names.map(({ left }) => left)).toEqual(values.map(({ left }) => left));
      const pageNumber = find(page, `Seite ${index + 1}/${pages.length}`)[0]!;
      expect(pageNumber.y).toBe(names[0]!.y);
      const others = page.filter((text) => !foot.includes(text) && text !== pageNumber);
      expect(Math.max(...others.map(({ y }) => y))).toBeLessThan(names[0]!.y - 20);
    }
  });

  test("are read once, behind the address", async () => {
    const { issue } = await booksOf();
    const { pages } = await pdfParts(await bytesOf(await issue()));
    expect(pages[0]).toContain(
      "frage@example.com USt-IdNr. DE136695976 Steuernummer 12/345/67890 Registernummer HRB 1234 Amtsgericht Charlottenburg",
    );
    expect(pages[0]!.match(/DE136695976/g)).toHaveLength(1);
  });

  test("leave room for the invoice, however many line breaks are in a number", async () => {
    const { issue } = await booksOf({ registrationNumber: "A\n".repeat(49).trim() });
    const [page] = await placedTexts(await bytesOf(await issue()));
    expect(find(page!, "Registernummer")[0]!.y).toBeGreaterThan(700);
  });

  test("are not broken in words, in any language", async () => {
    const { issue } = await booksOf();
    const invoice = await issue();
    for (const language of PDF_LANGUAGES) {
      const [page] = await placedTexts(await bytesOf(invoice, { language }));
      const { vatNumber, taxNumber, registrationNumber, clientVatNumber } =
        PDF_WORDS[language as keyof typeof PDF_WORDS];
      const names = [vatNumber, taxNumber, registrationNumber];
      for (const name of names)
        expect(find(page!, name), name).toHaveLength(names.filter((each) => each === name).length);
      const shown = page!.map(({ text }) => text).join(" ");
      for (const word of clientVatNumber.split(/[ -]/)) expect(shown).toContain(word);
    }
  });

  test("leave a legal note of many lines to the end of the document", async () => {
    const legalNote = oneTo(9)
      .map((n) => `Angabe ${n}`)
      .join("\n");
    const { issue } = await booksOf({ legalNote });
    const pages = await placedTexts(await bytesOf(await issue({ items: lines(60) })));
    const shown = pages.map((page) => page.filter(({ text }) => text.startsWith("Angabe")).length);
    expect(shown).toEqual([...pages.slice(1).map(() => 0), 9]);
  });

  test("are not needed: without any, a page has only its number at the foot", async () => {
    const none = { vatNumber: undefined, taxNumber: undefined, registrationNumber: undefined, legalNote: undefined };
    const { issue } = await booksOf(none);
    const [page] = await placedTexts(await bytesOf(await issue()));
    const foot = page!.filter(({ y }) => y > 770);
    expect(foot.map(({ text }) => text)).toEqual(["Seite 1/1"]);
  });
});

describe("the seller's name", () => {
  const nameIn = (page: readonly PlacedText[]) => find(page, "Firma GmbH").filter(({ y }) => y < 150);

  test("is at the top once, and beside a logo", async () => {
    const { issue } = await booksOf();
    const invoice = await issue();
    const [without] = await placedTexts(await bytesOf(invoice));
    expect(nameIn(without!).map(({ left }) => Math.round(left))).toEqual([71]);
    const [beside] = await placedTexts(await bytesOf(invoice, { logo: png() }));
    expect(nameIn(beside!).map(({ left }) => Math.round(left))).toEqual([349]);
  });

  test("is read whole, however long it is", async () => {
    const name = "Gesellschaft für angewandte Rechnungslegung ".repeat(4).trim();
    const { issue } = await booksOf({ name });
    const { pages } = await pdfParts(await bytesOf(await issue()));
    expect(pages[0]!.startsWith(`${name} Hauptstraße 1`)).toBe(true);
  });

  test("leaves room for the address in the window of an envelope", async () => {
    const name = "Gesellschaft für angewandte Rechnungslegung und elektronischen Geschäftsverkehr mbH";
    const { issue } = await booksOf({ name });
    const [page] = await placedTexts(await bytesOf(await issue()));
    const line = page!.find(({ text }) => text.endsWith("... · Hauptstraße 1 · 10115 Berlin"))!;
    expect(line.text.startsWith("Gesellschaft für angewandte")).toBe(true);
    expect(line.right).toBeLessThan(299);
  });

  test("stands before an address without control characters", async () => {
    const { issue } = await booksOf({ address: { line1: "Weg\u0007 1", postalCode: "10115", city: "Łódź" } });
    const parts = await pdfParts(await bytesOf(await issue()));
    expect(glyphsOf(parts)).not.toContain(0);
    expect(parts.pages[0]).toContain("Firma GmbH · Weg 1 · 10115 Łódź");
  });

  test("is beside the number of the document on later pages", async () => {
    const { issue } = await booksOf();
    const [, second] = await placedTexts(await bytesOf(await issue({ items: lines(60) })));
    const [number, name] = [find(second!, "Rechnung INV-202611-0001")[0]!, find(second!, "Firma GmbH")[0]!];
    expect(number.left).toBeLessThan(name.left);
    expect(name.right).toBeCloseTo(538.6, 0);
    expect(Math.abs(number.y - name.y)).toBeLessThan(2);
  });
});

describe("the sums that are carried forward", () => {
  const AMOUNT = /^-?[\d.]+,\d\d$/;
  const centsOf = (text: string) => Math.round(Number(text.replaceAll(".", "").replace(",", ".")) * 100);

  /** What a page shows in the last column of the lines: the amounts of the lines, and the sums that it carries. */
  function amountsOf(page: readonly PlacedText[]) {
    const [heading] = page.filter(({ text }) => /^USt \(\w{3}\)$/.test(text));
    const end = Math.min(...page.filter(({ text }) => text === "USt-Satz").map(({ y }) => y), 775);
    if (heading === undefined) return { lines: [], carried: [] };
    const column = page.filter(
      ({ text, right, y }) => AMOUNT.test(text) && Math.abs(right - heading.right) < 1 && y > heading.y && y < end,
    );
    const rows = find(page, "Übertrag").map(({ y }) => y);
    const isCarried = ({ y }: PlacedText) => rows.some((row) => Math.abs(row - y) < 1);
    return {
      lines: column.filter((text) => !isCarried(text)).map(({ text }) => centsOf(text)),
      carried: column.filter(isCarried).map(({ text }) => centsOf(text)),
    };
  }

  /** Returns how many pages have lines. */
  async function expectCarried(document: EinvoiceDocument): Promise<number> {
    const placed = await placedTexts(await bytesOf(document, { language: "de" }));
    const foot = placed[0]!.find(({ text }) => text.startsWith("Seite 1/"))!;
    for (const { y } of placed.flatMap((page) => find(page, "Übertrag"))) expect(y).toBeLessThan(foot.y - 20);
    const pages = placed.map(amountsOf).filter(({ lines, carried }) => lines.length + carried.length > 0);
    let sum = 0;
    for (const [index, { lines, carried }] of pages.entries()) {
      const before = index === 0 ? [] : [sum];
      sum += lines.reduce((all, amount) => all + amount, 0);
      const after = index === pages.length - 1 ? [] : [sum];
      expect(carried, `page ${index + 1} of ${pages.length}`).toEqual([...before, ...after]);
    }
    const { items } = document;
    expect(sum).toBe(Math.round(items.reduce((all, item) => all + (item.grossAmount ?? item.netAmount), 0) * 100));
    return pages.length;
  }

  const various = (count: number) =>
    oneTo(count).map((n) => ({
      description: n % 4 === 0 ? `Ware ${n}, ${"mit einer längeren Beschreibung ".repeat(4)}` : `Ware ${n}`,
      quantity: n % 7 === 0 ? -2 : n % 7,
      unitPrice: 99.95 + n * 1.37,
      ...(n % 5 === 0 ? { discount: { percent: 7.5 } } : {}),
    }));

  test("add up, for net and gross prices, in other currencies and on credit notes", async () => {
    const { acme, issue } = await booksOf();
    const net = await issue({ items: various(80) });
    expect(await expectCarried(net)).toBeGreaterThan(2);
    expect(await expectCarried(await issue({ items: various(80), prices: "gross" }))).toBeGreaterThan(2);
    const exchangeRate = { rate: 0.8712, date: "2026-11-19", source: "EZB" };
    expect(await expectCarried(await issue({ items: various(80), currency: "USD", exchangeRate }))).toBeGreaterThan(2);
    expect(await expectCarried(await acme.credit(net.id, { reason: "Rückgabe" }))).toBeGreaterThan(2);
  });

  test("have their names in the column of the descriptions", async () => {
    const { issue } = await booksOf();
    const [first, second] = await placedTexts(await bytesOf(await issue({ items: lines(50) })));
    const [description] = find(first!, "Beschreibung");
    const names = [...find(first!, "Übertrag"), ...find(second!, "Übertrag")];
    expect(names.map(({ left }) => left - description!.left)).toEqual([0, 0]);
  });

  test("are only where the lines continue, however many there are", async () => {
    const { issue } = await booksOf();
    const counts = new Set<number>();
    for (let count = 16; count <= 32; count += 1) counts.add(await expectCarried(await issue({ items: lines(count) })));
    expect([...counts].sort()).toEqual([1, 2]);
  });

  test("have what a line costs that is longer than a page, from its first page on", async () => {
    const { issue } = await booksOf();
    const long = { description: "Absatz\n".repeat(400), quantity: 1, unitPrice: 1000 };
    expect(await expectCarried(await issue({ items: [...lines(3), long, ...lines(3)] }))).toBeGreaterThan(4);
    expect(await expectCarried(await issue({ items: [...lines(3), long] }))).toBeGreaterThan(4);
    expect(await expectCarried(await issue({ items: [long] }))).toBeGreaterThan(4);
  });
});
