import type { EinvoiceDocument } from "../document.ts";

/** The name of KSeF among the portals. */
export const KSEF_PORTAL = "ksef";

/** `TNumerKSeF`: the seller's NIP, the day, 12 hexadecimal digits, and two that check them. */
const KSEF_NUMBER =
  /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/;

/** The length of a number of KSeF 2. Those of KSeF 1 have a further hyphen. */
const KSEF_LENGTH = 35;

/** Whether it has the form of a number of KSeF. */
function isKsefForm(number: string): boolean {
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

/** Whether KSeF can have given this number. */
export function isNumberOfKsef(number: string): boolean {
  return isKsefForm(number) && (number.length !== KSEF_LENGTH || number.endsWith(ksefCheck(number)));
}

/** Whether it is a number that KSeF gives invoices, or `none`, for invoices that are not in KSeF. */
export function isKsefNumber(given: unknown): boolean {
  return given === "none" || (typeof given === "string" && isKsefForm(given));
}

/** The number that KSeF gave a document, as it was recorded; `undefined` if it was read in a list of invoices. */
export function ksefNumberOf({ portalNumbers }: EinvoiceDocument): string | undefined {
  return portalNumbers?.find(({ portal }) => portal === KSEF_PORTAL)?.number;
}

/** The number that KSeF gave the invoice of a credit note, as it was recorded. */
export function correctedNumberOf(document: EinvoiceDocument): string | undefined {
  if (!("correctedPortalNumbers" in document)) return undefined;
  return document.correctedPortalNumbers?.find(({ portal }) => portal === KSEF_PORTAL)?.number;
}
