import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { isVatPaidByClient } from "../payable.ts";
import { type ConvertibleTotal, totalIn } from "../total-in.ts";

/** The words of the law, in the note of an invoice. @see Ustawa o VAT, art. 106e ust. 1 pkt 18a (Poland) */
export const SPLIT_PAYMENT = "mechanizm podzielonej płatności";

/** The total above which sales under annex 15 are paid by split payment, in PLN. */
const LIMIT = 15_000;

/**
 * The last days of the authorisations by which Italian clients pay the VAT of the company to the state, newest first.
 *
 * @see Directive 2006/112/EC, article 395. The decision of 2026 is known from reports that do not give its number.
 */
const AUTHORISED_UNTIL: readonly [Authorisation, ...Authorisation[]] = [
  { until: "2029-06-30", source: "Council Implementing Decision of July 2026" },
  { until: "2026-06-30", source: "Council Implementing Decision (EU) 2023/1552" },
];

interface Authorisation {
  readonly until: CalendarDay;
  readonly source: string;
}

/** The warning for an Italian split payment on a day for which no authorisation of the EU is known. */
export function splitPaymentWarnings(profile: CompanyProfile, order: InvoiceOrder, on: CalendarDay): VatWarning[] {
  const [{ until, source }] = AUTHORISED_UNTIL;
  if (!isVatPaidByClient(profile, order) || on <= until) return [];
  const detail =
    `Split payment (national.it.splitPayment) is authorised until ${until} (${source}); a later authorisation is not known ` +
    "to this release. Ask whether it was extended, or leave splitPayment out.";
  return [{ code: "split_payment_unauthorised", detail }];
}

/** What decides on split payment, of an order or a document. */
type SplitPaymentFacts = ConvertibleTotal &
  Pick<InvoiceOrder, "national" | "items" | "clientVatNumber"> & { readonly taxTotal: number };

/**
 * Whether the client of a Polish seller must pay the VAT to an account of its own. No VAT, no split: sales
 * abroad and reverse charges have none to pay. Without an exchange rate to PLN the total counts as below the limit.
 *
 * @see Ustawa o VAT, art. 106e ust. 1 pkt 18a and art. 108a ust. 1a and 2 (Poland)
 */
export function owesSplitPayment(given: SplitPaymentFacts): boolean {
  const { national, items, clientVatNumber, taxTotal } = given;
  const stated = national?.pl?.splitPayment;
  if (stated !== undefined) return stated;
  if (clientVatNumber === undefined || taxTotal === 0) return false;
  if (!items.some((item) => item.national?.pl?.annex15 === true)) return false;
  return (totalIn("PLN", given) ?? 0) > LIMIT;
}
