import type { CodeSquares } from "./draw/draw-codes.ts";
import type { PdfKit } from "./pdf-file.ts";

/** The functions of the packages that hosts install beside faktura. */
export interface Packages {
  readonly pdfkit: PdfKit;
  /** The squares of a QR code with error correction M, as EPC069-12 and tax authorities require. */
  readonly codeSquares: (text: string) => CodeSquares;
}

/** The error codes for a package that is not installed, from Node and from other module loaders. */
const MISSING_CODES: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

/**
 * The packages that draw. They are loaded on the first call, so that hosts without PDFs need not install them.
 *
 * @throws TypeError if they are not installed
 */
export async function loadPackages(): Promise<Packages> {
  try {
    const [{ default: pdfkit }, { encode }] = await Promise.all([import("pdfkit"), import("uqr")]);
    return { pdfkit, codeSquares: (text) => encode(text, { ecc: "M", border: 0 }).data };
  } catch (cause) {
    if (!MISSING_CODES.includes((cause as { code?: unknown }).code)) throw cause;
    throw new TypeError("faktura/pdf needs the packages pdfkit and uqr. Run `npm install pdfkit uqr`", { cause });
  }
}
