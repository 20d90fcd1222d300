import type { CalendarDay } from "./calendar.ts";
import type { VatClient, VatCompany, VatOptions, VatPlace } from "./vat-decision.ts";
import { placeOfNoteLanguage } from "./vat-note.ts";
import { beginsWithXi, parseVatNumber } from "./vat-number.ts";
import type { VatRuling } from "./vat-ruling.ts";
import { classifySale, type Sale, SUPPLIES, type Supply, type VatRow } from "./vat-table.ts";
import { isTerritoryInEu, type VatTerritory, vatTerritoryOf } from "./vat-territory.ts";

/** What the sales of one kind have in common: all that a decision is made from, but the rates and the client's number. */
export interface SaleKind {
  readonly seller: VatTerritory;
  readonly client: VatTerritory;
  readonly sellerInEu: boolean;
  readonly clientInEu: boolean;
  readonly vatRegistered: boolean;
  readonly ossRegistered: boolean;
  /** Whether the seller has a number that can be read; for goods from Northern Ireland, one of its own. */
  readonly sellerHasVatNumber: boolean;
  /** Whether the client named a number, read or not. */
  readonly clientHasVatNumber: boolean;
  readonly isCompany: boolean | undefined;
  readonly supply: Supply | undefined;
  readonly on: CalendarDay;
  /** The row of the VAT table on which its sales fall. */
  readonly row: VatRow;
  /** Whether they would fall on another one without the client's number. */
  readonly numberDecides: boolean;
  /** What was ruled on them last. */
  ruling: VatRuling | undefined;
}

/** Some megabytes: every pair of member states in ten ways, or all countries from thirty-two sellers' places. */
const MOST_KINDS = 8192;

/** Kinds by day and key. Finding one is a small part of placing the parties and reading the table. */
const kinds = new Map<CalendarDay, Map<number, SaleKind>>();
let kindsKept = 0;
let lastDay: CalendarDay | undefined;
let lastDaysKinds: Map<number, SaleKind> | undefined;

/** The kind of a sale, whose arguments must be of their shape. */
export function saleKindOf(company: VatCompany, buyer: VatClient, options: VatOptions): SaleKind {
  const { on, supply } = options;
  const seller = territoryOf(company, supply);
  const client = territoryOf(buyer, supply);
  const { vatRegistered, ossRegistered } = company;
  const { isCompany } = buyer;
  const sellerHasVatNumber = company.vatNumber !== undefined && isOwnNumber(company.vatNumber, seller);
  const clientHasVatNumber = buyer.vatNumber !== undefined;
  // One bit for each yes or no, and room for 512 places and 32 languages: 31 bits, a small integer.
  let key = (seller.place << 9) | client.place;
  key = (key << 5) | placeOfNoteLanguage(company.language);
  key = (key << 2) | (supply === undefined ? 3 : SUPPLIES.indexOf(supply));
  key = (key << 2) | (isCompany === undefined ? 2 : Number(isCompany));
  key = (key << 2) | (Number(vatRegistered) << 1) | Number(ossRegistered);
  key = (key << 2) | (Number(sellerHasVatNumber) << 1) | Number(clientHasVatNumber);
  if (on !== lastDay) {
    lastDay = on;
    lastDaysKinds = kinds.get(on);
  }
  const known = lastDaysKinds?.get(key);
  if (known !== undefined) return known;
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
  // What every decision reads stands first, and so in as few lines of the processor's cache as there can be.
  return keep(key, {
    ruling: undefined,
    row,
    numberDecides,
    clientInEu,
    seller,
    client,
    sellerInEu,
    vatRegistered,
    ossRegistered,
    sellerHasVatNumber,
    clientHasVatNumber,
    isCompany,
    supply,
    on,
  });
}

/** When there are too many they all go, so that no kind has to be told apart by its age. */
function keep(key: number, kind: SaleKind): SaleKind {
  if (kindsKept === MOST_KINDS) {
    kinds.clear();
    kindsKept = 0;
  }
  lastDaysKinds = kinds.get(kind.on) ?? new Map<number, SaleKind>();
  kinds.set(kind.on, lastDaysKinds.set(key, kind));
  kindsKept += 1;
  return kind;
}

/** A seller in an area outside the EU sells to the rest of its own state as from abroad, with OSS or without. */
function isAreaOf({ area, id, numbersOf }: VatTerritory, client: VatTerritory): boolean {
  return area?.standing === "outside" && id.length > 2 && numbersOf === client.id;
}

/** Any that can be read, of whichever state it is registered in; for goods from Northern Ireland one of its own. */
function isOwnNumber(vatNumber: string, { numbersOf, area }: VatTerritory): boolean {
  const own = parseVatNumber(vatNumber, numbersOf);
  return own !== undefined && (area?.standing !== "for-goods" || own.prefix === "XI");
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
