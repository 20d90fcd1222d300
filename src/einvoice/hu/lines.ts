import type { HungarianOrder } from "../../domain/generated/national.ts";
import { isAdvanceType } from "../../domain/invoice/document-types.ts";
import type { InvoiceAllowance } from "../../domain/invoice/generated/invoice.ts";
import {
  type DecimalText,
  decimalText,
  divided,
  minus,
  roundedToCents,
  times,
} from "../../domain/money/decimal-text.ts";
import { type EinvoiceDocument, isCreditNote } from "../document.ts";
import { changesOf } from "../line-changes.ts";
import { wordsOf } from "../words-of.ts";
import { navText } from "./nav-parties.ts";
import { type NavVatRate, vatRateOf } from "./vat-rate.ts";

/** `AdvancePaymentDataType`. What it lacks is a gap. */
export type NavAdvance = NonNullable<HungarianOrder["advances"]>[number] | { readonly number: string };

/** `LineType`. Of a document that takes back, all amounts and quantities are negative. */
export interface NavLine {
  /** Whether it is an advance (`advanceIndicator`), and of one that is deducted its payment. */
  readonly advance?: "own" | NavAdvance | undefined;
  readonly codes: readonly (readonly [category: "VTSZ" | "TESZOR" | "KN" | "OWN", value: string])[];
  readonly nature?: "PRODUCT" | "SERVICE" | undefined;
  readonly description: string;
  /** Absent: it has no quantity and price (`lineExpressionIndicator` false). */
  readonly counted?:
    | {
        readonly quantity: DecimalText;
        readonly unit: string;
        /** `unitOfMeasureOwn`, with unit `OWN`. */
        readonly ownUnit?: string | undefined;
        /** Without VAT. */
        readonly price: DecimalText;
      }
    | undefined;
  readonly discount?: { readonly reason: string; readonly amount: DecimalText } | undefined;
  readonly net: DecimalText;
  readonly rate: NavVatRate;
  /** The Hungarian VAT; `undefined` if there is none. */
  readonly vat: DecimalText | undefined;
}

type Item = EinvoiceDocument["items"][number];

/** Quantities and prices have as many decimals. */
export const QUANTITY_DECIMALS = 10;

/** The document's lines, followed by its allowances, among them the advances that it deducts, and its charges. */
export function navLines(document: EinvoiceDocument): NavLine[] {
  const { items, allowances = [], charges = [], documentType } = document;
  const words = wordsOf(document);
  const lines = [
    ...items.flatMap((item) => itemLines(document, item)),
    ...allowances.map((each) => adjustmentOf(document, each, -1, words.discount)),
    ...charges.map((each) => adjustmentOf(document, each, 1, words.charge)),
  ];
  const isAdvance = isCreditNote(document) ? documentType === "503" : isAdvanceType(documentType);
  const own = isAdvance ? lines.map((line) => ({ advance: "own" as const, ...line })) : lines;
  return isCreditNote(document) ? own.map(takenBack) : own;
}

/** The line as a difference: less of it. */
export function takenBack(line: NavLine): NavLine {
  const { counted, discount, net, vat } = line;
  return {
    ...line,
    counted: counted && { ...counted, quantity: minus(0, counted.quantity) },
    discount: discount && { ...discount, amount: minus(0, discount.amount) },
    net: minus(0, net),
    vat: vat === undefined ? undefined : minus(0, vat),
  };
}

/** A line, followed by one for the amount by which its charges exceed its discounts, for which the schema has no element. */
function itemLines(document: EinvoiceDocument, item: Item): NavLine[] {
  const net = decimalText(item.netAmount);
  const rate = vatRateOf(document, item, item.national?.hu?.vatCase);
  const line: NavLine = {
    codes: codesOf(item),
    nature: natureOf(document, item),
    description: navText(item.description, MAX_DESCRIPTION),
    ...{ net, rate, vat: vatOf(net, rate) },
  };
  if ("creditedBy" in item && item.creditedBy !== "quantity") return [line];
  const { quantity, unitPrice, priceBaseQuantity = 1 } = item;
  const price = divided(unitPrice, priceBaseQuantity, QUANTITY_DECIMALS);
  const counted = { ...line, counted: { quantity: decimalText(quantity), price, ...unitOf(item) } };
  if (changesOf(item).length === 0) return [counted];
  const full = roundedToCents(times(quantity, price));
  const left = minus(full, net);
  const isCharge = left !== "0" && left.startsWith("-") === quantity > 0;
  const words = wordsOf(document);
  if (!isCharge) return [{ ...counted, discount: { reason: reasonOf(item.discount, words.discount), amount: left } }];
  const charged = minus(net, full);
  return [
    { ...counted, net: full, vat: vatOf(full, rate) },
    {
      codes: [],
      description: reasonOf(item.charges?.[0], words.charge),
      ...{ net: charged, rate, vat: vatOf(charged, rate) },
    },
  ];
}

/** The longest name of what is sold. */
const MAX_DESCRIPTION = 512;

function reasonOf(change: { readonly reason?: string | undefined } | undefined, absent: string): string {
  return navText(change?.reason ?? "", 255) || absent;
}

function vatOf(net: DecimalText, rate: NavVatRate): DecimalText | undefined {
  return rate.kind === "vatPercentage" ? roundedToCents(times(net, rate.rate)) : undefined;
}

/** `UnitOfMeasureType` by UN/ECE Recommendation 20. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ C62: "PIECE", H87: "PIECE", KGM: "KILOGRAM", TNE: "TON", KWH: "KWH", DAY: "DAY", HUR: "HOUR", MIN: "MINUTE" },
  ...{ MON: "MONTH", LTR: "LITER", KMT: "KILOMETER", MTQ: "CUBIC_METER", MTR: "METER", LM: "LINEAR_METER" },
  ...{ CT: "CARTON", XCT: "CARTON", PK: "PACK", XPK: "PACK" },
};

/** Without a unit an invoice counts pieces. */
function unitOf({ unit, unitCode = "C62" }: Item): { unit: string; ownUnit?: string } {
  const known = UNITS[unitCode];
  if (unit === undefined && known !== undefined) return { unit: known };
  const own = navText(unit ?? unitCode, 50);
  return own === "" ? { unit: UNITS["C62"]! } : { unit: "OWN", ownUnit: own };
}

function natureOf({ supply: ofDocument }: EinvoiceDocument, { supply = ofDocument }: Item): NavLine["nature"] {
  if (supply === undefined) return undefined;
  return supply === "goods" ? "PRODUCT" : "SERVICE";
}

function codesOf({ national, sku, classifications = [] }: Item): NavLine["codes"] {
  const { vtsz, teszor } = national?.hu ?? {};
  const customs = classifications.find(({ list }) => list === "HS")?.code.replace(/\s/g, "");
  const candidates = [
    ["VTSZ", vtsz],
    ["TESZOR", teszor],
    ["KN", customs !== undefined && /^[A-Z0-9]{2,30}$/.test(customs) ? customs : undefined],
    ["OWN", navText(sku ?? "", 255) || undefined],
  ] as const;
  return candidates.flatMap(([category, value]) => (value === undefined ? [] : [[category, value] as const]));
}

/** An allowance or a charge of the document, or an advance that it deducts, is a line without a quantity. */
function adjustmentOf(document: EinvoiceDocument, given: InvoiceAllowance, sign: 1 | -1, word: string): NavLine {
  const net = decimalText(sign * given.netAmount);
  const rate = vatRateOf(document, given, statedCase(document, given));
  const { advance, taxAmount } = given;
  const isTaxed = rate.kind === "vatPercentage";
  return {
    advance: advance === undefined ? undefined : advanceOf(document, advance),
    codes: [],
    description: reasonOf(given, word),
    ...{ net, rate },
    vat: isTaxed && taxAmount !== undefined ? decimalText(sign * taxAmount) : vatOf(net, rate),
  };
}

/** An allowance or a charge is without VAT for the reason of the lines of its category, if they all state the same. */
function statedCase({ items }: EinvoiceDocument, { vatCategory, taxRate }: InvoiceAllowance) {
  const same = items.filter((item) => item.vatCategory === vatCategory && item.taxRate === taxRate);
  const cases = new Set(same.map(({ national }) => national?.hu?.vatCase));
  return cases.size === 1 ? [...cases][0] : undefined;
}

function advanceOf({ national }: EinvoiceDocument, number: string): NavAdvance {
  return national?.hu?.advances?.find((each) => each.number === number) ?? { number };
}
