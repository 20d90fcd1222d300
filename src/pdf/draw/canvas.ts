import type { TextMeasure, TextStyle } from "../text/text-measure.ts";
import type { PositionedRun } from "../text/text-runs.ts";

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** From the top of a line to its baseline, as a multiple of the size. Fonts differ in the height that they claim. */
const ASCENT = 0.95;

/** An element of the tag tree, which screen readers follow. */
export type StructureElement = Pick<PDFKit.PDFStructureElement, "add" | "end">;

/** An element that nobody reads: pages that are only counted have no tags. */
const UNREAD: StructureElement = { add: () => UNREAD as PDFKit.PDFStructureElement, end: () => {} };

/** The pages of a document: writes text and shapes, and tags each of them. Lengths are in points, from the top left. */
export class Canvas {
  readonly text: TextMeasure;
  readonly #pdf: PDFKit.PDFDocument | undefined;
  #pages = 0;

  /** Without `pdf`, nothing is drawn, and pages are only counted. */
  constructor(text: TextMeasure, pdf: PDFKit.PDFDocument | undefined) {
    this.text = text;
    this.#pdf = pdf;
  }

  /** How many pages there are so far. */
  get pages(): number {
    return this.#pages;
  }

  addPage(): void {
    this.#pages += 1;
    this.#pdf?.addPage();
  }

  /** Opens an element of the tag tree, in `parent` or at the root. The caller must end it. */
  open(parent: StructureElement | undefined, type: string, options: StructureOptions = {}): StructureElement {
    if (this.#pdf === undefined) return UNREAD;
    const element = this.#pdf.struct(type, options);
    if (parent === undefined) this.#pdf.addStructure(element);
    else parent.add(element);
    return element;
  }

  /** Tags what `draw` draws on this page as content of the element. */
  mark(element: StructureElement, type: string, draw: () => void): void {
    const content = this.#pdf?.markStructureContent(type);
    draw();
    if (content === undefined) return;
    this.#pdf?.endMarkedContent();
    element.add(content);
  }

  /** Tags what `draw` draws as an artifact: decoration, or a repetition of other content. */
  decorate(draw: () => void): void {
    this.#pdf?.markContent("Artifact", { type: "Pagination" });
    draw();
    this.#pdf?.endMarkedContent();
  }

  /** Writes a line whose top is at `y`. */
  write(line: string, x: number, y: number, style: TextStyle): void {
    this.#writeLine(line, x, y, style, {});
  }

  /** Writes a number or a text that ends at `right`. */
  writeRight(text: string, right: number, y: number, style: TextStyle): void {
    const line = this.text.printable(text);
    const left = right - this.text.widthOf(line, style, "tabular");
    this.#writeLine(line, left, y, style, this.text.figuresOf(style.font));
  }

  #writeLine(line: string, x: number, y: number, style: TextStyle, options: PDFKit.Mixins.TextOptions): void {
    if (this.#pdf === undefined) return;
    const { size, color } = style;
    const runs = this.text.runsOf(line, style, options);
    const settings = { ...options, lineBreak: false, baseline: "alphabetic" } as const;
    for (const [index, run] of runs.entries()) {
      const [text, left] = index === runs.length - 1 ? this.#ended(run, style) : [run.text, run.left];
      this.text.useFont(run, style); // measuring changes the font
      this.#pdf.fillColor(color).text(text, x + left, y + ASCENT * size, settings);
    }
  }

  /** The last run of a line and its position. Without a space, programs that read the text would join it to the next line. */
  #ended({ text, left, level }: PositionedRun, style: TextStyle): [text: string, left: number] {
    return level % 2 === 0 ? [`${text} `, left] : [` ${text}`, left - this.text.widthOf(" ", style)];
  }

  rule(x: number, y: number, width: number, thickness: number, color: string): void {
    this.fill([[x, y, width, thickness]], color);
  }

  /** Fills rectangles: x, y, width, height. */
  fill(rectangles: readonly (readonly [number, number, number, number])[], color: string): void {
    if (this.#pdf === undefined || rectangles.length === 0) return;
    for (const [x, y, width, height] of rectangles) this.#pdf.rect(x, y, width, height);
    this.#pdf.fill(color);
  }

  /** Places an image inside of a box, at its top left. */
  image(bytes: Uint8Array, x: number, y: number, fit: [width: number, height: number]): void {
    this.#pdf?.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), x, y, { fit });
  }
}

/** What `@types/pdfkit` lacks: the scope of a heading in a table. */
export type StructureOptions = PDFKit.Mixins.StructureElementOptions & {
  readonly scope?: "Column" | "Row";
  readonly placement?: "Block";
  readonly bbox?: readonly [number, number, number, number];
};
