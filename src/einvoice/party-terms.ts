import { isVatNumberPrefix } from "../domain/codes/vat-number-prefixes.ts";
import type { Address } from "../domain/generated/company-profile.ts";
import { pick } from "../domain/pick.ts";
import type { EinvoiceDocument } from "./document.ts";
import { WRITTEN_SELLER_FIELDS } from "./generated/written-fields.ts";
import type { AddressTerms, IdentifierTerms, PartyTerms, PayeeTerms } from "./terms.ts";

/** BG-4. Outside the scope of VAT an invoice must have no VAT number at all (BR-O-02). */
export function sellerTerms({ seller }: EinvoiceDocument, isOutsideScope: boolean): PartyTerms {
  const { name, country, email } = seller;
  return {
    ...pick(seller, WRITTEN_SELLER_FIELDS),
    name,
    registration: identifierTerms(seller.registrationNumber, seller.registrationScheme),
    vatNumber: isOutsideScope ? undefined : withCountryPrefix(seller.vatNumber, country),
    address: addressTerms(seller.address, country),
    contact: seller.contact ?? (email === undefined ? undefined : { email }),
  };
}

/** BG-7. */
export function buyerTerms(document: EinvoiceDocument, isOutsideScope: boolean): PartyTerms {
  const { clientName, clientCountry = "", clientVatNumber, clientContact, clientEmail } = document;
  const identifier = document.clientIdentifier ?? identifierTerms(document.clientNumber, undefined);
  return {
    name: clientName,
    tradingName: document.clientTradingName,
    identifiers: identifier === undefined ? [] : [identifier],
    registration: identifierTerms(document.clientRegistrationNumber, document.clientRegistrationScheme),
    vatNumber: isOutsideScope ? undefined : withCountryPrefix(clientVatNumber, clientCountry),
    electronicAddress: document.clientElectronicAddress,
    address: addressTerms(document.clientAddress, clientCountry),
    contact: { ...clientContact, email: clientContact?.email ?? clientEmail },
  };
}

/** BG-10. */
export function payeeTerms({ payee }: EinvoiceDocument): PayeeTerms | undefined {
  if (payee === undefined) return undefined;
  const { name, identifier, registrationNumber, registrationScheme } = payee;
  return { name, identifier, registration: identifierTerms(registrationNumber, registrationScheme) };
}

function identifierTerms(id: string | undefined, scheme: string | undefined): IdentifierTerms | undefined {
  return id === undefined ? undefined : { id, scheme };
}

export function addressTerms(address: Address | undefined, country: string): AddressTerms {
  return { ...address, country: countryOf(country) };
}

/** The code of a country. EN 16931 has Kosovo as `1A`. */
export function countryOf(country: string): string {
  return country === "XK" ? "1A" : country;
}

/**
 * A VAT number with the code of its country before it (BR-CO-09). The library normalises those of member states; others
 * stay as given, such as Norway's `123456789MVA`.
 */
export function withCountryPrefix(vatNumber: string, country: string): string;
export function withCountryPrefix(vatNumber: string | undefined, country: string): string | undefined;
export function withCountryPrefix(vatNumber: string | undefined, country: string): string | undefined {
  if (vatNumber === undefined || isVatNumberPrefix(vatNumber.slice(0, 2))) return vatNumber;
  return countryOf(country) + vatNumber;
}
