import type { CalendarDay } from "../../calendar.ts";
import type { Address, CompanyProfile } from "../../generated/company-profile.ts";
import type { VatCategory } from "../../vat/category.ts";
import { parseVatNumber } from "../../vat/number/parse.ts";
import { WITH_FRENCH_VAT } from "../../vat/territory/membership.ts";
import { isTerritoryInEu, vatTerritoryOf } from "../../vat/territory/territory.ts";
import { VAT_WARNING_CODES, type VatWarning } from "../../vat/types.ts";
import { sellerVatNumberMissing } from "../../vat/warnings.ts";
import { isCorrectedType } from "../document-types.ts";
import type { InvoiceOrder, OrderItem } from "../generated/order.ts";
import { chargesOwnVat } from "../mentions/mentions.ts";
import { splitPaymentWarnings } from "../mentions/split-payment.ts";
import { manualNumber, NEEDING_CLIENT_NUMBER } from "../order/manual-number.ts";
import { dueDateWarnings, type OrderDay, periodWarnings, taxPointWarnings } from "../order/order-dates.ts";
import { decideOrderVat, type HostVatOptions, type OrderVat } from "../order/order-vat.ts";
import { hasGermanRelief, supplyDateWarnings } from "../order/supply-date.ts";
import { exchangeRateWarnings } from "../tax-currency.ts";
import { deliveryWarnings, exportWarnings } from "./delivery-warnings.ts";

/** What the warnings about an order depend on. */
interface DecidedOrder {
  readonly profile: CompanyProfile;
  readonly order: InvoiceOrder;
  readonly vat: OrderVat;
  readonly taxPointDate: CalendarDay;
  /** The day of supply that the invoice states although the order does not. */
  readonly assumed: CalendarDay | undefined;
  /** About lines whose supply the profile says. */
  readonly supplyWarnings: readonly VatWarning[];
  readonly taxTotal: number;
  readonly currency: string;
  readonly taxCurrency: string;
}

/** All warnings about an order, in the order of `VAT_WARNING_CODES`: those of its VAT, and those of the invoice. */
export function orderWarnings(decided: DecidedOrder, host: HostVatOptions & OrderDay): readonly VatWarning[] {
  const { profile, order, vat, taxPointDate, taxTotal, currency, taxCurrency } = decided;
  const { exchangeRate } = order;
  const seller = vatTerritoryOf(profile.country, profile.address?.postalCode);
  const sellerInEu = vat.registration !== undefined || isTerritoryInEu(seller, taxPointDate, undefined);
  // A seller outside the EU declares VAT through OSS in the state where it has OSS, which the library does not know.
  const isSellersVat = sellerInEu || (vat.treatment !== "oss" && chargesOwnVat(profile, vat));
  const currencies = { taxCurrency, sellerInEu };
  const number = order.autoVat === false ? manualNumber(profile, order, taxPointDate) : undefined;
  const warnings = [
    ...vat.warnings,
    ...decided.supplyWarnings,
    ...(order.deliverTo === undefined && order.autoVat !== false
      ? [] // most orders
      : deliveryWarnings(profile, order, vat, taxPointDate)),
    ...exportWarnings(profile, order, vat, taxPointDate),
    ...(number?.warnings ?? []),
    ...(sellerInEu || WITH_FRENCH_VAT.includes(seller.id) ? exemptionNoteWarnings(profile, vat) : []),
    ...(sellerInEu ? contentWarnings(profile, order, vat, number?.isUsable === true) : representativeWarnings(profile)),
    ...taxPointWarnings(taxPointDate, host.today),
    ...rateChangeWarnings(decided, host),
    ...supplyDateWarnings(decided.assumed),
    ...documentTypeWarnings(order),
    ...splitPaymentWarnings(profile, order, taxPointDate),
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

/** Categories whose mention the seller's small enterprise note does not replace. @see EN 16931: BR-AE-10, BR-IC-10, BR-G-10 */
const NEEDING_MENTION: readonly VatCategory[] = ["AE", "K", "G"];

const REPRESENTATIVES_ADDRESS = "the tax representative's address (15)";

/**
 * Warns about content that article 226 requires of an EU seller and that neither the order nor the profile supplies.
 * Invoices to consumers need no address. A seller without registration is bound if it states reverse charge or an
 * intra-Community supply.
 *
 * @param hasClientNumber whether the order has a VAT number that allows the categories that its lines state
 * @see Directive 2006/112/EC, articles 219, 220 and 226 (3), (4), (5), (11), (11a) and (15)
 */
function contentWarnings(
  profile: CompanyProfile,
  order: InvoiceOrder,
  vat: OrderVat,
  hasClientNumber: boolean,
): VatWarning[] {
  if (!profile.vatRegistered && !statesAny(order.items, NEEDING_CLIENT_NUMBER)) return [];
  const missing = missingContent(profile, order, vat, hasClientNumber);
  return [...sellerNumberWarnings(profile, vat), ...incompleteWarnings(missing)];
}

/**
 * The warning about the address of a tax representative, which an invoice of a seller outside the EU must show too.
 *
 * @see Directive 2006/112/EC, article 226(15)
 */
function representativeWarnings({ vatRegistered, taxRepresentative }: CompanyProfile): VatWarning[] {
  if (!vatRegistered || taxRepresentative === undefined || hasStreetOrCity(taxRepresentative.address)) return [];
  return incompleteWarnings([REPRESENTATIVES_ADDRESS]);
}

/** The states that ask for no mention, because their small enterprises are not taxable at all. */
const WITHOUT_EXEMPTION_NOTE = ["CZ", "IE", "SK"];

/** What a company must choose, by its state. */
const EXEMPTION_CHOICES: Readonly<Record<string, string>> = {
  ES: " Spain has no scheme for small enterprises, so name the exemption.",
  IT: " It is the law of the company's regime, such as L. 190/2014, art. 1, c. 54-89 (regime forfettario).",
  PL: " It is art. 113 ust. 1 or, in the year in which business began, art. 113 ust. 9 ustawy o VAT.",
};

/**
 * Warns that an invoice of a company without VAT registration does not say why it charges no VAT.
 *
 * @see Directive 2006/112/EC, article 226(11)
 */
function exemptionNoteWarnings({ country, vatRegistered }: CompanyProfile, { parts }: OrderVat): VatWarning[] {
  if (vatRegistered || WITHOUT_EXEMPTION_NOTE.includes(country)) return [];
  const isUnexplained = ({ vatCategory, note, exemptionReason, vatexCode }: OrderVat["parts"][number]) =>
    vatCategory === "E" && note === "" && (exemptionReason ?? vatexCode) === undefined;
  if (!parts.some(isUnexplained)) return [];
  const detail =
    "The invoice must say why the seller charges no VAT (Directive 2006/112/EC, article 226(11)). Set exemptionNote in the " +
    `profile.${EXEMPTION_CHOICES[country] ?? ""}`;
  return [{ code: "exemption_note_missing", detail }];
}

function incompleteWarnings(missing: readonly string[]): VatWarning[] {
  if (missing.length === 0) return [];
  const detail =
    `The invoice lacks required content (Directive 2006/112/EC, article 226): ${missing.join(", ")}. Add it to the ` +
    "profile or the order.";
  return [{ code: "invoice_incomplete", detail }];
}

/** What the types say that UNTDID 1001 and EN 16931 have, but that few programs take as an invoice to pay. */
const UNUSUAL_TYPES: Readonly<Record<string, string>> = {
  "204": "states what construction work is worth (payment valuation)",
  "387": "is for hiring (hire invoice)",
  "575": "is for premiums of an insurer (insurer's invoice)",
  "751": "is information for accounting (invoice information for accounting purposes)",
};

function documentTypeWarnings({ documentType }: InvoiceOrder): VatWarning[] {
  const meaning = documentType && UNUSUAL_TYPES[documentType];
  if (meaning === undefined) return [];
  const detail =
    `The type ${documentType} ${meaning}. Few programs process it, and its sums are those of any invoice. Leave ` +
    "documentType out unless the client asks for it.";
  return [{ code: "document_type_unusual", detail }];
}

function sellerNumberWarnings(profile: CompanyProfile, vat: OrderVat): VatWarning[] {
  const { country, vatNumber } = vat.registration ?? profile;
  const parsed = vatNumber === undefined ? undefined : parseVatNumber(vatNumber, country);
  if (parsed === undefined) {
    const isKnown = vat.warnings.some(({ code }) => code === sellerVatNumberMissing.code);
    return isKnown || isTaxNumberEnough(profile, vat) ? [] : [sellerVatNumberMissing];
  }
  if (parsed.checksum !== "failed") return [];
  const detail = `The seller's VAT number ${parsed.prefix}${parsed.number} fails its state's checksum. Check the profile.`;
  return [{ code: "seller_vat_number_checksum_failed", detail }];
}

/**
 * Whether the seller's tax number may stand in place of its VAT number: in Germany, unless the client owes the VAT or the sale
 * is an intra-Community supply.
 *
 * @see UStG § 14(4) no. 2 and § 14a(1) and (3)
 */
function isTaxNumberEnough({ country, taxNumber }: CompanyProfile, vat: OrderVat): boolean {
  return country === "DE" && taxNumber !== undefined && vat.treatment !== "oss" && hasGermanRelief(vat);
}

/** What is missing, in the order of article 226. */
function missingContent(
  profile: CompanyProfile,
  order: InvoiceOrder,
  vat: OrderVat,
  hasClientNumber: boolean,
): string[] {
  const { clientVatNumber, clientAddress, isCompany, items, precedingInvoices } = order;
  const { taxRepresentative } = profile;
  const isBusiness = clientVatNumber !== undefined || isCompany === true;
  const missing: string[] = [];
  const isManual = order.autoVat === false; // only then lines state categories
  if (isManual && !hasClientNumber && statesAny(items, NEEDING_CLIENT_NUMBER)) {
    missing.push(
      clientVatNumber === undefined ? "the client's VAT number (4)" : "a well-formed VAT number of the client (4)",
    );
  }
  if (isBusiness && !hasStreetOrCity(profile.address)) missing.push("the seller's address (5)");
  if (isBusiness && !hasStreetOrCity(clientAddress)) missing.push("the client's address (5)");
  if (isManual && items.some((line) => !isExplained(line, order, vat))) {
    missing.push("a vatNote, or an exemptionReason of the line, that says why no VAT is charged (11, 11a)");
  }
  if (taxRepresentative !== undefined && !hasStreetOrCity(taxRepresentative.address))
    missing.push(REPRESENTATIVES_ADDRESS);
  if (isCorrectedType(order.documentType) && precedingInvoices === undefined) {
    missing.push("the invoice that this one corrects, in precedingInvoices (article 219)");
  }
  return missing;
}

/** Whether a line that states a category without VAT has a reason for it. Other lines need none. */
function isExplained(
  { vatCategory, exemptionReason, vatexCode }: OrderItem,
  order: InvoiceOrder,
  vat: OrderVat,
): boolean {
  if (vatCategory === undefined || exemptionReason !== undefined || vatexCode !== undefined) return true;
  if (NEEDING_MENTION.includes(vatCategory)) return order.vatNote !== undefined;
  return vatCategory !== "E" || vat.vatNote !== "";
}

function statesAny(items: readonly OrderItem[], categories: readonly VatCategory[]): boolean {
  return items.some(({ vatCategory }) => vatCategory !== undefined && categories.includes(vatCategory));
}

/** A postal code alone only locates the client for VAT; it is not an address. */
function hasStreetOrCity(address: Address | undefined): boolean {
  return address?.line1 !== undefined || address?.city !== undefined;
}
