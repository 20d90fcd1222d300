import { deflate, inflate } from "node:zlib";
import type { TimeSlice } from "./time-slice.ts";

/** The most pixels of a logo, and what is wrong with one that has more. */
export type PixelLimit = (width: number, height: number) => string | undefined;

/** What the chunks of a PNG say. @see PNG, Portable Network Graphics Specification: chunks, IHDR, PLTE, tRNS */
interface Chunks {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly color: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
  /** Red, green and blue of each entry. */
  readonly palette: Uint8Array | undefined;
  /** The alpha of the entries of the palette, or the one grey or color that is transparent. */
  readonly transparent: Uint8Array | undefined;
  readonly compressed: Uint8Array;
}

/** A part of an image whose rows follow each other: all of it, or a pass of an interlaced one. */
interface Pass {
  readonly columns: number;
  readonly rows: number;
  /** The column and the row of the image at which it begins, and how far its pixels are apart. */
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The channels of each color type, and the bits that a channel may have. */
const KINDS: Readonly<Record<number, { readonly channels: number; readonly bits: readonly number[] }>> = {
  0: { channels: 1, bits: [1, 2, 4, 8, 16] },
  2: { channels: 3, bits: [8, 16] },
  3: { channels: 1, bits: [1, 2, 4, 8] },
  4: { channels: 2, bits: [8, 16] },
  6: { channels: 4, bits: [8, 16] },
};

/** First column and row, and steps, of each pass of an interlaced image. */
// biome-ignore format: a flat table
const PASSES = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const;

const MOST_FILTERS = 4;

/** Whether a file begins as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * A PNG that a PDF file can hold: the pixels as they are or, of one with transparent pixels or an interlaced one, the
 * same image in RGB on white. pdfkit would decode those itself, some of them wrongly, and a damaged one would end the
 * process. It gets no other chunks either.
 *
 * @returns the bytes, or what is wrong with them
 * @throws RangeError or an error of zlib if the file cannot be read to its end
 */
export async function plainPng(bytes: Uint8Array, limit: PixelLimit, slice: TimeSlice): Promise<Uint8Array | string> {
  const chunks = chunksOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), limit);
  if (typeof chunks === "string") return chunks;
  const passes = passesOf(chunks);
  const needed = passes.reduce((sum, pass) => sum + pass.rows * (1 + rowBytes(pass, chunks)), 0);
  const data = await inflatedTo(needed, chunks.compressed);
  if (data === undefined) return "is damaged: it has more data than pixels";
  if (data.length < needed) return "is damaged: it has too few pixels";
  if (!hasFilters(data, passes, chunks)) return "is damaged: its pixels make no sense";
  const { width, height, bits, color, palette, transparent, isInterlaced, compressed } = chunks;
  const isPlain = color !== 4 && color !== 6 && transparent === undefined && !isInterlaced;
  if (isPlain) return written({ width, height, bits, color, palette: color === 3 ? palette : undefined }, compressed);
  const rows = await onWhite(data, passes, chunks, slice);
  return written({ width, height, bits: 8, color: 2, palette: undefined }, await deflated(rows));
}

function chunksOf(view: DataView, limit: PixelLimit): Chunks | string {
  const [width, height, bits, color] = [view.getUint32(16), view.getUint32(20), view.getUint8(24), view.getUint8(25)];
  const [compression, filter, interlaced] = [view.getUint8(26), view.getUint8(27), view.getUint8(28)];
  const isHeader = view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452; // IHDR
  const kind = KINDS[color];
  const isKnown = kind?.bits.includes(bits) === true && compression === 0 && filter === 0 && interlaced <= 1;
  if (!isHeader || !isKnown || width === 0 || height === 0) return "is damaged: its header makes no sense";
  const isLarge = limit(width, height);
  if (isLarge !== undefined) return isLarge;
  const parts: Uint8Array[] = [];
  const found = new Map<number, Uint8Array>();
  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    view.getUint32(at + 8 + length); // the checksum must be there
    const content = new Uint8Array(view.buffer, view.byteOffset + at + 8, length);
    if (type === 0x49444154) parts.push(content); // IDAT
    if (type === 0x49454e44) break; // IEND
    found.set(type, content);
    at += 12 + length;
  }
  const [palette, transparent] = [found.get(0x504c5445), found.get(0x74524e53)]; // PLTE, tRNS
  const entries = (palette?.length ?? 0) / 3;
  if (color === 3 && !(Number.isInteger(entries) && entries > 0 && entries <= 256))
    return "is damaged: it has no palette";
  const { channels } = kind;
  const isInterlaced = interlaced === 1;
  return { width, height, bits, color, channels, isInterlaced, palette, transparent, compressed: Buffer.concat(parts) };
}

/** `undefined` if there are more bytes than `most`, which are not inflated. */
function inflatedTo(most: number, bytes: Uint8Array): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    inflate(bytes, { maxOutputLength: most }, (error: NodeJS.ErrnoException | null, data) => {
      if (error === null) resolve(data);
      else if (error.code === "ERR_BUFFER_TOO_LARGE") resolve(undefined);
      else reject(error);
    });
  });
}

function deflated(bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    deflate(bytes, (error, data) => (error === null ? resolve(data) : reject(error)));
  });
}

function passesOf({ width, height, isInterlaced }: Chunks): Pass[] {
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes
    .map(([left, top, stepX, stepY]) => {
      const [columns, rows] = [Math.ceil((width - left) / stepX), Math.ceil((height - top) / stepY)];
      return { columns, rows, left, top, stepX, stepY };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

/** Without the byte before each row, which names its filter. */
function rowBytes({ columns }: Pass, { bits, channels }: Chunks): number {
  return Math.ceil((columns * bits * channels) / 8);
}

function hasFilters(data: Uint8Array, passes: readonly Pass[], chunks: Chunks): boolean {
  let at = 0;
  return passes.every((pass) => {
    for (let row = 0; row < pass.rows; row += 1) {
      if (data[at]! > MOST_FILTERS) return false;
      at += 1 + rowBytes(pass, chunks);
    }
    return true;
  });
}

/** The rows of the same image in RGB, as it is seen on a white page. Each begins with the byte of its filter, which is none. */
async function onWhite(
  data: Uint8Array,
  passes: readonly Pass[],
  chunks: Chunks,
  slice: TimeSlice,
): Promise<Uint8Array> {
  const { width, height, bits, channels } = chunks;
  const length = 1 + 3 * width;
  const rows = new Uint8Array(height * length);
  const distance = Math.max(1, (bits * channels) / 8);
  const draw = painter(chunks, rows);
  let at = 0;
  for (const pass of passes) {
    const given = rowBytes(pass, chunks);
    let above: Uint8Array = new Uint8Array(given);
    for (let row = 0; row < pass.rows; row += 1) {
      await slice.endIfOver();
      const line = data.subarray(at + 1, at + 1 + given);
      unfilter(data[at]!, line, above, distance);
      const first = (pass.top + row * pass.stepY) * length + 1 + 3 * pass.left;
      for (let column = 0; column < pass.columns; column += 1) draw(line, column, first + 3 * column * pass.stepX);
      above = line;
      at += 1 + given;
    }
  }
  return rows;
}

/** Restores the bytes of a row from those before it and above it. @see PNG: filter algorithms */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, distance: number): void {
  if (filter === 0) return;
  for (let index = 0; index < line.length; index += 1) {
    const left = index < distance ? 0 : line[index - distance]!;
    const up = above[index]!;
    const corner = index < distance ? 0 : above[index - distance]!;
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
    line[index] = line[index]! + predicted;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [ofLeft, ofUp, ofCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (ofLeft <= ofUp && ofLeft <= ofCorner) return left;
  return ofUp <= ofCorner ? up : corner;
}

/** Writes a pixel of a row of the image into `rows`, from the given byte on. */
function painter({ bits, color, channels, palette, transparent }: Chunks, rows: Uint8Array) {
  const most = 2 ** bits - 1;
  const sampleOf = (line: Uint8Array, index: number): number => {
    if (bits === 8) return line[index]!;
    if (bits === 16) return line[2 * index]! * 256 + line[2 * index + 1]!;
    return (line[(index * bits) >> 3]! >> (8 - bits - ((index * bits) & 7))) & most;
  };
  const write = (at: number, alpha: number, sample: number, largest: number) => {
    rows[at] = Math.round(255 * (1 - alpha + (alpha * sample) / largest));
  };
  if (palette !== undefined && color === 3)
    return (line: Uint8Array, column: number, at: number) => {
      const entry = sampleOf(line, column);
      const alpha = (transparent?.[entry] ?? 255) / 255;
      for (let index = 0; index < 3; index += 1) write(at + index, alpha, palette[3 * entry + index] ?? 0, 255);
    };
  const colors = channels < 3 ? 1 : 3;
  const isHidden = (line: Uint8Array, first: number) => {
    if (transparent === undefined) return false;
    for (let index = 0; index < colors; index += 1)
      if (sampleOf(line, first + index) !== transparent[2 * index]! * 256 + transparent[2 * index + 1]!) return false;
    return true;
  };
  return (line: Uint8Array, column: number, at: number) => {
    const first = column * channels;
    const given = channels > colors ? sampleOf(line, first + colors) / most : 1;
    const alpha = isHidden(line, first) ? 0 : given;
    for (let index = 0; index < 3; index += 1)
      write(at + index, alpha, sampleOf(line, first + (colors === 3 ? index : 0)), most);
  };
}

type PlainShape = Pick<Chunks, "width" | "height" | "bits" | "color" | "palette">;

function written({ width, height, bits, color, palette }: PlainShape, compressed: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, color], 8);
  return Buffer.concat([
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    ...(palette === undefined ? [] : [chunk("PLTE", palette)]),
    chunk("IDAT", compressed),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** Without a checksum, which pdfkit skips: it writes only the pixels into the file. */
function chunk(type: string, content: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
}
