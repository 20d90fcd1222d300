import type { Fact, PrintedDocument, PrintedPayment, PrintedSum } from "../printed-document.ts";
import { lineHeight, type TextMeasure, type TextStyle } from "../text/text-measure.ts";
import type { TimeSlice } from "../time-slice.ts";
import { type Canvas, PAGE, type StructureElement } from "./canvas.ts";
import { writeBlock } from "./draw-block.ts";
import { type CodeSquares, type DrawnCode, drawCode, drawCodes } from "./draw-codes.ts";
import { drawFooterContent, drawFurniture, footerOf } from "./draw-footer.ts";
import { drawTable, naturalHeight, naturalWidth } from "./draw-table.ts";
import { Flow } from "./flow.ts";
import { LAYOUT, type Look, STYLES } from "./layout.ts";

/** The images of a document. */
export interface DrawnImages {
  /** PNG or JPEG. */
  readonly logo: Uint8Array | undefined;
  readonly paymentCode: CodeSquares | undefined;
  /** Further codes, which stand above the title. */
  readonly codes: readonly DrawnCode[];
}

/** The side of a payment code. */
const CODE_SIDE = 85;

/** The name in the place of a logo. */
const BRAND_SIZES = [15, 13, 11, 9];
const BRAND_LINES = 3;

/** An address with more lines than this has them joined. */
const BLOCK_LINES = 20;

/** Facts with more lines, and those further down, are below the title instead of in the column beside the address. */
const FACT_LINES = 5;
const FACTS_END = PAGE.height * 0.55;

/** Between two sections. */
const SECTION = 16;

/**
 * Draws a document, section by section, in the order in which it is read. `pages` is how many pages it has, which is
 * known once it was drawn on a canvas that only counts.
 */
export async function drawDocument(
  canvas: Canvas,
  printed: PrintedDocument,
  images: DrawnImages,
  { pages, slice, look }: { readonly pages: number; readonly slice: TimeSlice; readonly look: Look },
): Promise<void> {
  const { rules } = look;
  canvas.addPage();
  const root = canvas.open(undefined, "Document");
  const footer = footerOf(canvas.text, printed);
  const finishPage = () => canvas.decorate(() => drawFurniture(canvas, printed, footer, look, pages));
  const flow = new Flow({ canvas, root, slice, look, bottom: footer.contentEnd, finishPage });
  drawBrand(canvas, root, printed, look, images.logo);
  const sellerEnd = drawSeller(canvas, root, printed, images.logo !== undefined);
  drawFooterContent(canvas, root, footer);
  const clientEnd = drawClient(canvas, root, printed, look);
  const facts = drawFacts(canvas, root, printed.facts, Math.max(sellerEnd + 10, LAYOUT.window.top));
  flow.y = Math.max(LAYOUT.title, clientEnd + SECTION);
  drawCodes(flow, images.codes);
  if (canvas.pages === 1) flow.y = Math.max(flow.y, facts.end + SECTION);
  await drawTitle(flow, printed, facts.rest);
  drawParties(flow, printed);
  flow.y += 6;
  await drawTable(flow, printed.lines, LAYOUT.left, LAYOUT.width);
  canvas.decorate(() => canvas.rule(LAYOUT.left, flow.y, LAYOUT.width, rules.hairWidth, rules.hair));
  flow.y += 10;
  await drawSums(flow, printed);
  await drawNotes(flow, printed.notes);
  if (printed.payment !== undefined) await drawPayment(flow, printed.payment, images.paymentCode);
  if (footer.longNote !== undefined) {
    flow.y += SECTION;
    await flow.paragraph(footer.longNote, LAYOUT.left, LAYOUT.width, STYLES.fine);
  }
  root.end();
  finishPage();
}

/** The lines of a block, such as an address. Line breaks are kept unless they are too many for a page. */
function blockLines(canvas: Canvas, texts: readonly string[], style: TextStyle, width: number): string[] {
  const lines = texts.flatMap((text) => canvas.text.linesOf(text, style, width));
  if (lines.length <= BLOCK_LINES) return lines;
  return texts.flatMap((text) => canvas.text.linesOf(text.replaceAll(/\s+/g, " "), style, width));
}

/** The logo or, without one, the seller's name. */
function drawBrand(
  canvas: Canvas,
  root: StructureElement,
  printed: PrintedDocument,
  look: Look,
  logo: Uint8Array | undefined,
): void {
  const { top, width, height } = LAYOUT.logo;
  if (logo === undefined) {
    const style = brandStyle(canvas, printed.sellerName, look, width);
    writeBlock(canvas, root, blockLines(canvas, [printed.sellerName], style, width), LAYOUT.left, top, style);
    return;
  }
  const bbox = [LAYOUT.left, top, LAYOUT.left + width, top + height] as const;
  const element = canvas.open(root, "Figure", { alt: printed.sellerName, placement: "Block", bbox });
  canvas.mark(element, "Figure", () => canvas.image(logo, LAYOUT.left, top, [width, height]));
  element.end();
}

/** A long name is smaller. */
function brandStyle(canvas: Canvas, name: string, { brand }: Look, width: number): TextStyle {
  const styles = BRAND_SIZES.map((size) => ({ ...brand, size }));
  const fits = (style: TextStyle) =>
    canvas.text.linesOf(name, style, width).length <= BRAND_LINES &&
    name.split(" ").every((word) => canvas.text.widthOf(word, style) <= width);
  return styles.find(fits) ?? styles.at(-1)!;
}

/** The seller's address and how to reach it. The name is above them if a logo is in its place. */
function drawSeller(
  canvas: Canvas,
  root: StructureElement,
  { sellerName, sellerLines, sellerContact }: PrintedDocument,
  hasLogo: boolean,
): number {
  const { left, width } = LAYOUT.information;
  const write = (texts: readonly string[], y: number, style: TextStyle) =>
    writeBlock(canvas, root, blockLines(canvas, texts, style, width), left, y, style);
  const nameEnd = write(hasLogo ? [sellerName] : [], LAYOUT.logo.top, STYLES.smallStrong);
  const addressEnd = write(sellerLines, nameEnd, STYLES.small);
  return sellerContact.length === 0 ? addressEnd : write(sellerContact, addressEnd + 5, STYLES.small);
}

function drawClient(canvas: Canvas, root: StructureElement, printed: PrintedDocument, { rules }: Look): number {
  const { top, address, width } = LAYOUT.window;
  const line = returnLine(canvas.text, printed, width);
  canvas.decorate(() => {
    canvas.write(line, LAYOUT.left, top, STYLES.returnAddress);
    const below = top + lineHeight(STYLES.returnAddress) + 1;
    canvas.rule(LAYOUT.left, below, width, rules.hairWidth, rules.hair);
  });
  const lines = blockLines(canvas, printed.clientLines, STYLES.address, width);
  return writeBlock(canvas, root, lines, LAYOUT.left, address, STYLES.address);
}

/** Who gets a letter back that could not be delivered: of a long name only the beginning, but the whole address. */
function returnLine(text: TextMeasure, { sellerName, returnAddress }: PrintedDocument, width: number): string {
  const style = STYLES.returnAddress;
  // The whole line is ordered at once, so its parts are not.
  const partOf = (part: string, most: number) => text.printable(text.lineOf(part, style, most));
  const behindName = returnAddress === "" ? "" : ` · ${partOf(returnAddress, width)}`;
  const forName = width - text.widthOf(behindName, style);
  if (forName < width / 4) return text.lineOf(`${sellerName} · ${returnAddress}`, style, width);
  return `${partOf(sellerName, forName)}${behindName}`;
}

/** Names on the left, values on the right of the column of information. Returns the facts that did not fit. */
function drawFacts(
  canvas: Canvas,
  root: StructureElement,
  facts: readonly Fact[],
  y: number,
): { end: number; rest: readonly Fact[] } {
  const { left, width, gap } = LAYOUT.information;
  const label = labelWidth(canvas.text, facts);
  let end = y;
  const rest = facts.filter((fact) => {
    const isLong = canvas.text.linesOf(fact[1], STYLES.small, width - label - gap).length > FACT_LINES;
    if (isLong || end > FACTS_END) return true;
    end = drawFact(canvas, root, fact, { x: left, y: end, label, gap, width });
    return false;
  });
  return { end, rest };
}

/** Wide enough for the longest word of the names, if that leaves room for the values. */
function labelWidth(text: TextMeasure, facts: readonly Fact[]): number {
  const { label, widestLabel } = LAYOUT.information;
  const words = facts.flatMap(([name]) => name.split(" ")).map((word) => text.widthOf(word, STYLES.muted));
  return Math.min(Math.max(label, ...words.map(Math.ceil)), widestLabel);
}

interface FactBox {
  readonly x: number;
  readonly y: number;
  readonly label: number;
  readonly gap: number;
  readonly width: number;
}

/** One paragraph, which reads as the name and then the value. */
function drawFact(canvas: Canvas, root: StructureElement, [name, value]: Fact, box: FactBox): number {
  const { x, y, label, gap, width } = box;
  const names = canvas.text.linesOf(name, STYLES.muted, label);
  const values = canvas.text.linesOf(value, STYLES.small, width - label - gap);
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

async function drawTitle(
  flow: Flow,
  { title, number, mark, introduction }: PrintedDocument,
  facts: readonly Fact[],
): Promise<void> {
  await flow.paragraph(`${title} ${number}`, LAYOUT.left, LAYOUT.width, flow.look.title, "H1");
  if (mark !== undefined) await flow.paragraph(mark, LAYOUT.left, LAYOUT.width, STYLES.mark);
  for (const text of introduction) {
    flow.y += 4;
    await flow.paragraph(text, LAYOUT.left, LAYOUT.width, STYLES.text);
  }
  for (const [name, value] of facts) {
    flow.y += 4;
    await flow.paragraph(`${name}: ${value}`, LAYOUT.left, LAYOUT.width, STYLES.small);
  }
}

/** The tax representative and the place of delivery, beside each other. */
function drawParties(flow: Flow, { parties }: PrintedDocument): void {
  if (parties.length === 0) return;
  const { canvas, root } = flow;
  flow.y += 8;
  const width = LAYOUT.width / 2 - 10;
  const columns = parties.map(({ title, lines }) => ({
    headings: canvas.text.linesOf(title, STYLES.columnHeading, width),
    texts: blockLines(canvas, lines, STYLES.small, width),
  }));
  flow.ensure(
    Math.max(...columns.map(({ headings, texts }) => headings.length + texts.length)) * lineHeight(STYLES.small),
  );
  const top = flow.y;
  const ends = columns.map(({ headings, texts }, index) => {
    const x = LAYOUT.left + index * (LAYOUT.width / 2);
    const below = writeBlock(canvas, root, headings, x, top, STYLES.columnHeading);
    return writeBlock(canvas, root, texts, x, below, STYLES.small);
  });
  flow.y = Math.max(...ends) + 4;
}

/** The VAT breakdown on the left and the totals on the right, or below each other if they are too wide or too high. */
async function drawSums(flow: Flow, { breakdown, sums }: PrintedDocument): Promise<void> {
  const { canvas, look } = flow;
  const widthOf = (text: string, isMain = false) =>
    canvas.text.widthOf(text, isMain ? look.total : STYLES.text, "tabular");
  const values = Math.max(...sums.map(({ value, isMain }) => widthOf(value, isMain)));
  const names = Math.max(...sums.map(({ name, isMain }) => widthOf(name, isMain)));
  const width = Math.min(Math.max(names + values + 16, 180), LAYOUT.width);
  const linesIn = ({ name, isMain }: PrintedSum) =>
    canvas.text.linesOf(name, isMain ? look.total : STYLES.text, width - values - 8).length;
  const heightOf = (sum: PrintedSum) => sumHeight(look, sum.isMain) + (linesIn(sum) - 1) * lineHeight(STYLES.text);
  const sumsHeight = sums.reduce((height, sum) => height + heightOf(sum), 0);
  const hasBreakdown = breakdown.columns.length > 0;
  const breakdownWidth = hasBreakdown ? Math.max(await naturalWidth(flow, breakdown), 170) : 0;
  const breakdownHeight = hasBreakdown ? naturalHeight(breakdown) : 0;
  const isBeside =
    breakdownWidth + 30 + width <= LAYOUT.width && Math.max(breakdownHeight, sumsHeight) < PAGE.height / 3;
  flow.ensure(isBeside ? Math.max(breakdownHeight, sumsHeight) : sumsHeight);
  const top = flow.y;
  if (hasBreakdown) await drawTable(flow, breakdown, LAYOUT.left, isBeside ? breakdownWidth : LAYOUT.width);
  const breakdownEnd = flow.y;
  if (isBeside) flow.y = top;
  else {
    flow.y += 8;
    flow.ensure(sumsHeight);
  }
  for (const sum of sums) {
    flow.ensure(heightOf(sum)); // with many allowances, the sums are higher than a page
    drawSum(flow, sum, LAYOUT.right - width, values);
  }
  flow.y = isBeside ? Math.max(flow.y, breakdownEnd) : flow.y;
}

function sumHeight({ total }: Look, isMain = false): number {
  return isMain ? lineHeight(total) + 8 : lineHeight(STYLES.text) + 2;
}

function drawSum(flow: Flow, { name, value, isMain }: PrintedSum, x: number, values: number): void {
  const { canvas, root } = flow;
  const { total, rules } = flow.look;
  const style = isMain ? total : STYLES.text;
  const names = canvas.text.linesOf(name, style, LAYOUT.right - x - values - 8);
  if (isMain) {
    canvas.decorate(() => canvas.rule(x, flow.y + 2, LAYOUT.right - x, rules.accentWidth, rules.accent));
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

async function drawNotes(flow: Flow, notes: readonly string[]): Promise<void> {
  if (notes.length > 0) flow.y += SECTION;
  for (const note of notes) {
    await flow.paragraph(note, LAYOUT.left, LAYOUT.width, STYLES.text);
    flow.y += 4;
  }
}

/** Between the edge and the values of the payment's facts. */
const PAYMENT_LABEL = 110;
const PAYMENT_GAP = 8;

/** The facts on the left, the payment code on the right; both on one page, unless the terms are longer than one. */
async function drawPayment(flow: Flow, payment: PrintedPayment, squares: CodeSquares | undefined): Promise<void> {
  const { canvas, root, look } = flow;
  const { title, facts, code } = payment;
  flow.y += SECTION;
  const codeHeight = squares === undefined ? 0 : CODE_SIDE + lineHeight(STYLES.fine) * 2;
  const width = squares === undefined ? LAYOUT.width : LAYOUT.width - CODE_SIDE - 40;
  const heading = lineHeight(look.heading) + 4;
  const height = heading + facts.reduce((sum, fact) => sum + paymentFactHeight(canvas, fact, width), 0);
  const isWhole = height <= flow.wholePage;
  flow.ensure(Math.max(isWhole ? height : heading, codeHeight));
  const top = flow.y;
  const drawCode = () => {
    if (code !== undefined && squares !== undefined) drawPaymentCode(canvas, root, squares, code.caption, top);
  };
  if (!isWhole) drawCode();
  writeBlock(
    canvas,
    root,
    canvas.text.linesOf(title, look.heading, LAYOUT.width),
    LAYOUT.left,
    top,
    look.heading,
    "H2",
  );
  flow.y += heading;
  for (const fact of facts) await drawPaymentFact(flow, fact, width);
  if (!isWhole) return;
  drawCode();
  flow.y = Math.max(flow.y, top + codeHeight);
}

function paymentFactHeight(canvas: Canvas, [name, value]: Fact, width: number): number {
  const names = canvas.text.linesOf(name, STYLES.muted, PAYMENT_LABEL).length;
  const values = canvas.text.linesOf(value, STYLES.small, width - PAYMENT_LABEL - PAYMENT_GAP).length;
  return Math.max(names, values) * lineHeight(STYLES.small) + 1;
}

/** One that is higher than a quarter of a page is a paragraph, which continues on the next page. */
async function drawPaymentFact(flow: Flow, fact: Fact, width: number): Promise<void> {
  const height = paymentFactHeight(flow.canvas, fact, width);
  if (height > flow.bottom / 4) {
    await flow.paragraph(fact.join(": "), LAYOUT.left, width, STYLES.small);
    return;
  }
  flow.ensure(height);
  const box = { x: LAYOUT.left, y: flow.y, label: PAYMENT_LABEL, gap: PAYMENT_GAP, width };
  flow.y = drawFact(flow.canvas, flow.root, fact, box);
}

function drawPaymentCode(
  canvas: Canvas,
  root: StructureElement,
  squares: CodeSquares,
  caption: string,
  y: number,
): void {
  const x = LAYOUT.right - CODE_SIDE;
  const below = drawCode(canvas, root, { squares, alt: caption }, { x, y, side: CODE_SIDE });
  const lines = canvas.text.linesOf(caption, STYLES.fine, CODE_SIDE);
  writeBlock(canvas, root, lines, x, below, STYLES.fine);
}
