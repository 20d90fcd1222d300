import { type InvoiceOrder, latePaymentLawOf, overdueAmount, type ReminderOptions, reminderOf } from "faktura";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { order } from "../../support/fixtures.ts";

/** Issued on 20 November 2026 with 238 EUR to pay. */
async function issued(changes: Partial<InvoiceOrder> = {}, country = "DE") {
  const seller = { country, vatRegistered: false, vatNumber: undefined, iban: undefined, exemptionNote: "exempt" };
  const profile = country === "DE" ? {} : { ...seller, defaultCurrency: country === "CH" ? "CHF" : "EUR" };
  const books = await openBooks(undefined, profile);
  const client = { clientCountry: country, isCompany: true, ...changes };
  const invoice = await books.acme.issue(order({ dueDate: "2026-11-30", ...client }));
  const { id, payable } = invoice;
  const remind = async (options: Partial<ReminderOptions> & { on: string }) =>
    reminderOf(await books.acme.get(id), options);
  return { ...books, id, payable, remind };
}

const FIRST = { level: 1, on: "2026-12-05", payBy: "2026-12-15" } as const;

test("the first reminder asks for what is overdue, and claims nothing else", async () => {
  const { remind } = await issued();
  expect(await remind({ on: "2026-11-30" })).toBeUndefined();
  expect(await remind({ on: "2026-12-05", baseRates: [{ on: "2026-07-01", percent: 1.27 }] })).toEqual({
    ...FIRST,
    overdue: 238,
    dueDate: "2026-11-30",
    daysOverdue: 5,
    total: 238,
  });
});

test("the second one claims the interest of each half-year whose rate is known, by its days, and the fee", async () => {
  const { remind } = await issued();
  const previous = [FIRST];
  const baseRates = [
    { on: "2027-01-01", percent: 2 },
    { on: "2026-07-01", percent: 1 },
  ];
  const reminder = await remind({ on: "2027-01-20", previous, baseRates });
  // 31 days of December at 10 %, 20 of January at 11 %: 238 * (0.1 * 31 + 0.11 * 20) / 365 = 3.456
  const interest = { points: 9, reference: "base", law: "BGB § 288", from: "2026-12-01", until: "2027-01-20" };
  expect(reminder).toMatchObject({ level: 2, interest: { ...interest, amount: 3.46 } });
  expect(reminder).toMatchObject({ fee: { amount: 40, currency: "EUR" }, total: 281.46 });
  const known = await remind({ on: "2027-01-20", previous, baseRates: baseRates.slice(1) });
  // 238 * 0.1 * 31 / 365 = 2.021
  expect(known?.interest).toMatchObject({ amount: 2.02, until: "2026-12-31" });
});

test("without a reference rate, it names the rate and claims no sum of interest", async () => {
  const { remind } = await issued();
  const reminder = await remind({ on: "2026-12-20", previous: [FIRST] });
  expect(reminder?.interest).toEqual({ points: 9, reference: "base", law: "BGB § 288" });
  expect(reminder?.total).toBe(278);
});

test("a payment lowers what is overdue, and the interest from its day on", async () => {
  const { remind, pay, id } = await issued();
  await pay(id, { amount: 138, paidOn: "2026-12-11" });
  const reminder = await remind({ on: "2026-12-20", previous: [FIRST], baseRates: [{ on: "2026-07-01", percent: 1 }] });
  // 10 days on 238 and 10 on 100, at 10 %: 338 * 0.1 * 10 / 365 = 0.926
  expect(reminder).toMatchObject({ overdue: 100, interest: { amount: 0.93 }, total: 140.93 });
  await pay(id, { amount: 100, paidOn: "2026-12-20" });
  expect(await remind({ on: "2026-12-21" })).toBeUndefined();
});

test("a reminder while the last one runs repeats its level, and no level is above the third", async () => {
  const { remind } = await issued();
  const levelAfter = async (level: 1 | 2 | 3, on: string) =>
    (await remind({ on, previous: [{ ...FIRST, level }] }))?.level;
  expect(await levelAfter(1, "2026-12-15")).toBe(1);
  expect(await levelAfter(1, "2026-12-16")).toBe(2);
  expect(await levelAfter(2, "2026-12-16")).toBe(3);
  expect(await levelAfter(3, "2026-12-16")).toBe(3);
});

test("a client that may be a consumer owes no fee, and interest since the first reminder", async () => {
  const { remind } = await issued({ isCompany: undefined, clientVatNumber: undefined });
  const reminder = await remind({ on: "2026-12-20", previous: [FIRST], baseRates: [{ on: "2026-07-01", percent: 1 }] });
  // 15 days at 6 %: 238 * 0.06 * 15 / 365 = 0.587
  expect(reminder).toMatchObject({ interest: { points: 5, amount: 0.59, from: "2026-12-06" }, total: 238.59 });
  expect(reminder).not.toHaveProperty("fee");
});

test("a law that the library has not read claims nothing unless the company has checked it", async () => {
  const { remind, payable } = await issued({}, "NL");
  const options = { on: "2026-12-20", previous: [FIRST] };
  const careful = await remind(options);
  expect([careful?.total, careful?.interest, careful?.fee]).toEqual([payable, undefined, undefined]);
  expect(await remind({ ...options, isLawChecked: true })).toMatchObject({ fee: { amount: 40 }, total: payable + 40 });
});

test("Switzerland has a rate without a reference, since the reminder, and no fee", async () => {
  const { remind, payable } = await issued({ currency: "CHF" }, "CH");
  const reminder = await remind({ on: "2026-12-20", previous: [FIRST] });
  const amount = Math.round((payable * 5 * 15) / 365) / 100;
  expect(reminder?.interest).toMatchObject({ points: 5, amount, from: "2026-12-06" });
  expect(reminder).not.toHaveProperty("fee");
});

test("an invoice that states its own penalty claims no other interest", async () => {
  const { remind } = await issued({ notes: [{ subject: "PMD", text: "12 % a year" }] });
  const reminder = await remind({ on: "2026-12-20", previous: [FIRST] });
  expect([reminder?.interest, reminder?.fee?.amount]).toEqual([undefined, 40]);
});

test("a retention is not reminded of before its day, and then counts from it", async () => {
  const retentions = [{ reason: "Warranty", amount: 38, dueOn: "2027-06-30" }];
  const { remind, pay, id, acme } = await issued({ retentions });
  expect(await remind({ on: "2026-12-05" })).toMatchObject({ overdue: 200, total: 200 });
  await pay(id, { amount: 200, paidOn: "2026-12-06" });
  const paid = await acme.get(id);
  expect([overdueAmount(paid, "2027-06-30"), reminderOf(paid, { on: "2027-06-30" })]).toEqual([0, undefined]);
  expect(await remind({ on: "2027-07-10" })).toMatchObject({ overdue: 38, dueDate: "2027-06-30", daysOverdue: 10 });
});

test("nothing is asked for once the invoice is written off or cancelled, or has no due date", async () => {
  const [lost, cancelled, open] = [await issued(), await issued(), await issued({ dueDate: undefined })];
  await lost.acme.writeOff(lost.id, { reason: "insolvent", on: "2026-11-20" });
  await cancelled.acme.cancel(cancelled.id);
  for (const { remind } of [lost, cancelled, open]) expect(await remind({ on: "2027-12-05" })).toBeUndefined();
});

test("a fee in another currency is named, and not part of the total", async () => {
  const { remind, payable } = await issued({
    currency: "USD",
    exchangeRate: { rate: 0.9, date: "2026-11-20", source: "ECB" },
  });
  const reminder = await remind({ on: "2026-12-20", previous: [FIRST] });
  expect([reminder?.fee, reminder?.total]).toEqual([{ amount: 40, currency: "EUR" }, payable]);
});

test("Poland's fee grows with the amount, and a member state without a row has the directive's least", () => {
  const feeIn = (country: string) => latePaymentLawOf(country, "2026-11-20")?.fee?.steps;
  expect(feeIn("PL")?.map(([amount]) => amount)).toEqual([40, 70, 100]);
  expect(feeIn("PT")).toEqual([[40]]);
  expect(latePaymentLawOf("US", "2026-11-20")).toBeUndefined();
});

test("a mistaken call is named", async () => {
  const { remind } = await issued();
  await expect(remind({ on: "20.12.2026" })).rejects.toThrow(TypeError);
  await expect(remind({ on: "2026-12-20", baseRate: 1 } as never)).rejects.toThrow(/baseRate/);
});
