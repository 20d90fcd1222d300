// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { CalendarDay } from "../../calendar.ts";
import type { CountryCode } from "../territory/country.ts";

/**
 * A company's registration for VAT in a member state other than its own.
 *
 * @see Directive 2006/112/EC, article 214
 */
export interface VatRegistration {
  /** The member state. ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
  /** The company's number there, which documents of sales from there show. 1 to 40 characters. */
  readonly vatNumber: string;
  /** The first day of the registration. Absent: no sale is too early. */
  readonly since?: CalendarDay | undefined;
  /** The last day. Absent: it has not ended. */
  readonly until?: CalendarDay | undefined;
  /** Whether the company has a fixed establishment there, which a VAT number alone is not. Absent: no. */
  readonly establishment?: boolean | undefined;
}
