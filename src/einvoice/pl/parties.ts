import type { Address } from "../../domain/generated/company-profile.ts";
import type { PolishUnit } from "../../domain/generated/national.ts";
import { vatCheckOf } from "../../domain/vat/number/checksums.ts";
import type { EinvoiceDocument } from "../document.ts";
import { vatNumberParts } from "../vat-number-parts.ts";
import { ksefText } from "./ksef-text.ts";

/** `TAdres`: a country and two lines. */
export interface KsefAddress {
  readonly country: string;
  readonly line1: string;
  readonly line2?: string | undefined;
}

/** How a party is known: by a NIP, `IDWew`, a VAT number of the EU, another number, or by none. */
export type KsefId =
  | { readonly kind: "nip" | "internal"; readonly id: string }
  | { readonly kind: "eu" | "other"; readonly country: string; readonly id: string }
  | { readonly kind: "none" };

/** What every party has. */
export interface KsefParty {
  readonly id: KsefId;
  readonly name: string;
  readonly address?: KsefAddress | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** `Podmiot2`. */
export interface KsefClient extends KsefParty {
  /** `NrKlienta`. */
  readonly number?: string | undefined;
}

/** `Podmiot3`. A role without a number is described. */
export interface KsefThirdParty extends KsefParty {
  readonly role: "1" | "8" | "10" | { readonly text: string };
}

/** `Podmiot1`. Its NIP may be missing or wrong, which is a gap. A seller under the number of another state has none. */
export function ksefSeller({ seller, registrationCountry = "PL" }: EinvoiceDocument): KsefParty {
  const { name, country, vatNumber, taxNumber, address, contact, email } = seller;
  const parts = vatNumber === undefined ? undefined : vatNumberParts(vatNumber, country);
  const ownNumber = registrationCountry === "PL" ? (taxNumber ?? "") : "";
  const nip = parts?.prefix === "PL" ? parts.code : ownNumber.replace(/^PL|[\s-]/g, "");
  return {
    id: { kind: "nip", id: nip },
    name,
    address: addressOf(address, country),
    ...contactOf(contact?.email ?? email, contact?.phone),
  };
}

/** `Podmiot2`. */
export function ksefClient(document: EinvoiceDocument): KsefClient {
  const { clientName, clientCountry, clientAddress, clientContact, clientEmail, clientNumber } = document;
  return {
    id: clientId(document),
    name: clientName,
    address: clientCountry === undefined ? undefined : addressOf(clientAddress, clientCountry),
    ...contactOf(clientContact?.email ?? clientEmail, clientContact?.phone),
    number: clientNumber,
  };
}

function clientId({ clientVatNumber, clientCountry = "" }: EinvoiceDocument): KsefId {
  if (clientVatNumber === undefined) return { kind: "none" };
  const { prefix, isEu, code } = vatNumberParts(clientVatNumber, clientCountry);
  if (prefix === "PL") return { kind: "nip", id: code };
  if (isEu) return { kind: "eu", country: prefix, id: code.toUpperCase() };
  return { kind: "other", country: clientCountry, id: clientVatNumber.replace(/[^A-Za-z0-9]/g, "") };
}

/** `PodmiotUpowazniony` in role 3, the tax representative. */
export function ksefRepresentative({ seller }: EinvoiceDocument): KsefParty | undefined {
  const given = seller.taxRepresentative;
  if (given === undefined) return undefined;
  const { prefix, code } = vatNumberParts(given.vatNumber, given.country);
  return {
    id: { kind: "nip", id: prefix === "PL" ? code : "" },
    name: given.name,
    address: addressOf(given.address, given.country),
  };
}

/** `Podmiot3`: the units that the invoice is for, and who is paid. */
export function ksefThirdParties({ national, payee, ...document }: EinvoiceDocument): KsefThirdParty[] {
  const { localUnit, groupMember } = national?.pl ?? {};
  return [
    ...unitIn("8", localUnit),
    ...unitIn("10", groupMember),
    ...(payee === undefined ? [] : [payeeOf(payee, document.documentType === "393")]),
  ];
}

function unitIn(role: "8" | "10", unit: PolishUnit | undefined): KsefThirdParty[] {
  if (unit === undefined) return [];
  return [{ id: { kind: unit.id.includes("-") ? "internal" : "nip", id: unit.id }, name: unit.name, role }];
}

/** A factor has a role of its own. */
function payeeOf(
  { name, identifier, registrationNumber }: NonNullable<EinvoiceDocument["payee"]>,
  isFactor: boolean,
): KsefThirdParty {
  const id = [registrationNumber, identifier?.id].map((each) => ksefText(each ?? "")).find(isShortId);
  return {
    id: id === undefined ? { kind: "none" } : { kind: "other", country: "", id },
    name,
    role: isFactor ? "1" : { text: "Odbiorca płatności" },
  };
}

const isShortId = (id: string) => id !== "" && id.length <= 50;

/** The street, or else the locality, and the locality below it; nothing if there is neither. */
function addressOf(address: Address | undefined, country: string): KsefAddress | undefined {
  const { line1, line2, line3, postalCode, city, region } = address ?? {};
  const joined = (parts: readonly (string | undefined)[], separator: string) =>
    parts
      .map((part) => ksefText(part ?? ""))
      .filter((part) => part !== "")
      .join(separator);
  const locality = joined([joined([postalCode, city], " "), region], ", ");
  const [first, second] = [joined([line1, line2, line3], ", "), locality].filter((line) => line !== "");
  return first === undefined ? undefined : { country, line1: first, line2: second };
}

/** What FA(3) takes; the rest is left out, because no law asks for it. */
function contactOf(email: string | undefined, phone: string | undefined): Pick<KsefParty, "email" | "phone"> {
  const number = phone === undefined ? "" : ksefText(phone);
  return {
    email: email !== undefined && email.length <= 255 && /^[^@]+@.+$/.test(email) ? email : undefined,
    phone: number !== "" && number.length <= 16 ? number : undefined,
  };
}

/** Whether a NIP is well formed and passes its check, which KSeF asks for in production. */
export function isNip(id: string): boolean {
  return /^[1-9](?:\d[1-9]|[1-9]\d)\d{7}$/.test(id) && vatCheckOf("PL")(id) === true;
}
