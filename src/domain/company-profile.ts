/** A postal address. Every part is optional and printed if given. */
export interface Address {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
}

/** A company that issues invoices: the fields of the specification, then optional ones, which are kept as given. */
export interface CompanyProfile {
  /** 1 to 200 characters. */
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers in other member states through the one-stop shop. */
  readonly ossRegistered: boolean;
  /** ISO 4217. The currency of orders that state none. */
  readonly defaultCurrency: string;
  /** The prefix of its invoice numbers: 1 to 20 ASCII letters, digits, `.`, `_`, `/` or inner `-`. */
  readonly invoicePrefix: string;
  /** Printed on its invoices. @see Directive 2006/112/EC, article 226 (3) */
  readonly vatNumber?: string | undefined;
  /** The national tax number, if the law requires one besides or instead of the VAT number. */
  readonly taxNumber?: string | undefined;
  /** Number in the commercial register. */
  readonly registrationNumber?: string | undefined;
  readonly address?: Address | undefined;
  readonly email?: string | undefined;
  readonly iban?: string | undefined;
  /** BCP 47 tag of the language of its invoices, such as `de` or `nl-BE`. */
  readonly language?: string | undefined;
  /** IANA time zone of its issue dates. Absent: `UTC`. */
  readonly timeZone?: string | undefined;
  /** Printed as the VAT note if the company is not VAT-registered. Absent: no note. */
  readonly exemptionNote?: string | undefined;
}
