import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { Decimal } from "../../money/decimal.ts";
import type { InvoiceTotals } from "../../money/totals.ts";
import { fieldRefusal } from "../../refusal.ts";
import { dispatchOf, registrationsOn, territoryOf } from "../../vat/sale-facts.ts";
import { countryName } from "../../vat/territory/country.ts";
import { isTerritoryInEu } from "../../vat/territory/territory.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import type { DecidedPart } from "./order-parts.ts";

/** EUR, without VAT and without transport. @see Directive 2006/112/EC, article 369l(1) */
const LIMIT = 150;

/** An order that may use the import scheme. */
interface Consignment {
  readonly profile: CompanyProfile;
  readonly order: InvoiceOrder;
  readonly parts: readonly DecidedPart[];
  readonly totals: InvoiceTotals;
  readonly on: CalendarDay;
  readonly currency: string;
  /** Into which the order's exchange rate is, if it names none. */
  readonly taxCurrency: string;
}

/**
 * The profile without the import scheme, if the goods of an order are worth more than it covers, and the company is registered
 * where they arrive or the VAT is by hand; `undefined` if the scheme covers them. One order is one consignment.
 *
 * @throws Refusal `request_invalid` if it is not registered there, or the value in euros is not known
 */
export function outsideImportScheme(consignment: Consignment): CompanyProfile | undefined {
  const { profile, order, parts, on } = consignment;
  const part = parts.find((each) => isInImportScheme(each, profile, on));
  if (part === undefined) return undefined;
  const value = valueInEuros(consignment);
  if (value.lte(LIMIT)) return undefined;
  const state = part.rateCountry!;
  const isRegistered = territoryOf(profile, "goods").rateCountry === state || registrationsOn(profile, on).has(state);
  if (order.autoVat === false || isRegistered)
    return { ...profile, ossSchemes: profile.ossSchemes!.filter((scheme) => scheme !== "import") };
  const detail =
    `is seller, but the import scheme is for consignments of at most EUR ${LIMIT} (article 369l), and these goods are worth ` +
    `EUR ${value}; name a registration in ${countryName(state)}, or let the client import them`;
  throw fieldRefusal("importer", detail);
}

/** Of an order whose seller imports: whether a part is goods from outside the EU with VAT that no registration declares. */
function isInImportScheme(part: DecidedPart, profile: CompanyProfile, on: CalendarDay): boolean {
  const { supply, rateCountry, registration, treatment } = part;
  if (supply !== "goods" || rateCountry === null || registration !== undefined) return false;
  if (treatment !== "oss" && treatment !== "manual") return false; // such as goods that are imported at home
  return !isTerritoryInEu(dispatchOf(part) ?? territoryOf(profile, supply), on, supply);
}

/** The value of an order's goods, less allowances. It excludes charges, because transport does not count. */
function valueInEuros({ order, parts, totals, currency, taxCurrency }: Consignment): Decimal {
  const sumOf = (list: readonly { readonly netAmount: number }[]) =>
    list.reduce((sum, { netAmount }) => sum.plus(netAmount), new Decimal(0));
  const goods = totals.items.filter((_, index) => parts[index]!.supply === "goods");
  const value = sumOf(goods).minus(sumOf(totals.allowances ?? []));
  if (currency === "EUR") return value;
  const { rate, currency: into = taxCurrency } = order.exchangeRate ?? {};
  if (rate !== undefined && into === "EUR") return value.times(rate);
  const detail = `is required, with currency EUR, because the import scheme is for goods of at most EUR ${LIMIT} (article 369l)`;
  throw fieldRefusal("exchangeRate", detail);
}
