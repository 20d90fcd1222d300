import { lineHeight, type TextStyle } from "../text/text-measure.ts";
import type { TimeSlice } from "../time-slice.ts";
import type { Canvas, StructureElement } from "./canvas.ts";
import { LAYOUT, type Look } from "./layout.ts";

/** What a flow draws on. */
export interface FlowOptions {
  readonly canvas: Canvas;
  readonly root: StructureElement;
  readonly slice: TimeSlice;
  readonly look: Look;
  /** Where the content of each page ends, from its top. */
  readonly bottom: number;
  /** Draws what each page has around its content. */
  readonly finishPage: () => void;
}

/** What is drawn around the break of a page: at the end of the old one, and at the top of the new one. */
export interface Continued {
  readonly atEnd: () => void;
  readonly atTop: () => void;
}

/** The position on the pages at which the next thing is drawn. Begins new pages. */
export class Flow {
  /** From the top of the page. */
  y: number = LAYOUT.top;
  /** Set while a table is drawn, which may continue on the next page. */
  continued: Continued | undefined;

  readonly canvas: Canvas;
  readonly root: StructureElement;
  readonly slice: TimeSlice;
  readonly look: Look;
  readonly bottom: number;
  readonly #finishPage: () => void;

  constructor({ canvas, root, slice, look, bottom, finishPage }: FlowOptions) {
    this.canvas = canvas;
    this.root = root;
    this.slice = slice;
    this.look = look;
    this.bottom = bottom;
    this.#finishPage = finishPage;
  }

  /** How much room is left on the page. */
  get room(): number {
    return this.bottom - this.y;
  }

  /** How much room there is on a whole page after the first one. */
  get wholePage(): number {
    return this.bottom - LAYOUT.continuedTop;
  }

  /** Begins a new page unless there is room for `height`, or `height` is larger than a page. */
  ensure(height: number): void {
    if (height > this.room && height <= this.wholePage) this.breakPage();
  }

  breakPage(): void {
    this.continued?.atEnd();
    this.#finishPage();
    this.canvas.addPage();
    this.y = LAYOUT.continuedTop;
    this.continued?.atTop();
  }

  /** Writes lines as content of an element, one below the other, over as many pages as they need. */
  writeLines(element: StructureElement, type: string, lines: readonly string[], x: number, style: TextStyle): void {
    const height = lineHeight(style);
    let rest = lines;
    while (rest.length > 0) {
      if (this.room < height) this.breakPage();
      const here = rest.slice(0, Math.max(1, Math.floor(this.room / height)));
      this.canvas.mark(element, type, () => {
        for (const line of here) {
          this.canvas.write(line, x, this.y, style);
          this.y += height;
        }
      });
      rest = rest.slice(here.length);
    }
  }

  /** A separate paragraph. Short ones stay on one page. */
  async paragraph(text: string, x: number, width: number, style: TextStyle, type = "P"): Promise<void> {
    await this.slice.endIfOver();
    const lines = this.canvas.text.linesOf(text, style, width);
    const height = lines.length * lineHeight(style);
    if (lines.length <= KEPT_TOGETHER) this.ensure(height);
    const element = this.canvas.open(this.root, type);
    this.writeLines(element, type, lines, x, style);
    element.end();
  }
}

/** A paragraph of so many lines is not broken. */
const KEPT_TOGETHER = 6;
