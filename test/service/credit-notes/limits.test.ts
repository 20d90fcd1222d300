/**
 * Goal: no credit is beyond what is left of a line, of its VAT group or of the invoice, also where lines are free, negative
 * or discounted.
 * Method: small invoices, and credits that break one limit each.
 */
import { type CreditOrder, type InvoiceOrder, isRefusal } from "faktura";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

type Lines = CreditOrder["lines"];

/** An invoice with these items, and a function that credits lines of it. */
async function openInvoice(changes: Partial<InvoiceOrder>) {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order(changes));
  const credit = (lines?: Lines) => acme.credit(invoice.id, { reason: "x", lines });
  const refuses = async (lines: Lines, detail: RegExp) => {
    const error: unknown = await credit(lines).catch((reason: unknown) => reason);
    expect(isRefusal(error, "credit_exceeds_invoice"), JSON.stringify(lines)).toBe(true);
    const { message, errors } = error as { message: string; errors: readonly { detail: string }[] };
    expect([message, ...errors.map((fault) => fault.detail)].join(" ")).toMatch(detail);
  };
  return { acme, invoice, credit, refuses };
}

test("a part of a discounted line is credited with its share of the discount and its reason", async () => {
  const discount = { percent: 10, reason: "Regular client" };
  const { invoice, credit } = await openInvoice({
    items: [{ description: "Lamp", quantity: 3, unitPrice: 33.33, discount }],
  });
  expect(invoice.subtotal).toBe(89.99);
  const { items } = await credit([{ line: 1, quantity: 1 }]);
  expect(items).toMatchObject([
    { netAmount: 30, unitPrice: 33.33, discount: { amount: 3.33, reason: "Regular client" } },
  ]);
  const rest = await credit();
  expect(rest.items).toMatchObject([{ quantity: 2, netAmount: 59.99, discount: { amount: 6.67 } }]);
});

test("a free line is credited by its quantity, and no further", async () => {
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100 },
    { description: "Cable, free", quantity: 2, unitPrice: 0 },
  ];
  const { credit, refuses } = await openInvoice({ items });
  const lamp = { line: 1, quantity: 0.5 };
  await credit([lamp, { line: 2, quantity: 1.5 }]);
  await refuses([lamp, { line: 2, quantity: 1 }], /what is left of the line's quantity, 0.5/);
  const rest = await credit();
  expect(rest.items.map(({ line, quantity }) => [line, quantity])).toEqual([
    [1, 1.5],
    [2, 0.5],
  ]);
  await refuses(undefined, /Nothing is left/);
});

test("a free line that was credited as a whole is left out of the rest", async () => {
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100 },
    { description: "Cable, free", quantity: 2, unitPrice: 0 },
  ];
  const { credit } = await openInvoice({ items });
  await credit([{ line: 1, quantity: 1 }, { line: 2 }]);
  expect((await credit()).items.map(({ line }) => line)).toEqual([1]);
});

test("a negative line is credited with its sign, and no further than to its amount", async () => {
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100 },
    { description: "Return", quantity: -1, unitPrice: 50 },
  ];
  const { credit, refuses } = await openInvoice({ items });
  const lamp = { line: 1, quantity: 1 };
  await refuses([lamp, { line: 2, quantity: 0.5 }], /what is left of the line's quantity, -1/);
  await refuses([lamp, { line: 2, quantity: -1.5 }], /what is left of the line's quantity, -1/);
  await refuses([lamp, { line: 2, netAmount: 10 }], /what is left of the line's amount, -50 EUR/);
  await refuses([lamp, { line: 2, netAmount: -50.01 }], /what is left of the line's amount, -50 EUR/);
  await credit([lamp, { line: 2, netAmount: -20 }]);
  await refuses([lamp, { line: 2, netAmount: -30.01 }], /what is left of the line's amount, -30 EUR/);
  expect(await credit([lamp, { line: 2, netAmount: -30 }])).toMatchObject({ subtotal: 70 });
});

test("a group is credited no further than to what earlier credits have left of it", async () => {
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100 },
    { description: "Discount", quantity: -1, unitPrice: 50 },
  ];
  const { credit, refuses } = await openInvoice({ items });
  await credit([{ line: 1, quantity: 1 }]);
  await refuses([{ line: 1, quantity: 1 }], /category S at 19 % can be credited up to 50 EUR/);
  expect(await credit([{ line: 1, quantity: 0.5 }])).toMatchObject({ subtotal: 50 });
});

test("a discount at another rate limits what can be credited of the invoice", async () => {
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100, taxRate: 19 },
    { description: "Book discount", quantity: -1, unitPrice: 100, taxRate: 7 },
  ];
  const { invoice, credit, refuses } = await openInvoice({ autoVat: false, items });
  expect(invoice.total).toBe(131);
  await credit([{ line: 1, quantity: 1 }]);
  await refuses([{ line: 1, quantity: 1 }], /total must be at most 12 EUR/);
  expect(await credit()).toMatchObject({ total: 12 });
});
