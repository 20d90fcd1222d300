/**
 * Goal: other programs read the files as we mean them, whatever is printed.
 * Method: qpdf and poppler check PDFs of all golden documents, of random ones and in all languages; zbar reads a payment
 * code from a picture of its page.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Invoice } from "faktura";
import { type EinvoiceDocument, facturX, toCii } from "faktura/einvoice";
import { fiscalFacts } from "faktura/einvoice/hr";
import { PDF_LANGUAGES, type PdfOptions, printableWith, renderPdf } from "faktura/pdf";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { ORDER as CROATIAN_ORDER, SELLER as CROATIAN_SELLER, JIR, sign } from "../einvoice/hr/fiscal-scenes.ts";
import { judge } from "../einvoice/official.ts";
import { issueDocuments, scenes } from "../einvoice/random-documents.ts";
import { NO_RULES } from "../en16931/rules.ts";
import { openBooks } from "../service/books.ts";
import { oneTo } from "../support/fixtures.ts";
import { describeUnless, isSkipped } from "../support/skipping.ts";
import { FONTS } from "./fonts.ts";
import { glyphsOf, pdfParts } from "./pdf-parts.ts";

const TOOLS = ["qpdf", "pdfinfo", "pdffonts", "pdfdetach", "pdftotext", "pdftoppm", "zbarimg"];
const missing = TOOLS.filter((tool) => spawnSync("which", [tool]).status !== 0);
const NO_TOOLS =
  missing.length > 0
    ? `not installed: ${missing.join(", ")}; apt-get install qpdf poppler-utils zbar-tools`
    : undefined;

const isJudged = NO_TOOLS === undefined && !isSkipped(NO_RULES);

const folder = mkdtempSync(join(tmpdir(), "faktura-pdf-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (tool: string, ...args: string[]) =>
  execFileSync(tool, args, { encoding: "utf8", cwd: folder, stdio: ["ignore", "pipe", "pipe"] });

async function saved(document: EinvoiceDocument, options: Partial<PdfOptions> = {}): Promise<Uint8Array> {
  const bytes = await renderPdf(document, { fonts: FONTS, ...options });
  writeFileSync(join(folder, "document.pdf"), bytes);
  return bytes;
}

/** The file is sound, all fonts are in it with their Unicode, and the XML is what `toCii` writes. */
async function check(document: EinvoiceDocument, options: Partial<PdfOptions> = {}): Promise<void> {
  const bytes = await saved(document, options);
  expect(run("qpdf", "--check", "document.pdf")).not.toMatch(/WARNING|ERROR/);
  const fonts = run("pdffonts", "document.pdf").trim().split("\n").slice(2);
  expect(fonts).toHaveLength(2);
  for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +\d+$/); // embedded, a subset, Unicode
  expect(glyphsOf(await pdfParts(bytes))).not.toContain(0);
  const attached = run("pdfdetach", "-list", "document.pdf").trim();
  if (facturX.gaps(document).length > 0) return expect(attached).toBe("0 embedded files");
  expect(attached).toBe("1 embedded files\n1: factur-x.xml");
  run("pdfdetach", "-saveall", "document.pdf");
  const xml = readFileSync(join(folder, "factur-x.xml"), "utf8");
  expect(xml).toBe(toCii(document, { profile: "factur-x" }));
  if (!isJudged) return;
  const { fatal, structure } = judge(xml, "en16931", "cii");
  expect([...fatal, ...structure]).toEqual([]);
}

/** The document with other texts for those that have characters which no font has. */
function withPrintableTexts(document: EinvoiceDocument): EinvoiceDocument {
  const { unprintable } = printableWith(FONTS);
  const cleaned = (_: string, value: unknown) =>
    typeof value === "string" && unprintable(value).length > 0 ? "Text" : value;
  return JSON.parse(JSON.stringify(document, cleaned)) as EinvoiceDocument;
}

const GOLDEN = join(import.meta.dirname, "../golden");
const golden = readdirSync(GOLDEN)
  .filter((file) => file.endsWith(".json"))
  .map((file): [string, Invoice] => {
    const { invoice } = JSON.parse(readFileSync(join(GOLDEN, file), "utf8")) as { invoice: Invoice };
    return [file, invoice];
  });

const complete = async (order = {}) => {
  const { acme } = await openBooks(undefined, { ...SELLER, language: "de" });
  const invoice = await acme.issue({ ...ORDER, ...DOMESTIC, ...order });
  return { acme, invoice };
};

describeUnless(NO_TOOLS)("other programs read", () => {
  test.each(golden)("the golden document %s", async (_, invoice) => {
    await check(invoice);
  });

  test.each(PDF_LANGUAGES)("an invoice in %s", async (language) => {
    const { invoice } = await complete();
    await check(invoice, { language });
  });

  test("credit notes", async () => {
    const { acme, invoice } = await complete();
    await check(await acme.credit(invoice.id, { reason: "Rückgabe", lines: [{ line: 1, quantity: 1 }] }));
    await check(await acme.credit(invoice.id, { reason: "Storno" }), { language: "fr" });
  });

  test("random invoices and credit notes", async () => {
    let count = 0;
    const languages = fc.constantFrom(...PDF_LANGUAGES);
    await fc.assert(
      fc.asyncProperty(scenes, languages, async (scene, language) => {
        const documents = await issueDocuments(scene);
        fc.pre(documents.length > 0); // many random orders are refused
        for (const document of documents) {
          count += 1;
          await check(withPrintableTexts(document), { language });
        }
      }),
      { numRuns: 15, maxSkipsPerRun: 1000, endOnFailure: true },
    );
    expect(count).toBeGreaterThan(10);
  });

  test("the text in the order in which people read it", async () => {
    const { invoice } = await complete({ note: "Vielen Dank." });
    await saved(invoice);
    const text = run("pdftotext", "-raw", "document.pdf", "-").replaceAll(/\s+/g, " ");
    const parts = ["Firma GmbH", "USt-IdNr. DE", "Exemple SARL", "Ausstellungsdatum", "Rechnung INV-", "Beschreibung"];
    const later = [
      "1 Consulting in November 2 hour 100,00 19 % 200,00",
      "Summe ohne USt",
      "Gesamtbetrag",
      "Vielen Dank.",
    ];
    const places = [...parts, ...later, "Zahlung", "IBAN DE02 1203", "Seite 1/1"].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("lines below each other as words apart", async () => {
    const { invoice } = await complete();
    await saved(invoice);
    expect(run("pdfinfo", "-struct-text", "document.pdf")).toContain("Hauptstraße 1 10115 Berlin Deutschland");
  });

  test("the seller's details once, and no sums that are carried forward", async () => {
    const items = Array.from({ length: 40 }, (_, at) => ({ description: `Ware ${at}`, quantity: 1, unitPrice: 1 }));
    const { invoice } = await complete({ items });
    await saved(invoice);
    expect(run("pdftotext", "document.pdf", "-").match(/DE136695976|Übertrag/g)).toHaveLength(4);
    const tagged = run("pdfinfo", "-struct-text", "document.pdf");
    expect(tagged.match(/DE136695976/g)).toHaveLength(1);
    expect(tagged).not.toMatch(/Übertrag|Seite/);
    expect(tagged.indexOf("DE136695976")).toBeLessThan(tagged.indexOf("Exemple SARL"));
  });

  test("the payment code on the page", async () => {
    const { invoice } = await complete();
    await saved(invoice);
    run("pdftoppm", "-r", "150", "-png", "-singlefile", "document.pdf", "page");
    expect(run("zbarimg", "--quiet", "--raw", "page.png").trim().split("\n")).toEqual([
      ...["BCD", "002", "1", "SCT", "BYLADEM1001", "Firma GmbH", "DE02120300000000202051", "EUR238.00"],
      ...["", "", "INV-202611-0001"],
    ]);
  });

  test("Croatia's code can be scanned, with what the law wants around it", async () => {
    const { acme } = await openBooks(undefined, CROATIAN_SELLER);
    const { id } = await acme.issue(CROATIAN_ORDER);
    await acme.recordPortalNumber(id, { portal: "fiskalizacija", number: JIR });
    const invoice = await acme.get(id);
    const { code, zki } = await fiscalFacts(invoice, { sign });
    await saved(invoice, { codes: [code] });
    run("pdftoppm", "-r", "150", "-png", "-singlefile", "document.pdf", "page");
    expect(run("zbarimg", "--quiet", "--raw", "page.png").trim()).toBe(code.url);
    const unbroken = (text: string) => text.replace(/\s/g, "");
    const printed = unbroken(run("pdftotext", "-raw", "document.pdf", "-"));
    for (const text of [code.heading, `ZKI: ${zki}`, `JIR: ${JIR}`]) expect(printed).toContain(unbroken(text));
  });

  test("further codes can be scanned beside it", async () => {
    const codes = oneTo(2).map((code) => ({
      url: `https://example.com/${"x".repeat(250)}/${code}`,
      label: `Code ${code}`,
    }));
    await saved((await complete()).invoice, { codes });
    run("pdftoppm", "-r", "150", "-png", "-singlefile", "document.pdf", "page");
    const scanned = run("zbarimg", "--quiet", "--raw", "page.png");
    expect(scanned).toContain("BCD\n002");
    for (const { url } of codes) expect(scanned).toContain(url);
  });

  test("a code of a text can be scanned", async () => {
    const text = "A:123456789*B:999999990*C:PT*D:FS*E:N*Q:9Y6p*R:9999";
    await saved((await complete()).invoice, { codes: [{ text, heading: "ATCUD:CSDF7T5H-1", label: "9Y6p" }] });
    run("pdftoppm", "-r", "150", "-png", "-singlefile", "document.pdf", "page");
    expect(run("zbarimg", "--quiet", "--raw", "page.png")).toContain(text);
  });
});
