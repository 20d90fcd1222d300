import { isRefusal } from "faktura";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { HeldStore, openBooks, traceOf } from "../books.ts";

const outOfStep = (error: unknown) => isRefusal(error, "clock_out_of_step");

test.each(STORES)("$name: if the clock lags by up to a day, the last issue date is used", async ({ open }) => {
  const { store, acme, clock } = await openBooks(await open(), { timeZone: "UTC" });
  await acme.issue(order());
  for (const instant of ["2026-11-20T00:00:00.000Z", "2026-11-19T23:59:59.999Z", "2026-11-19T00:00:00.000Z"]) {
    clock.set(instant);
    const { issueDate, issuedAt, taxPointDate } = await acme.issue(order());
    expect({ issueDate, issuedAt }).toEqual({ issueDate: "2026-11-20", issuedAt: instant });
    expect(taxPointDate).toBe(instant.slice(0, 10)); // the lock never moves the tax point
  }
  await store.close();
});

test.each(STORES)("$name: where the last issue date is more than a day ahead, nothing is issued", async ({ open }) => {
  const { store, acme, clock } = await openBooks(await open(), { timeZone: "UTC" });
  const first = await acme.issue(order());
  const before = await traceOf(store);
  clock.set("2026-11-18T23:59:59.999Z");
  await expect(acme.issue(order())).rejects.toSatisfy(outOfStep);
  expect(await traceOf(store)).toEqual(before);
  expect(await acme.recordPayment(first.id, { amount: 1 })).toMatchObject({ amountPaid: 1 }); // dates nothing issued
  expect(await acme.cancel(first.id)).toMatchObject({ status: "CANCELLED" });
  clock.set("2026-11-19T00:00:00.000Z");
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0002", issueDate: "2026-11-20" });
  await store.close();
});

test("a clock that runs ahead moves the date, and is found out once it is set right", async () => {
  const { acme, clock } = await openBooks();
  clock.set("2028-01-01T00:00:00.000Z");
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202801-0001" });
  clock.set("2026-11-20T12:00:00.000Z");
  await expect(acme.issue(order())).rejects.toSatisfy(outOfStep);
});

// biome-ignore format: a table
test.each([
  ["UTC",                "2026-12-31T23:59:59.999Z", "2026-12-31", "2027-01-01T00:00:00.000Z", "2027-01-01"],
  ["Europe/Berlin",      "2026-12-31T22:59:59.999Z", "2026-12-31", "2026-12-31T23:00:00.000Z", "2027-01-01"],
  ["Europe/Berlin",      "2026-07-14T21:59:59.999Z", "2026-07-14", "2026-07-14T22:00:00.000Z", "2026-07-15"],
  ["America/New_York",   "2027-01-01T04:59:59.999Z", "2026-12-31", "2027-01-01T05:00:00.000Z", "2027-01-01"],
  ["Pacific/Kiritimati", "2026-12-31T09:59:59.999Z", "2026-12-31", "2026-12-31T10:00:00.000Z", "2027-01-01"],
  ["Pacific/Pago_Pago",  "2027-01-01T10:59:59.999Z", "2026-12-31", "2027-01-01T11:00:00.000Z", "2027-01-01"],
  ["Europe/Berlin",      "2028-02-29T22:59:59.999Z", "2028-02-29", "2028-02-29T23:00:00.000Z", "2028-03-01"],
])("in %s midnight falls after %s", async (timeZone, before, dayBefore, after, dayAfter) => {
  const { acme, clock } = await openBooks(undefined, { timeZone });
  clock.set(before);
  const last = await acme.issue(order());
  clock.set(after);
  const next = await acme.issue(order());
  const group = (day: string) => day.slice(0, 4) + day.slice(5, 7);
  expect(last).toMatchObject({ issueDate: dayBefore, taxPointDate: dayBefore, issuedAt: before });
  expect(last.invoiceNumber).toBe(`INV-${group(dayBefore)}-0001`);
  expect(next).toMatchObject({ issueDate: dayAfter, taxPointDate: dayAfter, issuedAt: after });
  expect(next.invoiceNumber).toBe(`INV-${group(dayAfter)}-0002`);
});

// biome-ignore format: a table
test.each([
  ["DE", undefined,  "2026-11-30T23:30:00.000Z", "2026-12-01"],
  ["DE", undefined,  "2026-11-30T22:30:00.000Z", "2026-11-30"],
  ["FI", undefined,  "2026-11-30T22:30:00.000Z", "2026-12-01"],
  ["US", undefined,  "2026-12-01T04:30:00.000Z", "2026-11-30"],
  ["ES", "35001",    "2026-11-30T23:30:00.000Z", "2026-11-30"],
  ["ES", "28001",    "2026-11-30T23:30:00.000Z", "2026-12-01"],
  ["PT", "9500-150", "2026-12-01T00:30:00.000Z", "2026-11-30"],
  ["FR", "97400",    "2026-11-30T20:30:00.000Z", "2026-12-01"],
  ["AQ", undefined,  "2026-11-30T23:30:00.000Z", "2026-11-30"],
])("a company in %s %s without a timeZone has at %s the day %s everywhere", async (country, postalCode, now, day) => {
  const address = postalCode === undefined ? {} : { address: { postalCode } };
  const { acme, clock } = await openBooks(undefined, { country, vatRegistered: false, ossRegistered: false, ...address });
  expect(await acme.profile()).not.toHaveProperty("timeZone");
  clock.set(now);
  const period = day.slice(0, 4) + day.slice(5, 7);
  const dated = { issueDate: day, taxPointDate: day, issuedAt: now, invoiceNumber: `INV-${period}-0001` };
  const invoice = await acme.issue(order({ clientCountry: country }));
  expect(invoice).toMatchObject(dated);
  const paid = await acme.recordPayment(invoice.id, { amount: 1 });
  expect(paid.payments).toMatchObject([{ paidOn: day }]);
  const note = await acme.credit(invoice.id, { reason: "Returned" });
  expect(note).toMatchObject({ issueDate: day, creditNoteNumber: `INV-CN-${period}-0001` });
  const { acme: past, clock: otherClock } = await openBooks(undefined, { country, ...address });
  otherClock.set(now);
  const dayAfter = new Date(Date.parse(`${day}T00:00:00Z`) + 2 * 86_400_000).toISOString().slice(0, 10);
  await expect(past.continueNumbering({ lastCounter: 1, lastIssueDate: dayAfter })).rejects.toThrow(`today, ${day}`);
});

test("without a timeZone, the country's move is the zone's", async () => {
  const { acme, clock } = await openBooks();
  clock.set("2026-11-30T22:30:00.000Z");
  expect((await acme.issue(order())).issueDate).toBe("2026-11-30");
  await acme.saveProfile({ ...(await acme.profile()), country: "FI", vatNumber: "FI20774740" });
  expect((await acme.issue(order())).issueDate).toBe("2026-12-01");
});

test("an order that waits across midnight is issued on the new day, and taxed by the day it was decided on", async () => {
  const store = new HeldStore();
  const { acme, clock } = await openBooks(store, { country: "EE", vatNumber: "EE100931558", timeZone: "UTC" });
  clock.set("2025-06-30T23:59:59.999Z");
  const release = store.hold();
  const waiting = acme.issue(order({ clientCountry: "EE" }));
  await store.asked(1, waiting); // it is decided, and waits for the lock
  clock.set("2025-07-01T00:00:00.001Z"); // Estonia's rate goes from 22 % to 24 %
  release();
  const invoice = await waiting;
  expect(invoice).toMatchObject({ issueDate: "2025-07-01", taxPointDate: "2025-06-30", taxRate: 22, total: 244 });
  expect(invoice.invoiceNumber).toBe("INV-202507-0001");
});

test("supplyDate decides the rate and the borders, whatever day it is", async () => {
  const { acme } = await openBooks(undefined, { country: "FR" });
  const taxed = async (clientCountry: string, supplyDate: string) => {
    const { taxRate, vatTreatment, taxPointDate, issueDate } = await acme.issue(order({ clientCountry, supplyDate }));
    expect({ taxPointDate, issueDate }).toEqual({ taxPointDate: supplyDate, issueDate: "2026-11-20" });
    return [taxRate, vatTreatment];
  };
  expect(await taxed("RO", "2025-07-31")).toEqual([19, "oss"]);
  expect(await taxed("RO", "2025-08-01")).toEqual([21, "oss"]);
  expect(await taxed("GB", "2020-12-31")).toEqual([20, "oss"]);
  expect(await taxed("GB", "2021-01-01")).toEqual([0, "export"]);
  expect(await taxed("DE", "2020-12-31")).toEqual([16, "oss"]);
  expect(await taxed("DE", "2030-01-01")).toEqual([19, "oss"]); // the future, by the rates that are known
});

test("a suggestion without a supplyDate is for today in the company's time zone", async () => {
  const { acme, clock } = await openBooks(undefined, { country: "EE", timeZone: "Europe/Tallinn" });
  clock.set("2025-06-30T20:59:59.999Z");
  expect((await acme.suggestVat({ clientCountry: "EE" })).rate).toBe(22);
  clock.set("2025-06-30T21:00:00.000Z");
  expect((await acme.suggestVat({ clientCountry: "EE" })).rate).toBe(24);
  expect((await acme.suggestVat({ clientCountry: "EE", supplyDate: "2025-06-30" })).rate).toBe(22);
});

test("dates never run backwards, whatever the clock does within a day, and the counter is never reset", async () => {
  const { acme, clock } = await openBooks();
  const issued = [];
  for (const day of ["2026-12-31", "2027-01-01", "2026-12-31", "2027-01-02", "2027-01-01", "2027-02-01"]) {
    clock.set(`${day}T12:00:00.000Z`);
    issued.push(await acme.issue(order()));
  }
  const dates = issued.map(({ issueDate }) => issueDate);
  expect(dates).toEqual(["2026-12-31", "2027-01-01", "2027-01-01", "2027-01-02", "2027-01-02", "2027-02-01"]);
  expect(issued.map(({ invoiceNumber }) => invoiceNumber).at(-1)).toBe("INV-202702-0006");
});
