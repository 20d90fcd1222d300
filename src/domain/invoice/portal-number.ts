import { Refusal } from "../refusal.ts";
import type { PortalNumber } from "./generated/invoice.ts";
import type { StoredPortalNumber } from "./stored-document.ts";

/** `TNumerKSeF`: the seller's NIP, the day, 12 hexadecimal digits, and two that check them. */
const KSEF_NUMBER =
  /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/;

/** The length of a number of KSeF 2. Those of KSeF 1 have a further hyphen. */
const KSEF_LENGTH = 35;

/** Whether it has the form of a number of KSeF. */
export function isKsefForm(number: string): boolean {
  return KSEF_NUMBER.test(number);
}

/**
 * The two digits that check a number of KSeF: a CRC-8 with the polynomial 0x07 over what is before the last hyphen.
 *
 * @see CIRFMF, numer-ksef
 */
function ksefCheck(number: string): string {
  let sum = 0;
  for (const character of number.slice(0, number.lastIndexOf("-"))) {
    sum ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) & 0xff) ^ ((sum & 0x80) === 0 ? 0 : 0x07);
  }
  return sum.toString(16).toUpperCase().padStart(2, "0");
}

/** Whether the portal can have given this number. Of other portals than KSeF, any text is taken. */
export function isNumberOf(portal: string, number: string): boolean {
  if (portal !== "ksef") return true;
  return isKsefForm(number) && (number.length !== KSEF_LENGTH || number.endsWith(ksefCheck(number)));
}

/**
 * The numbers that count of a document, in the order of their portals' first ones. `entries` are those of the invoice and
 * its credit notes, oldest first; `creditNoteId` is `null` for the invoice itself.
 */
export function portalNumbersOf(
  entries: readonly StoredPortalNumber[],
  creditNoteId: string | null,
): readonly PortalNumber[] {
  const last = new Map<string, string>();
  for (const entry of entries) if (entry.creditNoteId === creditNoteId) last.set(entry.portal, entry.number);
  return [...last].map(([portal, number]) => ({ portal, number }));
}

/** A number to record, and the one that it corrects. */
export interface GivenPortalNumber extends PortalNumber {
  readonly replaces?: string | undefined;
}

/**
 * Whether a number must be recorded, or the document has it already. A portal gives a document one number, so another one
 * must say which number it corrects.
 *
 * @throws Refusal `request_invalid` if the document has another number of the portal, which `replaces` does not name
 */
export function isNewPortalNumber(
  numbers: readonly PortalNumber[],
  { portal, number, replaces }: GivenPortalNumber,
): boolean {
  const current = numbers.find((each) => each.portal === portal)?.number;
  if (current === number) return false;
  if (current === replaces) return true;
  const detail =
    current === undefined
      ? `must be left out, because no number of ${portal} is recorded`
      : `must be the number of ${portal} that is recorded, ${current}, if this one corrects it`;
  throw new Refusal("request_invalid", `replaces ${detail}.`, [{ pointer: "/replaces", detail }]);
}
