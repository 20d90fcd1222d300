/**
 * Question: how many documents of each kind does the library write in a second?
 * Method: UBL, CII and PDF with and without `factur-x.xml`, of an invoice with 3 lines and of one with 99. Before anything
 * is measured, the totals and the number of lines are read back from each file, and the attached XML is compared with
 * `toCii`. Every file that is written afterwards must have the same bytes. Last come PDFs of 250 lines with a megabyte of
 * text: ordinary words, words that are all different, and letters without a space.
 *
 *     npm run bench -- documents
 */
import { createInvoicing, type Invoice } from "faktura";
import { toCii, toUbl } from "faktura/einvoice";
import { memoryStore } from "faktura/memory";
import { renderPdf } from "faktura/pdf";
import { extractText, getDocumentProxy } from "unpdf";
import { FONTS } from "./fonts.ts";
import { answer, type Contender, compare } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { rateOf } from "./workload.ts";

/** A kind of file: how it is written, and what proves that it is right. */
interface Kind {
  readonly name: string;
  readonly write: (invoice: Invoice) => string | Promise<Uint8Array>;
  readonly prove: (invoice: Invoice, file: string | Uint8Array) => void | Promise<void>;
}

/** The kinds that are compared with each other, and how many files of each a round of a short run writes. */
const COMPARED: readonly { readonly title: string; readonly perRound: number; readonly kinds: readonly Kind[] }[] = [
  {
    title: "XML",
    perRound: 400,
    kinds: [
      { name: "UBL", write: (invoice) => toUbl(invoice), prove: proveUbl },
      { name: "CII", write: (invoice) => toCii(invoice), prove: proveCii },
    ],
  },
  {
    title: "PDF",
    perRound: 5,
    kinds: [
      {
        name: "without attachment",
        write: (invoice) => renderPdf(invoice, { fonts: FONTS, attach: false }),
        prove: (invoice, file) => provePdf(invoice, file, undefined),
      },
      {
        name: "with factur-x.xml",
        write: (invoice) => renderPdf(invoice, { fonts: FONTS, attach: "factur-x" }),
        prove: (invoice, file) => provePdf(invoice, file, toCii(invoice, { profile: "factur-x" })),
      },
    ],
  },
];

/** Texts of 4,000 characters, by the number of the line. */
const LONG_TEXTS: Readonly<Record<string, (line: number) => string>> = {
  "ordinary words": () => "Beratung und Entwicklung nach Aufwand; ".repeat(102).trim(),
  "different words": (line) =>
    oneTo(500)
      .map((word) => (500 * line + word).toString(36).padStart(7, "x"))
      .join(" "),
  "letters without a space": () => "x".repeat(4000),
};

await answer(async (scale: Scale) => {
  const findings: Finding[] = [];
  for (const { title, perRound, kinds } of COMPARED) {
    for (const lines of [3, 99]) {
      const invoice = await invoiceOf(lines);
      const [count, rounds] = scale === "short" ? [perRound, 3] : [3 * perRound, 7];
      const contenders = await Promise.all(kinds.map((kind) => contenderOf(kind, invoice, count)));
      const finding = { title: `${title} of an invoice of ${lines} lines`, durability: "none" };
      findings.push(await compare({ ...finding, unit: "documents a second", rounds, contenders }));
    }
  }
  return [...findings, await megabytes(scale)];
});

/** How fast PDFs are drawn whose texts are as long as a request allows. */
async function megabytes(scale: Scale): Promise<Finding> {
  const contenders: Contender[] = [];
  for (const [name, textOf] of Object.entries(LONG_TEXTS)) {
    const invoice = await invoiceOf(250, textOf);
    const write = () => renderPdf(invoice, { fonts: FONTS, attach: false });
    const first = await write();
    const { text } = await textIn(first);
    const words = oneTo(250).map((line) => withoutSpaces(textOf(line)));
    requireEqual(
      words.every((each) => withoutSpaces(text).includes(each.slice(0, 50))),
      true,
    );
    contenders.push({ name, run: () => rateOf(1, async () => requireSame(name, first, await write())) });
  }
  const rounds = scale === "short" ? 1 : 5;
  const title = "PDF of an invoice with a megabyte of text";
  return compare({ title, durability: "none", unit: "documents a second", rounds, contenders });
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, "");
}

function oneTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

async function contenderOf({ name, write, prove }: Kind, invoice: Invoice, count: number): Promise<Contender> {
  const first = await write(invoice);
  await prove(invoice, first);
  const run = () =>
    rateOf(count, async () => {
      for (let done = 0; done < count; done += 1) requireSame(name, first, await write(invoice));
    });
  return { name, run };
}

/** An invoice that has everything for all kinds of files, in three rates. */
async function invoiceOf(
  lines: number,
  textOf = (line: number) => `Position ${line} mit Beschreibung`,
): Promise<Invoice> {
  const company = createInvoicing({ store: memoryStore() }).company("firma");
  await company.saveProfile({
    name: "Firma GmbH",
    country: "DE",
    vatRegistered: true,
    ossRegistered: true,
    defaultCurrency: "EUR",
    invoicePrefix: "INV",
    vatNumber: "DE136695976",
    iban: "DE02120300000000202051",
    address: { line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin" },
    paymentTerms: "30 Tage netto",
  });
  return company.issue({
    clientName: "Beispiel AG",
    clientCountry: "DE",
    autoVat: false,
    supplyDate: "2026-11-19",
    clientAddress: { line1: "Platz 1", postalCode: "53113", city: "Bonn" },
    items: Array.from({ length: lines }, (_, index) => ({
      description: textOf(index + 1),
      quantity: 1 + (index % 7),
      unit: "hour",
      unitPrice: 12.345 + index,
      taxRate: [19, 7, 0][index % 3]!,
    })),
  });
}

function proveUbl(invoice: Invoice, file: string | Uint8Array): void {
  const xml = String(file);
  requireEqual(xml.match(/<cac:InvoiceLine>/g)?.length, invoice.items.length);
  requireEqual(Number(/<cbc:PayableAmount[^>]*>([^<]+)</.exec(xml)?.[1]), invoice.total);
  requireEqual(sumOf(xml, /<cac:InvoiceLine>.*?<cbc:LineExtensionAmount[^>]*>([^<]+)</gs), invoice.subtotal);
}

function proveCii(invoice: Invoice, file: string | Uint8Array): void {
  const xml = String(file);
  requireEqual(xml.match(/<ram:IncludedSupplyChainTradeLineItem>/g)?.length, invoice.items.length);
  requireEqual(Number(/<ram:DuePayableAmount>([^<]+)</.exec(xml)?.[1]), invoice.total);
  const net = /<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>([^<]+)</g;
  requireEqual(sumOf(xml, net), invoice.subtotal);
}

/** The amounts that the pattern finds, added up in cents. */
function sumOf(xml: string, amount: RegExp): number {
  return [...xml.matchAll(amount)].reduce((cents, [, text]) => cents + Math.round(Number(text) * 100), 0) / 100;
}

async function textIn(file: Uint8Array): Promise<{ text: string }> {
  const pdf = await getDocumentProxy(Uint8Array.from(file));
  const { text } = await extractText(pdf, { mergePages: true });
  await pdf.destroy();
  return { text };
}

async function provePdf(invoice: Invoice, file: string | Uint8Array, attached: string | undefined): Promise<void> {
  const pdf = await getDocumentProxy(Uint8Array.from(file as Uint8Array));
  const { text } = await extractText(pdf, { mergePages: true });
  requireEqual(text.match(/Position \d+ mit Beschreibung/g)?.length, invoice.items.length);
  requireEqual(text.includes(invoice.invoiceNumber), true);
  const amount = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2 }).format(invoice.total);
  requireEqual(text.includes(amount), true);
  const files = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }> | null;
  const content = files?.["factur-x.xml"]?.content;
  requireEqual(content === undefined ? undefined : new TextDecoder().decode(content), attached);
  await pdf.destroy();
}

function requireEqual(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${String(found)} is in the file, not ${String(expected)}`);
}

function requireSame(name: string, first: string | Uint8Array, other: string | Uint8Array): void {
  const isSame = typeof first === "string" ? first === other : Buffer.from(first).equals(other as Uint8Array);
  if (!isSame) throw new Error(`${name}: the same document gave other bytes`);
}
