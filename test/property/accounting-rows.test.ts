/**
 * Goal: the rows for bookkeeping declare what the VAT report of the same days declares, and leave on the client's account what the
 * client owes.
 * Method: random books with sales of all kinds, with and without cash accounting, paid in parts, early and late, with cash
 * discounts, credit notes, cancellations and bad debts. For random days, the rows of each section add up to its lines. Over all
 * days, the rows of an invoice add up to what is due of it, but for the cents of shares that several returns declare.
 */
import {
  type AccountingRow,
  type Company,
  createInvoicing,
  type InvoiceOrder,
  isRefusal,
  type VatReport,
} from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { tries } from "../support/tries.ts";

const item = (unitPrice: number, changes: object = {}) => ({ description: "x", quantity: 3, unitPrice, ...changes });
const dollars = { currency: "USD", exchangeRate: { rate: 0.9137, date: "2026-08-20", source: "ECB" } };
const business = { clientCountry: "AT", clientVatNumber: "ATU62934800" };
const polish = { supply: "goods", dispatchedFrom: "PL" } as const;

const SALES: readonly ((own: string, price: number) => Partial<InvoiceOrder>)[] = [
  (own) => ({ clientCountry: own, supply: "services" }),
  (own) => ({ clientCountry: own, supply: "goods", cashDiscounts: [{ percent: 2, days: 60 }] }),
  (own) => ({ clientCountry: own, supply: "services", ...dollars }),
  (own) => ({ clientCountry: own, supply: "services", currency: "USD" }),
  (own, price) => ({
    ...{ clientCountry: own, supply: "services", autoVat: false },
    items: [item(price, { taxRate: 7 }), item(price, { taxRate: 5 }), item(1.11, { taxRate: 0, vatCategory: "E" })],
  }),
  () => ({ clientCountry: "SE", supply: "goods", currency: "SEK" }),
  () => ({ clientCountry: "SE", supply: "digital" }),
  (_, price) => ({
    ...{ clientCountry: "SE", items: [item(price, { supply: "goods" }), item(price, { supply: "services" })] },
  }),
  () => ({ ...business, supply: "goods" }),
  () => ({ ...business, supply: "services" }),
  () => business,
  () => ({ clientCountry: "US", supply: "goods" }),
  () => ({ clientCountry: "US", supply: "services" }),
  () => ({ ...polish, clientCountry: "PL" }),
  (own) => ({ clientCountry: own, documentType: "386", supply: "services" }),
  () => ({ clientCountry: "SE", documentType: "386", supply: "digital" }),
];

const target = fc.nat(30);
const ago = fc.constantFrom(0, 3, 30, 80);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      sale: fc.nat(SALES.length - 1),
      cents: fc.integer({ min: 1, max: 99_999 }),
      supplied: fc.option(fc.constantFrom(-40, -1, 20, 100)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ paid: target, part: fc.constantFrom(-0.5, 1 / 3, 0.5, 0.98, 1), ago }) },
  { weight: 2, arbitrary: fc.record({ credited: target, part: fc.constantFrom(undefined, 1, 0.37) }) },
  { weight: 1, arbitrary: fc.record({ cancelled: target }) },
  { weight: 1, arbitrary: fc.record({ lost: target }) },
  { weight: 1, arbitrary: fc.record({ alone: fc.integer({ min: 1, max: 9_999 }) }) },
  { weight: 3, arbitrary: fc.record({ waits: fc.constantFrom(1, 15, 40) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const DAY_MS = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const START = Date.parse("2026-08-20T10:00:00Z");

async function take(acme: Company, own: string, ids: string[], now: number, each: Step): Promise<void> {
  if ("sale" in each) {
    const supplyDate = each.supplied === null ? undefined : dayOf(now + each.supplied * DAY_MS);
    const price = each.cents / 100;
    ids.push((await acme.issue(order({ items: [item(price)], supplyDate, ...SALES[each.sale]!(own, price) }))).id);
    return;
  }
  if ("alone" in each) {
    const correctedInvoices = [{ number: "OLD-1", issueDate: "2026-08-01" }];
    const client = { clientName: "A", clientCountry: own, supply: "services" } as const;
    await acme.issueCreditNote({ ...client, reason: "x", correctedInvoices, items: [item(each.alone / 100)] });
    return;
  }
  const id = ids[(Object.values(each)[0] as number) % Math.max(1, ids.length)];
  if (id === undefined) return;
  if ("cancelled" in each) await acme.cancel(id);
  else if ("lost" in each) await acme.writeOff(id, { reason: "insolvent", on: dayOf(now) });
  else if ("credited" in each) {
    const lines = each.part === undefined ? undefined : [{ line: 1, quantity: each.part }];
    await acme.credit(id, { reason: "x", lines });
  } else if ("paid" in each) {
    const { amountDue, amountPaid, cashDiscounts } = await acme.get(id);
    const amount = Math.round((each.part < 0 ? amountPaid : amountDue) * each.part * 100) / 100;
    const cashDiscount = each.part === 0.98 && cashDiscounts !== undefined;
    await acme.recordPayment(id, { amount, cashDiscount, paidOn: dayOf(now - each.ago * DAY_MS) });
  }
}

const ACCOUNTS = {
  sales: [{ taxRate: 19, account: "8400" }, { account: "8000" }],
  payments: [{ account: "1200" }],
  debtors: { first: "10000" },
};

type Sums = Record<string, readonly [taxable: number, tax: number]>;
type Amounts = Pick<AccountingRow, "currency" | "taxableAmount" | "taxAmount">;

/** In hundredths, without what cancels out. */
function sumsOf(parts: readonly (readonly [key: unknown, amounts: Amounts])[]): Sums {
  const sums = new Map<string, [number, number]>();
  for (const [key, { currency, taxableAmount, taxAmount }] of parts) {
    const id = JSON.stringify([key, currency]);
    const [taxable, tax] = sums.get(id) ?? [0, 0];
    sums.set(id, [taxable + Math.round(taxableAmount * 100), tax + Math.round(taxAmount * 100)]);
  }
  return Object.fromEntries([...sums].filter(([, [taxable, tax]]) => taxable !== 0 || tax !== 0).sort());
}

function declaredBy(report: VatReport): Sums {
  const { oss, corrections, unplaced, registrations } = report;
  const states = [{ ...report, state: null }, ...registrations.map((each) => ({ ...each, state: each.country }))];
  return sumsOf([
    ...states.flatMap(({ state, domestic, recapitulative, exports, outsideScope }) => [
      ...domestic.lines.map((line) => [[state, "domestic", line.category, line.taxRate], line] as const),
      ...recapitulative.lines.map((line) => [[state, "recapitulative", line.clientVatNumber], line] as const),
      ...exports.lines.map((line) => [[state, "exports", line.country], line] as const),
      ...outsideScope.lines.map((line) => [[state, "outsideScope", line.country], line] as const),
    ]),
    ...[...oss.lines, ...corrections.oss].flatMap(({ country, asIssued }) => {
      return asIssued.map((amounts) => [["oss", country], amounts] as const);
    }),
    ...unplaced.map((each) => [["unplaced", each.number, each.reason], each as Amounts] as const),
  ]);
}

function declaredIn(rows: readonly AccountingRow[]): Sums {
  return sumsOf(
    rows.map((row) => {
      const { section, registrationCountry: state, category, taxRate, clientVatNumber, country, asIssued } = row;
      if (section === "domestic") return [[state, section, category, taxRate], row];
      if (section === "recapitulative") return [[state, section, clientVatNumber], row];
      if (section === "oss") return [[section, country], asIssued];
      if (section === "unplaced") return [[section, row.number, row.reason], asIssued];
      return [[state, section, country], row];
    }),
  );
}

const KINDS = ["invoice", "credit-note", "cancellation", "write-off", "discount", "paid-sale", "payment"];

const scene = fc.record({
  country: fc.constantFrom("DE", "ES"),
  cashAccounting: fc.boolean(),
  steps: fc.array(step, { minLength: 10, maxLength: 40, size: "max" }),
  spans: fc.array(fc.record({ month: fc.nat(20), length: fc.constantFrom(1, 3, 12) }), {
    minLength: 6,
    maxLength: 6,
  }),
});
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

/** A cash discount, a bad debt that is partly paid later, an invoice paid before its supply, an advance for OSS in two parts. */
const RARE: Scene = {
  country: "DE",
  cashAccounting: false,
  spans: [
    { month: 2, length: 12 },
    { month: 2, length: 1 },
  ],
  steps: [
    { sale: 1, cents: 3333, supplied: null },
    { paid: 0, part: 0.98, ago: 0 },
    { sale: 0, cents: 3333, supplied: null },
    { lost: 1 },
    { waits: 15 },
    { paid: 1, part: 0.5, ago: 0 },
    { sale: 0, cents: 3333, supplied: 100 },
    { paid: 2, part: 0.5, ago: 0 },
    { sale: 15, cents: 3333, supplied: null },
    { paid: 3, part: 0.5, ago: 0 },
    { waits: 1 },
    { paid: 3, part: 0.5, ago: 0 },
  ],
};

/** Shares of cents in returns of two quarters, each of which rounds its own: 0.015 and 0.015 of a net amount of 0.03. */
const SHARED_CENTS: Scene = {
  country: "DE",
  cashAccounting: false,
  spans: [{ month: 0, length: 12 }],
  steps: [
    { sale: 5, cents: 1, supplied: 100 },
    { paid: 0, part: 0.5, ago: 0 },
  ],
};

/** What takes back an invoice of earlier days, whose report has it. */
const isTakenBack = ({ kind, reason }: AccountingRow) => {
  return kind === "cancellation" && reason === "cancelled_without_credit_note";
};

test("the rows of some days add up to their VAT report, and those of an invoice to what is due of it", async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(scene, async ({ country, cashAccounting, steps, spans }) => {
    const clock = new TestClock(new Date(START).toISOString());
    const acme = createInvoicing({ store: memoryStore(), clock }).company("acme");
    const vatNumber = country === "DE" ? "DE136695976" : "ESB58378431";
    const registrations = [{ country: "PL", vatNumber: "PL5260250995" }];
    await acme.saveProfile(germanProfile({ country, vatNumber, cashAccounting, ossRegistered: true, registrations }));
    const ids: string[] = [];
    let now = START;
    for (const each of steps) {
      if ("waits" in each) {
        now += each.waits * DAY_MS;
        clock.set(new Date(now).toISOString());
        continue;
      }
      await take(acme, country, ids, now, each).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
    }
    for (const { month, length } of spans) {
      const monthStart = (months: number) => Date.UTC(2026, 5 + months, 1);
      const span = { from: dayOf(monthStart(month)), to: dayOf(monthStart(month + length) - DAY_MS) };
      const rows = await acme.accountingRows({ ...span, accounts: ACCOUNTS });
      for (const { kind } of rows) seen.add(kind);
      expect(rows.every(({ on }) => on >= span.from && on <= span.to)).toBe(true);
      expect(rows.every(({ account }) => account !== null)).toBe(true);
      expect(declaredIn(rows.filter((row) => !isTakenBack(row)))).toEqual(declaredBy(await acme.vatReport(span)));
    }
    if (cashAccounting) return;
    const all = await acme.accountingRows({ from: "2000-01-01", to: "2099-12-31", accounts: ACCOUNTS });
    for await (const invoice of acme.listAll()) {
      const { invoiceNumber, status, amountDue, amountPaid, exchangeRate, documentType } = invoice;
      const own = all.filter((row) => row.invoiceNumber === invoiceNumber);
      const isWrittenOff = own.some(({ kind }) => kind === "write-off");
      if (exchangeRate !== undefined || documentType === "386" || isWrittenOff) continue;
      const owed = own.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      const due = status === "CANCELLED" ? 0 - amountPaid : amountDue;
      // Each return rounds its share of an invoice that is paid before its tax point: net and VAT, each by a cent at most.
      const shares = own.filter(({ kind }) => kind === "paid-sale").length;
      const apart = shares === 0 ? 0 : 2 * (shares + 1);
      expect(Math.abs(owed - Math.round(due * 100)), invoiceNumber).toBeLessThanOrEqual(apart);
      expect(new Set(own.map(({ debtor }) => debtor)).size).toBeLessThan(2);
    }
  });
  await fc.assert(property, { numRuns: tries(120, 4), examples: [[RARE], [SHARED_CENTS]] });
  expect([...seen].sort()).toEqual([...KINDS].sort());
});
