import { type Company, createInvoicing, type InvoiceOrder, type InvoicingStore, type VatReport } from "faktura";
import { fatturaPa } from "faktura/einvoice/it";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ORDER, SELLER } from "../../einvoice/it/scenes.ts";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { freshFile, withRaw } from "../../support/stores.ts";
import { tries } from "../../support/tries.ts";
import { refusalOf } from "../refusal-of.ts";

const ITEM = { ...ORDER.items[0]!, quantity: 1 };
const ALL = { from: "0001-01-01", to: "9999-12-31" };
const price = (unitPrice: number, changes: object = {}) => [{ description: "x", quantity: 1, unitPrice, ...changes }];
const advanceOf = (unitPrice: number, changes: Partial<InvoiceOrder> = {}) =>
  order({ documentType: "386", items: price(unitPrice), ...changes });

async function openBooks(profile: object = {}, store: InvoicingStore = memoryStore()) {
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile(profile));
  return { clock, invoicing, acme };
}

const sums = ({ domestic }: VatReport) => [
  domestic.lines.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0),
  domestic.lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0),
];

describe("a final invoice", () => {
  test("deducts what was paid on its advances, by rate, and is due for what is left", async () => {
    const { acme } = await openBooks();
    const advance = await acme.issue(advanceOf(1000));
    await acme.recordPayment(advance.id, { amount: 500 });
    const final = await acme.issue(order({ items: price(5000), advances: [advance.invoiceNumber] }));
    const { total, advanceTotal, payable, amountDue, subtotal, vatBreakdown, allowances, precedingInvoices } = final;
    expect({ total, advanceTotal, payable, amountDue, subtotal }).toEqual({
      ...{ total: 5450, advanceTotal: 500, payable: 5450, amountDue: 5450, subtotal: 4579.83 },
    });
    expect(vatBreakdown).toMatchObject([{ taxableAmount: 4579.83, taxAmount: 870.17 }]);
    const { invoiceNumber: number, issueDate } = advance;
    expect(allowances).toMatchObject([{ advance: number, netAmount: 420.17, taxAmount: 79.83 }]);
    expect(allowances![0]!.reason).toContain(number);
    expect(precedingInvoices).toEqual([{ number, issueDate }]);
    expect(await acme.get(advance.id)).toMatchObject({
      amountDue: 0,
      settledBy: final.invoiceNumber,
      settledAmount: 690,
      status: "PAID",
    });
  });

  test.each<[string, number, number]>([
    ["unpaid", 0, 0],
    ["paid in part", 0.5, 0],
    ["paid", 1, 0],
    ["paid, in another quarter", 1, 1],
    ["unpaid, in another quarter", 0, 1],
  ])("and its advance of 1,000 are 5,000 in returns: %s", async (_, share, quarters) => {
    const { acme, clock } = await openBooks();
    const advance = await acme.issue(advanceOf(1000));
    if (share > 0) await acme.recordPayment(advance.id, { amount: advance.total * share });
    if (quarters > 0) clock.set("2027-01-20T12:00:00.000Z");
    await acme.issue(order({ items: price(5000), advances: [advance.invoiceNumber] }));
    expect(sums(await acme.vatReport(ALL))).toEqual([5000, 950]);
    const before = sums(await acme.vatReport({ from: "2026-10-01", to: "2026-12-31" }));
    expect(before).toEqual(quarters > 0 ? [1000 * share, 190 * share] : [5000, 950]);
  });

  test("deducts what the advance charged in Italy and the Netherlands, which stays due", async () => {
    for (const country of ["IT", "NL"]) {
      const { acme } = await openBooks({ country, vatNumber: undefined });
      const advance = await acme.issue(advanceOf(1000, { clientCountry: country }));
      const final = await acme.issue(
        order({ items: price(5000), clientCountry: country, advances: [advance.invoiceNumber] }),
      );
      expect([final.subtotal, final.advanceTotal]).toEqual([4000, advance.total]);
      expect((await acme.get(advance.id)).amountDue).toBe(advance.total);
      await acme.recordPayment(advance.id, { amount: advance.total });
      expect(sums(await acme.vatReport(ALL))[0]).toBe(5000);
    }
  });

  test("never declares the unpaid rest of an advance that states its supply", async () => {
    const { acme } = await openBooks();
    const advance = await acme.issue(advanceOf(1000, { supplyDate: "2026-12-20" }));
    await acme.recordPayment(advance.id, { amount: advance.total / 4 });
    await acme.issue(order({ items: price(5000), supplyDate: "2026-12-20", advances: [advance.invoiceNumber] }));
    expect(sums(await acme.vatReport(ALL))).toEqual([5000, 950]);
  });

  test("declares advances for goods to other states with its own supply", async () => {
    const { acme } = await openBooks();
    const french = { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "goods" } as const;
    const advance = await acme.issue(advanceOf(1000, french));
    await acme.recordPayment(advance.id, { amount: advance.total });
    await acme.issue(
      order({ items: price(5000), ...french, supplyDate: "2027-01-15", advances: [advance.invoiceNumber] }),
    );
    const nets = async (from: string, to: string) =>
      (await acme.vatReport({ from, to })).recapitulative.lines.map(({ taxableAmount }) => taxableAmount);
    expect([await nets("2026-01-01", "2026-12-31"), await nets("2027-01-01", "2027-03-31")]).toEqual([[], [5000]]);
  });

  test("deducts no more than its groups hold; what is over can be credited and refunded", async () => {
    const { acme } = await openBooks();
    const advance = await acme.issue(advanceOf(1000));
    await acme.recordPayment(advance.id, { amount: 1190 });
    const final = await acme.issue(order({ items: price(800), advances: [advance.invoiceNumber] }));
    expect([final.total, final.advanceTotal, final.amountDue]).toEqual([0, 952, 0]);
    const credit = (netAmount: number) => acme.credit(advance.id, { reason: "x", lines: [{ line: 1, netAmount }] });
    expect(await refusalOf(credit(201))).toEqual([expect.stringContaining("has deducted 952 EUR")]);
    await credit(200);
    expect((await acme.get(advance.id)).amountDue).toBe(-238);
    expect(String(await refusalOf(acme.recordPayment(advance.id, { amount: -239 })))).toContain("at most 238 EUR");
    await acme.recordPayment(advance.id, { amount: -238 });
    expect((await acme.get(advance.id)).amountDue).toBe(0);
    expect(sums(await acme.vatReport(ALL))).toEqual([800, 152]);
  });

  test.each([0, 500])("leaves nothing to credit of an advance of which %s was paid", async (paid) => {
    const { acme } = await openBooks();
    const advance = await acme.issue(advanceOf(1000));
    if (paid > 0) await acme.recordPayment(advance.id, { amount: paid });
    const final = await acme.issue(order({ items: price(5000), advances: [advance.invoiceNumber] }));
    const lines = [{ line: 1, netAmount: 1 }];
    expect(String(await refusalOf(acme.credit(advance.id, { reason: "x", lines })))).toContain(final.invoiceNumber);
    expect(await acme.get(advance.id)).toMatchObject({ amountDue: 0, creditedTotal: 0 });
  });

  test("leaves nothing to credit of an advance with a withholding that was paid in part", async () => {
    const { acme } = await openBooks();
    const withholdings = [{ reason: "Tax at source", percent: 15 }] as const;
    const advance = await acme.issue(advanceOf(1000, { withholdings }));
    await acme.recordPayment(advance.id, { amount: 520 });
    const final = await acme.issue(order({ items: price(800), advances: [advance.invoiceNumber] }));
    expect([advance.payable, final.advanceTotal]).toEqual([1040, 595]);
    const lines = [{ line: 1, netAmount: 1 }];
    expect(String(await refusalOf(acme.credit(advance.id, { reason: "x", lines })))).toContain("595 EUR");
  });

  test("is not issued if its advances leave less than nothing", async () => {
    const { acme } = await openBooks();
    const advance = await acme.issue(advanceOf(100, { items: price(100, { vatRates: { DE: 7 } }) }));
    await acme.recordPayment(advance.id, { amount: 107 });
    const items = [...price(100, { vatRates: { DE: 7 } }), { ...price(80)[0]!, quantity: -1 }];
    const refusal = await refusalOf(acme.issue(order({ items, advances: [advance.invoiceNumber] })));
    expect(refusal.at(-1)).toContain("/advances: come to more than this invoice, 11.8 EUR");
    expect((await acme.list()).total).toBe(1);
  });

  test("has the numbers of its advances as the books spell them", async () => {
    const { acme } = await openBooks();
    const { invoiceNumber } = await acme.issue(advanceOf(1000));
    const final = await acme.issue(order({ items: price(5000), advances: [invoiceNumber.toLowerCase()] }));
    expect([final.advances, (await acme.audit()).findings]).toEqual([[invoiceNumber], []]);
  });

  test("does not deduct an advance of another client", async () => {
    const { acme } = await openBooks();
    const french = {
      clientCountry: "FR",
      clientVatNumber: "FR40303265045",
      clientNumber: "C-1",
      supply: "goods",
    } as const;
    const advance = await acme.issue(advanceOf(1000, french));
    const issueTo = (changes: Partial<InvoiceOrder>) =>
      acme.issue(order({ items: price(5000), ...french, ...changes, advances: [advance.invoiceNumber] }));
    for (const other of [{ clientVatNumber: "FR83404833048" }, { clientNumber: "C-2" }])
      expect(String(await refusalOf(issueTo(other)))).toContain("/advances/0: is of another client");
    expect((await acme.list()).total).toBe(1);
    await issueTo({ clientNumber: undefined, clientName: "New name" });
  });

  test("does not deduct an advance whose disbursements are not paid in full", async () => {
    const { acme } = await openBooks();
    const disbursements = [{ description: "Court fee", reference: "C-1", amount: 100 }];
    const advance = await acme.issue(advanceOf(1000, { disbursements }));
    await acme.recordPayment(advance.id, { amount: 100 });
    const ordered = order({ items: price(5000), advances: [advance.invoiceNumber] });
    expect(String(await refusalOf(acme.issue(ordered)))).toContain("1190 EUR due");
    await acme.recordPayment(advance.id, { amount: 1190 });
    expect(await acme.issue(ordered)).toMatchObject({ advanceTotal: 1190, amountDue: 4760 });
  });

  test("deducts less of an advance that was credited in part", async () => {
    const { acme } = await openBooks();
    const advance = await acme.issue(advanceOf(1000));
    await acme.recordPayment(advance.id, { amount: 1190 });
    await acme.credit(advance.id, { reason: "x", lines: [{ line: 1, netAmount: 400 }] });
    const final = await acme.issue(order({ items: price(5000), advances: [advance.invoiceNumber] }));
    expect(final.advanceTotal).toBe(714);
    expect((await acme.get(advance.id)).amountDue).toBe(-476);
  });

  test("keeps its advance from payments, credits and cancellation, until it is cancelled or credited in full", async () => {
    const { acme } = await openBooks();
    const advance = await acme.issue(advanceOf(1000));
    await acme.recordPayment(advance.id, { amount: 500 });
    const final = await acme.issue(order({ items: price(5000), advances: [advance.invoiceNumber] }));
    const attempts = [
      () => acme.recordPayment(advance.id, { amount: 1 }),
      () => acme.recordPayment(advance.id, { amount: -1 }),
      () => acme.credit(advance.id, { reason: "x" }),
      () => acme.cancel(advance.id),
    ];
    for (const attempt of attempts) expect(String(await refusalOf(attempt()))).toContain(final.invoiceNumber);
    await acme.credit(final.id, { reason: "x" });
    expect(await acme.get(advance.id)).toMatchObject({ amountDue: 690, status: "SENT" });
    await acme.credit(advance.id, { reason: "x" });
    await acme.recordPayment(advance.id, { amount: -500 });
    expect(sums(await acme.vatReport(ALL))).toEqual([0, 0]);
  });

  test("of a total of 0 is cancelled before its advance is credited or refunded, as both say", async () => {
    const { acme } = await openBooks();
    const { id, invoiceNumber, total } = await acme.issue(advanceOf(100));
    await acme.recordPayment(id, { amount: total });
    const final = await acme.issue(order({ items: price(100), advances: [invoiceNumber] }));
    expect(final.total).toBe(0);
    const credit = () => acme.credit(id, { reason: "x" });
    expect(String(await refusalOf(credit()))).toContain(`Cancel ${final.invoiceNumber} first`);
    const refund = () => acme.recordPayment(id, { amount: -total });
    expect(String(await refusalOf(refund()))).toContain("or cancel it if its total is 0");
    await acme.cancel(final.id);
    await credit();
    expect((await refund()).amountDue).toBe(0);
  });

  test("is refused with the field and the next step", async () => {
    const { acme } = await openBooks();
    const sale = await acme.issue(order());
    const advance = await acme.issue(advanceOf(1000));
    await acme.recordPayment(advance.id, { amount: 1190 });
    const number = advance.invoiceNumber;
    const faultOf = async (changes: Partial<InvoiceOrder>) => (await refusalOf(acme.issue(order(changes)))).slice(1);
    const fault = (start: string, part = "") => [expect.stringMatching(`^${start}: .*${part}`)];
    expect(await faultOf({ advances: ["INV-202611-0099"] })).toEqual(fault("/advances/0"));
    expect(await faultOf({ advances: [sale.invoiceNumber] })).toEqual(fault("/advances/0", "386"));
    expect(await faultOf({ advances: [number, number] })).toEqual(fault("/advances/1", "twice"));
    expect(await faultOf({ advances: [number], currency: "USD" })).toEqual(fault("/advances/0", "USD"));
    expect(await faultOf({ advances: [number], documentType: "386" })).toEqual(fault("/documentType"));
    const reduced = { autoVat: false, items: price(100, { taxRate: 7 }), advances: [number] };
    expect(await faultOf(reduced)).toEqual(fault("/advances/0", "19 %"));
    expect(await faultOf({ prepaidAmount: 1190, precedingInvoices: [{ number }] })).toEqual(
      fault("/prepaidAmount", "advances"),
    );
    const both = [order({ items: price(5000), advances: [number] }), order({ items: price(500), advances: [number] })];
    expect((await refusalOf(acme.issueMany(both))).slice(1)).toEqual(fault("/1/advances/0"));
    expect((await acme.list()).total).toBe(2); // nothing was left behind
    const invoice = await acme.issue(both[0]!);
    expect(await faultOf({ advances: [number] })).toEqual(fault("/advances/0", invoice.invoiceNumber));
  });

  test("is what its preview says, and the audit recomputes it", async () => {
    const { acme, invoicing } = await openBooks();
    const advance = await acme.issue(advanceOf(1000, { prices: "gross" }));
    await acme.recordPayment(advance.id, { amount: 333.33 });
    const ordered = order({ items: price(5000), prices: "gross", advances: [advance.invoiceNumber] });
    const { numberPattern: _, ...preview } = await acme.preview(ordered);
    expect(await acme.issue(ordered)).toMatchObject(preview);
    expect(preview).toMatchObject({ total: 4666.67, advanceTotal: 333.33 });
    expect((await acme.audit()).findings).toEqual([]);
    await invoicing.close();
  });
});

test("an audit finds an advance that its final invoice has not released", async () => {
  const path = freshFile();
  const { acme, invoicing } = await openBooks({}, await openSqliteStore(path));
  const advance = await acme.issue(advanceOf(1000));
  const final = await acme.issue(order({ items: price(5000), advances: [advance.invoiceNumber] }));
  await acme.cancel(final.id);
  expect((await acme.audit()).findings).toEqual([]);
  withRaw(path, (raw) =>
    raw.exec(`UPDATE faktura_invoices SET settled_by = '${final.invoiceNumber}' WHERE counter = 1`),
  );
  expect((await acme.audit()).findings).toMatchObject([
    { code: "advance_mismatch", invoiceNumber: advance.invoiceNumber, detail: expect.stringContaining("cancelled") },
  ]);
  await invoicing.close();
});

test("two servers deduct an advance once", async () => {
  const store = memoryStore();
  const { acme } = await openBooks({}, store);
  const other = createInvoicing({ store, clock: new TestClock("2026-11-20T12:00:00.000Z") }).company("acme");
  const advance = await acme.issue(advanceOf(1000));
  await acme.recordPayment(advance.id, { amount: 1190 });
  const final = order({ items: price(5000), advances: [advance.invoiceNumber] });
  const outcomes = await Promise.allSettled([acme, other].map((server: Company) => server.issue(final)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("what was paid on advances and on the final invoice is the whole supply, to the cent", async () => {
  const cents = fc.integer({ min: 100, max: 99_999 });
  const scene = fc.record({
    supply: fc.array(fc.record({ cents, taxRate: fc.constantFrom(19, 7) }), { minLength: 1, maxLength: 3 }),
    advances: fc.array(
      fc.record({ percent: fc.integer({ min: 1, max: 60 }), paid: fc.integer({ min: 0, max: 100 }) }),
      {
        maxLength: 3,
      },
    ),
    prices: fc.constantFrom("net" as const, "gross" as const),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ supply, advances, prices }) => {
      const { acme } = await openBooks();
      const items = (share: number) =>
        supply.map(({ cents: amount, taxRate }) => {
          const unitPrice = Math.floor(amount * share) / 100;
          return { description: "x", quantity: 1, unitPrice, taxRate };
        });
      const manual = { autoVat: false, prices };
      const numbers: string[] = [];
      for (const { percent, paid } of advances) {
        const advance = await acme.issue(order({ ...manual, documentType: "386", items: items(percent / 100) }));
        numbers.push(advance.invoiceNumber);
        const amount = Math.floor(advance.total * paid) / 100;
        if (amount > 0) await acme.recordPayment(advance.id, { amount });
      }
      const whole = await acme.preview(order({ ...manual, items: items(1) }));
      const ordered = order({ ...manual, items: items(1), ...(numbers.length > 0 && { advances: numbers }) });
      const { total, advanceTotal = 0, subtotal, taxTotal } = await acme.issue(ordered);
      expect(total + advanceTotal).toBeCloseTo(whole.total, 6);
      expect(subtotal + taxTotal).toBeCloseTo(total, 6);
      expect((await acme.audit()).findings).toEqual([]);
    }),
    { numRuns: tries(60, 20) },
  );
});

test("the VAT of what several advances leave is rate × taxable amount, within a cent, and FatturaPA has no gap", async () => {
  const scene = fc.record({
    supply: fc.array(
      fc.record({ cents: fc.integer({ min: 10_000, max: 99_999 }), taxRate: fc.constantFrom(22, 10, 4) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    advances: fc.array(fc.integer({ min: 1, max: 1999 }), { minLength: 2, maxLength: 5 }),
    prices: fc.constantFrom("net" as const, "gross" as const),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ supply, advances, prices }) => {
      const { acme } = await openBooks(SELLER);
      const orderOf = (cents?: number) => {
        const items = supply.map(({ cents: all, taxRate }) => ({ ...ITEM, unitPrice: (cents ?? all) / 100, taxRate }));
        return { ...ORDER, autoVat: false, prices, items };
      };
      const issued = await acme.issueMany(advances.map((cents) => ({ ...orderOf(cents), documentType: "386" })));
      const final = { ...orderOf(), advances: issued.map(({ invoiceNumber }) => invoiceNumber) };
      const { total, taxTotal, subtotal } = await acme.preview(final);
      const invoice = await acme.issue(final);
      expect(invoice).toMatchObject({ total, taxTotal, subtotal, payable: total });
      for (const { taxRate, taxableAmount, taxAmount } of invoice.vatBreakdown) {
        const rounded = Math.round(taxableAmount * taxRate) / 100;
        expect(Math.abs(taxAmount - rounded)).toBeLessThan(0.0101);
      }
      expect(subtotal + taxTotal).toBeCloseTo(total, 6);
      expect(fatturaPa.gaps(invoice)).toEqual([]);
      expect((await acme.audit()).findings).toEqual([]);
      await acme.credit(invoice.id, { reason: "x" });
      expect(await acme.get(invoice.id)).toMatchObject({ amountDue: 0, creditedTotal: total });
    }),
    { numRuns: tries(300, 5) },
  );
});
