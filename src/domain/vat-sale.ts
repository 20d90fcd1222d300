import type { CalendarDay } from "./calendar.ts";
import { requireClientVatNumber } from "./client-vat-number.ts";
import { requireVatArguments } from "./vat-arguments.ts";
import type { VatClient, VatCompany, VatOptions, VatPlace } from "./vat-decision.ts";
import { beginsWithXi, parseVatNumber, type VatNumber } from "./vat-number.ts";
import { classifySale, type Sale, type Supply, type VatRow } from "./vat-table.ts";
import { isTerritoryInEu, type VatTerritory, vatTerritoryOf } from "./vat-territory.ts";

/** A sale whose parties are placed. */
interface PlacedSale {
  readonly seller: VatTerritory;
  readonly client: VatTerritory;
  readonly sellerInEu: boolean;
  readonly clientInEu: boolean;
  readonly vatRegistered: boolean;
  readonly ossRegistered: boolean;
  /** The seller's own number, as given. */
  readonly sellerVatNumber: string | undefined;
  /** Whether the client named a number, read or not. */
  readonly clientHasVatNumber: boolean;
  readonly isCompany: boolean | undefined;
  readonly supply: Supply | undefined;
  readonly on: CalendarDay;
}

/** A sale whose VAT number is read as well: all that a decision is made from, but the rates. */
export interface VatSale extends PlacedSale {
  /** The client's, where it decides; `undefined` where there is none or none would change anything. */
  readonly vatNumber: VatNumber | undefined;
  /** The client's, by its own prefix, where it decides nothing; `undefined` where it cannot be read. */
  readonly idleVatNumber: VatNumber | undefined;
  /** The row of the VAT table on which the sale falls. */
  readonly row: VatRow;
}

/**
 * Places the parties, reads the client's VAT number where it decides, and finds the row of the table.
 *
 * @throws Refusal `request_invalid`, `vat_number_invalid`
 */
export function readSale(company: VatCompany, client: VatClient, options: VatOptions): VatSale {
  requireVatArguments(company, client, options);
  const sale = placeSale(company, client, options);
  const consumerRow = classifySale(tableSale(sale, false));
  if (client.vatNumber === undefined) return withNumbers(sale, undefined, undefined, consumerRow);
  const businessRow = classifySale(tableSale(sale, true));
  // A number that cannot change the treatment is refused by nobody; it is only looked at.
  if (businessRow === consumerRow) return withNumbers(sale, undefined, parseVatNumber(client.vatNumber), consumerRow);
  const vatNumber = requireClientVatNumber(client.vatNumber, client.country, sale.seller.id, options);
  return withNumbers(sale, vatNumber, undefined, businessRow);
}

function placeSale(company: VatCompany, buyer: VatClient, options: VatOptions): PlacedSale {
  const { on, supply } = options;
  const seller = territoryOf(company, supply);
  const client = territoryOf(buyer, supply);
  return {
    seller,
    client,
    sellerInEu: isTerritoryInEu(seller, on, supply),
    clientInEu: isTerritoryInEu(client, on, supply),
    vatRegistered: company.vatRegistered,
    ossRegistered: company.ossRegistered,
    sellerVatNumber: company.vatNumber,
    clientHasVatNumber: buyer.vatNumber !== undefined,
    isCompany: buyer.isCompany,
    supply,
    on,
  };
}

function withNumbers(
  sale: PlacedSale,
  vatNumber: VatNumber | undefined,
  idleVatNumber: VatNumber | undefined,
  row: VatRow,
): VatSale {
  const { seller, client, sellerInEu, clientInEu, vatRegistered, ossRegistered, supply, on } = sale;
  const { sellerVatNumber, clientHasVatNumber, isCompany } = sale;
  // Named one by one: spreading the sale here would take four times as long as all the rest of the decision.
  return {
    seller,
    client,
    sellerInEu,
    clientInEu,
    vatRegistered,
    ossRegistered,
    sellerVatNumber,
    clientHasVatNumber,
    vatNumber,
    idleVatNumber,
    isCompany,
    supply,
    on,
    row,
  };
}

/** The sale in the terms of the VAT table. */
function tableSale(sale: PlacedSale, clientHasVatNumber: boolean): Sale {
  return {
    vatRegistered: sale.vatRegistered,
    ossRegistered: sale.ossRegistered && !isAreaOf(sale.seller, sale.client),
    sellerTerritory: sale.seller.id,
    clientTerritory: sale.client.id,
    sellerInEu: sale.sellerInEu,
    clientInEu: sale.clientInEu,
    clientHasVatNumber,
    supply: sale.supply,
  };
}

/** A seller in an area outside the EU sells to the rest of its own state as from abroad, with OSS or without. */
function isAreaOf({ area, id, numbersOf }: VatTerritory, client: VatTerritory): boolean {
  return area?.standing === "outside" && id.length > 2 && numbersOf === client.id;
}

/** Where a party is. A blank postal code is none, as forms send it for a field that was left empty. */
function territoryOf(party: VatPlace & { vatNumber?: string | undefined }, supply: Supply | undefined): VatTerritory {
  const postalCode = notBlank(party.postalCode) ?? notBlank(party.address?.postalCode);
  if (party.country !== "GB" || supply !== "goods") return vatTerritoryOf(party.country, postalCode);
  // A number that begins with XI says where its holder's goods are, unless a British postal code says otherwise.
  const isPlaced = postalCode !== undefined && /^\s*[A-Z]{1,2}\d/i.test(postalCode);
  const isNorthern = !isPlaced && party.vatNumber !== undefined && beginsWithXi(party.vatNumber);
  return vatTerritoryOf("GB", isNorthern ? "BT1" : postalCode);
}

function notBlank(text: string | undefined): string | undefined {
  return text !== undefined && /\S/.test(text) ? text : undefined;
}
