// Written by `npm run generate` from the rows in src/fields. Change those instead.


/** Why what is sold is exempt from VAT, by the law of the seller's state (EN 16931 BT-120, BT-121). */
export interface VatExemption {
  /** Why the line is without VAT, with the provision of the law (BT-120). 1 to 1,000 characters. */
  readonly reason: string;
  /** The reason as a code (BT-121). A code of the list VATEX, such as `VATEX-EU-132-1I`. */
  readonly vatexCode?: string | undefined;
}
