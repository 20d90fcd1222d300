import { crc32, deflateSync } from "node:zlib";

/** What a PNG is made of. @see PNG, Portable Network Graphics Specification: IHDR */
export interface PngShape {
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly color?: number;
  readonly interlaced?: boolean;
  /** The rows, each with its filter byte, if they are not to be as many as the shape needs. */
  readonly pixels?: Uint8Array;
  /** What each byte of the pixels is, filters included. */
  readonly fill?: number;
  /** Red, green and blue of each entry. */
  readonly palette?: Uint8Array;
  /** The content of the chunk tRNS. */
  readonly transparent?: Uint8Array;
  /** The content of a chunk tEXt. */
  readonly comment?: string;
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Pixels of an interlaced image of 8 × 8, by pass: columns and rows. */
const PASSES = [
  [1, 1],
  [1, 1],
  [2, 1],
  [2, 2],
  [4, 2],
  [4, 4],
  [8, 4],
] as const;

/** A PNG of one color. An interlaced one has 8 × 8 pixels. */
export function png(shape: PngShape = {}): Uint8Array {
  const { interlaced = false, bits = 8, color = 2 } = shape;
  const [width, height] = interlaced ? [8, 8] : [shape.width ?? 4, shape.height ?? 3];
  const rowBytes = (columns: number) => 1 + Math.ceil((columns * bits * CHANNELS[color]!) / 8);
  const passes = interlaced ? PASSES : ([[width, height]] as const);
  const size = passes.reduce((sum, [columns, rows]) => sum + rows * rowBytes(columns), 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, color, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(color === 3 ? [chunk("PLTE", shape.palette ?? Buffer.from([0, 0, 0, 255, 255, 255]))] : []),
    ...(shape.transparent === undefined ? [] : [chunk("tRNS", shape.transparent)]),
    ...(shape.comment === undefined ? [] : [chunk("tEXt", Buffer.from(`Comment\0${shape.comment}`))]),
    chunk("IDAT", deflateSync(shape.pixels ?? Buffer.alloc(size, shape.fill))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** What each filter expects of a byte, from those to the left, above, and above to the left. @see PNG: filter algorithms */
const PREDICTORS = [
  { filter: "None", predict: () => 0 },
  { filter: "Sub", predict: (left: number) => left },
  { filter: "Up", predict: (_left: number, up: number) => up },
  { filter: "Average", predict: (left: number, up: number) => Math.floor((left + up) / 2) },
  {
    filter: "Paeth",
    predict: (left: number, up: number, corner: number) => {
      const distance = (value: number) => Math.abs(left + up - corner - value);
      return [left, up, corner].sort((one, other) => distance(one) - distance(other))[0]!; // of equals, the first stays
    },
  },
] as const;

export type PngFilter = (typeof PREDICTORS)[number]["filter"];

/** The rows of a PNG as a program writes them, with these filters in turn. `distance`: the bytes of a pixel. */
export function filteredRows(rows: readonly Uint8Array[], filters: readonly PngFilter[], distance: number): Uint8Array {
  const written = rows.map((row, y) => {
    const type = PREDICTORS.findIndex(({ filter }) => filter === filters[y % filters.length]);
    const { predict } = PREDICTORS[type]!;
    const above = rows[y - 1] ?? new Uint8Array(row.length);
    const differences = row.map(
      (byte, x) => byte - predict(row[x - distance] ?? 0, above[x]!, above[x - distance] ?? 0),
    );
    return Buffer.from([type, ...differences]);
  });
  return Buffer.concat(written);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32 === undefined ? 0 : crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A grey JPEG of 16 × 16 pixels would do as well; this one is RGB. */
export const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEACgAKAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6" +
    "/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAQABAD" +
    "ASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKB" +
    "kaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZ" +
    "mqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQF" +
    "BgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5" +
    "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX" +
    "2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDZppZgcBCffIp1FAH/2Q==",
  "base64",
);

/** Every kind of image that can be a logo. */
export const IMAGES: [string, Uint8Array][] = [
  ["an RGB PNG", png()],
  ["a grey PNG", png({ color: 0 })],
  ["a PNG of one bit", png({ color: 0, bits: 1, width: 9 })],
  ["a PNG with a palette", png({ color: 3, bits: 4, width: 5 })],
  ["a grey PNG with alpha", png({ color: 4 })],
  ["an RGB PNG with alpha", png({ color: 6 })],
  ["a PNG of 16 bits", png({ color: 6, bits: 16 })],
  ["an interlaced PNG", png({ color: 2, interlaced: true })],
  ["an interlaced PNG with alpha", png({ color: 6, interlaced: true })],
  ["a JPEG", JPEG],
  ["a part of a larger buffer", Buffer.concat([Buffer.alloc(7), JPEG]).subarray(7)],
];
