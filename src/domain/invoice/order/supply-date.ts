import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { isTerritoryInEu, vatTerritoryOf } from "../../vat/territory/territory.ts";
import type { VatWarning } from "../../vat/types.ts";
import { isAdvanceType } from "../document-types.ts";
import type { CreditNoteOrder } from "../generated/credit-note.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { totalIn } from "../total-in.ts";
import type { OrderVat } from "./order-vat.ts";

/** The largest total in euros of an invoice that needs no time of supply. @see UStDV § 33 */
const SMALL_INVOICE = 250;

/** What decides whether an order needs a day of supply. */
interface DatedOrder {
  readonly profile: CompanyProfile;
  /** Of a credit note, which names the invoices whose supply it corrects, or their period. */
  readonly order: InvoiceOrder & Pick<CreditNoteOrder, "correctedInvoices">;
  readonly vat: Pick<OrderVat, "parts" | "registration">;
  readonly taxPointDate: CalendarDay;
  readonly currency: string;
  readonly total: number;
}

/**
 * The day of supply that an invoice states although its order does not: German law wants one even if it is the day of issue, so
 * it is that of the tax point. `undefined` for sellers elsewhere, and where that law wants none: with another time of each
 * supply, before the supply, on small invoices, on credit notes, which name what they correct, and for small enterprises.
 *
 * @see UStG § 14(4) no. 6; UStDV §§ 33 and 34a; Bundesfinanzhof, XI R 62/07
 */
export function assumedSupplyDate({
  profile,
  order,
  vat,
  taxPointDate,
  currency,
  total,
}: DatedOrder): CalendarDay | undefined {
  const { country, address } = vat.registration === undefined ? profile : { ...vat.registration, address: undefined };
  if (country !== "DE" || !profile.vatRegistered) return undefined;
  const { supplyDate, taxPointDate: stated, period, items, documentType, exchangeRate, correctedInvoices } = order;
  if ((supplyDate ?? stated ?? period ?? correctedInvoices) !== undefined) return undefined;
  if (items.every((line) => line.period !== undefined)) return undefined;
  if (isAdvanceType(documentType)) return undefined;
  const inEuros = totalIn("EUR", { total, currency, exchangeRate });
  if (inEuros !== undefined && inEuros <= SMALL_INVOICE && hasGermanRelief(vat)) return undefined;
  const seller = vatTerritoryOf("DE", address?.postalCode);
  return isTerritoryInEu(seller, taxPointDate, undefined) ? taxPointDate : undefined;
}

/** Warns that the invoice states a day of supply that nobody stated. */
export function supplyDateWarnings(day: CalendarDay | undefined): VatWarning[] {
  if (day === undefined) return [];
  const detail = `No day of supply was stated, so the invoice says ${day} (UStG § 14(4) no. 6). State supplyDate or period.`;
  return [{ code: "supply_date_assumed", detail }];
}

/**
 * Whether German law asks less of an invoice than usual: not if the client owes the VAT, and not for an intra-Community supply.
 * It asks for no invoice at all for what is declared through OSS.
 *
 * @see UStDV § 33 sentence 3; UStG § 14a(1), (2) and (3)
 */
export function hasGermanRelief({ parts }: Pick<OrderVat, "parts">): boolean {
  return parts.every(({ vatCategory }) => vatCategory !== "AE" && vatCategory !== "K");
}
