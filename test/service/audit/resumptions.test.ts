/**
 * Goal: what an audit says of an entry that resumes dates, and of the dates behind it.
 * Method: the rows of short books and one entry between them, and all that is found in them.
 */
import type { AuditFinding } from "faktura";
import { expect, test } from "vitest";
import type { CalendarDay } from "../../../src/domain/calendar.ts";
import type { AuditedInvoice, BooksHead } from "../../../src/ports/journal.ts";
import { SequenceAudit } from "../../../src/service/audit/sequence.ts";

/** What the entry says, and when it was written. */
interface Entry {
  readonly behind: number;
  readonly of?: CalendarDay;
  readonly day?: CalendarDay;
  readonly at?: string;
}

type Row = CalendarDay | Entry;

/** What is found in invoices of these days, counted from 1, and the entries between them. */
function findingsIn(rows: readonly Row[]): AuditFinding[] {
  const found: AuditFinding[] = [];
  const days = rows.filter((row) => typeof row === "string");
  const head: BooksHead = {
    position: 0,
    digest: "",
    lastCounter: days.length,
    inSeries: 0,
    lastCreditNote: 0,
    countedByHost: false,
    continuedFrom: { lastCounter: 0, lastIssueDate: null },
  };
  const sequence = new SequenceAudit(head, (finding) => void found.push(finding));
  let counter = 0;
  for (const row of rows) {
    if (typeof row === "string") {
      counter += 1;
      const place = { counter, id: `id-${counter}`, invoiceNumber: `INV-${counter}`, issueDate: row, place: null };
      const state = { status: "SENT", amountPaid: 0, creditedTotal: 0, cancelledAt: null } as const;
      const unpaid = { cancellationReason: null, payments: [], entries: [] } as const;
      const rest = { source: "api", actor: null, document: "{}", ...unpaid } as const;
      sequence.add({ ...place, ...state, ...rest } satisfies AuditedInvoice);
    } else {
      const { behind, of = "2026-11-20", day = "2026-11-02", at = `${day}T12:00:00.000Z` } = row;
      const said = { kind: "dates.resumed", lastCounter: behind, lastIssueDate: of, reason: "r", resumedOn: day };
      sequence.resumeDates({ ...said, kind: "dates.resumed" }, { at, position: 7 });
    }
  }
  sequence.end();
  return found;
}

const backwards = (day: string, before = "2026-11-20") => `it is dated ${day}, but the previous invoice ${before}`;
const notLast = (behind: number, of = "2026-11-20") =>
  `it resumes dates after counter ${behind}, dated ${of}, which was not the last invoice`;

test.each<[string, readonly Row[], string[]]>([
  ["a step back behind it", ["2026-11-20", { behind: 1 }, "2026-11-02", "2026-11-02"], []],
  ["no step back behind it", ["2026-11-20", { behind: 1 }, "2026-11-20"], []],
  ["none of it", ["2026-11-20", "2026-11-02"], [backwards("2026-11-02")]],
  [
    "two steps back behind it",
    ["2026-11-20", { behind: 1 }, "2026-11-03", "2026-11-02"],
    [backwards("2026-11-02", "2026-11-03")],
  ],
  ["a step back before its day", ["2026-11-20", { behind: 1 }, "2026-11-01"], [backwards("2026-11-01")]],
  [
    "a step back that comes later",
    ["2026-11-20", { behind: 1 }, "2026-11-20", "2026-11-02"],
    [backwards("2026-11-02")],
  ],
  [
    "two of them, the later one later",
    ["2026-11-20", { behind: 1 }, { behind: 1, day: "2026-11-03" }, "2026-11-03"],
    [],
  ],
  [
    "two of them, and a step back before the later one",
    ["2026-11-20", { behind: 1 }, { behind: 1, day: "2026-11-03" }, "2026-11-02"],
    [backwards("2026-11-02")],
  ],
  ["another counter", ["2026-11-20", "2026-11-20", { behind: 1 }, "2026-11-20"], [notLast(1)]],
  [
    "another date, and a step back",
    ["2026-11-20", { behind: 1, of: "2027-12-25" }, "2026-11-02"],
    [notLast(1, "2027-12-25"), backwards("2026-11-02")],
  ],
  ["no invoice before it", [{ behind: 0 }, "2026-11-20"], [notLast(0)]],
])("of %s", (_, rows, details) => {
  expect(findingsIn(rows).map(({ detail }) => detail)).toEqual(details);
});

// biome-ignore format: a table
test.each([
  ["2026-11-01T09:59:59.999Z", "2026-11-02", false],
  ["2026-11-01T10:00:00.000Z", "2026-11-02", true],
  ["2026-11-02T11:59:59.999Z", "2026-11-01", true],
  ["2026-11-02T12:00:00.000Z", "2026-11-01", false],
  ["2026-99-99T12:00:00.000Z", "2026-11-01", false],
])("an entry of %s may name %s: %s", (at, day, isSound) => {
  const detail = `it was written at ${at}, but resumes dates from ${day}`;
  const finding = { code: "resumption_mismatch", position: 7, detail };
  expect(findingsIn(["2026-11-20", { behind: 1, day, at }])).toEqual(isSound ? [] : [finding]);
});
