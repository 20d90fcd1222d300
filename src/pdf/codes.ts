import { insteadOf } from "../domain/instead-of.ts";
import { requireOptions } from "../domain/known-names.ts";

/**
 * A QR code beside that for the payment, 35 mm wide and with error correction M.
 *
 * @see Orden HAC/1177/2024, article 21: 30 to 40 mm, at the beginning of the invoice (Spain)
 */
export interface PdfCode {
  /** What the code contains: an address that begins with `https://`, at most 1,000 characters. */
  readonly url: string;
  /** The text below the code, such as `VERI*FACTU` or the number that KSeF gave the invoice. At most 100 characters. */
  readonly label: string;
  /** The text above the code, such as `QR tributario:`. At most 100 characters. */
  readonly heading?: string | undefined;
}

const MOST_CODES = 4;
const LONGEST = { url: 1000, text: 100 };

/**
 * The codes that a host passed in, with their alternative texts.
 *
 * @throws TypeError that names the code and what is wrong with it
 */
export function requireCodes(codes: readonly PdfCode[]): (PdfCode & { heading: string | undefined; alt: string })[] {
  if (!Array.isArray(codes)) throw new TypeError(`codes must be an array of { url, label }${insteadOf(codes)}`);
  if (codes.length > MOST_CODES)
    throw new TypeError(`codes has ${codes.length} entries; at most ${MOST_CODES} fit above the title`);
  return codes.map((code, index) => {
    const name = `codes[${index}]`;
    requireOptions(name, code, { url: true, label: true, heading: true });
    const { url, label, heading } = code;
    if (typeof url !== "string" || !url.startsWith("https://") || url.length > LONGEST.url || !URL.canParse(url))
      throw new TypeError(
        `${name}.url must be an address that begins with https://, at most ${LONGEST.url} characters${unlessText(url)}`,
      );
    requireText(`${name}.label`, label);
    if (heading !== undefined) requireText(`${name}.heading`, heading);
    return { url, label, heading, alt: `${heading ?? ""} ${label} ${url}`.trim() };
  });
}

function requireText(name: string, text: unknown): void {
  if (typeof text !== "string" || text.trim() === "" || text.length > LONGEST.text)
    throw new TypeError(`${name} must be a text of 1 to ${LONGEST.text} characters${unlessText(text)}`);
}

/** A text is not shown, because it was expected. */
function unlessText(value: unknown): string {
  return typeof value === "string" ? "" : insteadOf(value);
}
