import type { CompanyProfile } from "../generated/company-profile.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import type { InvoiceSeller } from "./generated/invoice.ts";
import { orderedInvoiceSeller } from "./generated/key-order.ts";

/** The seller as a document has it: its VAT number and that of its tax representative are normalised. */
export function sellerOf(profile: CompanyProfile): InvoiceSeller {
  const seller = orderedInvoiceSeller(profile);
  const { vatNumber, taxRepresentative } = seller;
  if (vatNumber === undefined && taxRepresentative === undefined) return seller;
  const normalised = { ...seller };
  if (vatNumber !== undefined) normalised.vatNumber = normalisedVatNumber(vatNumber, seller.country);
  if (taxRepresentative !== undefined) {
    const ownNumber = normalisedVatNumber(taxRepresentative.vatNumber, taxRepresentative.country);
    normalised.taxRepresentative = { ...taxRepresentative, vatNumber: ownNumber };
  }
  return normalised;
}

/** A number of a member state, or of Great Britain, is normalised and has its prefix. Any other one stays as given. */
function normalisedVatNumber(vatNumber: string, country: string): string {
  const parsed = parseVatNumber(vatNumber, country);
  return parsed === undefined ? vatNumber : parsed.prefix + parsed.number;
}
