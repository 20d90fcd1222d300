import type { PolishLine } from "../../domain/generated/national.ts";
import type { InvoiceAllowance } from "../../domain/invoice/generated/invoice.ts";
import { advanceAllowances } from "../../domain/invoice/order/deduct-advances.ts";
import { type DecimalText, decimalText, divided, minus, plus, times } from "../../domain/money/decimal-text.ts";
import type { EinvoiceDocument } from "../document.ts";
import { changesOf } from "../line-changes.ts";
import { type ArticleNumbers, articleNumbersOf } from "./article-numbers.ts";
import { ksefText, partsOf } from "./ksef-text.ts";
import { type KsefNote, lineNotes } from "./notes.ts";
import { type KsefRate, type MarginScheme, marginSchemeOf, rateOf, type TaxedPart } from "./rates.ts";

/** `FaWiersz`. Of a correction all amounts are differences. */
export interface KsefLine extends Omit<ArticleNumbers, "others"> {
  readonly description: string;
  readonly pkwiu?: string | undefined;
  readonly unit: string;
  readonly quantity?: DecimalText | undefined;
  /** `P_9B` if the prices are gross, else `P_9A`. */
  readonly price?: DecimalText | undefined;
  /** `P_10`, gross if the prices are. */
  readonly discount?: DecimalText | undefined;
  readonly netAmount: DecimalText;
  /** Only if the prices are gross, as they are under a margin scheme. */
  readonly grossAmount?: DecimalText | undefined;
  readonly rate: KsefRate | undefined;
  readonly marginScheme: MarginScheme | undefined;
  readonly isOfAnnex15: boolean;
  readonly goodsGroup?: PolishLine["goodsGroup"];
  readonly procedure?: PolishLine["procedure"];
  readonly notes: readonly KsefNote[];
}

type Item = EinvoiceDocument["items"][number];

/** The document's lines, followed by its allowances and charges. `sign` is `-1` if the document takes back. */
export function ksefLines(document: EinvoiceDocument, sign: 1 | -1): KsefLine[] {
  const { items, allowances = [], charges = [] } = document;
  const deducted: readonly InvoiceAllowance[] = advanceAllowances(document);
  const lines = [
    ...items.flatMap((item) => linesOf(document, item)),
    ...allowances.filter((each) => !deducted.includes(each)).map((each) => adjustmentOf(document, each, -1)),
    ...charges.map((each) => adjustmentOf(document, each, 1)),
  ];
  return sign === 1 ? lines : lines.map(taken);
}

/** What the document's lines are above its sums: the advances that it deducts. */
export function ksefAdvanceLines(document: EinvoiceDocument, sign: 1 | -1): KsefLine[] {
  const lines = advanceAllowances(document).map((each) => adjustmentOf(document, each, -1));
  return sign === 1 ? lines : lines.map(taken);
}

/** The line as a difference: less of it. */
function taken(line: KsefLine): KsefLine {
  const { quantity, discount, netAmount, grossAmount } = line;
  return {
    ...line,
    quantity: opposite(quantity),
    discount: opposite(discount),
    netAmount: minus(0, netAmount),
    grossAmount: opposite(grossAmount),
  };
}

const opposite = (amount: DecimalText | undefined) => (amount === undefined ? undefined : minus(0, amount));

/** Unit prices have as many decimals. */
const PRICE_DECIMALS = 8;

/** A line, followed by one for the amount by which its charges exceed its discounts, for which FA(3) has no field. */
function linesOf(document: EinvoiceDocument, item: Item): KsefLine[] {
  const { quantity, unitPrice, unitPriceGross, priceBaseQuantity = 1, netAmount, grossAmount, taxRate } = item;
  const line = lineOf(document, item);
  if ("creditedBy" in item && item.creditedBy !== "quantity") return [line];
  const isGross = unitPriceGross !== undefined && grossAmount !== undefined;
  const price = divided(unitPriceGross ?? unitPrice, priceBaseQuantity, PRICE_DECIMALS);
  const priced: KsefLine = { ...line, quantity: decimalText(quantity), price };
  if (changesOf(item).length === 0) return [priced];
  const full = divided(times(quantity, unitPriceGross ?? unitPrice), priceBaseQuantity, 2);
  const left = minus(full, isGross ? grossAmount : netAmount);
  const isCharge = left !== "0" && left.startsWith("-") === quantity > 0;
  if (!isCharge) return [{ ...priced, discount: left }];
  const net = isGross ? divided(times(full, 100), plus(taxRate, 100), 2) : full;
  const { rate, marginScheme, isOfAnnex15, goodsGroup, procedure } = line;
  return [
    { ...priced, netAmount: net, grossAmount: isGross ? full : undefined },
    {
      description: reasonOf(item) ?? CHARGE,
      ...oneOf(pieceOf(document, item), minus(netAmount, net), isGross ? minus(0, left) : undefined),
      ...{ rate, marginScheme, isOfAnnex15, goodsGroup, procedure },
      notes: [],
    },
  ];
}

/** The code of a unit that has no name, in UN/ECE Recommendation 20. */
const ONE = "C62";

/** What an invoice counts in: it must name a measure. @see Ustawa o VAT, art. 106e ust. 1 pkt 8 */
function unitOf(document: EinvoiceDocument, item: Item): string {
  const { unit, unitCode = ONE } = item;
  return unit ?? (unitCode === ONE ? pieceOf(document, item) : unitCode);
}

function pieceOf({ supply }: EinvoiceDocument, part: Pick<TaxedPart, "supply">): string {
  return (part.supply ?? supply) === "services" ? "usł." : "szt.";
}

/** An amount as the price of one piece, as the ministry's examples have charges and reductions of prices. */
function oneOf(unit: string, netAmount: DecimalText, grossAmount: DecimalText | undefined) {
  return { unit, quantity: "1" as const, price: grossAmount ?? netAmount, netAmount, grossAmount };
}

const [DISCOUNT, CHARGE] = ["Rabat", "Opłata dodatkowa"];

function reasonOf({ charges = [] }: Item): string | undefined {
  const reasons = charges.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  return reasons.length === 0 ? undefined : partsOf(reasons.join("; "), MAX_DESCRIPTION)[0];
}

/** The longest name of what is sold (`P_7`). */
const MAX_DESCRIPTION = 512;

/** The line without its quantity and price, which a correction of an amount does not state: its quantity stays. */
function lineOf(document: EinvoiceDocument, item: Item): KsefLine {
  const { netAmount, grossAmount, national } = item;
  const [description = "", ...rest] = partsOf(item.description, MAX_DESCRIPTION);
  const { others, ...numbers } = articleNumbersOf(item);
  const { pkwiu, goodsGroup, annex15 = false } = national?.pl ?? {};
  return {
    description,
    ...numbers,
    pkwiu,
    unit: unitOf(document, item),
    netAmount: decimalText(netAmount),
    grossAmount: grossAmount === undefined ? undefined : decimalText(grossAmount),
    ...taxedOf(document, item),
    isOfAnnex15: annex15,
    goodsGroup,
    procedure: procedureOf(document, item),
    notes: lineNotes(item, rest.join(""), others),
  };
}

function taxedOf(document: EinvoiceDocument, part: TaxedPart): Pick<KsefLine, "rate" | "marginScheme"> {
  return { rate: rateOf(document, part), marginScheme: marginSchemeOf(part) };
}

/** @see Rozporządzenie w sprawie JPK_VAT, § 10 ust. 4 pkt 2a and 5 */
function procedureOf(document: EinvoiceDocument, item: Item): PolishLine["procedure"] {
  const given = item.national?.pl?.procedure;
  if (given !== undefined) return given;
  if (item.vatCategory === "AE" && document.triangular === true) return "TT_D";
  const isDistant = (item.supply ?? document.supply) !== "services";
  return rateOf(document, item)?.isOss === true && isDistant ? "WSTO_EE" : undefined;
}

/** An allowance or a charge of the document is a line of its own. */
function adjustmentOf(document: EinvoiceDocument, given: InvoiceAllowance, sign: 1 | -1): KsefLine {
  const signed = (amount: number) => decimalText(sign * amount);
  const { amount, netAmount, reason = sign === -1 ? DISCOUNT : CHARGE } = given;
  return {
    description: ksefText(reason),
    ...oneOf(pieceOf(document, given), signed(netAmount), document.prices === "gross" ? signed(amount) : undefined),
    ...taxedOf(document, given),
    isOfAnnex15: false,
    notes: [],
  };
}

/** By how much quantity × price may differ from the line's amount: a cent of rounding. */
export const LINE_TOLERANCE = 0.01;

/** What quantity × price gives, less the discount; `undefined` of a line without them. */
export function computedAmount({ quantity, price, discount = "0" }: KsefLine): DecimalText | undefined {
  return quantity === undefined || price === undefined ? undefined : minus(times(quantity, price), discount);
}
