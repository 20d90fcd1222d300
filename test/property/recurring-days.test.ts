/** Goal: the days on which an invoice recurs. Reason for calling the inside: no entry shows all of them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { followingDay, monthsLater, occurrenceFrom, repeatedOrder } from "../../src/panel/repeated-order.ts";

const day = fc
  .date({ min: new Date("1999-01-01"), max: new Date("2105-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const recurrence = fc.record({ months: fc.constantFrom(1, 3, 12), day: fc.integer({ min: 1, max: 31 }) });

/** Another way to the last day of a month: the day before the first of the next. */
function lastOf(text: string): number {
  const [year, month] = text.split("-").map(Number) as [number, number];
  return new Date(
    Date.parse(`${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, "0")}-01`) - 1,
  ).getUTCDate();
}

test("each day is the wished one, or the last of its month, so many months after the one before", () => {
  fc.assert(
    fc.property(day, recurrence, (first, each) => {
      let last = first;
      for (let count = 1; count <= 14; count += 1) {
        const next = followingDay(last, each);
        expect(next > last).toBe(true);
        expect(Number(next.slice(8))).toBe(Math.min(each.day, lastOf(next)));
        const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(months(next) - months(first)).toBe(count * each.months);
        last = next;
      }
    }),
  );
});

test("the first one from a day on is not before it, and the one before it is", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 900 }), recurrence, (after, days, each) => {
      const least = new Date(Date.parse(after) + days * 86_400_000).toISOString().slice(0, 10);
      const first = occurrenceFrom(after, least, each);
      expect(first >= least && first > after).toBe(true);
      expect(first === followingDay(after, each) || monthsLater(first, -each.months) <= least).toBe(true);
    }),
  );
});

test("the dates of an order move by whole months, and a last day stays a last day", () => {
  fc.assert(
    fc.property(day, day, fc.integer({ min: 0, max: 60 }), (supplyDate, issueDate, months) => {
      const sale = { clientName: "K", clientCountry: "DE", supplyDate, items: [], dueDate: "2000-01-01" };
      const moved = repeatedOrder(sale, { months, issueDate, dueDays: 14 });
      const isLast = Number(supplyDate.slice(8)) === lastOf(supplyDate);
      const wished = isLast ? 31 : Number(supplyDate.slice(8));
      expect(Number(moved.supplyDate.slice(8))).toBe(Math.min(wished, lastOf(moved.supplyDate)));
      expect((Date.parse(moved.dueDate!) - Date.parse(issueDate)) / 86_400_000).toBe(14);
    }),
  );
});
