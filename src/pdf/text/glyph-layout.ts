import { isRightToLeft } from "./text-runs.ts";

/** The place of a glyph, in thousandths of the font size. */
interface GlyphPosition {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
  readonly advanceWidth: number;
}

interface Glyph {
  readonly id: number;
}

interface GlyphRun {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly GlyphPosition[];
  readonly advanceWidth: number;
}

/** How pdfkit lays out a word, which its types do not show: `layoutRun` by the rules of the font, `layoutCached` once. */
interface EmbeddedFont {
  /** Of fontkit. */
  readonly font: {
    layout: (
      text: string,
      features?: unknown,
      script?: string,
      language?: string,
      direction?: "ltr" | "rtl",
    ) => unknown;
  };
  readonly layoutRun: (text: string) => GlyphRun;
  layoutCached: (text: string) => GlyphRun;
}

/** The rules of a font take some 10 µs a glyph: a text of a megabyte would take them 16 s. */
const MOST_SHAPED = 20_000;
const LONGEST_SHAPED = 40;
const MOST_PAIRS = 20_000;

/** In glyphs. Words that are remembered are forgotten together, so that they do not fill the memory. */
const MOST_REMEMBERED = 200_000;

/** Letters, figures and signs that look alike beside any other: no marks, and no script that joins its letters. */
const SIMPLE =
  /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u214f\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\ufffd]+$/;

/** The same of Hebrew, with the signs and spaces of a word. */
const SIMPLE_HEBREW = /^[\u0020-\u0040\u05be\u05d0-\u05ea\u05f3\u05f4]+$/;

/**
 * Bounds the time and memory that the current font of a document takes: words that are long, or that come after many
 * others, are laid out by their pairs of letters. They keep their kerning and lose their ligatures. Each text is of one
 * direction, which its letters decide: fontkit would turn some digits round.
 */
export function boundLayout(pdf: PDFKit.PDFDocument): void {
  const { _font: font } = pdf as unknown as { readonly _font: EmbeddedFont };
  const { font: file } = font;
  const layout = file.layout.bind(file);
  file.layout = (text, features) => layout(text, features, undefined, undefined, isRightToLeft(text) ? "rtl" : "ltr");
  const shape = (text: string): GlyphRun => {
    if (!text.endsWith(" ") || !isRightToLeft(text)) return font.layoutRun(text);
    // Words are placed from the left, so the space is to the right of the word.
    return joined(shape(text.slice(0, -1)), font.layoutRun(" "));
  };
  const [byPairs, byHebrewPairs] = [pairLayout(shape), hebrewPairLayout(shape)];
  const words = new Map<string, GlyphRun>();
  let shaped = 0;
  let remembered = 0;
  font.layoutCached = (text) => {
    const known = words.get(text);
    if (known !== undefined) return known;
    const isMuch = text.length > LONGEST_SHAPED || shaped > MOST_SHAPED;
    const simple = isMuch ? (SIMPLE.test(text) && byPairs) || (SIMPLE_HEBREW.test(text) && byHebrewPairs) : false;
    const run = (simple || shape)(text);
    if (simple === false) shaped += text.length;
    remembered += text.length;
    if (remembered > MOST_REMEMBERED) {
      words.clear();
      remembered = text.length;
    }
    words.set(text, run);
    return run;
  };
}

function joined(one: GlyphRun, other: GlyphRun): GlyphRun {
  return {
    glyphs: [...one.glyphs, ...other.glyphs],
    positions: [...one.positions, ...other.positions],
    advanceWidth: one.advanceWidth + other.advanceWidth,
  };
}

/** A glyph before another one. */
interface PositionedGlyph {
  readonly glyph: Glyph;
  readonly position: GlyphPosition;
}

/** The same of Hebrew: glyphs are placed from the left, so each pair is laid out as it is read, and begins on the right. */
function hebrewPairLayout(shape: (text: string) => GlyphRun): (text: string) => GlyphRun {
  const fromTheLeft = pairLayout((seen) => shape([...seen].reverse().join("")));
  return (text) => fromTheLeft([...text.trimEnd()].reverse().join("") + text.slice(text.trimEnd().length));
}

/** Lays out texts of simple characters by what the font says of each pair. */
function pairLayout(shape: (text: string) => GlyphRun): (text: string) => GlyphRun {
  const alone = new Map<number, PositionedGlyph>();
  const before = new Map<number, PositionedGlyph>();
  const positionedAlone = (code: number): PositionedGlyph => {
    const known = alone.get(code);
    if (known !== undefined) return known;
    const { glyphs, positions } = shape(String.fromCharCode(code));
    const positioned = { glyph: glyphs[0]!, position: positions[0]! };
    alone.set(code, positioned);
    return positioned;
  };
  const positionedBefore = (code: number, next: number): PositionedGlyph => {
    const pair = code * 0x10000 + next;
    const known = before.get(pair);
    if (known !== undefined) return known;
    const single = positionedAlone(code);
    if (before.size >= MOST_PAIRS) return single;
    const { glyphs, positions } = shape(String.fromCharCode(code, next));
    const isPair = glyphs.length === 2 && glyphs[0]!.id === single.glyph.id;
    const positioned = isPair ? { glyph: glyphs[0]!, position: positions[0]! } : single;
    before.set(pair, positioned);
    return positioned;
  };
  return (text) => {
    const glyphs: Glyph[] = [];
    const positions: GlyphPosition[] = [];
    let advanceWidth = 0;
    for (let index = 0; index < text.length; index += 1) {
      const [code, next] = [text.charCodeAt(index), text.charCodeAt(index + 1)];
      const { glyph, position } = Number.isNaN(next) ? positionedAlone(code) : positionedBefore(code, next);
      glyphs.push(glyph);
      positions.push(position);
      advanceWidth += position.xAdvance;
    }
    return { glyphs, positions, advanceWidth };
  };
}
