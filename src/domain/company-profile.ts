/** A postal address. Every part is optional; what is given is printed. */
export interface Address {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
}

/** A company that issues invoices: the specification's fields, then the optional ones, each kept as given. */
export interface CompanyProfile {
  /** 1 to 200 characters. */
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers of other member states through the one-stop shop. */
  readonly ossRegistered: boolean;
  /** ISO 4217; the currency of orders that name none. */
  readonly defaultCurrency: string;
  /** What its invoice numbers begin with: 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. */
  readonly invoicePrefix: string;
  /** Printed on its invoices. @see Directive 2006/112/EC, article 226 (3) */
  readonly vatNumber?: string | undefined;
  /** The national tax number, where the law asks for one beside or instead of the VAT number. */
  readonly taxNumber?: string | undefined;
  /** Number in the commercial register. */
  readonly registrationNumber?: string | undefined;
  readonly address?: Address | undefined;
  readonly email?: string | undefined;
  readonly iban?: string | undefined;
  /** BCP 47 tag of the language it invoices in, such as `de` or `nl-BE`. */
  readonly language?: string | undefined;
  /** IANA time zone whose calendar dates its invoices. Absent: `UTC`. */
  readonly timeZone?: string | undefined;
  /** Printed as the VAT note when the company is not VAT-registered. Absent: no note. */
  readonly exemptionNote?: string | undefined;
}
