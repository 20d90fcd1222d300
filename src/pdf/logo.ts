import { inflateSync } from "node:zlib";

/** An image that was checked. */
export type Logo = Uint8Array;

/**
 * The image that a host passed in as `logo`. It is read to its end here: a damaged one would fail later and elsewhere.
 *
 * @throws TypeError that says what is wrong, if it is not a PNG or JPEG that PDF/A allows
 */
export function requireLogo(bytes: unknown): Logo {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("logo must be the bytes of a PNG or JPEG image");
  if (CHECKED.has(bytes)) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fault =
    bytes.length > MOST_BYTES
      ? `has ${bytes.length} bytes; the most are ${MOST_BYTES}. ${SMALLER}`
      : startsWith(bytes, PNG_SIGNATURE)
        ? readable(() => pngFault(view))
        : startsWith(bytes, [0xff, 0xd8])
          ? readable(() => jpegFault(view))
          : "must be a PNG or JPEG image";
  if (fault !== undefined) throw new TypeError(`logo ${fault}`);
  CHECKED.add(bytes);
  return bytes;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Each logo is checked once, as long as the host keeps it. */
const CHECKED = new WeakSet<Uint8Array>();

/** The logo is 75 × 20 mm. More than 600 dots an inch would only take memory: 16 bytes a pixel while it is drawn. */
const MOST_PIXELS = 2_000_000;
const MOST_BYTES = 2 * 1024 * 1024;

const SMALLER = "Save it smaller: it is printed on 75 × 20 mm";

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

/** Reading past the end of a file, or inflating what is damaged, throws. */
function readable(faultOf: () => string | undefined): string | undefined {
  try {
    return faultOf();
  } catch {
    return "is damaged: the image cannot be read to its end";
  }
}

/** The channels of each PNG color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** @see PNG, Portable Network Graphics Specification: chunks, IHDR, interlacing */
function pngFault(view: DataView): string | undefined {
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [bits, color, interlaced] = [view.getUint8(24), view.getUint8(25), view.getUint8(28) === 1];
  const channels = CHANNELS[color];
  if (width === 0 || height === 0 || channels === undefined) return "is damaged: its header makes no sense";
  const isLarge = tooManyPixels(width, height);
  if (isLarge !== undefined) return isLarge;
  const parts: Uint8Array[] = [];
  let palette = 0;
  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (type === 0x49444154) parts.push(new Uint8Array(view.buffer, view.byteOffset + at + 8, length)); // IDAT
    if (type === 0x504c5445) palette = length / 3; // PLTE
    view.getUint32(at + 8 + length); // the checksum must be there
    if (type === 0x49454e44) break; // IEND
    at += 12 + length;
  }
  if (color === 3 && palette === 0) return "is damaged: it has no palette";
  const needed = pngBytes(width, height, bits * channels, interlaced);
  const length = inflatedLength(Buffer.concat(parts), needed);
  if (length > needed) return "is damaged: it has more data than pixels";
  return length < needed ? "is damaged: it has too few pixels" : undefined;
}

/** How many bytes come out; one more than `most` if there are more than that, which are not inflated. */
function inflatedLength(bytes: Uint8Array, most: number): number {
  try {
    return inflateSync(bytes, { maxOutputLength: most }).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return most + 1;
    throw error;
  }
}

function tooManyPixels(width: number, height: number): string | undefined {
  if (width * height <= MOST_PIXELS) return undefined;
  return `has ${width} × ${height} pixels; the most are ${MOST_PIXELS} together. ${SMALLER}`;
}

/** First column and row, and steps, of each pass of an interlaced image. */
// biome-ignore format: a flat table
const PASSES = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const;

/** Each row has one byte before its pixels. */
function pngBytes(width: number, height: number, bitsPerPixel: number, interlaced: boolean): number {
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes.reduce((sum, [x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
    return columns <= 0 || rows <= 0 ? sum : sum + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  }, 0);
}

/** Start of frame: 0xC0 to 0xCF, except the tables 0xC4, 0xC8 and 0xCC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** @see ITU-T T.81, annex B */
function jpegFault(view: DataView): string | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return "is damaged: it has no picture";
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      const [height, width, channels] = [view.getUint16(at + 5), view.getUint16(at + 7), view.getUint8(at + 9)];
      if (width === 0 || height === 0) return "is damaged: its header makes no sense";
      const isLarge = tooManyPixels(width, height);
      if (isLarge !== undefined) return isLarge;
      if (channels !== 1 && channels !== 3) return "must be RGB or grey, not CMYK, which PDF/A would not show reliably";
      return hasEnd(view, at) ? undefined : "is damaged: it ends too early";
    }
    at += 2 + (marker === 0xff ? -1 : view.getUint16(at + 2));
  }
}

/** Whether the end of the image (EOI) follows. Some programs append data to it. */
function hasEnd(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at > from; at -= 1) if (view.getUint16(at) === 0xffd9) return true;
  return false;
}
