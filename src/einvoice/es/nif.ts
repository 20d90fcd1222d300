import { vatCheckOf } from "../../domain/vat/number/checksums.ts";
import type { EinvoiceDocument } from "../document.ts";
import { vatNumberParts } from "../vat-number-parts.ts";

/** Whether a NIF has nine characters and the right check character at the end. */
export function isNif(nif: string): boolean {
  return /^(?:\d{8}[A-Z]|[A-Z]\d{7}[A-Z\d])$/.test(nif) && vatCheckOf("ES")(nif) === true;
}

/** Whether a NIF is that of a person. */
export function isPersonalNif(nif: string): boolean {
  return isNif(nif) && /^[\dKLMXYZ]/.test(nif);
}

/** The NIF of the seller; a text that is none if it has none or sells under the number of another state, which is a gap. */
export function sellerNif({ seller, registrationCountry = "ES" }: EinvoiceDocument): string {
  const { country, vatNumber, taxNumber = "" } = seller;
  const parts = vatNumber === undefined ? undefined : vatNumberParts(vatNumber, country);
  if (registrationCountry !== "ES") return "";
  return parts?.prefix === "ES" ? parts.code : taxNumber.replace(/^ES|[\s.-]/g, "").toUpperCase();
}
