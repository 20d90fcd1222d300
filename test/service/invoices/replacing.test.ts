import { type Company, createInvoicing, type InvoiceOrder, refundDue, type VatReport } from "faktura";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { recordsOf } from "../../einvoice/es/scenes.ts";
import { order } from "../../support/fixtures.ts";
import { freshFile, withRaw } from "../../support/stores.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const price = (unitPrice: number, changes: object = {}) => [{ description: "x", quantity: 1, unitPrice, ...changes }];
const corrected = ({ invoiceNumber: number }: { invoiceNumber: string }, changes: Partial<InvoiceOrder> = {}) =>
  order({ documentType: "384", precedingInvoices: [{ number }], items: price(80), ...changes });

const sums = ({ domestic }: VatReport) => [
  domestic.lines.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0),
  domestic.lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0),
];
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };
const JANUARY = { from: "2027-01-01", to: "2027-01-31" };

async function openReplaced(paid: number, profile: object = {}, changes: Partial<InvoiceOrder> = {}) {
  const books = await openBooks(undefined, profile);
  const { acme, clock } = books;
  const first = await acme.issue(order({ items: price(100), supplyDate: "2026-11-10" }));
  if (paid !== 0) await acme.recordPayment(first.id, { amount: paid });
  clock.set("2027-01-15T12:00:00.000Z");
  const second = await acme.issue(corrected(first, { supplyDate: "2026-11-10", ...changes }));
  return { ...books, first, second };
}

describe("a corrected invoice", () => {
  test("takes the place of the invoice of the books that it names, with what was paid on it", async () => {
    const { acme, first, second } = await openReplaced(50);
    const { invoiceNumber: number, issueDate } = first;
    expect(second).toMatchObject({
      ...{ replaces: number, precedingInvoices: [{ number, issueDate }] },
      ...{ total: 95.2, payable: 95.2, prepaidAmount: 50, amountDue: 45.2 },
    });
    const { invoiceNumber: settledBy } = second;
    expect(await acme.get(first.id)).toMatchObject({ amountDue: 0, amountPaid: 50, settledBy, settledAmount: 69 });
    const { data } = await acme.list({ due: true });
    expect(data.map(({ invoiceNumber }) => invoiceNumber)).toEqual([settledBy]);
    expect((await acme.recordPayment(second.id, { amount: 45.2 })).status).toBe("PAID");
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("owes back what was paid too much, and refunds it", async () => {
    const { acme, second } = await openReplaced(119);
    expect([second.amountDue, refundDue(second)]).toEqual([-23.8, 23.8]);
    await acme.recordPayment(second.id, { amount: -23.8 });
    expect(await acme.get(second.id)).toMatchObject({ amountDue: 0, prepaidRefunded: 23.8 });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test.each([false, true])("is declared as the difference on its day; cash accounting: %s", async (cashAccounting) => {
    const { acme, second } = await openReplaced(119, { cashAccounting });
    const { invoiceNumber: number } = second;
    expect(sums(await acme.vatReport(NOVEMBER))).toEqual([100, 19]);
    expect(sums(await acme.vatReport(JANUARY)).map((sum) => Math.round(sum * 100) / 100)).toEqual([-20, -3.8]);
    const { additions } = (await acme.vatReport({ ...NOVEMBER, asOf: "2026-12-31" })).corrections;
    const later = cashAccounting ? [] : [-100, 80].map((taxableAmount) => ({ kind: "invoice", number, taxableAmount }));
    expect(additions).toMatchObject(later);
  });

  test("under cash accounting declares what was paid on the first with the share of its own amount", async () => {
    const { acme, second } = await openReplaced(59.5, { cashAccounting: true });
    expect(sums(await acme.vatReport(NOVEMBER))).toEqual([50, 9.5]);
    expect(sums(await acme.vatReport(JANUARY))).toEqual([0, 0]);
    await acme.recordPayment(second.id, { amount: second.amountDue, paidOn: "2027-01-15" });
    expect(sums(await acme.vatReport(JANUARY))).toEqual([30, 5.7]);
  });

  test.each([false, true])(
    "before the supply leaves declared what was paid; cash accounting: %s",
    async (cashAccounting) => {
      const { acme, clock } = await openBooks(undefined, { cashAccounting });
      const later = { supplyDate: "2027-03-10" };
      const first = await acme.issue(order({ items: price(100), ...later }));
      await acme.recordPayment(first.id, { amount: 59.5 });
      clock.set("2027-01-15T12:00:00.000Z");
      const second = await acme.issue(corrected(first, { items: price(200), ...later }));
      const declared = async () => {
        const reports = [NOVEMBER, JANUARY, { from: "2027-03-01", to: "2027-03-31" }].map((span) =>
          acme.vatReport(span),
        );
        return (await Promise.all(reports)).map((report) => sums(report)[0]);
      };
      expect(await declared()).toEqual([50, 0, cashAccounting ? 0 : 150]);
      await acme.recordPayment(second.id, { amount: 119, paidOn: "2027-01-15" });
      expect(await declared()).toEqual([50, 100, cashAccounting ? 0 : 50]);
      clock.set("2027-03-15T12:00:00.000Z");
      await acme.recordPayment(second.id, { amount: 59.5, paidOn: "2027-03-15" });
      expect(await declared()).toEqual([50, 100, 50]);
    },
  );

  test("of a self-billed invoice is self-billed", async () => {
    const { acme } = await openBooks();
    const first = await acme.issue(order({ selfBilled: true }));
    const second = await acme.issue(corrected(first, { selfBilled: true, documentType: "471" }));
    expect([second.replaces, (await acme.get(first.id)).amountDue]).toEqual([first.invoiceNumber, 0]);
  });

  test("is a correction in the OSS return and in the recapitulative statement", async () => {
    const { acme, clock } = await openBooks(undefined, { ossRegistered: true });
    const french = { clientCountry: "FR", supplyDate: "2026-11-10", supply: "goods" } as const;
    const business = { ...french, clientVatNumber: "FR40303265045" };
    const sales = [await acme.issue(order({ ...french, isCompany: false })), await acme.issue(order(business))];
    const old = sales.map(({ subtotal }) => subtotal);
    clock.set("2027-02-15T12:00:00.000Z");
    await acme.issue(corrected(sales[0]!, { ...french, isCompany: false }));
    await acme.issue(corrected(sales[1]!, business));
    const { oss, corrections, recapitulative } = await acme.vatReport({ from: "2027-01-01", to: "2027-03-31" });
    expect([oss.lines, corrections.oss]).toMatchObject([
      [],
      [{ declaredIn: "2027-Q1", period: "2026-Q4", country: "FR", taxableAmount: 80 - old[0]! }],
    ]);
    expect(recapitulative.lines).toMatchObject([{ taxableAmount: 80 - old[1]! }]);
    expect(corrections.included.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0)).toBe(80 - old[1]!);
    const { soFar, previousYear } = await acme.ossThreshold({ year: 2027 });
    expect([soFar, previousYear]).toEqual([80 - old[0]!, old[0]]);
  });

  test("can itself be replaced", async () => {
    const { acme, first, second } = await openReplaced(50);
    expect(String(await refusalOf(acme.issue(corrected(first))))).toContain(
      `already replaced by ${second.invoiceNumber}`,
    );
    const third = await acme.issue(corrected(second, { items: price(70) }));
    expect(third).toMatchObject({ prepaidAmount: 50, amountDue: 33.3, replaces: second.invoiceNumber });
    expect(sums(await acme.vatReport(NOVEMBER))).toEqual([100, 19]);
    expect(sums(await acme.vatReport(JANUARY)).map((sum) => Math.round(sum * 100) / 100)).toEqual([-30, -5.7]);
    await acme.recordPayment(third.id, { amount: 33.3 });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("leaves an invoice that takes no payment, refund, credit or cancellation", async () => {
    const { acme, first, second } = await openReplaced(50);
    const named = expect.stringContaining(`${second.invoiceNumber} has replaced this invoice`);
    for (const call of [
      acme.recordPayment(first.id, { amount: 1 }),
      acme.recordPayment(first.id, { amount: -1 }),
      acme.credit(first.id, { reason: "x" }),
      acme.previewCredit(first.id, { reason: "x" }),
    ])
      expect((await refusalOf(call))[0]).toEqual(named);
    const unpaid = await openReplaced(0);
    expect(await refusalOf(unpaid.acme.cancel(unpaid.first.id))).toEqual([
      expect.stringContaining("has replaced this invoice"),
    ]);
    const over = { number: first.invoiceNumber, amount: 10 };
    const other = { number: second.invoiceNumber };
    const note = acme.issueCreditNote({ ...order(), reason: "x", correctedInvoices: [over, other] } as never);
    expect((await refusalOf(note))[0]).toEqual(named);
  });

  test("gives the invoice back once it is cancelled, unless it has its money", async () => {
    const { acme, first, second } = await openReplaced(0);
    await acme.cancel(second.id);
    expect(await acme.get(first.id)).toMatchObject({ amountDue: 119, status: "SENT" });
    expect(sums(await acme.vatReport(NOVEMBER))).toEqual([100, 19]);
    expect((await acme.audit()).findings).toEqual([]);
    const again = await acme.issue(corrected(first));
    expect((await acme.get(first.id)).settledBy).toBe(again.invoiceNumber);

    const paid = await openReplaced(50);
    expect(await refusalOf(paid.acme.cancel(paid.second.id))).toEqual([
      expect.stringContaining(`What was paid on ${paid.first.invoiceNumber} counts here`),
    ]);
  });

  test.each([false, true])(
    "that is cancelled stays in the reports of days before; cash accounting: %s",
    async (cashAccounting) => {
      const { acme, clock } = await openBooks(undefined, { cashAccounting });
      const first = await acme.issue(order({ items: price(1000) }));
      clock.set("2026-12-05T12:00:00.000Z");
      const second = await acme.issue(corrected(first, { items: price(500), supplyDate: "2026-11-20" }));
      clock.set("2027-01-05T12:00:00.000Z");
      await acme.cancel(second.id);
      const december = { from: "2026-12-01", to: "2026-12-31" };
      const added = ({ corrections }: VatReport) =>
        corrections.additions.reduce((sum, { taxableAmount = 0 }) => sum + taxableAmount, 0);
      for (const asOf of ["2026-12-05", "2026-12-31", "2027-01-04"] as const) {
        const report = await acme.vatReport({ ...december, asOf });
        expect([sums(report), added(report)]).toEqual(cashAccounting ? [[0, 0], 0] : [[-500, -95], 500]);
      }
      expect(sums(await acme.vatReport(december))).toEqual([0, 0]);
      const after = await acme.vatReport({ ...december, asOf: "2027-01-05" });
      expect([sums(after), added(after)]).toEqual([[0, 0], 0]);
      const before = await acme.vatReport({ ...december, asOf: "2026-12-04" });
      expect([sums(before), added(before)]).toEqual([[0, 0], 0]);
      // Replaced again, the first has another history, which hides this one from no day.
      const third = await acme.issue(corrected(first, { items: price(800), supplyDate: "2026-11-20" }));
      const again = await acme.vatReport({ ...december, asOf: "2026-12-31" });
      expect([sums(again), added(again)]).toEqual(cashAccounting ? [[0, 0], 0] : [[-500, -95], 500]);
      expect((await acme.get(first.id)).settledBy).toBe(third.invoiceNumber);
    },
  );

  test("that is credited in full leaves nothing due of either", async () => {
    const { acme, first, second } = await openReplaced(50);
    await acme.credit(second.id, { reason: "x" });
    expect([await acme.get(first.id), await acme.get(second.id)]).toMatchObject([
      { amountDue: 0, settledBy: second.invoiceNumber },
      { amountDue: -50 },
    ]);
    await acme.recordPayment(second.id, { amount: -50 });
    expect(sums(await acme.vatReport({ from: "0001-01-01", to: "9999-12-31" }))).toEqual([0, 0]);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("keeps what the order says of a portal's number", async () => {
    const { acme } = await openBooks();
    const { invoiceNumber: number, issueDate } = await acme.issue(order());
    const portalNumbers = [{ portal: "sdi", number: "1" }];
    const precedingInvoices = [{ number, portalNumbers }];
    const invoice = await acme.issue(order({ documentType: "384", precedingInvoices }));
    expect(invoice.precedingInvoices).toEqual([{ number, issueDate, portalNumbers }]);
  });

  test("of another system's invoice stays as it is", async () => {
    const { acme } = await openBooks();
    const invoice = await acme.issue(corrected({ invoiceNumber: "2025-0417" }, { prepaidAmount: 10 }));
    expect([invoice.replaces, invoice.prepaidAmount]).toEqual([undefined, 10]);
  });

  test("of an invoice from before the books, whose numbers they continue, stays as it is", async () => {
    const { acme } = await openBooks(undefined, { series: { shop: { prefix: "SHOP" } } });
    const before = { lastIssueDate: "2026-11-10" } as const;
    await acme.continueNumbering({ ...before, lastCounter: 416 });
    await acme.continueNumbering({ ...before, lastCounter: 9, series: "shop" });
    for (const round of [1, 2]) {
      const issued = await Promise.all(
        ["INV-202611-0416", "SHOP-202611-0009"]
          .map((number) => ({ number }))
          .map(({ number: invoiceNumber }) => acme.issue(corrected({ invoiceNumber }))),
      );
      expect(
        issued.map(({ replaces }) => replaces),
        `round ${round}`,
      ).toEqual([undefined, undefined]);
      await acme.issue(order({ series: "shop" }));
    }
    for (const invoiceNumber of ["INV-202611-0422", "SHOP-202611-0012"])
      expect(String(await refusalOf(acme.issue(corrected({ invoiceNumber }))))).toContain("is a number of yours");
  });

  test("finds the number with blanks around it, and keeps it without", async () => {
    const { acme } = await openBooks();
    const { invoiceNumber: number, issueDate } = await acme.issue(order());
    const second = await acme.issue(corrected({ invoiceNumber: ` ${number} ` }));
    expect(second).toMatchObject({ replaces: number, precedingInvoices: [{ number, issueDate }] });
  });

  test("is not issued with the invoice that it names", async () => {
    const { acme } = await openBooks();
    const both = acme.issueMany([order(), corrected({ invoiceNumber: "INV-202611-0001" })]);
    const pointer = "/1/precedingInvoices/0/number";
    await expect(both).rejects.toMatchObject({ code: "request_invalid", errors: [{ pointer }] });
    expect((await acme.list()).total).toBe(0);
  });

  test("states in Veri*factu what it replaces", async () => {
    const { acme } = await openBooks(undefined, { country: "ES", vatNumber: "ESB58378431", name: "Ejemplo SL" });
    const first = await acme.issue(order({ items: price(100), clientCountry: "ES" }));
    const { national } = await acme.issue(corrected(first, { clientCountry: "ES" }));
    expect(national).toEqual({ es: { replaced: { net: 100, tax: 21 } } });
    const other = await acme.issue(order({ items: price(100), clientCountry: "ES" }));
    const es = { replaced: { net: 1, tax: 2 } };
    expect((await acme.issue(corrected(other, { clientCountry: "ES", national: { es } }))).national).toEqual({ es });
    const items = [{ ...price(100)[0]!, national: { es: { equivalenceSurcharge: true } } }];
    const surcharged = await acme.issue(order({ items, clientCountry: "ES" }));
    const replaced = { net: 100, tax: 21, surcharge: 5.2 };
    expect((await acme.issue(corrected(surcharged, { clientCountry: "ES" }))).national).toEqual({ es: { replaced } });
  });

  test("states no amounts for Veri*factu under the number of another state, whose law decides", async () => {
    const registrations = [{ country: "FR", vatNumber: "FR40303265045" }];
    const { acme } = await openBooks(undefined, { country: "ES", vatNumber: "ESB58378431", registrations });
    const inFrance = { supply: "goods", dispatchedFrom: "FR", clientCountry: "FR", isCompany: false } as const;
    const second = await acme.issue(corrected(await acme.issue(order(inFrance)), inFrance));
    expect(second).toMatchObject({ registrationCountry: "FR", replaces: "INV-202611-0001" });
    expect(second).not.toHaveProperty("national");
  });

  test("replaces one of a Polish seller under the number of a state that replaces invoices", async () => {
    const registrations = [{ country: "FR", vatNumber: "FR40303265045" }];
    const poland = { country: "PL", vatNumber: "PL5260250274", defaultCurrency: "EUR", registrations } as const;
    const { acme } = await openBooks(undefined, poland);
    const inFrance = { supply: "goods", dispatchedFrom: "FR", clientCountry: "FR", isCompany: false } as const;
    const second = await acme.issue(corrected(await acme.issue(order(inFrance)), inFrance));
    expect(second.replaces).toBe("INV-202611-0001");
  });

  test.each([100, 33.33, 57.47, 12.5])("states of USD %d the taxes in euros of the replaced record", async (amount) => {
    const { acme } = await openBooks(undefined, { country: "ES", vatNumber: "ESB58378431", name: "Ejemplo SL" });
    const exchangeRate = { rate: 0.9123, date: "2026-11-19", source: "BCE" };
    const dollars = { clientCountry: "ES", currency: "USD", exchangeRate, supply: "goods" } as const;
    const national = { es: { equivalenceSurcharge: true } };
    const items = [...price(amount, { national }), ...price(3, { national, vatRates: { ES: 10 } }), ...price(7)];
    await acme.issue(corrected(await acme.issue(order({ items, ...dollars })), dollars));
    const [first, second] = await recordsOf(acme);
    const sumOf = (xml: string, ...names: string[]) =>
      [...xml.matchAll(new RegExp(`<(?:${names.join("|")})>([^<]*)<`, "g"))].reduce(
        (sum, [, each]) => sum + Math.round(Number(each) * 100),
        0,
      );
    for (const [recorded, replaced] of [
      ["CuotaRepercutida", "CuotaRectificada"],
      ["CuotaRecargoEquivalencia", "CuotaRecargoRectificado"],
    ] as const)
      expect(sumOf(second!.xml, replaced), replaced).toBe(sumOf(first!.xml, recorded));
  });
});

describe("an invoice is not replaced", () => {
  test.each<[string, (acme: Company) => Promise<InvoiceOrder>, string]>([
    [
      "that was credited in part",
      async (acme) => {
        const first = await acme.issue(order({ items: price(100) }));
        await acme.credit(first.id, { reason: "x", lines: [{ line: 1, netAmount: 1 }] });
        return corrected(first);
      },
      "has credit notes",
    ],
    [
      "that is cancelled",
      async (acme) => {
        const first = await acme.issue(order());
        await acme.cancel(first.id);
        return corrected(first);
      },
      "is cancelled",
    ],
    [
      "of which a cash discount was taken",
      async (acme) => {
        const first = await acme.issue(order({ items: price(100), cashDiscounts: [{ percent: 2, days: 14 }] }));
        await acme.recordPayment(first.id, { amount: 116.62, cashDiscount: true });
        return corrected(first);
      },
      "has a cash discount",
    ],
    ["for an advance", async (acme) => corrected(await acme.issue(order({ documentType: "386" }))), "in advance"],
    [
      "that deducts advances",
      async (acme) => {
        const { invoiceNumber } = await acme.issue(order({ documentType: "386", items: price(1) }));
        return corrected(await acme.issue(order({ advances: [invoiceNumber] })));
      },
      "deducts advances",
    ],
    [
      "of another client",
      async (acme) => corrected(await acme.issue(order({ clientNumber: "1" })), { clientNumber: "2" }),
      "another client",
    ],
    [
      "of another client without a VAT number",
      async (acme) => corrected(await acme.issue(order({ clientName: "Anna" })), { clientName: "Bert" }),
      "another client",
    ],
    [
      "in another currency",
      async (acme) => corrected(await acme.issue(order()), { currency: "CHF" }),
      "is in EUR, and this invoice in CHF",
    ],
    [
      "together with another one",
      async (acme) => {
        const numbers = [await acme.issue(order()), await acme.issue(order())].map(
          ({ invoiceNumber }) => invoiceNumber,
        );
        return order({ documentType: "384", precedingInvoices: numbers.map((number) => ({ number })) });
      },
      "your second invoice",
    ],
    [
      "that is not there",
      async () => corrected({ invoiceNumber: "inv-202611-0099" }),
      "no invoice that you have issued",
    ],
    [
      "whose number is that of a credit note",
      async (acme) => {
        const { creditNoteNumber } = await acme.credit((await acme.issue(order())).id, { reason: "x" });
        return corrected({ invoiceNumber: creditNoteNumber });
      },
      "is a number of your credit notes",
    ],
    [
      "that is named twice",
      async () => order({ documentType: "384", precedingInvoices: [{ number: "A-1" }, { number: "a-1 " }] }),
      "is named twice",
    ],
    [
      "with another date",
      async (acme) => {
        const { invoiceNumber: number } = await acme.issue(order());
        return order({ documentType: "384", precedingInvoices: [{ number, issueDate: "2026-11-01" }] });
      },
      "must be 2026-11-20",
    ],
    [
      "with a prepaid amount of the order",
      async (acme) => corrected(await acme.issue(order()), { prepaidAmount: 1 }),
      "counts as prepaid",
    ],
    [
      "with advances of the order",
      async (acme) => {
        const { invoiceNumber } = await acme.issue(order({ documentType: "386", items: price(1) }));
        return corrected(await acme.issue(order()), { advances: [invoiceNumber] });
      },
      "cannot be deducted",
    ],
  ])("%s", async (_, prepare, detail) => {
    const { acme } = await openBooks();
    const given = await prepare(acme);
    const before = (await acme.list()).total;
    const refusal = await acme.issue(given).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "request_invalid", errors: [{ detail: expect.stringContaining(detail) }] });
    expect((await acme.list()).total).toBe(before);
  });

  test("by a seller in Poland, where credit corrects it", async () => {
    const { acme } = await openBooks(undefined, { country: "PL", vatNumber: "PL5260250274", defaultCurrency: "PLN" });
    const first = await acme.issue(order({ clientCountry: "PL" }));
    const refusal = await acme.issue(corrected(first, { clientCountry: "PL" })).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      errors: [{ pointer: "/precedingInvoices/0/number", detail: expect.stringContaining("credit()") }],
    });
  });

  test.each([
    ["of a Polish number", "DE", "PL", "PL"],
    ["of a Polish number, under the company's own", "DE", "PL", "DE"],
    ["of the company's own, under a Polish number", "DE", "DE", "PL"],
  ])("%s", async (_what, country, first, second) => {
    const registrations = [{ country: "PL", vatNumber: "PL8567346215" }];
    const { acme } = await openBooks(undefined, { country, registrations });
    const goodsIn = (place: string) => ({ supply: "goods", dispatchedFrom: place, clientCountry: place }) as const;
    const replaced = await acme.issue(order(goodsIn(first)));
    const refusal = await acme.issue(corrected(replaced, goodsIn(second))).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ errors: [{ detail: expect.stringContaining("law in Poland") }] });
  });

  test("twice, by two servers or in one commit", async () => {
    const store = memoryStore();
    const { acme, clock } = await openBooks(store);
    const other = createInvoicing({ store, clock }).company("acme");
    const [first, second] = [await acme.issue(order()), await acme.issue(order())];
    const outcomes = await Promise.allSettled([acme, other].map((server) => server.issue(corrected(first))));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lower = { invoiceNumber: second.invoiceNumber.toLowerCase() };
    const together = acme.issueMany([corrected(second), corrected(lower)]);
    expect(String(await refusalOf(together))).toContain("an order before this one settles");
    expect((await acme.get(second.id)).settledBy).toBeUndefined();
    expect((await acme.issue(corrected(lower))).replaces).toBe(second.invoiceNumber);
    expect((await acme.audit()).findings).toEqual([]);
  });
});

test("a payment between decision and lock counts as prepaid", async () => {
  const { acme } = await openBooks();
  const first = await acme.issue(order({ items: price(100) }));
  const [, second] = await Promise.all([acme.recordPayment(first.id, { amount: 20 }), acme.issue(corrected(first))]);
  expect([second.prepaidAmount, second.amountDue]).toEqual([20, 75.2]);
});

test("an audit finds a replaced invoice that is due, or that its corrected one has not released", async () => {
  const path = freshFile();
  const { acme, invoicing } = await openBooks(await openSqliteStore(path));
  const first = await acme.issue(order({ items: price(100) }));
  const second = await acme.issue(corrected(first));
  const ordered = corrected(second, { items: price(60) });
  const { numberPattern: _, ...preview } = await acme.preview(ordered);
  const third = await acme.issue(ordered);
  expect(third).toMatchObject(preview);
  expect((await acme.audit()).findings).toEqual([]);
  const change = (what: string, counter: number) =>
    withRaw(path, (raw) => raw.exec(`UPDATE faktura_invoices SET ${what} WHERE counter = ${counter}`));
  change("settled_amount = '19', amount_due = '100'", 1);
  const found = async () => (await acme.audit()).findings.map(({ code, detail }) => [code, detail]);
  expect(await found()).toEqual([
    ["advance_mismatch", `it replaces the invoice ${first.invoiceNumber}, which is still due`],
  ]);
  change("settled_amount = '119', amount_due = '0'", 1);
  await acme.cancel(third.id);
  change(`settled_by = '${third.invoiceNumber}'`, 2);
  expect(await found()).toEqual([["advance_mismatch", expect.stringContaining("cancelled")]]);
  await invoicing.close();
});
