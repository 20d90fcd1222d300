/**
 * Goal: a report that reads only what its months touch equals the one that reads all invoices, whatever has happened to them,
 * and whatever part of the books is summarised.
 * Method: random books of sellers in several states, with and without cash accounting: sales of all kinds with early and late
 * supplies, advances and final invoices, corrected ones, payments before and after, discounts, credit notes over one, several
 * and no invoice, cancellations, rows of another writer. Summaries are of few entries each, and are written by some of the
 * reports between. Reports of random days, some as of an earlier day, and thresholds are the same from a store that has no
 * index.
 */
import { randomUUID } from "node:crypto";
import { type Company, createInvoicing, type InvoiceOrder, type InvoicingStore, isRefusal } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Deadline } from "../../src/adapters/postgres/connection/deadline.ts";
import { settingsOf } from "../../src/adapters/postgres/settings.ts";
import { runSteps as runOnPostgres } from "../../src/adapters/postgres/statements/steps.ts";
import { runStatement } from "../../src/adapters/postgres/transaction/run-statement.ts";
import { returnIndex } from "../../src/adapters/sql/return-index.ts";
import type { RunSteps } from "../../src/adapters/sql/steps.ts";
import { Session } from "../../src/adapters/sqlite/connection/session.ts";
import { runSteps as runOnSqlite } from "../../src/adapters/sqlite/statements/steps.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { freshSchema, onPostgres, pool } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const SELLERS = {
  DE: "DE136695976",
  ES: "ESB58378431",
  FR: "FR40303265045",
  IT: "IT00743110157",
  PL: "PL5260250995",
};
const business = { clientCountry: "AT", clientVatNumber: "ATU62934800" };

/** Kinds of sales, by the seller's state. */
const SALES: readonly ((own: string) => Partial<InvoiceOrder>)[] = [
  (own) => ({ clientCountry: own, supply: "services" }),
  (own) => ({ clientCountry: own, supply: "goods", cashDiscounts: [{ percent: 2, days: 60 }] }),
  (own) => ({ clientCountry: own, autoVat: false, taxRate: 5, prepaidAmount: 3 }),
  () => ({ clientCountry: "SE", supply: "goods" }),
  () => ({ clientCountry: "SE", supply: "digital" }),
  () => ({ ...business, supply: "goods" }),
  () => ({ ...business, supply: "goods", autoVat: undefined }),
  () => ({ ...business, supply: "services" }),
  () => ({ clientCountry: "US", supply: "goods" }),
  (own) => ({ clientCountry: own, documentType: "386", supply: "services" }),
  () => ({ ...business, documentType: "386", supply: "goods" }),
  (own) => ({ clientCountry: own, documentType: "386", supply: "goods" }),
];

const amount = fc.integer({ min: 100, max: 400_000 }).map((cents) => cents / 100);
const target = fc.nat(30);
/** Days before today. */
const ago = fc.constantFrom(0, 1, 20, 45, 100, 200, 400);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ sale: fc.nat(SALES.length - 1), amount, ago: fc.option(ago), ahead: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ final: target, amount }) },
  { weight: 2, arbitrary: fc.record({ replaced: target, amount }) },
  { weight: 4, arbitrary: fc.record({ paid: target, part: fc.constantFrom(-1, 0.3, 0.98, 1), ago }) },
  { weight: 2, arbitrary: fc.record({ credited: target, part: fc.constantFrom(undefined, 0.4) }) },
  { weight: 1, arbitrary: fc.record({ over: fc.array(target, { maxLength: 2 }), amount }) },
  { weight: 1, arbitrary: fc.record({ cancelled: target }) },
  { weight: 2, arbitrary: fc.record({ ended: target }) },
  { weight: 1, arbitrary: fc.record({ inserted: ago }) },
  { weight: 3, arbitrary: fc.record({ waits: fc.constantFrom(1, 10, 40, 120) }) },
  { weight: 1, arbitrary: fc.record({ reported: fc.constant(true) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Months from January 2025 on, and after which step the report is; `undefined`: as it is now. */
const reportedDays = fc.record({
  month: fc.nat(40),
  length: fc.constantFrom(1, 1, 3, 12),
  asOf: fc.option(fc.nat(30), { nil: undefined }),
});
const scene = fc.record({
  country: fc.constantFrom(...(Object.keys(SELLERS) as (keyof typeof SELLERS)[])),
  cashAccounting: fc.boolean(),
  ossRegistered: fc.boolean(),
  timeZone: fc.constantFrom(undefined, "Pacific/Auckland"),
  steps: fc.array(step, { minLength: 40, maxLength: 50, size: "max" }),
  size: fc.integer({ min: 1, max: 6 }),
  reports: fc.array(reportedDays, { minLength: 12, maxLength: 12 }),
});

const START = Date.parse("2026-03-30T22:00:00Z");
const DAY_MS = 86_400_000;

/** Books that are written through one store, and read through it and another one. */
interface SharedBooks {
  readonly store: InvoicingStore;
  readonly steps: RunSteps;
  readonly insert: (counter: number, id: string, number: string, day: string, document: string) => Promise<void>;
}

class Scene {
  readonly #acme: Company;
  readonly #books: SharedBooks;
  readonly #clock: TestClock;
  readonly #ids: string[] = [];
  readonly #advances: string[] = [];
  /** Those that have deducted or replaced others. */
  readonly #settling: string[] = [];
  readonly #own: string;
  #now = START;

  constructor(acme: Company, books: SharedBooks, clock: TestClock, own: string) {
    [this.#acme, this.#books, this.#clock, this.#own] = [acme, books, clock, own];
  }

  day(ago: number): string {
    return new Date(this.#now - ago * DAY_MS).toISOString().slice(0, 10);
  }

  async take(step: Step): Promise<void> {
    if ("waits" in step) {
      this.#now += step.waits * DAY_MS;
      this.#clock.set(new Date(this.#now).toISOString());
    } else if ("inserted" in step) await this.#insert(step.inserted);
    else if (!("reported" in step)) await this.#call(step);
  }

  /** Does what may be refused. */
  async #call(step: Exclude<Step, { waits: number } | { inserted: number } | { reported: true }>): Promise<void> {
    const acme = this.#acme;
    if ("sale" in step) {
      const supplyDate = step.ago === null ? undefined : this.day(step.ahead ? -step.ago : step.ago);
      return this.#issue({ ...SALES[step.sale]!(this.#own), items: itemsOf(step.amount), supplyDate });
    }
    if ("over" in step) {
      const invoices = await Promise.all(step.over.map((each) => this.#at(each)));
      const corrected = invoices.flatMap((each) =>
        each === undefined ? [] : [{ number: each.invoiceNumber, amount: 1 }],
      );
      const correctedInvoices = corrected.length === 0 ? [{ number: "OLD-1", issueDate: "2026-02-02" }] : corrected;
      const client = { clientName: "A", clientCountry: this.#own };
      await acme.issueCreditNote({ ...client, reason: "x", correctedInvoices, items: itemsOf(step.amount) });
      return;
    }
    const among = "final" in step ? this.#advances : "ended" in step ? this.#settling : this.#ids;
    const invoice = await this.#at(Object.values(step)[0] as number, among);
    if (invoice === undefined) return;
    const {
      id,
      invoiceNumber: number,
      clientCountry,
      clientVatNumber,
      supply,
      amountDue,
      amountPaid,
      cashDiscounts,
    } = invoice;
    const same = { clientCountry, clientVatNumber, supply };
    if ("final" in step) return this.#issue({ ...same, items: itemsOf(step.amount + 4000), advances: [number] });
    if ("replaced" in step) {
      const items = itemsOf(step.amount);
      return this.#issue({ ...same, items, documentType: "384", precedingInvoices: [{ number }] });
    }
    if ("cancelled" in step || "ended" in step) await acme.cancel(id);
    else if ("credited" in step) {
      const lines = step.part === undefined ? undefined : [{ line: 1, quantity: step.part }];
      await acme.credit(id, { reason: "x", lines });
    } else {
      const { part } = step;
      const whole = part < 0 ? amountPaid : amountDue;
      const cashDiscount = part === 0.98 && cashDiscounts !== undefined;
      await acme.recordPayment(id, {
        amount: Math.round(whole * part * 100) / 100,
        paidOn: this.day(step.ago),
        cashDiscount,
      });
    }
  }

  async #issue(changes: Partial<InvoiceOrder>): Promise<void> {
    const { id } = await this.#acme.issue(order(changes));
    this.#ids.push(id);
    if (changes.documentType === "386") this.#advances.push(id);
    if (changes.advances !== undefined || changes.documentType === "384") this.#settling.push(id);
  }

  async #at(place: number, ids: readonly string[] = this.#ids) {
    const id = ids[place % Math.max(1, ids.length)];
    return id === undefined ? undefined : this.#acme.get(id);
  }

  /** As a panel of the host does. */
  async #insert(ago: number): Promise<void> {
    const last = (await this.#acme.list({ limit: 1 })).data[0];
    if (last === undefined) return;
    const { counter, document } = (await this.#books.store.reader.list("acme", { page: 1, limit: 1 })).invoices[0]!;
    if (document.advances !== undefined || document.replaces !== undefined || document.documentType !== undefined)
      return;
    const [id, day] = [randomUUID(), document.issueDate];
    const number = `INV-${day.slice(0, 7).replace("-", "")}-${String(counter + 1).padStart(4, "0")}`;
    const own = { ...document, id, invoiceNumber: number, taxPointDate: this.day(ago) };
    await this.#books.insert(counter + 1, id, number, day, JSON.stringify(own));
  }
}

const itemsOf = (unitPrice: number) => [{ description: "x", quantity: 1, unitPrice }];

const derivedFrom = (store: InvoicingStore, returns: InvoicingStore["returns"]): InvoicingStore =>
  Object.create(store, { returns: { value: returns } }) as InvoicingStore;

async function compare(books: SharedBooks, given: typeof scene extends fc.Arbitrary<infer Value> ? Value : never) {
  const { country, cashAccounting, ossRegistered, timeZone, steps, size, reports } = given;
  const clock = new TestClock(new Date(START).toISOString());
  const index = returnIndex(books.steps, books.steps, books.steps, size);
  const [indexed, whole] = [index, undefined].map((returns) => {
    return createInvoicing({ store: derivedFrom(books.store, returns), clock }).company("acme");
  }) as [Company, Company];
  await indexed.saveProfile(
    germanProfile({ country, vatNumber: SELLERS[country], cashAccounting, ossRegistered, timeZone }),
  );
  const played = new Scene(indexed, books, clock, country);
  const days: string[] = [];
  for (const each of steps) {
    await played.take(each).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
    days.push(played.day(0));
    if ("reported" in each) await indexed.vatReport({ from: days[0]!, to: days.at(-1)! });
  }
  const last = days.at(-1)!;
  const dayOf = (month: number, day: number) => new Date(Date.UTC(2025, month, day)).toISOString().slice(0, 10);
  for (const { month, length, asOf } of reports) {
    const span = { from: dayOf(month, 1), to: dayOf(month + length, 0) };
    const request = { ...span, asOf: asOf === undefined ? undefined : days[asOf % days.length] };
    expect(await indexed.vatReport(request), JSON.stringify(request)).toEqual(await whole.vatReport(request));
    expect(await indexed.documentSums(span)).toEqual(await whole.documentSums(span));
    const booked = { ...span, accounts: { sales: [], payments: [], debtors: { first: "10000" } } };
    expect(await indexed.accountingRows(booked)).toEqual(await whole.accountingRows(booked));
  }
  for (const year of [2026, 2027, Number(last.slice(0, 4))]) {
    const request = { year, rates: { SEK: 11 } };
    expect(await indexed.ossThreshold(request)).toEqual(await whole.ossThreshold(request));
  }
  await books.store.close();
}

const INTO = "(company_id, counter, id, invoice_number, issue_date, document)";

describe("a report by its months equals one by all invoices", () => {
  test("on SQLite", async () => {
    const property = fc.asyncProperty(scene, async (given) => {
      const path = freshFile();
      const raw = connectRaw(path);
      const store = sqliteStore(() => connectRaw(path));
      await store.ready();
      const session = new Session(raw);
      const insert: SharedBooks["insert"] = async (...values) => {
        raw.prepare(`INSERT INTO faktura_invoices ${INTO} VALUES ('acme', ?, ?, ?, ?, ?)`).run(...values);
      };
      await compare({ store, steps: async (...steps) => runOnSqlite(session, ...steps), insert }, given);
      raw.close();
    });
    await fc.assert(property, { numRuns: tries(80, 10) });
  });

  test.each(onPostgres("PostgreSQL"))("on %s", async () => {
    const property = fc.asyncProperty(scene, async (given) => {
      const schema = await freshSchema();
      const parts = { pool, settings: settingsOf(pool, { schema }) };
      const steps: RunSteps = (...begun) => {
        return runStatement(parts, (session, tables) => runOnPostgres(session, tables, ...begun), new Deadline(5000));
      };
      const insert: SharedBooks["insert"] = async (...values) => {
        await pool.query(`INSERT INTO ${schema}.faktura_invoices ${INTO} VALUES ('acme', $1, $2, $3, $4, $5)`, values);
      };
      await compare({ store: postgresStore(pool, { schema }), steps, insert }, given);
    });
    await fc.assert(property, { numRuns: tries(30, 10) });
  });
});
