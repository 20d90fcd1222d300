import type { VatNumber } from "./number/parse.ts";
import { supplyAssumption } from "./reason.ts";
import { type ClassifiedSale, holdsForServicesOnly, isGoodsForCompany, type SaleFacts } from "./sale-facts.ts";
import { nationalRateOf } from "./territory/national-services.ts";
import type { VatTerritory } from "./territory/territory.ts";
import type { VatWarning, VatWarningCode } from "./types.ts";
import type { AutomaticTreatment } from "./vat-table.ts";

/** The codes of warnings about the client's VAT number. */
type NumberWarningCode = "vat_number_of_another_state" | "vat_number_of_a_consumer" | "vat_number_checksum_failed";

/** The codes of warnings about the sale itself. */
type SaleWarningCode = Exclude<VatWarningCode, NumberWarningCode | InvoiceWarningCode>;

/** The codes of warnings about an invoice rather than about its VAT. */
type InvoiceWarningCode =
  | "supply_assumed"
  | "tax_rate_missing"
  | "tax_rate_unlawful"
  | "delivery_contradicts_vat"
  | "export_proof_missing"
  | "seller_vat_number_checksum_failed"
  | "exemption_note_missing"
  | "invoice_incomplete"
  | "einvoice_incomplete"
  | "format_required"
  | "supply_date_missing"
  | "supply_date_assumed"
  | "document_type_unusual"
  | "split_payment_unauthorised"
  | "tax_point_long_ago"
  | "due_date_before_issue"
  | "exchange_rate_missing"
  | "vat_number_unverified";

/** The detail of a warning; `undefined` or `false` if it does not apply. */
type Detail = string | undefined | false;

/** Every invoice shows the seller's number; a decision gives this warning if its treatment depends on it. */
export const sellerVatNumberMissing: VatWarning = Object.freeze({
  code: "seller_vat_number_missing",
  detail:
    "The invoice must show the seller's VAT number (Directive 2006/112/EC, article 226(3)). Set a well-formed vatNumber in " +
    "the profile.",
});

/** The warning about a domestic sale that states where goods leave, but not that they are goods. */
export const dispatchUnread: VatWarning = Object.freeze({
  code: "supply_not_stated",
  detail: "dispatchedFrom was not read. For goods, state supply.",
});

/** When each warning applies, and its detail. In the order of `VAT_WARNING_CODES`. */
const SALE_DETAILS: Record<SaleWarningCode, (sale: ClassifiedSale, treatment: AutomaticTreatment) => Detail> = {
  seller_vat_number_missing: ({ sellerHasVatNumber }, treatment) =>
    (treatment === "reverse-charge" || treatment === "intra-community-supply") &&
    !sellerHasVatNumber &&
    sellerVatNumberMissing.detail,
  vat_number_of_the_sellers_state: ({ hasNumberOfSellersState, client, goods, seller }) =>
    hasNumberOfSellersState &&
    `The VAT number is of ${goods ? seller.name : "the seller's own state"}, so the sale cannot be listed in the ` +
      `recapitulative statement (Directive 2006/112/EC, article 264(1)(b)). Ask the client for its number of ${client.name}.`,
  supply_not_stated: (sale, treatment) =>
    sale.supply === undefined &&
    treatment !== "not-registered" &&
    treatment !== "domestic" &&
    `${supplyAssumption(sale)} State supply: ${whatSupplyDecides(sale, treatment)}.`,
  company_without_number: (sale, treatment) =>
    sale.isCompany === true &&
    !sale.clientHasVatNumber &&
    sale.clientInEu &&
    (treatment === "oss" || treatment === "origin") &&
    "The client is a company without a VAT number; ask for the number. Goods sold to a company are usually not a distance " +
      "sale, so its country's VAT is not charged on them; services are taxed like those to a consumer. Exempt and small " +
      "businesses count as consumers (Directive 2006/112/EC, article 3(1)): for those, set isCompany to false.",
  client_status_not_stated: ({ supply, isCompany, clientHasVatNumber, sellerInEu, client }, treatment) =>
    treatment === "outside-scope" &&
    sellerInEu &&
    supply === "services" &&
    isCompany === undefined &&
    !clientHasVatNumber &&
    `The client was treated as a business. ${toConsumersOutside(client)} State isCompany.`,
  service_abroad_without_registration: (sale, treatment) =>
    treatment === "not-registered" &&
    sale.isBusiness &&
    sale.supply !== "goods" &&
    sale.sellerInEu &&
    sale.clientInEu &&
    sale.seller.id !== sale.client.id &&
    "Services to a business in another member state are reverse charge, also of small enterprises, which need a VAT number " +
      "and list them in the recapitulative statement (Directive 2006/112/EC, articles 196, 214(1)(e) and 262(1)(c)). Order " +
      "them with autoVat: false, vatCategory AE and vatNote.",
  oss_without_registration: ({ vatRegistered, ossRegistered }) =>
    ossRegistered &&
    !vatRegistered &&
    "The seller uses OSS according to its profile, but is not registered for VAT, so no VAT was charged. Correct the profile.",
  oss_threshold: (sale, treatment) =>
    treatment === "origin" &&
    sale.supply !== "services" &&
    !sale.hasNumberOfSellersState &&
    !isGoodsForCompany(sale) &&
    "The seller's own rate is right only while its sales of goods and digital services to consumers in other member " +
      "states stay within EUR 10,000 a year (Directive 2006/112/EC, article 59c). Above that, register for OSS.",
  place_of_event_unstated: ({ supply, isCompany, on }, treatment) =>
    treatment === "origin" &&
    supply === "services" &&
    isCompany !== true &&
    on >= "2025-01-01" &&
    "Events and courses by stream are taxed where the consumer is (Directive 2006/112/EC, article 54(1)); for those, state " +
      "placeOfSupply.",
  services_to_a_consumer_outside_the_eu: ({ supply, isCompany, sellerInEu, client }, treatment) =>
    treatment === "outside-scope" &&
    sellerInEu &&
    supply === "services" &&
    isCompany === false &&
    `${toConsumersOutside(client)} Other services are taxed where the seller is (Directive 2006/112/EC, article 45); ` +
      "order those with autoVat: false.",
  digital_services_from_outside_the_eu: (
    { supply, sellerInEu, clientInEu, clientHasVatNumber, isCompany },
    treatment,
  ) =>
    treatment === "outside-scope" &&
    supply === "digital" &&
    !sellerInEu &&
    clientInEu &&
    !clientHasVatNumber &&
    isCompany !== true &&
    "Digital services to consumers in the EU are taxed where the consumer is, wherever the seller is (Directive " +
      "2006/112/EC, article 58). Register for OSS.",
  national_rule_for_services: (sale, treatment) => {
    if (!isServiceWithinState(sale, treatment)) return undefined;
    const { nationalRule, seller, client, supply, isBusiness, isCompany } = sale;
    const rule = nationalRule
      ? `${nationalRule.says} (${nationalRule.law}).`
      : `National law decides how services between ${seller.name} and ${client.name} are taxed.`;
    if (supply === undefined) return `${rule} Treated as goods; for services, state supply.`;
    const to = nationalRule === undefined ? "out of the EU" : isBusiness ? "to a business" : "to a consumer";
    const isDecisive = nationalRateOf(nationalRule, supply, true) !== nationalRateOf(nationalRule, supply, false);
    const mayBeBusiness = isDecisive && !isBusiness && isCompany === undefined;
    const hint = mayBeBusiness ? " If the client is a business, set isCompany to true." : "";
    return `${rule} Treated as a service ${to}.${hint} If another rate applies, order with autoVat: false.`;
  },
  northern_ireland_goods: (sale, treatment) =>
    treatment === "export" &&
    holdsForServicesOnly(sale) &&
    "Northern Ireland belongs to the EU for goods (Windsor Framework), so this is wrong for them. For goods, set supply to goods.",
  regional_rate: ({ seller, client }, treatment) => {
    if (treatment === "domestic" && seller.rateCountry === "PT" && seller.ratesId !== client.ratesId) {
      return (
        "Portugal's regional rates follow the place of supply: for goods, where their transport begins; for services to " +
        `a business, where the client is. The rate of ${seller.rateName} was used. If the rate of ${client.rateName} ` +
        "applies, order with autoVat: false."
      );
    }
    if (treatment !== "oss" || client.rateCountry !== "AT" || client.area === undefined) return undefined;
    return (
      `Austrian law grants the rate of ${client.name} to sellers established there (UStG § 10 Abs. 4). If the tax ` +
      "office wants the rate of the rest of Austria, order with autoVat: false."
    );
  },
};

/** The same for the warnings about the client's number, which come before the others. */
const NUMBER_DETAILS: Record<
  NumberWarningCode,
  (sale: SaleFacts, vatNumber: VatNumber, numberDecides: boolean) => Detail
> = {
  vat_number_of_another_state: (sale, { country, prefix }) =>
    sale.vatRegistered &&
    country !== buyerOf(sale).numbersOf &&
    `The VAT number begins with ${prefix}, but the client is in ${buyerOf(sale).name}. Check which is right.`,
  vat_number_of_a_consumer: ({ isCompany }, _, numberDecides) =>
    numberDecides &&
    isCompany === false &&
    "The client has a VAT number although isCompany is false. The number decided the treatment. Check which is right.",
  vat_number_checksum_failed: (_, vatNumber, numberDecides) =>
    numberDecides && vatNumber.checksum === "failed" && failedChecksumDetail(vatNumber),
};

/** Where the client is, although its goods may arrive elsewhere. */
function buyerOf({ goods, client }: SaleFacts): VatTerritory {
  return goods?.buyer ?? client;
}

const NONE: readonly VatWarning[] = Object.freeze([]);
const SALE_CODES = Object.keys(SALE_DETAILS) as SaleWarningCode[];
/** A stated place leaves nothing open about the supply or the client. */
const CODES_AT_PLACE: SaleWarningCode[] = ["oss_without_registration"];
const NUMBER_CODES = Object.keys(NUMBER_DETAILS) as NumberWarningCode[];

/** The detail of `vat_number_checksum_failed`. */
export function failedChecksumDetail({ prefix, number }: VatNumber): string {
  return `The VAT number ${prefix}${number} fails its state's checksum. A digit may be mistyped; ask the client.`;
}

/** The warnings about the sale itself. Frozen, because decisions share them. */
export function saleWarnings(sale: ClassifiedSale): readonly VatWarning[] {
  return warningsOf(sale.place === undefined ? SALE_CODES : CODES_AT_PLACE, (code) =>
    SALE_DETAILS[code](sale, sale.row.treatment),
  );
}

/** The warnings about the client's VAT number. */
export function vatNumberWarnings(
  sale: SaleFacts,
  vatNumber: VatNumber,
  numberDecides: boolean,
): readonly VatWarning[] {
  // Working out the warnings costs as much as a whole decision, and most numbers give none.
  const isUsual =
    vatNumber.country === buyerOf(sale).numbersOf && vatNumber.checksum !== "failed" && sale.isCompany !== false;
  return isUsual ? NONE : warningsOf(NUMBER_CODES, (code) => NUMBER_DETAILS[code](sale, vatNumber, numberDecides));
}

function warningsOf<Code extends VatWarningCode>(codes: readonly Code[], detailOf: (code: Code) => Detail) {
  const warnings: VatWarning[] = [];
  for (const code of codes) {
    const detail = detailOf(code);
    if (detail) warnings.push(Object.freeze({ code, detail }));
  }
  return warnings.length === 0 ? NONE : Object.freeze(warnings);
}

/** Sellers outside the EU file no recapitulative statement, and an OSS return only for what they declare through OSS. */
function whatSupplyDecides({ sellerInEu }: ClassifiedSale, treatment: AutomaticTreatment): string {
  if (sellerInEu) return "the note and the VAT returns depend on it";
  return `the ${treatment === "oss" ? "OSS return" : "note"} depends on it`;
}

function toConsumersOutside(client: VatTerritory): string {
  return `Services to a consumer in ${client.name} are outside the scope of EU VAT only if article 59 lists them.`;
}

/** Whether it may be a service between a state and its area outside the EU VAT area, or between two such areas. */
function isServiceWithinState(sale: ClassifiedSale, treatment: AutomaticTreatment): boolean {
  const { seller, client, supply, sellerInEu, clientInEu, nationalRule } = sale;
  if (supply === "goods" || treatment === "not-registered" || treatment === "oss") return false;
  if (nationalRule !== undefined) return true;
  return seller.id !== client.id && seller.numbersOf === client.numbersOf && sellerInEu !== clientInEu;
}
