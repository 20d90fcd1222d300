import { type Company, createInvoicing, isRefusal, type RefusalCode } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { billedCounters, misdate, NOON, openBooks, traceOf } from "../books.ts";

const refused = (code: RefusalCode) => (error: unknown) => isRefusal(error, code);

/** Two lines at 19 %: 200.00 and 30.00, so 230.00 and 43.70 VAT. */
const twoLines = order({
  items: [
    { description: "Consulting", quantity: 2, unitPrice: 100, unit: "hour" },
    { description: "Pen", quantity: 3, unitPrice: 10 },
  ],
});

async function creditInThirds(acme: Company, id: string) {
  const reason = "returned";
  return [
    await acme.credit(id, { reason, lines: [{ line: 2, quantity: 1 }] }),
    await acme.credit(id, {
      reason,
      lines: [
        { line: 1, netAmount: 50.05 },
        { line: 2, quantity: 1 },
      ],
    }),
    await acme.credit(id, { reason }),
  ];
}

describe.each(STORES)("$name", ({ open }) => {
  test("a credit of the whole invoice repeats its lines, its VAT and its client", async () => {
    const { acme, store, events } = await openBooks(await open());
    const invoice = await acme.issue({ ...twoLines, clientAddress: { city: "Berlin" }, buyerReference: "B-1" });
    const creditNote = await acme.credit(invoice.id, { reason: "ordered twice" });
    expect(creditNote).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      creditNoteNumber: "INV-CN-202611-0001",
      documentType: "381",
      issueDate: "2026-11-20",
      issuedAt: NOON,
      corrects: { invoiceId: invoice.id, invoiceNumber: "INV-202611-0001", issueDate: "2026-11-20" },
      reason: "ordered twice",
      taxPointDate: "2026-11-20",
      supplyDate: "2026-11-20",
      seller: invoice.seller,
      clientName: "Exemple SARL",
      clientCountry: "DE",
      clientAddress: { city: "Berlin" },
      buyerReference: "B-1",
      currency: "EUR",
      items: invoice.items.map((item, index) => ({ ...item, line: index + 1, creditedBy: "quantity" })),
      taxRate: 19,
      subtotal: 230,
      taxTotal: 43.7,
      total: 273.7,
      payable: 273.7,
      vatBreakdown: invoice.vatBreakdown,
      vatTreatment: "domestic",
      vatNote: invoice.vatNote,
      vatReason: invoice.vatReason,
    });
    const credited = await acme.get(invoice.id);
    const summary = { id: creditNote.id, creditNoteNumber: creditNote.creditNoteNumber, total: 273.7 };
    expect(credited).toMatchObject({ status: "SENT", creditedTotal: 273.7, amountDue: 0, creditNotes: [summary] });
    expect(await acme.getCreditNote(creditNote.id)).toEqual(creditNote);
    expect((await acme.list()).data[0]).toMatchObject({ creditedTotal: 273.7, amountDue: 0 });
    expect(await billedCounters(store), "credit notes are not metered").toEqual([1]);
    expect(events.map(({ type }) => type)).toEqual(["invoice.issued", "credit_note.issued"]);
    expect(events[1]).toMatchObject({ creditNote, invoice: { creditedTotal: 273.7 } });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("credits in parts add up to the invoice, and then nothing is left", async () => {
    const { acme, store } = await openBooks(await open());
    const { id, total, taxTotal } = await acme.issue(twoLines);
    const parts = await creditInThirds(acme, id);
    expect(parts.map(({ creditNoteNumber }) => creditNoteNumber)).toEqual(
      [1, 2, 3].map((counter) => `INV-CN-202611-000${counter}`),
    );
    expect(parts.map((part) => [part.subtotal, part.taxTotal])).toEqual([
      [10, 1.9],
      [60.05, 11.41],
      [159.95, 30.39],
    ]);
    expect(parts.reduce((sum, part) => sum + part.taxTotal * 100, 0) / 100).toBeCloseTo(taxTotal, 10);
    expect(parts[2]!.items).toMatchObject([
      { line: 1, creditedBy: "netAmount", quantity: 1, unitPrice: 149.95, netAmount: 149.95 },
      { line: 2, creditedBy: "quantity", quantity: 1, unitPrice: 10, netAmount: 10 },
    ]);
    expect(await acme.get(id)).toMatchObject({ creditedTotal: total, amountDue: 0 });
    await expect(acme.credit(id, { reason: "again" })).rejects.toSatisfy(refused("credit_exceeds_invoice"));
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("a paid invoice is credited, refunded and only then cancelled, which keeps its credits", async () => {
    const { acme, store, events } = await openBooks(await open());
    const { id } = await acme.issue(order());
    await acme.recordPayment(id, { amount: 238 });
    await acme.credit(id, { reason: "returned" });
    expect(await acme.get(id)).toMatchObject({ status: "PAID", amountPaid: 238, creditedTotal: 238, amountDue: -238 });
    await expect(acme.cancel(id)).rejects.toSatisfy(refused("invoice_paid"));
    await expect(acme.recordPayment(id, { amount: -238.01 })).rejects.toSatisfy(refused("refund_exceeds_amount_paid"));
    const refunded = await acme.recordPayment(id, { amount: -238, reference: "refund" });
    expect(refunded).toMatchObject({ status: "SENT", amountPaid: 0, creditedTotal: 238, amountDue: 0 });
    expect(refunded.payments.map(({ amount }) => amount)).toEqual([238, -238]);
    expect(await acme.cancel(id)).toMatchObject({ status: "CANCELLED", creditedTotal: 238, amountDue: 0 });
    await expect(acme.credit(id, { reason: "late" })).rejects.toSatisfy(refused("invoice_cancelled"));
    expect(events.map(({ type }) => type)).toEqual([
      ...["invoice.issued", "payment.recorded", "invoice.paid", "credit_note.issued"],
      ...["payment.recorded", "invoice.cancelled"],
    ]);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("what was prepaid, paid and credited covers the total together, and a refund can reopen the invoice", async () => {
    const { store, acme } = await openBooks(await open());
    const { id } = await acme.issue(order({ prepaidAmount: 100 }));
    expect(await acme.recordPayment(id, { amount: 100 })).toMatchObject({ status: "SENT", amountDue: 38 });
    expect((await acme.credit(id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] })).total).toBe(59.5);
    expect(await acme.get(id)).toMatchObject({ status: "PAID", amountDue: -21.5 });
    expect(await acme.recordPayment(id, { amount: -50 })).toMatchObject({ status: "SENT", amountDue: 28.5 });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("a cancelled invoice takes refunds up to what was paid, and nothing else", async () => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    await acme.recordPayment(id, { amount: 100 });
    await acme.cancel(id);
    await expect(acme.recordPayment(id, { amount: 1 })).rejects.toSatisfy(refused("invoice_cancelled"));
    await expect(acme.recordPayment(id, { amount: -100.01 })).rejects.toSatisfy(refused("refund_exceeds_amount_paid"));
    expect(await acme.recordPayment(id, { amount: -60 })).toMatchObject({ status: "CANCELLED", amountPaid: 40 });
    expect(await acme.recordPayment(id, { amount: -40 })).toMatchObject({ status: "CANCELLED", amountPaid: 0 });
    const credited = await acme.issue(order());
    await acme.recordPayment(credited.id, { amount: 100 });
    await acme.credit(credited.id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] });
    await acme.cancel(credited.id);
    const refunded = { status: "CANCELLED", amountPaid: 0, creditedTotal: 59.5, amountDue: 0 };
    expect(await acme.recordPayment(credited.id, { amount: -100 })).toMatchObject(refunded);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("a repeat under the same key returns the first credit note, whatever has happened since", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const { id } = await acme.issue(order(), { idempotencyKey: "issue" });
    const credit = () => acme.credit(id, { reason: "returned" }, { idempotencyKey: "credit" });
    const first = await credit();
    await acme.cancel(id);
    expect(await credit()).toEqual(first);
    const [one, two] = await Promise.all([credit(), credit()]);
    expect([one, two]).toEqual([first, first]);
    const changed = acme.credit(id, { reason: "another" }, { idempotencyKey: "credit" });
    await expect(changed).rejects.toSatisfy(refused("idempotency_key_reused"));
    const issueKey = acme.credit(id, { reason: "returned" }, { idempotencyKey: "issue" });
    await expect(issueKey).rejects.toSatisfy(refused("idempotency_key_reused"));
    const creditKey = acme.issue(order(), { idempotencyKey: "credit" });
    await expect(creditKey).rejects.toSatisfy(refused("idempotency_key_reused"));
    expect((await acme.creditNotes()).total).toBe(1);
    await invoicing.close();
  });

  test("credit notes are listed by invoice and by day, newest number first", async () => {
    const { acme, store, clock } = await openBooks(await open());
    const [first, second] = await acme.issueMany([order(), order()]);
    const lines = [{ line: 1, netAmount: 10 }];
    for (const day of ["20", "21", "23"]) {
      clock.set(`2026-11-${day}T12:00:00.000Z`);
      for (const { id } of [first!, second!]) await acme.credit(id, { reason: day, lines });
    }
    const numbers = async (request: Parameters<Company["creditNotes"]>[0]) => {
      const { data, total } = await acme.creditNotes(request);
      return [data.map(({ creditNoteNumber }) => Number(creditNoteNumber.slice(-4))), total];
    };
    expect(await numbers({})).toEqual([[6, 5, 4, 3, 2, 1], 6]);
    expect(await numbers({ page: 2, limit: 4 })).toEqual([[2, 1], 6]);
    expect(await numbers({ page: 3, limit: 4 })).toEqual([[], 6]);
    expect(await numbers({ invoiceId: first!.id })).toEqual([[5, 3, 1], 3]);
    expect(await numbers({ invoiceId: first!.id, limit: 1, page: 2 })).toEqual([[3], 3]);
    expect(await numbers({ from: "2026-11-21", to: "2026-11-22" })).toEqual([[4, 3], 2]);
    expect(await numbers({ to: "2026-11-20" })).toEqual([[2, 1], 2]);
    const after = "inv-cn-202611-0004";
    expect(await numbers({ after })).toEqual([[3, 2, 1], 6]);
    expect(await numbers({ after, invoiceId: first!.id, limit: 1 })).toEqual([[3], 3]);
    for (const [request, parameter] of [
      [{ after, page: 1 }, "page"],
      [{ after: "INV-CN-202611-0007" }, "after"],
      [{ after: "INV-202611-0001" }, "after"],
      [{ after: "x" }, "after"],
    ] as const)
      await expect(acme.creditNotes(request)).rejects.toMatchObject({
        code: "request_invalid",
        errors: [{ parameter }],
      });
    expect(await numbers({ invoiceId: "nobody's\0" })).toEqual([[], 0]);
    await expect(acme.getCreditNote(first!.id)).rejects.toSatisfy(refused("credit_note_not_found"));
    await store.close();
  });

  test("credits that race never come to more than the invoice, and their numbers have no gap", async () => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const credit = () => acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 30 }] });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, credit));
    const rejected = outcomes.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(outcomes.length - rejected.length).toBe(6); // 6 × 30 fit into 200
    expect(rejected.every(({ reason }) => isRefusal(reason, "credit_exceeds_invoice"))).toBe(true);
    const { data } = await acme.creditNotes();
    expect(data.map(({ creditNoteNumber }) => Number(creditNoteNumber.slice(-4)))).toEqual([6, 5, 4, 3, 2, 1]);
    await store.close();
  });

  test("credit notes keep a series of their own, whose dates do not run backwards until they are resumed", async () => {
    const { acme, store, clock } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const credit = () => acme.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 10 }] });
    clock.set("2026-11-21T12:00:00.000Z");
    expect((await credit()).issueDate).toBe("2026-11-21");
    clock.set(NOON);
    expect((await credit()).issueDate, "a clock that lags by a day").toBe("2026-11-21");
    clock.set("2027-12-25T12:00:00.000Z");
    await credit();
    clock.set(NOON);
    await expect(credit()).rejects.toSatisfy(refused("clock_out_of_step"));
    expect((await acme.issue(order())).issueDate).toBe("2026-11-20");
    await acme.resumeDates({ reason: "the clock was wrong" });
    expect((await credit()).issueDate).toBe("2026-11-20");
    await expect(acme.resumeDates({ reason: "again" })).rejects.toSatisfy(refused("request_invalid"));
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("a credit note is not dated before its invoice, unless a wrong clock dated that", async () => {
    const books = await openBooks(await open());
    const { acme, store, clock } = books;
    const reason = "x";
    clock.set("2026-11-21T00:30:00.000Z");
    const tomorrows = await acme.issue(order());
    clock.set("2026-11-20T23:30:00.000Z");
    expect((await acme.credit(tomorrows.id, { reason })).issueDate, "a clock that lags").toBe(tomorrows.issueDate);
    const { wrong } = await misdate(books);
    clock.set("2026-11-22T12:00:00.000Z");
    expect((await acme.credit(wrong.id, { reason })).issueDate).toBe("2026-11-22");
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });
});

test("a refused credit writes nothing and takes no number", async () => {
  const { acme, store } = await openBooks();
  const { id } = await acme.issue(twoLines);
  const before = await traceOf(store);
  const reason = "x";
  const refusals: [object, RefusalCode, string?][] = [
    [{ reason: " " }, "request_invalid", "/reason"],
    [{ reason, lines: [] }, "request_invalid", "/lines"],
    [{ reason, lines: [{ line: 1, quantity: 1, netAmount: 1 }] }, "request_invalid", "/lines/0/netAmount"],
    [{ reason, lines: [{ line: 1 }, { line: 1, quantity: 1 }] }, "request_invalid", "/lines/1/line"],
    [{ reason, lines: [{ line: 3 }] }, "request_invalid", "/lines/0/line"],
    [{ reason, lines: [{ line: 1, quantity: 0 }] }, "request_invalid", "/lines/0/quantity"],
    [{ reason, lines: [{ line: 1, netAmount: 0.001 }] }, "amount_out_of_range", "/lines/0/netAmount"],
    [{ reason, lines: [{ line: 1, quantity: 2.1 }] }, "credit_exceeds_invoice", "/lines/0/quantity"],
    [{ reason, lines: [{ line: 1, quantity: -1 }] }, "credit_exceeds_invoice", "/lines/0/quantity"],
    [{ reason, lines: [{ line: 1 }, { line: 2, netAmount: 30.01 }] }, "credit_exceeds_invoice", "/lines/1/netAmount"],
    [{ reason, lines: [{ line: 1, netAmount: -1 }] }, "credit_exceeds_invoice", "/lines/0/netAmount"],
    [{ reason, lines: [{ line: 1, netAmount: 1e308 }] }, "credit_exceeds_invoice", "/lines/0/netAmount"],
    [{ reason, lines: [{ line: 1, quantity: -1e308 }] }, "credit_exceeds_invoice", "/lines/0/quantity"],
    [{ reason, lines: [{ line: 1, quantity: 0.00001 }] }, "credit_exceeds_invoice"],
    [{ reason, issueDate: "2026-11-01" }, "request_invalid", "/issueDate"],
  ];
  for (const [request, code, pointer] of refusals) {
    const error: unknown = await acme.credit(id, request as { reason: string }).catch((reason: unknown) => reason);
    expect(error, JSON.stringify(request)).toSatisfy(refused(code));
    if (pointer !== undefined) expect(error, JSON.stringify(request)).toMatchObject({ errors: [{ pointer }] });
  }
  expect(await traceOf(store)).toEqual(before);
  expect((await acme.credit(id, { reason })).creditNoteNumber).toBe("INV-CN-202611-0001");
});

test("a discount is credited with its sign, and never so that a group or the invoice is exceeded", async () => {
  const { acme } = await openBooks();
  const items = [
    { description: "Lamp", quantity: 2, unitPrice: 100 },
    { description: "Discount", quantity: -1, unitPrice: 50 },
  ];
  const { id, total } = await acme.issue(order({ items }));
  expect(total).toBe(178.5);
  const credit = (lines: { line: number; quantity?: number }[]) => acme.credit(id, { reason: "x", lines });
  await expect(credit([{ line: 1 }]), "200 of a group of 150").rejects.toSatisfy(refused("credit_exceeds_invoice"));
  await expect(credit([{ line: 2 }]), "below 0").rejects.toSatisfy(refused("credit_exceeds_invoice"));
  const half = await credit([
    { line: 1, quantity: 1 },
    { line: 2, quantity: -0.5 },
  ]);
  expect(half).toMatchObject({ subtotal: 75, taxTotal: 14.25, total: 89.25 });
  expect(half.items.map(({ netAmount }) => netAmount)).toEqual([100, -25]);
  expect(await acme.credit(id, { reason: "rest" })).toMatchObject({ subtotal: 75, taxTotal: 14.25, total: 89.25 });
});

test("a share of a line has a discount only if rounding leaves one", async () => {
  const { acme } = await openBooks();
  const discount = { amount: 0.01, reason: "Rounded" };
  const invoice = await acme.issue(
    order({ items: [{ description: "Screw", quantity: 100, unitPrice: 0.014, discount }] }),
  );
  const shares: unknown[] = [];
  for (const quantity of [1, 1, 97]) {
    const { items } = await acme.credit(invoice.id, { reason: "returned", lines: [{ line: 1, quantity }] });
    shares.push([items[0]?.netAmount, items[0]?.discount]);
  }
  expect(shares).toEqual([
    [0.01, undefined], // as much as 1 × 0.014
    [0.02, undefined], // more than 1 × 0.014: a discount would be negative
    [1.35, { amount: 0.01, reason: "Rounded" }],
  ]);
});

test("a line of which nothing is left is refused by its place, and never credited as a quantity of 0", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(twoLines);
  await acme.credit(invoice.id, { reason: "returned", lines: [{ line: 2 }] });
  const both = acme.credit(invoice.id, { reason: "returned", lines: [{ line: 1 }, { line: 2 }] });
  await expect(both).rejects.toMatchObject({
    code: "credit_exceeds_invoice",
    errors: [{ pointer: "/lines/1/line", detail: "has nothing left to credit" }],
  });
});

test("when an invoice is credited in full, lines without value are not left to credit", async () => {
  const { acme } = await openBooks();
  const gift = { description: "Gift", quantity: 1, unitPrice: 0 };
  const invoice = await acme.issue(order({ items: [...twoLines.items, gift] }));
  await acme.credit(invoice.id, { reason: "returned", lines: [{ line: 1 }, { line: 2 }] });
  const message = "Nothing is left to credit on this invoice: its credit notes total 273.7 of 273.7 EUR.";
  await expect(acme.credit(invoice.id, { reason: "once more" })).rejects.toThrow(message);
});

test("no credit leaves VAT that could never be credited, because the lines with it have a total of 0", async () => {
  const { acme } = await openBooks();
  const items = [
    { description: "Book", quantity: 1, unitPrice: 200, taxRate: 0 },
    { description: "Chair", quantity: 1, unitPrice: 100, taxRate: 19 },
    { description: "Deposit", quantity: -1, unitPrice: 119, taxRate: 0, vatCategory: "E" as const },
  ];
  const invoice = await acme.issue(order({ autoVat: false, items }));
  const book = acme.credit(invoice.id, { reason: "returned", lines: [{ line: 1 }] });
  await expect(book).rejects.toThrow("Leave out lines to credit all that is left, or credit less.");
  const part = await acme.credit(invoice.id, { reason: "returned", lines: [{ line: 1, netAmount: 199 }] });
  const rest = await acme.credit(invoice.id, { reason: "returned" });
  expect([part.taxTotal, rest.taxTotal, rest.total]).toEqual([0, invoice.taxTotal, 1]);
});

test("VAT, rates, notes and the exchange rate are the invoice's, whatever the profile and the law say today", async () => {
  const { acme, clock } = await openBooks(undefined, {
    country: "PL",
    vatNumber: "PL5260001246",
    defaultCurrency: "PLN",
  });
  const exchangeRate = { rate: 4.2567, date: "2026-11-19", source: "NBP" };
  const invoice = await acme.issue(order({ clientCountry: "PL", currency: "EUR", exchangeRate }));
  expect(invoice.taxTotalInTaxCurrency).toBe(195.81);
  await acme.saveProfile(
    germanProfile({
      name: "New name",
      vatRegistered: false,
      country: "DE",
      creditNotePrefix: "K",
      email: "a@b.example",
    }),
  );
  clock.set("2027-02-01T12:00:00.000Z");
  const lines = [{ line: 1, netAmount: 33.33 }];
  const first = await acme.credit(invoice.id, { reason: "part", lines, clientAddress: { city: "Kraków" } });
  expect(first).toMatchObject({
    creditNoteNumber: "K-202702-0001",
    taxPointDate: "2026-11-20",
    seller: { name: "New name", country: "PL", vatNumber: "PL5260001246", email: "a@b.example" },
    clientAddress: { city: "Kraków" },
    exchangeRate,
    taxCurrency: "PLN",
    vatBreakdown: [{ category: "S", taxRate: 23, rateCountry: "PL", taxableAmount: 33.33, taxAmount: 7.67 }],
  });
  const rest = await acme.credit(invoice.id, { reason: "rest" });
  expect(rest.taxTotal + first.taxTotal).toBeCloseTo(46, 10);
  expect(rest.taxTotalInTaxCurrency! + first.taxTotalInTaxCurrency!).toBeCloseTo(195.81, 10);
});

test("the prefix of credit notes is the profile's, and never one that another series has", async () => {
  const { acme } = await openBooks();
  const save = (changes: object) => acme.saveProfile(germanProfile(changes));
  const lines = [{ line: 1, netAmount: 10 }];
  for (const [changes, detail] of [
    [{ creditNotePrefix: "INV" }, /must differ from the prefix of the invoices/],
    [{ creditNotePrefix: "inv" }, /must differ from the prefix of the invoices/],
    [{ invoicePrefix: "I".repeat(18) }, /is required, because I+-CN is longer than 20 characters/],
  ] as const) {
    const error: unknown = await save(changes).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "request_invalid", errors: [{ pointer: "/creditNotePrefix" }] });
    expect((error as Error).message).toMatch(detail);
  }
  const { id } = await acme.issue(order());
  const pointerOf = (pointer: string) => ({ code: "request_invalid", errors: [{ pointer }] });
  const swapped = save({ invoicePrefix: "NEW", creditNotePrefix: "inv" });
  await expect(swapped).rejects.toMatchObject(pointerOf("/creditNotePrefix"));
  await save({ invoicePrefix: "I".repeat(18), creditNotePrefix: "CN" });
  expect((await acme.credit(id, { reason: "x", lines })).creditNoteNumber).toBe("CN-202611-0001");
  await expect(save({ invoicePrefix: "cn", creditNotePrefix: "X" })).rejects.toMatchObject(pointerOf("/invoicePrefix"));
  expect(await save({ invoicePrefix: "CN2" })).toMatchObject({ invoicePrefix: "CN2" });
  expect((await acme.credit(id, { reason: "x" })).creditNoteNumber).toBe("CN2-CN-202611-0002");
});

test("a host's own company is refused a colliding prefix when it issues and when it credits", async () => {
  const directory = { profile: germanProfile() };
  const { acme, store } = await openBooks(memoryStore(), {}, { companies: { profile: () => directory.profile } });
  const { id } = await acme.issue(order());
  const before = await traceOf(store);
  directory.profile = germanProfile({ creditNotePrefix: "INV" });
  await expect(acme.issue(order())).rejects.toSatisfy(refused("request_invalid"));
  await expect(acme.issueMany([order()])).rejects.toSatisfy(refused("request_invalid"));
  await expect(acme.credit(id, { reason: "x" })).rejects.toSatisfy(refused("request_invalid"));
  directory.profile = germanProfile({ invoicePrefix: "NEW", creditNotePrefix: "INV" });
  await expect(acme.credit(id, { reason: "x" }), "the prefix of its invoice").rejects.toSatisfy(
    refused("request_invalid"),
  );
  expect(await traceOf(store)).toEqual(before);
});

test("another company's invoice and credit note are not found", async () => {
  const { acme, store } = await openBooks();
  const { id } = await acme.issue(order());
  const creditNote = await acme.credit(id, { reason: "x" });
  const globex = createInvoicing({ store }).company("globex");
  await globex.saveProfile(germanProfile());
  await expect(globex.credit(id, { reason: "x" })).rejects.toSatisfy(refused("invoice_not_found"));
  await expect(globex.getCreditNote(creditNote.id)).rejects.toSatisfy(refused("credit_note_not_found"));
  expect((await globex.creditNotes()).total).toBe(0);
});

test("of two parts whose net amounts end in half a cent, the first is rounded up, as it is on an invoice", async () => {
  const { acme } = await openBooks();
  const items = ["x", "y"].map((description) => ({ description, quantity: 1, unitPrice: 6, taxRate: 20 }));
  const { id } = await acme.issue(order({ prices: "gross", autoVat: false, items }));
  // 0.06 has a VAT of 0.01, so the parts have 0.05 together: 0.025 each.
  const lines = [1, 2].map((line) => ({ line, grossAmount: 0.03 }));
  const part = await acme.credit(id, { reason: "damaged", lines });
  expect(part.items.map(({ netAmount }) => netAmount)).toEqual([0.03, 0.02]);
  const small = items.map((item) => ({ ...item, unitPrice: 0.03 }));
  const invoice = await acme.issue(order({ prices: "gross", autoVat: false, items: small }));
  expect(invoice.items.map(({ netAmount }) => netAmount)).toEqual([0.03, 0.02]);
});
