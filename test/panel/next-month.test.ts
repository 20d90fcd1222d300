import { describe, expect, test } from "vitest";
import { nextMonthFields, repeatedMonths } from "../../src/panel/browser/next-month.ts";

describe("the dates of a draft for the next month", () => {
  test.each([
    ["2026-11-20", "2026-12-20"],
    ["2026-12-20", "2027-01-20"],
    ["2027-01-30", "2027-02-28"],
    ["2028-01-31", "2028-02-29"],
    ["2027-02-28", "2027-03-31"],
    ["2026-11-30", "2026-12-31"],
  ])("follow %s with %s", (taxPointDate, next) => {
    expect(nextMonthFields({ taxPointDate, period: undefined, dueDate: undefined })).toEqual({ "/supplyDate": next });
  });

  test.each([
    ["2027-02-14", "2027-02-28", "2027-03-28"],
    ["2027-02-28", "2027-03-14", "2027-04-14"],
    ["2026-11-16", "2026-11-30", "2026-12-30"],
  ])("%s, due on %s, keeps its days to pay: %s", (taxPointDate, dueDate, next) => {
    expect(nextMonthFields({ taxPointDate, period: undefined, dueDate })["/dueDate"]).toBe(next);
  });

  test.each([
    [{ start: "2026-11-01", end: "2026-11-30" }, 1, ["2026-12-01", "2026-12-31"]],
    [{ start: "2026-10-01", end: "2026-12-31" }, 3, ["2027-01-01", "2027-03-31"]],
    [{ start: "2026-01-01", end: "2026-12-31" }, 12, ["2027-01-01", "2027-12-31"]],
    [{ start: "2026-11-05", end: "2026-12-04" }, 1, ["2026-12-05", "2027-01-04"]],
  ])("follow the period %j after %i months with %j", (period, months, days) => {
    expect(repeatedMonths({ period })).toBe(months);
    const fields = nextMonthFields({ taxPointDate: period.end, period, dueDate: undefined });
    expect([fields["/period/start"], fields["/period/end"], fields["/supplyDate"]]).toEqual([...days, days[1]]);
  });
});
