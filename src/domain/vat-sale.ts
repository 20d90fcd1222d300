import { type CalendarDay, isCalendarDay } from "./calendar.ts";
import { requireClientVatNumber } from "./client-vat-number.ts";
import { countryCodeFault } from "./country.ts";
import { type FieldError, Refusal } from "./refusal.ts";
import type { VatClient, VatCompany, VatOptions, VatPlace } from "./vat-decision.ts";
import type { VatNumber } from "./vat-number.ts";
import { classifySale, type Sale, SUPPLIES, type Supply, VAT_TABLE, type VatRow } from "./vat-table.ts";
import { isTerritoryInEu, type VatTerritory, vatTerritoryOf } from "./vat-territory.ts";

const FAILED_CHECKSUM = ["warn", "refuse"];

/** A sale whose parties are placed and whose VAT number is read: all that a decision is made from, but the rates. */
export interface VatSale {
  readonly seller: VatTerritory;
  readonly client: VatTerritory;
  readonly sellerInEu: boolean;
  readonly clientInEu: boolean;
  readonly vatRegistered: boolean;
  readonly ossRegistered: boolean;
  readonly sellerHasVatNumber: boolean;
  /** Whether the client named one, read or not. */
  readonly clientHasVatNumber: boolean;
  /** The client's, where it decides; `undefined` where there is none or none would change anything. */
  readonly vatNumber: VatNumber | undefined;
  readonly isCompany: boolean | undefined;
  readonly supply: Supply | undefined;
  readonly on: CalendarDay;
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
  const sale = placeSale(company, client, options);
  // Only a number that can change the treatment is read, and refused where it is malformed.
  if (client.vatNumber === undefined) return sale;
  const businessRow = classifySale(tableSale(sale, true));
  if (businessRow === sale.row) return sale;
  const vatNumber = requireClientVatNumber(client.vatNumber, client.country, sale.seller.id, options);
  return { ...sale, vatNumber, row: businessRow };
}

/** The sale as one to a client without a VAT number. */
function placeSale(company: VatCompany, buyer: VatClient, options: VatOptions): VatSale {
  const { on, supply } = options;
  const seller = territoryOf(company);
  const client = claimsNorthernIreland(buyer, options) ? vatTerritoryOf("GB", "BT1") : territoryOf(buyer);
  // Written out, because spreading objects on this path takes half of its time.
  const placed = {
    seller,
    client,
    sellerInEu: isTerritoryInEu(seller, on, supply),
    clientInEu: isTerritoryInEu(client, on, supply),
    vatRegistered: company.vatRegistered,
    ossRegistered: company.ossRegistered,
    sellerHasVatNumber: company.vatNumber !== undefined,
    clientHasVatNumber: buyer.vatNumber !== undefined,
    vatNumber: undefined,
    isCompany: buyer.isCompany,
    supply,
    on,
    row: VAT_TABLE[0]!,
  };
  placed.row = classifySale(tableSale(placed, false));
  return placed;
}

/** The sale in the terms of the VAT table. */
function tableSale(sale: VatSale, clientHasVatNumber: boolean): Sale {
  return {
    vatRegistered: sale.vatRegistered,
    ossRegistered: sale.ossRegistered,
    sellerTerritory: sale.seller.id,
    clientTerritory: sale.client.id,
    sellerInEu: sale.sellerInEu,
    clientInEu: sale.clientInEu,
    clientHasVatNumber,
    supply: sale.supply,
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
