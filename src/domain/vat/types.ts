import type { CalendarDay } from "../calendar.ts";
import type { VatCategory } from "./category.ts";
import type { VatExemption } from "./generated/vat-exemption.ts";
import type { VatRegistration } from "./generated/vat-registration.ts";
import type { VatRateChoice } from "./rates/chosen-rate.ts";
import type { VatRates } from "./rates/rate-table.ts";
import type { CountryCode } from "./territory/country.ts";
import type { AutomaticTreatment, Supply } from "./vat-table.ts";

/** Where a party is, for VAT. */
export interface VatPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
  /**
   * Identifies territories without their own country code: the Canary Islands, Livigno, Madeira, Northern Ireland
   * and others. Absent: the postal code of {@link address}; without either, the country's mainland. Any other postal
   * code changes nothing.
   */
  readonly postalCode?: string | undefined;
  /** Only its postal code is read, so you can pass a company's profile or an order's client as it is. */
  readonly address?: { readonly postalCode?: string | undefined } | undefined;
}

/** What invoices of a small enterprise say in a member state that exempts it. */
export interface ExemptionElsewhere {
  /** The note by that state's law, in place of the enterprise's own. */
  readonly note: string;
}

/** The member states that exempt a small enterprise of another state, ISO 3166-1 alpha-2. */
export type ExemptingStates = Readonly<Record<string, ExemptionElsewhere>>;

/** The schemes of the one-stop shop. */
export const OSS_SCHEMES = ["union", "non-union", "import"] as const;

/** Who can import goods into the EU. */
export const IMPORTERS = ["client", "seller"] as const;

/** The seller, for VAT. A company's profile is one. */
export interface VatCompany extends VatPlace {
  /**
   * Whether the seller is registered for VAT in its own state. If not, it charges none, except on goods that leave a state
   * where it has one of its {@link registrations}.
   */
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers in other member states through the one-stop shop. */
  readonly ossRegistered: boolean;
  /**
   * The schemes that it uses, if it is registered for OSS: `union` for goods sent from a member state, and for services
   * of companies in the EU; `non-union` for services of others; `import` for consignments of at most EUR 150 from outside the EU
   * that the company imports for consumers. Absent: `union` for
   * companies in the EU, `non-union` for others.
   */
  readonly ossSchemes?: readonly (typeof OSS_SCHEMES)[number][] | undefined;
  /** The company's own. Absent: a warning if the law requires it on the invoice. */
  readonly vatNumber?: string | undefined;
  /** Other member states in which the company is registered. They count for stated goods. */
  readonly registrations?: readonly VatRegistration[] | undefined;
  /** BCP 47 tag of the language of its notes, such as `de` or `nl-BE`. Absent: the main language of the country. */
  readonly language?: string | undefined;
  /** The note that a company without VAT registration prints on its invoices. Absent: that of its state, if that is known. */
  readonly exemptionNote?: string | undefined;
  /**
   * The scheme for small enterprises in other member states, which counts without VAT registration. A sale whose place is one
   * of `states` has that state's note. Distance sales and digital services are sold where the consumer is, as after the limit
   * of article 59c. Absent: no other state exempts it.
   */
  readonly smallEnterprise?:
    | { readonly number?: string | undefined; readonly states?: ExemptingStates | undefined }
    | undefined;
}

/** The client, for VAT. */
export interface VatClient extends VatPlace {
  /**
   * With or without prefix, spaces, dots and dashes. A malformed number is refused if it would decide the treatment; it
   * is never ignored.
   */
  readonly vatNumber?: string | undefined;
  /**
   * Whether the client is a company. Between member states only a VAT number makes it a business, except that goods
   * sold to a company are not a distance sale. `false` also for companies that count as consumers: exempt and small
   * businesses.
   */
  readonly isCompany?: boolean | undefined;
  /**
   * Where stated goods arrive. Absent, or without a postal code in the client's country: where the client is. Refused if
   * `placeOfSupply` says that they are handed over elsewhere.
   */
  readonly arrival?: VatPlace | undefined;
  /** BCP 47 tag of the client's language, in which notes are written too. Absent: only in English and the seller's language. */
  readonly language?: string | undefined;
}

/** Options of `determineVat`. */
export interface VatOptions {
  /** The tax point: the calendar day whose rates and EU membership apply. */
  readonly on: CalendarDay;
  /**
   * What is sold. Absent: decided as if the supply did not matter, as in the specification. The reason then says what
   * was assumed.
   */
  readonly supply?: Supply | undefined;
  /** The host's own rates. Standard rates replace the built-in ones of their country; rates of other kinds are added. */
  readonly rates?: VatRates | undefined;
  /**
   * The rate of what is sold in each state whose VAT may apply, in percent by territory: `{ DE: 7, AT: 10 }`. Only the entry
   * of the state whose VAT is charged is used; it must be lawful there. Without one, the standard rate applies.
   */
  readonly vatRates?: VatRateChoice | undefined;
  /**
   * The exemption of what is sold, by the law of the seller's state. It applies where the seller's VAT would be charged.
   * Exports, sales outside the scope and sellers without registration ignore it. Refused if the client's state decides.
   */
  readonly exemption?: VatExemption | undefined;
  /**
   * The place of a service whose place is not that of a party (articles 47 to 57), such as a stay in a hotel: ISO 3166-1
   * alpha-2, or the id of an area such as `PT-30`. For goods, only where they are handed over.
   */
  readonly placeOfSupply?: string | undefined;
  /**
   * Where the transport of stated goods begins: ISO 3166-1 alpha-2 for a country without its areas, the id of an area such
   * as `PT-30`, or `XI` for Northern Ireland. So `ES` is never in the Canary Islands, also if the company is there. Absent:
   * where the company is.
   */
  readonly dispatchedFrom?: string | undefined;
  /** Who imports stated goods that enter the EU. Absent: the client, but required if they do not leave the company's own state. */
  readonly importer?: (typeof IMPORTERS)[number] | undefined;
  /**
   * What happens if the client's number decides the treatment but fails its state's checksum: `warn`, because some
   * states have issued numbers that break their own rule, or `refuse` with `vat_number_invalid`. Absent: `warn`.
   */
  readonly failedChecksum?: "warn" | "refuse" | undefined;
}

/** What `determineVat` decided. */
export interface VatDecision {
  /** Percent: `25.5` means 25.5 %. 0 if no VAT is charged. */
  readonly rate: number;
  /** The row of the VAT table that applies. */
  readonly treatment: AutomaticTreatment;
  /** The country whose rate it is, ISO 3166-1 alpha-2 (`FR` for Monaco, `PT` for Madeira); `null` if none. */
  readonly rateCountry: string | null;
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** EN 16931's exemption reason code (BT-121), such as `VATEX-EU-AE`; `null` if there is none. */
  readonly vatexCode: string | null;
  /** The reason, in English, for people: the places, whose rate, what was assumed and what would change it. */
  readonly reason: string;
  /** The legal note to print, one line; `""` if the law requires none. */
  readonly vatNote: string;
  /** In the order of {@link VAT_WARNING_CODES}. */
  readonly warnings: readonly VatWarning[];
}

/** All warnings, in the order in which they are given. A code never changes its meaning; details may be reworded. */
export const VAT_WARNING_CODES = [
  "vat_number_of_another_state",
  "vat_number_of_a_consumer",
  "vat_number_checksum_failed",
  "seller_vat_number_missing",
  "vat_number_of_the_sellers_state",
  "supply_not_stated",
  "company_without_number",
  "client_status_not_stated",
  "service_abroad_without_registration",
  "oss_without_registration",
  "oss_threshold",
  "place_of_event_unstated",
  "services_to_a_consumer_outside_the_eu",
  "digital_services_from_outside_the_eu",
  "national_rule_for_services",
  "northern_ireland_goods",
  "regional_rate",
  "supply_assumed",
  "tax_rate_missing",
  "tax_rate_unlawful",
  "delivery_contradicts_vat",
  "export_proof_missing",
  "seller_vat_number_checksum_failed",
  "exemption_note_missing",
  "invoice_incomplete",
  "einvoice_incomplete",
  "format_required",
  "supply_date_missing",
  "supply_date_assumed",
  "document_type_unusual",
  "split_payment_unauthorised",
  "tax_point_long_ago",
  "due_date_before_issue",
  "exchange_rate_missing",
  "vat_number_unverified",
] as const;

/** One of {@link VAT_WARNING_CODES}. */
export type VatWarningCode = (typeof VAT_WARNING_CODES)[number];

/** Something the host should check. It does not change the decision. */
export interface VatWarning {
  /** One of {@link VAT_WARNING_CODES}. */
  readonly code: VatWarningCode;
  /** In English, for people: what was found and what to do about it. */
  readonly detail: string;
}
