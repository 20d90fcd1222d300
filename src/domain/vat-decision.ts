import type { CalendarDay } from "./calendar.ts";
import type { VatCategory } from "./vat-category.ts";
import type { VatRates } from "./vat-rates.ts";
import type { AutomaticTreatment, Supply } from "./vat-table.ts";

/** The seller, as far as VAT asks. */
export interface VatCompany {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers of other member states through the one-stop shop. */
  readonly ossRegistered: boolean;
  /** What a company that is not VAT-registered prints on its invoices. Absent: nothing. */
  readonly exemptionNote?: string | undefined;
}

/** The client, as far as VAT asks. */
export interface VatClient {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** With or without prefix, spaces, dots and dashes. Given means meant: a malformed one is refused where it decides. */
  readonly vatNumber?: string | undefined;
  /** Whether the client is a company. Without a VAT number it is taxed as a consumer all the same. */
  readonly isCompany?: boolean | undefined;
}

/** Options of `determineVat`. */
export interface VatOptions {
  /** The tax point: the calendar day whose rates and borders apply. */
  readonly on: CalendarDay;
  /** What is sold. Absent: the specification's table, which does not ask. */
  readonly supply?: Supply | undefined;
  /** Standard rates of the host's own; a country listed here takes the place of the built-in rows. */
  readonly rates?: VatRates | undefined;
}

/** Something the host should look at; the decision stands all the same. */
export interface VatWarning {
  readonly code: "vat_number_of_another_state" | "vat_number_of_a_consumer";
  readonly detail: string;
}

/** What `determineVat` decided. */
export interface VatDecision {
  /** Percent: `25.5` means 25.5 %. 0 where no VAT is charged. */
  readonly rate: number;
  readonly treatment: AutomaticTreatment;
  /** Whose standard rate it is, ISO 3166-1 alpha-2 (`FR` for Monaco); `null` where nobody's. */
  readonly rateCountry: string | null;
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** EN 16931's exemption reason code (BT-121), such as `VATEX-EU-AE`; `null` where there is none. */
  readonly vatexCode: string | null;
  /** Why, for people. */
  readonly reason: string;
  /** The legal mention to print; `""` where the law asks for none. */
  readonly vatNote: string;
  readonly warnings: readonly VatWarning[];
}
