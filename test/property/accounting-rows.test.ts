/**
 * Goal: the rows for bookkeeping declare what the VAT report of the same days declares, and leave on the client's account what the
 * client owes.
 * Method: random books with sales of all kinds, with and without cash accounting, paid in parts, early and late, with cash
 * discounts, credit notes, also over several invoices, advances with their final invoices, corrected invoices, withheld amounts,
 * cancellations and bad debts. For random days, the rows of each section add up to its lines, and DATEV's batch has each of them
 * or names it. Over all days, the rows of an invoice add up to what is due of it, but for the cents of shares that several returns
 * declare. Rows of each month, exported when it has ended, leave nothing on any account of what was cancelled since.
 */
import {
  type AccountingRow,
  type AccountMap,
  accountingFaults,
  type Company,
  createInvoicing,
  datevBatch,
  type InvoiceOrder,
  isRefusal,
  type VatReport,
} from "faktura";
import { memoryStore } from "faktura/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type IssuedSales, saleStep, takeSaleStep } from "../support/every-sale.ts";
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
  { weight: 8, arbitrary: fc.record({ any: saleStep }) },
  { weight: 3, arbitrary: fc.record({ waits: fc.constantFrom(1, 15, 40) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const DAY_MS = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const START = Date.parse("2026-08-20T10:00:00Z");

async function take(acme: Company, own: string, issued: IssuedSales, now: number, each: Step): Promise<void> {
  if ("any" in each) return takeSaleStep(acme, each.any, issued);
  if ("sale" in each) {
    const supplyDate = each.supplied === null ? undefined : dayOf(now + each.supplied * DAY_MS);
    const price = each.cents / 100;
    const sold = order({ items: [item(price)], supplyDate, ...SALES[each.sale]!(own, price) });
    issued.sales.push({ id: (await acme.issue(sold)).id, order: sold });
    return;
  }
  if ("alone" in each) {
    const correctedInvoices = [{ number: "OLD-1", issueDate: "2026-08-01" }];
    const client = { clientName: "A", clientCountry: own, supply: "services" } as const;
    await acme.issueCreditNote({ ...client, reason: "x", correctedInvoices, items: [item(each.alone / 100)] });
    return;
  }
  const { id } = issued.sales[(Object.values(each)[0] as number) % Math.max(1, issued.sales.length)] ?? {};
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

const ACCOUNTS: AccountMap = {
  sales: [
    { section: "oss", account: "8320", taxKey: "240" },
    { section: "recapitulative", account: "8336" },
    { section: "exports", account: "8120" },
    { country: "PL", account: "8300" },
    ...[{ taxRate: 19, account: "8400" }, { account: "8000" }],
  ],
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

/** A sale by OSS and one to a business in the EU that are cancelled in later months. */
const CANCELLED_LATER: Scene = {
  country: "DE",
  cashAccounting: false,
  spans: [{ month: 2, length: 12 }],
  steps: [
    { sale: 6, cents: 3333, supplied: null },
    { sale: 8, cents: 3333, supplied: null },
    { waits: 40 },
    { cancelled: 0 },
    { cancelled: 1 },
    { waits: 40 },
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

/** What happens to the books, and the rows of each month as they were when it had ended. */
async function filedRows(acme: Company, own: string, steps: readonly Step[], clock: TestClock, issued: IssuedSales) {
  const filed: AccountingRow[] = [];
  let now = START;
  for (const each of steps) {
    if ("waits" in each) {
      const before = now;
      now += each.waits * DAY_MS;
      clock.set(new Date(now).toISOString());
      for (const span of monthsEnded(before, now))
        filed.push(...(await acme.accountingRows({ ...span, accounts: ACCOUNTS })));
      continue;
    }
    await take(acme, own, issued, now, each).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }
  return filed;
}

const firstOfMonth = (time: number, months = 0) => {
  const day = new Date(time);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1);
};

function* monthsEnded(before: number, now: number) {
  for (let from = firstOfMonth(before); firstOfMonth(from, 1) <= now; from = firstOfMonth(from, 1)) {
    yield { from: dayOf(from), to: dayOf(firstOfMonth(from, 1) - DAY_MS) };
  }
}

/** A row that DATEV's file cannot have is named, and every other one is in it with its amount, accounts and day. */
function requireBatch(rows: readonly AccountingRow[], span: { from: string; to: string }): void {
  const batch = { span, settings: { consultant: 29098, client: 55003 }, createdAt: new Date(START) };
  const isOneYear = span.from.slice(0, 4) === span.to.slice(0, 4);
  expect(accountingFaults([], batch).map(({ code }) => code)).toEqual(isOneYear ? [] : ["fiscal_year_exceeded"]);
  const faultsOf = (row: AccountingRow) => accountingFaults([row], { ...batch, span: { from: row.on, to: row.on } });
  for (const row of rows) {
    const expected = [
      ...(row.debtor === null ? ["debtor_missing"] : []),
      ...(row.currency === "EUR" ? [] : ["currency_foreign"]),
    ];
    expect(
      faultsOf(row).map(({ code }) => code),
      row.number,
    ).toEqual(expected);
  }
  const own = rows.filter((row) => faultsOf(row).length === 0 && row.amount !== 0);
  const lines = new TextDecoder("windows-1252").decode(datevBatch(own, batch)).split("\r\n").slice(2, -1);
  const written = lines.map((line) => {
    const cells = line.split(";").map((cell) => cell.replace(/^"(.*)"$/, "$1"));
    const amount = Number(cells[0]!.replace(",", ".")) * (cells[1] === "S" ? 1 : -1);
    return [amount, cells[2], ...cells.slice(6, 11)];
  });
  expect(written).toEqual(
    own.map(({ amount, debtor, account, taxKey, on, number }) => {
      return [amount, "EUR", debtor, account, taxKey?.padStart(4, "0") ?? "", on.slice(8) + on.slice(5, 7), number];
    }),
  );
}

/** What was booked of an invoice, and is taken back in a later month, is taken back on the same accounts. */
async function requireTakenBack(acme: Company, filed: readonly AccountingRow[], all: readonly AccountingRow[]) {
  const filedUntil = filed.reduce((latest, { on }) => (on > latest ? on : latest), "");
  for await (const { invoiceNumber, status, issueDate, amountPaid, creditedTotal } of acme.listAll()) {
    if (status !== "CANCELLED" || amountPaid !== 0 || creditedTotal !== 0) continue;
    const own = all.filter((row) => row.invoiceNumber === invoiceNumber);
    if (own.some(({ on }) => on.slice(0, 7) < issueDate.slice(0, 7) || on > filedUntil)) continue;
    const sums = new Map<string, number>();
    for (const { account, taxKey, amount, ...row } of filed) {
      if (row.invoiceNumber !== invoiceNumber) continue;
      const key = `${account} ${taxKey}`;
      sums.set(key, (sums.get(key) ?? 0) + Math.round(amount * 100));
    }
    expect(
      [...sums].filter(([, sum]) => sum !== 0),
      invoiceNumber,
    ).toEqual([]);
  }
}

test("the rows of some days add up to their VAT report, and those of an invoice to what is due of it", async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(scene, async ({ country, cashAccounting, steps, spans }) => {
    const clock = new TestClock(new Date(START).toISOString());
    const acme = createInvoicing({ store: memoryStore(), clock }).company("acme");
    const vatNumber = country === "DE" ? "DE136695976" : "ESB58378431";
    const registrations = [{ country: "PL", vatNumber: "PL5260250995" }];
    await acme.saveProfile(germanProfile({ country, vatNumber, cashAccounting, ossRegistered: true, registrations }));
    const issued: IssuedSales = { sales: [], advances: [], shared: new Set() };
    const filed = await filedRows(acme, country, steps, clock, issued);
    for (const { month, length } of spans) {
      const monthStart = (months: number) => Date.UTC(2026, 5 + months, 1);
      const span = { from: dayOf(monthStart(month)), to: dayOf(monthStart(month + length) - DAY_MS) };
      const rows = await acme.accountingRows({ ...span, accounts: ACCOUNTS });
      for (const { kind } of rows) seen.add(kind);
      expect(rows.every(({ on }) => on >= span.from && on <= span.to)).toBe(true);
      expect(rows.every(({ account }) => account !== null)).toBe(true);
      requireBatch(rows, span);
      expect(declaredIn(rows.filter((row) => !isTakenBack(row)))).toEqual(declaredBy(await acme.vatReport(span)));
    }
    const all = await acme.accountingRows({ from: "2000-01-01", to: "2099-12-31", accounts: ACCOUNTS });
    await requireTakenBack(acme, filed, all);
    if (cashAccounting) return;
    for await (const invoice of acme.listAll()) {
      const { id, invoiceNumber, status, amountDue, amountPaid, exchangeRate, documentType } = invoice;
      const { total, payable, creditedTotal, settledBy } = invoice;
      const own = all.filter((row) => row.invoiceNumber === invoiceNumber);
      const isWrittenOff = own.some(({ kind }) => kind === "write-off");
      if (exchangeRate !== undefined || documentType === "386" || isWrittenOff) continue;
      // A credit note over several invoices has rows of its own, and what else changes what is payable has none.
      const isByHand = payable !== total;
      if (issued.shared.has(id) || (isByHand && (creditedTotal !== 0 || settledBy !== undefined))) continue;
      const owed = own.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      const due = status === "CANCELLED" ? 0 - amountPaid : amountDue - (payable - total);
      // Each return rounds its share of an invoice that is paid before its tax point: net and VAT, each by a cent at most.
      const shares = own.filter(({ kind }) => kind === "paid-sale").length;
      const apart = shares === 0 ? 0 : 2 * (shares + 1);
      expect(Math.abs(owed - Math.round(due * 100)), invoiceNumber).toBeLessThanOrEqual(apart);
      expect(new Set(own.map(({ debtor }) => debtor)).size).toBeLessThan(2);
    }
  });
  await fc.assert(property, { numRuns: tries(120, 4), examples: [[RARE], [CANCELLED_LATER], [SHARED_CENTS]] });
  expect([...seen].sort()).toEqual([...KINDS].sort());
});
