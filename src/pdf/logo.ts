import { isPng, plainPng } from "./png.ts";
import type { TimeSlice } from "./time-slice.ts";

/** Each logo is read once, as long as the host keeps it. */
const READ = new WeakMap<Uint8Array, Promise<Uint8Array>>();

/**
 * The image that a host passed in as `logo`, as a PDF file can hold it. It is read to its end here: a damaged one would
 * fail later and elsewhere.
 *
 * @throws TypeError that says what is wrong, if it is not a PNG or JPEG that PDF/A allows
 */
export function readLogo(bytes: unknown, slice: TimeSlice): Promise<Uint8Array> {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("logo must be the bytes of a PNG or JPEG image");
  const image = READ.get(bytes) ?? imageOf(bytes, slice);
  READ.set(bytes, image);
  return image;
}

async function imageOf(bytes: Uint8Array, slice: TimeSlice): Promise<Uint8Array> {
  const image = await readable(async () => {
    if (bytes.length > MOST_BYTES) return `has ${bytes.length} bytes; the most are ${MOST_BYTES}. ${SMALLER}`;
    if (isPng(bytes)) return plainPng(bytes, tooManyPixels, slice);
    if (!startsAsJpeg(bytes)) return "must be a PNG or JPEG image";
    return jpegFault(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? bytes;
  });
  if (typeof image === "string") throw new TypeError(`logo ${image}`);
  return image;
}

/** The logo is 75 × 20 mm. More than 600 dots an inch would only take memory: 16 bytes a pixel while it is drawn. */
const MOST_PIXELS = 2_000_000;
const MOST_BYTES = 2 * 1024 * 1024;

const SMALLER = "Save it smaller: it is printed on 75 × 20 mm";

function startsAsJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** Reading past the end of a file, or inflating what is damaged, throws. */
async function readable<Image>(read: () => Promise<Image>): Promise<Image | string> {
  try {
    return await read();
  } catch {
    return "is damaged: the image cannot be read to its end";
  }
}

function tooManyPixels(width: number, height: number): string | undefined {
  if (width * height <= MOST_PIXELS) return undefined;
  return `has ${width} × ${height} pixels; the most are ${MOST_PIXELS} together. ${SMALLER}`;
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
