import type { CalendarDay } from "../calendar.ts";
import type { Address, CompanyProfile } from "../company-profile.ts";
import { exchangeRateWarnings } from "../money/tax-currency.ts";
import { parseVatNumber } from "../vat/number/parse.ts";
import { isEuVatTerritory } from "../vat/territory/territory.ts";
import { VAT_WARNING_CODES, type VatWarning } from "../vat/types.ts";
import { sellerVatNumberMissing } from "../vat/warnings.ts";
import type { InvoiceOrder, OrderItem } from "./order.ts";
import { dueDateWarnings, type OrderDay, timeZoneWarnings } from "./order-dates.ts";
import { decideOrderVat, type HostVatOptions, type OrderVat } from "./order-vat.ts";

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
  const sellerInEu = isEuVatTerritory(profile.country, taxPointDate, profile.address?.postalCode);
  const warnings = [
    ...vat.warnings,
    ...(sellerInEu ? contentWarnings(profile, order, vat) : []),
    ...rateChangeWarnings(decided, host),
    ...dueDateWarnings(order, host.today),
    ...exchangeRateWarnings(taxTotal, { exchangeRate: order.exchangeRate, currency }, { taxCurrency, sellerInEu }),
  ];
  return warnings.length < 2 ? warnings : warnings.sort((a, b) => placeOf(a) - placeOf(b));
}

const placeOf = ({ code }: VatWarning) => VAT_WARNING_CODES.indexOf(code);

function rateChangeWarnings({ profile, order, vat }: DecidedOrder, host: HostVatOptions & OrderDay): VatWarning[] {
  if ((order.taxPointDate ?? order.supplyDate) !== undefined || order.autoVat === false) return [];
  const ratesOf = ({ lines }: OrderVat) => lines.map(({ taxRate }) => taxRate).join();
  return timeZoneWarnings(ratesOf(vat), host, (day) => ratesOf(decideOrderVat(profile, order, day, host)));
}

/** Categories that need the reason why no VAT is charged. @see EN 16931: BR-E-10, BR-AE-10, BR-IC-10, BR-G-10 */
const WITH_REASON = ["E", "AE", "K", "G"];

/** Categories of sales that only a client with a VAT number can have. @see EN 16931: BR-AE-02, BR-IC-02 */
const WITH_CLIENT_NUMBER = ["AE", "K"];

/**
 * The warnings about what article 226 requires on the invoices of sellers in the EU and what the order and the profile
 * do not give. Invoices to consumers need no address.
 *
 * @see Directive 2006/112/EC, articles 220 and 226 (3), (4), (5), (11) and (11a)
 */
function contentWarnings(profile: CompanyProfile, order: InvoiceOrder, vat: OrderVat): VatWarning[] {
  if (!profile.vatRegistered) return [];
  const missing = missingContent(profile, order, vat);
  if (missing.length === 0) return sellerNumberWarnings(profile, vat);
  const detail =
    `The invoice lacks required content (Directive 2006/112/EC, article 226): ${missing.join(", ")}. Give it with the ` +
    "profile or the order.";
  return [...sellerNumberWarnings(profile, vat), { code: "invoice_incomplete", detail }];
}

function sellerNumberWarnings({ country, vatNumber }: CompanyProfile, vat: OrderVat): VatWarning[] {
  const parsed = vatNumber === undefined ? undefined : parseVatNumber(vatNumber, country);
  if (parsed === undefined) {
    const isKnown = vat.warnings.some(({ code }) => code === sellerVatNumberMissing.code);
    return isKnown ? [] : [sellerVatNumberMissing];
  }
  if (parsed.checksum !== "failed") return [];
  const detail = `The seller's VAT number ${parsed.prefix}${parsed.number} fails its state's checksum. Check the profile.`;
  return [{ code: "seller_vat_number_checksum_failed", detail }];
}

/** What is missing, in the order of article 226. */
function missingContent(profile: CompanyProfile, order: InvoiceOrder, vat: OrderVat): string[] {
  const { clientVatNumber, clientAddress, isCompany, items } = order;
  const isBusiness = clientVatNumber !== undefined || isCompany === true;
  const missing: string[] = [];
  if (clientVatNumber === undefined && items.some((line) => isOneOf(WITH_CLIENT_NUMBER, line))) {
    missing.push("the client's VAT number (4)");
  }
  if (isBusiness && !hasPlace(profile.address)) missing.push("the seller's address (5)");
  if (isBusiness && !hasPlace(clientAddress)) missing.push("the client's address (5)");
  if (vat.vatNote === "" && items.some((line) => isOneOf(WITH_REASON, line) && !isExplained(line))) {
    missing.push("a vatNote, or an exemptionReason of the line, that says why no VAT is charged (11, 11a)");
  }
  return missing;
}

function isOneOf(categories: readonly string[], { vatCategory }: OrderItem): boolean {
  return vatCategory !== undefined && categories.includes(vatCategory);
}

function isExplained({ exemptionReason, vatexCode }: OrderItem): boolean {
  return exemptionReason !== undefined || vatexCode !== undefined;
}

/** A postal code alone only tells the VAT where the client is. */
function hasPlace(address: Address | undefined): boolean {
  return address?.line1 !== undefined || address?.city !== undefined;
}
