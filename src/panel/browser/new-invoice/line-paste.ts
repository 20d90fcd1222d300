import { parseTypedNumber } from "../../typed-number.ts";
import { numberFault } from "../fields/number-field.ts";
import { rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import type { RateChoice } from "./line-rates.ts";

const words = texts.orderLines;

/** Lines by the names of their fields, as they are typed; or what is wrong with each row, in which case there is no line. */
export interface PastedLines {
  readonly lines: readonly Readonly<Record<string, string>>[];
  readonly faults: readonly string[];
}

/**
 * The lines of copied cells of a spreadsheet: description, quantity, unit, price, and maybe a VAT rate. A first row without a
 * number has the headings. `undefined` if the text has no cells.
 */
export function pastedLines(text: string, rates: readonly RateChoice[]): PastedLines | undefined {
  if (!text.includes("\t")) return undefined;
  const rows = rowsOf(text);
  const hasHeadings = rows.length > 1 && ![rows[0]![1], rows[0]![3]].some((cell) => /\d/.test(cell ?? ""));
  const read = rows.map((cells, index) => (index === 0 && hasHeadings ? undefined : lineOf(cells, rates)));
  const faults = read.flatMap((line, index) => (typeof line === "string" ? [words.rowFault(index + 1, line)] : []));
  return { faults, lines: faults.length > 0 ? [] : read.filter((line) => typeof line === "object") };
}

/** The cells of each row that has one. A cell with a line break or a quotation mark is in quotation marks. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text
    .replaceAll(/\r\n?/g, "\n")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)) {
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === "\n") rows.push([]);
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ""));
}

/** The line of a row, or what is wrong with it. */
function lineOf(cells: readonly string[], rates: readonly RateChoice[]): Readonly<Record<string, string>> | string {
  const [description = "", quantity = "", unit = "", price, rate = "", ...more] = cells;
  if (price === undefined || more.some((cell) => cell !== "")) return words.noCells;
  if (description === "") return words.noDescription;
  const [amount, unitPrice] = [plainNumber(quantity), plainNumber(price)];
  if (unitPrice === "") return words.noPrice;
  const chosen = chosenRate(rate, rates);
  if (chosen === undefined) return words.noRate(rate);
  const line = { description, quantity: amount || "1", unit, unitPrice, vatRates: chosen };
  return numberFault(amount) || numberFault(unitPrice) || line;
}

/** A number without its currency, which formatted cells have. */
function plainNumber(text: string): string {
  return text.replaceAll(/\p{Sc}|\b[A-Z]{3}\b/gu, "").trim();
}

/** The choice of a rate; without one, that of the standard rate. `undefined` if the sale has no such rate. */
function chosenRate(text: string, rates: readonly RateChoice[]): string | undefined {
  const typed = parseTypedNumber(text.replace("%", ""));
  if (text === "") return "";
  if (typed.kind !== "number") return undefined;
  // Where no VAT is charged, there is no choice.
  if (rates.length === 0) return rateText(typed.value) === rateText(0) ? "" : undefined;
  return rates.find(({ rate }) => rate === typed.value)?.value;
}
