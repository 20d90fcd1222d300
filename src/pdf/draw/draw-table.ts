import type { CarriedSums, PrintedRow, PrintedTable } from "../printed-lines.ts";
import { lineHeight, type TextMeasure, type TextStyle } from "../text/text-measure.ts";
import type { Canvas, StructureElement } from "./canvas.ts";
import type { Flow } from "./flow.ts";
import { STYLES } from "./layout.ts";

/** Between columns, and above and below the text of a row. */
const GAP = 10;
const PADDING = 3;

/** The smallest width of a column of texts, and the largest of a unit after a quantity. */
const MIN_TEXT_WIDTH = 120;
const MAX_WRAPPED_WIDTH = 80;

/** A text of so many characters need not be measured. */
const WIDER_THAN_PAGE = 500;

/** A heading is broken if it is wider. */
const HEADING_WIDTH = 62;

/** A width must fit itself, though sums of doubles differ. */
const ROUNDING = 0.1;

/** Amounts are printed smaller until there is room for the texts. */
const [SIZE, SMALLEST] = [9, 4];
const SIZES = [SIZE, 8, 7, 6, 5];

interface Column {
  readonly x: number;
  readonly width: number;
  readonly isAmount: boolean;
  readonly heading: readonly string[];
}

interface MeasuredTable {
  readonly columns: readonly Column[];
  /** Of each column of texts. */
  readonly textWidth: number;
  readonly style: TextStyle;
  readonly detailStyle: TextStyle;
}

/** A line of a cell and its style. */
interface CellLine {
  readonly text: string;
  readonly style: TextStyle;
}

/** The width that a table needs if its texts take one line each. */
export async function naturalWidth(flow: Flow, table: PrintedTable): Promise<number> {
  return naturalWidthOf(await columnTexts(flow, table));
}

function naturalWidthOf(texts: readonly ColumnTexts[]): number {
  const widths = texts.map(({ heading, whole }) => Math.max(heading, whole * SIZE));
  return widths.reduce((sum, width) => sum + width + GAP + ROUNDING, -GAP);
}

/** How wide the texts of a column are. */
interface ColumnTexts {
  readonly heading: number;
  /** The widest word of the heading. */
  readonly headingWord: number;
  /** The widest text of the rows, at size 1. */
  readonly whole: number;
  /** The widest word of the rows, at size 1, in a column of amounts. */
  readonly word: number;
}

async function columnTexts({ canvas, slice }: Flow, { columns, rows }: PrintedTable): Promise<ColumnTexts[]> {
  const { text } = canvas;
  const widthOf = (each: string, style: TextStyle) =>
    each.length > WIDER_THAN_PAGE ? Number.POSITIVE_INFINITY : text.widthOf(each, style, "tabular");
  const widest = (texts: readonly string[], style: TextStyle) =>
    texts.reduce((most, each) => Math.max(most, widthOf(each, style)), 0);
  const found: ColumnTexts[] = [];
  for (const [index, { heading, kind }] of columns.entries()) {
    let [whole, word] = [0, 0];
    for (const { kind: rowKind, cells } of rows) {
      await slice.endIfOver();
      const first = cells[index]![0] ?? "";
      const style = ofRow(rowKind, cellStyle(1));
      whole = Math.max(whole, widthOf(first, style));
      if (kind === "amount") word = Math.max(word, widest(first.split(" "), style));
    }
    const headingWord = widest(heading.split(" "), STYLES.columnHeading);
    found.push({ heading: text.widthOf(heading, STYLES.columnHeading), headingWord, whole, word });
  }
  return found;
}

/** The height of a table whose rows have one line each. */
export function naturalHeight(table: PrintedTable): number {
  return table.rows.length * (lineHeight(cellStyle(SIZE)) + 2 * PADDING) + 2 * lineHeight(STYLES.columnHeading) + GAP;
}

/**
 * Draws a table at the current height of the flow. Where it continues on another page, the headings are repeated, and the
 * sums are carried forward if it has some.
 */
export async function drawTable(flow: Flow, table: PrintedTable, x: number, width: number): Promise<void> {
  const { canvas } = flow;
  const { rules } = flow.look;
  const measured = await measure(flow, table, x, width);
  const carried = table.carried && carriedRows(canvas.text, table.carried, measured);
  const reserved = carried?.height ?? 0;
  const element = canvas.open(flow.root, "Table");
  const heightAt = (index: number): number => {
    const row = table.rows[index];
    const height = heightOf(row === undefined ? [] : cellLines(canvas.text, row, measured));
    // A heading stays on the page of the line below it.
    return row?.kind === "heading" ? height + heightAt(index + 1) : height;
  };
  flow.ensure(headingHeight(measured) + Math.min(heightAt(0), flow.bottom / 3) + reserved);
  drawHeadings(flow, measured, element);
  const drawRule = () => canvas.decorate(() => canvas.rule(x, flow.y, width, rules.hairWidth, rules.hair));
  let begun = 0;
  const drawCarried = (name: "forward" | "brought") => {
    if (carried !== undefined) drawCarriedRow(flow, carried, carried[name], begun);
  };
  flow.continued = {
    atEnd: () => {
      drawRule();
      drawCarried("forward");
    },
    atTop: () => {
      drawHeadings(flow, measured);
      drawCarried("brought");
      if (carried !== undefined) drawRule();
    },
  };
  for (const [index, row] of table.rows.entries()) {
    await flow.slice.endIfOver();
    const cells = cellLines(canvas.text, row, measured);
    const isLast = index === table.rows.length - 1;
    const roomFor = (height: number) => (isLast && height <= flow.room ? flow.room : flow.room - reserved);
    if (isForNextPage(flow, heightAt(index), roomFor)) flow.breakPage();
    else if (index > 0) drawRule();
    begun = index + 1;
    drawRow(flow, measured, cells, element, roomFor, row.kind);
  }
  flow.continued = undefined;
  element.end();
}

/** The names of the sums that are carried from page to page, and where they are. */
interface CarriedRows {
  readonly forward: readonly string[];
  readonly brought: readonly string[];
  readonly sums: readonly string[];
  readonly style: TextStyle;
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** Names are in the first column of texts, sums in the last column. */
function carriedRows(text: TextMeasure, carried: CarriedSums, { columns, style: cells }: MeasuredTable): CarriedRows {
  const style: TextStyle = { ...cells, font: "bold" };
  const { x: left } = columns.find(({ isAmount }) => !isAmount)!;
  const last = columns.at(-1)!;
  const right = last.x + last.width;
  const longest = carried.sums.reduce((most, sum) => (sum.length > most.length ? sum : most), "");
  const width = right - left - GAP - text.widthOf(longest, style, "tabular");
  const forward = text.linesOf(carried.forward, style, width);
  const brought = text.linesOf(carried.brought, style, width);
  const height = Math.max(1, forward.length, brought.length) * lineHeight(style) + 2 * PADDING;
  return { forward, brought, sums: carried.sums, style, left, right, height };
}

/** For the eye alone: who hears the lines one after the other needs no sum between them. */
function drawCarriedRow(
  flow: Flow,
  { sums, style, left, right, height }: CarriedRows,
  names: readonly string[],
  rows: number,
): void {
  const { canvas } = flow;
  const y = flow.y + PADDING;
  canvas.decorate(() => {
    for (const [index, name] of names.entries()) canvas.write(name, left, y + index * lineHeight(style), style);
    canvas.writeRight(sums[rows - 1]!, right, y, style);
  });
  flow.y += height;
}

/** A row stays on one page, unless it takes more than a third of it. */
function isForNextPage(flow: Flow, height: number, roomFor: (height: number) => number): boolean {
  const room = roomFor(height);
  return height > room && (height <= flow.bottom / 3 || room < flow.bottom / 8);
}

function cellStyle(size: number): TextStyle {
  return { ...STYLES.text, size };
}

/** Headings and subtotals are bold. */
function ofRow(kind: PrintedRow["kind"], style: TextStyle): TextStyle {
  return kind === undefined ? style : { ...style, font: "bold" };
}

/** Columns of amounts are as wide as their widest amount. Texts share the rest. */
async function measure(flow: Flow, table: PrintedTable, x: number, width: number): Promise<MeasuredTable> {
  const { text } = flow.canvas;
  const texts = await columnTexts(flow, table);
  const isNarrow = naturalWidthOf(texts) <= width;
  for (const size of SIZES) {
    const measured = measureAt(size, text, table, texts, x, width);
    if (isNarrow || measured.textWidth >= MIN_TEXT_WIDTH) return measured;
  }
  return measureAt(SMALLEST, text, table, texts, x, width);
}

function measureAt(
  size: number,
  text: TextMeasure,
  { columns: given }: PrintedTable,
  texts: readonly ColumnTexts[],
  x: number,
  width: number,
): MeasuredTable {
  const widths = given.map(({ kind }, index) => (kind === "text" ? 0 : amountWidth(texts[index]!, size)));
  const rest = width - widths.reduce((sum, each) => sum + each, GAP * (widths.length - 1));
  const textWidth = rest / given.filter(({ kind }) => kind === "text").length;
  let left = x;
  const columns = given.map(({ heading, kind }, index) => {
    const column = { x: left, width: kind === "text" ? textWidth : widths[index]!, isAmount: kind === "amount" };
    left += column.width + GAP;
    return { ...column, heading: text.evenLinesOf(heading, STYLES.columnHeading, column.width) };
  });
  const detailStyle = { ...STYLES.muted, size: Math.min(STYLES.muted.size, size) };
  return { columns, textWidth, style: cellStyle(size), detailStyle };
}

function amountWidth({ heading, headingWord, whole, word }: ColumnTexts, size: number): number {
  const unbroken = Math.max(word * size, MAX_WRAPPED_WIDTH);
  const headingWidth = Math.min(heading, HEADING_WIDTH);
  return Math.max(Math.min(whole * size, unbroken), headingWidth, Math.min(headingWord, MAX_WRAPPED_WIDTH)) + ROUNDING;
}

function cellLines(
  text: TextMeasure,
  { kind, cells }: PrintedRow,
  { columns, style, detailStyle }: MeasuredTable,
): CellLine[][] {
  return cells.map((texts, index) =>
    texts.flatMap((each, line) => {
      const look = line === 0 ? ofRow(kind, style) : detailStyle;
      return text.linesOf(each, look, columns[index]!.width).map((part) => ({ text: part, style: look }));
    }),
  );
}

function heightOf(cells: readonly (readonly CellLine[])[]): number {
  const heights = cells.map((lines) => lines.reduce((sum, { style }) => sum + lineHeight(style), 0));
  return Math.max(0, ...heights) + 2 * PADDING;
}

function headingHeight({ columns }: MeasuredTable): number {
  return Math.max(...columns.map(({ heading }) => heading.length)) * lineHeight(STYLES.columnHeading) + 2 * PADDING;
}

/** With an element, the headings are part of the table; without, they are repeated for the eye alone. */
function drawHeadings(flow: Flow, measured: MeasuredTable, table?: StructureElement): void {
  const { canvas } = flow;
  const { rules } = flow.look;
  const { columns } = measured;
  const style = STYLES.columnHeading;
  const bottom = flow.y + headingHeight(measured) - PADDING;
  const drawHeading = ({ x, width, isAmount, heading }: Column) => {
    for (const [index, line] of heading.entries()) {
      const y = bottom - (heading.length - index) * lineHeight(style);
      if (isAmount) canvas.writeRight(line, x + width, y, style);
      else canvas.write(line, x, y, style);
    }
  };
  if (table === undefined) canvas.decorate(() => columns.forEach(drawHeading));
  else {
    const row = canvas.open(table, "TR");
    for (const column of columns) {
      const cell = canvas.open(row, "TH", { scope: "Column" });
      canvas.mark(cell, "TH", () => drawHeading(column));
      cell.end();
    }
    row.end();
  }
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const width = last.x + last.width - first.x;
  canvas.decorate(() => canvas.rule(first.x, bottom, width, rules.accentWidth, rules.accent));
  flow.y = bottom + rules.accentWidth + 1;
}

/** Draws a row; what does not fit continues on the next pages. `roomFor` says how much room there is for such a height. */
function drawRow(
  flow: Flow,
  { columns }: MeasuredTable,
  cells: readonly (readonly CellLine[])[],
  table: StructureElement,
  roomFor: (height: number) => number,
  kind: PrintedRow["kind"],
): void {
  const { canvas } = flow;
  const row = canvas.open(table, "TR");
  const tags = columns.map(({ isAmount }) => (kind === undefined || isAmount ? "TD" : "TH"));
  const opened = tags.map((tag) => canvas.open(row, tag, tag === "TH" ? { scope: "Row" } : {}));
  let rest = cells;
  for (;;) {
    const top = flow.y + PADDING;
    const bottom = flow.y + roomFor(heightOf(rest)) - PADDING;
    let deepest = top;
    rest = rest.map((lines, index) => {
      let y = top;
      const here: (CellLine & { readonly y: number })[] = [];
      for (const line of lines) {
        if (y + lineHeight(line.style) > bottom + ROUNDING) break;
        here.push({ ...line, y });
        y += lineHeight(line.style);
      }
      deepest = Math.max(deepest, y);
      if (here.length > 0)
        canvas.mark(opened[index]!, tags[index]!, () => {
          for (const line of here) writeCell(canvas, columns[index]!, line);
        });
      return lines.slice(here.length);
    });
    flow.y = deepest + PADDING;
    if (rest.every((lines) => lines.length === 0)) break;
    flow.breakPage();
  }
  for (const cell of opened) cell.end();
  row.end();
}

function writeCell(
  canvas: Canvas,
  { x, width, isAmount }: Column,
  { text, style, y }: CellLine & { readonly y: number },
): void {
  if (isAmount) canvas.writeRight(text, x + width, y, style);
  else canvas.write(text, x, y, style);
}
