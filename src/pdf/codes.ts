import { insteadOf } from "../domain/instead-of.ts";
import { requireOptions } from "../domain/known-names.ts";

/**
 * A QR code beside that for the payment, 35 mm wide and with error correction M.
 *
 * @see Orden HAC/1177/2024, article 21: 30 to 40 mm, at the beginning of the invoice (Spain)
 */
export interface PdfCode {
  /** What the code contains: an address that begins with `https://`, at most 1,000 characters. Absent: `text`. */
  readonly url?: string | undefined;
  /** What the code contains instead, such as the facts of an invoice in Portugal: at most 1,000 characters. Absent: `url`. */
  readonly text?: string | undefined;
  /** The text below the code, such as `VERI*FACTU` or the number that KSeF gave the invoice. At most 100 characters. */
  readonly label: string;
  /** The text above the code, such as `QR tributario:`. At most 100 characters. */
  readonly heading?: string | undefined;
}

const MOST_CODES = 4;
const LONGEST = { content: 1000, text: 100 };

/** The smallest version of a code of a text. @see AT, Especificações técnicas do código QR, 1.0 (Portugal) */
const TEXT_VERSION = 9;

/** A code that is checked: what it contains, and what stands beside it. */
interface CheckedCode {
  readonly content: string;
  /** The smallest version of QR code that it may have. */
  readonly version: number;
  readonly label: string;
  readonly heading: string | undefined;
  /** The alternative text. */
  readonly alt: string;
}

/**
 * The codes that a host passed in, with their alternative texts.
 *
 * @throws TypeError that names the code and what is wrong with it
 */
export function requireCodes(codes: readonly PdfCode[]): CheckedCode[] {
  if (!Array.isArray(codes)) throw new TypeError(`codes must be an array of { url, label }${insteadOf(codes)}`);
  if (codes.length > MOST_CODES)
    throw new TypeError(`codes has ${codes.length} entries; at most ${MOST_CODES} fit above the title`);
  return codes.map((code, index) => {
    const name = `codes[${index}]`;
    requireOptions(name, code, { url: true, text: true, label: true, heading: true });
    const { url, text, label, heading } = code;
    if (url !== undefined && text !== undefined)
      throw new TypeError(`${name} has url and text: a code contains one of them`);
    const content = text ?? requireUrl(name, url);
    if (text !== undefined) requireText(`${name}.text`, text, LONGEST.content);
    requireText(`${name}.label`, label);
    if (heading !== undefined) requireText(`${name}.heading`, heading);
    return {
      content,
      version: text === undefined ? 1 : TEXT_VERSION,
      label,
      heading,
      alt: `${heading ?? ""} ${label} ${content}`.trim(),
    };
  });
}

function requireUrl(name: string, url: unknown): string {
  const isUrl =
    typeof url === "string" && url.startsWith("https://") && url.length <= LONGEST.content && URL.canParse(url);
  if (isUrl) return url;
  throw new TypeError(
    `${name}.url must be an address that begins with https://, at most ${LONGEST.content} characters${unlessText(url)}`,
  );
}

function requireText(name: string, text: unknown, longest = LONGEST.text): void {
  if (typeof text !== "string" || text.trim() === "" || text.length > longest)
    throw new TypeError(`${name} must be a text of 1 to ${longest} characters${unlessText(text)}`);
}

/** A text is not shown, because it was expected. */
function unlessText(value: unknown): string {
  return typeof value === "string" ? "" : insteadOf(value);
}
