import type { Address } from "../../domain/generated/company-profile.ts";
import { isForBusiness } from "../../domain/invoice/is-for-business.ts";
import type { EinvoiceDocument } from "../document.ts";
import { paymentInstructions } from "../payment-instructions.ts";
import { vatNumberParts } from "../vat-number-parts.ts";

/** `TaxNumberType`: 8 digits, and beside them the code of the VAT and that of the county, if they are known. */
export interface NavTaxNumber {
  readonly taxpayerId: string;
  readonly vatCode?: string | undefined;
  readonly countyCode?: string | undefined;
}

/** `SimpleAddressType`. What it lacks is a gap. */
export interface NavAddress {
  readonly country: string;
  readonly region?: string | undefined;
  readonly postalCode: string;
  readonly city: string;
  readonly detail: string;
}

/** `SupplierInfoType`. */
export interface NavSupplier {
  readonly taxNumber: NavTaxNumber;
  readonly groupMember?: NavTaxNumber | undefined;
  /** Only of sales to clients outside Hungary. */
  readonly communityVatNumber?: string | undefined;
  readonly name: string;
  readonly address: NavAddress;
  readonly account?: string | undefined;
  /** `individualExemption`. */
  readonly isExempt: boolean;
}

/** How a client is known. */
export type NavCustomerId =
  | { readonly taxNumber: NavTaxNumber; readonly groupMember?: NavTaxNumber | undefined }
  | { readonly communityVatNumber: string }
  | { readonly thirdStateTaxId: string };

/** `CustomerInfoType`. Of a private person nothing but the status is reported. */
export interface NavCustomer {
  readonly status: "DOMESTIC" | "OTHER" | "PRIVATE_PERSON";
  readonly id?: NavCustomerId | undefined;
  readonly name: string;
  readonly address: NavAddress;
}

/** Text in one line, as the schema counts its characters. What is longer is cut. */
export function navText(given: string, max: number): string {
  return [...given.replace(/\s+/g, " ").trim()].slice(0, max).join("").trim();
}

/** A tax number in one of its forms: `12345676-2-41`, or the 8 digits of a VAT number. */
function taxNumberOf(given: string): NavTaxNumber {
  const [taxpayerId = "", vatCode, countyCode] = given.split("-");
  return { taxpayerId, vatCode, countyCode };
}

const optionalTaxNumber = (given: string | undefined) => (given === undefined ? undefined : taxNumberOf(given));

/** Of a company that sells under the number of another state, a tax number that is none, which is a gap. */
export function navSupplier(document: EinvoiceDocument): NavSupplier {
  const { seller, registrationCountry = "HU" } = document;
  const { name, country, vatNumber, taxNumber = "", address, national } = seller;
  const parts = vatNumber === undefined ? undefined : vatNumberParts(vatNumber, country);
  const { taxNumber: stated, groupMember } = national?.hu ?? {};
  const own = stated ?? (parts?.prefix === "HU" ? parts.code : taxNumber.replace(/^HU|\s/g, ""));
  const account = paymentInstructions(document)?.transfers.find((each) => ACCOUNT.test(each.account))?.account;
  return {
    taxNumber: taxNumberOf(registrationCountry === "HU" ? own : ""),
    groupMember: optionalTaxNumber(groupMember),
    communityVatNumber:
      navCustomer(document).status === "OTHER" && parts?.prefix === "HU" ? `HU${parts.code}` : undefined,
    name: navText(name, 512),
    address: navAddress(address, country),
    account,
    isExempt: document.vatTreatment === "not-registered",
  };
}

/** `BankAccountNumberType`: a Hungarian account, or an IBAN. */
const ACCOUNT = /^(?:\d{8}(?:-\d{8}){1,2}|[A-Z]{2}\d{2}[0-9A-Za-z]{11,30})$/;

/** A client with a Hungarian tax number is domestic; any other one is a business, if the order says so, or a private person. */
export function navCustomer(document: EinvoiceDocument): NavCustomer {
  const { clientVatNumber, clientCountry = "HU", clientName, clientAddress, national } = document;
  const { clientTaxNumber, clientGroupMember } = national?.hu ?? {};
  const party = { name: navText(clientName, 512), address: navAddress(clientAddress, clientCountry) };
  const parts = clientVatNumber === undefined ? undefined : vatNumberParts(clientVatNumber, clientCountry);
  const taxNumber = clientTaxNumber ?? (parts?.prefix === "HU" ? parts.code : undefined);
  if (taxNumber !== undefined) {
    const id = { taxNumber: taxNumberOf(taxNumber), groupMember: optionalTaxNumber(clientGroupMember) };
    return { status: "DOMESTIC", id, ...party };
  }
  if (!isForBusiness(document)) return { status: "PRIVATE_PERSON", ...party };
  if (parts === undefined || clientVatNumber === undefined) return { status: "OTHER", ...party };
  const id = parts.isEu
    ? { communityVatNumber: (parts.prefix + parts.code).toUpperCase() }
    : { thirdStateTaxId: navText(clientVatNumber, 50) };
  return { status: "OTHER", id, ...party };
}

/** What the schema has for an address abroad that has no postal code. */
const NO_POSTAL_CODE = "0000";

function navAddress(address: Address | undefined, country: string): NavAddress {
  const { line1, line2, line3, postalCode, city = "", region } = address ?? {};
  const absent = country === "HU" ? "" : NO_POSTAL_CODE;
  return {
    country,
    region: region === undefined ? undefined : navText(region, 50),
    postalCode: navText(postalCode ?? absent, 15).toUpperCase(),
    city: navText(city, 255),
    detail: navText([line1, line2, line3].filter((line) => line !== undefined).join(", "), 255),
  };
}
