/**
 * Goal: a credit note that does not credit one invoice of the books is decided as an order, numbered in the series of credit
 * notes, kept under its own id, and declared in the month of issue.
 * Method: credit notes over invoices of the system before and over a period, in several states.
 */
import { type CompanyProfile, type CreditNoteOrder, type InvoicingStore, isRefusal, type Refusal } from "faktura";
import { describe, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const bonus = (changes: Partial<CreditNoteOrder> = {}): CreditNoteOrder => {
  const { clientName, clientCountry, clientVatNumber, isCompany } = order();
  return {
    ...{ clientName, clientCountry, clientVatNumber, isCompany, supply: "goods", reason: "Yearly bonus" },
    items: [{ description: "Bonus", quantity: 1, unitPrice: 100 }],
    correctedInvoices: [{ number: "OLD-17", issueDate: "2025-12-01" }],
    ...changes,
  };
};

const atHome = (changes: Partial<CreditNoteOrder> = {}) =>
  bonus({ clientCountry: "DE", clientVatNumber: undefined, isCompany: false, ...changes });

async function refusalOf(work: Promise<unknown>): Promise<Pick<Refusal, "code" | "errors">> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isRefusal(error)) throw error ?? new Error("it was not refused");
  return { code: error.code, errors: error.errors };
}

test("an invoice of the system before is credited in the series of credit notes, with VAT decided now", async () => {
  const { acme, events } = await openBooks();
  const creditNote = await acme.issueCreditNote(atHome());
  expect(creditNote).toMatchObject({
    creditNoteNumber: "INV-CN-202611-0001",
    documentType: "381",
    correctedInvoices: [{ number: "OLD-17", issueDate: "2025-12-01" }],
    reason: "Yearly bonus",
    subtotal: 100,
    taxTotal: 19,
    total: 119,
    vatTreatment: "domestic",
    items: [{ line: 1, creditedBy: "quantity", quantity: 1, unitPrice: 100, netAmount: 100, taxRate: 19 }],
    vatBreakdown: [{ category: "S", taxRate: 19, taxableAmount: 100, taxAmount: 19 }],
  });
  expect(creditNote).not.toHaveProperty("corrects");
  expect(await acme.getCreditNote(creditNote.id)).toStrictEqual(creditNote);
  expect((await acme.creditNotes()).data).toStrictEqual([creditNote]);
  expect(events).toStrictEqual([{ type: "credit_note.issued", companyId: "acme", actor: undefined, creditNote }]);
});

test("it shares its series with credits of invoices", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order());
  const first = await acme.credit(invoice.id, { reason: "Returned" });
  const second = await acme.issueCreditNote(bonus());
  expect([first, second].map(({ creditNoteNumber }) => creditNoteNumber)).toEqual([
    "INV-CN-202611-0001",
    "INV-CN-202611-0002",
  ]);
  expect((await acme.creditNotes({ invoiceId: invoice.id })).data).toEqual([first]);
});

test("a repeat with the same key returns the first credit note, and another order is refused", async () => {
  const { acme } = await openBooks();
  const first = await acme.issueCreditNoteOrReplay(bonus(), { idempotencyKey: "bonus-1" });
  const again = await acme.issueCreditNoteOrReplay(bonus(), { idempotencyKey: "bonus-1" });
  expect([first.replayed, again.replayed]).toEqual([false, true]);
  expect(again.creditNote).toStrictEqual(first.creditNote);
  const other = acme.issueCreditNote(bonus({ reason: "Another" }), { idempotencyKey: "bonus-1" });
  expect((await refusalOf(other)).code).toBe("idempotency_key_reused");
  const keys = await Promise.all([1, 2, 3].map(() => acme.issueCreditNote(bonus(), { idempotencyKey: "bonus-2" })));
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
  expect((await acme.creditNotes()).total).toBe(2);
});

test("returns declare it in the month of issue, as they declare a sale", async () => {
  const { acme, clock } = await openBooks();
  await acme.issueCreditNote(atHome());
  await acme.issueCreditNote(
    bonus({ clientCountry: "FR", clientVatNumber: "FR40303265045", isCompany: true, supply: "goods" }),
  );
  const november = await acme.vatReport({ from: "2026-11-01", to: "2026-11-30" });
  expect(november.domestic.lines).toMatchObject([{ taxRate: 19, taxableAmount: -100, taxAmount: -19 }]);
  expect(november.recapitulative.lines).toMatchObject([{ kind: "goods", taxableAmount: -100 }]);
  expect((await acme.vatReport({ from: "2026-10-01", to: "2026-10-31" })).domestic.lines).toEqual([]);
  clock.set("2026-12-01T12:00:00.000Z");
  await acme.issueCreditNote(atHome());
  const { corrections, domestic } = await acme.vatReport({ from: "2026-11-01", to: "2026-12-31", asOf: "2026-11-30" });
  expect(domestic.lines).toMatchObject([{ taxableAmount: -100 }]);
  expect(corrections.additions).toMatchObject([{ taxableAmount: -100, kind: "credit-note" }]);
});

test("sales to consumers in other states are less what was paid back of them", async () => {
  const { acme } = await openBooks();
  await acme.issue(order({ clientCountry: "FR", clientVatNumber: undefined, isCompany: false, supply: "goods" }));
  const before = await acme.ossThreshold({ year: 2026 });
  await acme.issueCreditNote(bonus({ clientCountry: "FR", clientVatNumber: undefined, isCompany: false }));
  expect((await acme.ossThreshold({ year: 2026 })).soFar).toBe(before.soFar - 100);
});

test("a portal's number is recorded for it", async () => {
  const { acme, events } = await openBooks();
  const { id } = await acme.issueCreditNote(bonus());
  const numbered = await acme.recordCreditNotePortalNumber(id, { portal: "sdi", number: "123" });
  expect(numbered.portalNumbers).toEqual([{ portal: "sdi", number: "123" }]);
  expect(await acme.getCreditNote(id)).toStrictEqual(numbered);
  expect(await acme.recordCreditNotePortalNumber(id, { portal: "sdi", number: "123" })).toStrictEqual(numbered);
  const other = acme.recordCreditNotePortalNumber(id, { portal: "sdi", number: "124" });
  expect((await refusalOf(other)).code).toBe("request_invalid");
  expect(events.map(({ type }) => type)).toEqual(["credit_note.issued", "portal_number.recorded"]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("what a portal refused is recorded for it, delivered and listed among the changes", async () => {
  const { acme, events, invoicing } = await openBooks();
  const { id } = await acme.issueCreditNote(bonus());
  await acme.recordCreditNotePortalNumber(id, { portal: "sdi", number: "123" });
  const request = { portal: "sdi", code: "00404", on: "2026-11-20" } as const;
  const refused = await acme.recordCreditNotePortalRefusal(id, request);
  const said = { ...request, ofCancellation: false };
  expect(refused).toMatchObject({ portalNumbers: [{ number: "123" }], portalRefusals: [said] });
  expect(await acme.getCreditNote(id)).toStrictEqual(refused);
  expect(await acme.recordCreditNotePortalRefusal(id, request)).toStrictEqual(refused);
  expect(events.at(-1)).toMatchObject({ type: "portal_refusal.recorded", creditNote: { id } });
  expect(events).toHaveLength(3);
  const delivered: unknown[] = [];
  const deliver = async (events: readonly unknown[]) => void delivered.push(...events);
  await invoicing.drainEvents({ consumer: "crm", source: "/x", typePrefix: "x.", deliver });
  const data = { kind: "portal_refusal.recorded", invoiceId: null, creditNoteId: id, ...said };
  expect(delivered.at(-1)).toMatchObject({ subject: id, data });
  const changes: unknown[] = [];
  for await (const change of acme.changes({ after: 2 })) changes.push(change);
  expect(changes).toMatchObject([{ kind: "portal_refusal.recorded", invoiceId: id, creditNoteId: id, ...said }]);
  expect((await acme.audit()).findings).toEqual([]);
});

test("the journal delivers it, and lists it among the changes", async () => {
  const { acme, invoicing } = await openBooks();
  const creditNote = await acme.issueCreditNote(bonus());
  await acme.recordCreditNotePortalNumber(creditNote.id, { portal: "sdi", number: "123" });
  const delivered: unknown[] = [];
  const deliver = async (events: readonly unknown[]) => void delivered.push(...events);
  await invoicing.drainEvents({ consumer: "crm", source: "/x", typePrefix: "x.", deliver });
  expect(delivered).toMatchObject([
    {
      subject: creditNote.id,
      data: { kind: "credit_note.issued", invoiceId: null, invoiceNumber: null, currency: "EUR", total: 119 },
    },
    { subject: creditNote.id, data: { kind: "portal_number.recorded", invoiceId: null, number: "123" } },
  ]);
  const changes = [];
  for await (const change of acme.changes()) changes.push(change.kind);
  expect(changes).toEqual(["credit_note.issued", "portal_number.recorded"]);
});

test("an audit finds nothing wrong with it", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order());
  await acme.issueCreditNote(bonus());
  await acme.credit(invoice.id, { reason: "Returned" });
  expect(await acme.audit()).toMatchObject({ findings: [], invoices: 1, entries: 3 });
});

describe("what it names", () => {
  const period = { start: "2025-01-01", end: "2025-12-31" };
  const overPeriod = (changes: Partial<CreditNoteOrder> = {}) =>
    bonus({ correctedInvoices: undefined, period, ...changes });

  test.each([
    { country: "DE", vatNumber: "DE136695976", type: "381" },
    { country: "AT", vatNumber: "ATU13585627", type: "381" },
    { country: "ES", vatNumber: "ESA13585625", type: "381" },
    { country: "PL", vatNumber: "PL8567346215", type: "381" },
    { country: "FR", vatNumber: "FR40303265045", type: "262" },
  ])("a period is enough in $country, as $type", async ({ country, vatNumber, type }) => {
    const { acme } = await openBooks(undefined, { country, vatNumber, requires: undefined } as Partial<CompanyProfile>);
    const creditNote = await acme.issueCreditNote(
      overPeriod({ clientCountry: "IE", clientVatNumber: undefined, isCompany: false, contractReference: "C-1" }),
    );
    expect(creditNote).toMatchObject({ documentType: type, period, taxPointDate: period.end });
    expect(creditNote).not.toHaveProperty("correctedInvoices");
  });

  test.each([
    ["IT", "IT00743110157", "/correctedInvoices"],
    ["BE", "BE0428759497", "/correctedInvoices"],
    ["FR", "FR40303265045", "/contractReference"],
  ])("a period alone is refused in %s", async (country, vatNumber, pointer) => {
    const { acme } = await openBooks(undefined, { country, vatNumber } as Partial<CompanyProfile>);
    expect(await refusalOf(acme.issueCreditNote(overPeriod()))).toMatchObject({
      code: "request_invalid",
      errors: [{ pointer }],
    });
  });

  test("an order that names neither is refused", async () => {
    const { acme } = await openBooks();
    expect(await refusalOf(acme.issueCreditNote(bonus({ correctedInvoices: undefined })))).toMatchObject({
      errors: [{ pointer: "/correctedInvoices" }],
    });
  });

  test("several invoices of the books get their ids and dates", async () => {
    const { acme } = await openBooks();
    const [first, second] = await acme.issueMany([order(), order()]);
    const correctedInvoices = [first!, second!].map(({ invoiceNumber: number }) => ({ number: number.toLowerCase() }));
    const creditNote = await acme.issueCreditNote(bonus({ correctedInvoices }));
    expect(creditNote.correctedInvoices).toEqual(
      [first!, second!].map(({ id, invoiceNumber, issueDate }) => ({
        number: invoiceNumber,
        invoiceId: id,
        issueDate,
      })),
    );
  });

  test("one invoice of the books is credited with credit()", async () => {
    const { acme } = await openBooks();
    const { invoiceNumber: number } = await acme.issue(order());
    expect(await refusalOf(acme.issueCreditNote(bonus({ correctedInvoices: [{ number }] })))).toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/correctedInvoices/0/number" }],
    });
  });

  test("what contradicts the books is refused", async () => {
    const { acme } = await openBooks();
    const [first, second] = await acme.issueMany([order(), order()]);
    const named = [{ number: first!.invoiceNumber, issueDate: "2020-01-01" }, { number: second!.invoiceNumber }];
    expect(await refusalOf(acme.issueCreditNote(bonus({ correctedInvoices: named })))).toMatchObject({
      errors: [{ pointer: "/correctedInvoices/0/issueDate" }],
    });
    const inDollars = bonus({ currency: "USD", correctedInvoices: named.map(({ number }) => ({ number })) });
    expect((await refusalOf(acme.issueCreditNote(inDollars))).errors).toHaveLength(2);
    const twice = [{ number: "OLD-1" }, { number: "old-1" }];
    expect(await refusalOf(acme.issueCreditNote(bonus({ correctedInvoices: twice })))).toMatchObject({
      errors: [{ pointer: "/correctedInvoices/1/number" }],
    });
  });
});

test("a total of 0 is refused, and one below 0 names the other way", async () => {
  const { acme } = await openBooks();
  const free = bonus({ items: [{ description: "Bonus", quantity: 1, unitPrice: 0 }] });
  expect(await refusalOf(acme.issueCreditNote(free))).toMatchObject({ code: "amount_out_of_range" });
  const negative = order({ items: [{ description: "Bonus", quantity: -1, unitPrice: 100 }] } as object);
  const refusal = await refusalOf(acme.issue(negative));
  expect(refusal).toMatchObject({ code: "amount_out_of_range", errors: [{ pointer: "/items" }] });
  expect(refusal.errors[0]!.detail).toContain("issueCreditNote");
});

test("a required format that cannot write it refuses it before it has a number", async () => {
  const { acme } = await openBooks(undefined, { requires: "xrechnung" });
  const toCompany = atHome({ isCompany: true });
  expect((await refusalOf(acme.issueCreditNote(toCompany))).code).toBe("einvoice_incomplete");
  expect((await acme.creditNotes()).total).toBe(0);
});

describe("an amount that is taken off an invoice", () => {
  /** Two invoices of 238, and what is left and due of them. */
  const openTwo = async (store?: InvoicingStore) => {
    const books = await openBooks(store);
    const [first, second] = await books.acme.issueMany([order(), order()]);
    const balances = async () => {
      const invoices = await Promise.all([first!, second!].map(({ id }) => books.acme.get(id)));
      return invoices.map(({ status, creditedTotal, amountDue }) => [status, creditedTotal, amountDue]);
    };
    const over = (...amounts: (number | undefined)[]) =>
      bonus({
        correctedInvoices: [first!, second!].map(({ invoiceNumber: number }, index) => ({
          number,
          ...(amounts[index] !== undefined && { amount: amounts[index] }),
        })),
      });
    return { ...books, ids: [first!.id, second!.id] as const, balances, over };
  };

  test("lowers what is left and due of it, and is in its credit notes", async () => {
    const { acme, ids, balances, over, events } = await openTwo();
    await acme.recordPayment(ids[1], { amount: 200 });
    const creditNote = await acme.issueCreditNote(over(81, 38));
    expect(creditNote.correctedInvoices?.map(({ amount }) => amount)).toEqual([81, 38]);
    expect(await balances()).toEqual([
      ["SENT", 81, 157],
      ["PAID", 38, 0],
    ]);
    const { id, creditNoteNumber } = creditNote;
    expect((await acme.get(ids[0])).creditNotes).toEqual([{ id, creditNoteNumber, total: 81 }]);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(["credit_note.issued", "invoice.paid"]);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("is never more than is left of it, or in all than the credit note", async () => {
    const { acme, ids, balances, over } = await openTwo();
    await acme.credit(ids[0], { reason: "returned", lines: [{ line: 1, netAmount: 150 }] });
    expect(await refusalOf(acme.issueCreditNote(over(60)))).toMatchObject({
      code: "credit_exceeds_invoice",
      errors: [{ pointer: "/correctedInvoices/0/amount" }],
    });
    expect(await refusalOf(acme.issueCreditNote(over(59, 61)))).toMatchObject({ code: "amount_out_of_range" });
    expect(await refusalOf(acme.issueCreditNote(over(1.005)))).toMatchObject({ code: "amount_out_of_range" });
    await acme.issueCreditNote(over(59.5, 59.5));
    await acme.cancel(ids[1]);
    expect(await refusalOf(acme.issueCreditNote(over(undefined, 1)))).toMatchObject({ code: "invoice_cancelled" });
    expect((await refusalOf(acme.credit(ids[0], { reason: "all" }))).code).toBe("credit_exceeds_invoice");
    expect(await balances()).toEqual([
      ["SENT", 238, 0],
      ["CANCELLED", 59.5, 0],
    ]);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("leaves the rest of the invoice to credit() by its lines", async () => {
    const { acme, ids, balances, over } = await openTwo();
    await acme.issueCreditNote(over(119));
    expect((await refusalOf(acme.credit(ids[0], { reason: "all" }))).code).toBe("credit_exceeds_invoice");
    await acme.credit(ids[0], { reason: "rest", lines: [{ line: 1, netAmount: 100 }] });
    expect((await balances())[0]).toEqual(["SENT", 238, 0]);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("takes its share of the rounding amount, so that nothing is left due", async () => {
    const { acme } = await openBooks();
    const items = [{ description: "A", quantity: 1, unitPrice: 84.05 }];
    const [first, second] = await acme.issueMany([order({ items, roundingAmount: -0.02 }), order({ items })]);
    const creditOf = (amount: number) =>
      acme.issueCreditNote(
        bonus({
          items,
          correctedInvoices: [{ number: first!.invoiceNumber, amount }, { number: second!.invoiceNumber }],
        }),
      );
    await creditOf(50);
    await creditOf(Number((first!.total - 50).toFixed(2)));
    expect(await acme.get(first!.id)).toMatchObject({ creditedTotal: first!.total, amountDue: 0 });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("needs an invoice of the books", async () => {
    const { acme } = await openBooks();
    const unknown = bonus({ correctedInvoices: [{ number: "OLD-1", amount: 1 }, { number: "OLD-2" }] });
    expect(await refusalOf(acme.issueCreditNote(unknown))).toMatchObject({
      errors: [{ pointer: "/correctedInvoices/0/amount" }],
    });
  });

  test("is not taken off an invoice with disbursements, which the credit note does not have", async () => {
    const { acme } = await openBooks();
    const { invoiceNumber: number } = await acme.issue(
      order({ disbursements: [{ description: "Court fee", reference: "C-1", amount: 483 }] }),
    );
    const over = bonus({ correctedInvoices: [{ number, amount: 119 }, { number: "OLD-1" }] });
    expect(await refusalOf(acme.issueCreditNote(over))).toMatchObject({
      errors: [{ pointer: "/correctedInvoices/0/amount", detail: expect.stringContaining("disbursements") }],
    });
  });

  test("is not taken off an advance, or as the rest of an invoice that deducts one", async () => {
    const { acme } = await openBooks();
    const advance = await acme.issue(order({ documentType: "386" }));
    const over = (number: string, amount: number) =>
      bonus({ correctedInvoices: [{ number, amount }, { number: "OLD-1" }] });
    expect(await refusalOf(acme.issueCreditNote(over(advance.invoiceNumber, 1)))).toMatchObject({
      errors: [{ pointer: "/correctedInvoices/0/amount", detail: expect.stringContaining(advance.id) }],
    });
    await acme.recordPayment(advance.id, { amount: 119 });
    const final = await acme.issue(order({ advances: [advance.invoiceNumber] }));
    expect(await refusalOf(acme.issueCreditNote(over(final.invoiceNumber, 119)))).toMatchObject({
      code: "credit_exceeds_invoice",
      errors: [{ pointer: "/correctedInvoices/0/amount", detail: expect.stringContaining("advances") }],
    });
    expect((await acme.creditNotes()).total).toBe(0);
    await acme.issueCreditNote(over(final.invoiceNumber, 59.5));
    expect(await acme.get(final.id)).toMatchObject({ creditedTotal: 59.5, amountDue: 59.5 });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("of two at once, one is refused if both are more than is left", async () => {
    const { acme, balances, over } = await openTwo();
    await acme.issueCreditNote(over(119));
    const both = await Promise.allSettled([acme.issueCreditNote(over(100)), acme.issueCreditNote(over(100))]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await balances())[0]).toEqual(["SENT", 219, 19]);
  });

  test("counts as paid under cash accounting, because the credit note declares it", async () => {
    const { acme } = await openTwo();
    await acme.saveProfile(germanProfile({ cashAccounting: true }));
    const services = { ...order({ supply: "services", supplyDate: "2026-11-20" }) };
    const [first, second] = await acme.issueMany([services, services]);
    const named = [{ number: first!.invoiceNumber, amount: 119 }, { number: second!.invoiceNumber }];
    await acme.issueCreditNote(bonus({ correctedInvoices: named }));
    await acme.recordPayment(first!.id, { amount: 119 });
    const { domestic } = await acme.vatReport({ from: "2026-11-01", to: "2026-11-30" });
    // The two invoices that were issued before cash accounting, the one that is paid, and the credit note.
    expect(domestic.lines.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0)).toBe(400 + 200 - 100);
  });

  test("stays in the returns when the rest of the invoice is cancelled", async () => {
    const { acme, ids, over } = await openTwo();
    await acme.issueCreditNote(over(119));
    await acme.cancel(ids[0]);
    const { domestic } = await acme.vatReport({ from: "2026-11-01", to: "2026-11-30" });
    expect(domestic.lines).toMatchObject([{ taxableAmount: 100 + 200 - 100, taxAmount: 38 }]);
  });

  test("the journal delivers it for the invoice", async () => {
    const { acme, invoicing, ids, over } = await openTwo();
    const { id: creditNoteId } = await acme.issueCreditNote(over(10));
    const delivered: unknown[] = [];
    const deliver = async (events: readonly unknown[]) => void delivered.push(...events);
    await invoicing.drainEvents({ consumer: "crm", source: "/x", typePrefix: "x.", deliver });
    expect(delivered.at(-1)).toMatchObject({
      subject: ids[0],
      data: { kind: "credit_note.applied", invoiceId: ids[0], creditNoteId, total: 10, payable: 10, currency: "EUR" },
    });
    const changes = [];
    for await (const change of acme.changes()) changes.push(change.kind);
    expect(changes).toEqual(["invoice.issued", "invoice.issued", "credit_note.issued", "credit_note.applied"]);
  });
});
