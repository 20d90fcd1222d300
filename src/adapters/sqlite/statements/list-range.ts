import type { CalendarDay } from "../../../domain/calendar.ts";
import type { StoredResumption } from "../../../domain/invoice/stored-document.ts";
import type { InvoiceFilter } from "../../../ports/invoice-repository.ts";
import type { Session } from "../connection/session.ts";
import { findResumptions } from "./rows.ts";

type Days = Pick<InvoiceFilter, "from" | "to">;
type Ends = Pick<CounterRange, "first" | "last">;

/** A range of a company's counters, both ends included; empty if `last` is less than `first`. */
export interface CounterRange {
  readonly first: number;
  readonly last: number;
  /**
   * Whether every counter has an invoice. `false` if a host's own counter also numbers invoices that are not kept here.
   */
  readonly isGapless: boolean;
  /** The days to compare each invoice with. Absent: every invoice in the range is dated within the requested days. */
  readonly days?: Days | undefined;
}

/**
 * The counters of the invoices issued on these days. Issue dates never decrease along the sequence, so a range of days
 * is a range of counters, found by binary search. If dates were resumed, the sequence consists of several such runs,
 * and the result spans from the first match in the first run to the last match in the last run.
 */
export function counterRange(session: Session, companyId: string, { from, to }: Days): CounterRange {
  const ends = session.get<{ first: number | null; last: number | null; counted_by: string | null }>(
    `SELECT (SELECT min(counter) FROM faktura_invoices WHERE company_id = ?) AS first,
            (SELECT max(counter) FROM faktura_invoices WHERE company_id = ?) AS last,
            (SELECT counted_by FROM faktura_sequences WHERE company_id = ?) AS counted_by`,
    ...[companyId, companyId, companyId],
  );
  const all = { first: ends?.first ?? 1, last: ends?.last ?? 0 };
  const isGapless = ends?.counted_by !== "host";
  if (from === undefined && to === undefined) return { ...all, isGapless };
  const runs = runsOf(findResumptions(session, companyId), all).map(({ first, last }) => {
    const search = (until: (day: CalendarDay) => boolean) => findCounter(session, companyId, { first, last }, until);
    return {
      first: from === undefined ? first : search((day) => day >= from),
      last: to === undefined ? last : search((day) => day > to) - 1,
    };
  });
  const found = runs.filter(({ first, last }) => first <= last);
  const [first, last] = [found[0]?.first ?? 1, found.at(-1)?.last ?? 0];
  return { first, last, isGapless, days: runs.length > 1 ? { from, to } : undefined };
}

/** The range, split after each counter at which dates were resumed. */
function runsOf(resumptions: readonly StoredResumption[], { first, last }: Ends): Ends[] {
  const cuts = resumptions.map(({ lastCounter }) => lastCounter).filter((cut) => cut >= first && cut < last);
  const starts = [...new Set([first, ...cuts.map((cut) => cut + 1)])].sort((a, b) => a - b);
  return starts.map((start, index) => ({ first: start, last: (starts[index + 1] ?? last + 1) - 1 }));
}

/** The first counter in `first`..`last` whose issue date satisfies `until`; `last + 1` if none does. */
function findCounter(
  session: Session,
  companyId: string,
  { first, last }: Ends,
  until: (day: CalendarDay) => boolean,
): number {
  let [low, high] = [first, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // A host's own counter leaves gaps, so read the first row at or after the middle.
    const row = session.get<{ counter: number; issue_date: string }>(
      "SELECT counter, issue_date FROM faktura_invoices WHERE company_id = ? AND counter >= ? ORDER BY counter LIMIT 1",
      ...[companyId, middle],
    );
    if (row === undefined || until(row.issue_date)) high = middle;
    else low = row.counter + 1;
  }
  return low;
}
