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
  readonly cells: readonly (readonly string[])[];
}

/** The lines: (6) description and quantity, (8) the unit price without VAT and the discount, (9) the rate. */
export function printedLines(document: EinvoiceDocument, words: PdfWords, formats: Formats): PrintedTable {
  const { items, currency, prices } = document;
  const isGross = prices === "gross" || isAllOfMargin(document);
  return {
    columns: [
      { heading: words.position, kind: "amount" },
      { heading: words.description, kind: "text" },
      { heading: words.quantity, kind: "amount" },
      { heading: isGross ? words.grossUnitPrice : words.unitPrice, kind: "amount" },
      { heading: words.vat, kind: "amount" },
      { heading: `${isGross ? words.grossAmount : words.netAmount} (${currency})`, kind: "amount" },
    ],
    rows: withFewBreaks(
      items.map((item, index) => {
        const { quantity, unit, unitPrice, unitPriceGross, netAmount, grossAmount } = item;
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
            [formats.amount(grossAmount ?? netAmount, currency)],
          ],
        };
      }),
    ),
    carried: {
      forward: words.carriedForward,
      brought: words.broughtForward,
      sums: sumsUpTo(items.map(({ netAmount, grossAmount }) => grossAmount ?? netAmount)).map((sum) =>
        formats.amount(sum, currency),
      ),
    },
  };
}

/** The sum of the amounts up to each of them. */
function sumsUpTo(amounts: readonly number[]): number[] {
  let sum = new Decimal(0);
  return amounts.map((amount) => {
    sum = sum.plus(amount);
    return amountAsNumber(sum);
  });
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
