/** Calls of the pure functions with arguments that JavaScript lets through. */
import {
  deriveHeaderTaxRate,
  determineVat,
  formatInvoiceNumber,
  invoiceTotals,
  journalText,
  unitCodeOf,
} from "faktura";
import { isEuVatTerritory, parseVatNumber, standardVatRate } from "faktura/vat";

type Loose = (...args: never[]) => unknown;
const derive: Loose = deriveHeaderTaxRate;
const format: Loose = formatInvoiceNumber;
const unit: Loose = unitCodeOf;
const journal: Loose = journalText;
const territory: Loose = isEuVatTerritory;
const parse: Loose = parseVatNumber;
const rate: Loose = standardVatRate;
const later = Promise.resolve();

/** Mistakes in the calling code. What the errors say is in `test/golden/messages`. */
// biome-ignore format: a table
export const MISTAKES: readonly [string, Loose, unknown[]][] = [
  ["a promise of items", derive, [later]],
  ["no items", derive, [undefined]],
  ["an item that is none", derive, [[null]]],
  ["no parts of a number", format, [undefined]],
  ["a whole number for its parts", format, ["INV-202611-0042"]],
  ["a month as a number", format, [{ prefix: "INV", yearMonth: 202611, counter: 1 }]],
  ["a counter as a text", format, [{ prefix: "INV", yearMonth: "202611", counter: "42" }]],
  ["no prefix", format, [{ yearMonth: "202611", counter: 42 }]],
  ["no line", unit, [undefined]],
  ["a bare unit", unit, ["hour"]],
  ["a unit that is no text", unit, [{ unit: 5 }]],
  ["no entry", journal, ["0".repeat(64)]],
  ["no country of a rate", rate, [undefined, "2026-11-20"]],
  ["no day of a rate", rate, ["DE", undefined]],
  ["a Date for a day", rate, ["DE", new Date()]],
  ["a day in another order", rate, ["DE", "20.11.2026"]],
  ["a rate for its rows", rate, ["DE", "2026-11-20", { DE: 19 }]],
  ["no rates", rate, ["DE", "2026-11-20", null]],
  ["no country of a territory", territory, [undefined, "2026-11-20"]],
  ["no day of a territory", territory, ["DE"]],
  ["a postal code that is a number", territory, ["ES", "2026-11-20", 35001]],
  ["no VAT number", parse, [undefined]],
  ["a VAT number that is a number", parse, [136695976]],
  ["a promise of a VAT number", parse, [later]],
];

const seller = { country: "DE", vatRegistered: true, ossRegistered: false };
const line = { quantity: 1, unitPrice: 10, taxRate: 19 };
const vat = (company: unknown, client: unknown, options: unknown) => () =>
  determineVat(company as never, client as never, options as never);
const totals = (items: unknown, options: unknown) => () => invoiceTotals(items as never, options as never);

/** Arguments that are refused, and their places. */
// biome-ignore format: a table
export const REFUSED: readonly [string, () => unknown, string][] = [
  ["a promise of a company", vat(later, { country: "FR" }, { on: "2026-11-20" }), "company"],
  ["a bare country", vat(seller, "FR", { on: "2026-11-20" }), "client"],
  ["a bare day", vat(seller, { country: "FR" }, "2026-11-20"), "options"],
  ["a Date", vat(seller, { country: "FR" }, { on: new Date() }), "on"],
  ["a supply in the singular", vat(seller, { country: "FR" }, { on: "2026-11-20", supply: "service" }), "supply"],
  ["a text for a switch", vat({ ...seller, ossRegistered: "no" }, { country: "FR" }, { on: "2026-11-20" }), "company.ossRegistered"],
  ["the country of an order", vat(seller, { clientCountry: "FR" }, { on: "2026-11-20" }), "client.country"],
  ["the code of a country", vat(seller, { country_code: "FR" }, { on: "2026-11-20" }), "client.country"],
  ["a switch in snake_case", vat({ country: "DE", vat_registered: true, ossRegistered: true }, { country: "FR" }, { on: "2026-11-20" }), "company.vatRegistered"],
  ["a bare currency", totals([line], "EUR"), "/currency"],
  ["a currency in small letters", totals([line], { currency: "eur" }), "/currency"],
  ["a promise of items", totals(later, { currency: "EUR" }), "/items"],
  ["an item that is none", totals([null], { currency: "EUR" }), "/items/0"],
  ["a decimal comma", totals([{ ...line, unitPrice: "10,5" }], { currency: "EUR" }), "/items/0/unitPrice"],
  ["a Decimal", totals([{ ...line, unitPrice: { toNumber: () => 10.5 } }], { currency: "EUR" }), "/items/0/unitPrice"],
  ["a BigInt", totals([{ ...line, quantity: 1n }], { currency: "EUR" }), "/items/0/quantity"],
  ["prices in capitals", totals([line], { currency: "EUR", prices: "GROSS" }), "/prices"],
  ["a bare discount", totals([{ ...line, discount: 5 }], { currency: "EUR" }), "/items/0/discount"],
  ["a discount that is not in a list", totals([{ ...line, discounts: { percent: 5 } }], { currency: "EUR" }), "/items/0/discounts"],
  ["no list of charges of a line", totals([{ ...line, charges: null }], { currency: "EUR" }), "/items/0/charges"],
  ["a promise of allowances", totals([line], { currency: "EUR", allowances: later }), "/allowances"],
];
