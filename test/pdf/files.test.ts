import { xrechnung } from "faktura/einvoice";
import { type PdfFonts, type PdfOptions, printableWith, renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { FONTS } from "./fonts.ts";
import { filteredRows, JPEG, type PngFilter, png } from "./images.ts";
import { imageRows } from "./pdf-parts.ts";

const { acme } = await openBooks();
const invoice = await acme.issue(order());
const rendered = (options: object) => renderPdf(invoice, { fonts: FONTS, ...options });
const refused = (options: object) =>
  rendered(options).then(
    () => "was rendered",
    (error: Error) => `${error.name}: ${error.message}`,
  );

const GREY_AND_ALPHA = Buffer.from([2, 100, 255, 100, 0, 4, 50, 0, 0, 128]); // the filters "up" and "Paeth"

test.each<[string, Uint8Array, string]>([
  ["half transparent black", png({ color: 6, width: 1, height: 1, pixels: Buffer.from([0, 0, 0, 0, 128]) }), "7f7f7f"],
  ["filtered rows", png({ color: 4, width: 2, height: 2, pixels: GREY_AND_ALPHA }), "646464ffffff969696cacaca"],
  [
    "16 bits with alpha",
    png({ color: 6, bits: 16, width: 1, height: 1, pixels: Buffer.from([0, 10, 0, 20, 0, 30, 0, 255, 255]) }),
    "0a141e",
  ],
  [
    "a palette of 4 bits with a transparent entry",
    png({
      color: 3,
      bits: 4,
      width: 3,
      height: 1,
      pixels: Buffer.from([0, 0x01, 0x00]),
      transparent: Buffer.from([0]),
    }),
    "ffffffffffffffffff",
  ],
  [
    "the last entry of a large palette",
    png({
      ...{ color: 3, width: 2, height: 1, palette: Buffer.alloc(768, 7), pixels: Buffer.from([0, 255, 3]) },
      transparent: Buffer.from([0, 0, 0, 0]),
    }),
    "070707ffffff",
  ],
  [
    "one transparent grey",
    png({ color: 0, width: 2, height: 1, pixels: Buffer.from([0, 7, 9]), transparent: Buffer.from([0, 7]) }),
    "ffffff090909",
  ],
  [
    "one transparent color",
    png({
      ...{ width: 2, height: 1, pixels: Buffer.from([0, 7, 8, 9, 1, 2, 3]) },
      transparent: Buffer.from([0, 7, 0, 8, 0, 9]),
    }),
    "ffffff010203",
  ],
  ["an interlaced image of one bit", png({ color: 0, bits: 1, interlaced: true }), "000000".repeat(64)],
])("%s is drawn as it is seen on white", async (_, logo, expected) => {
  expect(Buffer.concat(imageRows(await rendered({ logo }))).toString("hex")).toBe(expected);
});

/** 12 × 9 pixels in RGB, each with an alpha of 0, 128 or 255. Their steps of 15 are few, so that filters meet ties. */
const PIXELS = Array.from({ length: 108 }, (_, index) => {
  const color = [1, 2, 3].map((channel) => 15 * ((index ** 3 * channel + index ** 2) % 17));
  return { color, alpha: [255, 255, 0, 128, 255][index % 5]! };
});
const SEEN = PIXELS.flatMap(({ color, alpha }) =>
  color.map((sample) => Math.round(255 + ((sample - 255) * alpha) / 255)),
);

function inRows(bytes: readonly number[]): Uint8Array[] {
  const length = bytes.length / 9;
  return Array.from({ length: 9 }, (_, row) => Uint8Array.from(bytes.slice(row * length, (row + 1) * length)));
}

test.each<[bits: 8 | 16, filters: PngFilter[]]>([
  [8, ["Sub"]],
  [8, ["Up"]],
  [8, ["Average"]],
  [8, ["Paeth"]],
  [8, ["None", "Sub", "Up", "Average", "Paeth"]],
  [16, ["Paeth", "Average", "Up", "Sub"]],
])(
  "a logo with alpha, of %i bits and with rows filtered by %s, is printed as it is seen on white",
  async (bits, filters) => {
    const samples = PIXELS.flatMap(({ color, alpha }) => [...color, alpha]);
    const rows = inRows(bits === 8 ? samples : samples.flatMap((sample) => [sample, sample]));
    const logo = png({ color: 6, bits, width: 12, height: 9, pixels: filteredRows(rows, filters, bits / 2) });
    expect(imageRows(await rendered({ logo }))).toEqual(inRows(SEEN));
  },
);

test("a logo with a long comment is drawn without it", async () => {
  // Random, so that it cannot be compressed.
  const comment = Array.from({ length: 100_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join("");
  const [bare, commented] = [await rendered({ logo: png() }), await rendered({ logo: png({ comment }) })];
  expect(Math.abs(commented.length - bare.length)).toBeLessThan(200);
});

const cmyk = Buffer.from(JPEG);
cmyk[JPEG.indexOf(Buffer.from([0xff, 0xc0])) + 9] = 4;
const largeJpeg = Buffer.from(JPEG);
largeJpeg.writeUInt16BE(60_000, JPEG.indexOf(Buffer.from([0xff, 0xc0])) + 5);
largeJpeg.writeUInt16BE(60_000, JPEG.indexOf(Buffer.from([0xff, 0xc0])) + 7);
const bomb = png({ width: 2, height: 2, pixels: Buffer.alloc(395_000_000) });
const noHeader = "is damaged: its header makes no sense";
const noPixels = png({ width: 0 });

test.each<[string, unknown, string]>([
  ["a path", "logo.png", "must be the bytes of a PNG or JPEG image"],
  ["no image", Buffer.from("<svg/>"), "must be a PNG or JPEG image"],
  ["nothing", new Uint8Array(), "must be a PNG or JPEG image"],
  ["a PNG that is cut off", png().subarray(0, 60), "is damaged: the image cannot be read to its end"],
  ["a PNG whose end is missing", png().subarray(0, -12), "is damaged: the image cannot be read to its end"],
  ["a PNG with damaged pixels", png().fill(7, 45, 50), "is damaged: the image cannot be read to its end"],
  ["a PNG with too few pixels", png({ pixels: Buffer.alloc(5) }), "is damaged: it has too few pixels"],
  ["a PNG whose rows have no known filter", png({ color: 6, fill: 9 }), "is damaged: its pixels make no sense"],
  ["a PNG of 255 bits", png({ color: 6, bits: 255, width: 1400, height: 1400 }), noHeader],
  ["a PNG with RGB of 4 bits", png({ bits: 4 }), noHeader],
  [
    "a PNG with a palette that is cut off",
    png({ color: 3, palette: Buffer.alloc(10) }),
    "is damaged: it has no palette",
  ],
  ["a PNG without pixels", noPixels, noHeader],
  [
    "a PNG of a million square",
    png({ width: 1e6, height: 1e6, pixels: Buffer.alloc(1) }),
    "has 1000000 × 1000000 pixels; the most are 2000000 together. Save it smaller: it is printed on 75 × 20 mm",
  ],
  ["a PNG that inflates to 395 MB", bomb, "is damaged: it has more data than pixels"],
  [
    "a PNG of 3 MiB",
    Buffer.concat([png()], 3 * 1024 * 1024),
    "has 3145728 bytes; the most are 2097152. Save it smaller: it is printed on 75 × 20 mm",
  ],
  [
    "a JPEG of 60,000 square",
    largeJpeg,
    "has 60000 × 60000 pixels; the most are 2000000 together. Save it smaller: it is printed on 75 × 20 mm",
  ],
  ["a JPEG that is cut off", JPEG.subarray(0, 500), "is damaged: it ends too early"],
  ["a JPEG without a picture", JPEG.subarray(0, 20), "is damaged: the image cannot be read to its end"],
  ["a JPEG in CMYK", cmyk, "must be RGB or grey, not CMYK, which PDF/A would not show reliably"],
])("%s is refused as a logo", async (_, logo, expected) => {
  await expect(rendered({ logo })).rejects.toThrow(new TypeError(`logo ${expected}`));
});

const truncated = FONTS.bold.slice(0, 3000);
const withoutEnd = FONTS.bold.slice(0, 200_000);
const noFont = "is not a TrueType or OpenType font (.ttf, .otf) that can be read";

test.each<[string, Partial<Record<keyof PdfFonts, unknown>>, string]>([
  [
    "a path",
    { regular: "font.ttf", bold: FONTS.bold },
    "fonts.regular must be the bytes of a TrueType or OpenType font",
  ],
  ["a missing font", { regular: FONTS.regular }, "fonts.bold must be the bytes of a TrueType or OpenType font"],
  ["no font", { regular: Buffer.from("wOF2, which browsers read"), bold: FONTS.bold }, `fonts.regular ${noFont}`],
  ["a font that is cut off", { regular: FONTS.regular, bold: truncated }, `fonts.bold ${noFont}`],
  [
    "a fallback that is no list",
    { ...FONTS, fallback: FONTS.bold },
    "fonts.fallback must be an array of fonts, not an object",
  ],
  [
    "a path as a fallback",
    { ...FONTS, fallback: ["font.ttf"] },
    "fonts.fallback[0] must be the bytes of a TrueType or OpenType font",
  ],
  ["a fallback that is cut off", { ...FONTS, fallback: [FONTS.bold, truncated] }, `fonts.fallback[1] ${noFont}`],
  ["a font of which a half is missing", { regular: FONTS.regular, bold: withoutEnd }, `fonts.bold ${noFont}`],
])("%s is refused by name", async (_, fonts, expected) => {
  expect(await refused({ fonts })).toBe(`TypeError: ${expected}`);
});

test("a font's characters are those that it has glyphs for", () => {
  const { unprintable } = printableWith(FONTS);
  expect(unprintable("Aąż€Ωжġ\u00A0")).toEqual([]);
  expect(unprintable("名ש🧾")).toEqual(["名", "ש", "🧾"]);
});

/** A font with nothing but a `cmap` of format 4: A and B from a delta; D without a glyph and E from a list. */
function fontOfFormat4(): Uint8Array {
  const words = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
  const subtable = [
    ...words(4, 46, 0, 6, 0, 0, 0),
    ...words(0x42, 0x45, 0xffff, 0), // ends
    ...words(0x41, 0x44, 0xffff), // starts
    ...words(-0x40, 5, 1), // deltas
    ...words(0, 4, 0), // offsets into the list
    ...words(0, 7),
  ];
  const cmap = [...words(0, 1, 3, 1, 0, 12), ...subtable];
  const directory = [...words(1, 0, 1, 0, 0, 0), ...Buffer.from("cmap"), ...words(0, 0, 0, 28, 0, cmap.length)];
  return Uint8Array.from([...directory, ...cmap]);
}

test("characters are found in fonts with the older table too", () => {
  const { unprintable } = printableWith({ regular: fontOfFormat4(), bold: fontOfFormat4() });
  expect(unprintable("@ABCDEF\uFFFF")).toEqual([..."@CDF\uFFFF"]);
});

const ATTACH = 'attach must be "factur-x", "ctc-fr", a format with attachedAs, or false';
const CODE = { url: "https://a.example", label: "Check" };
const CODE_URL = "codes[0].url must be an address that begins with https://, at most 1000 characters";

test.each<[string, object, string]>([
  ["an unknown option", { font: FONTS }, "renderPdf: font is not a known option; did you mean fonts?"],
  [
    "an unknown font",
    { fonts: { ...FONTS, italic: FONTS.bold } },
    "fonts: italic is not a known option; known: regular, bold, fallback",
  ],
  ["an unknown attachment", { attach: "zugferd" }, `${ATTACH}, not "zugferd"`],
  ["a format that no PDF contains", { attach: xrechnung }, `${ATTACH}, not an object`],
  [
    "an attachment that is no format",
    { attach: { id: "own" } },
    "attach (own): name must be a string that is not empty, not undefined",
  ],
  ["an unknown word", { words: { invoce: "x" } }, "words: invoce is not a known option; did you mean invoice?"],
  ["a color by name", { accent: "navy" }, 'accent must be a color such as "#17466b", not "navy"'],
  ["a short color", { accent: "#fff" }, 'accent must be a color such as "#17466b", not "#fff"'],
  ["a color that is no text", { accent: 0x17466b }, 'accent must be a color such as "#17466b", not 1525355'],
  [
    "a code that is no list",
    { codes: { url: "https://a.example" } },
    "codes must be an array of { url, label }, not an object",
  ],
  ["a fifth code", { codes: Array(5).fill(CODE) }, "codes has 5 entries; at most 4 fit above the title"],
  ["a code without an address", { codes: [{ label: "x" }] }, `${CODE_URL}, not undefined`],
  ["a code whose address is none", { codes: [{ ...CODE, url: "a.example" }] }, CODE_URL],
  ["a code that is not encrypted", { codes: [{ ...CODE, url: "http://a.example" }] }, CODE_URL],
  ["a code that is too long to scan", { codes: [{ ...CODE, url: `https://a.example/${"x".repeat(990)}` }] }, CODE_URL],
  [
    "a code of an address and a text",
    { codes: [{ ...CODE, text: "A:1" }] },
    "codes[0] has url and text: a code contains one of them",
  ],
  ["a code of no text", { codes: [{ text: " ", label: "x" }] }, "codes[0].text must be a text of 1 to 1000 characters"],
  [
    "a code without a label",
    { codes: [CODE, { ...CODE, label: " " }] },
    "codes[1].label must be a text of 1 to 100 characters",
  ],
  [
    "a code whose heading is long",
    { codes: [{ ...CODE, heading: "x".repeat(101) }] },
    "codes[0].heading must be a text of 1 to 100 characters",
  ],
  [
    "a misspelt part of a code",
    { codes: [{ ...CODE, labels: "x" }] },
    "codes[0]: labels is not a known option; did you mean label?",
  ],
  ["a language that is no text", { language: 7 }, 'language must be a BCP 47 tag such as "de", not 7'],
])("%s is refused by name", async (_, options, expected) => {
  expect(await refused(options)).toBe(`TypeError: ${expected}`);
});

test("missing options are refused by name", async () => {
  const none = undefined as unknown as PdfOptions;
  await expect(renderPdf(invoice, none)).rejects.toThrow(
    "renderPdf takes an object with the options fonts, language, attach, onLeftOut, logo, accent, codes, words",
  );
  await expect(renderPdf(invoice, {} as PdfOptions)).rejects.toThrow(
    "fonts takes an object with the options regular, bold, fallback",
  );
});
