// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { CurrencyCode } from "../money/currency.ts";
import type { SeriesPrefixes } from "../series-prefixes.ts";
import type { VatRegistration } from "../vat/generated/vat-registration.ts";
import type { CountryCode } from "../vat/territory/country.ts";
import type { ExemptingStates } from "../vat/types.ts";
import type { Supply } from "../vat/vat-table.ts";
import type { NationalProfile } from "./national.ts";

/** A postal address. Every part is optional and printed if given. */
export interface Address {
  /** Street and number, usually (BT-35, 50, 64, 75). 1 to 200 characters. */
  readonly line1?: string | undefined;
  /** The second line (BT-36, 51, 65, 76). 1 to 200 characters. */
  readonly line2?: string | undefined;
  /** The third line (BT-162, 163, 164, 165). 1 to 200 characters. */
  readonly line3?: string | undefined;
  /** The postal code (BT-38, 53, 67, 78). 1 to 20 characters. */
  readonly postalCode?: string | undefined;
  /** The city (BT-37, 52, 66, 77). 1 to 100 characters. */
  readonly city?: string | undefined;
  /** A state or province (BT-39, 54, 68, 79). 1 to 100 characters. */
  readonly region?: string | undefined;
}

/** An address for electronic invoices (EN 16931 BT-34, BT-49). */
export interface ElectronicAddress {
  /**
   * The scheme of the address. A code of the list EAS, such as `0088` (GLN), `0208` (Belgian enterprise number) or
   * `9930` (German VAT number).
   */
  readonly scheme: string;
  /** The address in that scheme. 1 to 100 characters. */
  readonly id: string;
}

/** A number by which a company is known, and its scheme (EN 16931 BT-29). */
export interface Identifier {
  /** The scheme of the identifier. A code of ISO 6523's list ICD, such as `0002`. */
  readonly scheme?: string | undefined;
  /** The identifier. 1 to 100 characters. */
  readonly id: string;
}

/** Whom a client can ask about an invoice (EN 16931 BG-6). */
export interface Contact {
  /** A person or a department (BT-41). 1 to 200 characters. */
  readonly name?: string | undefined;
  /** The telephone number (BT-42). 1 to 50 characters. */
  readonly phone?: string | undefined;
  /** The e-mail address (BT-43). */
  readonly email?: string | undefined;
}

/** An account to pay to: either `iban` or `account` (EN 16931 BG-17). */
export interface PaymentAccount {
  /** The account's IBAN, or else `account` (BT-84). ISO 13616, with or without spaces. */
  readonly iban?: string | undefined;
  /** The account's number, if it has no IBAN, such as that of a bankgiro (BT-84). 1 to 50 characters. */
  readonly account?: string | undefined;
  /** The account's bank (BT-86). ISO 9362, or `SE:BANKGIRO` or `SE:PLUSGIRO` for such an account. */
  readonly bic?: string | undefined;
  /** The account holder, if it is not the company (BT-85). 1 to 200 characters. */
  readonly name?: string | undefined;
  /** The currency of the invoices that it is for. ISO 4217. Absent: it is for all invoices. */
  readonly currency?: CurrencyCode | undefined;
}

/**
 * A small enterprise in the scheme for sales in other member states.
 *
 * @see Directive 2006/112/EC, articles 284 to 288a
 */
export interface SmallEnterprise {
  /**
   * The number by which its own state knows it in the scheme. Printed after the note of a state, and as `taxNumber` if
   * the company has neither that nor a `vatNumber`. The country code, 1 to 20 capital letters and digits, and -EX, such
   * as DE123456789-EX.
   *
   * @see Directive 2006/112/EC, article 284(3)
   */
  readonly number?: string | undefined;
  /**
   * The other member states that exempt it, each with the note of its law. A sale there carries no VAT and this note.
   * Only without `vatRegistered`.
   */
  readonly states?: ExemptingStates | undefined;
}

/** What a company's invoices to businesses say about paying late or early. */
export interface LatePayment {
  /** The penalties for paying late, as the note `PMD` (BG-1). 1 to 1,000 characters. */
  readonly penalties?: string | undefined;
  /** The flat fee for recovering the debt, as the note `PMT` (BG-1). 1 to 1,000 characters. */
  readonly recoveryFee?: string | undefined;
  /** The discount for paying early, or that there is none, as the note `AAB` (BG-1). 1 to 1,000 characters. */
  readonly discount?: string | undefined;
}

/**
 * A seller's tax representative (EN 16931 BG-11).
 *
 * @see Directive 2006/112/EC, articles 204 and 226(15)
 */
export interface TaxRepresentative {
  /** The representative's name (BT-62). 1 to 200 characters. */
  readonly name: string;
  /**
   * The representative's own number (BT-63). In a member state or the United Kingdom it must be well formed. 1 to 40
   * characters.
   */
  readonly vatNumber: string;
  /** The representative's country (BT-69). ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
  /** The representative's address (BG-12). */
  readonly address: Address;
}

/** A company that issues invoices: the fields of the specification, then optional ones, which are kept as given. */
export interface CompanyProfile {
  /** The company's name (BT-27). 1 to 200 characters. */
  readonly name: string;
  /** The company's country (BT-40). ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
  /**
   * Whether it is registered for VAT in its own state. If not, its invoices charge no VAT, but for goods that leave a
   * state of `registrations`.
   */
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers in other member states through the one-stop shop (OSS). */
  readonly ossRegistered: boolean;
  /** The currency of orders that do not state one. ISO 4217. */
  readonly defaultCurrency: CurrencyCode;
  /** The prefix of its invoice numbers. 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. */
  readonly invoicePrefix: string;
  /**
   * The prefix of its credit notes, which are numbered separately. It must differ from `invoicePrefix`. 1 to 20 ASCII
   * letters, digits, `.`, `_`, `/` or inner `-`. Absent: `invoicePrefix` followed by `-CN`.
   */
  readonly creditNotePrefix?: string | undefined;
  /**
   * Other series of invoices beside the first, such as one for each client that writes the invoices itself: up to
   * 10,000, by names of 1 to 100 characters. Each has its own numbers from 1 and its own prefix, which no other series
   * and not the credit notes may have. Absent: one series, with `invoicePrefix`.
   */
  readonly series?: SeriesPrefixes | undefined;
  /**
   * Its VAT number, printed on its invoices (BT-31). In a member state or the United Kingdom it must be well formed. 1
   * to 40 characters.
   *
   * @see Directive 2006/112/EC, article 226(3)
   */
  readonly vatNumber?: string | undefined;
  /**
   * The other member states in which it is registered for VAT, such as those with its stock. They count for stated
   * goods, and for VAT by hand. 1 to 100 entries.
   *
   * @see Directive 2006/112/EC, articles 214 and 226(3)
   */
  readonly registrations?: readonly VatRegistration[] | undefined;
  /**
   * The schemes that it uses, if `ossRegistered`: `union` for goods sent from a member state, and for services of
   * companies in the EU; `non-union` for services of others; `import` for consignments of at most EUR 150 from outside
   * the EU that the company imports for consumers (article 369l). 1 to 3 entries. Absent: `union` for companies in the
   * EU, `non-union` for others.
   *
   * @see Directive 2006/112/EC, articles 358a to 369zc
   */
  readonly ossSchemes?: readonly ("union" | "non-union" | "import")[] | undefined;
  /**
   * Its national tax number, if the law requires one in addition to the VAT number, or instead of it (BT-32). 1 to 40
   * characters.
   */
  readonly taxNumber?: string | undefined;
  /** Its number in the commercial register (BT-30). 1 to 100 characters. */
  readonly registrationNumber?: string | undefined;
  /** Its address (BG-5). */
  readonly address?: Address | undefined;
  /** Its e-mail address, printed on its invoices. */
  readonly email?: string | undefined;
  /** The account to pay to (BT-84). ISO 13616, with or without spaces. */
  readonly iban?: string | undefined;
  /** The account's bank (BT-86). ISO 9362: 8 or 11 characters. */
  readonly bic?: string | undefined;
  /** The account holder, if it is not the company (BT-85). 1 to 200 characters. */
  readonly accountName?: string | undefined;
  /**
   * Other accounts to pay to (BG-17). Those for other currencies than the invoice's are left out of it. 1 to 20
   * entries.
   */
  readonly accounts?: readonly PaymentAccount[] | undefined;
  /** Its creditor identifier for SEPA direct debits (BT-90). For example `DE98ZZZ09999999999`. */
  readonly creditorId?: string | undefined;
  /** When and how to pay (BT-20). Printed if the order does not state terms. 1 to 1,000 characters. */
  readonly paymentTerms?: string | undefined;
  /**
   * What its invoices to businesses say about paying late or early, as `notes`, unless the order has a note with the
   * subject.
   *
   * @see Code de commerce, article L441-9 (France)
   */
  readonly latePayment?: LatePayment | undefined;
  /** The name under which it trades, if it is not its legal name (BT-28). 1 to 200 characters. */
  readonly tradingName?: string | undefined;
  /**
   * Other details that the law requires on its invoices, such as its capital and managers (BT-33). 1 to 1,000
   * characters.
   */
  readonly legalNote?: string | undefined;
  /** The register of `registrationNumber` (BT-30-1). A code of ISO 6523's list ICD, such as `0002`. */
  readonly registrationScheme?: string | undefined;
  /** Other numbers by which its clients know it, such as a GLN or a supplier number (BT-29). 1 to 20 entries. */
  readonly identifiers?: readonly Identifier[] | undefined;
  /** Its address for electronic invoices (BT-34). */
  readonly electronicAddress?: ElectronicAddress | undefined;
  /**
   * The business process of its invoices, if the order does not state one (BT-23). Peppol has its own. 1 to 200
   * characters.
   */
  readonly businessProcess?: string | undefined;
  /** The contact for its clients (BG-6). */
  readonly contact?: Contact | undefined;
  /**
   * The person who owes the VAT on its behalf, if there is one (BG-11).
   *
   * @see Directive 2006/112/EC, articles 204 and 226(15)
   */
  readonly taxRepresentative?: TaxRepresentative | undefined;
  /** What the state of the company needs beside EN 16931, by state. */
  readonly national?: NationalProfile | undefined;
  /**
   * Whether it owes its own state's VAT only once it is paid. Its invoices then say so.
   *
   * @see Directive 2006/112/EC, articles 66(b) and 226(7a)
   */
  readonly cashAccounting?: boolean | undefined;
  /**
   * What it sells, for lines of which neither the order nor the place or unit of the line says it. Absent: the supply
   * of such lines is not stated.
   */
  readonly supply?: Supply | undefined;
  /**
   * The ids of one or several formats that were passed to `createInvoicing`. An order is refused if a format applies to
   * its invoice, and it could not be written in it. Absent: nothing is checked.
   */
  readonly requires?: string | readonly string[] | undefined;
  /** The language of its invoices. A BCP 47 tag, such as `de` or `nl-BE`. Absent: its country's main language. */
  readonly language?: string | undefined;
  /**
   * The time zone of its issue dates. An IANA time zone, such as `Europe/Berlin`. Absent: the main zone of its country
   * or area, `UTC` where none is known.
   */
  readonly timeZone?: string | undefined;
  /**
   * Printed as the VAT note if the company is not VAT-registered. 1 to 1,000 characters. Absent: the note of its
   * state's law, in Germany and France. Elsewhere none, with a warning.
   */
  readonly exemptionNote?: string | undefined;
  /**
   * Its part in the scheme for small enterprises in other member states.
   *
   * @see Directive 2006/112/EC, articles 284 to 288a
   */
  readonly smallEnterprise?: SmallEnterprise | undefined;
}
