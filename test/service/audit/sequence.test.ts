/**
 * Goal: what an audit says of counters, of dates and of the billing cursor, wherever the books stand.
 * Method: the rows of short books, one after the other, and all that is found in them.
 */
import type { AuditedInvoice, AuditFinding, BillingPosition, BooksHead, CalendarDay, StoredEntry } from "faktura";
import { expect, test } from "vitest";
import { findingsIn, type Rows } from "./audited-rows.ts";

const digestOf = (counter: number) => `${counter}`.padStart(64, "a");

/** An invoice of November 2026, at the position of its counter. */
function row(counter: number, changes: Partial<AuditedInvoice> = {}): AuditedInvoice {
  return {
    counter,
    id: `id-${counter}`,
    invoiceNumber: `INV-202611-${counter}`,
    issueDate: "2026-11-20" as CalendarDay,
    source: "api",
    actor: null,
    place: { position: counter, digest: digestOf(counter) },
    document: "{}",
    status: "SENT",
    amountPaid: 0,
    prepaidRefunded: 0,
    discountTaken: 0,
    creditedTotal: 0,
    amountDue: null,
    settledBy: null,
    settledAmount: 0,
    cancelledAt: null,
    cancellationReason: null,
    writtenOffOn: null,
    writeOffReason: null,
    payments: [],
    entries: [],
    ...changes,
  };
}

const CODES: readonly AuditFinding["code"][] = [
  ...(["billing_cursor_moved", "continuation_mismatch", "counter_doubled", "counter_missing"] as const),
  "issue_date_backwards",
];

/** The entry that continues a sequence behind this counter. */
function adoption(lastCounter: number, position: number): StoredEntry {
  const origin = { source: "api", at: "2026-11-20T12:00:00.000Z", actor: null, digest: "", invoiceId: null } as const;
  const document = JSON.stringify({ lastCounter, lastIssueDate: null });
  return { kind: "numbering.continued", position, document, ...origin };
}

interface Books extends Omit<Rows, "invoices"> {
  readonly rows?: readonly AuditedInvoice[];
  /** What the sequence was adopted at, in this order. */
  readonly adopted?: readonly number[];
}

const booksOf = ({ rows = [], adopted = [], head, ...rest }: Books): Rows => {
  const lastCounter = rows.at(-1)?.counter ?? adopted.at(-1) ?? 0;
  const continuedFrom = { lastCounter: adopted.at(-1) ?? 0, lastIssueDate: null };
  const entries = adopted.map((counter, index) => adoption(counter, index + 1));
  return { invoices: rows, entries, head: { lastCounter, continuedFrom, ...head }, ...rest };
};
const detailsIn = async (books: Books) => (await findingsIn(booksOf(books), CODES)).map(({ detail }) => detail);

const BY_HOST = { countedByHost: true };

const from = (lastCounter: number, lastIssueDate: CalendarDay | null = null): Partial<BooksHead> => {
  return { continuedFrom: { lastCounter, lastIssueDate } };
};
const adoptedAt = (said: string, byJournal: string) =>
  `the sequence was continued from counter ${said} according to its row, but from counter ${byJournal} according to ` +
  "the journal";

test.each<[string, Books, string[]]>([
  ["nothing", {}, []],
  ["an adopted sequence", { adopted: [41] }, []],
  ["a sequence adopted anew", { adopted: [41, 7], rows: [row(8)] }, []],
  ["the first counters", { rows: [row(1), row(2)] }, []],
  ["a first counter that is missing", { rows: [row(2)] }, ["counter 1 is missing"]],
  ["one missing", { rows: [row(1), row(3)] }, ["counter 2 is missing"]],
  ["two missing", { rows: [row(1), row(4)] }, ["counters 2 to 3 are missing"]],
  ["the last one missing", { rows: [row(1)], head: { lastCounter: 2 } }, ["counter 2 is missing"]],
  ["the last two missing", { rows: [row(1)], head: { lastCounter: 3 } }, ["counters 2 to 3 are missing"]],
  ["one doubled", { rows: [row(1), row(1), row(2)] }, ["it comes after counter 1"]],
  ["one below the sequence", { adopted: [5], rows: [row(5), row(6)] }, ["it comes after counter 5"]],
  ["missing ones of a host's", { rows: [row(3), row(9)], head: BY_HOST }, []],
  ["a doubled one of a host's", { rows: [row(3), row(3)], head: BY_HOST }, ["it comes after counter 3"]],
  ["a sequence that was moved", { adopted: [41], head: from(42) }, [adoptedAt("42 (no date)", "41 (no date)")]],
  [
    "one that was moved after the first invoice",
    { adopted: [41], rows: [row(42)], head: from(41, "2026-11-01") },
    [adoptedAt("41 (dated 2026-11-01)", "41 (no date)")],
  ],
  ["a sequence without an entry that adopts it", { head: from(7) }, [adoptedAt("7 (no date)", "0 (no date)")]],
  [
    "a host's without an entry that adopts it",
    { head: { ...from(7), ...BY_HOST } },
    [adoptedAt("7 (no date)", "0 (no date)")],
  ],
  [
    "dates that run backwards",
    { rows: [row(1), row(2, { issueDate: "2026-11-19" }), row(3, { issueDate: "2026-11-19" }), row(4)] },
    ["it is dated 2026-11-19, but the previous invoice 2026-11-20"],
  ],
])("of %s", async (_, books, findings) => {
  expect(await detailsIn(books)).toEqual(findings);
});

const at = (counter: number, digest: string | null = digestOf(counter)): BillingPosition => {
  return { acknowledgedThrough: counter, digest };
};
const UNPLACED = { place: null };
const [PANEL, API] = [{ source: "panel", place: null } as const, { source: "api", place: null } as const];
const cursorAt = (counter: number, what: string) => [`the billing cursor is at counter ${counter}, but ${what}`];

test.each<[string, Books, string[]]>([
  ["an invoice", { rows: [row(1), row(2), row(3)], cursor: at(2) }, []],
  [
    "one with another digest",
    { rows: [row(1)], cursor: at(1, digestOf(2)) },
    cursorAt(1, "its digest is not that of the invoice"),
  ],
  [
    "one, without its digest",
    { rows: [row(1)], cursor: at(1, null) },
    cursorAt(1, "its digest is not that of the invoice"),
  ],
  ["one without a place", { rows: [row(1, UNPLACED)], cursor: at(1, null) }, []],
  [
    "one without a place, but a digest",
    { rows: [row(1, API)], cursor: at(1) },
    cursorAt(1, "its digest is not that of the invoice"),
  ],
  ["a panel's without a place", { rows: [row(1, PANEL)], cursor: at(1, null) }, []],
  ["a panel's that got its place later", { rows: [row(1, { source: "panel" })], cursor: at(1, null) }, []],
  [
    "a panel's with another digest",
    { rows: [row(1, { source: "panel" })], cursor: at(1, "b") },
    cursorAt(1, "its digest is not that of the invoice"),
  ],
  ["the beginning, with a digest", { rows: [row(1)], cursor: at(0) }, cursorAt(0, "no invoice has that counter")],
  ["a number before the first invoice", { adopted: [5], rows: [row(6)], cursor: at(5, null) }, []],
  [
    "a number before it, with a digest",
    { adopted: [5], rows: [row(6)], cursor: at(5) },
    cursorAt(5, "no invoice has that counter"),
  ],
  ["where the sequence was adopted", { adopted: [5], cursor: at(5, null) }, []],
  ["it, with a digest", { adopted: [5], cursor: at(5) }, cursorAt(5, "no invoice has that counter")],
  ["a number beyond it", { adopted: [5], cursor: at(6, null) }, cursorAt(6, "the last invoice is 5")],
  ["a number below zero", { rows: [row(1)], cursor: at(-1, null) }, cursorAt(-1, "no invoice has that counter")],
  [
    "a missing one",
    { rows: [row(1), row(3)], head: { lastCounter: 3 }, cursor: at(2, null) },
    ["counter 2 is missing", ...cursorAt(2, "no invoice has that counter")],
  ],
  ["one that a host gave away", { rows: [row(1), row(3)], head: BY_HOST, cursor: at(2, null) }, []],
  [
    "one that a host gave away, with a digest",
    { rows: [row(1), row(3)], head: BY_HOST, cursor: at(2) },
    cursorAt(2, "no invoice has that counter"),
  ],
  [
    "one that a host did not give away yet",
    { rows: [row(1)], head: BY_HOST, cursor: at(2, null) },
    cursorAt(2, "the last invoice is 1"),
  ],
])("the billing cursor at %s", async (_, books, findings) => {
  expect(await detailsIn(books)).toEqual(findings);
});

test("each finding says which invoice and which entry it is about", async () => {
  const entries = [adoption(9, 7)];
  const found = await findingsIn(
    { invoices: [row(1), row(3)], entries, head: { lastCounter: 5 }, cursor: at(3, "b") },
    CODES,
  );
  const third = { invoiceNumber: "INV-202611-3", counter: 3, position: 3 };
  expect(found).toEqual([
    { code: "counter_missing", ...third, detail: "counter 2 is missing" },
    { code: "billing_cursor_moved", ...third, detail: expect.any(String) },
    { code: "continuation_mismatch", position: 7, detail: "another sequence was continued after the first invoice" },
    { code: "counter_missing", detail: "counters 4 to 5 are missing" },
  ]);
  expect(await findingsIn({ head: from(5) }, CODES)).toEqual([
    { code: "continuation_mismatch", detail: adoptedAt("5 (no date)", "0 (no date)") },
  ]);
});

test("a date cell that holds no text does not end the audit, in the sequence and in a series that was continued", async () => {
  const document = JSON.stringify({ lastCounter: 7, lastIssueDate: "2026-11-20", series: "B" });
  const damaged = {
    issueDate: Object.create(null) as CalendarDay,
    document: '{"series":"B","issuedAt":"2026-11-20T12:00:00.000Z"}',
  };
  const rows = [row(2), row(3, { ...damaged, series: { name: "B", number: 8, place: 1 } })];
  const entries = [{ ...adoption(0, 1), document }];
  expect(await findingsIn({ invoices: rows, entries }, ["issue_date_backwards", "series_mismatch"])).toEqual([]);
});
