import type { DrawingFonts } from "./drawing-fonts.ts";
import type { FontFile } from "./font-file.ts";
import { charactersOf, printableText } from "./printable-text.ts";
import { levelledLines, type PositionedRun, positionedRuns, type TextRun, textRuns } from "./text-runs.ts";

/** How a text looks. */
export interface TextStyle {
  readonly font: "regular" | "bold";
  /** In points. */
  readonly size: number;
  /** `#rrggbb`. */
  readonly color: string;
}

/** From one baseline to the next, as a multiple of the size. */
const LEADING = 1.32;

/** Digits of equal width, so that amounts below each other line up. Most fonts have them by default. */
const TABULAR: PDFKit.Mixins.TextOptions = { features: ["tnum"] };

/** Longer words are too rare to be remembered. */
const LONGEST_REMEMBERED = 40;

/** What ends a line in a text of people. */
export const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The height of a line in a style. */
export function lineHeight({ size }: TextStyle): number {
  return LEADING * size;
}

/** Breaks texts into lines. It remembers them, because a document is laid out twice. Lengths are in points. */
export class TextMeasure {
  readonly #fonts: Record<TextStyle["font"], readonly FontFile[]>;
  readonly #drawing: DrawingFonts;
  readonly #widths = new Map<string, number>();
  readonly #lines = new Map<string, string[]>();
  readonly #tabular = new Map<TextStyle["font"], PDFKit.Mixins.TextOptions>();

  /** The fonts are those of `requireFonts`; `drawing` is for the document. */
  constructor(fonts: readonly FontFile[], drawing: DrawingFonts) {
    const [regular, bold, ...others] = fonts as [FontFile, FontFile, ...FontFile[]];
    this.#fonts = { regular: [regular, bold, ...others], bold: [bold, regular, ...others] };
    this.#drawing = drawing;
  }

  /** The text in lines that are no wider than `width`. Words that are too long are broken. */
  linesOf(text: string, style: TextStyle, width: number): string[] {
    const key = `${style.font} ${style.size} ${width} ${text}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const widthOf = (part: string) => this.widthOf(part, style);
    const lines = text.split(LINE_BREAK).flatMap((paragraph) => {
      const clean = this.printable(paragraph).replace(/ +/g, " ").trim();
      return levelledLines(clean, wrapped(clean, width, widthOf));
    });
    this.#lines.set(key, lines);
    return lines;
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
    const options = figures === undefined ? {} : this.figuresOf(font);
    let width = 0;
    for (const word of text.split(/(?<= )/)) width += this.#widthOfWord(word, font, options);
    return width * size;
  }

  /** Makes the font of a run the current one. */
  useFont({ font }: TextRun, { size }: TextStyle): void {
    this.#drawing.use(font, size);
  }

  /** A line of text as the fonts can print it. */
  printable(text: string): string {
    return printableText(text, this.#fonts.regular);
  }

  /** The runs of a line that {@link linesOf} or {@link printable} returned, in the order in which they are read. */
  runsOf(line: string, { font, size }: TextStyle, options: PDFKit.Mixins.TextOptions): PositionedRun[] {
    const runs = textRuns(line, this.#fonts[font]);
    return runs.length === 1
      ? [{ ...runs[0]!, left: 0 }]
      : positionedRuns(runs, (run) => this.#widthOfRun(run, options) * size);
  }

  /** How pdfkit is to write figures. Texts with features take it much longer, so most fonts get none. */
  figuresOf(font: TextStyle["font"]): PDFKit.Mixins.TextOptions {
    const known = this.#tabular.get(font);
    if (known !== undefined) return known;
    const widths = [..."0123456789"].map((figure) => this.#widthOfWord(figure, font, {}));
    const needed = new Set(widths).size === 1 ? {} : TABULAR;
    this.#tabular.set(font, needed);
    return needed;
  }

  /** As a multiple of the size. */
  #widthOfWord(word: string, font: TextStyle["font"], options: PDFKit.Mixins.TextOptions): number {
    const key = `${font} ${options.features ?? ""} ${word}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const runs = textRuns(word, this.#fonts[font]);
    const width = runs.reduce((sum, run) => sum + this.#widthOfRun(run, options), 0);
    if (word.length <= LONGEST_REMEMBERED) this.#widths.set(key, width);
    return width;
  }

  #widthOfRun({ text, font }: TextRun, options: PDFKit.Mixins.TextOptions): number {
    return this.#drawing.widthOf(font, text, options);
  }
}

/** Where a line may end: after spaces, and after hyphens between letters, but not in numbers. */
const BREAKS = /(?<= )(?! )|(?<=\p{L}-)(?=\p{L})/u;

/** So many characters of a long word are measured together, which keeps most of their kerning and joined forms. */
const PIECE = 16;

/** Breaks a text, and words that are too long for a line. The parts of a line are measured on their own. */
function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const endLine = () => {
    if (line.trimEnd() !== "") lines.push(line.trimEnd());
    [line, used] = ["", 0];
  };
  for (const part of text.split(BREAKS)) {
    const visible = widthOf(part.trimEnd());
    const isWord = visible <= width;
    // Measured apart, the two halves of a word with a hyphen can be a hair wider than the word, which has kerning.
    const fits = used + visible <= width || (isWord && widthOf((line + part).trimEnd()) <= width);
    if (!fits) endLine();
    if (isWord) {
      line += part;
      used += widthOf(part);
      continue;
    }
    for (const piece of piecesOf(part, width, widthOf)) {
      endLine();
      line = piece;
    }
    used = widthOf(line);
  }
  endLine();
  return lines;
}

/** A word in pieces that each fill a line. A character that is wider than the line is a piece of its own. */
function piecesOf(word: string, width: number, widthOf: (text: string) => number): string[] {
  const characters = charactersOf(word);
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (let at = 0; at < characters.length; ) {
    const some = characters.slice(at, at + PIECE);
    const [next, count] = used + widthOf(some.join("")) <= width ? [some.join(""), some.length] : [characters[at]!, 1];
    const nextWidth = widthOf(next);
    if (piece !== "" && used + nextWidth > width) {
      pieces.push(piece);
      [piece, used] = ["", 0];
      continue;
    }
    piece += next;
    used += nextWidth;
    at += count;
  }
  return [...pieces, piece];
}
