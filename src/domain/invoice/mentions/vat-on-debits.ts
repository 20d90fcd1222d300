import type { CompanyProfile } from "../../generated/company-profile.ts";
import type { InvoiceOrder } from "../generated/order.ts";

/**
 * Whether a French seller owes the VAT on the services of an order or document when it invoices them. Goods are not
 * concerned; a line whose supply is not stated is taken for a service.
 *
 * @see Code général des impôts, article 269(2)(c), and annexe III, article 77 (France)
 */
export function owesVatOnDebits(
  { national }: Pick<CompanyProfile, "national">,
  {
    supply: shared,
    items,
  }: Pick<InvoiceOrder, "supply"> & { readonly items: readonly Pick<InvoiceOrder["items"][number], "supply">[] },
): boolean {
  return national?.fr?.vatOnDebits === true && items.some(({ supply = shared }) => supply !== "goods");
}
