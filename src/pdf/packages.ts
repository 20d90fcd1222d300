import type { CodeSquares } from "./draw/draw-codes.ts";
import type { PdfKit } from "./pdf-file.ts";

/** The functions of the packages that hosts install beside faktura. */
export interface Packages {
  readonly pdfkit: PdfKit;
  /** The squares of a QR code with error correction M, as EPC069-12 and tax authorities require. */
  /** The squares of a QR code of at least this version, which is its size. Absent: as small as the text allows. */
  readonly codeSquares: (text: string, minVersion?: number) => CodeSquares;
}

/** The error codes for a package that is not installed, from Node and from other module loaders. */
const MISSING_CODES: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

/**
 * The packages that draw. They are loaded on the first call, so that hosts without PDFs need not install them.
 *
 * @throws TypeError if they are not installed
 */
export async function loadPackages(): Promise<Packages> {
  const [{ default: pdfkit }, codeSquares] = await installed(Promise.all([import("pdfkit"), loadCodeSquares()]));
  return { pdfkit, codeSquares };
}

/** The package that makes QR codes. @throws TypeError if it is not installed */
export async function loadCodeSquares(): Promise<Packages["codeSquares"]> {
  const { encode } = await installed(import("uqr"));
  return (text, minVersion = 1) => encode(text, { ecc: "M", border: 0, minVersion }).data;
}

async function installed<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (cause) {
    if (!MISSING_CODES.includes((cause as { code?: unknown }).code)) throw cause;
    throw new TypeError("faktura/pdf needs the packages pdfkit and uqr. Run `npm install pdfkit uqr`", { cause });
  }
}
