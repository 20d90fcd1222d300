import type { CalendarDay } from "../../../domain/calendar.ts";
import type { InvoiceFilter } from "../../../ports/invoice-repository.ts";
import type { StoredResumption } from "../../engine/resumption.ts";
import type { StoreConnection } from "../connection/session.ts";
import { findResumptions } from "./rows.ts";

type Days = Pick<InvoiceFilter, "from" | "to">;
type Ends = Pick<CounterRange, "first" | "last">;

/** Counters of a company's invoices, both ends included; empty where `last` is before `first`. */
export interface CounterRange {
  readonly first: number;
  readonly last: number;
  /** Whether each counter has its invoice: not where a host's own counter numbers invoices that are not kept here. */
  readonly isGapless: boolean;
  /** The days that each invoice is still to be compared with. Absent: all of the range are of the days asked for. */
  readonly days?: Days | undefined;
}

/**
 * Issue dates never run backwards along the sequence, so days are a range of counters, found by halving. Where dates
 * were resumed there are several such runs, and the range is from the first one's first counter to the last one's last.
 */
export function counterRange(connection: StoreConnection, companyId: string, { from, to }: Days): CounterRange {
  const ends = connection.get<{ first: number | null; last: number | null; counted_by: string | null }>(
    `SELECT (SELECT min(counter) FROM faktura_invoices WHERE company_id = ?) AS first,
            (SELECT max(counter) FROM faktura_invoices WHERE company_id = ?) AS last,
            (SELECT counted_by FROM faktura_sequences WHERE company_id = ?) AS counted_by`,
    ...[companyId, companyId, companyId],
  );
  const all = { first: ends?.first ?? 1, last: ends?.last ?? 0 };
  const isGapless = ends?.counted_by !== "host";
  if (from === undefined && to === undefined) return { ...all, isGapless };
  const runs = runsOf(findResumptions(connection, companyId), all).map(({ first, last }) => {
    const search = (until: (day: CalendarDay) => boolean) => findCounter(connection, companyId, { first, last }, until);
    return {
      first: from === undefined ? first : search((day) => day >= from),
      last: to === undefined ? last : search((day) => day > to) - 1,
    };
  });
  const found = runs.filter(({ first, last }) => first <= last);
  const [first, last] = [found[0]?.first ?? 1, found.at(-1)?.last ?? 0];
  return { first, last, isGapless, days: runs.length > 1 ? { from, to } : undefined };
}

/** The counters, cut behind each at which dates were resumed. */
function runsOf(resumptions: readonly StoredResumption[], { first, last }: Ends): Ends[] {
  const cuts = resumptions.map(({ lastCounter }) => lastCounter).filter((cut) => cut >= first && cut < last);
  const starts = [...new Set([first, ...cuts.map((cut) => cut + 1)])].sort((a, b) => a - b);
  return starts.map((start, place) => ({ first: start, last: (starts[place + 1] ?? last + 1) - 1 }));
}

/** The first counter in `first`..`last` whose issue date satisfies `until`; `last + 1` when none does. */
function findCounter(
  connection: StoreConnection,
  companyId: string,
  { first, last }: Ends,
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
