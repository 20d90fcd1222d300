/**
 * Goal: each limit of a credit, each text that refuses one, and each amount that follows by difference.
 * Method: credits of small invoices; some of them as only another program could have written them.
 */
import type { CreditLine, CreditNote, InvoiceDocument, NewCreditNote, Refusal } from "faktura";
import type { TotalsItem } from "faktura/vat";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

type Changes = Partial<InvoiceDocument>;

/** A line at 19 %, unless changed. */
const line = (unitPrice: number, changes: Partial<TotalsItem> & { readonly unit?: string } = {}) => {
  return { description: "Lamp", quantity: 1, unitPrice, taxRate: 19, ...changes };
};

/** Books with one invoice of these lines. Its document is as issued, except for `changes`, which another program wrote. */
async function openInvoice(items: readonly TotalsItem[], { prices, ...changes }: Changes = {}) {
  const issued = await openBooks();
  const invoice = await issued.acme.issue(order({ autoVat: false, prices, items } as object));
  if (Object.keys(changes).length === 0) return { ...issued, invoice };
  const [row] = await issued.store.journal.invoicesAfter("acme", 0, 1);
  const document = JSON.stringify({ ...JSON.parse(row!.document), ...changes });
  const books = await openBooks();
  await books.store.transaction("acme", async ({ numbers, invoices }) => {
    await numbers.lock();
    const { id, invoiceNumber, issueDate } = invoice;
    const written = {
      id,
      invoiceNumber,
      issueDate,
      issuedAt: invoice.issuedAt,
      actor: null,
      source: "panel",
      amountDue: invoice.amountDue,
    } as const;
    await invoices.insert([{ ...written, counter: await numbers.take(1), document }]);
  });
  return { ...books, invoice };
}

/** Credits an invoice again and again. */
async function credits(items: readonly TotalsItem[], changes: Changes = {}) {
  const { acme, invoice, store } = await openInvoice(items, changes);
  const credit = (...lines: CreditLine[]): Promise<CreditNote> =>
    acme.credit(invoice.id, lines.length === 0 ? { reason: "x" } : { reason: "x", lines });
  const refusal = async (...lines: CreditLine[]): Promise<Pick<Refusal, "code" | "errors">> => {
    const error: unknown = await credit(...lines).catch((reason: unknown) => reason);
    const { code, errors } = error as Refusal;
    expect(errors, "the credit is refused").toBeDefined();
    return { code, errors };
  };
  return { credit, refusal, invoice, store };
}

const nets = ({ items }: { items: readonly { netAmount: number }[] }) => items.map(({ netAmount }) => netAmount);

describe("lines that an invoice cannot have", () => {
  // biome-ignore format: a table
  test.each<[what: string, Changes, CreditLine, code: string, field: string, named: string]>([
    ["no such line",                   {},                  { line: 3 },                   "request_invalid",     "line",        "from 1 to 2"],
    ["a gross amount of net prices",   {},                  { line: 1, grossAmount: 1 },   "request_invalid",     "grossAmount", "netAmount"],
    ["a net amount of gross prices",   { prices: "gross" }, { line: 1, netAmount: 1 },     "request_invalid",     "netAmount",   "grossAmount"],
    ["half a cent",                    {},                  { line: 1, netAmount: 0.005 }, "amount_out_of_range", "netAmount",   "more decimals than EUR"],
  ])("%s", async (_, changes, wanted, code, field, named) => {
    const { refusal } = await credits([line(10), line(20)], changes);
    expect(await refusal({ line: 2 }, wanted)).toEqual({
      code,
      errors: [{ pointer: `/lines/1/${field}`, detail: expect.stringContaining(named) }],
    });
  });
});

const refusedAt = (pointer: string, named: string) => {
  return { code: "credit_exceeds_invoice", errors: [{ pointer, detail: expect.stringContaining(named) }] };
};

describe("more than is left of a line", () => {
  test("a quantity is refused at the quantity, also where nothing is left", async () => {
    const { credit, refusal } = await credits([line(80, { quantity: 4 }), line(30)]);
    expect(await refusal({ line: 1, quantity: 5 })).toEqual(refusedAt("/lines/0/quantity", "line's quantity, 4"));
    await credit({ line: 1 });
    expect(await refusal({ line: 1, quantity: 1 })).toEqual(refusedAt("/lines/0/quantity", "line's quantity, 0"));
    const nothing = refusedAt("/lines/0/line", "has nothing left to credit");
    expect(await refusal({ line: 1 })).toEqual(nothing);
    await credit();
    expect(await refusal({ line: 1 })).toEqual(nothing);
  });

  test("a quantity that is worth more than is left of the amount is refused at the quantity", async () => {
    const { credit, refusal } = await credits([line(80, { quantity: 4 })]);
    await credit({ line: 1, netAmount: 300 });
    const left = "line's amount, 20 EUR";
    expect(await refusal({ line: 1, quantity: 1 })).toEqual(refusedAt("/lines/0/quantity", left));
    expect(await refusal({ line: 1, netAmount: 20.01 })).toEqual(refusedAt("/lines/0/netAmount", left));
    expect((await credit({ line: 1, quantity: 0.25 })).items).toMatchObject([{ quantity: 0.25, netAmount: 20 }]);
  });

  test("a gross amount is refused at the gross amount", async () => {
    const { refusal } = await credits([line(10)], { prices: "gross" });
    const left = "line's amount, 10 EUR";
    expect(await refusal({ line: 1, grossAmount: 10.01 })).toEqual(refusedAt("/lines/0/grossAmount", left));
  });
});

describe("what no credit note could credit any more is not left over", () => {
  const refused = refusedAt("/lines", "leave lines that could never be credited");

  test("taxable amounts without VAT", async () => {
    const items = [
      line(200, { taxRate: 0 }),
      line(100, { taxRate: 0, vatCategory: "E", exemptionReason: "§ 4" } as object),
      line(100, { quantity: -1, taxRate: 0, vatCategory: "G" }),
    ];
    expect(await (await credits(items)).refusal({ line: 1 })).toEqual(refused);
  });

  test("VAT of which the taxable amount is credited", async () => {
    const items = [line(0.04), line(0.04, { quantity: -1, taxRate: 19.5 }), line(1, { taxRate: 0 })];
    const { credit, refusal } = await credits(items, { prices: "gross" });
    const most = [
      { line: 1, grossAmount: 0.03 },
      { line: 2, grossAmount: -0.03 },
    ] as const;
    expect(await refusal(...most, { line: 3 })).toEqual(refused);
    expect((await credit()).total).toBe(1);
  });
});

describe("what was credited otherwise before", () => {
  test("a quantity after an amount is worth its share of the line, and the rest is an amount", async () => {
    const { credit } = await credits([line(80, { quantity: 4, unit: "piece" })]);
    await credit({ line: 1, netAmount: 100 });
    expect((await credit({ line: 1, quantity: 1 })).items).toMatchObject([{ creditedBy: "quantity", netAmount: 80 }]);
    expect((await credit()).items).toMatchObject([
      { creditedBy: "netAmount", quantity: 1, unitPrice: 140, netAmount: 140 },
    ]);
  });

  test("a line that was credited by its amount is left out of the rest", async () => {
    const { credit } = await credits([line(80, { quantity: 4 }), line(30)]);
    await credit({ line: 1, netAmount: 320 });
    expect((await credit()).items.map((item) => item.line)).toEqual([2]);
  });
});

describe("a credited line", () => {
  test("has no discount if the invoice's line has none, however its shares are rounded", async () => {
    const { credit } = await credits([line(0.125, { quantity: 2 })]);
    const parts = [await credit({ line: 1, quantity: 1 }), await credit()].flatMap(({ items }) => items);
    expect(parts.map(({ netAmount }) => netAmount)).toEqual([0.13, 0.12]);
    for (const part of parts) expect(part).not.toHaveProperty("discount");
  });

  test("by an amount has the quantity 1, or -1 if the amount is negative, and a price that is not", async () => {
    const lines = [line(100), line(10, { quantity: -2 })];
    const { credit } = await credits(lines);
    const [, returned] = (await credit({ line: 1, netAmount: 75 }, { line: 2, netAmount: -5 })).items;
    expect(returned).toMatchObject({ creditedBy: "netAmount", quantity: -1, unitPrice: 5, netAmount: -5 });
    expect(returned).not.toHaveProperty("unitPriceGross");
    const gross = await credits(lines, { prices: "gross" });
    expect((await gross.credit({ line: 1, grossAmount: 11.9 })).items).toMatchObject([
      { creditedBy: "grossAmount", quantity: 1, unitPrice: 10, unitPriceGross: 11.9, netAmount: 10, grossAmount: 11.9 },
    ]);
  });
});

const GROUP = { category: "S", vatexCode: null, taxRate: 19, rateCountry: "DE" } as const;

describe("amounts that another program wrote", () => {
  test("the last credit of a group takes what is left of the invoice's own VAT", async () => {
    const vatBreakdown = [{ ...GROUP, taxableAmount: 10, taxAmount: 1.92 }];
    const { credit } = await credits([line(10)], { vatBreakdown, taxTotal: 1.92, total: 11.92 });
    expect([(await credit({ line: 1, netAmount: 5 })).taxTotal, (await credit()).taxTotal]).toEqual([0.95, 0.97]);
  });

  test("gross lines still add up to their group, although its amounts do not follow from theirs", async () => {
    const vatBreakdown = [{ ...GROUP, taxableAmount: 19, taxAmount: 4.8 }];
    const written = { prices: "gross", vatBreakdown, subtotal: 19, taxTotal: 4.8 } as const;
    const { items, subtotal } = await (await credits([line(11.9), line(11.9)], written)).credit();
    expect([subtotal, ...nets({ items })]).toEqual([19, 9.97, 9.03]);
  });
});

describe("VAT in the tax currency", () => {
  const exchangeRate = { rate: 4.2567, date: "2026-11-19", source: "NBP" };
  const converted: Changes = { exchangeRate, taxCurrency: "PLN", taxTotalInTaxCurrency: 8.09 };

  test("is credited by difference, and the last credit takes what is left", async () => {
    const { credit } = await credits([line(10)], { ...converted, taxTotalInTaxCurrency: 8.1 });
    const parts = [
      await credit({ line: 1, netAmount: 3.33 }),
      await credit({ line: 1, netAmount: 3.33 }),
      await credit(),
    ];
    // 0.63, 1.27 and 1.90 of VAT are 2.68, 5.41 and 8.09.
    expect(parts.map(({ taxTotalInTaxCurrency }) => taxTotalInTaxCurrency)).toEqual([2.68, 2.73, 2.69]);
  });

  test.each(Object.keys(converted))("is not stated of an invoice without %s", async (name) => {
    const { credit } = await credits([line(10)], { ...converted, [name]: undefined });
    expect((await credit()).taxTotalInTaxCurrency).toBeUndefined();
  });
});

describe("net amounts of gross lines", () => {
  const gross = (...prices: number[]) =>
    credits(
      prices.map((price) => line(price, { taxRate: 7 })),
      { prices: "gross" },
    );

  test("are raised where most was rounded off, so that a line that ends keeps what is left of it", async () => {
    const { credit, invoice } = await credits([line(0.02), line(0.04, { quantity: 2 })], { prices: "gross" });
    expect(nets(invoice)).toEqual([0.01, 0.07]);
    expect(nets(await credit({ line: 1 }, { line: 2, quantity: 1 }))).toEqual([0.01, 0.04]);
    expect(nets(await credit())).toEqual([0.03]);
    const larger = await credits([line(0.02), line(0.54, { quantity: 2 })], { prices: "gross" });
    expect(nets(await larger.credit({ line: 1 }, { line: 2, quantity: 1 }))).toEqual([0.01, 0.46]);
  });

  test("are never more than the gross amount", async () => {
    const { credit } = await gross(0.01, 0.27, 0.1, 0.02, 0.03, 0.03);
    await credit({ line: 4 }, { line: 5 }, { line: 6 });
    expect(nets(await credit({ line: 1 }, { line: 2 }))).toEqual([0.01, 0.26]);
  });

  test("of a free line are 0", async () => {
    const { credit } = await gross(0.11, 0, 0.23);
    expect(nets(await credit())).toEqual([0.1, 0, 0.22]);
  });
});

describe("a credit note that another program wrote", () => {
  /** Books with an invoice of one line at 10.00, credited with 1.00 by a credit note that has these changes. */
  async function creditedBefore(changes: (note: CreditNote) => object) {
    const sound = await credits([line(10)]);
    const first = await sound.credit({ line: 1, netAmount: 1 });
    const books = await credits([line(10)], { note: "another program's" });
    const { id, creditNoteNumber, issueDate, issuedAt, total, payable } = first;
    const invoiceId = books.invoice.id;
    const corrects = { ...first.corrects, invoiceId };
    const document = JSON.stringify({ documentVersion: 1, ...first, corrects, ...changes(first) });
    const origin = { at: issuedAt, actor: null, source: "api" } as const;
    const note: NewCreditNote = {
      id,
      counter: 1,
      creditNoteNumber,
      issueDate,
      invoiceId,
      total,
      payable,
      origin,
      document,
    };
    await books.store.transaction("acme", async ({ numbers, creditNotes, invoices }) => {
      await numbers.lock();
      await creditNotes.insert([note]);
      const amountDue = Number((books.invoice.payable - payable).toFixed(2));
      const state = {
        status: "SENT",
        amountPaid: 0,
        prepaidRefunded: 0,
        discountTaken: 0,
        settledBy: null,
        settledAmount: 0,
        cancelledAt: null,
        cancellationReason: null,
        writtenOffOn: null,
        writeOffReason: null,
      } as const;
      await invoices.changeStates([{ invoiceId, ...state, creditedTotal: total, amountDue, origin }]);
    });
    return books;
  }

  test("counts for nothing where it names lines and groups that the invoice does not have", async () => {
    const { credit } = await creditedBefore(({ items: [item], vatBreakdown: [group] }) => ({
      items: [{ ...item, line: 9 }],
      vatBreakdown: [{ ...group, taxRate: 7 }],
    }));
    expect(await credit({ line: 1, netAmount: 1 })).toMatchObject({ subtotal: 1, taxTotal: 0.19 });
  });

  test.each([
    ["its version is unknown", () => ({ documentVersion: 2 }), "documentVersion"],
    [
      "its amounts are damaged",
      ({ items }: CreditNote) => ({ items: [{ ...items[0], netAmount: "10" }] }),
      "/items/0/netAmount",
    ],
  ])("keeps the invoice from being credited again if %s", async (_, changes, named) => {
    const { credit } = await creditedBefore(changes);
    await expect(credit({ line: 1, netAmount: 1 })).rejects.toMatchObject({ code: "document_unreadable" });
    await expect(credit({ line: 1, netAmount: 1 })).rejects.toThrow(named);
  });
});
