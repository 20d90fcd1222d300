/**
 * Goal: each limit of a credit, each text that refuses one, and each amount that follows by difference.
 * Method: credits of small invoices, computed without books; some of them as only another program could have written them.
 */

import { type CreditLine, type CreditNoteDocument, type InvoiceDocument, Refusal } from "faktura";
import { invoiceTotals, type TotalsItem } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { applyCredit, type CreditedAmounts, requireCreditable } from "../../../src/domain/invoice/credit/credit.ts";
import { AS_ISSUED } from "../../../src/domain/invoice/invoice-state.ts";
import { defaultCategory } from "../../../src/domain/vat/category.ts";
import { readPage } from "../../docs/pages.ts";

type Changes = Partial<InvoiceDocument>;

/** A line at 19 %, unless changed. */
const line = (unitPrice: number, changes: Partial<TotalsItem> = {}) => {
  return { description: "Lamp", quantity: 1, unitPrice, taxRate: 19, ...changes };
};

/** What is stored of an invoice with these lines. */
function invoiceOf(items: readonly TotalsItem[], { prices, ...changes }: Changes = {}): InvoiceDocument {
  const totals = invoiceTotals(items, { currency: "EUR", prices });
  const lines = totals.items.map((item) => ({ vatCategory: defaultCategory(item.taxRate), ...item }));
  return { documentVersion: 1, currency: "EUR", prices, ...totals, items: lines, ...changes } as InvoiceDocument;
}

/** Credits an invoice again and again. */
function credits(document: InvoiceDocument) {
  let state = AS_ISSUED;
  const creditNotes: CreditedAmounts[] = [];
  const credit = (...lines: CreditLine[]) => {
    const credited = applyCredit({ document, state, creditNotes }, lines.length === 0 ? {} : { lines });
    creditNotes.push(credited.amounts);
    ({ state } = credited);
    return credited.amounts;
  };
  const refusal = (...lines: CreditLine[]): Pick<Refusal, "code" | "message" | "errors"> => {
    try {
      credit(...lines);
    } catch (error) {
      const { code, message, errors } = error as Refusal;
      return { code, message, errors };
    }
    throw new Error("the credit was not refused");
  };
  return { credit, refusal };
}

const nets = ({ items }: { items: readonly { netAmount: number }[] }) => items.map(({ netAmount }) => netAmount);

describe("lines that an invoice cannot have", () => {
  test.each<[string, Changes, CreditLine, string, string, string]>([
    [
      "no such line",
      {},
      { line: 3 },
      "request_invalid",
      "The line must be a line of the invoice, from 1 to 2.",
      "line",
    ],
    [
      "a gross amount of net prices",
      {},
      { line: 1, grossAmount: 1 },
      "request_invalid",
      "grossAmount is not an amount of this invoice; give netAmount.",
      "grossAmount",
    ],
    [
      "a net amount of gross prices",
      { prices: "gross" },
      { line: 1, netAmount: 1 },
      "request_invalid",
      "netAmount is not an amount of this invoice; give grossAmount.",
      "netAmount",
    ],
    [
      "half a cent",
      {},
      { line: 1, netAmount: 0.005 },
      "amount_out_of_range",
      "The amount has more decimals than EUR allows.",
      "netAmount",
    ],
  ])("%s", (_, changes, wanted, code, message, field) => {
    const refused = credits(invoiceOf([line(10), line(20)], changes)).refusal({ line: 2 }, wanted);
    expect(refused).toMatchObject({ code, message, errors: [{ pointer: `/lines/1/${field}` }] });
    expect(message).toContain(refused.errors[0]!.detail);
  });
});

describe("more than is left of a line", () => {
  const beyond = "The credit is more than is left of the invoice.";
  const refusedAt = (field: string, detail: string) => {
    return { code: "credit_exceeds_invoice", message: beyond, errors: [{ pointer: `/lines/0/${field}`, detail }] };
  };

  test("a quantity is refused at the quantity, also where nothing is left", () => {
    const { credit, refusal } = credits(invoiceOf([line(80, { quantity: 4 }), line(30)]));
    const most = "must be between 0 and what is left of the line's quantity,";
    expect(refusal({ line: 1, quantity: 5 })).toEqual(refusedAt("quantity", `${most} 4`));
    credit({ line: 1 });
    expect(refusal({ line: 1, quantity: 1 })).toEqual(refusedAt("quantity", `${most} 0`));
    const nothing = refusedAt("line", "has nothing left to credit");
    expect(refusal({ line: 1 })).toEqual(nothing);
    credit();
    expect(refusal({ line: 1 })).toEqual(nothing);
  });

  test("a quantity that is worth more than is left of the amount is refused at the quantity", () => {
    const { credit, refusal } = credits(invoiceOf([line(80, { quantity: 4 })]));
    credit({ line: 1, netAmount: 300 });
    const detail = "must be between 0 and what is left of the line's amount, 20 EUR";
    expect(refusal({ line: 1, quantity: 1 })).toEqual(refusedAt("quantity", detail));
    expect(refusal({ line: 1, netAmount: 20.01 })).toEqual(refusedAt("netAmount", detail));
    expect(credit({ line: 1, quantity: 0.25 }).items).toMatchObject([{ quantity: 0.25, netAmount: 20 }]);
  });

  test("a gross amount is refused at the gross amount", () => {
    const { refusal } = credits(invoiceOf([line(10)], { prices: "gross" }));
    const detail = "must be between 0 and what is left of the line's amount, 10 EUR";
    expect(refusal({ line: 1, grossAmount: 10.01 })).toEqual(refusedAt("grossAmount", detail));
  });
});

describe("what no credit note could credit any more is not left over", () => {
  const message =
    "The lines that would be left have a total of 0, so they could never be credited. Leave out lines to credit all that is left, or credit less.";
  const refused = {
    code: "credit_exceeds_invoice",
    message,
    errors: [{ pointer: "/lines", detail: "leave lines that could never be credited" }],
  };

  test("taxable amounts without VAT", () => {
    const items = [
      line(200, { taxRate: 0 }),
      line(100, { taxRate: 0, vatCategory: "E" }),
      line(100, { quantity: -1, taxRate: 0, vatCategory: "O" }),
    ];
    expect(credits(invoiceOf(items)).refusal({ line: 1 })).toEqual(refused);
  });

  test("VAT of which the taxable amount is credited", () => {
    const items = [line(0.04), line(0.04, { quantity: -1, taxRate: 19.5 }), line(1, { taxRate: 0 })];
    const { credit, refusal } = credits(invoiceOf(items, { prices: "gross" }));
    const most = [
      { line: 1, grossAmount: 0.03 },
      { line: 2, grossAmount: -0.03 },
    ] as const;
    expect(refusal(...most, { line: 3 })).toEqual(refused);
    expect(credit().total).toBe(1);
  });
});

describe("what was credited otherwise before", () => {
  test("a quantity after an amount is worth its share of the line, and the rest is an amount", () => {
    const { credit } = credits(invoiceOf([line(80, { quantity: 4, unit: "piece" } as object)]));
    credit({ line: 1, netAmount: 100 });
    expect(credit({ line: 1, quantity: 1 }).items).toMatchObject([{ creditedBy: "quantity", netAmount: 80 }]);
    expect(credit().items).toMatchObject([{ creditedBy: "netAmount", quantity: 1, unitPrice: 140, netAmount: 140 }]);
  });

  test("a line that was credited by its amount is left out of the rest", () => {
    const { credit } = credits(invoiceOf([line(80, { quantity: 4 }), line(30)]));
    credit({ line: 1, netAmount: 320 });
    expect(credit().items.map((item) => item.line)).toEqual([2]);
  });

  test("lines and groups that the invoice does not have count for nothing", () => {
    const document = invoiceOf([line(10)]);
    const [first] = document.vatBreakdown;
    const other = {
      ...credits(document).credit({ line: 1, netAmount: 1 }),
      items: [{ line: 9, creditedBy: "netAmount", quantity: 1, netAmount: 1 }],
      vatBreakdown: [{ ...first!, taxRate: 7 }],
    } as const;
    const { amounts } = applyCredit(
      { document, state: AS_ISSUED, creditNotes: [other] },
      { lines: [{ line: 1, netAmount: 1 }] },
    );
    expect(amounts).toMatchObject({ subtotal: 1, taxTotal: 0.19 });
  });
});

describe("a credited line", () => {
  test("has no discount if the invoice's line has none, however its shares are rounded", () => {
    const { credit } = credits(invoiceOf([line(0.125, { quantity: 2 })]));
    expect(credit({ line: 1, quantity: 1 }).items).toMatchObject([{ netAmount: 0.13, discount: undefined }]);
    expect(credit().items).toMatchObject([{ netAmount: 0.12, discount: undefined }]);
  });

  test("by an amount has the quantity 1, or -1 if the amount is negative, and a price that is not", () => {
    const lines = [line(100), line(10, { quantity: -2 })];
    const [, returned] = credits(invoiceOf(lines)).credit({ line: 1, netAmount: 75 }, { line: 2, netAmount: -5 }).items;
    expect(returned).toMatchObject({ creditedBy: "netAmount", quantity: -1, unitPrice: 5, netAmount: -5 });
    expect(returned).not.toHaveProperty("unitPriceGross");
    const gross = credits(invoiceOf(lines, { prices: "gross" }));
    expect(gross.credit({ line: 1, grossAmount: 11.9 }).items).toMatchObject([
      { creditedBy: "grossAmount", quantity: 1, unitPrice: 10, unitPriceGross: 11.9, netAmount: 10, grossAmount: 11.9 },
    ]);
  });
});

describe("amounts that another program wrote", () => {
  test("the last credit of a group takes what is left of the invoice's own VAT", () => {
    const document = invoiceOf([line(10)]);
    const [group] = document.vatBreakdown;
    const written = { vatBreakdown: [{ ...group!, taxAmount: 1.92 }], taxTotal: 1.92, total: 11.92 };
    const { credit } = credits({ ...document, ...written });
    expect([credit({ line: 1, netAmount: 5 }).taxTotal, credit().taxTotal]).toEqual([0.95, 0.97]);
  });

  test("gross lines still add up to their group, although its amounts do not follow from theirs", () => {
    const document = invoiceOf([line(11.9), line(11.9)], { prices: "gross" });
    const [group] = document.vatBreakdown;
    const written = { vatBreakdown: [{ ...group!, taxableAmount: 19, taxAmount: 4.8 }], subtotal: 19, taxTotal: 4.8 };
    const { items, subtotal } = credits({ ...document, ...written }).credit();
    expect([subtotal, ...nets({ items })]).toEqual([19, 9.97, 9.03]);
  });
});

describe("VAT in the tax currency", () => {
  const exchangeRate = { rate: 4.2567, date: "2026-11-19", source: "NBP" };
  const converted: Changes = { exchangeRate, taxCurrency: "PLN", taxTotalInTaxCurrency: 8.09 };

  test("is credited by difference, and the last credit takes what is left", () => {
    const { credit } = credits(invoiceOf([line(10)], { ...converted, taxTotalInTaxCurrency: 8.1 }));
    const parts = [credit({ line: 1, netAmount: 3.33 }), credit({ line: 1, netAmount: 3.33 }), credit()];
    // 0.63, 1.27 and 1.90 of VAT are 2.68, 5.41 and 8.09.
    expect(parts.map(({ taxTotalInTaxCurrency }) => taxTotalInTaxCurrency)).toEqual([2.68, 2.73, 2.69]);
  });

  test.each(Object.keys(converted))("is not stated of an invoice without %s", (name) => {
    const { credit } = credits(invoiceOf([line(10)], { ...converted, [name]: undefined }));
    expect(credit().taxTotalInTaxCurrency).toBeUndefined();
  });
});

describe("net amounts of gross lines", () => {
  const gross = (...prices: number[]) =>
    invoiceOf(
      prices.map((price) => line(price, { taxRate: 7 })),
      { prices: "gross" },
    );

  test("are raised where most was rounded off, so that a line that ends keeps what is left of it", () => {
    const document = invoiceOf([line(0.02), line(0.04, { quantity: 2 })], { prices: "gross" });
    expect(nets(document)).toEqual([0.01, 0.07]);
    const { credit } = credits(document);
    expect(nets(credit({ line: 1 }, { line: 2, quantity: 1 }))).toEqual([0.01, 0.04]);
    expect(nets(credit())).toEqual([0.03]);
    const larger = invoiceOf([line(0.02), line(0.54, { quantity: 2 })], { prices: "gross" });
    expect(nets(credits(larger).credit({ line: 1 }, { line: 2, quantity: 1 }))).toEqual([0.01, 0.46]);
  });

  test("are never more than the gross amount", () => {
    const { credit } = credits(gross(0.01, 0.27, 0.1, 0.02, 0.03, 0.03));
    credit({ line: 4 }, { line: 5 }, { line: 6 });
    expect(nets(credit({ line: 1 }, { line: 2 }))).toEqual([0.01, 0.26]);
  });

  test("of a free line are 0", () => {
    const { credit } = credits(gross(0.11, 0, 0.23));
    expect(nets(credit())).toEqual([0.1, 0, 0.22]);
  });
});

test("nothing can be credited after a credit note whose amounts are damaged; its other fields do not matter", () => {
  const invoice = JSON.parse(/```json\n([^`]*)```/.exec(readPage("docs/guide/panel.md"))![1]!) as InvoiceDocument;
  const { amounts } = applyCredit(
    { document: invoice, state: AS_ISSUED, creditNotes: [] },
    { lines: [{ line: 1, netAmount: 10 }] },
  );
  const creditNote = { documentVersion: 1, creditNoteNumber: "INV-CN-202611-0001", ...amounts } as CreditNoteDocument;
  expect(() => requireCreditable(invoice, [creditNote])).not.toThrow();
  const newer = { ...creditNote, documentVersion: 2 as never };
  expect(() => requireCreditable(invoice, [creditNote, newer])).toThrow(
    "because this release of faktura does not know the documentVersion of the stored document of a credit note of it: 2.",
  );
  const [line] = amounts.items;
  const damaged = { ...creditNote, items: [{ ...line!, netAmount: "10" as never }] };
  expect(() => requireCreditable(invoice, [creditNote, damaged])).toThrow(Refusal);
  expect(() => requireCreditable(invoice, [creditNote, damaged])).toThrow(
    "because the stored document of a credit note of it is damaged: /items/0/netAmount must be a number. Audit the books.",
  );
});
