import { isEuVatTerritory, standardVatRate } from "faktura/vat";
import { expect, test, vi } from "vitest";
import { openBooks } from "../service/books.ts";
import { addDays } from "../support/days.ts";
import { order } from "../support/fixtures.ts";

/** Whether a decision on VAT takes the text for a day. */
function isCalendarDay(text: string): boolean {
  try {
    standardVatRate("DE", text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return false;
  }
}

/** The lengths of the months of a year, by the Gregorian rule. */
function lengthsOfMonths(year: number): number[] {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
}

const written = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Whether a day exists: Date moves a day that does not exist to another one. */
function existsForDate(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const years = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("exactly the days that Date knows exist", () => {
  const disputed: string[] = [];
  for (const year of [1, 4, 99, 100, 400, ...years(1899, 1905), ...years(1999, 2101), 9999])
    for (let month = 0; month <= 13; month += 1)
      for (let day = 0; day <= 32; day += 1) {
        const text = written(year, month, day);
        if (isCalendarDay(text) !== existsForDate(year, month, day)) disputed.push(text);
      }
  expect(disputed).toEqual([]);
  expect([existsForDate(2000, 2, 29), existsForDate(1900, 2, 29), existsForDate(2026, 13, 1)]).toEqual([
    ...[true, false, false],
  ]);
});

const NO_DAYS = ["2025-6-30", "31.12.2020", "garbage", "", "2025-02-29", "2025-06-31", "2025-13-01", "0000-01-01"];

test.each([...NO_DAYS, 20250630 as unknown as string, undefined as unknown as string])(
  "%j is a mistake in the caller's code wherever a day decides on VAT",
  (text) => {
    const decisions = [
      () => standardVatRate("EE", text),
      () => standardVatRate("ZZ", text),
      () => isEuVatTerritory("GB", text),
      () => isEuVatTerritory("US", text),
    ];
    for (const decide of decisions) expect(decide).toThrow(TypeError);
    for (const decide of decisions) expect(decide).toThrow(/^on must .*, not /);
  },
);

test.each(["", "2026", "2026-11", "2026-11-2", "26-11-20", "2026/11/20", "20.11.2026", "2026-11-20T00:00:00Z"])(
  "%j is not a calendar day",
  (text) => expect(isCalendarDay(text)).toBe(false),
);

test.each([
  " 2026-11-20",
  "2026-11-20 ",
  "2026-11-20\n",
  "+002026-11-20",
  "-0001-11-20",
  "0000-01-01",
  "２０２６-11-20",
])("%j is not a day either", (text) => expect(isCalendarDay(text)).toBe(false));

test("numbering can be continued up to the day after today, on every day of two years", async () => {
  const { acme, clock } = await openBooks(undefined, { timeZone: "UTC" });
  let today = "2023-12-31";
  for (const year of [2024, 2025])
    for (const [index, length] of lengthsOfMonths(year).entries())
      for (let date = 1; date <= length; date += 1) {
        const next = written(year, index + 1, date);
        clock.set(`${today}T12:00:00.000Z`);
        const continued = (lastIssueDate: string) => acme.continueNumbering({ lastCounter: 1, lastIssueDate });
        await expect(continued(addDays(next, 1)), today).rejects.toMatchObject({ code: "request_invalid" });
        await continued(next);
        today = next;
      }
  expect(today).toBe("2025-12-31");
});

// biome-ignore format: a table
test.each([
  ["UTC",                "2026-11-20T23:59:59.999Z", "2026-11-20"],
  ["UTC",                "2026-11-21T00:00:00.000Z", "2026-11-21"],
  ["Europe/Berlin",      "2026-11-20T22:59:59.999Z", "2026-11-20"], // winter: UTC+1
  ["Europe/Berlin",      "2026-11-20T23:00:00.000Z", "2026-11-21"],
  ["Europe/Berlin",      "2026-07-20T21:59:59.999Z", "2026-07-20"], // summer: UTC+2
  ["Europe/Berlin",      "2026-07-20T22:00:00.000Z", "2026-07-21"],
  ["Europe/Berlin",      "2026-03-28T23:00:00.000Z", "2026-03-29"], // the night the clocks go forward
  ["Europe/Berlin",      "2026-03-29T22:00:00.000Z", "2026-03-30"],
  ["Europe/Berlin",      "2026-10-25T22:59:59.999Z", "2026-10-25"], // the night after they went back
  ["Europe/Berlin",      "2026-12-31T23:00:00.000Z", "2027-01-01"], // year's end
  ["Atlantic/Azores",    "2027-01-01T00:59:59.999Z", "2026-12-31"],
  ["Europe/Helsinki",    "2024-02-28T22:00:00.000Z", "2024-02-29"], // a leap day
  ["Pacific/Kiritimati", "2026-12-31T09:59:59.999Z", "2026-12-31"], // UTC+14
  ["Pacific/Kiritimati", "2026-12-31T10:00:00.000Z", "2027-01-01"],
  ["Pacific/Pago_Pago",  "2027-01-01T10:59:59.999Z", "2026-12-31"], // UTC-11
  ["Pacific/Pago_Pago",  "2027-01-01T11:00:00.000Z", "2027-01-01"],
  ["Asia/Kathmandu",     "2026-11-20T18:14:59.999Z", "2026-11-20"], // UTC+5:45
  ["Asia/Kathmandu",     "2026-11-20T18:15:00.000Z", "2026-11-21"],
  ["America/St_Johns",   "2026-11-20T03:29:59.999Z", "2026-11-19"], // UTC-3:30
])("in %s at %s it is %s", async (timeZone, instant, day) => {
  const { acme, clock } = await openBooks(undefined, { timeZone });
  clock.set(instant);
  expect((await acme.issue(order())).issueDate).toBe(day);
});

test("a time zone is one that the runtime knows", async () => {
  const { acme } = await openBooks();
  const saved = async (timeZone: string) => acme.saveProfile({ ...(await acme.profile()), timeZone });
  for (const zone of ["UTC", "Europe/Berlin", "Pacific/Chatham"])
    expect(await saved(zone)).toMatchObject({ timeZone: zone });
  for (const zone of ["", "Berlin", "Europe/Bonn", "UTC+1", "+01:00", "x".repeat(64)])
    await expect(saved(zone)).rejects.toMatchObject({ code: "request_invalid", errors: [{ pointer: "/timeZone" }] });
});

test("a value that is not a string is not a day, even in a process that has not parsed any day yet", async () => {
  vi.resetModules();
  const fresh = await import("faktura/vat");
  for (const nothing of [undefined, null, 0, ""])
    expect(() => fresh.standardVatRate("DE", nothing as string)).toThrow(TypeError);
});

test("a zone's day changes with its midnight, in whatever order instants are asked for", async () => {
  const { acme, clock } = await openBooks(undefined, { timeZone: "Europe/Berlin" });
  clock.set("2026-03-28T12:00:00.000Z");
  const { id } = await acme.issue(order());
  const days: unknown[] = [];
  for (const instant of ["2026-03-28T22:59:59.999Z", "2026-03-28T23:00:00.000Z", "2026-03-28T22:59:59.999Z"]) {
    clock.set(instant);
    days.push((await acme.recordPayment(id, { amount: 1 })).payments?.at(-1)?.paidOn);
  }
  expect(days).toEqual(["2026-03-28", "2026-03-29", "2026-03-28"]);
});
