import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { VatCategory } from "../../vat/category.ts";
import type { VatRates } from "../../vat/rates/rate-table.ts";
import { supplyAssumption } from "../../vat/reason.ts";
import { type ClassifiedSale, classify, isServiceTaxedAbroad, saleFactsOf, territoryOf } from "../../vat/sale-facts.ts";
import type { VatWarning } from "../../vat/types.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { deliveryPlaceOf } from "./delivery-place.ts";
import type { OrderPart } from "./order-parts.ts";

/** Where the VAT of the lines of an order is declared, and warnings about what is missing to decide it. */
interface OssCountries {
  /** For each part the country in which its VAT is declared through OSS, ISO 3166-1 alpha-2; `null` if none. */
  readonly countries: readonly (string | null)[];
  readonly warnings: readonly VatWarning[];
}

/**
 * The countries in which the VAT of an order with `autoVat: false` is declared through OSS: the client's, or that of a
 * stated place of supply, for taxed lines whose sale is `oss` by the VAT table. The rate does not matter, because OSS has
 * reduced rates too. Goods are sold where they go; at another place they may come from a store there, which OSS does not
 * cover.
 *
 * @see Directive 2006/112/EC, article 369g: the return has the VAT of each member state of consumption
 */
export function ossCountries(
  profile: CompanyProfile,
  order: InvoiceOrder,
  parts: readonly (OrderPart & { readonly taxRate: number; readonly vatCategory: VatCategory })[],
  on: CalendarDay,
  rates: VatRates | undefined,
): OssCountries {
  const { clientCountry: country, clientAddress: address, clientVatNumber: vatNumber, isCompany, deliverTo } = order;
  const client = { country: country ?? profile.country, address, vatNumber, isCompany };
  const arrival = deliveryPlaceOf(deliverTo);
  const sales = new Map<string, ClassifiedSale>();
  const countries = parts.map(({ supply, placeOfSupply, taxRate, vatCategory }) => {
    const place = supply === "goods" ? arrival : undefined;
    if (taxRate === 0 || vatCategory !== "S" || (placeOfSupply ?? country ?? place) === undefined) return null;
    const key = `${supply} ${placeOfSupply}`;
    const buyer = { ...client, ...place };
    const sale = sales.get(key) ?? classify(saleFactsOf(profile, buyer, { on, supply, placeOfSupply }));
    sales.set(key, sale);
    const goesElsewhere = supply === "goods" && territoryOf(buyer, supply).id !== sale.client.id;
    if (placeOfSupply !== undefined && (sale.isBusiness || goesElsewhere)) return null;
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
