import type { CalendarDay } from "../../domain/calendar.ts";
import type { InvoiceFilter } from "../../ports/invoice-repository.ts";
import type { StoreConnection } from "./connection.ts";

/** Counters of a company's invoices, both ends included; empty where `last` is before `first`. */
export interface CounterRange {
  readonly first: number;
  readonly last: number;
  /** Whether each counter has its invoice: not where a host's own counter numbers invoices that are not kept here. */
  readonly isGapless: boolean;
}

/** Issue dates never run backwards along the sequence, so days are a range of counters, found by halving. */
export function counterRange(
  connection: StoreConnection,
  companyId: string,
  { from, to }: Pick<InvoiceFilter, "from" | "to">,
): CounterRange {
  const ends = connection.get<{ first: number | null; last: number | null; counted_by: string | null }>(
    `SELECT (SELECT min(counter) FROM faktura_invoices WHERE company_id = ?) AS first,
            (SELECT max(counter) FROM faktura_invoices WHERE company_id = ?) AS last,
            (SELECT counted_by FROM faktura_sequences WHERE company_id = ?) AS counted_by`,
    ...[companyId, companyId, companyId],
  );
  let { first, last } = { first: ends?.first ?? 1, last: ends?.last ?? 0 };
  const search = (until: (day: CalendarDay) => boolean) => findCounter(connection, companyId, first, last, until);
  if (to !== undefined) last = search((day) => day > to) - 1;
  if (from !== undefined) first = search((day) => day >= from);
  return { first, last, isGapless: ends?.counted_by !== "host" };
}

/** The first counter in `first`..`last` whose issue date satisfies `until`; `last + 1` when none does. */
function findCounter(
  connection: StoreConnection,
  companyId: string,
  first: number,
  last: number,
  until: (day: CalendarDay) => boolean,
): number {
  let [low, high] = [first, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // A host's own counter leaves gaps here, so the row at or after the middle is looked at.
    const row = connection.get<{ counter: number; issue_date: string }>(
      "SELECT counter, issue_date FROM faktura_invoices WHERE company_id = ? AND counter >= ? ORDER BY counter LIMIT 1",
      ...[companyId, middle],
    );
    if (row === undefined || until(row.issue_date)) high = middle;
    else low = row.counter + 1;
  }
  return low;
}
