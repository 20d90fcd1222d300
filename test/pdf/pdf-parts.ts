import { inflateSync } from "node:zlib";
import { extractText, getDocumentProxy } from "unpdf";

/** What tests read from a PDF. */
export interface PdfParts {
  /** The text of each page, in the order in which it was written. */
  readonly pages: readonly string[];
  readonly attachments: ReadonlyMap<string, string>;
  /** The metadata in XML. */
  readonly xmp: string;
  /** The dictionaries of all objects; each byte is a character. */
  readonly dictionaries: string;
  /** What draws the pages. */
  readonly contents: readonly string[];
}

/** A text on a page, in points from the top left. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Of its baseline. */
  readonly y: number;
}

/** The texts of each page and where they are, in the order in which they were written. */
export async function placedTexts(bytes: Uint8Array): Promise<PlacedText[][]> {
  const pdf = await getDocumentProxy(bytes.slice());
  const pages: PlacedText[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.filter((item) => "str" in item && item.str.trim() !== "") as TextItem[];
    pages.push(
      texts.map(({ str, transform, width }) => ({
        text: str.trim(),
        left: transform[4]!,
        right: transform[4]! + width,
        y: height - transform[5]!,
      })),
    );
  }
  await pdf.destroy();
  return pages;
}

/** What pdf.js says of a text. */
interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
}

/** Reads a PDF with pdf.js, and by its bytes. */
export async function pdfParts(bytes: Uint8Array): Promise<PdfParts> {
  const pdf = await getDocumentProxy(bytes.slice()); // pdf.js takes the bytes away
  const { text } = await extractText(pdf);
  const attached = ((await pdf.getAttachments()) ?? {}) as Record<string, { content: Uint8Array }>;
  const attachments = Object.entries(attached).map(([name, { content }]): [string, string] => [
    name,
    Buffer.from(content).toString("utf8"),
  ]);
  await pdf.destroy();
  const streams = streamsOf(bytes);
  const whole = Buffer.from(bytes).toString("utf8");
  return {
    pages: text.map((page) => page.replaceAll(/\s+/g, " ").trim()),
    attachments: new Map(attachments),
    xmp: /<\?xpacket begin[\s\S]*<\?xpacket end="w"\?>/.exec(whole)?.[0] ?? "",
    dictionaries: Buffer.from(bytes)
      .toString("latin1")
      .replaceAll(/stream\n[\s\S]*?\nendstream/g, ""),
    contents: streams.filter((stream) => / Tf\n/.test(stream)),
  };
}

/** The samples of each row of the only image of a file, which must be in RGB with 8 bits, and without filters. */
export function imageRows(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes).toString("latin1");
  const images = [...text.matchAll(/\/Subtype \/Image\n([^>]*)>>\nstream\n([\s\S]*?)\nendstream/g)];
  const [, dictionary, data] = images[0] ?? [];
  const shape = /\/BitsPerComponent 8\n\/Width (\d+)\n\/Height (\d+)\n[\s\S]*\/ColorSpace \/DeviceRGB\n/.exec(
    dictionary ?? "",
  );
  if (images.length !== 1 || shape === null) throw new Error(`not one image in RGB: ${images.length}, ${dictionary}`);
  const [length, pixels] = [1 + 3 * Number(shape[1]), inflateSync(Buffer.from(data!, "latin1"))];
  const rows = Array.from({ length: Number(shape[2]) }, (_, row) => pixels.subarray(row * length, (row + 1) * length));
  if (rows.some(([filter]) => filter !== 0)) throw new Error("the rows of the image have filters");
  return rows.map((row) => Uint8Array.from(row.subarray(1)));
}

/** The streams of a file that are compressed, as text of one character for each byte. */
function streamsOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString("latin1");
  const compressed = text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g);
  return [...compressed].map(([, data]) => inflateSync(Buffer.from(data!, "latin1")).toString("latin1"));
}

/** The numbers of all glyphs that are drawn. Glyph 0 stands for a character that the font lacks. */
export function glyphsOf({ contents }: PdfParts): number[] {
  const shown = contents.flatMap((content) => [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, list]) => list!));
  const codes = shown.flatMap((list) =>
    [...list.matchAll(/<([\da-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []),
  );
  return codes.map((code) => Number.parseInt(code, 16));
}
