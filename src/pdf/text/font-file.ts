import { insteadOf } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";

/** The files of the fonts, TrueType or OpenType. */
export interface PdfFonts {
  /** For text. */
  readonly regular: Uint8Array;
  /** For headings and totals. */
  readonly bold: Uint8Array;
  /** Further fonts, for characters that both of them lack. The first that has a character prints it. Absent: none. */
  readonly fallback?: readonly Uint8Array[] | undefined;
}

/** A font that was checked, and the characters that it has. */
export interface FontFile {
  /** The option that it was passed in as, such as `fonts.fallback[0]`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether the font has its own glyph for a code point. */
  readonly has: (codePoint: number) => boolean;
}

/** `0x00010000`, `true`, `OTTO`: TrueType, also as Apple writes it, and OpenType. */
const SIGNATURES: readonly number[] = [0x00010000, 0x74727565, 0x4f54544f];

/** The encodings of a `cmap` that hold Unicode, best first: platform and encoding. */
const ENCODINGS: readonly (readonly [number, number])[] = [
  [3, 10],
  [0, 6],
  [0, 4],
  [3, 1],
  [0, 3],
  [0, 2],
  [0, 1],
  [0, 0],
];

/** First and last code point, and the glyph of each. */
interface GlyphRange {
  readonly first: number;
  readonly last: number;
  readonly glyphOf: (codePoint: number) => number;
}

/** Each font is read once and remembered as long as the host keeps it. */
const READ = new WeakMap<Uint8Array, FontFile["has"]>();

/**
 * The fonts that a host passed in: `regular`, `bold`, then the others.
 *
 * @throws TypeError that names the option, as in `fonts.fallback[1]`, if one is missing or cannot be used
 */
export function requireFonts(fonts: PdfFonts): FontFile[] {
  requireOptions("fonts", fonts, { regular: true, bold: true, fallback: true });
  const { regular, bold, fallback = [] } = fonts;
  if (!Array.isArray(fallback)) throw new TypeError(`fonts.fallback must be an array of fonts${insteadOf(fallback)}`);
  const others = fallback.map((bytes: unknown, index) => requireFont(`fonts.fallback[${index}]`, bytes));
  return [requireFont("fonts.regular", regular), requireFont("fonts.bold", bold), ...others];
}

/**
 * The font that a host passed in as the option `name`.
 *
 * @throws TypeError that names the option, if it is not a TrueType or OpenType font with a table of Unicode characters
 */
export function requireFont(name: string, bytes: unknown): FontFile {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name} must be the bytes of a TrueType or OpenType font`);
  const has = READ.get(bytes) ?? characterTest(name, bytes);
  READ.set(bytes, has);
  return { name, bytes, has };
}

function characterTest(name: string, bytes: Uint8Array): FontFile["has"] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (!SIGNATURES.includes(view.getUint32(0))) throw new RangeError("unknown signature");
    const ranges = rangesOf(view, cmapOffset(view));
    const known = new Map<number, boolean>();
    return (codePoint) => {
      const found = known.get(codePoint) ?? hasGlyph(ranges, codePoint);
      known.set(codePoint, found);
      return found;
    };
  } catch (cause) {
    // DataView throws a RangeError where a file is cut off.
    throw new TypeError(`${name} is not a TrueType or OpenType font (.ttf, .otf) that can be read`, { cause });
  }
}

function hasGlyph(ranges: readonly GlyphRange[], codePoint: number): boolean {
  const range = ranges.find(({ first, last }) => first <= codePoint && codePoint <= last);
  return range !== undefined && range.glyphOf(codePoint) !== 0;
}

/** Also checks that all tables are there: otherwise drawing fails later, with an error that does not name the font. */
function cmapOffset(view: DataView): number {
  let cmap: number | undefined;
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const entry = 12 + 16 * index;
    const [offset, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)];
    if (offset + length > view.byteLength) throw new RangeError("a table is cut off");
    if (view.getUint32(entry) === 0x636d6170) cmap = offset; // "cmap"
  }
  if (cmap === undefined) throw new RangeError("no table cmap");
  return cmap;
}

/** @see OpenType, table cmap: formats 4 and 12, which are those of Unicode fonts */
function rangesOf(view: DataView, cmap: number): GlyphRange[] {
  const tables = Array.from({ length: view.getUint16(cmap + 2) }, (_, index) => {
    const entry = cmap + 4 + 8 * index;
    const rank = ENCODINGS.findIndex(([p, e]) => p === view.getUint16(entry) && e === view.getUint16(entry + 2));
    const offset = cmap + view.getUint32(entry + 4);
    return { rank, offset, format: view.getUint16(offset) };
  });
  const readable = tables.filter(({ rank, format }) => rank >= 0 && (format === 4 || format === 12));
  const [best] = readable.sort((a, b) => a.rank - b.rank);
  if (best === undefined) throw new RangeError("no Unicode characters");
  return best.format === 12 ? rangesOfFormat12(view, best.offset) : rangesOfFormat4(view, best.offset);
}

function rangesOfFormat12(view: DataView, offset: number): GlyphRange[] {
  return Array.from({ length: view.getUint32(offset + 12) }, (_, index) => {
    const group = offset + 16 + 12 * index;
    const [first, last, glyph] = [view.getUint32(group), view.getUint32(group + 4), view.getUint32(group + 8)];
    return { first, last, glyphOf: (codePoint) => glyph + codePoint - first };
  });
}

function rangesOfFormat4(view: DataView, offset: number): GlyphRange[] {
  const bytes = view.getUint16(offset + 6); // two for each segment
  const [ends, starts] = [offset + 14, offset + 16 + bytes];
  return Array.from({ length: bytes / 2 }, (_, index) => {
    const at = 2 * index;
    const [first, last] = [view.getUint16(starts + at), view.getUint16(ends + at)];
    const delta = view.getUint16(starts + bytes + at);
    const rangeAt = starts + 2 * bytes + at;
    const rangeOffset = view.getUint16(rangeAt);
    const glyphOf = (codePoint: number) => {
      if (rangeOffset === 0) return (codePoint + delta) & 0xffff;
      const glyph = view.getUint16(rangeAt + rangeOffset + 2 * (codePoint - first));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    };
    return { first, last, glyphOf };
  });
}
