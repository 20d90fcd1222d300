import { type Company, type InvoiceOrder, type InvoicingStore, isRefusal } from "faktura";
import { beforeEach, describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks, traceOf } from "../books.ts";
import { faultyPlaces } from "./faulty-places.ts";

let acme: Company;
let store: InvoicingStore;

beforeEach(async () => {
  ({ acme, store } = await openBooks());
  await acme.issue(order());
});

const issue = (given: unknown) => faultyPlaces(store, () => acme.issue(given as InvoiceOrder));
const item = (changes: object) => ({ ...order(), items: [{ ...order().items[0], ...changes }] });
const LONG = "x".repeat(1_000_000);
const FORTY_DIGITS = "0.1234567890123456789012345678901234567890";

describe("an order", () => {
  test.each([
    ["NaN", { quantity: Number.NaN }, ["quantity"]],
    ["Infinity", { unitPrice: Number.POSITIVE_INFINITY }, ["unitPrice"]],
    ["-Infinity and NaN", { quantity: Number.NEGATIVE_INFINITY, taxRate: Number.NaN }, ["quantity", "taxRate"]],
    ["a quantity of 0", { quantity: 0 }, ["quantity"]],
    ["a quantity of -0", { quantity: -0 }, ["quantity"]],
    ["a price below 0", { unitPrice: -0.01 }, ["unitPrice"]],
    ["numbers as texts", { quantity: "1", unitPrice: FORTY_DIGITS }, ["quantity", "unitPrice"]],
    ["a bigint", { quantity: 1n }, ["quantity"]],
    ["a rate above 100", { taxRate: 100.5 }, ["taxRate"]],
    ["a rate below 0", { taxRate: -1 }, ["taxRate"]],
    [
      "nothing at all",
      { description: undefined, quantity: undefined, unitPrice: null },
      ["description", "quantity", "unitPrice"],
    ],
    ["a million characters", { description: LONG }, ["description"]],
    ["a million blanks", { description: " ".repeat(1_000_000) }, ["description"]],
    ["blank text", { description: " \n\t\u00a0", unit: "" }, ["description", "unit"]],
    ["NUL", { description: "a\0b" }, ["description"]],
    ["a lone surrogate", { description: "a\ud800b", unit: "\udfff" }, ["description", "unit"]],
    ["surrogates the wrong way round", { description: "\udc00\ud800" }, ["description"]],
    ["a category with automatic VAT", { vatCategory: "S" }, ["vatCategory"]],
    ["an unknown category", { vatCategory: "X" }, ["vatCategory"]],
    ["an unknown field", { discount: 5 }, ["discount"]],
  ])("with %s in a line is refused at each faulty field", async (_what, changes, fields) => {
    expect(await issue(item(changes))).toEqual(fields.map((field) => `/items/0/${field}`));
  });

  test.each([
    ["an impossible day", { supplyDate: "2026-02-29" }, ["/supplyDate"]],
    ["days of other forms", { supplyDate: "20.11.2026", dueDate: "2026-11-20T00:00:00Z" }, ["/supplyDate", "/dueDate"]],
    ["year 0", { supplyDate: "0000-01-01" }, ["/supplyDate"]],
    ["an unknown country", { clientCountry: "UK" }, ["/clientCountry"]],
    ["a country of a million characters", { clientCountry: LONG }, ["/clientCountry"]],
    ["an unknown currency", { currency: "eur" }, ["/currency"]],
    [
      "an address of the wrong shape",
      { clientAddress: { city: "", zip: "1" } },
      ["/clientAddress/city", "/clientAddress/zip"],
    ],
    ["an address that is text", { clientAddress: "Paris" }, ["/clientAddress"]],
    ["a bad e-mail address", { clientEmail: "a@b" }, ["/clientEmail"]],
    ["an e-mail address of a million characters", { clientEmail: `a@${"a.".repeat(500_000)}` }, ["/clientEmail"]],
    ["a blank VAT number", { clientVatNumber: " " }, ["/clientVatNumber"]],
    ["a long VAT number", { clientVatNumber: LONG }, ["/clientVatNumber"]],
    ["NUL in its note", { note: "\0" }, ["/note"]],
    ["text for true", { autoVat: "false", isCompany: 1 }, ["/autoVat", "/isCompany"]],
    ["a note of its own, but automatic VAT", { vatNote: "free" }, ["/vatNote"]],
    ["an unknown supply", { supply: "food" }, ["/supply"]],
    ["no client and no items", { clientName: undefined, items: undefined }, ["/clientName", "/items"]],
    ["no lines", { items: [] }, ["/items"]],
    ["10,000 lines", { items: Array.from({ length: 10_000 }, () => order().items[0]) }, ["/items"]],
    ["items that are no list", { items: { 0: order().items[0], length: 1 } }, ["/items"]],
    ["lines that are none", { items: [null, "x", order().items[0]] }, ["/items/0", "/items/1"]],
    ["names that need escaping", { "a/b~c": 1 }, ["/a~1b~0c"]],
  ])("with %s is refused at each faulty field", async (_what, changes, places) => {
    expect(await issue({ ...order(), ...changes })).toEqual(places);
  });

  test.each([null, undefined, 1, "order", true, [], [order()], () => order()])(
    "that is %o is refused",
    async (given) => {
      expect(await issue(given)).toEqual([""]);
    },
  );

  test("with __proto__ is refused by that name, and pollutes nothing", async () => {
    const text = JSON.stringify(order()).replace(
      "{",
      '{"__proto__":{"taxRate":7},"constructor":{"prototype":{"x":1}},',
    );
    expect(await issue(JSON.parse(text))).toEqual(["/__proto__", "/constructor"]);
    expect(await issue(JSON.parse(text.replace('"clientAddress"', '"x"')))).toContain("/__proto__");
    expect(({} as Record<string, unknown>)["taxRate"]).toBeUndefined();
  });

  test("with a misspelt field is refused with the nearest name", async () => {
    const details = async (given: object) => {
      const error = await acme.issue(given as InvoiceOrder).catch((reason: unknown) => reason);
      return isRefusal(error) ? error.errors.map(({ detail }) => detail) : [];
    };
    expect(await details({ ...order(), taxrate: 7 })).toEqual(["is not a known field; did you mean taxRate?"]);
    expect(await details({ ...order(), clientVatNo: "1" })).toEqual([
      "is not a known field; did you mean clientVatNumber?",
    ]);
    expect(await details(item({ unitprice: 1, qty: 1 }))).toEqual([
      "is not a known field; did you mean unitPrice?",
      "is not a known field; did you mean quantity?",
    ]);
    expect(await details(item({ discount: { percent: 1, colour: "red" } }))).toEqual([
      "is not a known field; known: percent, amount, baseAmount, reason, reasonCode",
    ]);
    expect(await details({ ...order(), clientAddress: { postcode: "1" } })).toEqual([
      "is not a known field; did you mean postalCode?",
    ]);
  });

  test("with a hundred thousand faults is answered with the first hundred", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`a${index}`, 1]));
    expect(await issue({ ...order(), ...unknown })).toHaveLength(100);
    expect(await issue({ ...order(), ...unknown, clientName: "" })).toHaveLength(100);
    const lines = Array.from({ length: 1000 }, () => ({ quantity: 0 }));
    expect(await issue({ ...order(), items: lines })).toHaveLength(100);
  });
});

describe("numbers that are odd but fine", () => {
  test.each([
    ["0.1 + 0.2", { quantity: 0.1 + 0.2, unitPrice: 100 }, 30],
    ["forty digits", { quantity: Number(FORTY_DIGITS), unitPrice: 1000 }, 123.46],
    ["the smallest price", { quantity: 1, unitPrice: 5e-324 }, 0],
    ["a price of -0", { unitPrice: -0 }, 0],
    ["a thousandth of a cent", { quantity: 1, unitPrice: 0.00001 }, 0],
  ])("%s", async (_what, changes, subtotal) => {
    const invoice = await acme.issue(item(changes) as InvoiceOrder);
    expect(invoice.subtotal).toBe(subtotal);
    expect(JSON.stringify(invoice)).not.toMatch(/:-0[,}]|null,"netAmount/);
  });

  test.each([{ quantity: 1e308, unitPrice: 1e308 }, { quantity: -1e308 }, { unitPrice: 1e15 }])(
    "%o is out of range, and nothing is left behind",
    async (changes) => {
      const before = await traceOf(store);
      await expect(acme.issue(item(changes) as InvoiceOrder)).rejects.toMatchObject({ code: "amount_out_of_range" });
      expect(await traceOf(store)).toEqual(before);
    },
  );
});

test("rates of 0 of a company that is not registered are no fault", async () => {
  const { acme } = await openBooks(undefined, { vatRegistered: false });
  expect(
    (await acme.issue(order({ taxRate: 0, items: [{ ...order().items[0]!, taxRate: 0 }, order().items[0]!] })))
      .taxTotal,
  ).toBe(0);
});
