import type { CalendarDay } from "../calendar.ts";
import { noteLanguageOf } from "./note.ts";
import { beginsWithXi, parseVatNumber } from "./number/parse.ts";
import { classifySale, type Sale, type Supply, type VatRow } from "./table.ts";
import { isTerritoryInEu, type VatTerritory, vatTerritoryOf } from "./territory/territory.ts";
import type { VatClient, VatCompany, VatOptions, VatPlace } from "./types.ts";

/** Everything that a decision depends on, except the rates, the client's VAT number and the seller's own note. */
export interface SaleFacts {
  readonly on: CalendarDay;
  readonly seller: VatTerritory;
  readonly client: VatTerritory;
  readonly vatRegistered: boolean;
  readonly ossRegistered: boolean;
  /** Whether the seller's VAT number is well formed; for goods from Northern Ireland it must also begin with XI. */
  readonly sellerHasVatNumber: boolean;
  /** Whether the client gave a VAT number, well formed or not. */
  readonly clientHasVatNumber: boolean;
  readonly isCompany: boolean | undefined;
  readonly supply: Supply | undefined;
  /** The language of the note, from `noteLanguageOf`; `undefined` if the seller named none. */
  readonly language: string | undefined;
}

/** The facts of a sale and its row in the VAT table. */
export interface ClassifiedSale extends SaleFacts {
  readonly sellerInEu: boolean;
  readonly clientInEu: boolean;
  readonly row: VatRow;
  /** Whether the sale would have another row without the client's number. */
  readonly numberDecides: boolean;
}

/** The facts of a sale. The arguments must have been checked, except `on`. */
export function saleFactsOf(company: VatCompany, buyer: VatClient, { on, supply }: VatOptions): SaleFacts {
  const seller = territoryOf(company, supply);
  return {
    seller,
    client: territoryOf(buyer, supply),
    vatRegistered: company.vatRegistered,
    ossRegistered: company.ossRegistered,
    sellerHasVatNumber: company.vatNumber !== undefined && isOwnNumber(company.vatNumber, seller),
    clientHasVatNumber: buyer.vatNumber !== undefined,
    isCompany: buyer.isCompany,
    supply,
    language: company.language === undefined ? undefined : noteLanguageOf(company.language),
    on,
  };
}

/** Finds a sale's row in the VAT table. */
export function classify(facts: SaleFacts): ClassifiedSale {
  const { seller, client, vatRegistered, ossRegistered, sellerHasVatNumber, clientHasVatNumber } = facts;
  const { isCompany, supply, language, on } = facts;
  const sellerInEu = isTerritoryInEu(seller, on, supply);
  const clientInEu = isTerritoryInEu(client, on, supply);
  const sale: Sale = {
    vatRegistered,
    ossRegistered: ossRegistered && !isAreaOf(seller, client),
    sellerTerritory: seller.id,
    clientTerritory: client.id,
    sellerInEu,
    clientInEu,
    clientHasVatNumber,
    supply,
  };
  const row = classifySale(sale);
  const numberDecides = clientHasVatNumber && classifySale({ ...sale, clientHasVatNumber: false }) !== row;
  // Written out, because spreading the facts takes several times as long.
  return {
    seller,
    client,
    vatRegistered,
    ossRegistered,
    sellerHasVatNumber,
    clientHasVatNumber,
    isCompany,
    supply,
    language,
    on,
    sellerInEu,
    clientInEu,
    row,
    numberDecides,
  };
}

/** A seller in an area outside the EU exports to the rest of its own state, with OSS or without. */
function isAreaOf({ area, id, numbersOf }: VatTerritory, client: VatTerritory): boolean {
  return area?.standing === "outside" && id.length > 2 && numbersOf === client.id;
}

/** Whether the number is well formed, of any state; for goods from Northern Ireland it must begin with XI. */
function isOwnNumber(vatNumber: string, { numbersOf, area }: VatTerritory): boolean {
  const own = parseVatNumber(vatNumber, numbersOf);
  return own !== undefined && (area?.standing !== "for-goods" || own.prefix === "XI");
}

/** Where a party is. A blank postal code counts as absent, because forms send one for a field that was left empty. */
function territoryOf(party: VatPlace & { vatNumber?: string | undefined }, supply: Supply | undefined): VatTerritory {
  const postalCode = notBlank(party.postalCode) ?? notBlank(party.address?.postalCode);
  if (party.country !== "GB" || supply !== "goods") return vatTerritoryOf(party.country, postalCode);
  // A number that begins with XI means Northern Ireland, unless a British postal code says otherwise.
  const isPlaced = postalCode !== undefined && /^\s*[A-Z]{1,2}\d/i.test(postalCode);
  const isNorthern = !isPlaced && party.vatNumber !== undefined && beginsWithXi(party.vatNumber);
  return vatTerritoryOf("GB", isNorthern ? "BT1" : postalCode);
}

function notBlank(text: string | undefined): string | undefined {
  return text !== undefined && /\S/.test(text) ? text : undefined;
}
