import type { FontFile } from "./font-file.ts";
import { boundLayout } from "./glyph-layout.ts";

/** The fonts that a document is drawn with. Each is opened when it is first used, and embedded if it draws something. */
export class DrawingFonts {
  readonly #pdf: PDFKit.PDFDocument;
  /** The names of opened fonts: a host may pass in one file twice. */
  readonly #names = new Map<Uint8Array, string>();

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
  }

  /**
   * Makes a font the current one.
   *
   * @throws TypeError that names the option, if pdfkit cannot read the font
   */
  use(font: FontFile, size: number): void {
    const name = this.#names.get(font.bytes) ?? this.#open(font);
    this.#pdf.font(name).fontSize(size);
  }

  /** The width of a text in a font, as a multiple of the size. */
  widthOf(font: FontFile, text: string, options: PDFKit.Mixins.TextOptions): number {
    this.use(font, 1000);
    return this.#pdf.widthOfString(text, options) / 1000;
  }

  #open({ name, bytes }: FontFile): string {
    try {
      this.#pdf.registerFont(name, bytes).font(name).widthOfString("0");
      boundLayout(this.#pdf);
    } catch (cause) {
      throw new TypeError(`${name} is not a TrueType or OpenType font (.ttf, .otf) that can be read`, { cause });
    }
    this.#names.set(bytes, name);
    return name;
  }
}
