// Written by `npm run generate` from the rows in src/fields. Change those instead.

/** The fields of an order that are only allowed with `autoVat: false`. */
export const MANUAL_FIELDS = [
  "vatNote",
] as const;

/** Those of its lines. */
export const MANUAL_LINE_FIELDS = [
  "vatCategory",
  "exemptionReason",
  "vatexCode",
] as const;

/** Those of its allowances and charges. */
export const MANUAL_ALLOWANCE_FIELDS = [
  "taxRate",
  "vatCategory",
  "exemptionReason",
  "vatexCode",
] as const;
