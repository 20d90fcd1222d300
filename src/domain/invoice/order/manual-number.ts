import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { isRefusal } from "../../refusal.ts";
import type { VatCategory } from "../../vat/category.ts";
import { parseVatNumber, requireClientVatNumber, type VatNumber } from "../../vat/number/parse.ts";
import { classify, type SaleFacts, saleFactsOf } from "../../vat/sale-facts.ts";
import type { VatWarning } from "../../vat/types.ts";
import { failedChecksumDetail } from "../../vat/warnings.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { dispatchPlaceOf } from "./delivery-place.ts";

/** Categories of sales that only a client with a VAT number can have. @see EN 16931: BR-AE-02, BR-IC-02 */
export const NEEDING_CLIENT_NUMBER: readonly VatCategory[] = ["AE", "K"];

/** Whether the client's VAT number allows the categories that the lines of an order state. */
interface ManualNumber {
  /** Whether it is a well-formed VAT number of a member state. */
  readonly isUsable: boolean;
  readonly warnings: readonly VatWarning[];
}

const UNUSABLE: ManualNumber = { isUsable: false, warnings: [] };

/**
 * Whether the client's VAT number allows lines to state category AE or K. The host decides, so the number is checked
 * but never refused. Only for orders with `autoVat: false`.
 *
 * @see Directive 2006/112/EC, articles 138(1)(b), 226(4) and 264(1)(b)
 */
export function manualNumber(profile: CompanyProfile, order: InvoiceOrder, on: CalendarDay): ManualNumber {
  const { clientVatNumber: vatNumber, clientAddress: address, items } = order;
  const states = (category: VatCategory) => items.some(({ vatCategory }) => vatCategory === category);
  if (vatNumber === undefined || !NEEDING_CLIENT_NUMBER.some(states)) return UNUSABLE;
  const country = order.clientCountry ?? parseVatNumber(vatNumber)?.country;
  if (country === undefined) return UNUSABLE;
  const supply = states("K") ? "goods" : undefined;
  const dispatchedFrom = dispatchPlaceOf(order);
  const facts = saleFactsOf(profile, { country, address, vatNumber }, { on, supply, dispatchedFrom });
  const parsed = usableNumber(vatNumber, country, facts);
  if (parsed === undefined) return UNUSABLE;
  const warnings: VatWarning[] = [];
  if (parsed.checksum === "failed") {
    warnings.push({ code: "vat_number_checksum_failed", detail: failedChecksumDetail(parsed) });
  }
  if (states("K") && parsed.country === facts.seller.id) {
    const whose = dispatchedFrom === undefined ? "the seller's own state" : facts.seller.name;
    const detail =
      `The VAT number is of ${whose}, but an intra-Community supply needs one of another member state ` +
      "(Directive 2006/112/EC, articles 138(1)(b) and 264(1)(b)). Ask the client for it.";
    warnings.push({ code: "vat_number_of_the_sellers_state", detail });
  }
  return { isUsable: true, warnings };
}

function usableNumber(vatNumber: string, country: string, facts: SaleFacts): VatNumber | undefined {
  try {
    return requireClientVatNumber(vatNumber, country, facts, classify(facts).clientInEu, "warn");
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
