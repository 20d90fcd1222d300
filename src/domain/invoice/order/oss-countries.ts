import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { VatCategory } from "../../vat/category.ts";
import { requireChargeablePlace } from "../../vat/place-of-supply.ts";
import type { VatRates } from "../../vat/rates/rate-table.ts";
import { supplyAssumption } from "../../vat/reason.ts";
import { type ClassifiedSale, classify, isServiceTaxedAbroad, saleFactsOf } from "../../vat/sale-facts.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { eachPart, type OrderPart } from "./order-parts.ts";

/** Where the VAT of the lines of an order is declared, and warnings about what is missing to decide it. */
interface OssCountries {
  /** For each part the country in which its VAT is declared through OSS, ISO 3166-1 alpha-2; `null` if none. */
  readonly countries: readonly (string | null)[];
  readonly warnings: readonly VatWarning[];
}

/**
 * The countries in which the VAT of an order with `autoVat: false` is declared through OSS: the client's, or that of a
 * stated place of supply, for taxed lines whose sale is `oss` by the VAT table. The rate does not matter, because OSS has
 * reduced rates too.
 *
 * @throws Refusal `request_invalid` if a place outside the seller's state is stated for goods
 * @see Directive 2006/112/EC, article 369g: the return has the VAT of each member state of consumption
 */
export function ossCountries(
  profile: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly (OrderPart & { readonly taxRate: number; readonly vatCategory: VatCategory })[],
  on: CalendarDay,
  rates: VatRates | undefined,
): OssCountries {
  const { clientCountry: country, clientAddress: address, clientVatNumber: vatNumber, isCompany } = order;
  const client = { country: country ?? profile.country, address, vatNumber, isCompany };
  const sales = new Map<string, ClassifiedSale>();
  const countries = eachPart(parts, ({ supply, placeOfSupply, taxRate, vatCategory }) => {
    const isTaxed = taxRate > 0 && vatCategory === "S";
    if (placeOfSupply === undefined && (country === undefined || !isTaxed)) return null;
    const key = `${supply} ${placeOfSupply}`;
    const sale = sales.get(key) ?? classify(saleFactsOf(profile, client, { on, supply, placeOfSupply }));
    sales.set(key, sale);
    if (placeOfSupply !== undefined && supply === "goods") requireChargeablePlace(sale);
    if (!isTaxed || (placeOfSupply !== undefined && sale.isBusiness)) return null;
    const isOss = sale.row.treatment === "oss" || (profile.ossRegistered && isServiceTaxedAbroad(sale, taxRate, rates));
    return isOss ? sale.client.rateCountry : null;
  });
  return { countries, warnings: supplyWarnings(sales.get("undefined undefined")) };
}

/** The warning about taxed lines whose supply is not stated, if they are sold to a consumer in another member state. */
function supplyWarnings(unstated: ClassifiedSale | undefined): VatWarning[] {
  if (unstated?.row.treatment !== "oss" && unstated?.row.treatment !== "origin") return [];
  const detail =
    `${supplyAssumption(unstated)} State supply: the OSS return lists goods and services apart, and lacks services that ` +
    "are taxed where the seller is.";
  return [{ code: "supply_not_stated", detail }];
}
