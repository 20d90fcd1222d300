/** Goal: headings above lines and the subtotals below them say what the lines say, on the page alone. */
import type { InvoiceOrder } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { type EinvoiceDocument, printedContent, renderPdf } from "faktura/pdf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { openBooks } from "../service/books.ts";
import { oneTo } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";
import { FONTS } from "./fonts.ts";
import { pdfParts, placedTexts } from "./pdf-parts.ts";

async function openHeaded() {
  const { acme } = await openBooks(undefined, { ...SELLER, language: "de" });
  return { acme, issue: (order: Partial<InvoiceOrder>) => acme.issue({ ...ORDER, ...DOMESTIC, ...order }) };
}

const bytesOf = (document: EinvoiceDocument) => renderPdf(document, { fonts: FONTS });

/** The headings, the lines and the subtotals. */
async function rowsOf(document: EinvoiceDocument): Promise<string[]> {
  const { lines } = await printedContent(document);
  return lines.rows.map(({ kind, cells }) => `${kind ?? "line"} ${cells[1]![0]} ${cells[5]?.[0] ?? ""}`.trimEnd());
}

const PARTS = [
  { description: "Anfahrt", quantity: 1, unitPrice: 40 },
  { description: "Rohr", quantity: 3, unitPrice: 12.35, heading: "Material" },
  { description: "Ventil", quantity: 2, unitPrice: 20 },
  { description: "Montage", quantity: 4, unitPrice: 65, heading: "Arbeit", discount: { percent: 10 } },
];

test("a heading is above its line, and a subtotal below the lines up to the next heading", async () => {
  const { acme, issue } = await openHeaded();
  const invoice = await issue({ items: PARTS });
  expect((await acme.get(invoice.id)).items.map(({ heading }) => heading)).toEqual([
    ...[undefined, "Material", undefined, "Arbeit"],
  ]);
  const { pages } = await pdfParts(await bytesOf(invoice));
  expect(pages.join(" ")).toContain(
    [
      "1 Anfahrt 1 40,00 19 % 40,00 Material 2 Rohr 3 12,35 19 % 37,05 3 Ventil 2 20,00 19 % 40,00 Zwischensumme 77,05",
      "Arbeit 4 Montage Rabatt: 10 % 4 65,00 19 % 234,00 Zwischensumme 234,00 USt-Satz",
    ].join(" "),
  );
});

test("neither is in an electronic invoice, nor in an amount", async () => {
  const { issue } = await openHeaded();
  const headed = await issue({ items: PARTS });
  const { id, invoiceNumber } = headed;
  const plain = { ...headed, items: headed.items.map(({ heading: _, ...item }) => item), id, invoiceNumber };
  expect(toUbl(headed)).toBe(toUbl(plain));
  expect(toCii(headed)).toBe(toCii(plain));
  const { subtotal, taxTotal, total } = await issue({ items: PARTS.map((item) => ({ ...item, heading: undefined })) });
  expect(headed).toMatchObject({ subtotal, taxTotal, total });
});

test("subtotals add up to the sum of the lines, net and gross", async () => {
  const { acme } = await openHeaded();
  const line = fc.record({
    description: fc.constant("Ware"),
    quantity: fc.integer({ min: 1, max: 1_000_000 }).map((thousandths) => thousandths / 1000),
    unitPrice: fc.integer({ min: 0, max: 10_000_000 }).map((parts) => parts / 1000),
    heading: fc.option(fc.constantFrom("Teil", "Arbeit"), { nil: undefined }),
  });
  const first = line.map((item) => ({ ...item, heading: "Anfang" }));
  const items = fc.tuple(first, fc.array(line, { maxLength: 12 })).map(([begin, rest]) => [begin, ...rest]);
  await fc.assert(
    fc.asyncProperty(items, fc.constantFrom("net", "gross"), async (items, prices) => {
      const preview = await acme.preview({ ...ORDER, ...DOMESTIC, items, prices });
      const { lines } = await printedContent(preview, { language: "en" });
      const centsOf = (text: string) => BigInt(text.replace(/[.,]/g, ""));
      const sumOf = (wanted: string | undefined) =>
        lines.rows.filter(({ kind }) => kind === wanted).reduce((sum, { cells }) => sum + centsOf(cells[5]![0]!), 0n);
      expect(sumOf("subtotal")).toBe(sumOf(undefined));
      const headings = lines.rows.filter(({ kind }) => kind === "heading");
      expect(lines.rows.filter(({ kind }) => kind === "subtotal")).toHaveLength(headings.length);
    }),
    { numRuns: tries(50) },
  );
});

describe("on several pages", () => {
  const items = oneTo(120).map((n) => ({
    ...{ description: `Ware ${n}`, quantity: 1, unitPrice: 1 },
    ...(n % 5 === 1 || n % 7 === 3 ? { heading: `Teil ${n}` } : {}),
  }));

  async function pagesOf(): Promise<string[][]> {
    const { issue } = await openHeaded();
    const pages = await placedTexts(await bytesOf(await issue({ items })));
    return pages.map((page) => page.map(({ text }) => text)).filter((texts) => texts.includes("Übertrag"));
  }

  test("a heading is on the page of the line below it, wherever a page ends", async () => {
    const pages = await pagesOf();
    expect(pages.length).toBeGreaterThan(5);
    for (const texts of pages)
      for (const heading of texts.filter((text) => text.startsWith("Teil ")))
        expect(texts).toContain(heading.replace("Teil", "Ware"));
  });

  test("the sums that are carried forward have each line once, and no subtotal", async () => {
    for (const texts of (await pagesOf()).slice(0, -1)) {
      const lines = texts.filter((text) => text.startsWith("Ware "));
      expect(texts[texts.lastIndexOf("Übertrag") + 1]).toBe(`${lines.at(-1)!.slice("Ware ".length)},00`);
    }
  });
});

test("a credit note has the heading of each group above its first credited line", async () => {
  const { acme, issue } = await openHeaded();
  const { id } = await issue({ items: PARTS });
  const credit = (...lines: number[]) => ({
    reason: "Rückgabe",
    lines: lines.map((line) => ({ line, quantity: 1 })),
  });
  const rows = async (...lines: number[]) => rowsOf((await acme.previewCredit(id, credit(...lines))).creditNote);
  expect(await rows(1, 3, 4)).toEqual([
    ...["line Anfahrt 40,00", "heading Material", "line Ventil 20,00", "subtotal Zwischensumme 20,00"],
    ...["heading Arbeit", "line Montage 58,50", "subtotal Zwischensumme 58,50"],
  ]);
  expect(await rows(2, 3)).toEqual([
    ...["heading Material", "line Rohr 12,35", "line Ventil 20,00", "subtotal Zwischensumme 32,35"],
  ]);
});

test.each([
  ["too long", "x".repeat(201)],
  ["empty", ""],
])("a heading that is %s is refused by its name", async (_what, heading) => {
  const { issue } = await openHeaded();
  await expect(issue({ items: [{ ...PARTS[0]!, heading }] })).rejects.toMatchObject({
    code: "request_invalid",
    message: expect.stringContaining("heading"),
  });
});
