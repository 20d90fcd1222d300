import { lineHeight } from "../text/text-measure.ts";
import type { Canvas, StructureElement } from "./canvas.ts";
import { writeBlock } from "./draw-block.ts";
import type { Flow } from "./flow.ts";
import { LAYOUT, STYLES } from "./layout.ts";

/** The dark squares of a QR code, row by row. */
export type CodeSquares = readonly (readonly boolean[])[];

/** A QR code with the texts above and below it. */
export interface DrawnCode {
  readonly squares: CodeSquares;
  readonly heading: string | undefined;
  readonly label: string;
  /** What the code says, for those who cannot see it. */
  readonly alt: string;
}

/** The squares that must be left empty around a code. @see ISO/IEC 18004, 9.1 */
const QUIET_SQUARES = 4;

/** So many codes fit beside the facts. */
const CODES_IN_ROW = 2;

/** Draws a code of the given side, as a figure; returns where the empty squares below it end. */
export function drawCode(
  canvas: Canvas,
  root: StructureElement,
  { squares, alt }: Pick<DrawnCode, "squares" | "alt">,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): number {
  const square = side / squares.length;
  const dark = squares.flatMap((row, down) =>
    row.flatMap((isDark, right) =>
      isDark ? [[x + right * square, y + down * square, square, square] as [number, number, number, number]] : [],
    ),
  );
  const element = canvas.open(root, "Figure", { alt, placement: "Block", bbox: [x, y, x + side, y + side] });
  canvas.mark(element, "Figure", () => canvas.fill(dark, "#000000"));
  element.end();
  return y + side + square * QUIET_SQUARES;
}

/** Draws codes side by side, each with its heading and its label, and moves the flow below them. */
export function drawCodes(flow: Flow, codes: readonly DrawnCode[]): void {
  for (let first = 0; first < codes.length; first += CODES_IN_ROW)
    drawRow(flow, codes.slice(first, first + CODES_IN_ROW));
}

function drawRow(flow: Flow, codes: readonly DrawnCode[]): void {
  const { canvas, root } = flow;
  const { side, text: width, column } = LAYOUT.code;
  const linesOf = (text: string | undefined) =>
    text === undefined ? [] : canvas.text.linesOf(text, STYLES.fine, width);
  const line = lineHeight(STYLES.fine);
  const quiet = Math.max(...codes.map(({ squares }) => (QUIET_SQUARES * side) / squares.length));
  const above = Math.max(...codes.map(({ heading }) => linesOf(heading).length)) * line;
  const below = Math.max(...codes.map(({ label }) => linesOf(label).length)) * line;
  flow.ensure(above + quiet + side + quiet + below);
  const top = flow.y + above + quiet;
  for (const [index, code] of codes.entries()) {
    const x = LAYOUT.left + index * column;
    const heading = linesOf(code.heading);
    writeBlock(canvas, root, heading, x, top - quiet - heading.length * line, STYLES.fine);
    drawCode(canvas, root, code, { x, y: top, side });
    writeBlock(canvas, root, linesOf(code.label), x, top + side + quiet, STYLES.fine);
  }
  flow.y = top + side + quiet + below + line;
}
