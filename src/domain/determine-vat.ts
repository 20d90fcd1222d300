import { type CalendarDay, isCalendarDay } from "./calendar.ts";
import { countryCodeFault, countryName } from "./country.ts";
import { type FieldError, Refusal } from "./refusal.ts";
import type { VatCategory } from "./vat-category.ts";
import { parseVatNumber, type VatNumber } from "./vat-number.ts";
import { standardVatRate, type VatRates } from "./vat-rates.ts";
import { type AutomaticTreatment, classifySale, SUPPLIES, type Supply } from "./vat-table.ts";
import { isEuVatTerritory, vatTerritory } from "./vat-territory.ts";
import { type DecidedSale, vatNote, vatReason } from "./vat-texts.ts";

/** The seller, as far as VAT asks. */
export interface VatCompany {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly vatRegistered: boolean;
  /** Whether it declares sales to consumers of other member states through the one-stop shop. */
  readonly ossRegistered: boolean;
  /** What a company that is not VAT-registered prints on its invoices. Absent: nothing. */
  readonly exemptionNote?: string | undefined;
}

/** The client, as far as VAT asks. */
export interface VatClient {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** With or without prefix, spaces, dots and dashes. Given means meant: a malformed one is refused where it decides. */
  readonly vatNumber?: string | undefined;
  /** Whether the client is a company. Without a VAT number it is taxed as a consumer all the same. */
  readonly isCompany?: boolean | undefined;
}

/** Options of {@link determineVat}. */
export interface VatOptions {
  /** The tax point: the calendar day whose rates and borders apply. */
  readonly on: CalendarDay;
  /** What is sold. Absent: the specification's table, which does not ask. */
  readonly supply?: Supply | undefined;
  /** Standard rates of the host's own; a country listed here takes the place of the built-in rows. */
  readonly rates?: VatRates | undefined;
}

/** Something the host should look at; the decision stands all the same. */
export interface VatWarning {
  readonly code: "vat_number_of_another_state" | "vat_number_of_a_consumer";
  readonly detail: string;
}

/** What {@link determineVat} decided. */
export interface VatDecision {
  /** Percent: `25.5` means 25.5 %. 0 where no VAT is charged. */
  readonly rate: number;
  readonly treatment: AutomaticTreatment;
  /** Whose standard rate it is, ISO 3166-1 alpha-2 (`FR` for Monaco); `null` where nobody's. */
  readonly rateCountry: string | null;
  /** EN 16931's category (BT-118). */
  readonly category: VatCategory;
  /** EN 16931's exemption reason code (BT-121), such as `VATEX-EU-AE`; `null` where there is none. */
  readonly vatexCode: string | null;
  /** Why, for people. */
  readonly reason: string;
  /** The legal mention to print; `""` where the law asks for none. */
  readonly vatNote: string;
  readonly warnings: readonly VatWarning[];
}

/**
 * Which VAT applies to a sale: rate, treatment, note and reason. Pure and synchronous; the same arguments always give
 * the same decision, in the server and in the browser.
 *
 * @throws Refusal `request_invalid` when an argument is not of its shape; `vat_number_invalid` when the client's number
 *   decides and is malformed or the seller's own state's; `vat_rate_unknown` when no rate is known for the country
 * @see Directive 2006/112/EC, articles 31 to 59, 138, 146, 194 to 196, 369a to 369k
 *
 * @example
 * ```ts
 * import { determineVat } from "faktura/vat";
 *
 * const seller = { country: "DE", vatRegistered: true, ossRegistered: true };
 * const toConsumer = determineVat(seller, { country: "FI" }, { on: "2026-11-20" });
 * console.log(toConsumer.rate, toConsumer.treatment); // 25.5 oss
 * const toBusiness = determineVat(seller, { country: "FR", vatNumber: "FR 40 303 265 045" }, { on: "2026-11-20" });
 * console.log(toBusiness.rate, toBusiness.treatment); // 0 reverse-charge
 * ```
 */
export function determineVat(company: VatCompany, client: VatClient, options: VatOptions): VatDecision {
  requireShape(company, client, options);
  const { on, supply, rates } = options;
  const places = {
    sellerTerritory: vatTerritory(company.country),
    clientTerritory: vatTerritory(client.country),
    sellerInEu: isEuVatTerritory(company.country, on),
    clientInEu: isEuVatTerritory(client.country, on),
  };
  const vatNumber = numberDecides(company, places) ? requireVatNumber(client, places.sellerTerritory, on) : undefined;
  const { vatRegistered, ossRegistered } = company;
  const row = classifySale({ ...places, vatRegistered, ossRegistered, supply, clientHasVatNumber: !!vatNumber });

  const rateCountry = { nobody: null, seller: places.sellerTerritory, client: places.clientTerritory }[row.rateOf];
  const rate = rateCountry === null ? 0 : requireRate(rateCountry, on, rates);
  const sale: DecidedSale = {
    sellerCountry: company.country,
    clientCountry: client.country,
    sellerInEu: places.sellerInEu,
    vatNumber: vatNumber && vatNumber.prefix + vatNumber.number,
    isCompany: client.isCompany,
    supply,
    rate,
    rateCountry,
    exemptionNote: company.exemptionNote,
  };
  return {
    rate,
    treatment: row.treatment,
    rateCountry,
    // A host's own table may hold a country whose standard rate is 0, which EN 16931 calls zero rated (BR-S-05).
    category: row.category === "S" && rate === 0 ? "Z" : row.category,
    vatexCode: row.vatexCode,
    reason: vatReason(row.treatment, sale),
    vatNote: vatNote(row.treatment, sale),
    warnings: vatNumber === undefined ? [] : numberWarnings(vatNumber, client, places.clientTerritory),
  };
}

type Places = Record<"sellerTerritory" | "clientTerritory", string> & Record<"sellerInEu" | "clientInEu", boolean>;

/** Whether the client's VAT number can change the treatment; where it cannot, it is neither read nor refused. */
function numberDecides({ vatRegistered, ossRegistered }: VatCompany, places: Places): boolean {
  const acrossBorders = places.clientTerritory !== places.sellerTerritory;
  return vatRegistered && acrossBorders && places.clientInEu && (places.sellerInEu || ossRegistered);
}

function requireVatNumber(client: VatClient, sellerTerritory: string, on: CalendarDay): VatNumber | undefined {
  if (client.vatNumber === undefined) return undefined;
  const parsed = parseVatNumber(client.vatNumber, client.country);
  if (parsed === undefined || !isEuVatTerritory(parsed.country, on)) {
    throw vatNumberInvalid("is not the VAT number of an EU member state; correct it, or leave it out to charge VAT");
  }
  if (parsed.country === sellerTerritory) {
    throw vatNumberInvalid("is a number of the seller's own state, from which no reverse charge follows; leave it out");
  }
  return parsed;
}

function vatNumberInvalid(detail: string): Refusal {
  return new Refusal("vat_number_invalid", `The client's VAT number ${detail}.`, [
    { pointer: "/clientVatNumber", detail },
  ]);
}

function requireRate(country: string, on: CalendarDay, rates: VatRates | undefined): number {
  const rate = standardVatRate(country, on, rates);
  if (rate !== undefined) return rate;
  const message = `No standard VAT rate is known for ${countryName(country)} on ${on}; pass it in \`rates\`.`;
  throw new Refusal("vat_rate_unknown", message);
}

function numberWarnings({ country, prefix }: VatNumber, client: VatClient, clientTerritory: string): VatWarning[] {
  const warnings: VatWarning[] = [];
  if (country !== clientTerritory) {
    const detail = `The VAT number begins with ${prefix}, but the client is in ${countryName(client.country)}.`;
    warnings.push({ code: "vat_number_of_another_state", detail });
  }
  if (client.isCompany === false) {
    const detail = "The client is said to be no company, but has a VAT number; the number decided.";
    warnings.push({ code: "vat_number_of_a_consumer", detail });
  }
  return warnings;
}

function requireShape(company: VatCompany, client: VatClient, { on, supply }: VatOptions): void {
  const errors: FieldError[] = [];
  const sellerFault = countryCodeFault(company.country);
  if (sellerFault !== undefined) errors.push({ pointer: "/country", detail: sellerFault });
  const clientFault = countryCodeFault(client.country);
  if (clientFault !== undefined) errors.push({ pointer: "/clientCountry", detail: clientFault });
  if (!isCalendarDay(on)) errors.push({ parameter: "on", detail: "must be a calendar day, YYYY-MM-DD" });
  if (supply !== undefined && !SUPPLIES.includes(supply)) {
    errors.push({ parameter: "supply", detail: `must be one of ${SUPPLIES.join(", ")}` });
  }
  if (errors.length > 0) throw new Refusal("request_invalid", "The VAT cannot be determined.", errors);
}
