/** All warnings, in the order in which they are given. A code never changes its meaning; details may be reworded. */
export const VAT_WARNING_CODES = [
  "vat_number_of_another_state",
  "vat_number_of_a_consumer",
  "vat_number_checksum_failed",
  "seller_vat_number_missing",
  "oss_without_registration",
  "oss_threshold",
  "services_to_a_consumer_outside_the_eu",
  "digital_services_from_outside_the_eu",
  "one_vat_territory_outside_the_eu",
  "regional_rate",
  "exchange_rate_missing",
  "vat_number_unverified",
] as const;

/** One of {@link VAT_WARNING_CODES}. */
export type VatWarningCode = (typeof VAT_WARNING_CODES)[number];

/** Something the host should check. It does not change the decision. */
export interface VatWarning {
  readonly code: VatWarningCode;
  /** In English, for people: what was found and what to do about it. */
  readonly detail: string;
}
