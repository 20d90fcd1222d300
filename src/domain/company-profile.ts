import type { CurrencyCode } from "./money/currency.ts";
import type { CountryCode } from "./vat/territory/country.ts";
/** A postal address. Every part is optional and printed if given. */
export interface Address {
  /** Street and number, usually; 1 to 200 characters. */
  readonly line1?: string | undefined;
  /** 1 to 200 characters. */
  readonly line2?: string | undefined;
  /** 1 to 20 characters. */
  readonly postalCode?: string | undefined;
  /** 1 to 100 characters. */
  readonly city?: string | undefined;
  /** A state or province; 1 to 100 characters. */
  readonly region?: string | undefined;
}

/** An address for electronic invoices (EN 16931 BT-34, BT-49). */
export interface ElectronicAddress {
  /** Code of the list EAS, such as `0088` (GLN), `0208` (Belgian enterprise number) or `9930` (German VAT number). */
  readonly scheme: string;
  /** The address in that scheme, 1 to 100 characters without spaces. */
  readonly id: string;
}

/** Whom a client can ask about an invoice (EN 16931 BG-6). */
export interface Contact {
  /** A person or a department, 1 to 200 characters (BT-41). */
  readonly name: string;
  /** 1 to 50 characters (BT-42). */
  readonly phone?: string | undefined;
  /** BT-43. */
  readonly email?: string | undefined;
}

/** A seller's tax representative (EN 16931 BG-11). @see Directive 2006/112/EC, articles 204 and 226(15) */
export interface TaxRepresentative {
  /** 1 to 200 characters (BT-62). */
  readonly name: string;
  /** Of the representative (BT-63). In a member state it must be well formed. */
  readonly vatNumber: string;
  /** ISO 3166-1 alpha-2 (BT-69). */
  readonly country: CountryCode;
  /** BG-12. */
  readonly address: Address;
}

/** What electronic invoices can be required to follow. */
export const EINVOICE_REQUIREMENTS = ["en16931", "peppol", "xrechnung"] as const;

/** One of {@link EINVOICE_REQUIREMENTS}. */
export type EinvoiceRequirement = (typeof EINVOICE_REQUIREMENTS)[number];

/** A company that issues invoices: the fields of the specification, then optional ones, which are kept as given. */
export interface CompanyProfile {
  /** 1 to 200 characters. */
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
  /** Whether it is registered for VAT. If not, its invoices carry none. */
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers in other member states through the one-stop shop. */
  readonly ossRegistered: boolean;
  /** ISO 4217. The currency of orders that state none. */
  readonly defaultCurrency: CurrencyCode;
  /** The prefix of its invoice numbers: 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. */
  readonly invoicePrefix: string;
  /** The prefix of its credit notes, of the same shape, and not that of its invoices. Absent: `<invoicePrefix>-CN`. */
  readonly creditNotePrefix?: string | undefined;
  /** Printed on its invoices. @see Directive 2006/112/EC, article 226 (3) */
  readonly vatNumber?: string | undefined;
  /** The national tax number, if the law requires one besides or instead of the VAT number. */
  readonly taxNumber?: string | undefined;
  /** Number in the commercial register (BT-30). */
  readonly registrationNumber?: string | undefined;
  /** Printed on its invoices (EN 16931 BG-5). */
  readonly address?: Address | undefined;
  /** Printed on its invoices. */
  readonly email?: string | undefined;
  /** The account to pay to (BT-84), with or without spaces. */
  readonly iban?: string | undefined;
  /** The account's bank (BT-86), ISO 9362: 8 or 11 characters. */
  readonly bic?: string | undefined;
  /** The account's holder, if it is not the company's name; 1 to 200 characters (BT-85). */
  readonly accountName?: string | undefined;
  /** The company's creditor identifier for SEPA direct debits (BT-90), such as `DE98ZZZ09999999999`. */
  readonly creditorId?: string | undefined;
  /** When and how to pay, printed on invoices of orders that state none; 1 to 1,000 characters (BT-20). */
  readonly paymentTerms?: string | undefined;
  /** The name under which it trades, if it is not its legal name; 1 to 200 characters (BT-28). */
  readonly tradingName?: string | undefined;
  /** What else the law makes it print, such as its capital and managers; 1 to 1,000 characters (BT-33). */
  readonly legalNote?: string | undefined;
  /** The register of {@link registrationNumber}, as a code of ISO 6523's list ICD, such as `0002` (BT-30-1). */
  readonly registrationScheme?: string | undefined;
  /** For electronic invoices (EN 16931 BT-34). */
  readonly electronicAddress?: ElectronicAddress | undefined;
  /** Whom its clients can ask (EN 16931 BG-6). */
  readonly contact?: Contact | undefined;
  /** The person who owes the VAT on its behalf, if there is one (EN 16931 BG-11). */
  readonly taxRepresentative?: TaxRepresentative | undefined;
  /**
   * Whether it owes the VAT of its own state only once it is paid, which its invoices then mention. @see Directive
   * 2006/112/EC, articles 66(b) and 226(7a)
   */
  readonly cashAccounting?: boolean | undefined;
  /**
   * What electronic invoices of this company must follow: an order of a business whose invoice could not be written so is
   * refused. Absent: nothing is checked.
   */
  readonly requires?: EinvoiceRequirement | undefined;
  /** BCP 47 tag of the language of its invoices, such as `de` or `nl-BE`. */
  readonly language?: string | undefined;
  /** IANA time zone of its issue dates. Absent: `UTC`. */
  readonly timeZone?: string | undefined;
  /** Printed as the VAT note if the company is not VAT-registered. Absent: no note. */
  readonly exemptionNote?: string | undefined;
}
