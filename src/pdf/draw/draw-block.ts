import { lineHeight, type TextStyle } from "../text/text-measure.ts";
import type { Canvas, StructureElement } from "./canvas.ts";

/** Writes lines as a separate element; returns where they end. */
export function writeBlock(
  canvas: Canvas,
  root: StructureElement,
  lines: readonly string[],
  x: number,
  y: number,
  style: TextStyle,
  type = "P",
): number {
  if (lines.length === 0) return y;
  const element = canvas.open(root, type);
  canvas.mark(element, type, () => {
    for (const [index, line] of lines.entries()) canvas.write(line, x, y + index * lineHeight(style), style);
  });
  element.end();
  return y + lines.length * lineHeight(style);
}
