import { insteadOf, insteadOfText } from "../domain/instead-of.ts";
import { oneOf, requireOptions } from "../domain/known-names.ts";

/** The kinds of files that an electronic document can contain. @see EN 16931: BR-CL-24 */
const MIME_CODES = [
  ...["application/pdf", "image/png", "image/jpeg", "text/csv"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.oasis.opendocument.spreadsheet",
] as const;

/** A file inside an electronic document (EN 16931 BT-125). */
export interface EinvoiceAttachment {
  /** 1 to 255 characters. No other attachment has it, also not with other letter case. It is the reference too (BT-122). */
  readonly filename: string;
  /** PDF, PNG, JPEG, CSV or a spreadsheet of Excel or OpenDocument. */
  readonly mimeCode: (typeof MIME_CODES)[number];
  /** The bytes of the file (BT-125). */
  readonly content: Uint8Array;
  /** What it is, such as a timesheet (BT-123). */
  readonly description?: string | undefined;
}

/** Of all attachments together, so that a file given by mistake does not take all memory. */
export const MOST_MEGABYTES = 20;

const MEGABYTE = 2 ** 20;

/** No paths, and nothing that XML or a file system could change. */
const FILENAME = /^(?!\s)[^\\/\p{C}]{1,255}(?<!\s)$/u;

/** @throws TypeError that names the attachment that cannot be written, and why */
export function requireAttachments(given: readonly EinvoiceAttachment[] = []): void {
  if (!Array.isArray(given)) throw new TypeError(`attachments must be an array${insteadOf(given)}`);
  const names = new Set<string>();
  let bytes = 0;
  for (const [index, attachment] of given.entries()) {
    const path = `attachments[${index}]`;
    requireAttachment(path, attachment);
    const { filename, content } = attachment;
    if (names.has(filename.toLowerCase()))
      throw new TypeError(`${path}.filename is that of another attachment, ${filename}; rename one of them`);
    names.add(filename.toLowerCase());
    bytes += content.length;
  }
  if (bytes <= MOST_MEGABYTES * MEGABYTE) return;
  const size = `${(bytes / MEGABYTE).toFixed(1)} MiB of at most ${MOST_MEGABYTES} MiB`;
  throw new TypeError(`attachments have ${size}; give supportingDocuments with a url instead`);
}

function requireAttachment(path: string, attachment: EinvoiceAttachment): void {
  requireOptions(path, attachment, { filename: true, mimeCode: true, content: true, description: true });
  const { filename, mimeCode, content, description } = attachment;
  if (typeof filename !== "string" || !FILENAME.test(filename)) {
    const form = "must be a file name of 1 to 255 characters without a path";
    throw new TypeError(`${path}.filename ${form}${insteadOfText(filename)}`);
  }
  if (!MIME_CODES.includes(mimeCode))
    throw new TypeError(`${path}.mimeCode ${oneOf(MIME_CODES)}${insteadOfText(mimeCode)}`);
  if (!(content instanceof Uint8Array) || content.length === 0)
    throw new TypeError(`${path}.content must be a Uint8Array that is not empty`);
  if (description !== undefined && typeof description !== "string")
    throw new TypeError(`${path}.description must be a string${insteadOf(description)}`);
}

/** A multiple of 3, so that the parts can be joined. */
const PART = 3 * 2 ** 13;

export function base64Of(content: Uint8Array): string {
  let text = "";
  for (let at = 0; at < content.length; at += PART) {
    text += btoa(String.fromCharCode(...content.subarray(at, at + PART)));
  }
  return text;
}
