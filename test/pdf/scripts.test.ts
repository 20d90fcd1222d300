import type { CompanyProfile, Invoice, InvoiceOrder } from "faktura";
import { type PdfFonts, type PdfOptions, printableWith, renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { printedTexts } from "../../src/domain/invoice/printed-texts.ts";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { openBooks } from "../service/books.ts";
import { FONTS, WITH_FALLBACK } from "./fonts.ts";
import { glyphsOf, type PdfParts, pdfParts } from "./pdf-parts.ts";

async function issued(order: Partial<InvoiceOrder> = {}, profile: Partial<CompanyProfile> = {}): Promise<Invoice> {
  const { acme } = await openBooks(undefined, { ...SELLER, language: "de", ...profile });
  return acme.issue({ ...ORDER, ...DOMESTIC, ...order });
}

const line = (description: string) => ({ items: [{ description, quantity: 1, unitPrice: 1 }] });
const partsOf = async (invoice: Invoice, fonts: PdfFonts): Promise<PdfParts> =>
  pdfParts(await renderPdf(invoice, { fonts }));
const refused = (invoice: Invoice, options: Partial<PdfOptions> = {}) =>
  renderPdf(invoice, { fonts: FONTS, ...options }).then(
    () => "was printed",
    (error: unknown) => error,
  );

test("letters that the first fonts lack come from a further one, which is embedded as far as it is used", async () => {
  const invoice = await issued(line("שלום עולם Consulting كتاب"));
  const found = await partsOf(invoice, WITH_FALLBACK);
  const text = found.pages.join(" ");
  for (const word of ["שלום עולם", "Consulting", "كتاب"]) expect(text).toContain(word);
  expect(glyphsOf(found)).not.toContain(0);
  for (const part of ["/Type /FontDescriptor", "/FontFile2 ", "/ToUnicode "])
    expect(found.dictionaries.split(part), part).toHaveLength(1 + 3);
  expect(found.dictionaries).toMatch(/\+Rubik-Regular/);
  expect((await partsOf(await issued(), WITH_FALLBACK)).dictionaries).not.toContain("Rubik");
});

test("regular and bold print for each other", async () => {
  const fonts = { regular: FONTS.regular, bold: WITH_FALLBACK.fallback[0]! }; // which has no Greek letters
  const found = await partsOf(await issued({}, { name: "Ωμέγα" }), fonts);
  expect(found.pages.join(" ")).toContain("Ωμέγα");
  expect(glyphsOf(found)).not.toContain(0);
});

test("fallback fonts do not change a document that needs none", async () => {
  const invoice = await issued();
  const [without, withOne] = [
    await renderPdf(invoice, { fonts: FONTS }),
    await renderPdf(invoice, { fonts: WITH_FALLBACK }),
  ];
  expect(Buffer.compare(without, withOne)).toBe(0);
});

test("a text from right to left is as wide as it was measured, and stays on the page", async () => {
  const text = "ייעוץ ופיתוח תוכנה לפי שעות עבודה, כולל מע״מ (17%) ונסיעות ";
  const { contents } = await partsOf(
    await issued({ clientName: "שלום", ...line(text.repeat(20).trim()) }),
    WITH_FALLBACK,
  );
  const places = contents.flatMap((content) => [...content.matchAll(/1 0 0 1 (\S+) (\S+) Tm/g)]);
  expect(places.length).toBeGreaterThan(80);
  // A line ends with a space on its left, outside of the column. Source Sans 3 has one of a fifth of the size.
  const left = Math.min(...places.map(([, x]) => Number(x)));
  expect(left).toBeCloseTo((25 * 72) / 25.4 - 10.5 / 5, 1);
  for (const [place, x] of places) expect(Number(x) >= 65 && Number(x) < 540, place).toBe(true);
});

test.each([
  ["a name", { name: "שלום", address: { line1: "Alter Weg 7", city: "Bonn" } }],
  ["an address", { name: "Firma Weber", address: { line1: "רחוב הרצל 12", city: "ירושלים" } }],
] as const)(
  "a %s from right to left leaves the rest of the line in the envelope's window as it is",
  async (_, seller) => {
    const { pages } = await partsOf(await issued({}, seller), WITH_FALLBACK);
    const text = pages.join(" ");
    for (const words of [seller.name, seller.address.line1.replace(/[ \d]+$/, ""), seller.address.city])
      expect(text.split(words).length, words).toBeGreaterThan(2);
    expect(text).not.toMatch(/undefined|denifednu/);
  },
);

test("what no font has is refused by field and character", async () => {
  const invoice = await issued(line("Tee 漢字 🧾"), { legalNote: "Žižek 漢" });
  expect(await refused(invoice)).toMatchObject({
    name: "Refusal",
    code: "request_invalid",
    message:
      'The document cannot be printed. /seller/legalNote: has a character that no font can print: "漢" (U+6F22); ' +
      "add a font that has it to fonts.fallback, or write it otherwise. 1 more in errors.",
    errors: [
      { pointer: "/seller/legalNote" },
      {
        pointer: "/items/0/description",
        detail:
          'has characters that no font can print: "漢" (U+6F22), "字" (U+5B57), "🧾" (U+1F9FE); ' +
          "add a font that has them to fonts.fallback, or write it otherwise",
      },
    ],
  });
});

test("words of the host's, texts beside codes, and the language are named too", async () => {
  const invoice = await issued();
  expect(await refused(invoice, { words: { invoice: "請求書" } })).toMatchObject({
    errors: [{ parameter: "words.invoice" }],
  });
  const codes = [{ url: "https://example.com", label: "漢", heading: "QR" }];
  expect(await refused(invoice, { codes })).toMatchObject({ errors: [{ parameter: "codes[0].label" }] });
  const hebrew = { ...FONTS, regular: WITH_FALLBACK.fallback[0]!, bold: WITH_FALLBACK.fallback[0]! };
  expect(await refused(invoice, { language: "el", fonts: hebrew })).toMatchObject({
    errors: [{ parameter: "language", detail: expect.stringMatching(/^"el" has characters .*"Τ" \(U\+03A4\)/) }],
  });
});

test("the texts that are checked before issuing are those that are printed", async () => {
  const text = "abc";
  const address = { line1: text, line2: text, city: text, region: text, postalCode: text };
  const order = await issued(
    {
      clientName: text,
      clientAddress: address,
      clientElectronicAddress: { scheme: "0088", id: text },
      clientNumber: text,
      clientIdentifier: { scheme: "0088", id: text },
      clientTradingName: text,
      clientContact: { name: text },
      clientRegistrationNumber: text,
      reference: text,
      metadata: { key: text },
      note: text,
      notes: [{ text }],
      deliverTo: { name: text, country: "DE", address },
      paymentTerms: text,
      purchaseOrderReference: text,
      precedingInvoices: [{ number: text }],
      items: [
        {
          description: text,
          quantity: 1,
          unitPrice: 9,
          unit: text,
          sku: text,
          standardId: { scheme: "0160", id: text },
          attributes: [{ name: text, value: text }],
          buyerSku: text,
          classifications: [{ code: text, list: "STI", listVersion: text }],
          purchaseOrderLine: text,
          buyerAccountingReference: text,
          invoicedObject: { id: text },
          note: text,
          discount: { percent: 1, reason: text },
        },
      ],
    },
    {
      tradingName: text,
      identifiers: [{ id: text }],
      electronicAddress: { scheme: "0088", id: text },
      legalNote: text,
      taxNumber: text,
      contact: { name: text, phone: text, email: "b@example.com" },
      taxRepresentative: { name: text, vatNumber: "FR40303265045", country: "FR", address },
    },
  );
  const invoice = {
    ...order,
    vatReason: text,
    warnings: [{ code: "supply_missing", detail: text }],
    vatNumberVerification: { status: "valid", verifiedAt: order.issuedAt, consultationNumber: text },
    cancellationReason: text,
    writeOffReason: text,
    payments: [{ method: text, reference: text }],
    creditNotes: [{ creditNoteNumber: text }],
  } as unknown as Invoice;
  const checked = new Set(printedTexts(invoice).map(([pointer]) => pointer));
  for (const pointer of pointersTo(invoice, text)) {
    const changed = structuredClone(invoice);
    setAt(changed, pointer, "漢");
    const isPrinted = (await refused(changed)) !== "was printed";
    expect([pointer, checked.has(pointer)]).toEqual([pointer, isPrinted]);
  }
});

/** The pointers of the texts that are equal to `text`. */
function pointersTo(value: unknown, text: string, pointer = ""): string[] {
  if (value === text) return [pointer];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => pointersTo(inner, text, `${pointer}/${name}`));
}

function setAt(record: object, pointer: string, text: string): void {
  const path = pointer.slice(1).split("/");
  const last = path.pop()!;
  const parent = path.reduce(
    (value, name) => value[name] as Record<string, unknown>,
    record as Record<string, unknown>,
  );
  parent[last] = text;
}

test("printableWith says what fonts cannot print, and names one that is no font", () => {
  expect(printableWith(FONTS).unprintable("Zażółć שָׁ 漢 „€“\u202E…")).toEqual(["שָׁ", "漢"]);
  expect(printableWith(WITH_FALLBACK).unprintable("Zażółć שָׁ")).toEqual([]);
  expect(() => printableWith({ ...FONTS, fallback: [FONTS.bold, Buffer.from("no font, but long enough")] })).toThrow(
    new TypeError("fonts.fallback[1] is not a TrueType or OpenType font (.ttf, .otf) that can be read"),
  );
});

test("only a word that is longer than its line is broken, at the line's width", async () => {
  const { pages } = await partsOf(
    await issued(line(`Anfang ${"Wort".repeat(30)} Rindfleischetikettierung Ende`)),
    FONTS,
  );
  const [, description = ""] = /(Anfang .* Ende) 1 1,00/.exec(pages.join(" ")) ?? [];
  const [first, ...rest] = description.split(" ");
  expect([first, ...rest.slice(-2)]).toEqual(["Anfang", "Rindfleischetikettierung", "Ende"]);
  const pieces = rest.slice(0, -2);
  expect(pieces.join("")).toBe("Wort".repeat(30));
  expect(pieces.length).toBeGreaterThan(1);
  expect(Math.min(...pieces.slice(0, -1).map(({ length }) => length))).toBeGreaterThan(30);
});
