import type { InvoiceItem } from "../domain/invoice/generated/invoice.ts";
import { amountAsNumber, Decimal } from "../domain/money/decimal.ts";
import type { LineDiscount } from "../domain/money/generated/amounts.ts";
import type { EinvoiceDocument } from "../einvoice/document.ts";
import type { PdfWords } from "../languages/pdf-words.ts";
import type { Formats } from "./formats.ts";
import { isAllOfMargin, isOfMargin, printedRate } from "./printed-rates.ts";
import { LINE_BREAK } from "./text/text-measure.ts";

/** A table whose columns are texts, which are wrapped, or amounts, which are set to the right. */
export interface PrintedTable {
  readonly columns: readonly { readonly heading: string; readonly kind: "text" | "amount" }[];
  readonly rows: readonly PrintedRow[];
  /** What is printed where the table continues on another page. */
  readonly carried?: CarriedSums | undefined;
}

/** The sums of the last column that are carried from page to page. */
export interface CarriedSums {
  /** Their name at the end of a page, and at the top of the next one. */
  readonly forward: string;
  readonly brought: string;
  /** Up to each row. */
  readonly sums: readonly string[];
}

/** A row: a list of texts for each column. The texts after a cell's first one are its details. */
export interface PrintedRow {
  /** Whether it is the heading above lines, or their subtotal, rather than a line. */
  readonly kind?: "heading" | "subtotal" | undefined;
  readonly cells: readonly (readonly string[])[];
}

/** The lines: (6) description and quantity, (8) the unit price without VAT and the discount, (9) the rate. */
export function printedLines(document: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedTable {
  const { items, currency, prices } = document;
  const isGross = prices === "gross" || isAllOfMargin(document);
  const lines = withFewBreaks(items.map((item, index) => lineRow(document, item, index, words, formats)));
  const grouped = groupedRows(items, lines, words.headingTotal, (amount) => formats.amount(amount, currency));
  return {
    columns: [
      { heading: words.position, kind: "amount" },
      { heading: words.description, kind: "text" },
      { heading: words.quantity, kind: "amount" },
      { heading: isGross ? words.grossUnitPrice : words.unitPrice, kind: "amount" },
      { heading: words.vat, kind: "amount" },
      { heading: `${isGross ? words.grossAmount : words.netAmount} (${currency})`, kind: "amount" },
    ],
    rows: grouped.map(({ row }) => row),
    carried: {
      forward: words.carriedForward,
      brought: words.broughtForward,
      sums: grouped.map(({ sum }) => sum),
    },
  };
}

type Item = EinvoiceDocument["items"][number];

function lineRow(document: EinvoiceDocument, item: Item, index: number, words: PdfWords, formats: Formats): PrintedRow {
  const { currency } = document;
  const { quantity, unit, unitPrice, unitPriceGross } = item;
  const rated = { ...item, category: item.vatCategory };
  const isNetStated = unitPriceGross !== undefined && !isOfMargin(rated);
  const net = isNetStated ? [`${words.unitPrice}: ${formats.amount(unitPrice, currency)}`] : [];
  return {
    cells: [
      [formats.number(index + 1)],
      [item.description, ...detailsOf(item, currency, words, formats), ...net],
      [unit === undefined ? formats.number(quantity) : `${formats.number(quantity)} ${unit}`],
      [pricePer(formats.amount(unitPriceGross ?? unitPrice, currency), item, formats)],
      [printedRate(document, rated, formats)],
      [formats.amount(amountOf(item), currency)],
    ],
  };
}

function amountOf({ netAmount, grossAmount }: Item): number {
  return grossAmount ?? netAmount;
}

/** The rows of the lines with their headings and subtotals, each with the sum of the lines so far. */
function groupedRows(
  items: readonly Item[],
  lines: readonly PrintedRow[],
  name: string,
  text: (amount: number) => string,
): { readonly row: PrintedRow; readonly sum: string }[] {
  const rows: { row: PrintedRow; sum: string }[] = [];
  let sum = new Decimal(0);
  let subtotal: Decimal | undefined;
  const add = (row: PrintedRow) => rows.push({ row, sum: text(amountAsNumber(sum)) });
  for (const [index, item] of items.entries()) {
    const { heading } = item;
    if (heading !== undefined) {
      add({ kind: "heading", cells: [[], [heading], [], [], [], []] });
      subtotal = new Decimal(0);
    }
    sum = sum.plus(amountOf(item));
    subtotal = subtotal?.plus(amountOf(item));
    add(lines[index]!);
    const isLast = index + 1 === items.length || items[index + 1]!.heading !== undefined;
    if (isLast && subtotal !== undefined)
      add({ kind: "subtotal", cells: [[], [name], [], [], [], [text(amountAsNumber(subtotal))]] });
  }
  return rows;
}

/** More lines than this take minutes to draw, and nobody reads them. */
const MOST_LINE_BREAKS = 10_000;

/** The rows; with spaces for the line breaks of their texts if there are too many. */
function withFewBreaks(rows: readonly PrintedRow[]): readonly PrintedRow[] {
  const breaksIn = (text: string) => text.split(LINE_BREAK).length - 1;
  const breaks = rows.reduce(
    (sum, { cells }) => sum + cells.flat().reduce((most, text) => most + breaksIn(text), 0),
    0,
  );
  if (breaks <= MOST_LINE_BREAKS) return rows;
  return rows.map(({ cells }) => ({
    cells: cells.map((texts) => texts.map((text) => text.split(LINE_BREAK).join(" "))),
  }));
}

type PrintedDetails = Pick<
  InvoiceItem,
  | "sku"
  | "standardId"
  | "buyerSku"
  | "attributes"
  | "originCountry"
  | "purchaseOrderLine"
  | "buyerAccountingReference"
  | "invoicedObject"
  | "period"
  | "note"
  | "discount"
  | "discounts"
  | "charges"
>;

/** GTIN in the list ICD. */
const GTIN = "0160";

/** A price and, if it is not for one, the quantity that it is for: `12.00 / 100`. */
function pricePer(
  price: string,
  { priceBaseQuantity }: Pick<InvoiceItem, "priceBaseQuantity">,
  formats: Formats,
): string {
  return priceBaseQuantity === undefined ? price : `${price} / ${formats.number(priceBaseQuantity)}`;
}

/** What is printed below the description of a line. */
function detailsOf(given: PrintedDetails, currency: string, words: PdfWords, formats: Formats): string[] {
  const { sku, standardId, attributes = [], originCountry, period, note } = given;
  const { discount, discounts = [], charges = [] } = given;
  const adjusted = (name: string) => (each: LineDiscount) => adjustmentText(name, each, currency, formats);
  const details = [
    sku && `${words.articleNumber}: ${sku}`,
    standardId && `${standardId.scheme === GTIN ? "GTIN" : words.articleNumber}: ${standardId.id}`,
    given.buyerSku && `${words.buyerArticleNumber}: ${given.buyerSku}`,
    ...attributes.map(({ name, value }) => `${name}: ${value}`),
    originCountry && `${words.originCountry}: ${formats.country(originCountry)}`,
    given.purchaseOrderLine && `${words.orderLine}: ${given.purchaseOrderLine}`,
    given.buyerAccountingReference && `${words.accountingReference}: ${given.buyerAccountingReference}`,
    given.invoicedObject && `${words.invoicedObject}: ${given.invoicedObject.id}`,
    period && formats.period(period),
    note,
    ...[...(discount === undefined ? [] : [discount]), ...discounts].map(adjusted(words.discount)),
    ...charges.map(adjusted(words.charge)),
  ];
  return details.filter((detail) => detail !== undefined && detail !== "") as string[];
}

function adjustmentText(
  name: string,
  { percent, baseAmount, amount = 0, reason }: LineDiscount,
  currency: string,
  formats: Formats,
): string {
  const base = baseAmount === undefined ? [] : [formats.amount(baseAmount, currency)];
  const off =
    percent === undefined
      ? [formats.amount(amount, currency), ...base].join(" / ")
      : [formats.percent(percent), ...base].join(" × ");
  return reason === undefined ? `${name}: ${off}` : `${name}: ${off} (${reason})`;
}
