import { isEuVatTerritory, standardVatRate } from "faktura/vat";
import { expect, test, vi } from "vitest";
import {
  addDays,
  calendarDayIn,
  isCalendarDay,
  isTimeZone,
  laterDay,
  requireCalendarDay,
} from "../../src/domain/calendar.ts";

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
      () => requireCalendarDay(text),
      () => standardVatRate("EE", text),
      () => standardVatRate("ZZ", text),
      () => isEuVatTerritory("GB", text),
      () => isEuVatTerritory("US", text),
    ];
    for (const decide of decisions) expect(decide).toThrow(TypeError);
    for (const decide of decisions) expect(decide).toThrow(/^on must be a calendar day such as "2026-11-20", not /);
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

test("adding days walks through every day of two years, forward and back", () => {
  let day = "2023-12-31";
  for (const year of [2024, 2025])
    for (const [index, length] of lengthsOfMonths(year).entries())
      for (let date = 1; date <= length; date += 1) {
        const next = addDays(day, 1);
        expect(next).toBe(written(year, index + 1, date));
        expect(addDays(next, -1)).toBe(day);
        day = next;
      }
  expect(addDays("2024-02-28", 366)).toBe("2025-02-28");
});

test("the later of two days, or the only one", () => {
  expect(laterDay("2026-11-20", null)).toBe("2026-11-20");
  expect(laterDay("2026-11-20", "2026-11-21")).toBe("2026-11-21");
  expect(laterDay("2026-11-20", "2025-12-31")).toBe("2026-11-20");
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
])("in %s at %s it is %s", (timeZone, instant, day) => {
  expect(calendarDayIn(timeZone, new Date(instant))).toBe(day);
});

test("a time zone is one that the runtime knows", () => {
  for (const zone of ["UTC", "Europe/Berlin", "Pacific/Chatham"]) expect(isTimeZone(zone), zone).toBe(true);
  for (const zone of ["", "Berlin", "Europe/Bonn", "UTC+1", "x".repeat(1_000_000)])
    expect(isTimeZone(zone)).toBe(false);
});

test("a value that is not a string is not a day, even in a process that has not parsed any day yet", async () => {
  vi.resetModules();
  const fresh = await import("../../src/domain/calendar.ts");
  for (const nothing of [undefined, null, 0, ""]) expect(fresh.isCalendarDay(nothing as string)).toBe(false);
});

test("a zone's day changes with its midnight, in whatever order instants are asked for", () => {
  const instants = ["2026-03-28T22:59:59.999Z", "2026-03-28T23:00:00.000Z", "2026-03-28T22:59:59.999Z"];
  const days = instants.map((instant) => calendarDayIn("Europe/Berlin", new Date(instant)));
  expect(days).toEqual(["2026-03-28", "2026-03-29", "2026-03-28"]);
});
