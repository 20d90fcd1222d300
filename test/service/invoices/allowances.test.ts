/**
 * Goal: invoices with allowances, charges and rounding are issued, paid and credited to the last cent, and what is wrong
 * is refused by name and leaves nothing behind.
 */
import type { CreditOrder, InvoiceOrder, Refusal } from "faktura";
import { describe, expect, test } from "vitest";
import { STORES } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const ORDER: InvoiceOrder = {
  clientName: "Beispiel AG",
  clientCountry: "DE",
  items: [
    { description: "Screws", quantity: 1, unitPrice: 100 },
    { description: "Book", quantity: 1, unitPrice: 100, vatRates: { DE: 7 } },
  ],
  allowances: [{ percent: 10 }],
  charges: [{ amount: 5, vatRates: { DE: 7 } }],
  roundingAmount: 0.25,
};

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ code, message, errors }: Refusal) => [code, message, errors],
  );

test.each<[string, Partial<InvoiceOrder>, string, string]>([
  [
    "rounding below what is to be paid",
    {
      items: [{ description: "x", quantity: 1, unitPrice: 0.5 }],
      allowances: undefined,
      charges: undefined,
      roundingAmount: -2,
    },
    "/roundingAmount",
    "The rounding amount must be at least -0.6 EUR, so that what is to be paid is not below 0.",
  ],
  [
    "rounding of nothing",
    {
      items: [{ description: "x", quantity: 1, unitPrice: 0 }],
      allowances: undefined,
      charges: undefined,
      roundingAmount: 1,
    },
    "/roundingAmount",
    "The rounding amount needs a total above 0; leave it out.",
  ],
])("%s is refused and leaves nothing behind", async (_what, changes, pointer, message) => {
  const { acme } = await openBooks();
  const refusal = await refusalOf(acme.issue({ ...ORDER, ...changes }));
  expect(refusal).toEqual(["amount_out_of_range", message, [{ pointer, detail: expect.any(String) }]]);
  expect((await acme.issue(ORDER)).invoiceNumber).toMatch(/-0001$/);
});

test("the header rate follows the lines alone", async () => {
  const { acme } = await openBooks();
  const items = ORDER.items.slice(0, 1);
  const invoice = await acme.issue({ ...ORDER, items, charges: [{ amount: 5, vatRates: { DE: 7 } }] });
  expect([invoice.taxRate, invoice.vatBreakdown.length]).toEqual([19, 2]);
});

describe.each(STORES)("on $name", ({ open }) => {
  test("an invoice with rounding is paid to the last cent, reopened by a refund, and the same in lists", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const { id } = await acme.issue({ ...ORDER, prepaidAmount: 9 });
    const balance = async () => {
      const { amountDue, status } = await acme.get(id);
      const [listed] = (await acme.list()).data;
      expect([listed!.amountDue, listed!.status]).toEqual([amountDue, status]);
      return [amountDue, status];
    };
    expect(await balance()).toEqual([200, "SENT"]);
    expect(await refusalOf(acme.recordPayment(id, { amount: 200.01 }))).toMatchObject([
      "payment_exceeds_amount_due",
      {},
      {},
    ]);
    await acme.recordPayment(id, { amount: 200 });
    expect(await balance()).toEqual([0, "PAID"]);
    await acme.recordPayment(id, { amount: -0.01 });
    expect(await balance()).toEqual([0.01, "SENT"]);
    await invoicing.close();
  });

  test("parts of lines, allowances and charges are credited, each with its share of the rounding amount", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const invoice = await acme.issue(ORDER);
    const credit = async (parts: Partial<CreditOrder>) => {
      const { subtotal, total, roundingAmount, payable } = await acme.credit(invoice.id, {
        reason: "Returned",
        ...parts,
      });
      return [subtotal, total, roundingAmount, payable];
    };
    expect(await credit({ charges: [{ position: 1, amount: 2 }] })).toEqual([2, 2.14, undefined, 2.14]);
    expect(await credit({ lines: [{ line: 1 }], allowances: [{ position: 2 }] })).toEqual([90, 107.1, 0.13, 107.23]);
    expect(await credit({})).toEqual([93, 99.51, 0.12, 99.63]);
    expect(await acme.get(invoice.id)).toMatchObject({ total: 208.75, creditedTotal: 208.75, amountDue: 0 });
    expect(await acme.audit()).toMatchObject({ findings: [] });
    await invoicing.close();
  });
});

test("delivery and a coupon over two rates are credited in parts, then the rest", async () => {
  const { acme } = await openBooks();
  const items = [ORDER.items[0]!, { ...ORDER.items[1]!, unitPrice: 49.9 }];
  const { id, total, vatBreakdown } = await acme.issue({
    ...{ ...ORDER, items, roundingAmount: undefined, prices: "gross" },
    allowances: [{ amount: 20, reason: "Coupon" }],
    charges: [{ amount: 4.9, reason: "Delivery" }],
  });
  expect(vatBreakdown.map(({ taxableAmount, taxAmount }) => [taxableAmount, taxAmount])).toEqual([
    [41.93, 2.94],
    [75.57, 14.36],
  ]); // 49.90 - 6.66 + 1.63 and 100 - 13.34 + 3.27
  expect(total).toBe(134.8);
  const first = await acme.credit(id, { reason: "x", lines: [{ line: 2 }], allowances: [{ position: 1 }] });
  expect([first.total, (await acme.credit(id, { reason: "x", charges: [{ position: 2 }] })).total]).toEqual([
    43.24, 3.27,
  ]);
  expect((await acme.credit(id, { reason: "x" })).total).toBe(88.29);
  expect(await acme.get(id)).toMatchObject({ creditedTotal: 134.8, amountDue: 0 });
  expect(await acme.audit()).toMatchObject({ findings: [] });
});

test("an allowance is only taken back with what it reduced", async () => {
  const { acme } = await openBooks();
  const { id } = await acme.issue(ORDER);
  expect(await refusalOf(acme.credit(id, { reason: "Returned", allowances: [{ position: 1 }] }))).toEqual([
    "credit_exceeds_invoice",
    "The allowances of category S at 7 % are more than the lines and charges that are credited with them. Credit lines or charges of this category too.",
    [
      {
        pointer: "/allowances",
        detail: "of category S at 7 % are more than the lines and charges that are credited with them",
      },
    ],
  ]);
});

test("credit notes take the rounding amount back in proportion, the last one the rest", async () => {
  const { acme } = await openBooks();
  const { id } = await acme.issue({ ...ORDER, allowances: undefined, charges: undefined, roundingAmount: -0.5 });
  const lines = [{ line: 1 }, { line: 2, netAmount: 99.53 }];
  const first = { total: 225.5, roundingAmount: -0.5, payable: 225 };
  expect(await acme.credit(id, { reason: "Returned", lines })).toMatchObject(first);
  const last = await acme.credit(id, { reason: "Returned" });
  expect([last.total, last.roundingAmount, last.payable]).toEqual([0.5, undefined, 0.5]);
  expect(await acme.get(id)).toMatchObject({ amountDue: 0 });
});
