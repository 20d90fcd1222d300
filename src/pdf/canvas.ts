import { hasRightToLeft, inVisualOrder, printableText } from "./printable-text.ts";

/** How a text looks. */
export interface TextStyle {
  readonly font: "regular" | "bold";
  /** In points. */
  readonly size: number;
  /** `#rrggbb`. */
  readonly color: string;
}

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** From one baseline to the next, as a multiple of the size. */
const LEADING = 1.32;

/** From the top of a line to its baseline, as a multiple of the size. Fonts differ in the height that they claim. */
const ASCENT = 0.95;

/** Digits of equal width, so that amounts below each other line up. Most fonts have them by default. */
const TABULAR: PDFKit.Mixins.TextOptions = { features: ["tnum"] };

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** An element of the tag tree, which screen readers follow. */
export type StructureElement = PDFKit.PDFStructureElement;

/** The pages of a document: writes text and shapes, and tags each of them. Lengths are in points, from the top left. */
export class Canvas {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #has: (codePoint: number) => boolean;
  readonly #tabular = new Map<TextStyle["font"], PDFKit.Mixins.TextOptions>();

  /** `has` says which characters both fonts have. */
  constructor(pdf: PDFKit.PDFDocument, has: (codePoint: number) => boolean) {
    this.#pdf = pdf;
    this.#has = has;
  }

  addPage(): void {
    this.#pdf.addPage();
  }

  /** Calls `draw` for each page, with its number from 1 and the number of pages. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.#pdf.switchToPage(start + index);
      draw(index + 1, count);
    }
  }

  /** Opens an element of the tag tree, in `parent` or at the root. The caller must end it. */
  open(parent: StructureElement | undefined, type: string, options: StructureOptions = {}): StructureElement {
    const element = this.#pdf.struct(type, options);
    if (parent === undefined) this.#pdf.addStructure(element);
    else parent.add(element);
    return element;
  }

  /** Tags what `draw` draws on this page as content of the element. */
  mark(element: StructureElement, type: string, draw: () => void): void {
    const content = this.#pdf.markStructureContent(type);
    draw();
    this.#pdf.endMarkedContent();
    element.add(content);
  }

  /** Tags what `draw` draws as an artifact: decoration, or a repetition of other content. */
  decorate(draw: () => void): void {
    this.#pdf.markContent("Artifact", { type: "Pagination" });
    draw();
    this.#pdf.endMarkedContent();
  }

  /** The text in lines that are no wider than `width`. Words that are too long are broken. */
  linesOf(text: string, style: TextStyle, width: number): string[] {
    const fits = (line: string) => this.widthOf(line, style) <= width;
    return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).flatMap((paragraph) => {
      const clean = printableText(paragraph, this.#has).replace(/ +/g, " ").trim();
      return wrapped(clean, fits).map(inVisualOrder);
    });
  }

  /** The text in as few lines as `width` allows, and these as even as possible. */
  evenLinesOf(text: string, style: TextStyle, width: number): string[] {
    let lines = this.linesOf(text, style, width);
    const longest = Math.max(...text.split(BREAKS).map((part) => this.widthOf(part.trimEnd(), style)));
    for (let narrower = width - 2; narrower > longest; narrower -= 2) {
      const even = this.linesOf(text, style, narrower);
      if (even.length > lines.length) break;
      lines = even;
    }
    return lines;
  }

  /** The text in one line, cut at `width`. */
  lineOf(text: string, style: TextStyle, width: number): string {
    const line = text.replace(/\s+/g, " ");
    const [whole = "", ...more] = this.linesOf(line, style, width);
    if (more.length === 0) return whole;
    const [beginning = ""] = this.linesOf(line, style, width - this.widthOf("...", style));
    return `${beginning}...`;
  }

  widthOf(text: string, { font, size }: TextStyle, figures?: "tabular"): number {
    this.#pdf.font(font).fontSize(size);
    return this.#pdf.widthOfString(text, figures === undefined ? {} : this.#figures(font));
  }

  /** Texts with features take pdfkit much longer, so fonts whose figures have one width get none. */
  #figures(font: TextStyle["font"]): PDFKit.Mixins.TextOptions {
    const known = this.#tabular.get(font);
    if (known !== undefined) return known;
    const widths = [..."0123456789"].map((figure) => this.widthOf(figure, { font, size: 10, color: "" }));
    const needed = new Set(widths).size === 1 ? {} : TABULAR;
    this.#tabular.set(font, needed);
    return needed;
  }

  /** Writes a line whose top is at `y`. */
  write(line: string, x: number, y: number, style: TextStyle): void {
    this.#writeLine(line, x, y, style, {});
  }

  /** Writes a number or a text that ends at `right`. */
  writeRight(text: string, right: number, y: number, style: TextStyle): void {
    const line = printableText(text, this.#has);
    this.#writeLine(line, right - this.widthOf(line, style, "tabular"), y, style, this.#figures(style.font));
  }

  #writeLine(line: string, x: number, y: number, style: TextStyle, options: PDFKit.Mixins.TextOptions): void {
    const { font, size, color } = style;
    this.#pdf.font(font).fontSize(size).fillColor(color);
    // pdfkit would put the space behind a word from right to left before it.
    const parts = hasRightToLeft(line) ? line.split(/(?<= )/) : [line];
    let left = x;
    for (const part of parts) {
      const text = parts.length > 1 ? part.trimEnd() : part;
      // Without the space, programs that read the text would join it to the next line.
      const shown = hasRightToLeft(text) ? text : `${text} `;
      this.#pdf.text(shown, left, y + ASCENT * size, { ...options, lineBreak: false, baseline: "alphabetic" });
      left += this.widthOf(text, style) + this.widthOf(" ", style);
    }
  }

  rule(x: number, y: number, width: number, thickness: number, color: string): void {
    this.fill([[x, y, width, thickness]], color);
  }

  /** Fills rectangles: x, y, width, height. */
  fill(rectangles: readonly (readonly [number, number, number, number])[], color: string): void {
    if (rectangles.length === 0) return;
    for (const [x, y, width, height] of rectangles) this.#pdf.rect(x, y, width, height);
    this.#pdf.fill(color);
  }

  /** Places an image inside of a box, at its top left. */
  image(bytes: Uint8Array, x: number, y: number, fit: [width: number, height: number]): void {
    this.#pdf.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), x, y, { fit });
  }
}

/** What `@types/pdfkit` lacks: the scope of a heading in a table. */
export type StructureOptions = PDFKit.Mixins.StructureElementOptions & {
  readonly scope?: "Column" | "Row";
  readonly placement?: "Block";
  readonly bbox?: readonly [number, number, number, number];
};

/** The height of a line in a style. */
export function lineHeight({ size }: TextStyle): number {
  return LEADING * size;
}

/** Where a line may end: after spaces, and after hyphens between letters, but not in numbers. */
const BREAKS = /(?<= )(?! )|(?<=\p{L}-)(?=\p{L})/u;

/** Breaks a text, and words that are too long for a line. */
function wrapped(text: string, fits: (line: string) => boolean): string[] {
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = "";
  for (const part of text.split(BREAKS)) {
    if (fits((line + part).trimEnd())) {
      line += part;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    line = "";
    if (fits(part.trimEnd())) line = part;
    else
      for (const { segment } of graphemes.segment(part)) {
        if (line !== "" && !fits((line + segment).trimEnd())) {
          lines.push(line);
          line = "";
        }
        line += segment;
      }
  }
  return line.trimEnd() === "" ? lines : [...lines, line.trimEnd()];
}
