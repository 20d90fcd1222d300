// Written by `npm run generate` from the rows in src/fields. Change those instead.


/** What invoices of a seller in France need. */
export interface FrenchProfile {
  /**
   * Whether it owes the VAT on its services when it invoices them, rather than when it is paid. Its invoices then say
   * so.
   *
   * @see Code général des impôts, article 269(2)(c)
   */
  readonly vatOnDebits?: boolean | undefined;
}

/**
 * The person who issues a Croatian invoice.
 *
 * @see Zakon o fiskalizaciji
 */
export interface CroatianOperator {
  /** The operator's name. 1 to 200 characters. */
  readonly name: string;
  /** The operator's personal number (OIB). 11 digits. */
  readonly oib: string;
}

/** What invoices of a seller in Croatia need. */
export interface CroatianProfile {
  /**
   * Who issues its invoices, if the order names no other operator.
   *
   * @see Zakon o fiskalizaciji
   */
  readonly operator?: CroatianOperator | undefined;
}

/** What an invoice of a seller in Croatia needs. */
export interface CroatianOrder {
  /**
   * Who issues the invoice. Absent: the company's.
   *
   * @see Zakon o fiskalizaciji
   */
  readonly operator?: CroatianOperator | undefined;
}

/** What the state of a company needs beside EN 16931, by state. */
export interface NationalProfile {
  /** What invoices of a seller in France need. */
  readonly fr?: FrenchProfile | undefined;
  /** What invoices of a seller in Croatia need. */
  readonly hr?: CroatianProfile | undefined;
}

/** What the state of the seller needs beside EN 16931 on one invoice, by state. */
export interface NationalOrder {
  /** What an invoice of a seller in Croatia needs. */
  readonly hr?: CroatianOrder | undefined;
}
