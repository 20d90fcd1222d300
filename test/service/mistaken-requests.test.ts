/**
 * Goal: a caller who guesses a field, a shape or a value wrongly reads what to write instead.
 * Method: one call for each mistake, through the same function that hosts call; the text is compared to the letter.
 */
import Big from "big.js";
import type { Company } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openBooks } from "./books.ts";
import { refusalOf } from "./refusal-of.ts";

type Call = (acme: Company, request: never) => Promise<unknown>;

const item = (part: object) => ({ items: [{ description: "Lamp", quantity: 1, unitPrice: 100, ...part }] });
const issue: Call = (acme, part: object) => acme.issue(order(part));
const credit: Call = async (acme, part: object) =>
  acme.credit((await acme.issue(order())).id, { reason: "x", ...part });
const pay: Call = async (acme, part: object) =>
  acme.recordPayment((await acme.issue(order())).id, { amount: 1, ...part });
const list: Call = (acme, request) => acme.list(request);
const report: Call = (acme, part: object) => acme.vatReport({ from: "2026-10-01", to: "2026-12-31", ...part });
const threshold: Call = (acme, part: object) => acme.ossThreshold({ year: 2026, ...part });
const suggest: Call = (acme, request) => acme.suggestVat(request);
const save: Call = async (acme, part: object) => acme.saveProfile({ ...(await acme.profile()), ...part });

const DATED =
  "is not a known field; an invoice is dated on the day of issue, so leave it out, and state the day of supply as supplyDate";
const COMPUTED = "is not a known field; it is computed, so leave it out";
const ASSIGNED = "is not a known field; every invoice gets the next number, so leave it out";
const PARTS =
  "credit a part of the invoice by its lines: lines: [{ line: 1, netAmount: 50 }]; without lines, all that is left is credited";
const ECB = 'must be a number such as 11.2, or one for each quarter, such as { "2026-Q4": 11.2 }';

// biome-ignore format: a table
const GUESSES: readonly [string, Call, object, string][] = [
  ["the client as an object", issue, { client: {} }, "/client: is not a known field; did you mean clientName, clientCountry, clientVatNumber or another that begins with client?"],
  ["the date of issue", issue, { issueDate: "2026-11-20" }, `/issueDate: ${DATED}`],
  ["the date", issue, { date: "2026-11-20" }, `/date: ${DATED}`],
  ["the number", issue, { invoiceNumber: "INV-1" }, `/invoiceNumber: ${ASSIGNED}`],
  ["the total", issue, { total: 119 }, `/total: ${COMPUTED}`],
  ["lines instead of items", issue, { lines: [] }, "/lines: is not a known field; did you mean items?"],
  ["an idempotency key in the order", issue, { idempotencyKey: "a" }, "/idempotencyKey: is not a known field; pass it as an option, issue(order, { idempotencyKey }), or over HTTP as the header Idempotency-Key"],
  ["a field of the lines", issue, { vatCategory: "S", autoVat: false }, "/vatCategory: is not a known field here; did you mean /items/0/vatCategory?"],
  ["a field of the order in a line", issue, item({ currency: "EUR" }), "/items/0/currency: is not a known field here; did you mean /currency?"],
  ["an amount of a line", issue, item({ amount: 5 }), "/items/0/amount: is not a known field; it is computed from quantity and unitPrice, so leave it out"],
  ["a name of a line", issue, item({ name: "x" }), "/items/0/name: is not a known field; did you mean description?"],
  ["an unknown field", issue, { colour: "red" }, "/colour: is not a known field; leave it out, or keep it in metadata"],
  ["the amount of a credit", credit, { amount: 5 }, `/amount: is not a known field; ${PARTS}`],
  ["the total of a credit", credit, { total: 5 }, `/total: is not a known field; ${PARTS}`],
  ["the items of a credit", credit, { items: [] }, "/items: is not a known field; did you mean lines?"],
  ["the date of a credit", credit, { issueDate: "2026-11-20" }, "/issueDate: is not a known field; a credit note is dated on the day of issue, so leave it out"],
  ["the index of a credit's line", credit, { lines: [{ index: 0 }] }, "/lines/0/index: is not a known field; did you mean line, which counts from 1?"],
  ["the date of a payment", pay, { date: "2026-11-20" }, "/date: is not a known field; did you mean paidOn?"],
  ["the currency of a payment", pay, { currency: "EUR" }, "/currency: is not a known field; a payment is in the invoice's currency, so leave it out"],
  ["a page by its offset", list, { offset: 40 }, "offset: is not a known parameter; did you mean page, which counts from 1?"],
  ["invoices by their client's name", list, { clientName: "Ada" }, "clientName: is not a known parameter; did you mean client?"],
  ["a period by its name", report, { period: "2026-Q4" }, "/period: is not a known field; give its first and last day as from and to"],
  ["a day of a suggestion", suggest, { clientCountry: "FR", on: "2026-11-20" }, "on: is not a known parameter; did you mean supplyDate?"],
  ["a longer name", save, { companyName: "Firma" }, "/companyName: is not a known field; did you mean name?"],
];

test.each(GUESSES)("%s: the refusal says what to write instead", async (_, call, given, detail) => {
  const { acme } = await openBooks();
  const [message, ...faults] = await refusalOf(call(acme, given as never));
  expect(faults).toContain(detail);
  const end = detail.endsWith("?") ? "" : ".";
  if (faults.length === 1) expect(message).toBe(`The request is not valid. ${detail}${end}`);
});

// biome-ignore format: a table
const VALUES: readonly [string, Call, object, string][] = [
  ["a number as a text", issue, item({ quantity: "1" }), '/items/0/quantity: must be a number such as 1, not "1"'],
  ["a decimal comma", issue, item({ unitPrice: "10,50" }), '/items/0/unitPrice: must be a number such as 10.5, not "10,50"'],
  ["words for a number", issue, item({ unitPrice: "ten" }), '/items/0/unitPrice: must be a number, not "ten"'],
  ["a BigInt", issue, item({ quantity: 2n }), "/items/0/quantity: must be a number, not a BigInt; convert it with Number()"],
  ["NaN", issue, item({ unitPrice: Number.NaN }), "/items/0/unitPrice: must be a finite number, not NaN"],
  ["Infinity", issue, item({ quantity: Number.POSITIVE_INFINITY }), "/items/0/quantity: must be a finite number, not Infinity"],
  ["a Decimal", issue, item({ unitPrice: new Big("10.5") }), "/items/0/unitPrice: must be a number such as 10.5, not a Decimal; convert it with toNumber()"],
  ["a Decimal for a quantity", issue, item({ quantity: new Big(2) }), "/items/0/quantity: must be a number such as 2, not a Decimal; convert it with toNumber()"],
  ["a Decimal for a payment", pay, { amount: new Big("119") }, "/amount: must be a number such as 119, not a Decimal; convert it with toNumber()"],
  ["a negative price", issue, item({ unitPrice: -10 }), "/items/0/unitPrice: must be at least 0, not -10; for a return give a negative quantity, for a reduction a discount or allowances"],
  ["a bare discount", issue, item({ discount: 10 }), "/items/0/discount: must be an object such as { percent: 10 } or { amount: 10 }, not 10"],
  ["a bare discount in a list", issue, item({ discounts: [10] }), "/items/0/discounts/0: must be an object such as { percent: 10 } or { amount: 10 }, not 10"],
  ["a bare allowance", issue, { allowances: [5] }, "/allowances/0: must be an object such as { percent: 10 } or { amount: 10 }, not 5"],
  ["one charge for a list", issue, { charges: { amount: 5 } }, "/charges: must be an array such as [{ amount: 1 }], not an object"],
  ["an address as a text", issue, { clientAddress: "Weg 1, 10115 Berlin" }, '/clientAddress: must be an object such as { line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin" }, not a string'],
  ["a bare exchange rate", issue, { exchangeRate: 1.08 }, '/exchangeRate: must be an object such as { rate: 1.08, date: "2026-11-20", source: "ECB" }, not 1.08'],
  ["a bare exchange rate of a payment", pay, { exchangeRate: 1.08 }, '/exchangeRate: must be an object such as { rate: 1.08, date: "2026-11-20", source: "ECB" }, not 1.08'],
  ["a month for a period", issue, { period: "2026-11" }, '/period: must be an object such as { start: "2026-11-01", end: "2026-11-30" }, not a string'],
  ["a month for the period of a line", issue, item({ period: "2026-11" }), '/items/0/period: must be an object such as { start: "2026-11-01", end: "2026-11-30" }, not a string'],
  ["a payee's name", issue, { payee: "Ada" }, '/payee: must be an object such as { name: "…" }, not a string'],
  ["a note in a list", issue, { notes: ["Thanks"] }, '/notes/0: must be an object such as { text: "…" }, not a string'],
  ["a GTIN as a text", issue, item({ standardId: "4012345000009" }), '/items/0/standardId: must be an object such as { scheme: "0002", id: "4012345000009" }, not a string'],
  ["a bare rate of the states", issue, item({ vatRates: 7 }), "/items/0/vatRates: must be an object such as { DE: 7, AT: 10 }, not 7"],
  ["a text for metadata", issue, { metadata: "cart" }, '/metadata: must be an object such as { cart: "4711" }, not a string'],
  ["one line for a list", issue, { items: { description: "Lamp" } }, '/items: must be an array such as [{ description: "…", quantity: 1, unitPrice: 1 }], not an object'],
  ["a currency of an order in small letters", issue, { currency: "eur" }, '/currency: must be a current ISO 4217 code in capitals, such as "EUR"; did you mean EUR?'],
  ["a currency's name", issue, { currency: "Euro" }, '/currency: must be a current ISO 4217 code in capitals, such as "EUR", not "Euro"'],
  ["half a page", list, { page: 1.5 }, "page: must be a whole number, not 1.5"],
  ["a page as a text", list, { page: "2" }, 'page: must be a whole number such as 2, not "2"'],
  ["half a page as a text", list, { page: "1.5" }, 'page: must be a whole number, not "1.5"'],
  ["a Date", issue, { supplyDate: new Date() }, '/supplyDate: must be a string such as "2026-11-20", not a Date'],
  ["a day in another order", issue, { supplyDate: "20.11.2026" }, '/supplyDate: must be a valid date, YYYY-MM-DD, not "20.11.2026"'],
  ["an instant for a day", issue, { dueDate: "2026-11-20T00:00:00Z" }, '/dueDate: must be a valid date, YYYY-MM-DD, not "2026-11-20T00:00:00Z"'],
  ["null for an optional field", issue, { clientVatNumber: null }, "/clientVatNumber: must be a string, not null; leave it out if there is none"],
  ["null for a required field", issue, { clientName: null }, "/clientName: must be a string, not null"],
  ["a status in small letters", list, { status: "sent" }, "status: must be one of SENT, PAID, CANCELLED; did you mean SENT?"],
  ["several statuses", list, { status: ["SENT"] }, "status: must be one of SENT, PAID, CANCELLED, not an array"],
  ["a supply in capitals", issue, { supply: "GOODS" }, "/supply: must be one of goods, services, digital; did you mean goods?"],
  ["true for a requirement", issue, { requires: true }, "/requires: must be the id of a format, such as xrechnung, or an array of different ones, or false, not true"],
  ["a promise in an order", issue, { clientName: Promise.resolve("Ada") }, "/clientName: must be a string, not a promise; await it"],
  ["a rate as a text", report, { rates: { SEK: "11.2" } }, `/rates/SEK: ${ECB}, not "11.2"`],
  ["a rate with a comma", report, { rates: { SEK: "11,2" } }, `/rates/SEK: ${ECB}, not "11,2"`],
  ["a rate of a quarter as a text", report, { rates: { SEK: { "2026-Q4": "11.2" } } }, '/rates/SEK/2026-Q4: must be a number such as 11.2, not "11.2"'],
  ["a rate of a week", report, { rates: { SEK: { "2026-W10": 11.2 } } }, '/rates/SEK/2026-W10: must be a calendar quarter, such as 2026-Q4, a month or a year'],
  ["no rate", report, { rates: { SEK: null } }, `/rates/SEK: ${ECB}, not null`],
  ["a rate of 0", report, { rates: { SEK: 0 } }, "/rates/SEK: must be from 0.000001 to 1000000000"],
  ["a currency in small letters", report, { rates: { sek: 11.2 } }, '/rates/sek: must be a current ISO 4217 code in capitals, such as "EUR"; did you mean SEK?'],
  ["a rate of the euro", report, { rates: { EUR: 1 } }, "/rates/EUR: must not be EUR: a rate gives the value of one euro"],
  ["a bare rate", report, { rates: 11.2 }, "/rates: must be an object, not 11.2"],
  ["rates of quarters for a year", threshold, { rates: { SEK: { "2026-Q4": 11 } } }, "/rates/SEK: must be a number, not an object"],
];

test.each(VALUES)("%s: the refusal says what is expected, and what was given", async (_, call, given, detail) => {
  const { acme } = await openBooks();
  const [message, ...faults] = await refusalOf(call(acme, given as never));
  expect(faults).toEqual([detail]);
  expect(message).toBe(`The request is not valid. ${detail}${detail.endsWith("?") ? "" : "."}`);
});

const ORDER =
  'an object such as { clientName: "Ada", clientCountry: "DE", items: [{ description: "Lamp", quantity: 1, unitPrice: 100 }] }';

// biome-ignore format: a table
const WHOLE: readonly [string, (acme: Company) => Promise<unknown>, string][] = [
  ["no order", (acme) => acme.issue(undefined as never), `must be ${ORDER}, not undefined`],
  ["a list of orders", (acme) => acme.issue([order()] as never), `must be ${ORDER}, not an array`],
  ["a promise of an order", (acme) => acme.issue(Promise.resolve(order()) as never), `must be ${ORDER}, not a promise; await it`],
  ["one order for many", (acme) => acme.issueMany(order() as never), "must be an array of orders, not an object"],
  ["a bare status", (acme) => acme.list("SENT" as never), 'must be an object such as { status: "SENT" }, not a string'],
  ["a bare country", (acme) => acme.suggestVat("FR" as never), 'must be an object such as { clientCountry: "FR" }, not a string'],
  ["a bare amount", (acme) => acme.recordPayment("id", 5 as never), "must be an object such as { amount: 119 }, not 5"],
  ["a bare reason", (acme) => acme.cancel("id", "by mistake" as never), 'must be an object such as { reason: "wrong client" }, not a string'],
  ["no reason of a credit", (acme) => acme.credit("id", undefined as never), 'must be an object such as { reason: "returned" }, not undefined'],
  ["a bare period", (acme) => acme.vatReport("2026-Q4" as never), 'must be an object such as { from: "2026-10-01", to: "2026-12-31" }, not a string'],
  ["a bare year", (acme) => acme.ossThreshold(2026 as never), "must be an object such as { year: 2026 }, not 2026"],
  ["a bare counter", (acme) => acme.continueNumbering(41 as never), 'must be an object such as { lastCounter: 41, lastIssueDate: "2026-11-20" }, not 41'],
  ["a bare id", (acme) => acme.creditNotes("id" as never), 'must be an object such as { invoiceId: "…" }, not a string'],
  ["a bare key", (acme) => acme.issue(order(), "order-17" as never), 'must be an object such as { idempotencyKey: "order-17" }, not a string'],
];

test.each(WHOLE)("%s: the refusal shows what is expected", async (_, call, detail) => {
  const { acme } = await openBooks();
  expect(await refusalOf(call(acme))).toEqual([`The request is not valid. It ${detail}.`, `: ${detail}`]);
});

test("more faults than one are counted in the message", async () => {
  const { acme } = await openBooks();
  const [message] = await refusalOf(acme.issue({ ...order(), clientName: 5, note: 5, unit: 5 } as never));
  expect(message).toBe("The request is not valid. /clientName: must be a string, not 5. 2 more in errors.");
});

test.each<[string, object, string]>([
  [
    "the client",
    { client: { name: "Ada" }, clientName: undefined },
    "/client: is not a known field; did you mean clientName, clientCountry, clientVatNumber or another that begins with client? 1 more in errors.",
  ],
  [
    "the price",
    { items: [{ description: "Lamp", quantity: 1, price: 5 }] },
    "/items/0/price: is not a known field; did you mean unitPrice? 1 more in errors.",
  ],
])(
  "the message says what was meant by an unknown name, not that the field is missing: %s",
  async (_, changes, fault) => {
    const { acme } = await openBooks();
    const [message] = await refusalOf(acme.issue({ ...order(), ...changes } as never));
    expect(message).toBe(`The request is not valid. ${fault}`);
  },
);

test.each(["issue_date", "Issue-Date", "ISSUEDATE"])("the hint of issueDate is also that of %s", async (name) => {
  const { acme } = await openBooks();
  const [message] = await refusalOf(acme.issue({ ...order(), [name]: "2026-11-20" } as never));
  expect(message).toBe(`The request is not valid. /${name}: ${DATED}.`);
});

test("a long value is not repeated", async () => {
  const { acme } = await openBooks();
  const [message] = await refusalOf(acme.list({ page: "9".repeat(10_000) as never }));
  expect(message).toBe("The request is not valid. page: must be a whole number, not a string of 10000 characters.");
});

describe("an id, a number or a key", () => {
  const calls: [string, string, string, (acme: Company, id: never) => Promise<unknown>][] = [
    ["get", "invoiceId", "the invoice's id", (acme, id) => acme.get(id)],
    ["getByNumber", "invoiceNumber", "the invoice's number", (acme, id) => acme.getByNumber(id)],
    ["getByKey", "idempotencyKey", "the key of the request", (acme, id) => acme.getByKey(id)],
    ["getCreditNote", "creditNoteId", "the credit note's id", (acme, id) => acme.getCreditNote(id)],
    ["cancel", "invoiceId", "the invoice's id", (acme, id) => acme.cancel(id)],
    ["credit", "invoiceId", "the invoice's id", (acme, id) => acme.credit(id, { reason: "x" })],
    ["recordPayment", "invoiceId", "the invoice's id", (acme, id) => acme.recordPayment(id, { amount: 1 })],
  ];
  test.each(calls)("that %s takes must be a string", async (_, parameter, what, call) => {
    const { acme } = await openBooks();
    for (const [given, shown] of [
      [undefined, "undefined"],
      [acme.issue(order()), "a promise; await it"],
      [await acme.issue(order()), "an object"],
      [17, "17"],
    ] as const) {
      const detail = `${parameter}: must be a string, ${what}, not ${shown}`;
      expect(await refusalOf(call(acme, given as never))).toEqual([`The request is not valid. ${detail}.`, detail]);
    }
  });
});

test("the line of a credit, on an invoice of one line and of two", async () => {
  const { acme } = await openBooks();
  const invoices = [await acme.issue(order()), await acme.issue(order({ items: Array(2).fill(order().items[0]) }))];
  const said = [];
  for (const { id } of invoices) said.push(await refusalOf(acme.credit(id, { reason: "x", lines: [{ line: 3 }] })));
  expect(said).toEqual([
    ["The line must be 1: the invoice has only one line.", "/lines/0/line: must be 1: the invoice has only one line"],
    [
      "The line must be a line of the invoice, from 1 to 2.",
      "/lines/0/line: must be a line of the invoice, from 1 to 2",
    ],
  ]);
});
