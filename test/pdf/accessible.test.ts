/**
 * Goal: what the file claims, PDF/UA-1, holds as far as a program can tell.
 * Method: reads the objects and the page contents of files of every kind, by the failure conditions of the Matterhorn
 * Protocol that concern them. Its numbers are in the names of the tests.
 */
import { type PdfOptions, renderPdf } from "faktura/pdf";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { openBooks } from "../service/books.ts";
import { oneTo } from "../support/fixtures.ts";
import { FONTS } from "./fonts.ts";
import { IMAGES } from "./images.ts";
import { type PdfParts, pdfParts } from "./pdf-parts.ts";

async function documents() {
  const { acme } = await openBooks(undefined, {
    ...SELLER,
    language: "de",
    legalNote: "Geschäftsführerin: Ada Lovelace",
  });
  const invoice = await acme.issue({ ...ORDER, ...DOMESTIC, notes: [{ text: "Vielen Dank." }], dueDate: "2026-12-20" });
  const items = oneTo(120).map((line) => ({
    description: `Posten ${line}`,
    note: "x ".repeat(line),
    quantity: 1,
    unitPrice: 1,
  }));
  const long = await acme.issue({ ...ORDER, ...DOMESTIC, items });
  const creditNote = await acme.credit(invoice.id, { reason: "Rückgabe" });
  return { invoice, long, creditNote, cancelled: await acme.cancel(long.id) };
}

const CODES = [{ url: "https://example.com/check?id=1", heading: "QR tributario:", label: "VERI*FACTU" }];

const issued = await documents();
const KINDS: readonly (readonly [
  name: string,
  document: Parameters<typeof renderPdf>[0],
  options: Partial<PdfOptions>,
])[] = [
  ["an invoice", issued.invoice, {}],
  ["an invoice with a logo and a further code", issued.invoice, { logo: IMAGES[0]![1], codes: CODES }],
  ["an invoice of several pages", issued.long, {}],
  ["a cancelled invoice", issued.cancelled, { attach: false }],
  ["a credit note", issued.creditNote, {}],
];

/** An element of the tag tree. */
interface Element {
  readonly type: string;
  readonly dictionary: string;
  readonly children: readonly Element[];
  /** Page and number of the content marked as its own. */
  readonly contents: readonly string[];
}

function tagTree({ dictionaries }: PdfParts): Element {
  const objects = new Map(
    [...dictionaries.matchAll(/^(\d+) 0 obj\n<<\n([\s\S]*?)\n>>\s+endobj/gm)].map(([, id, body]) => [id!, body!]),
  );
  const elementOf = (id: string): Element => {
    const dictionary = objects.get(id)!;
    const page = /\/Pg (\d+) 0 R/.exec(dictionary)?.[1];
    const kids = /^\/K \[([\s\S]*?)\]$/m.exec(dictionary)?.[1] ?? "";
    const here = kids.replaceAll(/<<[\s\S]*?>>/g, "");
    const own = here.replaceAll(/\d+ 0 R/g, "").match(/\d+/g) ?? [];
    const elsewhere = [...kids.matchAll(/<<([\s\S]*?)>>/g)].map(
      ([, part]) => `${/\/Pg (\d+)/.exec(part!)?.[1] ?? page}:${/\/MCID (\d+)/.exec(part!)![1]}`,
    );
    return {
      type: /^\/S \/(\w+)$/m.exec(dictionary)![1]!,
      dictionary,
      children: [...here.matchAll(/(\d+) 0 R/g)].map(([, child]) => elementOf(child!)),
      contents: [...own.map((number) => `${page}:${number}`), ...elsewhere],
    };
  };
  const root = [...objects.values()].find((body) => body.includes("/Type /StructTreeRoot"))!;
  return elementOf(/^\/K \[(\d+) 0 R\]$/m.exec(root)![1]!);
}

function all(element: Element): Element[] {
  return [element, ...element.children.flatMap(all)];
}

describe.each(KINDS)("%s", (_, document, options) => {
  const read = renderPdf(document, { fonts: FONTS, ...options }).then(pdfParts);
  const elements = async (type?: string) =>
    all(tagTree(await read)).filter((element) => !type || element.type === type);

  test("says that it is PDF/UA-1, and describes the property to PDF/A; has a title (06-001 to 06-003)", async () => {
    const xml = XmlDocument.fromString((await read).xmp);
    const names = {
      dc: "http://purl.org/dc/elements/1.1/",
      rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
      pdfuaid: "http://www.aiim.org/pdfua/ns/id/",
      pdfaExtension: "http://www.aiim.org/pdfa/ns/extension/",
      pdfaSchema: "http://www.aiim.org/pdfa/ns/schema#",
      pdfaProperty: "http://www.aiim.org/pdfa/ns/property#",
    };
    expect(xml.get("//pdfuaid:part", names)?.content).toBe("1");
    expect(xml.find("//pdfaExtension:schemas", names), "one list of schemas").toHaveLength(1);
    const schema = "//rdf:li[pdfaSchema:prefix='pdfuaid'][pdfaSchema:namespaceURI='http://www.aiim.org/pdfua/ns/id/']";
    const property = `${schema}//rdf:li[pdfaProperty:name='part'][pdfaProperty:valueType='Integer']`;
    expect(xml.get(property, names)).not.toBeNull();
    expect(xml.get("//dc:title//rdf:li", names)?.content).toMatch(/INV-|CN-/);
    xml.dispose();
  });

  test("shows its title, is tagged and in one language; has no form, no link and no script (01-007, 07, 11, 25 to 28)", async () => {
    const { dictionaries } = await read;
    for (const part of ["/DisplayDocTitle true", "/Marked true", "/Lang (de-DE)"]) expect(dictionaries).toContain(part);
    expect(dictionaries).not.toMatch(
      /\/Suspects true|\/AcroForm|\/Annots|\/JavaScript|\/Encrypt|\/OCProperties|\/RoleMap/,
    );
  });

  test("draws nothing that is neither tagged nor an artifact (01-003 to 01-005)", async () => {
    for (const content of (await read).contents) {
      let depth = 0;
      for (const [operator] of content.matchAll(/\b(?:BDC|BMC|EMC|TJ|Tj|Do|f\*?|S|B)\b(?=\n|$)/g)) {
        if (operator === "BDC" || operator === "BMC") depth += 1;
        else if (operator === "EMC") depth -= 1;
        else expect(depth, `${operator} in one mark`).toBe(1);
      }
      expect(depth).toBe(0);
    }
  });

  test("has each marked content in one element of the tree (01-006)", async () => {
    const { contents, dictionaries } = await read;
    const tagged = (await elements()).flatMap((element) => element.contents);
    const marked = contents.flatMap((content) => [...content.matchAll(/\/MCID \d+/g)]);
    expect(new Set(tagged).size).toBe(tagged.length);
    expect(tagged).toHaveLength(marked.length);
    const parents = [...dictionaries.matchAll(/^ +\d+ \[([\d R]+)\]$/gm)].flatMap(
      ([, list]) => list!.match(/\d+ 0 R/g)!,
    );
    expect(parents).toHaveLength(marked.length);
  });

  test("has only standard tags, one first heading and no level left out (02, 14)", async () => {
    const types = (await elements()).map(({ type }) => type);
    const known = ["Document", "P", "H1", "H2", "Table", "TR", "TH", "TD", "Figure"];
    expect(types.filter((type) => !known.includes(type))).toEqual([]);
    const headings = types.filter((type) => /^H\d$/.test(type));
    expect(headings[0]).toBe("H1");
    expect(headings.filter((type) => type === "H1")).toHaveLength(1);
  });

  test("has tables of even rows, whose headings say what they head (09-004, 15)", async () => {
    const tables = await elements("Table");
    expect(tables.length).toBeGreaterThan(0);
    for (const { children } of tables) {
      expect(new Set(children.map(({ type }) => type))).toEqual(new Set(["TR"]));
      const widths = children.map((row) =>
        row.children.reduce((sum, cell) => sum + Number(/\/ColSpan (\d+)/.exec(cell.dictionary)?.[1] ?? 1), 0),
      );
      expect(new Set(widths).size).toBe(1);
      const cells = children.flatMap((row) => row.children);
      expect(cells.every(({ type }) => type === "TH" || type === "TD")).toBe(true);
      const headings = cells.filter(({ type }) => type === "TH");
      expect(headings.length).toBeGreaterThan(0);
      for (const { dictionary } of headings) expect(dictionary).toMatch(/\/O \/Table\n\/Scope \/(Column|Row)/);
    }
  });

  test("describes each picture, and says where it is (13-004, 13-008)", async () => {
    for (const { dictionary } of await elements("Figure")) {
      expect(dictionary).toMatch(/\/Alt \([^)]+/);
      expect(dictionary).toMatch(/\/BBox \[[\d. ]+\]/);
    }
  });

  test("has its fonts in it, with Unicode and a known order of glyphs; names the attached file twice (10, 21, 31)", async () => {
    const { dictionaries } = await read;
    const count = (part: RegExp) => dictionaries.match(part)?.length ?? 0;
    const fonts = count(/\/Subtype \/Type0/g);
    expect(fonts).toBeGreaterThan(1);
    for (const part of [/\/ToUnicode /g, /\/FontFile[23]? /g, /\/CIDToGIDMap \/Identity/g])
      expect(count(part)).toBe(fonts);
    expect(count(/\/F \(factur-x.xml\)/g)).toBe(count(/\/Type \/Filespec/g));
    expect(count(/\/UF \(factur-x.xml\)/g)).toBe(count(/\/Type \/Filespec/g));
  });
});
