import {
  type Company,
  type CompanyProfile,
  createInvoicing,
  type InvoiceOrder,
  type InvoicingStore,
  type VatReport,
} from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { companyWith, soundInvoice } from "../audit/audited-rows.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const Q3 = { from: "2026-07-01", to: "2026-09-30" };
const Q4 = { from: "2026-10-01", to: "2026-12-31" };
const Q1 = { from: "2027-01-01", to: "2027-03-31" };
const JANUARY = "2027-01-20T12:00:00.000Z";

const FRENCH_BUSINESS = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
const FRENCH_CONSUMER = { clientCountry: "FR", supply: "digital" } as const;
const DOLLARS = { currency: "USD", exchangeRate: { rate: 0.9, date: "2026-11-20", source: "ECB" } };
const price = (unitPrice: number) => [{ description: "x", quantity: 1, unitPrice }];
const manual = (...lines: object[]): Partial<InvoiceOrder> => ({
  autoVat: false,
  items: lines.map((line) => ({ description: "x", quantity: 1, unitPrice: 100, ...line })),
});

/** The amounts of lines, without those in the currencies of the documents. */
const bare = <Line extends { asIssued: unknown }>(lines: readonly Line[]) =>
  lines.map(({ asIssued: _, ...line }) => line);
const reasons = ({ unplaced }: VatReport) => unplaced.map(({ number, reason }) => [number.slice(-4), reason]);
const euros = (taxableAmount: number, taxAmount = 0) => ({ currency: "EUR", taxableAmount, taxAmount });

/** Issues the orders on 2026-11-20 and reports the quarter, or other days. */
async function reportOf(orders: Partial<InvoiceOrder>[], profile: Partial<CompanyProfile> = {}, span = Q4) {
  const { acme } = await openBooks(memoryStore(), profile);
  for (const each of orders) await acme.issue(order(each));
  return acme.vatReport(span);
}

/** Reads the books with another journal from here on. */
const readWith = (store: InvoicingStore, journal: InvoicingStore["journal"]) => Object.assign(store, { journal });

test("a stored document is reported without the optional fields that have faults", async () => {
  const sold = await soundInvoice({ ...FRENCH_BUSINESS, supply: "services" });
  const reported = async (supply: string) => {
    const document = sold.document.replace('"supply":"services"', `"supply":${supply}`);
    const acme = companyWith({ invoices: [{ ...sold, document }] });
    await acme.saveProfile(germanProfile());
    return acme.vatReport(Q4);
  };
  expect((await reported('"services"')).recapitulative.lines).toHaveLength(1);
  for (const faulty of ['"gifts"', "5", "null"])
    expect(reasons(await reported(faulty)), faulty).toEqual([["0001", "supply_not_stated"]]);
});

test.each([{ items: {} }, { seller: 5 }, { vatBreakdown: [5] }, { items: ["a line"] }])(
  "a stored document with %j, of which a return needs parts, cannot be read",
  async (changes) => {
    const sold = await soundInvoice();
    const document = JSON.stringify({ ...JSON.parse(sold.document), ...changes });
    const acme = companyWith({ invoices: [{ ...sold, document }] });
    await acme.saveProfile(germanProfile());
    expect(reasons(await acme.vatReport(Q4))).toEqual([["0001", "document_unreadable"]]);
  },
);

describe("VAT at home", () => {
  test("is listed by category and rate, also reduced rates, exemptions and reverse charge at home", async () => {
    const { domestic } = await reportOf([
      {},
      manual({ taxRate: 7 }, { taxRate: 0, vatCategory: "E", exemptionReason: "§ 4" }, { taxRate: 19 }),
      manual({ taxRate: 0, vatCategory: "AE" }),
    ]);
    expect(bare(domestic.lines)).toEqual([
      { category: "AE", taxRate: 0, ...euros(100) },
      { category: "E", taxRate: 0, ...euros(100) },
      { category: "S", taxRate: 7, ...euros(100, 7) },
      { category: "S", taxRate: 19, ...euros(300, 57) },
    ]);
  });

  test("includes sales to consumers abroad by a seller without OSS, stated or not", async () => {
    const { domestic, unplaced } = await reportOf([FRENCH_CONSUMER, { clientCountry: "FR" }], { ossRegistered: false });
    expect(bare(domestic.lines)).toEqual([{ category: "S", taxRate: 19, ...euros(400, 76) }]);
    expect(unplaced).toEqual([]);
  });

  test("is converted with the stored exchange rates, and each line is rounded once", async () => {
    const cents = { ...DOLLARS, items: price(0.35) }; // 0.315 EUR each: 0.32 if rounded alone
    const { domestic } = await reportOf([cents, cents, cents]);
    expect(domestic.lines).toEqual([
      {
        category: "S",
        taxRate: 19,
        ...euros(0.95, 0.19),
        asIssued: [{ currency: "USD", taxableAmount: 1.05, taxAmount: 0.21 }],
      },
    ]);
  });

  test("has a line for what exchange rates leave of amounts that cancel out", async () => {
    const { acme, clock } = await openBooks();
    const { id } = await acme.issue(order(DOLLARS)); // 200 USD at 0.9
    clock.set(JANUARY);
    await acme.credit(id, { reason: "x" });
    await acme.issue(order({ ...DOLLARS, exchangeRate: { ...DOLLARS.exchangeRate, rate: 0.8 } }));
    const { domestic } = await acme.vatReport(Q1);
    expect(domestic.lines).toEqual([{ category: "S", taxRate: 19, ...euros(-20, -3.8), asIssued: [] }]);
  });

  test("keeps the currency of documents without an exchange rate", async () => {
    const { domestic } = await reportOf([{}, { currency: "USD" }]);
    expect(bare(domestic.lines)).toEqual([
      { category: "S", taxRate: 19, ...euros(200, 38) },
      { category: "S", taxRate: 19, currency: "USD", taxableAmount: 200, taxAmount: 38 },
    ]);
  });

  test("goes by the tax point, not by the day of issue", async () => {
    const { acme } = await openBooks();
    await acme.issue(order({ supplyDate: "2026-09-30" }));
    await acme.issue(order({ supplyDate: "2026-10-01", taxPointDate: "2027-01-02" }));
    const amounts = async (days: typeof Q3) =>
      (await acme.vatReport(days)).domestic.lines.map((line) => line.taxAmount);
    expect([await amounts(Q3), await amounts(Q4), await amounts(Q1)]).toEqual([[38], [], [38]]);
  });
});

describe("credit notes", () => {
  test("count in their own period, which names the month that they correct", async () => {
    const { acme, clock } = await openBooks();
    const invoice = await acme.issue(order());
    clock.set(JANUARY);
    await acme.issue(order());
    await acme.credit(invoice.id, { reason: "x", lines: [{ line: 1, quantity: 1 }] });
    expect(bare((await acme.vatReport(Q4)).domestic.lines)).toEqual([
      { category: "S", taxRate: 19, ...euros(200, 38) },
    ]);
    const { domestic, corrections } = await acme.vatReport(Q1);
    expect(bare(domestic.lines)).toEqual([{ category: "S", taxRate: 19, ...euros(100, 19) }]);
    const included = { section: "domestic", period: "2026-11", category: "S", taxRate: 19, ...euros(-100, -19) };
    expect(bare(corrections.included)).toEqual([included]);
  });

  test("cancel out in the period of their invoice", async () => {
    const { acme } = await openBooks();
    await acme.credit((await acme.issue(order())).id, { reason: "x" });
    const { domestic, corrections } = await acme.vatReport(Q4);
    expect([domestic.lines, corrections.included]).toEqual([[], []]);
  });

  test("count on the tax point of their invoice if that is later", async () => {
    const { acme } = await openBooks();
    const invoice = await acme.issue(order({ taxPointDate: "2027-01-02" }));
    await acme.credit(invoice.id, { reason: "x", lines: [{ line: 1, netAmount: 50 }] });
    expect((await acme.vatReport(Q4)).domestic.lines).toEqual([]);
    expect(bare((await acme.vatReport(Q1)).domestic.lines)).toEqual([
      { category: "S", taxRate: 19, ...euros(150, 28.5) },
    ]);
  });
});

describe("what is paid before the tax point", () => {
  test.each(["DE", "FR"] as const)(
    "a mistyped day takes a sale out of its return, and its undo with the same day brings it back: client in %s",
    async (clientCountry) => {
      const { acme, pay } = await openBooks(undefined, { ossRegistered: true });
      const { id, total } = await acme.issue(order({ clientCountry, supply: "goods", supplyDate: "2026-11-20" }));
      const report = () => acme.vatReport({ from: "2026-10-01", to: "2026-12-31" });
      const right = await report();
      await pay(id, { amount: total, paidOn: "2026-02-18" });
      expect(await report()).not.toEqual(right);
      await pay(id, { amount: -total, paidOn: "2026-02-18" });
      expect(await report()).toEqual(right);
      await pay(id, { amount: total, paidOn: "2026-11-20" });
      expect(await report()).toEqual(right);
    },
  );

  const inMarch = { taxPointDate: "2027-03-10" } as const;
  const taxes = ({ domestic }: VatReport) => domestic.lines.map(({ taxAmount }) => taxAmount);

  test("counts on the days of payment less refunds, and the rest on the tax point, article 65", async () => {
    const { acme, pay, clock } = await openBooks(undefined, { timeZone: "UTC" });
    const { id, total } = await acme.issue(order(inMarch)); // 200 + 38
    await pay(id, { amount: total / 2, paidOn: "2026-11-20" });
    clock.set(JANUARY);
    await pay(id, { amount: total / 4, paidOn: "2027-01-05" });
    await pay(id, { amount: -total / 2, paidOn: "2027-01-06" });
    clock.set("2027-03-20T12:00:00.000Z");
    await pay(id, { amount: (total * 3) / 4, paidOn: "2027-03-10" });
    expect(taxes(await acme.vatReport(Q4))).toEqual([19]);
    expect(taxes(await acme.vatReport({ from: "2027-01-01", to: "2027-01-05" }))).toEqual([9.5]);
    expect(taxes(await acme.vatReport({ from: "2027-01-06", to: "2027-01-31" }))).toEqual([-19]);
    expect(taxes(await acme.vatReport({ from: "2027-02-01", to: "2027-03-31" }))).toEqual([28.5]);
    expect(taxes(await acme.vatReport({ from: Q4.from, to: Q1.to }))).toEqual([38]);
  });

  test("counts once, however much was paid, and keeps a credit note on the tax point", async () => {
    const { acme, pay } = await openBooks();
    const { id, total } = await acme.issue(order(inMarch));
    await pay(id, { amount: total });
    await acme.credit(id, { reason: "x", lines: [{ line: 1, quantity: 1 }] });
    expect(taxes(await acme.vatReport(Q4))).toEqual([38]);
    expect(taxes(await acme.vatReport(Q1))).toEqual([-19]);
  });

  test("counts for OSS and for services to businesses too, but not for goods to businesses nor exports", async () => {
    const { acme, pay } = await openBooks();
    const places: Partial<InvoiceOrder>[] = [
      FRENCH_CONSUMER,
      { ...FRENCH_BUSINESS, supply: "services" },
      { ...FRENCH_BUSINESS, supply: "goods", supplyDate: "2027-03-10" },
      { clientCountry: "US", supply: "goods" },
    ];
    for (const place of places) {
      const { id, total } = await acme.issue(order({ ...inMarch, ...place }));
      await pay(id, { amount: total });
    }
    const { oss, recapitulative, exports } = await acme.vatReport(Q4);
    expect(oss.lines.map(({ period, taxAmount }) => [period, taxAmount])).toEqual([["2026-Q4", 40]]);
    expect(recapitulative.lines.map(({ kind }) => kind)).toEqual(["services"]);
    expect(exports.lines).toEqual([]);
    const later = await acme.vatReport(Q1);
    expect(later.oss.lines).toEqual([]);
    expect(later.recapitulative.lines.map(({ kind }) => kind)).toEqual(["goods"]);
    expect(later.exports.lines).toHaveLength(1);
  });

  test("is an addition if it was recorded after the day of the report, with its counterpart", async () => {
    const { acme, pay, clock } = await openBooks(undefined, { timeZone: "UTC" });
    const { id, total } = await acme.issue(order({ taxPointDate: "2026-12-31" }));
    clock.set(JANUARY);
    await pay(id, { amount: total, paidOn: "2026-12-01" });
    const { corrections, domestic } = await acme.vatReport({ ...Q4, asOf: "2026-12-31" });
    expect(domestic.lines.map(({ taxAmount }) => taxAmount)).toEqual([38]);
    expect(
      corrections.additions.map(({ kind, on, taxAmount, recordedOn }) => [kind, on, taxAmount, recordedOn]),
    ).toEqual([
      ["payment", "2026-12-01", 38, "2027-01-20"],
      ["payment", "2026-12-31", -38, "2027-01-20"],
    ]);
  });

  describe("at a rate that was not lawful on that day", () => {
    // Estonia's standard rate was 22 until 2025-06-30, and is 24 since.
    const inJuly = { taxPointDate: "2025-07-05", clientCountry: "EE" } as const;
    const estonian = { country: "EE", vatNumber: undefined, timeZone: "UTC" };
    const listed = async (acme: Company, from: string, to: string, asOf?: string) =>
      (await acme.vatReport({ from, to, asOf })).advancesAtOtherRates;
    const lawfulRates = [22, 20, 13, 9];

    test.each([false, true])(
      "is listed by payment, and counts at the printed rate: cashAccounting %s",
      async (cash) => {
        const { acme, pay, clock } = await openBooks(memoryStore(), { ...estonian, cashAccounting: cash });
        clock.set("2026-03-01T12:00:00.000Z");
        const { id, invoiceNumber: number, total } = await acme.issue(order(inJuly)); // 200 + 48
        for (const paidOn of ["2025-06-20", "2025-06-20", "2025-07-01", "2025-07-05"]) {
          await pay(id, { amount: total / 4, paidOn });
        }
        const line = { number, on: "2025-06-20", section: "domestic", country: "EE", taxRate: 24, lawfulRates };
        expect(await listed(acme, "2025-04-01", "2025-06-30")).toEqual([{ ...line, ...euros(100, 24) }]);
        expect(await listed(acme, "2025-07-01", "2025-09-30")).toEqual([]);
        expect(await listed(acme, "2025-04-01", "2025-06-30", "2026-02-28")).toEqual([]);
        expect(taxes(await acme.vatReport({ from: "2025-04-01", to: "2025-06-30" }))).toEqual([24]);
      },
    );

    test("is listed of OSS sales too, and not of exempt, refunded or cancelled ones", async () => {
      const { acme, pay, clock } = await openBooks();
      clock.set("2025-06-10T12:00:00.000Z");
      const sell = async (changes: Partial<InvoiceOrder>) => {
        const { id, total } = await acme.issue(order({ ...inJuly, ...changes }));
        await pay(id, { amount: total, paidOn: "2025-06-20" });
        return { id, total };
      };
      await sell({ supply: "digital" });
      const refunded = await sell({ supply: "digital" });
      await pay(refunded.id, { amount: -refunded.total, paidOn: "2025-06-20" });
      await acme.cancel((await acme.issue(order({ ...inJuly, supply: "digital" }))).id);
      await sell({ clientCountry: "DE" });
      await sell({ ...manual({ taxRate: 0, vatCategory: "E", exemptionReason: "x" }), clientCountry: "DE" });
      const advances = await listed(acme, "2025-04-01", "2025-06-30");
      expect(
        advances.map(({ number, section, country, taxRate }) => [number.slice(-4), section, country, taxRate]),
      ).toEqual([["0001", "oss", "EE", 24]]);
    });

    test("goes by the host's own rates too, and says nothing of days before 2020", async () => {
      const rates = { EE: [{ percent: "24", since: "2025-06-01", kind: "reduced" }] } as const;
      const { acme, pay, clock } = await openBooks(memoryStore(), estonian, { rates });
      clock.set("2020-06-01T12:00:00.000Z");
      const { id } = await acme.issue(order(inJuly));
      await pay(id, { amount: 10, paidOn: "2025-06-20" });
      await pay(id, { amount: 10, paidOn: "2019-12-31" });
      expect(await listed(acme, "2019-01-01", "2025-12-31")).toEqual([]);
    });
  });

  test("of a cancelled invoice vanishes with it, or is listed", async () => {
    const { acme, pay, clock } = await openBooks(undefined, { timeZone: "UTC" });
    const { id, total } = await acme.issue(order(inMarch));
    await pay(id, { amount: total / 2 });
    await pay(id, { amount: -total / 2, paidOn: "2026-11-20" });
    clock.set(JANUARY);
    await acme.cancel(id);
    expect(reasons(await acme.vatReport(Q4))).toEqual([]); // refunded on the same day: nothing was declared
    expect(reasons(await acme.vatReport({ from: Q4.from, to: Q1.to }))).toEqual([]);
  });
});

describe("OSS", () => {
  test("is listed by quarter, state, goods or services, and rate", async () => {
    const { oss } = await reportOf([
      FRENCH_CONSUMER,
      { clientCountry: "FR", supply: "goods" },
      { clientCountry: "AT", supply: "goods" },
      { ...manual({ taxRate: 5.5 }), clientCountry: "FR", supply: "goods" },
    ]);
    const line = { period: "2026-Q4", country: "FR", supply: "goods", taxRate: 20, ...euros(200, 40) };
    expect(bare(oss.lines)).toEqual([
      { ...line, country: "AT" },
      { ...line, taxRate: 5.5, ...euros(100, 5.5) },
      line,
      { ...line, supply: "services" },
    ]);
    expect(oss.ratesNeeded).toEqual([]);
  });

  describe("the import scheme", () => {
    const SCHEMES = { ossSchemes: ["union", "import"] } satisfies Partial<CompanyProfile>;
    const PARCEL = { supply: "goods", dispatchedFrom: "CN", importer: "seller", isCompany: false } as const;
    const inFrance = (unitPrice: number, given: Partial<InvoiceOrder> = {}) => {
      return { ...PARCEL, clientCountry: "FR", items: price(unitPrice), ...given };
    };

    test("has a monthly return of its own, also at the seller's own rate and by hand", async () => {
      const { oss, unplaced, domestic } = await reportOf(
        [
          inFrance(150),
          inFrance(300, { clientCountry: "DE" }),
          inFrance(100, { clientCountry: "DE" }),
          { ...PARCEL, ...manual({ taxRate: 5.5 }), clientCountry: "FR" },
          { clientCountry: "FR", supply: "goods", isCompany: false },
        ],
        SCHEMES,
      );
      const line = { period: "2026-11", country: "FR", supply: "goods", taxRate: 20, scheme: "import" };
      expect(bare(oss.lines)).toEqual([
        { ...line, country: "DE", taxRate: 19, ...euros(100, 19) },
        { ...line, taxRate: 5.5, ...euros(100, 5.5) },
        { ...line, ...euros(150, 30) },
        { period: "2026-Q4", country: "FR", supply: "goods", taxRate: 20, ...euros(200, 40) },
      ]);
      expect(bare(domestic.lines)).toEqual([{ category: "S", taxRate: 19, ...euros(300, 57) }]);
      expect(unplaced).toEqual([]);
    });

    test("covers goods of at most EUR 150 without VAT, less allowances, and without transport", async () => {
      const { acme } = await openBooks(memoryStore(), SCHEMES);
      const allowances = [{ amount: 1, reason: "Voucher" }];
      const charges = [{ amount: 20, reason: "Freight" }];
      const issued = await acme.issue(order(inFrance(151, { allowances, charges })));
      expect(issued).toMatchObject({ vatTreatment: "oss", taxRate: 20, importer: "seller" });
      expect(issued.vatReason).toContain("declared through the import scheme");
      const gross = await acme.issue(order(inFrance(180, { prices: "gross" })));
      expect(gross).toMatchObject({ vatTreatment: "oss", subtotal: 150 });
      for (const method of ["issue", "preview"] as const)
        expect(JSON.stringify(await refusalOf(acme[method](order(inFrance(150.01)))))).toMatch(/importer.*EUR 150\.01/);
    });

    test("needs the value in euros", async () => {
      const { acme } = await openBooks(memoryStore(), SCHEMES);
      const rated = (rate: number) =>
        inFrance(100, { currency: "USD", exchangeRate: { ...DOLLARS.exchangeRate, rate } });
      const unknown = await refusalOf(acme.issue(order(inFrance(100, { currency: "USD" }))));
      expect(JSON.stringify(unknown)).toContain("/exchangeRate");
      expect(await acme.issue(order(rated(1.5)))).toMatchObject({ vatTreatment: "oss" });
      expect(JSON.stringify(await refusalOf(acme.issue(order(rated(1.51)))))).toContain("EUR 151");
    });

    test("leaves larger consignments to a registration where they arrive", async () => {
      const registrations = [{ country: "FR", vatNumber: "FR40303265045" }] as const;
      const byHand = { ...manual({ taxRate: 20, unitPrice: 200 }) };
      const { oss, registrations: states } = await reportOf([inFrance(200), inFrance(0, byHand), inFrance(100)], {
        ...SCHEMES,
        registrations,
      });
      expect(bare(states[0]!.domestic.lines)).toEqual([{ category: "S", taxRate: 20, ...euros(400, 80) }]);
      expect(oss.lines).toMatchObject([{ scheme: "import", taxableAmount: 100 }]);
    });

    test("is corrected by month, for three years", async () => {
      const late = { ...inFrance(100), taxPointDate: "2026-09-30" };
      const { acme, clock } = await openBooks(memoryStore(), SCHEMES);
      await acme.issue(order(late));
      const { id } = await acme.issue(order(inFrance(100)));
      clock.set("2029-11-20T12:00:00.000Z");
      await acme.credit(id, { reason: "Return" });
      const ofThis = await acme.vatReport(Q4);
      expect(bare(ofThis.corrections.oss)).toEqual([
        { declaredIn: "2026-11", period: "2026-09", country: "FR", scheme: "import", ...euros(100, 20) },
      ]);
      const later = await acme.vatReport({ from: "2029-11-01", to: "2029-12-31" });
      expect(later.corrections.oss).toMatchObject([{ declaredIn: "2029-11", period: "2026-11" }]);
    });
  });

  test("names Northern Ireland XI, and takes goods only", async () => {
    const { oss, outsideScope } = await reportOf([
      { clientCountry: "GB", clientAddress: { postalCode: "BT1 1AA" }, supply: "goods" },
      { clientCountry: "GB", clientAddress: { postalCode: "BT1 1AA" }, supply: "digital" },
    ]);
    expect(oss.lines.map(({ country, taxRate }) => [country, taxRate])).toEqual([["XI", 20]]);
    expect(outsideScope.lines.map(({ country }) => country)).toEqual(["GB"]);
  });

  test("divides the VAT of lines at one rate into goods and services, to the cent", async () => {
    const item = { description: "x", quantity: 1, unitPrice: 0.33 };
    const items = (["goods", "digital", "goods"] as const).map((supply) => ({ ...item, supply }));
    const dear = items.map((each) => ({ ...each, unitPrice: 1000 }));
    const whole = await reportOf([{ clientCountry: "FR", items: dear }]);
    expect(whole.oss.lines.map(({ taxAmount }) => taxAmount)).toEqual([400, 200]);
    const { oss } = await reportOf([{ clientCountry: "FR", items }]); // VAT on 0.99 is 0.20
    const amounts = bare(oss.lines).map(({ supply, taxableAmount, taxAmount }) => [supply, taxableAmount, taxAmount]);
    expect(amounts).toEqual([
      ["goods", 0.66, 0.13],
      ["services", 0.33, 0.07],
    ]);
  });

  test("asks for the rates of its quarters, and rounds each line once", async () => {
    const { acme, clock } = await openBooks();
    const swedish = order({ clientCountry: "SE", supply: "goods", currency: "SEK", items: price(11) });
    const invoice = await acme.issue(swedish);
    await acme.issue(order({ clientCountry: "SE", supply: "goods", items: price(10) }));
    clock.set(JANUARY);
    await acme.credit(invoice.id, { reason: "x" });
    await acme.issue(swedish);
    const needed = { currency: "SEK", period: "2026-Q4", on: "2026-12-31" };
    const without = await acme.vatReport(Q4);
    expect(without.oss.ratesNeeded).toEqual([needed]);
    expect(without.oss.lines.map(({ currency, taxAmount }) => [currency, taxAmount])).toEqual([
      ["EUR", 2.5],
      ["SEK", 2.75],
    ]);
    const { oss } = await acme.vatReport({ ...Q4, rates: { SEK: 11.1 } });
    expect(bare(oss.lines)).toEqual([
      { period: "2026-Q4", country: "SE", supply: "goods", taxRate: 25, ...euros(10.99, 2.75) },
    ]);
    const later = await acme.vatReport({ ...Q1, rates: { SEK: 12 } });
    expect(later.oss.ratesNeeded).toEqual([needed]); // one number is that of the report's own quarter
    const both = await acme.vatReport({ ...Q1, rates: { SEK: { "2026-Q4": 11.1, "2027-Q1": 12 } } });
    expect(both.oss.ratesNeeded).toEqual([]);
    expect(both.oss.lines.map(({ taxAmount }) => taxAmount)).toEqual([0.23]);
    const correction = { declaredIn: "2027-Q1", period: "2026-Q4", country: "SE", ...euros(-0.99, -0.25) };
    expect(bare(both.corrections.oss)).toEqual([correction]);
  });

  test("is corrected apart for three years, and then has no place", async () => {
    const { acme, clock } = await openBooks();
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) ids.push((await acme.issue(order(FRENCH_CONSUMER))).id);
    clock.set("2029-12-31T12:00:00.000Z"); // the return of 2029-Q4 corrects those from 2026-Q4 on
    await acme.credit(ids[0]!, { reason: "x" });
    clock.set("2030-01-01T12:00:00.000Z");
    await acme.credit(ids[1]!, { reason: "x" });
    const { corrections, oss, unplaced } = await acme.vatReport({ from: "2029-10-01", to: "2030-03-31" });
    expect(oss.lines).toEqual([]);
    const correction = { declaredIn: "2029-Q4", period: "2026-Q4", country: "FR", ...euros(-200, -40) };
    expect(bare(corrections.oss)).toEqual([correction]);
    expect(unplaced.map(({ kind, reason, taxAmount }) => [kind, reason, taxAmount])).toEqual([
      ["credit-note", "oss_correction_too_late", -40],
    ]);
  });
});

describe("a service at the rate of the client's state, by hand", () => {
  const HOTEL = { ...manual({ taxRate: 10 }), clientCountry: "FR", supply: "services" } as const; // no rate of Germany's

  test("is an OSS sale if the seller had OSS", async () => {
    const { oss, domestic, unplaced } = await reportOf([HOTEL]);
    expect(bare(oss.lines)).toEqual([
      { period: "2026-Q4", country: "FR", supply: "services", taxRate: 10, ...euros(100, 10) },
    ]);
    expect([domestic.lines, unplaced]).toEqual([[], []]);
  });

  test("has no place without OSS", async () => {
    const report = await reportOf([HOTEL], { ossRegistered: false });
    expect(reasons(report)).toEqual([["0001", "rate_country_unproven"]]);
    expect(report.domestic.lines).toEqual([]);
  });

  test("stays at home if the rate is lawful there, and has no place for a business", async () => {
    const { domestic, oss, unplaced } = await reportOf([
      { ...HOTEL, ...manual({ taxRate: 5.5 }) }, // also of Germany's farmers
      { ...HOTEL, isCompany: true },
      { ...HOTEL, ...FRENCH_BUSINESS },
    ]);
    expect(domestic.lines.map(({ taxRate, taxableAmount }) => [taxRate, taxableAmount])).toEqual([[5.5, 100]]);
    expect(oss.lines).toEqual([]);
    expect(unplaced.map(({ reason }) => reason)).toEqual(["rate_country_unproven", "rate_country_unproven"]);
  });
});

describe("a rate by hand is not domestic unless it is lawful in the seller's state", () => {
  const sold = (taxRate: number, changes: Partial<InvoiceOrder> = {}) => ({ ...manual({ taxRate }), ...changes });
  const AT_HOME = ["domestic"];
  const UNPROVEN = ["rate_country_unproven"];
  const NO_OSS = { ossRegistered: false };
  const swiss = { country: "CH", vatNumber: undefined, ...NO_OSS };

  // biome-ignore format: a table is read by its columns
  test.each<[what: string, Partial<InvoiceOrder>, Partial<CompanyProfile>, string[]]>([
    ["16 % in Germany", sold(16), {}, UNPROVEN],
    ["16 % in Germany in 2020", sold(16, { taxPointDate: "2020-08-01" }), {}, AT_HOME],
    ["a fraction", sold(0.19), {}, UNPROVEN],
    ["a rate before the table begins", sold(16, { taxPointDate: "2019-12-31" }), {}, AT_HOME],
    ["goods at a French rate", sold(20, { clientCountry: "FR", supply: "goods" }), NO_OSS, UNPROVEN],
    ["goods at a French rate for a business", sold(20, { ...FRENCH_BUSINESS, supply: "goods" }), {}, UNPROVEN],
    ["nobody knows what, at a French rate", sold(20, { clientCountry: "FR" }), NO_OSS, UNPROVEN],
    ["nobody knows to whom", sold(20, { clientCountry: undefined }), {}, UNPROVEN],
    ["the rate of an area", sold(22, { clientCountry: "PT" }), { country: "PT", vatNumber: undefined }, AT_HOME],
    ["the rate of an overseas department", sold(8.5, { clientCountry: "FR", supply: "goods" }), { country: "FR", vatNumber: undefined }, AT_HOME],
    ["the rate of a Greek island", sold(17, { clientCountry: "GR" }), { country: "GR", vatNumber: undefined }, AT_HOME],
    ["nothing for a Swiss seller's client in Liechtenstein", sold(0, { clientCountry: "LI" }), swiss, AT_HOME],
    ["a Swiss rate in Switzerland", sold(8.1, { clientCountry: "CH" }), swiss, AT_HOME],
    ["a German rate in Switzerland", sold(19, { clientCountry: "CH" }), swiss, UNPROVEN],
    ["a rate in a state without a table", sold(16, { clientCountry: "MX" }), { ...swiss, country: "MX" }, AT_HOME],
    ["a rate in an area without a table", sold(8.1, { clientCountry: "CH" }), { ...swiss, country: "DE", address: { postalCode: "78266" } }, AT_HOME],
  ])("%s", async (_, given, profile, expected) => {
    const { domestic, unplaced } = await reportOf([given], profile, { from: "2019-01-01", to: Q4.to });
    expect([...domestic.lines.map(() => "domestic"), ...unplaced.map(({ reason }) => reason)]).toEqual(expected);
  });

  test("or is one of the host's own rates, also of a credit note alone", async () => {
    const rates = { DE: [{ since: "2026-01-01", percent: "16", kind: "temporary" }] } as const;
    const placesWith = async (options: object) => {
      const acme = createInvoicing({
        store: memoryStore(),
        clock: new TestClock("2026-11-20T12:00:00Z"),
        ...options,
      }).company("acme");
      await acme.saveProfile(germanProfile());
      await acme.issue(order(sold(16)));
      const items = [{ description: "x", quantity: 1, unitPrice: 10, taxRate: 16 }];
      await acme.issueCreditNote({
        ...order({ autoVat: false, items }),
        reason: "x",
        correctedInvoices: [{ number: "OLD-1", issueDate: "2026-11-01" }],
      });
      const { domestic, unplaced } = await acme.vatReport(Q4);
      return [domestic.lines.map(({ taxableAmount }) => taxableAmount), unplaced.map(({ kind }) => kind)];
    };
    expect(await placesWith({ rates })).toEqual([[90], []]);
    expect(await placesWith({})).toEqual([[], ["invoice", "credit-note"]]);
  });

  test("and through OSS, it must be lawful in the client's state", async () => {
    const { oss, unplaced } = await reportOf([
      sold(20, { clientCountry: "FR", supply: "goods" }),
      sold(19, { clientCountry: "FR", supply: "goods" }),
    ]);
    expect(oss.lines.map(({ taxRate }) => taxRate)).toEqual([20]);
    expect(reasons({ unplaced } as VatReport)).toEqual([["0002", "rate_country_unproven"]]);
  });

  test("goods at a place in another state are not sold at home", async () => {
    const inFrance = { clientCountry: "FR", supply: "goods", placeOfSupply: "FR" } as const;
    const { oss, domestic, unplaced } = await reportOf([
      sold(20, inFrance),
      sold(20, { ...inFrance, clientCountry: "DE" }),
    ]);
    expect(oss.lines.map(({ country, taxableAmount }) => [country, taxableAmount])).toEqual([["FR", 100]]);
    expect([domestic.lines, reasons({ unplaced } as VatReport)]).toEqual([[], [["0002", "rate_country_unproven"]]]);
  });

  test("goods go to deliverTo, which proves their place", async () => {
    const toAustria = { supply: "goods", deliverTo: { country: "AT" } } as const;
    const { oss, domestic, unplaced } = await reportOf([
      sold(20, { ...toAustria, clientCountry: "FR" }),
      sold(20, toAustria),
      sold(13, { ...toAustria, clientCountry: undefined }),
      sold(19, { clientCountry: "FR", supply: "goods", deliverTo: { country: "DE" } }),
    ]);
    expect(oss.lines.map(({ country, taxRate, taxableAmount }) => [country, taxRate, taxableAmount])).toEqual([
      ["AT", 13, 100],
      ["AT", 20, 200],
    ]);
    expect([domestic.lines.map(({ taxRate }) => taxRate), unplaced]).toEqual([[19], []]);
  });

  test("goods go to the client if deliverTo names only its country", async () => {
    const toLasPalmas = { clientCountry: "ES", clientAddress: { postalCode: "35001" }, deliverTo: { country: "ES" } };
    const { exports, oss, unplaced } = await reportOf([
      order({ ...toLasPalmas, supply: "goods" }),
      { ...manual({ taxRate: 0, vatCategory: "G" }), ...toLasPalmas, supply: "goods" },
      sold(21, { ...toLasPalmas, supply: "goods" }),
    ]);
    expect(exports.lines).toMatchObject([{ country: "ES-CN", taxableAmount: 300 }]);
    expect([oss.lines, reasons({ unplaced } as VatReport)]).toEqual([[], [["0003", "rate_country_unproven"]]]);
  });

  const from = (taxRate: number, dispatchedFrom: string, clientCountry: string, changes: Partial<InvoiceOrder> = {}) =>
    sold(taxRate, { supply: "goods", dispatchedFrom, clientCountry, ...changes });
  const without = (vatCategory: "G" | "K", dispatchedFrom: string, changes: Partial<InvoiceOrder>) => ({
    ...manual({ taxRate: 0, vatCategory }),
    ...({ supply: "goods", dispatchedFrom, ...changes } as const),
  });
  const registrations = [{ country: "PL", vatNumber: "PL8567346215" }];

  test("goods to Greece have the rates of its mainland through OSS", async () => {
    const { oss } = await reportOf([24, 17, 13].map((rate) => sold(rate, { supply: "goods", clientCountry: "GR" })));
    expect(oss.lines.map(({ country, taxRate }) => [country, taxRate])).toEqual([
      ["GR", 13],
      ["GR", 24],
    ]);
  });

  const CANARY = { country: "ES", vatNumber: "ESB58378431", address: { postalCode: "35001" }, ...NO_OSS } as const;

  // biome-ignore format: a table is read by its columns
  test.each<[what: string, Partial<InvoiceOrder>, Partial<CompanyProfile>, string[]]>([
    ["to Greece, at a rate that its islands have for what is sold there", sold(17, { supply: "goods", clientCountry: "GR" }), {}, UNPROVEN],
    ["from the Canary Islands to Germany", sold(19, { supply: "goods", clientCountry: "DE" }), CANARY, UNPROVEN],
    ["from the Canary Islands to Madrid", sold(21, { supply: "goods", clientCountry: "ES", clientAddress: { postalCode: "28001" } }), CANARY, UNPROVEN],
    ["within the Canary Islands", sold(7, { supply: "goods", clientCountry: "ES", clientAddress: { postalCode: "35002" } }), CANARY, AT_HOME],
    ["within Austria, at a rate of Germany", from(7, "AT", "AT"), {}, UNPROVEN],
    ["from Austria to France", from(19, "AT", "FR"), NO_OSS, UNPROVEN],
    ["from Austria to France through OSS, without a number of Austria", from(20, "AT", "FR"), {}, UNPROVEN],
    ["from Austria to Germany through OSS, without a number of Austria", from(19, "AT", "DE"), {}, UNPROVEN],
    ["from Austria to Germany without OSS", from(19, "AT", "DE"), NO_OSS, AT_HOME],
    ["from Switzerland to the United States", from(19, "CH", "US"), {}, UNPROVEN],
    ["exported from Austria under the German number", without("G", "AT", { clientCountry: "US" }), {}, UNPROVEN],
    ["sent from Austria to a business under the German number", without("K", "AT", FRENCH_BUSINESS), {}, UNPROVEN],
    ["from Poland to a consumer in France at the Polish rate", from(23, "PL", "FR"), { ...NO_OSS, registrations }, UNPROVEN],
    ["from Poland to a business in France at the Polish rate", from(23, "PL", "FR", FRENCH_BUSINESS), { ...NO_OSS, registrations }, ["PL"]],
  ])("goods %s", async (_, given, profile, expected) => {
    const report = await reportOf([given], profile);
    const { domestic, exports, recapitulative, oss, unplaced } = report;
    expect([exports.lines, recapitulative.lines, oss.lines]).toEqual([[], [], []]);
    const abroad = report.registrations.flatMap(({ country, domestic: { lines } }) => lines.map(() => country));
    const found = [...domestic.lines.map(() => "domestic"), ...abroad, ...unplaced.map(({ reason }) => reason)];
    expect(found).toEqual(expected);
  });
});

describe("without VAT by hand", () => {
  const free = (vatCategory: "E" | "Z" | "O", changes: Partial<InvoiceOrder> = {}) => {
    const reason = vatCategory === "Z" ? {} : { exemptionReason: "§ 4 Nr. 8 UStG" };
    return { ...manual({ taxRate: 0, vatCategory, ...reason }), ...changes };
  };
  const services = { supply: "services" } as const;
  const forfettario = { country: "IT", vatNumber: "IT00743110157", vatRegistered: false, ossRegistered: false };

  // biome-ignore format: a table is read by its columns
  test.each<[what: string, Partial<InvoiceOrder>, Partial<CompanyProfile>, string]>([
    [
      "an exempt digital service for a consumer",
      { clientCountry: "FR", isCompany: false, supply: "digital", ...manual({ vatCategory: "E", taxRate: 0 }) },
      {},
      "outsideScope FR",
    ],
    ["insurance for a French business", free("E", { ...FRENCH_BUSINESS, ...services }), {}, "outsideScope FR"],
    ["the same at a rate of 0", free("Z", { ...FRENCH_BUSINESS, supply: "digital" }), {}, "outsideScope FR"],
    ["the same outside the scope", free("O", { ...FRENCH_BUSINESS, ...services }), {}, "outsideScope FR"],
    ["insurance for an American company", free("E", { clientCountry: "US", isCompany: true, ...services }), {}, "outsideScope US"],
    ["insurance for an American who may be a consumer", free("E", { clientCountry: "US", ...services }), {}, "domestic E"],
    ["lessons for a French consumer", free("E", { clientCountry: "FR", ...services }), {}, "domestic E"],
    ["lessons for a French company without a number", free("E", { clientCountry: "FR", isCompany: true, ...services }), {}, "outsideScope FR"],
    ["rent at home for a French business", free("E", { ...FRENCH_BUSINESS, placeOfSupply: "DE" }), {}, "domestic E"],
    ["exempt goods for a French business", free("E", { ...FRENCH_BUSINESS, supply: "goods" }), {}, "domestic E"],
    ["insurance at home for a business", free("E", { clientVatNumber: "DE136695976", ...services }), {}, "domestic E"],
    ["a service between the parts of France", free("E", { clientCountry: "RE", isCompany: true, ...services }), { country: "FR", vatNumber: undefined }, "domestic E"],
    ["a voucher at home", free("O"), {}, "outsideScope DE"],
    ["a voucher for somebody from France", free("O", { clientCountry: "FR" }), {}, "supply_not_stated"],
    ["the same, sold at home", free("O", { clientCountry: "FR", placeOfSupply: "DE" }), {}, "outsideScope DE"],
    ["the same as a service, which is taxed at home", free("O", { clientCountry: "FR", ...services }), {}, "outsideScope DE"],
    ["a flat-rate taxpayer's service in France", free("E", { ...FRENCH_BUSINESS, ...services }), forfettario, "small_enterprise_service"],
    ["the same outside the scope", free("O", { ...FRENCH_BUSINESS, ...services }), forfettario, "small_enterprise_service"],
    ["the same of an Austrian small enterprise", free("O", { ...FRENCH_BUSINESS, ...services }), { ...forfettario, country: "AT", vatNumber: "ATU13585627" }, "FR40303265045"],
    ["the same of a German one", free("O", { ...FRENCH_BUSINESS, ...services }), { ...forfettario, country: "DE", vatNumber: "DE136695976" }, "outsideScope FR"],
  ])("%s", async (_, given, profile, expected) => {
    const { domestic, outsideScope, recapitulative, unplaced } = await reportOf([given], profile);
    expect([
      ...domestic.lines.map(({ category }) => `domestic ${category}`),
      ...outsideScope.lines.map(({ country }) => `outsideScope ${country}`),
      ...recapitulative.lines.map(({ clientVatNumber }) => clientVatNumber),
      ...unplaced.map(({ reason }) => reason),
    ]).toEqual([expected]);
  });
});

test.each<[string, Partial<InvoiceOrder>, string[]]>([
  [
    "an export to France",
    { clientCountry: "FR", ...manual({ vatCategory: "G", taxRate: 0 }) },
    ["export_inside_the_eu"],
  ],
  [
    "an export of art. 148",
    { clientCountry: "FR", ...manual({ vatCategory: "G", taxRate: 0, vatexCode: "VATEX-EU-148" }) },
    [],
  ],
  ["an exported service", { clientCountry: "FR", supply: "services", ...manual({ vatCategory: "G", taxRate: 0 }) }, []],
  [
    "an export for a French client",
    {
      clientCountry: "FR",
      deliverTo: { country: "US", address: { city: "Boston" } },
      ...manual({ vatCategory: "G", taxRate: 0 }),
    },
    [],
  ],
  [
    "an export to a name, whose place is the French client's",
    { clientCountry: "FR", deliverTo: { name: "Dépôt" }, ...manual({ vatCategory: "G", taxRate: 0 }) },
    ["export_inside_the_eu"],
  ],
  [
    "an intra-Community supply to the US",
    { ...FRENCH_BUSINESS, clientCountry: "US", ...manual({ vatCategory: "K", taxRate: 0 }) },
    ["intra_community_supply_outside_the_eu"],
  ],
  [
    "an intra-Community supply within Germany",
    { ...FRENCH_BUSINESS, deliverTo: { country: "DE" }, ...manual({ vatCategory: "K", taxRate: 0 }) },
    ["intra_community_supply_within_the_state"],
  ],
  [
    "a rate of Jungholz in Vienna",
    {
      ...{ clientCountry: "AT", clientAddress: { postalCode: "1010" }, supply: "goods" },
      ...manual({ vatCategory: "S", taxRate: 19 }),
    },
    ["rate_country_unproven"],
  ],
  [
    "a rate of Jungholz, to which no postal code says where in Austria",
    { clientCountry: "AT", supply: "goods", ...manual({ vatCategory: "S", taxRate: 19 }) },
    [],
  ],
])("%s has the reasons %j for having no place", async (_, given, expected) => {
  expect((await reportOf([given])).unplaced.map(({ reason }) => reason)).toEqual(expected);
});

describe("an OSS sale that is invoiced late", () => {
  const inDecember = order({ ...FRENCH_CONSUMER, supplyDate: "2026-12-31" });

  test("stays in its quarter as long as the return is not due", async () => {
    const { acme, clock } = await openBooks(undefined, { timeZone: "UTC" });
    clock.set("2027-01-31T12:00:00.000Z");
    await acme.issue(inDecember);
    expect((await acme.vatReport(Q4)).oss.lines.map(({ taxAmount }) => taxAmount)).toEqual([40]);
    const { oss, corrections } = await acme.vatReport(Q1);
    expect([oss.lines, corrections.oss]).toEqual([[], []]);
  });

  test("is a correction in the return of the quarter of issue, and an addition to its own", async () => {
    const { acme, clock } = await openBooks(undefined, { timeZone: "UTC" });
    clock.set("2027-02-01T12:00:00.000Z");
    const invoice = await acme.issue(inDecember);
    const old = await acme.vatReport({ ...Q4, asOf: "2027-01-31" });
    expect(old.oss.lines).toEqual([]);
    const { number, on, period, section, taxAmount } = old.corrections.additions[0]!;
    const expected = [invoice.invoiceNumber, "2027-02-01", "2026-Q4", "oss", 40];
    expect([number, on, period, section, taxAmount]).toEqual(expected);
    expect((await acme.vatReport(Q4)).oss.lines).toEqual([]);
    const { oss, corrections } = await acme.vatReport(Q1);
    expect(oss.lines).toEqual([]);
    const correction = { declaredIn: "2027-Q1", period: "2026-Q4", country: "FR" };
    expect(bare(corrections.oss)).toEqual([{ ...correction, ...euros(200, 40) }]);
    clock.set("2027-04-05T12:00:00.000Z");
    await acme.credit(invoice.id, { reason: "x" });
    const later = await acme.vatReport({ from: "2027-04-01", to: "2027-06-30" });
    expect(bare(later.corrections.oss)).toEqual([{ ...correction, declaredIn: "2027-Q2", ...euros(-200, -40) }]);
  });

  test("has no place after three years", async () => {
    const { acme, clock } = await openBooks();
    clock.set("2030-01-01T12:00:00.000Z");
    await acme.issue(inDecember);
    expect(reasons(await acme.vatReport({ from: "2030-01-01", to: "2030-03-31" }))).toEqual([
      ["0001", "oss_correction_too_late"],
    ]);
  });
});

describe("the recapitulative statement", () => {
  test("lists clients by number, and goods, services and triangular sales with the state's codes", async () => {
    const orders = [
      { ...FRENCH_BUSINESS, supply: "goods" },
      { ...FRENCH_BUSINESS, supply: "services" },
      { ...FRENCH_BUSINESS, supply: "digital" },
      { ...FRENCH_BUSINESS, supply: "goods", triangular: true },
      { clientCountry: "GR", clientVatNumber: "EL094259216", supply: "services" },
      { clientCountry: "GB", clientVatNumber: "XI980780684", supply: "goods" },
    ] as const;
    const statement = async (country: string) => {
      const { recapitulative } = await reportOf([...orders], { country, vatNumber: undefined });
      return bare(recapitulative.lines).map((line) => [line.clientVatNumber, line.kind, line.code, line.taxableAmount]);
    };
    expect(await statement("DE")).toEqual([
      ["EL094259216", "services", "S", 200],
      ["FR40303265045", "goods", "L", 200],
      ["FR40303265045", "services", "S", 400],
      ["FR40303265045", "triangular", "D", 200],
      ["XI980780684", "goods", "L", 200],
    ]);
    const codes = async (country: string) =>
      new Set((await statement(country)).map(([, kind, code]) => `${kind} ${code}`));
    expect(await codes("ES")).toEqual(new Set(["services S", "goods E", "triangular T"]));
    expect(await codes("PT")).toEqual(new Set(["services 5", "goods 1", "triangular 4"]));
    expect(await codes("RO")).toEqual(new Set(["services P", "goods L", "triangular T"]));
    expect(await codes("CZ")).toEqual(new Set(["services 3", "goods 0", "triangular 2"]));
    expect(await codes("BE")).toEqual(new Set(["services S", "goods L", "triangular T"]));
    expect(await codes("NL")).toEqual(new Set(["services null", "goods null", "triangular null"]));
  });

  test.each([
    ["2026-11-05", undefined, "2026-11-20"], // the invoice
    ["2026-09-05", undefined, "2026-10-15"], // or the 15th of the month after the supply
    ["2026-12-03", undefined, "2026-12-03"], // never before the supply
    ["2026-11-05", "2026-08-01", "2026-11-20"], // a prepayment does not count
  ])("goods supplied on %s with the tax point %s belong to %s", async (supplyDate, taxPointDate, on) => {
    const { acme } = await openBooks();
    await acme.issue(order({ ...FRENCH_BUSINESS, supply: "goods", supplyDate, taxPointDate }));
    const { recapitulative } = await acme.vatReport({ from: on, to: on });
    expect(recapitulative.lines).toHaveLength(1);
  });

  test("says which month a credit note of goods corrects: that of the invoice", async () => {
    const { acme, clock } = await openBooks();
    const invoice = await acme.issue(order({ ...FRENCH_BUSINESS, supply: "goods", supplyDate: "2026-11-05" }));
    clock.set(JANUARY);
    await acme.credit(invoice.id, { reason: "x" });
    const { included } = (await acme.vatReport(Q1)).corrections;
    expect(included.map(({ section, period }) => [section, period])).toEqual([["recapitulative", "2026-11"]]);
  });

  test("takes services on their tax point, and credit notes on their own day", async () => {
    const { acme, clock } = await openBooks();
    const invoice = await acme.issue(order({ ...FRENCH_BUSINESS, supply: "services", supplyDate: "2026-09-05" }));
    clock.set(JANUARY);
    await acme.credit(invoice.id, { reason: "x" });
    const bases = async (days: typeof Q3) =>
      (await acme.vatReport(days)).recapitulative.lines.map((it) => it.taxableAmount);
    expect([await bases(Q3), await bases(Q4), await bases(Q1)]).toEqual([[200], [], [-200]]);
  });
});

describe("services of a small enterprise for a business in another member state", () => {
  const small = (country: string) => ({ country, vatRegistered: false, ossRegistered: false, vatNumber: undefined });
  const placesOf = async (country: string, sale: Partial<InvoiceOrder>) => {
    const { domestic, recapitulative, unplaced } = await reportOf([sale], small(country));
    const listed = recapitulative.lines.map(({ clientVatNumber, kind }) => `${clientVatNumber} ${kind}`);
    return [...domestic.lines.map(({ category }) => category), ...listed, ...unplaced.map(({ reason }) => reason)];
  };
  const toFrance = { ...FRENCH_BUSINESS, supply: "services" } as const;
  const byHand = { ...toFrance, ...manual({ taxRate: 0, vatCategory: "AE" }) };

  test.each<[string, Partial<InvoiceOrder>, string]>([
    ["AT", toFrance, "FR40303265045 services"],
    ["AT", { ...toFrance, supply: "digital" }, "FR40303265045 services"],
    ["AT", byHand, "FR40303265045 services"],
    ["AT", { ...toFrance, supply: undefined }, "supply_not_stated"],
    ["DE", toFrance, "E"],
    ["DE", byHand, "AE"],
    ["DE", { ...toFrance, supply: undefined }, "E"],
    ["PL", toFrance, "small_enterprise_service"],
    ["PL", byHand, "FR40303265045 services"],
    ["FR", { ...toFrance, clientCountry: "DE", clientVatNumber: "DE136695976" }, "DE136695976 services"],
    ["PL", { ...toFrance, supply: undefined }, "supply_not_stated"],
    ["AT", { ...FRENCH_BUSINESS, supply: "goods" }, "E"],
    ["AT", { clientCountry: "FR", isCompany: true, supply: "services" }, "E"],
    ["AT", { clientCountry: "AT", clientVatNumber: "ATU13585627", supply: "services" }, "E"],
    ["AT", { clientCountry: "US", isCompany: true, supply: "services" }, "E"],
    ["US", toFrance, "E"],
  ])("from %s: %j is in %s", async (country, sale, place) => {
    expect(await placesOf(country, sale)).toEqual([place]);
  });
});

test("exports and sales outside the scope are listed by country", async () => {
  const { exports, outsideScope } = await reportOf([
    { clientCountry: "US", supply: "goods" },
    { clientCountry: "US", supply: "services", ...DOLLARS },
    { clientCountry: "CH", supply: "goods" },
    { ...manual({ taxRate: 0, vatCategory: "G" }), clientCountry: undefined },
  ]);
  expect(bare(exports.lines)).toEqual([
    { country: "CH", ...euros(200) },
    { country: "US", ...euros(200) },
    { country: null, ...euros(100) },
  ]);
  expect(bare(outsideScope.lines)).toEqual([{ country: "US", ...euros(180) }]);
});

describe("what has no place", () => {
  test("is listed by number, with its amounts and the reason", async () => {
    const report = await reportOf([
      { clientCountry: "FR" },
      FRENCH_BUSINESS,
      { clientCountry: "US" },
      { ...manual({ taxRate: 20 }), clientCountry: "FR" }, // its rate country, FR, proves nothing
      { ...manual({ taxRate: 0 }), clientCountry: "US" },
      { ...manual({ taxRate: 0, vatCategory: "AE" }), ...FRENCH_BUSINESS, supply: "goods" },
      { ...manual({ taxRate: 0, vatCategory: "AE" }), clientCountry: "US", supply: "services" },
      { ...manual({ taxRate: 0, vatCategory: "K" }), clientCountry: "FR" },
      { clientCountry: "FR", clientVatNumber: "DE136695976", supply: "services" },
    ]);
    expect(reasons(report)).toEqual([
      ["0001", "supply_not_stated"],
      ["0002", "supply_not_stated"],
      ["0003", "supply_not_stated"],
      ["0004", "supply_not_stated"],
      ["0005", "supply_not_stated"],
      ["0006", "reverse_charge_of_goods"],
      ["0007", "reverse_charge_outside_the_eu"],
      ["0008", "client_number_missing"],
      ["0009", "client_number_of_the_sellers_state"],
    ]);
    const amounts = { category: "S", taxRate: 20, ...euros(200, 40) };
    const { detail, ...first } = report.unplaced[0]!;
    expect(first).toEqual({
      kind: "invoice",
      number: "INV-202611-0001",
      on: "2026-11-20",
      ...amounts,
      reason: "supply_not_stated",
    });
    expect(detail).toContain("does not state whether it is goods");
    const sections = [report.domestic, report.oss, report.recapitulative, report.exports, report.outsideScope];
    expect(sections.map(({ lines }) => lines.length)).toEqual([0, 0, 0, 0, 0]);
  });

  test("cancelled invoices vanish, but those cancelled after the end of the days are listed", async () => {
    const { acme, clock } = await openBooks(undefined, { timeZone: "UTC" });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await acme.issue(order())).id);
    clock.set("2026-12-31T23:00:00.000Z");
    await acme.cancel(ids[0]!);
    clock.set(JANUARY);
    await acme.credit(ids[2]!, { reason: "x", lines: [{ line: 1, quantity: 1 }] });
    await acme.cancel(ids[1]!);
    await acme.cancel(ids[2]!);
    const report = await acme.vatReport(Q4);
    expect(reasons(report)).toEqual([
      ["0002", "cancelled_without_credit_note"],
      ["0003", "cancelled_without_credit_note"],
    ]);
    expect(report.unplaced.map(({ taxableAmount }) => taxableAmount)).toEqual([200, 100]);
    // What was credited was declared, and the credit note takes it back.
    expect(report.domestic.lines.map(({ taxableAmount }) => taxableAmount)).toEqual([100]);
    expect((await acme.vatReport(Q1)).domestic.lines.map(({ taxableAmount }) => taxableAmount)).toEqual([-100]);
    expect((await acme.vatReport({ from: Q4.from, to: Q1.to })).unplaced).toEqual([]);
  });

  test("documents that cannot be read are listed by the day of issue", async () => {
    const { acme, store } = await openBooks();
    const invoice = await acme.issue(order());
    await acme.credit(invoice.id, { reason: "x", lines: [{ line: 1, quantity: 1 }] });
    await acme.issue(order());
    const { journal } = store;
    const damaged: typeof journal = {
      ...journal,
      async invoicesAfter(...page) {
        const [first, second] = await journal.invoicesAfter(...page);
        if (first === undefined || second === undefined) return [];
        return [
          { ...first, entries: first.entries.map((entry) => ({ ...entry, document: "{}" })) },
          { ...second, document: "[]" },
        ];
      },
    };
    readWith(store, damaged);
    const report = await acme.vatReport(Q4);
    expect(report.unplaced.map(({ kind, number, reason }) => [kind, number, reason])).toEqual([
      ["invoice", "INV-202611-0002", "document_unreadable"],
      ["credit-note", "journal entry 2", "document_unreadable"],
    ]);
    expect(report.domestic.lines.map(({ taxAmount }) => taxAmount)).toEqual([38]);
    const before = await acme.vatReport({ ...Q4, asOf: "2026-11-19" });
    expect(before.unplaced).toEqual([]);
    const day = { on: "2026-11-20", recordedOn: "2026-11-20" };
    expect(before.corrections.additions.filter(({ section }) => section === "unplaced")).toEqual([
      { kind: "credit-note", number: "journal entry 2", ...day, section: "unplaced", period: "2026-Q4" },
      { kind: "invoice", number: "INV-202611-0002", ...day, section: "unplaced", period: "2026-Q4" },
    ]);
    expect((await acme.vatReport(Q1)).unplaced).toEqual([]);
  });

  test("documents with a total but without a VAT breakdown cannot be read", async () => {
    const { acme, store } = await openBooks();
    await acme.issue(order());
    const { journal } = store;
    const damaged: typeof journal = {
      ...journal,
      async invoicesAfter(...page) {
        return (await journal.invoicesAfter(...page)).map((invoice) => {
          return { ...invoice, document: JSON.stringify({ ...JSON.parse(invoice.document), vatBreakdown: [] }) };
        });
      },
    };
    readWith(store, damaged);
    expect(reasons(await acme.vatReport(Q4))).toEqual([["0001", "document_unreadable"]]);
  });

  test.each<[string, boolean, object]>([
    ["/documentVersion", true, { documentVersion: 2 }],
    ["/documentVersion", false, { documentVersion: undefined }],
    ["/total", true, { total: "238" }],
    ["/currency", true, { currency: undefined }],
    ["/vatTreatment", true, { vatTreatment: 1 }],
    ["/taxPointDate", true, { taxPointDate: "2026-11-31" }],
    ["/seller/country", true, { seller: {} }],
    ["/items/0/vatCategory", true, { items: [{ netAmount: 200, taxRate: 19 }] }],
    ["/items/0/netAmount", true, { items: [{ taxRate: 19, vatCategory: "S" }] }],
    [
      "/vatBreakdown/0/taxAmount",
      true,
      { vatBreakdown: [{ category: "S", taxRate: 19, rateCountry: "DE", taxableAmount: 200 }] },
    ],
    ["/exchangeRate/rate", true, { exchangeRate: { rate: "1.2", date: "2026-11-20", source: "ECB" } }],
    ["/prepaidAmount", true, { prepaidAmount: "10" }],
    ["/exchangeRate/date", false, { exchangeRate: { rate: 1.2 }, taxCurrency: "SEK" }],
    ["/clientName", false, { clientName: 5 }],
    ["/supplyDate", false, { supplyDate: 20261120 }],
    ["/seller/name", false, { seller: { country: "DE" } }],
    ["/items/0/supply", false, { items: [{ netAmount: 200, taxRate: 19, vatCategory: "S", supply: "gifts" }] }],
  ])("a document with a faulty %s has no place in a return: %s", async (_, isUnreadable, changes) => {
    const { acme, store } = await openBooks();
    await acme.issue(order());
    const { journal } = store;
    const damaged: typeof journal = {
      ...journal,
      async invoicesAfter(...page) {
        return (await journal.invoicesAfter(...page)).map((invoice) => {
          return { ...invoice, document: JSON.stringify({ ...JSON.parse(invoice.document), ...changes }) };
        });
      },
    };
    readWith(store, damaged);
    const report = await acme.vatReport(Q4);
    expect(reasons(report)).toEqual(isUnreadable ? [["0001", "document_unreadable"]] : []);
    const [currency, taxAmount] = "taxCurrency" in changes ? ["SEK", 45.6] : ["EUR", 38];
    const declared = report.domestic.lines.map((line) => [line.currency, line.taxAmount]);
    expect(declared).toEqual(isUnreadable ? [] : [[currency, taxAmount]]);
  });

  test.each([
    [true, {}, [["payment", "INV-202611-0001", "2026-11-20", "payment_unreadable"]]],
    [false, { taxPointDate: "2026-11-21" }, [["payment", "INV-202611-0001", "2026-11-20", "payment_unreadable"]]],
    [false, {}, []],
  ])(
    "payments that cannot be read are listed if they declare the invoice (cash accounting: %s, %j)",
    async (cashAccounting, changes, listed) => {
      const { acme, pay, store } = await openBooks(memoryStore(), { cashAccounting });
      const sold = await acme.issue(order(changes));
      const exempt = await acme.issue(order(manual({ taxRate: 0, vatCategory: "E", exemptionReason: "§ 4" })));
      for (const { id } of [sold, exempt]) await pay(id, { amount: 10 });
      const { journal } = store;
      const damaged: typeof journal = {
        ...journal,
        async invoicesAfter(...page) {
          return (await journal.invoicesAfter(...page)).map((invoice) => ({
            ...invoice,
            entries: invoice.entries.map((entry) => {
              return entry.kind === "payment.recorded" ? { ...entry, document: '{"amount":10}' } : entry;
            }),
          }));
        },
      };
      readWith(store, damaged);
      const { unplaced } = await acme.vatReport(Q4);
      expect(unplaced.map(({ kind, number, on, reason }) => [kind, number, on, reason])).toEqual(listed);
    },
  );
});

test("what comes while a report is being read does not change it", async () => {
  const { acme, store } = await openBooks();
  const invoice = await acme.issue(order());
  const head = await store.journal.head("acme");
  await acme.credit(invoice.id, { reason: "x" });
  await acme.issue(order());
  readWith(store, { ...store.journal, head: async () => head });
  const report = await acme.vatReport(Q4);
  expect(report.domestic.lines.map(({ taxAmount }) => taxAmount)).toEqual([38]);
});

test("credit notes stay where their invoices are, although the seller has moved", async () => {
  const madrid = { country: "ES", vatNumber: undefined, address: { postalCode: "28001" } };
  const { acme } = await openBooks(memoryStore(), madrid);
  const invoice = await acme.issue(order({ clientCountry: "ES", supply: "goods" }));
  const abroad = await acme.issue(order({ clientCountry: "FR", supply: "goods" }));
  await acme.saveProfile({ ...(await acme.profile()), address: { postalCode: "35001" } });
  for (const { id } of [invoice, abroad]) await acme.credit(id, { reason: "x", lines: [{ line: 1, quantity: 1 }] });
  const { domestic, oss } = await acme.vatReport(Q4);
  expect([...domestic.lines, ...oss.lines].map(({ taxableAmount }) => taxableAmount)).toEqual([100, 100]);
  expect((await acme.ossThreshold({ year: 2026 })).soFar).toBe(100);
});

describe("cash accounting", () => {
  const cash = { cashAccounting: true };
  const vat = async (acme: Awaited<ReturnType<typeof openBooks>>["acme"], from: string, to: string) =>
    (await acme.vatReport({ from, to })).domestic.lines.map(({ taxRate, taxAmount }) => [taxRate, taxAmount]);

  test("declares taxed sales at home by payments, in the shares of their rates, and everything else by tax point", async () => {
    const { acme, pay } = await openBooks(memoryStore(), cash);
    const sale = await acme.issue(
      order(manual({ taxRate: 19 }, { taxRate: 7 }, { taxRate: 0, vatCategory: "E", exemptionReason: "§ 4" })),
    );
    await acme.issue(order(FRENCH_CONSUMER));
    expect(await vat(acme, "2026-11-01", "2026-11-30")).toEqual([[0, 0]]); // the exemption
    expect((await acme.vatReport(Q4)).oss.lines).toHaveLength(1);
    await pay(sale.id, { amount: 163, paidOn: "2026-12-01" });
    await pay(sale.id, { amount: 163, paidOn: "2027-01-15" });
    expect(await vat(acme, "2026-12-01", "2026-12-31")).toEqual([
      [7, 3.5],
      [19, 9.5],
    ]);
    expect(await vat(acme, "2026-12-01", "2027-01-31")).toEqual([
      [7, 7],
      [19, 19],
    ]);
  });

  test("a credit note counts once it is refunded, and of the line that it credits", async () => {
    const { acme, pay } = await openBooks(memoryStore(), cash);
    const sale = await acme.issue(order(manual({ taxRate: 19 }, { taxRate: 7 })));
    await pay(sale.id, { amount: sale.total, paidOn: "2026-11-20" });
    await acme.credit(sale.id, { reason: "x", lines: [{ line: 2 }] });
    const all = [
      [7, 7],
      [19, 19],
    ];
    expect(await vat(acme, "2026-11-01", "2026-11-30")).toEqual(all);
    await pay(sale.id, { amount: -107, paidOn: "2026-12-01" });
    expect(await vat(acme, "2026-11-01", "2026-11-30")).toEqual(all);
    expect(await vat(acme, "2026-12-01", "2026-12-31")).toEqual([[7, -7]]);
  });

  test("what was credited before it was paid is never declared, nor what was cancelled unpaid", async () => {
    const { acme, pay } = await openBooks(memoryStore(), cash);
    const sale = await acme.issue(order(manual({ taxRate: 19 }, { taxRate: 7 })));
    await acme.credit(sale.id, { reason: "x", lines: [{ line: 2 }] });
    await pay(sale.id, { amount: 119, paidOn: "2026-12-01" });
    const cancelled = await acme.issue(order());
    await acme.cancel(cancelled.id);
    expect(await vat(acme, "2026-10-01", "2026-12-31")).toEqual([[19, 19]]);
    expect((await acme.vatReport(Q4)).unplaced).toEqual([]);
  });

  test("money that stays with a cancelled invoice stays declared until it is refunded", async () => {
    const { acme, pay, clock } = await openBooks(memoryStore(), cash);
    const sale = await acme.issue(order());
    await pay(sale.id, { amount: 119, paidOn: "2026-11-20" });
    clock.set(JANUARY);
    await acme.cancel(sale.id);
    await pay(sale.id, { amount: -119, paidOn: "2027-01-31" });
    expect(await vat(acme, Q4.from, Q4.to)).toEqual([[19, 19]]);
    expect(await vat(acme, Q1.from, Q1.to)).toEqual([[19, -19]]);
  });

  test("what was prepaid counts from the tax point, and a total of 0 is declared on it", async () => {
    const { acme } = await openBooks(memoryStore(), cash);
    await acme.issue(order({ prepaidAmount: 119, supplyDate: "2026-10-05" }));
    const item = { description: "x", quantity: 1, unitPrice: 100, taxRate: 19 };
    await acme.issue(order({ autoVat: false, items: [item, { ...item, quantity: -1.19, taxRate: 0 }] }));
    expect(await vat(acme, "2026-10-05", "2026-10-05")).toEqual([[19, 19]]);
    expect(await vat(acme, "2026-11-20", "2026-11-20")).toEqual([
      [19, 19],
      [0, 0],
    ]);
  });
});

describe("a report as of a day", () => {
  test("is what it was, and lists what came later with the quarter that it changes", async () => {
    const { acme, clock } = await openBooks();
    const sale = await acme.issue(order());
    const cancelled = await acme.issue(order(FRENCH_CONSUMER));
    clock.set(JANUARY);
    const filed = await acme.vatReport(Q4);
    clock.set("2027-02-10T12:00:00.000Z");
    await acme.issue(order({ supplyDate: "2026-12-20" }));
    await acme.credit(sale.id, { reason: "x", lines: [{ line: 1, quantity: 1 }] });
    await acme.cancel(cancelled.id);
    await acme.issue(order()); // no business of that quarter
    const { corrections, ...again } = await acme.vatReport({ ...Q4, asOf: "2027-01-20" });
    const { corrections: before, ...sections } = filed;
    expect(again).toEqual(sections);
    expect({ ...corrections, additions: [] }).toEqual(before);
    const home = { section: "domestic", category: "S", taxRate: 19 };
    const common = { period: "2026-Q4", recordedOn: "2027-02-10" };
    expect(corrections.additions).toEqual([
      { ...common, ...home, kind: "credit-note", number: "INV-CN-202702-0001", on: "2027-02-10", ...euros(-100, -19) },
      {
        ...common,
        kind: "cancellation",
        number: "INV-202611-0002",
        on: "2026-11-20",
        section: "oss",
        category: "S",
        taxRate: 20,
        ...euros(-200, -40),
      },
      { ...common, ...home, kind: "invoice", number: "INV-202702-0003", on: "2026-12-20", ...euros(200, 38) },
    ]);
    // What was recorded on the day itself is known at its end.
    expect(await acme.vatReport({ ...Q4, asOf: "2027-02-10" })).toEqual(await acme.vatReport(Q4));
  });

  test.each([{ timeZone: "Europe/Berlin" }, {}])("goes by the days of the company's time zone: %j", async (zone) => {
    const { acme, clock } = await openBooks(memoryStore(), zone);
    clock.set("2026-11-20T23:30:00.000Z");
    const { id } = await acme.issue(order());
    const count = async (asOf: string) => (await acme.vatReport({ ...Q4, asOf })).domestic.lines.length;
    expect([await count("2026-11-20"), await count("2026-11-21")]).toEqual([0, 1]);
    clock.set("2026-11-21T23:30:00.000Z");
    await acme.cancel(id);
    expect([await count("2026-11-21"), await count("2026-11-22")]).toEqual([1, 0]);
  });

  test.each([
    [undefined, "2026-11-20"],
    ["on Friday, November 20", "2026-11-20"],
    ["2026-11-20T03:30:00+01:00", "2026-11-19"], // 21:30 of the day before in New York
    ["2026-11-20T23:30:00-05:00", "2026-11-20"],
  ])("counts an invoice of another writer with issuedAt %s from %s on", async (issuedAt, day) => {
    const { acme, store } = await openBooks(memoryStore(), { timeZone: "America/New_York" });
    await acme.issue(order());
    const { journal } = store;
    const rewritten: typeof journal = {
      ...journal,
      async invoicesAfter(...page) {
        const rows = await journal.invoicesAfter(...page);
        return rows.map((row) => ({ ...row, document: JSON.stringify({ ...JSON.parse(row.document), issuedAt }) }));
      },
    };
    readWith(store, rewritten);
    const count = async (asOf: string) => (await acme.vatReport({ ...Q4, asOf })).domestic.lines.length;
    const days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"];
    const known: string[] = [];
    for (const asOf of days) if ((await count(asOf)) > 0) known.push(asOf);
    expect(known[0]).toBe(day);
  });

  test("takes late payments for additions under cash accounting", async () => {
    const { acme, pay, clock } = await openBooks(memoryStore(), { cashAccounting: true });
    const sale = await acme.issue(order());
    await pay(sale.id, { amount: 119, paidOn: "2026-12-01" });
    clock.set(JANUARY);
    await pay(sale.id, { amount: 119, paidOn: "2026-12-30" });
    const { domestic, corrections } = await acme.vatReport({ ...Q4, asOf: "2026-12-31" });
    expect(domestic.lines.map(({ taxAmount }) => taxAmount)).toEqual([19]);
    expect(corrections.additions.map(({ kind, taxAmount, recordedOn }) => [kind, taxAmount, recordedOn])).toEqual([
      ["payment", 19, "2027-01-20"],
    ]);
  });

  test("names the quarters of late payments, not that of their invoice, and the day that recorded each change", async () => {
    const { acme, pay, clock } = await openBooks(memoryStore(), { cashAccounting: true });
    const sale = await acme.issue(order({ supplyDate: "2026-06-30" }));
    clock.set(JANUARY);
    await pay(sale.id, { amount: 119, paidOn: "2026-12-30" });
    await pay(sale.id, { amount: 59.5, paidOn: "2026-09-30" });
    clock.set("2027-02-20T12:00:00.000Z");
    await pay(sale.id, { amount: 11.9, paidOn: "2027-02-20" });
    const { additions } = (await acme.vatReport({ from: Q3.from, to: Q4.to, asOf: "2026-12-31" })).corrections;
    const common = { kind: "payment", recordedOn: "2027-01-20" };
    expect(additions).toMatchObject([
      { ...common, period: "2026-Q3", taxAmount: 9.5 },
      { ...common, period: "2026-Q4", taxAmount: 19 },
    ]);
  });
});

test.each([
  [{ from: "2026-12-31", to: "2026-10-01" }, "/from"],
  [{ ...Q4, from: "2026-02-30" }, "/from"],
  [{ ...Q4, asOf: "yesterday" }, "/asOf"],
  [{ ...Q4, rates: { SEK: 0 } }, "/rates/SEK"],
  [{ ...Q4, rates: { SEK: 0.0000009 } }, "/rates/SEK"],
  [{ ...Q4, rates: { SEK: { "2026-Q4": 1_000_000_001 } } }, "/rates/SEK/2026-Q4"],
  [{ ...Q4, rates: { EUR: 2 } }, "/rates/EUR"],
  [{ ...Q4, rates: { EUR: { "2026-Q4": 1 } } }, "/rates/EUR"],
  [{ ...Q4, rates: { sek: 11 } }, "/rates/sek"],
  [{ ...Q4, asof: "2026-12-31" }, "/asof"],
])("the request %j is refused at %s", async (request, pointer) => {
  const { acme } = await openBooks();
  const [, ...faults] = await refusalOf(acme.vatReport(request as typeof Q4));
  expect(faults.map((fault) => fault.split(":")[0])).toEqual([pointer]);
});

test("an unknown company is refused, and one without invoices has empty sections", async () => {
  const { acme, invoicing } = await openBooks();
  const unknown = invoicing.company("nobody").vatReport(Q4);
  await expect(unknown).rejects.toMatchObject({ code: "company_not_found" });
  const { domestic, oss, unplaced } = await acme.vatReport(Q4);
  expect([domestic.lines, oss, unplaced]).toEqual([[], { lines: [], ratesNeeded: [] }, []]);
});

test("VAT under Italian split payment has lines of its own", async () => {
  const italian = { country: "IT", vatNumber: "IT00743110157" };
  const orders = [{}, { national: { it: { splitPayment: true } } }].map((more) => ({
    ...{ clientCountry: "IT", items: price(100), ...more },
  }));
  const { acme } = await openBooks(memoryStore(), italian);
  await acme.issue(order(orders[0]));
  const split = await acme.issue(order(orders[1]));
  const rate = { category: "S", taxRate: 22 };
  expect(bare((await acme.vatReport(Q4)).domestic.lines)).toStrictEqual([
    { ...rate, ...euros(100, 22) },
    { ...rate, splitPayment: true, ...euros(100, 22) },
  ]);
  await acme.credit(split.id, { reason: "x" });
  expect(bare((await acme.vatReport(Q4)).domestic.lines)).toStrictEqual([{ ...rate, ...euros(100, 22) }]);
});
