import { type CalendarDay, isCalendarDay } from "./calendar.ts";
import { requireClientVatNumber } from "./client-vat-number.ts";
import { countryCodeFault } from "./country.ts";
import { type FieldError, Refusal } from "./refusal.ts";
import type { VatClient, VatCompany, VatOptions, VatPlace } from "./vat-decision.ts";
import type { VatNumber } from "./vat-number.ts";
import { classifySale, type Sale, SUPPLIES, type VatRow } from "./vat-table.ts";
import { isTerritoryInEu, type VatTerritory, vatTerritoryOf } from "./vat-territory.ts";

const FAILED_CHECKSUM = ["warn", "refuse"];

/** A sale whose parties are placed. */
interface PlacedSale extends Sale {
  readonly seller: VatTerritory;
  readonly client: VatTerritory;
  readonly sellerHasVatNumber: boolean;
  readonly isCompany: boolean | undefined;
  readonly on: CalendarDay;
}

/** A sale whose VAT number is read as well: all that a decision is made from, but the rates. */
export interface VatSale extends PlacedSale {
  /** The client's, where it decides; `undefined` where there is none or none would change anything. */
  readonly vatNumber: VatNumber | undefined;
  /** The row of the VAT table on which the sale falls. */
  readonly row: VatRow;
}

/**
 * Places the parties, reads the client's VAT number where it decides, and finds the row of the table.
 *
 * @throws Refusal `request_invalid`, `vat_number_invalid`
 */
export function readSale(company: VatCompany, client: VatClient, options: VatOptions): VatSale {
  requireShape(company, client, options);
  const consumerSale = placeSale(company, client, options);
  const consumerRow = classifySale(consumerSale);
  if (client.vatNumber === undefined) return { ...consumerSale, vatNumber: undefined, row: consumerRow };
  const businessSale = { ...consumerSale, clientHasVatNumber: true };
  const businessRow = classifySale(businessSale);
  // A number that cannot change the treatment is neither read nor refused.
  if (businessRow === consumerRow) return { ...consumerSale, vatNumber: undefined, row: consumerRow };
  const vatNumber = requireClientVatNumber(client.vatNumber, client.country, consumerSale.sellerTerritory, options);
  return { ...businessSale, vatNumber, row: businessRow };
}

/** The sale as one to a client without a VAT number. */
function placeSale(company: VatCompany, buyer: VatClient, options: VatOptions): PlacedSale {
  const { on, supply } = options;
  const seller = territoryOf(company);
  const client = claimsNorthernIreland(buyer, options) ? vatTerritoryOf("GB", "BT1") : territoryOf(buyer);
  return {
    vatRegistered: company.vatRegistered,
    ossRegistered: company.ossRegistered,
    sellerTerritory: seller.id,
    clientTerritory: client.id,
    sellerInEu: isTerritoryInEu(seller, on, supply),
    clientInEu: isTerritoryInEu(client, on, supply),
    clientHasVatNumber: false,
    supply,
    seller,
    client,
    sellerHasVatNumber: company.vatNumber !== undefined,
    isCompany: buyer.isCompany,
    on,
  };
}

function territoryOf({ country, postalCode, address }: VatPlace): VatTerritory {
  return vatTerritoryOf(country, postalCode ?? address?.postalCode);
}

/** A number that begins with XI says where its holder's goods go, unless an address says otherwise. */
function claimsNorthernIreland(
  { country, postalCode, address, vatNumber }: VatClient,
  { supply }: VatOptions,
): boolean {
  const isPlaced = (postalCode ?? address?.postalCode) !== undefined;
  return country === "GB" && supply === "goods" && !isPlaced && /^\s*X\s*I/i.test(vatNumber ?? "");
}

/** Panels call without a schema in front: what would decide wrongly or end in an obscure error is refused by name. */
function requireShape(company: VatCompany, client: VatClient, options: VatOptions): void {
  const errors: FieldError[] = [];
  const check = (place: string, fault: string | false | undefined) => {
    if (fault)
      errors.push(place.startsWith("/") ? { pointer: place, detail: fault } : { parameter: place, detail: fault });
  };
  check("/country", countryCodeFault(company.country));
  check("/postalCode", notText(company.postalCode));
  check("/address/postalCode", notText(company.address?.postalCode));
  check("/vatRegistered", notBoolean(company.vatRegistered));
  check("/ossRegistered", notBoolean(company.ossRegistered));
  check("/language", notText(company.language));
  check("/clientCountry", countryCodeFault(client.country));
  check("/clientPostalCode", notText(client.postalCode));
  check("/clientAddress/postalCode", notText(client.address?.postalCode));
  check("/clientVatNumber", notText(client.vatNumber));
  check("/isCompany", client.isCompany !== undefined && notBoolean(client.isCompany));
  check("on", !isCalendarDay(options.on) && "must be a calendar day, YYYY-MM-DD");
  check("supply", notOneOf(SUPPLIES, options.supply));
  check("failedChecksum", notOneOf(FAILED_CHECKSUM, options.failedChecksum));
  if (errors.length > 0) throw new Refusal("request_invalid", "The VAT cannot be determined.", errors);
}

function notBoolean(value: unknown): string | false {
  return typeof value !== "boolean" && "must be true or false";
}

function notText(value: unknown): string | false {
  return value !== undefined && typeof value !== "string" && "must be a text";
}

function notOneOf(known: readonly string[], value: string | undefined): string | false {
  return value !== undefined && !known.includes(value) && `must be one of ${known.join(", ")}`;
}
