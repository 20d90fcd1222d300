/**
 * Goal: a report finds the same whoever has summarised the books, and whatever became of the summaries.
 * Method: books of two summaries and a rest, under cash accounting, and the report of a month in which only payments count.
 */
import { createInvoicing, type InvoicingStore } from "faktura";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { SHARED_DATABASES, type SharedDatabase } from "./searched-books.ts";

const MONTH = { from: "2027-02-01", to: "2027-02-28" };
const companyOf = (store: InvoicingStore, clock = new TestClock("2026-11-20T12:00:00.000Z")) =>
  createInvoicing({ store, clock }).company("acme");

/** 2,300 entries: invoices of November, payments of 300 of them in February, and unpaid invoices of February. */
async function fill(database: SharedDatabase): Promise<void> {
  const store = database.open();
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const company = companyOf(store, clock);
  await company.saveProfile(germanProfile({ cashAccounting: true }));
  const orders = Array.from({ length: 1000 }, () => order());
  const issued = await company.issueMany(orders);
  clock.set("2027-02-20T12:00:00.000Z");
  await Promise.all(issued.slice(0, 300).map(({ id, total }) => company.recordPayment(id, { amount: total })));
  await company.issueMany(orders);
  await store.close();
}

/** What was paid, without VAT. */
async function paidIn(store: InvoicingStore): Promise<number | undefined> {
  return (await companyOf(store).vatReport(MONTH)).domestic.lines[0]?.taxableAmount;
}

async function indexed(store: InvoicingStore): Promise<number> {
  let entries = 0;
  for (let step = 1; step > 0; entries += step) step = await store.returns!.index("acme");
  return entries;
}

describe.each(SHARED_DATABASES)("$name", ({ create }) => {
  test("two stores summarise at once, and deleted, changed and foreign summaries are written again", async () => {
    const database = await create();
    await fill(database);
    const stores = [database.open(), database.open()];
    const store = stores[0]!;
    const whole = Object.create(store, { returns: { value: undefined } }) as InvoicingStore;
    const due = await paidIn(whole);
    expect(due).toBe(300 * 200);
    await Promise.all(stores.map(indexed));
    expect(await paidIn(store)).toBe(due);
    const { invoices } = await store.returns!.touched("acme", "2027-02", "2027-02");
    expect(invoices.length, "those that were paid or issued").toBe(1300);

    await database.run("DELETE FROM faktura_return_months");
    expect(await paidIn(store)).toBe(due);
    expect(await indexed(store), "the report has done it").toBe(0);

    await database.run("DELETE FROM faktura_return_months WHERE month = '2027-02'");
    expect(await paidIn(store), "a row is missing").toBe(due);
    expect(await indexed(store)).toBe(2000);
    expect(await paidIn(store)).toBe(due);

    // As after a restore of other books: all rows of the month are wrong, and so is the digest.
    await database.run(
      'UPDATE faktura_return_months SET content = \'{"invoices":"","creditNotes":""}\' WHERE month > \'1\'',
    );
    await database.run(
      "UPDATE faktura_return_months SET content = replace(content, '\"digest\":\"', '\"digest\":\"x') WHERE month = ''",
    );
    expect(await paidIn(store)).toBe(due);
    expect(await indexed(store)).toBe(0);
    expect((await store.returns!.touched("acme", "2027-02", "2027-02")).invoices.length).toBe(1300);
    await Promise.all(stores.map((each) => each.close()));
  });
});
