import type { Fact, PrintedDocument } from "../printed-document.ts";
import { LINE_BREAK, lineHeight, type TextMeasure, type TextStyle } from "../text/text-measure.ts";
import type { Canvas, StructureElement } from "./canvas.ts";
import { LAYOUT, type Look, STYLES } from "./layout.ts";

/** Between columns, between the line and the texts below it, and between the content of the page and the line. */
const GAP = 12;
const BELOW_RULE = 5;
const ABOVE_RULE = 12;

/** The most that the word before the number of the page takes, and the room for two numbers of three digits. */
const PAGE_WORD = 50;
const PAGE_NUMBERS = " 000/000";

/** A legal note with more lines is printed once, at the end of the document. */
const NOTE_LINES = 5;

/** A legal note that is too wide leaves the facts as much as they need, but has at least this part of the room. */
const NOTE_PART = 0.4;

interface FooterLine {
  readonly text: string;
  readonly style: TextStyle;
}

interface FooterColumn {
  readonly x: number;
  readonly lines: readonly FooterLine[];
}

/** What the seller must state, in columns at the foot of each page, beside the number of the page. */
export interface Footer {
  readonly columns: readonly FooterColumn[];
  /** Before the number of the page. */
  readonly pageWord: string;
  /** Of the texts, from the top of the page. */
  readonly top: number;
  /** Where the content of each page ends. */
  readonly contentEnd: number;
  /** A legal note that is too long for a footer. */
  readonly longNote: string | undefined;
}

/** Lays out the footer, which is as high as its longest column. */
export function footerOf(text: TextMeasure, { sellerFacts, legalNote, page }: PrintedDocument): Footer {
  const pageWidth = PAGE_WORD + text.widthOf(PAGE_NUMBERS, STYLES.fine);
  const note = legalNote === undefined ? [] : [legalNote];
  const widths = columnWidths(text, sellerFacts, note, LAYOUT.width - pageWidth);
  const linesOf = (each: string, style: TextStyle, width: number) =>
    text.linesOf(each, style, width).map((line) => ({ text: line, style }));
  const facts = sellerFacts.map(([name, value], index) => [
    ...linesOf(name, STYLES.fine, widths[index]!),
    ...linesOf(value.split(LINE_BREAK).join(" "), STYLES.legal, widths[index]!),
  ]);
  const notes = note.map((each) => linesOf(each, STYLES.legal, widths.at(-1)!));
  const isLong = notes.some((lines) => lines.length > NOTE_LINES);
  let x: number = LAYOUT.left;
  const columns = [...facts, ...(isLong ? [] : notes)].map((lines, index) => {
    const column = { x, lines };
    x += widths[index]! + GAP;
    return column;
  });
  const most = Math.max(1, ...columns.map(({ lines }) => lines.length));
  const top = LAYOUT.footerEnd - most * lineHeight(STYLES.fine);
  return {
    columns,
    pageWord: text.lineOf(page, STYLES.fine, PAGE_WORD),
    top,
    contentEnd: top - BELOW_RULE - ABOVE_RULE,
    longNote: isLong ? legalNote : undefined,
  };
}

/** The widths of the columns, which leave no room over. If the texts do not fit in one line, the note is broken first. */
function columnWidths(text: TextMeasure, facts: readonly Fact[], note: readonly string[], width: number): number[] {
  const ofFacts = facts.map(([name, value]) =>
    Math.ceil(Math.max(text.widthOf(name, STYLES.fine), text.widthOf(value, STYLES.legal))),
  );
  const ofNote = note.map((each) =>
    Math.ceil(Math.max(...each.split(LINE_BREAK).map((line) => text.widthOf(line, STYLES.legal)))),
  );
  const count = facts.length + note.length;
  const room = width - count * GAP;
  const sumOf = (widths: readonly number[]) => widths.reduce((sum, each) => sum + each, 0);
  const rest = room - sumOf(ofFacts);
  if (rest >= sumOf(ofNote)) return [...ofFacts, ...ofNote].map((each) => each + (rest - sumOf(ofNote)) / count);
  if (rest >= room * NOTE_PART) return [...ofFacts, rest];
  return Array<number>(count).fill(room / count);
}

/** The columns as content: on the first page, after the seller's address. */
export function drawFooterContent(canvas: Canvas, root: StructureElement, { columns, top }: Footer): void {
  for (const column of columns) {
    const element = canvas.open(root, "P");
    canvas.mark(element, "P", () => drawColumn(canvas, column, top));
    element.end();
  }
}

/** What each page has around its content: the columns, which later pages repeat, its number, and at the top the document's. */
export function drawFurniture(
  canvas: Canvas,
  { title, number, mark, sellerName }: PrintedDocument,
  { columns, pageWord, top }: Footer,
  { heading, rules }: Look,
  pages: number,
): void {
  const { pages: page } = canvas;
  canvas.rule(LAYOUT.left, top - BELOW_RULE, LAYOUT.width, rules.hairWidth, rules.hair);
  if (page > 1) for (const column of columns) drawColumn(canvas, column, top);
  canvas.writeRight(`${pageWord} ${page}/${pages}`, LAYOUT.right, top, STYLES.fine);
  if (page === 1) return;
  const named = [`${title} ${number}`, mark].filter((part) => part !== undefined).join(" · ");
  const half = (LAYOUT.width - GAP) / 2;
  canvas.write(canvas.text.lineOf(named, heading, half), LAYOUT.left, LAYOUT.top, heading);
  canvas.writeRight(canvas.text.lineOf(sellerName, STYLES.muted, half), LAYOUT.right, LAYOUT.top, STYLES.muted);
}

function drawColumn(canvas: Canvas, { x, lines }: FooterColumn, top: number): void {
  for (const [index, { text, style }] of lines.entries())
    canvas.write(text, x, top + index * lineHeight(STYLES.fine), style);
}
