import { type Canvas, lineHeight, PAGE, type StructureElement, type TextStyle } from "./canvas.ts";
import { drawTable, naturalHeight, naturalWidth } from "./draw-table.ts";
import { Flow } from "./flow.ts";
import { LAYOUT, RULES, STYLES } from "./layout.ts";
import type { Fact, PrintedDocument, PrintedPayment, PrintedSum } from "./printed-document.ts";

/** The dark squares of a payment code, row by row. */
export type PaymentCodeSquares = readonly (readonly boolean[])[];

/** What is drawn beside texts. */
export interface DrawnImages {
  /** PNG or JPEG. */
  readonly logo: Uint8Array | undefined;
  readonly paymentCode: PaymentCodeSquares | undefined;
}

/** The side of a payment code, and the squares that must be left empty around it. */
const CODE_SIDE = 85;
const QUIET_SQUARES = 4;

/** The name in the place of a logo. */
const BRAND_SIZES = [15, 13, 11, 9];
const BRAND_LINES = 3;

/** Between two sections. */
const SECTION = 16;

/** Draws a document, section by section, in the order in which it is read. */
export function drawDocument(canvas: Canvas, printed: PrintedDocument, images: DrawnImages): void {
  canvas.addPage();
  const root = canvas.open(undefined, "Document");
  const flow = new Flow(canvas, root);
  drawBrand(canvas, root, printed, images.logo);
  const sellerEnd = drawSeller(canvas, root, printed);
  const clientEnd = drawClient(canvas, root, printed);
  const factsEnd = drawFacts(canvas, root, printed.facts, Math.max(sellerEnd + 10, LAYOUT.window.top));
  flow.y = Math.max(LAYOUT.title, clientEnd + SECTION, factsEnd + SECTION);
  drawTitle(flow, printed);
  drawParties(flow, printed);
  flow.y += 6;
  drawTable(flow, printed.lines, LAYOUT.left, LAYOUT.width);
  canvas.decorate(() => canvas.rule(LAYOUT.left, flow.y, LAYOUT.width, RULES.hairWidth, RULES.hair));
  flow.y += 10;
  drawSums(flow, printed);
  drawNotes(flow, printed.notes);
  if (printed.payment !== undefined) drawPayment(flow, printed.payment, images.paymentCode);
  if (printed.legalNote !== undefined) {
    flow.y += SECTION;
    flow.paragraph(printed.legalNote, LAYOUT.left, LAYOUT.width, STYLES.fine);
  }
  root.end();
  canvas.onEachPage((page, pages) => canvas.decorate(() => drawFurniture(canvas, printed, page, pages)));
}

/** Writes lines as an element of its own; returns where they end. */
function writeBlock(
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

/** The logo; without one, the seller's name in its place. */
function drawBrand(
  canvas: Canvas,
  root: StructureElement,
  printed: PrintedDocument,
  logo: Uint8Array | undefined,
): void {
  const { top, width, height } = LAYOUT.logo;
  if (logo === undefined) {
    const style = brandStyle(canvas, printed.sellerName, width);
    const lines = canvas.linesOf(printed.sellerName, style, width).slice(0, BRAND_LINES);
    canvas.decorate(() => {
      for (const [index, line] of lines.entries())
        canvas.write(line, LAYOUT.left, top + index * lineHeight(style), style);
    });
    return;
  }
  const bbox = [LAYOUT.left, top, LAYOUT.left + width, top + height] as const;
  const element = canvas.open(root, "Figure", { alt: printed.sellerName, placement: "Block", bbox });
  canvas.mark(element, "Figure", () => canvas.image(logo, LAYOUT.left, top, [width, height]));
  element.end();
}

/** A long name is smaller. */
function brandStyle(canvas: Canvas, name: string, width: number): TextStyle {
  const styles = BRAND_SIZES.map((size) => ({ ...STYLES.brand, size }));
  const fits = (style: TextStyle) =>
    canvas.linesOf(name, style, width).length <= BRAND_LINES &&
    name.split(" ").every((word) => canvas.widthOf(word, style) <= width);
  return styles.find(fits) ?? styles.at(-1)!;
}

function drawSeller(canvas: Canvas, root: StructureElement, { sellerLines, sellerFacts }: PrintedDocument): number {
  const { left, width } = LAYOUT.information;
  const [name = "", ...others] = sellerLines;
  const nameLines = canvas.linesOf(name, STYLES.smallStrong, width);
  const nameEnd = writeBlock(canvas, root, nameLines, left, LAYOUT.logo.top, STYLES.smallStrong);
  const lines = [...others, ...sellerFacts.map(([label, value]) => `${label}: ${value}`)];
  const wrapped = lines.flatMap((line) => canvas.linesOf(line, STYLES.small, width));
  return writeBlock(canvas, root, wrapped, left, nameEnd, STYLES.small);
}

function drawClient(canvas: Canvas, root: StructureElement, { clientLines, returnAddress }: PrintedDocument): number {
  const { top, address, width } = LAYOUT.window;
  const line = canvas.lineOf(returnAddress, STYLES.returnAddress, width);
  canvas.decorate(() => {
    canvas.write(line, LAYOUT.left, top, STYLES.returnAddress);
    const below = top + lineHeight(STYLES.returnAddress) + 1;
    canvas.rule(LAYOUT.left, below, width, RULES.hairWidth, RULES.hair);
  });
  const lines = clientLines.flatMap((each) => canvas.linesOf(each, STYLES.address, width));
  return writeBlock(canvas, root, lines, LAYOUT.left, address, STYLES.address);
}

/** Names on the left, values on the right of the column of information. */
function drawFacts(canvas: Canvas, root: StructureElement, facts: readonly Fact[], y: number): number {
  const { left, width, label, gap } = LAYOUT.information;
  return facts.reduce((top, fact) => drawFact(canvas, root, fact, { x: left, y: top, label, gap, width }), y);
}

interface FactPlace {
  readonly x: number;
  readonly y: number;
  readonly label: number;
  readonly gap: number;
  readonly width: number;
}

/** One paragraph, which reads as the name and then the value. */
function drawFact(canvas: Canvas, root: StructureElement, [name, value]: Fact, place: FactPlace): number {
  const { x, y, label, gap, width } = place;
  const names = canvas.linesOf(name, STYLES.muted, label);
  const values = canvas.linesOf(value, STYLES.small, width - label - gap);
  const element = canvas.open(root, "P");
  canvas.mark(element, "P", () => {
    for (const [index, line] of names.entries())
      canvas.write(line, x, y + index * lineHeight(STYLES.muted), STYLES.muted);
    for (const [index, line] of values.entries())
      canvas.write(line, x + label + gap, y + index * lineHeight(STYLES.small), STYLES.small);
  });
  element.end();
  return y + Math.max(names.length, values.length) * lineHeight(STYLES.small) + 1;
}

function drawTitle(flow: Flow, { title, number, introduction }: PrintedDocument): void {
  flow.paragraph(`${title} ${number}`, LAYOUT.left, LAYOUT.width, STYLES.title, "H1");
  for (const text of introduction) {
    flow.y += 4;
    flow.paragraph(text, LAYOUT.left, LAYOUT.width, STYLES.text);
  }
}

/** The tax representative and the place of delivery, beside each other. */
function drawParties(flow: Flow, { parties }: PrintedDocument): void {
  if (parties.length === 0) return;
  const { canvas, root } = flow;
  flow.y += 8;
  const top = flow.y;
  const width = LAYOUT.width / 2 - 10;
  const ends = parties.map(({ title, lines }, index) => {
    const x = LAYOUT.left + index * (LAYOUT.width / 2);
    const headings = canvas.linesOf(title, STYLES.columnHeading, width);
    const below = writeBlock(canvas, root, headings, x, top, STYLES.columnHeading);
    const texts = lines.flatMap((line) => canvas.linesOf(line, STYLES.small, width));
    return writeBlock(canvas, root, texts, x, below, STYLES.small);
  });
  flow.y = Math.max(...ends) + 4;
}

/** The VAT breakdown on the left and the totals on the right, or below each other if they are too wide or too high. */
function drawSums(flow: Flow, { breakdown, sums }: PrintedDocument): void {
  const { canvas } = flow;
  const widthOf = (text: string, isMain = false) =>
    canvas.widthOf(text, isMain ? STYLES.total : STYLES.text, "tabular");
  const values = Math.max(...sums.map(({ value, isMain }) => widthOf(value, isMain)));
  const names = Math.max(...sums.map(({ name, isMain }) => widthOf(name, isMain)));
  const width = Math.min(Math.max(names + values + 16, 180), LAYOUT.width);
  const sumsHeight = sums.reduce((sum, { isMain }) => sum + sumHeight(isMain), 0);
  const breakdownWidth = Math.max(naturalWidth(canvas, breakdown), 170);
  const breakdownHeight = naturalHeight(breakdown);
  const isBeside = breakdownWidth + 30 + width <= LAYOUT.width && breakdownHeight < PAGE.height / 3;
  flow.ensure(isBeside ? Math.max(breakdownHeight, sumsHeight) : sumsHeight);
  const top = flow.y;
  drawTable(flow, breakdown, LAYOUT.left, isBeside ? breakdownWidth : LAYOUT.width);
  const breakdownEnd = flow.y;
  if (isBeside) flow.y = top;
  else {
    flow.y += 8;
    flow.ensure(sumsHeight);
  }
  for (const sum of sums) drawSum(flow, sum, LAYOUT.right - width, values);
  flow.y = isBeside ? Math.max(flow.y, breakdownEnd) : flow.y;
}

function sumHeight(isMain = false): number {
  return isMain ? lineHeight(STYLES.total) + 8 : lineHeight(STYLES.text) + 2;
}

function drawSum(flow: Flow, { name, value, isMain }: PrintedSum, x: number, values: number): void {
  const { canvas, root } = flow;
  const style = isMain ? STYLES.total : STYLES.text;
  const names = canvas.linesOf(name, style, LAYOUT.right - x - values - 8);
  if (isMain) {
    canvas.decorate(() => canvas.rule(x, flow.y + 2, LAYOUT.right - x, RULES.accentWidth, RULES.accent));
    flow.y += 6;
  }
  const element = canvas.open(root, "P");
  canvas.mark(element, "P", () => {
    for (const [index, line] of names.entries()) canvas.write(line, x, flow.y + index * lineHeight(style), style);
    canvas.writeRight(value, LAYOUT.right, flow.y, style);
  });
  element.end();
  flow.y += names.length * lineHeight(style) + 2;
}

function drawNotes(flow: Flow, notes: readonly string[]): void {
  if (notes.length > 0) flow.y += SECTION;
  for (const note of notes) {
    flow.paragraph(note, LAYOUT.left, LAYOUT.width, STYLES.text);
    flow.y += 4;
  }
}

/** The facts on the left, the payment code on the right; both on one page. */
function drawPayment(
  flow: Flow,
  { title, facts, code }: PrintedPayment,
  squares: PaymentCodeSquares | undefined,
): void {
  const { canvas, root } = flow;
  flow.y += SECTION;
  const codeHeight = squares === undefined ? 0 : CODE_SIDE + lineHeight(STYLES.fine) * 2;
  const label = 110;
  const width = squares === undefined ? LAYOUT.width : LAYOUT.width - CODE_SIDE - 40;
  const heading = lineHeight(STYLES.heading) + 4;
  const factHeight = ([name, value]: Fact) => {
    const names = canvas.linesOf(name, STYLES.muted, label).length;
    return (
      Math.max(names, canvas.linesOf(value, STYLES.small, width - label - 8).length) * lineHeight(STYLES.small) + 1
    );
  };
  flow.ensure(Math.max(heading + facts.reduce((sum, fact) => sum + factHeight(fact), 0), codeHeight));
  const top = flow.y;
  writeBlock(canvas, root, canvas.linesOf(title, STYLES.heading, LAYOUT.width), LAYOUT.left, top, STYLES.heading, "H2");
  flow.y += heading;
  for (const fact of facts) {
    flow.ensure(factHeight(fact));
    flow.y = drawFact(canvas, root, fact, { x: LAYOUT.left, y: flow.y, label, gap: 8, width });
  }
  if (code === undefined || squares === undefined) return;
  drawPaymentCode(canvas, root, squares, code.caption, top);
  flow.y = Math.max(flow.y, top + codeHeight);
}

function drawPaymentCode(
  canvas: Canvas,
  root: StructureElement,
  squares: PaymentCodeSquares,
  caption: string,
  y: number,
): void {
  const side = CODE_SIDE / squares.length;
  const x = LAYOUT.right - CODE_SIDE;
  const dark = squares.flatMap((row, down) =>
    row.flatMap((isDark, right) =>
      isDark ? [[x + right * side, y + down * side, side, side] as [number, number, number, number]] : [],
    ),
  );
  const bbox = [x, y, LAYOUT.right, y + CODE_SIDE] as const;
  const element = canvas.open(root, "Figure", { alt: caption, placement: "Block", bbox });
  canvas.mark(element, "Figure", () => canvas.fill(dark, "#000000"));
  element.end();
  const below = y + CODE_SIDE + side * QUIET_SQUARES;
  const lines = canvas.linesOf(caption, STYLES.fine, CODE_SIDE);
  writeBlock(canvas, root, lines, x, below, STYLES.fine);
}

/** The number of the document and of the page on every page, at the top too if it is not the first. */
function drawFurniture(canvas: Canvas, printed: PrintedDocument, page: number, pages: number): void {
  const { title, number, sellerName } = printed;
  const style = STYLES.fine;
  const pageText = `${printed.page} ${page}/${pages}`;
  const room = LAYOUT.width - canvas.widthOf(pageText, style) - 20;
  canvas.rule(LAYOUT.left, LAYOUT.footer - 5, LAYOUT.width, RULES.hairWidth, RULES.hair);
  canvas.write(canvas.lineOf(`${title} ${number} · ${sellerName}`, style, room), LAYOUT.left, LAYOUT.footer, style);
  canvas.writeRight(pageText, LAYOUT.right, LAYOUT.footer, style);
  if (page > 1)
    canvas.write(
      canvas.lineOf(`${title} ${number}`, STYLES.heading, LAYOUT.width),
      LAYOUT.left,
      LAYOUT.top,
      STYLES.heading,
    );
}
