import type { Address } from "../../domain/generated/company-profile.ts";
import type { ItalianPerson, ItalianRegistration } from "../../domain/generated/national.ts";
import type { EinvoiceDocument } from "../document.ts";
import { vatNumberParts } from "../vat-number-parts.ts";
import { asciiText, latinText } from "./latin-text.ts";

/** A VAT number or tax code, and the country that gave it (`IdFiscaleIVA`). */
export interface FiscalId {
  readonly country: string;
  readonly code: string;
}

/** `Sede`. */
export interface FatturaAddress {
  readonly street: string;
  /** `CAP`: five digits, `00000` abroad. */
  readonly postalCode: string;
  readonly city: string;
  /** Two letters, in Italy. */
  readonly province?: string | undefined;
  readonly country: string;
}

/** The seller or the client. */
export interface FatturaParty {
  readonly vatNumber?: FiscalId | undefined;
  /** `CodiceFiscale`. */
  readonly taxCode?: string | undefined;
  readonly name: string;
  readonly person?: ItalianPerson | undefined;
  readonly address: FatturaAddress;
}

/** `CedentePrestatore`. */
export interface FatturaSeller extends FatturaParty {
  readonly registration?: ItalianRegistration | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly reference?: string | undefined;
}

/** ICD code of the register of Italian tax codes. */
const TAX_CODES = "0210";

export function fatturaSeller({ seller, buyerAccountingReference }: EinvoiceDocument): FatturaSeller {
  const { name, country, vatNumber, taxNumber, contact, email } = seller;
  const { person, registration } = seller.national?.it ?? {};
  return {
    vatNumber: vatNumber === undefined ? undefined : fiscalId(vatNumber, country),
    taxCode: taxNumber,
    name,
    person,
    address: addressOf(seller.address, country),
    registration,
    phone: phoneOf(contact?.phone),
    email: contact?.email ?? email,
    reference: buyerAccountingReference,
  };
}

export function fatturaClient(document: EinvoiceDocument): FatturaParty {
  const { clientName, clientCountry = "", clientVatNumber, clientIdentifier, clientAddress, national } = document;
  const vatNumber = clientVatNumber === undefined ? undefined : fiscalId(clientVatNumber, clientCountry);
  return {
    vatNumber: vatNumber ?? unknownAbroad(clientCountry),
    taxCode: clientIdentifier?.scheme === TAX_CODES ? clientIdentifier.id : undefined,
    name: clientName,
    person: national?.it?.clientPerson,
    address: addressOf(clientAddress, clientCountry),
  };
}

/** `RappresentanteFiscale`. */
export function fatturaRepresentative({
  seller: { taxRepresentative: given },
}: EinvoiceDocument): Pick<FatturaParty, "vatNumber" | "name"> | undefined {
  return given === undefined ? undefined : { name: given.name, vatNumber: fiscalId(given.vatNumber, given.country) };
}

/** The longest code of a VAT number. */
const MAX_ID = 28;

function fiscalId(number: string, ofCountry: string): FiscalId {
  const { prefix, code } = vatNumberParts(asciiText(number), ofCountry);
  return { country: prefix === "EL" ? "GR" : prefix, code: code.slice(0, MAX_ID) };
}

/** The exchange system asks for a number, and accepts any of a client abroad. */
function unknownAbroad(country: string): FiscalId | undefined {
  return country === "" || country === "IT" ? undefined : { country, code: "99999999999" };
}

/** Abroad the postal code has no element of its own, so it is written before the city. */
function addressOf({ line1, line2, line3, postalCode, city, region }: Address = {}, country: string): FatturaAddress {
  const street = [line1, line2, line3].filter((line) => line !== undefined).join(", ");
  const isItalian = country === "IT";
  const place = latinText(city ?? "");
  return {
    street: latinText(street),
    postalCode: isItalian ? (postalCode ?? "") : "00000",
    city: isItalian || place === "" ? place : latinText([postalCode, city].filter(Boolean).join(" ")),
    province: isItalian && /^[A-Z]{2}$/.test(region ?? "") ? region : undefined,
    country,
  };
}

/** 5 to 12 digits. `+39` is left out if the number would be too long with it. A number that is still too long is left out. */
function phoneOf(phone: string | undefined): string | undefined {
  const digits = phone?.replace(/[^\d+]/g, "") ?? "";
  return [digits, digits.replace(/^(?:\+|00)39/, "")].find((each) => /^\+?\d{4,12}$/.test(each) && each.length <= 12);
}
