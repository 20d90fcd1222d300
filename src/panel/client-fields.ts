import type { Texts } from "../languages/en/later-panel-texts.ts";
import { NATIONAL_FIELDS } from "./generated/national-fields.ts";

/** What a field is called in the language of the pages. */
type Label = (words: Texts["newInvoice"], texts: Texts) => string;

/** The fields of a saved client that have a label, in the order of a file. They have the names of the same fields of an order. */
export const CLIENT_LABELS: Readonly<Record<string, Label>> = {
  "/clientName": ({ name }) => name,
  "/clientNumber": ({ clientNumber }) => clientNumber,
  "/clientAddress/line1": ({ street }) => street,
  "/clientAddress/line2": ({ addressLine2 }) => addressLine2,
  "/clientAddress/line3": ({ addressLine3 }) => addressLine3,
  "/clientAddress/postalCode": ({ postalCode }) => postalCode,
  "/clientAddress/city": ({ city }) => city,
  "/clientAddress/region": ({ region }) => region,
  "/clientCountry": ({ country }) => country,
  "/isCompany": ({ clientType }) => clientType,
  "/clientVatNumber": ({ vatNumber }) => vatNumber,
  "/clientEmail": ({ clientEmail }) => clientEmail,
  "/clientTradingName": ({ tradingName }) => tradingName,
  "/clientContact/name": ({ contactName }) => contactName,
  "/clientContact/phone": ({ contactPhone }) => contactPhone,
  "/clientContact/email": ({ contactEmail }) => contactEmail,
  "/clientRegistrationNumber": ({ registrationNumber }) => registrationNumber,
  "/clientRegistrationScheme": ({ registrationScheme }) => registrationScheme,
  "/clientIdentifier/scheme": ({ identifierScheme }) => identifierScheme,
  "/clientIdentifier/id": ({ identifier }) => identifier,
  "/clientElectronicAddress/scheme": ({ addressScheme }) => addressScheme,
  "/clientElectronicAddress/id": ({ electronicAddress }) => electronicAddress,
  "/supply": ({ supplyType }) => supplyType,
  "/paymentDays": (_, { terms }) => terms.ofClient,
  "/paymentTerms": ({ paymentTerms }) => paymentTerms,
  "/buyerReference": ({ clientReference }) => clientReference,
  "/currency": ({ currency }) => currency,
  "/clientLanguage": ({ language }) => language,
};

/** The names of the fields that a saved client keeps, with the national ones of every state. */
export const CLIENT_FIELDS: readonly string[] = [
  ...Object.keys(CLIENT_LABELS),
  ...Object.entries(NATIONAL_FIELDS.client).flatMap(([state, fields]) =>
    fields.map(({ path }) => `/national/${state}/${path}`),
  ),
];

type Fields = Readonly<Record<string, string>>;

/**
 * What is kept of two clients that are one: all of the one that stays, and what it lacks from the other. Parts that belong
 * together, such as an address, are never mixed.
 */
export function mergedFields(stays: Fields, other: Fields): Fields {
  const partOf = (name: string) => name.split("/")[1]!;
  const own = Object.entries(stays).filter(([, text]) => text !== "");
  const parts = new Set(own.map(([name]) => partOf(name)));
  const added = Object.entries(other).filter(([name, text]) => text !== "" && !parts.has(partOf(name)));
  return Object.fromEntries([...own, ...added]);
}

/** A VAT number with its country's prefix, without separators; empty if there is none. */
export function vatNumberKey({ "/clientVatNumber": typed = "", "/clientCountry": country = "" }: Fields): string {
  const number = typed.replaceAll(/[^0-9a-z]/gi, "").toUpperCase();
  return number === "" || /^[A-Z]{2}/.test(number) ? number : (country === "GR" ? "EL" : country) + number;
}
