/**
 * Goal: every refusal says what is wrong, where, and what to do next.
 * Method: one call for each text of the domain's refusals and mistakes, compared to the letter.
 */
import { canCancel, formatInvoiceNumber, type InvoiceStatus } from "faktura";
import {
  determineVat,
  invoiceTotals,
  Refusal,
  standardVatRate,
  type TotalsItem,
  type VatClient,
  type VatCompany,
  type VatOptions,
} from "faktura/vat";
import { expect, test } from "vitest";

const seller = (more: object = {}) =>
  ({ country: "DE", vatRegistered: true, ossRegistered: false, ...more }) as VatCompany;
const vat = (client: object, options: object = {}, company: object = {}) =>
  determineVat(seller(company), client as VatClient, { on: "2026-11-20", ...options } as VatOptions);
const totals = (item: object, currency = "EUR") =>
  invoiceTotals([{ quantity: 1, unitPrice: 1, taxRate: 19, ...item } as TotalsItem], { currency });

/** The texts of a refusal: its message, then the place and detail of each fault. */
function refusalOf(call: () => unknown): readonly string[] {
  try {
    call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const placed = error.errors.map(
      (fault) => `${"pointer" in fault ? fault.pointer : fault.parameter}: ${fault.detail}`,
    );
    return [error.message, ...placed];
  }
  return expect.fail("nothing was refused");
}

/** The message of a refusal with this fault alone. */
const said = (what: string, fault: string) => `${what}. ${fault}${fault.endsWith("?") ? "" : "."}`;

const CORRECT = "correct it, or leave it out to charge VAT";

test.each([
  [
    { country: "FR", vatNumber: "FR1" },
    {},
    `is not a VAT number with FR, 2 letters or digits, and 9 digits; ${CORRECT}`,
  ],
  [{ country: "AT", vatNumber: "U1022300" }, {}, `is not a VAT number with AT, U and 8 digits; ${CORRECT}`],
  [{ country: "AT", vatNumber: "de 12345" }, {}, `is not a VAT number with DE and 9 digits; ${CORRECT}`],
  [{ country: "GR", vatNumber: "EL1" }, {}, `is not a VAT number with EL and 9 digits; ${CORRECT}`],
  [
    { country: "FR", vatNumber: "XI980780684" },
    {},
    'begins with XI, which counts for goods only; set supply to "goods", or leave it out',
  ],
  [
    { country: "FR", vatNumber: "GB980780684" },
    {},
    `is British; only those of Northern Ireland (XI) count, and only for goods; ${CORRECT}`,
  ],
  [
    { country: "FR", vatNumber: "FR41303265045" },
    { failedChecksum: "refuse" },
    `fails its state's checksum; ${CORRECT}`,
  ],
])("the client's VAT number: %j %j", (client, options, detail) => {
  const refusal = refusalOf(() => vat(client, options));
  expect(refusal).toEqual([`The client's VAT number ${detail}.`, `/clientVatNumber: ${detail}`]);
});

test.each([
  [{ country: "FR", isCompany: 1 }, {}, "client.isCompany: must be true or false, not 1"],
  [{ country: "FR", postalCode: 1 }, {}, "client.postalCode: must be a string, not 1"],
  [{ country: "FR" }, { on: "today" }, 'on: must be a calendar day, YYYY-MM-DD, not "today"'],
  [{ country: "FR" }, { supply: "food" }, 'supply: must be one of goods, services, digital, not "food"'],
  [{ country: "FR" }, { failedChecksum: "no" }, 'failedChecksum: must be one of warn, refuse, not "no"'],
  [{ country: "FR" }, { rates: 7 }, "rates: must be an object that lists rates by country, not 7"],
  [{ country: "FR" }, { rates: { MC: [] } }, "rates: MC is charged as FR; list its rates under FR"],
  [{ country: "FR" }, { suply: "goods" }, "suply: is not a known option; did you mean supply?"],
])("the arguments of a decision: %j %j", (client, options, fault) => {
  expect(refusalOf(() => vat(client, options))).toEqual([said("The VAT cannot be determined", fault), fault]);
});

test("each known option is accepted, alone and with the others", () => {
  const options = { supply: "goods", failedChecksum: "refuse", rates: {} };
  for (const [name, value] of Object.entries(options)) expect(vat({ country: "FR" }, { [name]: value }).rate).toBe(19);
  const all = ["client.country: must be an ISO 3166-1 alpha-2 code", "on: must be a calendar day, YYYY-MM-DD"];
  const faults = refusalOf(() => vat({ country: undefined }, { ...options, on: "x" })).slice(1);
  expect(faults.map((fault, index) => fault.slice(0, all[index]?.length))).toEqual(all);
});

test("a rate of the host's own that cannot be used", () => {
  const rates = { DE: [{ since: "2026-01-01", percent: "nineteen" }] };
  const detail =
    '{"since":"2026-01-01","percent":"nineteen"} is not a VAT rate of DE: ' +
    'since is a day, YYYY-MM-DD, and percent "0" to "100" with at most three decimals';
  expect(refusalOf(() => vat({ country: "DE" }, { rates }))).toEqual([
    `The VAT cannot be determined: ${detail}.`,
    `rates: ${detail}`,
  ]);
  expect(() => standardVatRate("DE", "2026-11-20", rates as never)).toThrow(new TypeError(detail));
});

test.each([
  [{ quantity: 0 }, "/items/0/quantity: must be a finite number other than 0"],
  [
    { unitPrice: -1 },
    "/items/0/unitPrice: must be a finite number, 0 or more, not -1; for a return give a negative quantity, for a reduction a discount or allowances",
  ],
  [{ taxRate: 101 }, "/items/0/taxRate: must be a percentage from 0 to 100, not 101"],
  [{ vatCategory: "X" }, '/items/0/vatCategory: must be one of S, Z, E, AE, K, G, O, L, M, not "X"'],
  [{ vatCategory: "Z" }, "/items/0/vatCategory: Z does not allow a rate of 19 %"],
])("an item of totals: %j", (item, fault) => {
  expect(refusalOf(() => totals(item))).toEqual([said("The totals cannot be computed", fault), fault]);
});

test("totals without a currency or an array", () => {
  const currency = '/currency: must be an ISO 4217 currency code such as "EUR"';
  const unknown = `${currency}, not "EURO"`;
  expect(refusalOf(() => totals({}, "EURO"))).toEqual([said("The totals cannot be computed", unknown), unknown]);
  expect(refusalOf(() => invoiceTotals(undefined as never, undefined as never)).slice(1)).toEqual([
    `${currency}; give it as { currency: "EUR" }`,
    "/items: must be an array, not undefined",
  ]);
});

test("amounts that cannot be stored", () => {
  const large = "the amount is too large to store exactly; split the invoice";
  const said = (place: string, detail: string) => [`The totals are out of range: ${detail}.`, `${place}: ${detail}`];
  expect(refusalOf(() => totals({ unitPrice: 1e16 }))).toEqual(said("/items/0", large));
  const nearly = { quantity: 1, unitPrice: 9e12, taxRate: 19 };
  expect(refusalOf(() => invoiceTotals([nearly, nearly], { currency: "EUR" }))).toEqual(said("/items", large));
  const below = "the total is -1.19, but must be 0 or more";
  expect(refusalOf(() => totals({ quantity: -1 }))).toEqual(said("/items", below));
});

test("mistakes in the calling code", () => {
  const number = (part: object) => formatInvoiceNumber({ prefix: "INV", yearMonth: "202611", counter: 1, ...part });
  const status = "canCancel needs the status of an invoice, which must be one of SENT, PAID, CANCELLED";
  expect(() => canCancel("DRAFT" as InvoiceStatus)).toThrow(new TypeError(`${status}, not "DRAFT"`));
  const prefix = 'prefix must be 1 to 20 letters, digits, ".", "_", "/" or "-", without "-" at either end, not ""';
  expect(() => number({ prefix: "" })).toThrow(new TypeError(prefix));
  for (const month of ["2026-11", "1202611", "2026111"]) {
    const text = `yearMonth must be a year and month such as "202611", not "${month}"`;
    expect(() => number({ yearMonth: month })).toThrow(new TypeError(text));
  }
  expect(() => number({ counter: 0 })).toThrow(new TypeError("counter must be a whole number from 1, not 0"));
});

test.each([
  [
    { country: "PT", postalCode: "9000-001" },
    { country: "PT", postalCode: "1000-001" },
    "Portugal's regional rates follow the place of supply: for goods, where their transport begins; for services to a business, where the client is. The rate of Madeira was used. If the rate of Portugal applies, order with autoVat: false.",
  ],
  [
    { ossRegistered: true },
    { country: "AT", postalCode: "6691" },
    "Austrian law grants the rate of Jungholz to sellers established there (UStG § 10 Abs. 4). If the tax office wants the rate of the rest of Austria, order with autoVat: false.",
  ],
])("the warning of a regional rate, from %j to %j", (company, client, detail) => {
  expect(vat(client, { supply: "goods" }, company).warnings).toEqual([{ code: "regional_rate", detail }]);
});
