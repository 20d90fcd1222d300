/**
 * Goal: a name that every object answers to, such as `toString`, is nothing in particular: no currency, country, language
 * or option, regardless of who sends it.
 * Method: each name of `Object.prototype`, in each place where a table is read by what somebody sent.
 */
import { canCancel, createInvoicing, type InvoiceOrder, isRefusal } from "faktura";
import { memoryStore } from "faktura/memory";
import { determineVat, invoiceTotals, isEuVatTerritory, parseVatNumber, standardVatRate } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { taxCurrencyOf } from "../../src/domain/invoice/tax-currency.ts";
import { isCurrencyCode } from "../../src/domain/money/currency.ts";
import { minorUnitDigits } from "../../src/domain/money/minor-units.ts";
import { countryName, isCountryCode } from "../../src/domain/vat/territory/country.ts";
import { germanProfile, order } from "../support/fixtures.ts";

const NAMES = Object.getOwnPropertyNames(Object.prototype);
const ON = "2026-11-20";
const SELLER = { country: "DE", vatRegistered: true, ossRegistered: true };
const ITEM = { quantity: 1, unitPrice: 1, taxRate: 0 };

const withField = <Fields extends object>(fields: Fields, name: string) =>
  JSON.parse(`${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:1}`) as Fields;

/** The place of the refusal. */
async function refusedAt(call: () => unknown): Promise<unknown[]> {
  try {
    await call();
  } catch (error) {
    if (isRefusal(error)) return error.errors.map((fault) => ("pointer" in fault ? fault.pointer : fault.parameter));
    throw error;
  }
  return [];
}

describe.each(NAMES)("%s", (name) => {
  test("is not a currency, a country or a status", () => {
    expect([isCurrencyCode(name), minorUnitDigits(name)]).toEqual([false, 2]);
    expect([isCountryCode(name), countryName(name), taxCurrencyOf(name, ON)]).toEqual([false, name, undefined]);
    expect([standardVatRate(name, ON), standardVatRate(name, ON, {})]).toEqual([undefined, undefined]);
    expect([isEuVatTerritory(name, ON, "1000"), parseVatNumber("U13585627", name)]).toEqual([false, undefined]);
    expect(() => canCancel(name as never)).toThrow(TypeError);
  });

  test("is refused by the pure functions, and as a language it has no wording", async () => {
    const sell = (seller: object, client: object, options: object = {}) =>
      refusedAt(() => determineVat({ ...SELLER, ...seller }, { country: "FR", ...client }, { on: ON, ...options }));
    expect(await sell({ country: name }, {})).toEqual(["company.country"]);
    expect(await sell({}, { country: name })).toEqual(["client.country"]);
    expect(await sell({}, {}, { supply: name })).toEqual(["supply"]);
    expect(await refusedAt(() => determineVat(SELLER, { country: "FR" }, withField({ on: ON }, name)))).toEqual([name]);
    expect(await refusedAt(() => invoiceTotals([ITEM], { currency: name }))).toEqual(["/currency"]);
    const vatCategory = name as never;
    const named = [{ ...ITEM, vatCategory }];
    expect(await refusedAt(() => invoiceTotals(named, { currency: "EUR" }))).toEqual(["/items/0/vatCategory"]);
    const client = { country: "FR", vatNumber: "FR40303265045" };
    const inEnglish = determineVat({ ...SELLER, language: "xx" }, client, { on: ON });
    expect(determineVat({ ...SELLER, language: name }, client, { on: ON })).toEqual(inEnglish);
  });

  test("is refused in orders, profiles and lists, as a value and as a field", async () => {
    const acme = createInvoicing({ store: memoryStore() }).company("acme");
    await acme.saveProfile(germanProfile());
    const issue = (changed: InvoiceOrder) => refusedAt(() => acme.issue(changed));
    expect(await issue(order({ currency: name }))).toEqual(["/currency"]);
    expect(await issue(order({ clientCountry: name }))).toEqual(["/clientCountry"]);
    expect(await issue(order({ supply: name as never }))).toEqual(["/supply"]);
    expect(await issue(withField(order(), name))).toEqual([`/${name}`]);
    expect(await issue(order({ items: [withField(order().items[0]!, name)] }))).toEqual([`/items/0/${name}`]);
    for (const field of ["country", "defaultCurrency", "language", "timeZone"]) {
      expect(await refusedAt(() => acme.saveProfile(germanProfile({ [field]: name })))).toEqual([`/${field}`]);
    }
    expect(await refusedAt(() => acme.saveProfile(withField(germanProfile(), name)))).toEqual([`/${name}`]);
    expect(await refusedAt(() => acme.list({ status: name as never }))).toEqual(["status"]);
    expect(await refusedAt(() => acme.list(withField({ page: 1 }, name)))).toEqual([name]);
  });
});
