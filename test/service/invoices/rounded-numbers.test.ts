import type { InvoiceOrder, OrderItem } from "faktura";
import { deriveHeaderTaxRate, invoiceTotals } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

/** What doubles make of 0.1 + 0.2: 0.30000000000000004. */
const NOISY = 0.1 + 0.2;
const TINY = 1e-11;

const item = (changes: Partial<OrderItem>) => ({
  items: [{ description: "Flour", quantity: 1, unitPrice: 1, ...changes }],
});

/** Issues both orders and compares everything but ids, numbers and the time. */
async function issueBoth(noisy: Partial<InvoiceOrder>, clean: Partial<InvoiceOrder>) {
  const { acme, store } = await openBooks();
  const both = [await acme.issue(order(noisy)), await acme.issue(order(clean))];
  const [first, second] = both.map(({ id: _, invoiceNumber, ...invoice }) => invoice);
  expect(first).toStrictEqual(second);
  const texts = (await store.journal.invoicesAfter("acme", 0, 2)).map(({ document }) => document);
  expect(texts.filter((text) => /:-?\d[\d.]*(?<=\.\d{11}|e)/.test(text))).toEqual([]);
  expect((await acme.audit()).findings).toEqual([]);
}

const dollars = (rate: number) => ({ currency: "USD", exchangeRate: { rate, date: "2026-11-19", source: "ECB" } });

// biome-ignore format: a table is read by its columns
const NUMBERS: [what: string, noisy: Partial<InvoiceOrder>, clean: Partial<InvoiceOrder>][] = [
  ["a quantity",                   item({ quantity: NOISY }), item({ quantity: 0.3 })],
  ["a negative quantity",          { items: [...item({ quantity: 9 }).items, ...item({ quantity: -NOISY }).items] }, { items: [...item({ quantity: 9 }).items, ...item({ quantity: -0.3 }).items] }],
  ["a unit price",                 item({ unitPrice: NOISY }), item({ unitPrice: 0.3 })],
  ["a gross unit price",           { prices: "gross", ...item({ unitPrice: NOISY }) }, { prices: "gross", ...item({ unitPrice: 0.3 }) }],
  ["a price that rounds to 0",     item({ unitPrice: TINY }), item({ unitPrice: 0 })],
  ["a price a hair below 0",       item({ unitPrice: -TINY }), item({ unitPrice: 0 })],
  ["a half, away from zero",       item({ unitPrice: 0.12345678905 }), item({ unitPrice: 0.1234567891 })],
  ["a rate by hand",               { autoVat: false, taxRate: NOISY }, { autoVat: false, taxRate: 0.3 }],
  ["a rate of a line",             { autoVat: false, ...item({ taxRate: NOISY }) }, { autoVat: false, ...item({ taxRate: 0.3 }) }],
  ["a rate a hair above 100",      { autoVat: false, taxRate: 100 + 1e-11 }, { autoVat: false, taxRate: 100 }],
  ["a rate that confirms",         { taxRate: 19.000000000001 }, { taxRate: 19 }],
  ["a percentage off",             item({ discount: { percent: NOISY } }), item({ discount: { percent: 0.3 } })],
  ["an amount off",                item({ discount: { amount: NOISY } }), item({ discount: { amount: 0.3 } })],
  ["an amount off, of the price",  item({ unitPrice: 0.3, discount: { amount: NOISY } }), item({ unitPrice: 0.3, discount: { amount: 0.3 } })],
  ["an exchange rate",             dollars(NOISY), dollars(0.3)],
  ["an amount paid before",        { prepaidAmount: NOISY }, { prepaidAmount: 0.3 }],
];

test.each(NUMBERS)("%s is computed with and stored with at most ten decimals", (_what, noisy, clean) =>
  issueBoth(noisy, clean),
);

// biome-ignore format: a table is read by its columns
const LIMITS: [order: Partial<InvoiceOrder>, fault: string][] = [
  [item({ quantity: TINY }),                           "/items/0/quantity: must not be 0"],
  [item({ quantity: -TINY }),                          "/items/0/quantity: must not be 0"],
  [item({ unitPrice: -6e-11 }),                        "/items/0/unitPrice: must be at least 0"],
  [{ autoVat: false, taxRate: 100.0000000001 },        "/taxRate: must be at most 100"],
  [dollars(TINY),                                      "/exchangeRate/rate: must be above 0"],
  [item({ discount: { amount: 1.0000000001 } }),       "/items/0/discount/amount: must be at most quantity × unit price, 1"],
  [{ autoVat: false, ...item({ taxRate: TINY, vatCategory: "S" }) }, "/items/0/vatCategory: S needs a rate above 0"],
];

test.each(LIMITS)("limits apply to the rounded number: %j", async (changes, fault) => {
  const { acme } = await openBooks();
  expect((await refusalOf(acme.issue(order(changes)))).join("\n")).toContain(fault);
});

describe("requests about an invoice", () => {
  test("payments, refunds and credits are rounded too", async () => {
    const { acme } = await openBooks();
    const { id } = await acme.issue(order({ autoVat: false, taxRate: 0, ...item({ quantity: 3, unitPrice: 0.5 }) }));
    expect(await acme.recordPayment(id, { amount: NOISY })).toMatchObject({ amountPaid: 0.3 });
    expect(await acme.recordPayment(id, { amount: -NOISY })).toMatchObject({ amountPaid: 0 });
    const byQuantity = await acme.credit(id, { reason: "Late", lines: [{ line: 1, quantity: NOISY }] });
    expect(byQuantity.items).toMatchObject([{ quantity: 0.3, netAmount: 0.15 }]);
    const byAmount = await acme.credit(id, { reason: "Late", lines: [{ line: 1, netAmount: NOISY }] });
    expect(byAmount.items).toMatchObject([{ unitPrice: 0.3, netAmount: 0.3 }]);
    expect(await refusalOf(acme.recordPayment(id, { amount: TINY }))).toContain("/amount: must not be 0");
    const tiny = acme.credit(id, { reason: "Late", lines: [{ line: 1, netAmount: TINY }] });
    expect(await refusalOf(tiny)).toContain("/lines/0/netAmount: must not be 0");
  });

  test("a gross amount that is credited is rounded", async () => {
    const { acme } = await openBooks();
    const { id } = await acme.issue(order({ prices: "gross", ...item({ unitPrice: 11.9 }) }));
    const credit = await acme.credit(id, { reason: "Late", lines: [{ line: 1, grossAmount: NOISY }] });
    expect(credit).toMatchObject({ total: 0.3 });
  });

  test("a repeat under the same key is the same request if it is rounded to the same numbers", async () => {
    const { acme } = await openBooks();
    const key = { idempotencyKey: "order-17" };
    const first = await acme.issue(order(item({ unitPrice: NOISY })), key);
    expect(await acme.issue(order(item({ unitPrice: 0.3 })), key)).toEqual(first);
    await expect(acme.issue(order(item({ unitPrice: 0.3000000001 })), key)).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    const payment = { idempotencyKey: "payment-17" };
    const paid = await acme.recordPayment(first.id, { amount: 0.1 + 0.02 }, payment);
    expect(await acme.recordPayment(first.id, { amount: 0.12 }, payment)).toEqual(paid);
  });

  test("rates of a VAT report and of the OSS threshold are rounded", async () => {
    const { acme } = await openBooks();
    await acme.issue(order({ clientCountry: "FR", supply: "goods", ...dollars(0.9) }));
    const request = { from: "2026-10-01", to: "2026-12-31" };
    const report = (rate: number) => acme.vatReport({ ...request, rates: { USD: rate } });
    expect(await report(1.1 + 1e-12)).toEqual(await report(1.1));
    const threshold = (rate: number) => acme.ossThreshold({ year: 2026, rates: { USD: rate } });
    expect(await threshold(0.3 + 1e-12)).toEqual(await threshold(0.3));
    expect(await report(0.0000009999999999999)).toEqual(await report(0.000001));
  });
});

describe("in the browser", () => {
  test("totals are those of the server, and the lines show the rounded numbers", async () => {
    const { acme } = await openBooks();
    const lines = [
      { description: "Flour", quantity: NOISY, unitPrice: NOISY, discount: { percent: NOISY } },
      { description: "Salt", quantity: 1e9, unitPrice: 0.12345678905 },
    ];
    const issued = await acme.issue(order({ items: lines }));
    const shown = invoiceTotals(
      lines.map((line) => ({ ...line, taxRate: 19 + 1e-12 })),
      { currency: "EUR" },
    );
    const { subtotal, taxTotal, total, items } = issued;
    expect(shown).toMatchObject({ subtotal, taxTotal, total });
    expect(shown.items).toMatchObject([
      { quantity: 0.3, unitPrice: 0.3, taxRate: 19, discount: { percent: 0.3 } },
      { unitPrice: 0.1234567891, netAmount: 123456789.1 },
    ]);
    expect(items).toMatchObject(shown.items);
  });

  test("the header rate is the rounded one", () => {
    expect(deriveHeaderTaxRate([{ taxRate: NOISY }, { taxRate: 0.3 }])).toBe(0.3);
    expect(deriveHeaderTaxRate([{ taxRate: 0.3 }, { taxRate: 0.3000000001 }])).toBe(0);
  });

  test("what is not a number is refused, not rounded", () => {
    const line = { quantity: "1.000000000001", unitPrice: Number.NaN, taxRate: null, discount: null };
    expect(() => invoiceTotals([line as never], { currency: "EUR" })).toThrow(
      expect.objectContaining({
        errors: ["quantity", "unitPrice", "taxRate"].map((field) => ({
          pointer: `/items/0/${field}`,
          detail: expect.any(String),
        })),
      }),
    );
  });
});
