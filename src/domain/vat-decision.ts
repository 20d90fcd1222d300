import type { CalendarDay } from "./calendar.ts";
import type { VatCategory } from "./vat-category.ts";
import type { VatRates } from "./vat-rates.ts";
import type { AutomaticTreatment, Supply } from "./vat-table.ts";
import type { VatWarning } from "./vat-warning.ts";

/** Where a party is, as far as VAT asks. */
export interface VatPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /**
   * Tells areas that no country code tells: the Canary Islands, Livigno, Madeira, Northern Ireland and others. Absent:
   * that of {@link address}; without either, the country's mainland. One that is no area's changes nothing.
   */
  readonly postalCode?: string | undefined;
  /** Read for its postal code alone, so that a company's profile or an order's client can be passed as it is. */
  readonly address?: { readonly postalCode?: string | undefined } | undefined;
}

/** The seller, as far as VAT asks. A company's profile is one. */
export interface VatCompany extends VatPlace {
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers of other member states through the one-stop shop. */
  readonly ossRegistered: boolean;
  /** The company's own. Absent: a warning where the law wants it on the invoice. */
  readonly vatNumber?: string | undefined;
  /** BCP 47 tag of the language of its notes, such as `de` or `nl-BE`. Absent: the country's main language. */
  readonly language?: string | undefined;
  /** What a company that is not VAT-registered prints on its invoices. Absent: nothing. */
  readonly exemptionNote?: string | undefined;
}

/** The client, as far as VAT asks. */
export interface VatClient extends VatPlace {
  /** With or without prefix, spaces, dots and dashes. Given means meant: a malformed one is refused where it decides. */
  readonly vatNumber?: string | undefined;
  /** Whether the client is a company. Without a VAT number it is taxed as a consumer all the same. */
  readonly isCompany?: boolean | undefined;
}

/** Options of `determineVat`. */
export interface VatOptions {
  /** The tax point: the calendar day whose rates and borders apply. */
  readonly on: CalendarDay;
  /** What is sold. Absent: the specification's table, which does not ask; the reason says what was assumed. */
  readonly supply?: Supply | undefined;
  /** Standard rates of the host's own; a country listed here takes the place of the built-in rows. */
  readonly rates?: VatRates | undefined;
  /**
   * What a client's number does that decides and fails its state's check: `warn`, since some states have issued
   * numbers that break their own rule, or `refuse` with `vat_number_invalid`. Absent: `warn`.
   */
  readonly failedChecksum?: "warn" | "refuse" | undefined;
}

/** What `determineVat` decided. */
export interface VatDecision {
  /** Percent: `25.5` means 25.5 %. 0 where no VAT is charged. */
  readonly rate: number;
  readonly treatment: AutomaticTreatment;
  /** Whose standard rate it is, ISO 3166-1 alpha-2 (`FR` for Monaco, `PT` for Madeira); `null` where nobody's. */
  readonly rateCountry: string | null;
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** EN 16931's exemption reason code (BT-121), such as `VATEX-EU-AE`; `null` where there is none. */
  readonly vatexCode: string | null;
  /** Why, for people, in English: the places, whose rate, what was assumed and what would change it. */
  readonly reason: string;
  /** The legal mention to print, one line; `""` where the law asks for none. */
  readonly vatNote: string;
  readonly warnings: readonly VatWarning[];
}
