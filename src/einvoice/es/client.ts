import type { SpanishClientId } from "../../domain/generated/national.ts";
import type { EinvoiceDocument } from "../document.ts";
import { vatNumberParts } from "../vat-number-parts.ts";

/** How a client is known: by its NIF, or by another identification. */
export type VerifactuClientId =
  | { readonly nif: string }
  | { readonly type: SpanishClientId["type"]; readonly country?: string | undefined; readonly id: string };

/** `IDDestinatario`. */
export interface VerifactuClient {
  readonly name: string;
  readonly id: VerifactuClientId;
}

/** The client, if the document identifies it: by a NIF, by another number or, abroad, by that in a register. */
export function verifactuClient(document: EinvoiceDocument): VerifactuClient | undefined {
  const id = statedId(document) ?? vatId(document) ?? registeredId(document);
  return id === undefined ? undefined : { name: document.clientName, id };
}

function statedId({ national, clientCountry }: EinvoiceDocument): VerifactuClientId | undefined {
  const given = national?.es?.clientId;
  if (given === undefined) return undefined;
  const { type, id, country = clientCountry } = given;
  return otherId(type, id, country);
}

/** A VAT number names its country itself, so it has no other. */
function otherId(type: SpanishClientId["type"], id: string, country: string | undefined): VerifactuClientId {
  return type === "02" ? { type, id: compact(id) } : { type, country: countryCode(country), id: id.trim() };
}

function vatId({ clientVatNumber, clientCountry = "ES" }: EinvoiceDocument): VerifactuClientId | undefined {
  if (clientVatNumber === undefined) return undefined;
  const { prefix, isEu, code } = vatNumberParts(clientVatNumber, clientCountry);
  if (prefix === "ES") return { nif: code.toUpperCase() };
  return isEu ? otherId("02", prefix + code, undefined) : otherId("04", compact(clientVatNumber), clientCountry);
}

/** Abroad, the number in a register is evidence of who the client is. */
function registeredId({ clientRegistrationNumber: number, clientCountry = "ES" }: EinvoiceDocument) {
  return number === undefined || clientCountry === "ES" ? undefined : otherId("06", number, clientCountry);
}

const compact = (number: string) => number.replace(/[^A-Za-z0-9]/g, "").toUpperCase();

/** Codes of ISO 3166-1 that the schema does not have, and those under which it has these places. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  AX: "FI",
  BL: "FR",
  GF: "FR",
  GP: "FR",
  MF: "FR",
  MQ: "FR",
  RE: "FR",
  SJ: "NO",
  // Places that the schema does not name.
  EH: "QU",
  XK: "QU",
};

function countryCode(country: string | undefined): string | undefined {
  return country === undefined ? undefined : (OTHER_CODES[country] ?? country);
}
