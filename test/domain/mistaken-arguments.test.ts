/** Goal: the pure functions name a wrong argument, say what they need, and never fail with an engine's own text. */
import {
  deriveHeaderTaxRate,
  determineVat,
  formatInvoiceNumber,
  invoiceTotals,
  journalText,
  parseInvoiceNumber,
  unitCodeOf,
} from "faktura";
import { isEuVatTerritory, parseVatNumber, standardVatRate } from "faktura/vat";
import { expect, test } from "vitest";

type Loose = (...args: never[]) => unknown;
const [derive, format, unit, journal] = [deriveHeaderTaxRate, formatInvoiceNumber, unitCodeOf, journalText] as Loose[];
const [territory, parse, rate] = [isEuVatTerritory, parseVatNumber, standardVatRate] as Loose[];
const later = Promise.resolve();

const ITEMS = "deriveHeaderTaxRate needs an array of items, each with a taxRate";
const PARTS =
  'formatInvoiceNumber needs { prefix, yearMonth, counter }, such as { prefix: "INV", yearMonth: "202611", counter: 42 }';
const COUNTRY = 'country must be an ISO 3166-1 alpha-2 code such as "DE"';
const DAY = 'on must be a calendar day such as "2026-11-20"';

// biome-ignore format: a table
const MISTAKES: readonly [string, Loose | undefined, unknown[], string][] = [
  ["a promise of items", derive, [later], `${ITEMS}, not a promise; await it`],
  ["no items", derive, [undefined], `${ITEMS}, not undefined`],
  ["an item that is none", derive, [[null]], `${ITEMS}, not null`],
  ["no parts of a number", format, [undefined], `${PARTS}, not undefined`],
  ["a whole number for its parts", format, ["INV-202611-0042"], `${PARTS}, not a string`],
  ["a month as a number", format, [{ prefix: "INV", yearMonth: 202611, counter: 1 }], 'yearMonth must be a year and month such as "202611", not 202611'],
  ["a counter as a text", format, [{ prefix: "INV", yearMonth: "202611", counter: "42" }], 'counter must be a whole number from 1, not "42"'],
  ["no prefix", format, [{ yearMonth: "202611", counter: 42 }], 'prefix must be 1 to 20 letters, digits, ".", "_", "/" or "-", without "-" at either end, not undefined'],
  ["no line", unit, [undefined], "unitCodeOf needs a line, such as { unit: \"hour\" }, not undefined"],
  ["a bare unit", unit, ["hour"], 'unitCodeOf needs a line, such as { unit: "hour" }, not a string'],
  ["a unit that is no text", unit, [{ unit: 5 }], "unit must be a string, not 5"],
  ["no entry", journal, ["0".repeat(64)], "journalText needs an entry of the journal, not undefined"],
  ["no country of a rate", rate, [undefined, "2026-11-20"], `${COUNTRY}, not undefined`],
  ["no day of a rate", rate, ["DE", undefined], `${DAY}, not undefined`],
  ["a Date for a day", rate, ["DE", new Date()], `${DAY}, not a Date`],
  ["a day in another order", rate, ["DE", "20.11.2026"], `${DAY}, not "20.11.2026"`],
  ["a rate for its rows", rate, ["DE", "2026-11-20", { DE: 19 }], "rates: DE must be an array of { since, percent, kind, source }, not 19"],
  ["no rates", rate, ["DE", "2026-11-20", null], "rates must be an object that lists rates by country, not null"],
  ["no country of a territory", territory, [undefined, "2026-11-20"], `${COUNTRY}, not undefined`],
  ["no day of a territory", territory, ["DE"], `${DAY}, not undefined`],
  ["a postal code that is a number", territory, ["ES", "2026-11-20", 35001], 'postalCode must be a string such as "35001", not 35001'],
  ["no VAT number", parse, [undefined], "parseVatNumber needs a string, not undefined"],
  ["a VAT number that is a number", parse, [136695976], "parseVatNumber needs a string, not 136695976"],
  ["a promise of a VAT number", parse, [later], "parseVatNumber needs a string, not a promise; await it"],
];

test.each(MISTAKES)("%s", (_, call, given, message) => {
  expect(() => call!(...(given as never[]))).toThrow(new TypeError(message));
});

test.each(["clientVatNumber", "customerVatNumber", "vat_number", "vat_id", "vatId"])(
  "a client whose VAT number is in %s is not a consumer",
  (name) => {
    const seller = { country: "DE", vatRegistered: true, ossRegistered: false };
    const decide = (client: object) => determineVat(seller, { country: "FR", ...client }, { on: "2026-11-20" });
    const message = `The VAT cannot be determined. client: has the number in ${name}, which is not read; name it vatNumber.`;
    expect(() => decide({ [name]: "FR40303265045" })).toThrow(expect.objectContaining({ message }));
    expect(decide({ [name]: undefined, name: "Ada", taxNumber: "17" }).treatment).toBe("origin");
    expect(decide({ [name]: "FR40303265045", vatNumber: "FR40303265045" }).treatment).toBe("reverse-charge");
  },
);

test("what is no text is no invoice number", () => {
  expect(parseInvoiceNumber(undefined as never)).toBeUndefined();
});

const seller = { country: "DE", vatRegistered: true, ossRegistered: false };
const line = { quantity: 1, unitPrice: 10, taxRate: 19 };
const vat = (company: unknown, client: unknown, options: unknown) => () =>
  determineVat(company as never, client as never, options as never);
const totals = (items: unknown, options: unknown) => () => invoiceTotals(items as never, options as never);

// biome-ignore format: a table
const REFUSED: readonly [string, () => unknown, string, string][] = [
  ["a promise of a company", vat(later, { country: "FR" }, { on: "2026-11-20" }), "The VAT cannot be determined", "company: must be an object such as { country: \"DE\", vatRegistered: true, ossRegistered: false }, not a promise; await it"],
  ["a bare country", vat(seller, "FR", { on: "2026-11-20" }), "The VAT cannot be determined", 'client: must be an object such as { country: "FR" }, not a string'],
  ["a bare day", vat(seller, { country: "FR" }, "2026-11-20"), "The VAT cannot be determined", 'options: must be an object such as { on: "2026-11-20" }, not a string'],
  ["a Date", vat(seller, { country: "FR" }, { on: new Date() }), "The VAT cannot be determined", "on: must be a calendar day, YYYY-MM-DD, not a Date"],
  ["a supply in the singular", vat(seller, { country: "FR" }, { on: "2026-11-20", supply: "service" }), "The VAT cannot be determined", "supply: must be one of goods, services, digital; did you mean services?"],
  ["a text for a switch", vat({ ...seller, ossRegistered: "no" }, { country: "FR" }, { on: "2026-11-20" }), "The VAT cannot be determined", 'company.ossRegistered: must be true or false, not "no"'],
  ["the country of an order", vat(seller, { clientCountry: "FR" }, { on: "2026-11-20" }), "The VAT cannot be determined", 'client.country: must be an ISO 3166-1 alpha-2 code such as "DE", not undefined; clientCountry is not read, so name it country'],
  ["the code of a country", vat(seller, { country_code: "FR" }, { on: "2026-11-20" }), "The VAT cannot be determined", 'client.country: must be an ISO 3166-1 alpha-2 code such as "DE", not undefined; country_code is not read, so name it country'],
  ["a switch in snake_case", vat({ country: "DE", vat_registered: true, ossRegistered: true }, { country: "FR" }, { on: "2026-11-20" }), "The VAT cannot be determined", "company.vatRegistered: must be true or false, not undefined; vat_registered is not read, so name it vatRegistered"],
  ["a bare currency", totals([line], "EUR"), "The totals cannot be computed", '/currency: must be an ISO 4217 currency code such as "EUR"; give it as { currency: "EUR" }'],
  ["a currency in small letters", totals([line], { currency: "eur" }), "The totals cannot be computed", '/currency: must be an ISO 4217 currency code such as "EUR"; did you mean EUR?'],
  ["a promise of items", totals(later, { currency: "EUR" }), "The totals cannot be computed", "/items: must be an array, not a promise; await it"],
  ["an item that is none", totals([null], { currency: "EUR" }), "The totals cannot be computed", "/items/0: must be an object, not null"],
  ["a decimal comma", totals([{ ...line, unitPrice: "10,5" }], { currency: "EUR" }), "The totals cannot be computed", '/items/0/unitPrice: must be a finite number, 0 or more, not "10,5"'],
  ["a Decimal", totals([{ ...line, unitPrice: { toNumber: () => 10.5 } }], { currency: "EUR" }), "The totals cannot be computed", "/items/0/unitPrice: must be a finite number, 0 or more, not a Decimal; convert it with toNumber()"],
  ["a BigInt", totals([{ ...line, quantity: 1n }], { currency: "EUR" }), "The totals cannot be computed", "/items/0/quantity: must be a finite number other than 0, not a BigInt; convert it with Number()"],
  ["prices in capitals", totals([line], { currency: "EUR", prices: "GROSS" }), "The totals cannot be computed", "/prices: must be one of net, gross; did you mean gross?"],
  ["a bare discount", totals([{ ...line, discount: 5 }], { currency: "EUR" }), "The totals cannot be computed", "/items/0/discount: must have either percent or amount"],
  ["a discount that is not in a list", totals([{ ...line, discounts: { percent: 5 } }], { currency: "EUR" }), "The totals cannot be computed", "/items/0/discounts: must be an array, not an object"],
  ["no list of charges of a line", totals([{ ...line, charges: null }], { currency: "EUR" }), "The totals cannot be computed", "/items/0/charges: must be an array, not null"],
  ["a promise of allowances", totals([line], { currency: "EUR", allowances: later }), "The totals cannot be computed", "/allowances: must be an array, not a promise; await it"],
];

test.each(REFUSED)("%s is refused by name, and the message says so too", (_, call, what, detail) => {
  const [, place, text] = /^(\S+): (.*)$/.exec(detail)!;
  const error = place!.startsWith("/") ? { pointer: place, detail: text } : { parameter: place, detail: text };
  expect(call).toThrow(
    expect.objectContaining({
      code: "request_invalid",
      message: `${what}. ${detail}${detail.endsWith("?") ? "" : "."}`,
      errors: [error],
    }),
  );
});

test("each known option of a decision is accepted", () => {
  const company = { country: "DE", vatRegistered: true, ossRegistered: false };
  const known = { supply: "goods", failedChecksum: "refuse", rates: {}, vatRates: {} };
  for (const [name, value] of Object.entries(known))
    expect(determineVat(company, { country: "FR" }, { on: "2026-11-20", [name]: value }).rate, name).toBe(19);
});
