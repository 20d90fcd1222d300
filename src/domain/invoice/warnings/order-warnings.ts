import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { isTerritoryInEu, vatTerritoryOf } from "../../vat/territory/territory.ts";
import { VAT_WARNING_CODES, type VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { chargesOwnVat } from "../mentions/mentions.ts";
import { manualNumber } from "../order/manual-number.ts";
import { dueDateWarnings, type OrderDay, periodWarnings, taxPointWarnings } from "../order/order-dates.ts";
import { decideOrderVat, type HostVatOptions, type OrderVat } from "../order/order-vat.ts";
import { exchangeRateWarnings } from "../tax-currency.ts";
import { contentWarnings, representativeWarnings } from "./content-warnings.ts";
import { deliveryWarnings } from "./delivery-warnings.ts";

/** What the warnings about an order depend on. */
interface DecidedOrder {
  readonly profile: CompanyProfile;
  readonly order: InvoiceOrder;
  readonly vat: OrderVat;
  readonly taxPointDate: CalendarDay;
  readonly taxTotal: number;
  readonly currency: string;
  readonly taxCurrency: string;
}

/** All warnings about an order, in the order of `VAT_WARNING_CODES`: those of its VAT, and those of the invoice. */
export function orderWarnings(decided: DecidedOrder, host: HostVatOptions & OrderDay): readonly VatWarning[] {
  const { profile, order, vat, taxPointDate, taxTotal, currency, taxCurrency } = decided;
  const { exchangeRate } = order;
  const seller = vatTerritoryOf(profile.country, profile.address?.postalCode);
  const sellerInEu = isTerritoryInEu(seller, taxPointDate, undefined);
  // A seller outside the EU declares VAT through OSS in the state where it has OSS, which the library does not know.
  const isSellersVat = sellerInEu || (vat.treatment !== "oss" && chargesOwnVat(profile, vat));
  const currencies = { taxCurrency, sellerInEu };
  const number = order.autoVat === false ? manualNumber(profile, order, taxPointDate) : undefined;
  const warnings = [
    ...vat.warnings,
    ...(order.deliverTo === undefined && order.autoVat !== false
      ? [] // most orders
      : deliveryWarnings(profile, order, vat, taxPointDate)),
    ...(number?.warnings ?? []),
    ...(sellerInEu ? contentWarnings(profile, order, vat, number?.isUsable === true) : representativeWarnings(profile)),
    ...taxPointWarnings(taxPointDate, host.today),
    ...rateChangeWarnings(decided, host),
    ...dueDateWarnings(order, host.today),
    ...(isSellersVat ? exchangeRateWarnings(taxTotal, { exchangeRate, currency }, currencies) : []),
  ];
  return warnings.length < 2 ? warnings : inOrder(warnings);
}

/** The warnings in the order of `VAT_WARNING_CODES`; the same array. */
export function inOrder(warnings: VatWarning[]): VatWarning[] {
  return warnings.sort((a, b) => VAT_WARNING_CODES.indexOf(a.code) - VAT_WARNING_CODES.indexOf(b.code));
}

function rateChangeWarnings(
  { profile, order, vat, taxPointDate }: DecidedOrder,
  host: HostVatOptions & OrderDay,
): VatWarning[] {
  if ((order.taxPointDate ?? order.supplyDate) !== undefined || order.autoVat === false) return [];
  if (order.taxPointCode === "3") return [];
  let hasPeriod = order.period !== undefined;
  for (const { period } of order.items) hasPeriod ||= period !== undefined;
  if (!hasPeriod || taxPointDate !== host.today) return []; // most orders
  const ratesOf = ({ parts }: OrderVat) => parts.map(({ taxRate }) => taxRate).join();
  const ratesOn = (day: CalendarDay) => ratesOf(decideOrderVat(profile, order, day, host));
  const rates = ratesOf(vat);
  return periodWarnings(rates, order, host.today, ratesOn);
}
