/**
 * Goal: what an audit says of an entry that resumes dates, and of the dates behind it.
 * Method: the rows of short books and one entry between them, and all that is found in them.
 */
import type { AuditedInvoice, AuditFinding, CalendarDay, StoredEntry } from "faktura";
import { expect, test } from "vitest";
import { findingsIn } from "./audited-rows.ts";

/** What the entry says, and when it was written. */
interface Entry {
  readonly behind: number;
  readonly of?: CalendarDay;
  readonly day?: CalendarDay;
  readonly at?: string;
}

type Row = CalendarDay | Entry;

/** What is found in invoices of these days, counted from 1, and the entries between them. */
function findingsInDays(rows: readonly Row[]): Promise<AuditFinding[]> {
  const invoices: AuditedInvoice[] = [];
  const entries: StoredEntry[] = [];
  for (const [index, row] of rows.entries()) {
    const [position, origin] = [index + 1, { source: "api", actor: null } as const];
    if (typeof row === "string") {
      const counter = invoices.length + 1;
      const place = { counter, id: `id-${counter}`, invoiceNumber: `INV-${counter}`, issueDate: row };
      const amounts = {
        amountPaid: 0,
        prepaidRefunded: 0,
        discountTaken: 0,
        creditedTotal: 0,
        amountDue: null,
        settledBy: null,
        settledAmount: 0,
      };
      const state = { status: "SENT", ...amounts, cancelledAt: null } as const;
      const unpaid = {
        cancellationReason: null,
        writtenOffOn: null,
        writeOffReason: null,
        payments: [],
        entries: [],
      } as const;
      invoices.push({ ...place, place: { position, digest: "" }, ...state, ...origin, document: "{}", ...unpaid });
    } else {
      const { behind, of = "2026-11-20", day = "2026-11-02", at = `${day}T12:00:00.000Z` } = row;
      const document = JSON.stringify({ lastCounter: behind, lastIssueDate: of, reason: "r", resumedOn: day });
      entries.push({ kind: "dates.resumed", position, at, ...origin, digest: "", invoiceId: null, document });
    }
  }
  return findingsIn({ invoices, entries }, ["issue_date_backwards", "resumption_mismatch"]);
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
])("of %s", async (_, rows, details) => {
  expect((await findingsInDays(rows)).map(({ detail }) => detail)).toEqual(details);
});

// biome-ignore format: a table
test.each([
  ["2026-11-01T09:59:59.999Z", "2026-11-02", false],
  ["2026-11-01T10:00:00.000Z", "2026-11-02", true],
  ["2026-11-02T11:59:59.999Z", "2026-11-01", true],
  ["2026-11-02T12:00:00.000Z", "2026-11-01", false],
  ["2026-99-99T12:00:00.000Z", "2026-11-01", false],
])("an entry of %s may name %s: %s", async (at, day, isSound) => {
  const detail = `it was written at ${at}, but resumes dates from ${day}`;
  const finding = { code: "resumption_mismatch", position: 2, detail };
  expect(await findingsInDays(["2026-11-20", { behind: 1, day, at }])).toEqual(isSound ? [] : [finding]);
});
