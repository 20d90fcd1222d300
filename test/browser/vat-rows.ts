import type { CompanyProfile, InvoiceOrder, VatTreatment } from "faktura";
import type { TypedOrder } from "./order-keys.ts";

/** The kinds of sellers that the table distinguishes, as they differ from the German company of the other tests. */
export const SELLERS = {
  "a German seller with OSS": {},
  "a German seller without OSS": { ossRegistered: false },
  "a seller that is not registered": { vatRegistered: false, ossRegistered: false, exemptionNote: "§ 19 UStG" },
  "a Spanish seller": { country: "ES", vatNumber: "ESB58378431", address: { postalCode: "28001", city: "Madrid" } },
  "an American seller": { country: "US", vatNumber: undefined, ossRegistered: false, defaultCurrency: "USD" },
  "an American seller with OSS": { country: "US", vatNumber: undefined, defaultCurrency: "USD" },
  "a Swiss seller": { country: "CH", vatNumber: undefined, ossRegistered: false, defaultCurrency: "CHF" },
  "a French seller who sells in yen": { country: "FR", vatNumber: "FR40303265045", defaultCurrency: "JPY" },
} as const satisfies Record<string, Partial<CompanyProfile>>;

/** A sale, and the treatment and the rate that the table gives it. */
export interface VatRowCase {
  readonly seller: keyof typeof SELLERS;
  readonly typed: TypedOrder;
  /** The client's country, as its code. */
  readonly country: string;
  readonly treatment: VatTreatment;
  readonly ratePercent: number;
  /** The codes of the warnings. */
  readonly warnings?: readonly string[];
}

const row = (
  seller: keyof typeof SELLERS,
  [country, name]: readonly [string, string],
  typed: TypedOrder,
  [treatment, ratePercent, ...warnings]: readonly [VatTreatment, number, ...string[]],
): VatRowCase => ({ seller, country, typed: { country: name, ...typed }, treatment, ratePercent, warnings });

const OSS = "a German seller with OSS";
const NO_OSS = "a German seller without OSS";
const DE = ["DE", "Germany"] as const;
const FR = ["FR", "France"] as const;
const FI = ["FI", "Finland"] as const;
const CH = ["CH", "Switzerland"] as const;
const GB = ["GB", "United Kingdom"] as const;
const PT = ["PT", "Portugal"] as const;
const FRENCH = { vatNumber: "FR40303265045" };

/** Every row of the VAT table, with each supply that refines it, the territories apart, and the warnings. */
// biome-ignore format: a table is read by its columns
export const VAT_ROWS: readonly VatRowCase[] = [
  row("a seller that is not registered", FR, FRENCH, ["not-registered", 0, "service_abroad_without_registration"]),
  row("a seller that is not registered", DE, {}, ["not-registered", 0]),
  row(OSS, DE, {}, ["domestic", 19]),
  row(OSS, DE, { vatNumber: "DE811125440", supply: "Services" }, ["domestic", 19]),
  row(OSS, CH, {}, ["export", 0, "supply_not_stated"]),
  row(OSS, CH, { supply: "Goods" }, ["export", 0]),
  row(OSS, CH, { supply: "Services", clientIs: "Company" }, ["outside-scope", 0]),
  row(OSS, CH, { supply: "Services", clientIs: "Consumer" }, ["outside-scope", 0, "services_to_a_consumer_outside_the_eu"]),
  row(OSS, CH, { supply: "Digital services" }, ["outside-scope", 0]),
  row(OSS, FR, FRENCH, ["reverse-charge", 0, "supply_not_stated"]),
  row(OSS, FR, { ...FRENCH, supply: "Goods" }, ["intra-community-supply", 0]),
  row(OSS, FR, { ...FRENCH, supply: "Services" }, ["reverse-charge", 0]),
  row(OSS, FR, { ...FRENCH, supply: "Digital services" }, ["reverse-charge", 0]),
  row(OSS, FR, { vatNumber: "ATU13585627", clientIs: "Consumer" }, ["reverse-charge", 0, "vat_number_of_another_state", "vat_number_of_a_consumer", "supply_not_stated"]),
  row(OSS, FI, {}, ["oss", 25.5, "supply_not_stated"]),
  row(OSS, FI, { clientIs: "Company", supply: "Goods" }, ["origin", 19, "company_without_number"]),
  row(NO_OSS, FR, { vatNumber: "DE811125440", supply: "Services" }, ["reverse-charge", 0, "vat_number_of_another_state", "vat_number_of_the_sellers_state"]),
  row(NO_OSS, FR, { vatNumber: "DE811125440", supply: "Goods" }, ["origin", 19, "vat_number_of_another_state", "vat_number_of_the_sellers_state"]),
  row(OSS, FI, { supply: "Digital services" }, ["oss", 25.5]),
  row(OSS, FI, { supply: "Services" }, ["origin", 19, "place_of_event_unstated"]),
  row(NO_OSS, FI, {}, ["origin", 19, "supply_not_stated", "oss_threshold"]),
  row(NO_OSS, FI, { supply: "Services" }, ["origin", 19, "place_of_event_unstated"]),
  row(OSS, ["MC", "Monaco"], {}, ["oss", 20, "supply_not_stated"]),
  row(OSS, ["MC", "Monaco"], { vatNumber: "FR53000004605" }, ["reverse-charge", 0, "supply_not_stated"]),
  row(OSS, ["IM", "Isle of Man"], { supply: "Goods" }, ["export", 0]),
  row(OSS, GB, { vatNumber: "XI980780684", supply: "Goods" }, ["intra-community-supply", 0]),
  row(OSS, GB, { postalCode: "BT1 5GS", supply: "Goods" }, ["oss", 20]),
  row(OSS, GB, { postalCode: "BT1 5GS", supply: "Services", clientIs: "Company" }, ["outside-scope", 0]),
  row(OSS, PT, { postalCode: "9000-039" }, ["oss", 22, "supply_not_stated"]),
  row(OSS, ["AT", "Austria"], { postalCode: "6691" }, ["oss", 19, "supply_not_stated", "regional_rate"]),
  row(OSS, DE, { postalCode: "27498" }, ["export", 0, "supply_not_stated", "national_rule_for_services"]),
  row("a Spanish seller", ["ES", "Spain"], { postalCode: "35001", supply: "Goods" }, ["export", 0]),
  row("a Spanish seller", ["ES", "Spain"], { postalCode: "35001", supply: "Services", clientIs: "Consumer" }, ["domestic", 21, "national_rule_for_services"]),
  row("a Spanish seller", ["ES", "Spain"], { postalCode: "28002" }, ["domestic", 21]),
  row("an American seller", DE, {}, ["export", 0, "supply_not_stated"]),
  row("an American seller", DE, { supply: "Digital services" }, ["outside-scope", 0, "digital_services_from_outside_the_eu"]),
  row("an American seller with OSS", DE, { supply: "Digital services" }, ["oss", 19]),
  row("a Swiss seller", ["LI", "Liechtenstein"], {}, ["domestic", 8.1]),
  row(NO_OSS, GB, { postalCode: "BT1 5GS" }, ["export", 0, "supply_not_stated", "northern_ireland_goods"]),
  row("a French seller who sells in yen", FR, {}, ["domestic", 20, "exchange_rate_missing"]),
];

const SUPPLY = { Goods: "goods", Services: "services", "Digital services": "digital" } as const;

/** Lines whose VAT has to be rounded, in every currency. */
export const AWKWARD_LINES = [
  { description: "Consulting", quantity: 2.5, unitPrice: 33.337 },
  { description: "Travel", quantity: 1, unitPrice: 0.5 },
];

/** The same sale as the API is asked for it. */
export function orderOf({ country, typed }: VatRowCase): InvoiceOrder & { readonly clientCountry: string } {
  const { clientName = "Client", vatNumber, postalCode, clientIs, supply } = typed;
  return {
    clientName,
    clientCountry: country,
    supplyDate: "2026-11-20", // which the form proposes
    items: AWKWARD_LINES,
    ...(vatNumber === undefined ? {} : { clientVatNumber: vatNumber }),
    ...(postalCode === undefined ? {} : { clientAddress: { postalCode } }),
    ...(clientIs === undefined ? {} : { isCompany: clientIs === "Company" }),
    ...(supply === undefined ? {} : { supply: SUPPLY[supply] }),
  };
}
