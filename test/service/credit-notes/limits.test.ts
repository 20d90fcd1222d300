/**
 * Goal: no credit is beyond what is left of a line, of its VAT group or of the invoice, also where lines are free, negative
 * or discounted.
 * Method: small invoices, and credits that break one limit each.
 */
import { type CreditNote, type CreditOrder, type InvoiceOrder, isRefusal } from "faktura";
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

/** The net amounts of each credit note's lines. */
const netsOf = (...creditNotes: CreditNote[]) =>
  creditNotes.map(({ items }) => items.map(({ netAmount }) => netAmount));

test("with gross prices, lines that are credited together add up to their own net amounts", async () => {
  const items = [1, 2, 3].map((line) => ({ description: `${line}`, quantity: 1, unitPrice: 0.02 }));
  const nets = [0.02, 0.02, 0.01];
  const whole = await openInvoice({ prices: "gross", items });
  expect(whole.invoice.items.map(({ netAmount }) => netAmount)).toEqual(nets);
  expect(netsOf(await whole.credit())).toEqual([nets]);
  const inHalves = await openInvoice({ prices: "gross", items });
  const half = await inHalves.credit([1, 2, 3].map((line) => ({ line, grossAmount: 0.01 })));
  expect(netsOf(half, await inHalves.credit())).toEqual([
    [0.01, 0.01, 0.01],
    [0.01, 0.01, 0],
  ]);
});

test("with gross prices, a line that is credited alone has the taxable amount that its VAT leaves", async () => {
  const items = [1, 2].map((line) => ({ description: `${line}`, quantity: 1, unitPrice: 0.03 }));
  const { acme, invoice, credit } = await openInvoice({ prices: "gross", items });
  expect(invoice.items.map(({ netAmount }) => netAmount)).toEqual([0.03, 0.02]);
  const second = await credit([{ line: 2 }]);
  expect(second).toMatchObject({ subtotal: 0.03, taxTotal: 0 });
  expect(netsOf(second, await credit())).toEqual([[0.03], [0.02]]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("an invoice whose total is above 0 only because of its VAT is credited in parts and in full", async () => {
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100, taxRate: 25 },
    { description: "Voucher", quantity: -1, unitPrice: 210, taxRate: 0 },
  ];
  const { acme, invoice, credit, refuses } = await openInvoice({ autoVat: false, items });
  expect(invoice).toMatchObject({ subtotal: -10, taxTotal: 50, total: 40 });
  await refuses([{ line: 1 }], /total must be at most 40 EUR/);
  const half = await credit([
    { line: 1, quantity: 1 },
    { line: 2, netAmount: -105 },
  ]);
  expect(half).toMatchObject({ subtotal: -5, taxTotal: 25, total: 20 });
  expect(await credit()).toMatchObject({ subtotal: -5, taxTotal: 25, total: 20 });
  expect(await acme.get(invoice.id)).toMatchObject({ creditedTotal: 40, amountDue: 0 });
  expect((await acme.audit()).findings).toEqual([]);
});

test("a rest of a quantity that has more digits than a number is credited no further than to the line's quantity", async () => {
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100 },
    { description: "Cable, free", quantity: 2e9, unitPrice: 0 },
  ];
  const { acme, credit } = await openInvoice({ items });
  // 2e9 - 1e-10 is not a double, and the nearest one is 2e9.
  await credit([
    { line: 1, quantity: 1 },
    { line: 2, quantity: 1e-10 },
  ]);
  const rest = await credit();
  expect(rest.items.map(({ quantity }) => quantity)).toEqual([1, 2e9 - 2 ** -22]);
  expect((await acme.audit()).findings).toEqual([]);
});
