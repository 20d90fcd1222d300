import { setImmediate as nextTurn } from "node:timers/promises";
import { FIRST_DIGEST, type JournalHead } from "../../domain/books/journal.ts";
import { parseInvoiceNumber } from "../../domain/invoice/number.ts";
import { SUMMARY_RULES, touchedMonths } from "../../domain/returns/touched-months.ts";
import type { ReturnIndex } from "../../ports/invoicing-store.ts";
import { booksHead, invoicesAmong } from "./journal-reader.ts";
import { allRows, firstRow, type RunSteps, type Steps } from "./steps.ts";
import type { SqlSyntax } from "./syntax.ts";

/** How many entries of the journal a summary is of. */
const BLOCK_SIZE = 1000;

/** How many documents are read at once. More would block the event loop, because SQLite is read synchronously. */
const READ_TOGETHER = 256;

/** In place of a month: the summary's own row, which says where it ends, and which rows it has. */
const SUMMARY = "";

/** In place of a month: the cancelled invoices that name advances, or what they replaced. */
const ENDED = "ended";

/** Where a summary ends: the journal's entry, and the counter of the last invoice. */
interface Place extends JournalHead {
  readonly counter: number;
}

/** A summary's own row. */
interface Summary extends Place {
  /** How many entries it is of. */
  readonly size: number;
  /** Those that have a row. */
  readonly months: readonly string[];
}

const START: Place = { position: 0, digest: FIRST_DIGEST, counter: 0 };

/**
 * The index of a store over its tables. `write` waits for others, and `writeSoon` does not. A summary is of `size` entries. Without them, or the right to use
 * the table, the entries without a summary are read by each report.
 */
export function returnIndex(read: RunSteps): Omit<ReturnIndex, "index">;
export function returnIndex(read: RunSteps, write: RunSteps, writeSoon: RunSteps, size?: number): ReturnIndex;
export function returnIndex(read: RunSteps, write?: RunSteps, writeSoon?: RunSteps, size = BLOCK_SIZE) {
  return {
    index: async (companyId: string) => summarise({ read, write: write!, size }, companyId),
    touched: async (companyId: string, from: string, to: string) => {
      for (let count = writeSoon ? 1 : 0; count > 0; await nextTurn()) {
        count = await summarise({ read, write: writeSoon!, size }, companyId).catch(() => 0);
      }
      const { place, rows } = await summarised(read, companyId, from, to).catch(() => ({ place: START, rows: [] }));
      if (rows === undefined) await writeSoon?.(forgetSummaries, companyId).catch(() => undefined);
      const found = await gather(read, companyId, place, Number.MAX_SAFE_INTEGER);
      for (const row of rows ?? []) found.addRow(row);
      const within = [...found.months.keys()].filter((month) => month >= from && month <= to);
      const of = (kind: Kind, months: readonly string[]) => {
        return [...new Set(months.flatMap((month) => [...(found.months.get(month)?.[kind] ?? [])]))].sort(
          (a, b) => a - b,
        );
      };
      return {
        invoices: of("invoices", within),
        creditNotes: of("creditNotes", within),
        ended: of("invoices", [ENDED]),
      };
    },
    invoices: (companyId: string, counters: readonly number[]) => read(invoicesAmong, companyId, counters),
    countersOf: (companyId: string, numbers: readonly string[]) => read(countersOf, companyId, numbers),
  };
}

/** The rows of these months, and where the last summary ends. `rows` is `undefined` if some of them are gone. */
async function summarised(read: RunSteps, companyId: string, from: string, to: string) {
  const { place, isStale } = await read(lastSummary, companyId);
  if (isStale) return { place: START, rows: [] };
  const ends = await read(summaryRows, companyId, SUMMARY, SUMMARY, place.position);
  const ended = await read(summaryRows, companyId, ENDED, ENDED, place.position);
  const rows = [...(await read(summaryRows, companyId, from, to, place.position)), ...ended];
  const idOf = (month: string, position: number) => `${month} ${position}`;
  const found = new Set(rows.map(({ month, through }) => idOf(month, Number(through))));
  const summaries = ends.map(({ content }) => JSON.parse(content) as Summary);
  const isRead = (month: string) => month === ENDED || (month >= from && month <= to);
  const isWhole =
    summaries.reduce((sum, { size }) => sum + size, 0) === place.position &&
    summaries.every(({ months, position }) => months.filter(isRead).every((month) => found.has(idOf(month, position))));
  return isWhole ? { place, rows } : { place: START, rows: undefined };
}

/** Writes the next summary, if its entries are there, and returns how many these are. */
async function summarise(
  { read, write, size }: { readonly read: RunSteps; readonly write: RunSteps; readonly size: number },
  companyId: string,
): Promise<number> {
  const { place: last, isStale } = await read(lastSummary, companyId);
  if (isStale) await write(forgetSummaries, companyId);
  const after = isStale ? START : last;
  const end = after.position + size;
  if ((await read(booksHead, companyId)).position < end) return 0;
  const found = await gather(read, companyId, after, end);
  const { place } = found;
  if (place.position !== end) return 0; // an entry is missing, which an audit reports
  const own: Summary = { ...place, size, months: [...found.months.keys()] };
  await write(writeSummary, companyId, end, [[SUMMARY, JSON.stringify(own)], ...found.rows()]);
  // If somebody else has written it meanwhile, it is the same.
  return (await read(lastSummary, companyId)).place.position >= end ? size : 0;
}

type Kind = "invoices" | "creditNotes";

/** What entries touch, by month, and the last of them. */
class Touched {
  readonly months = new Map<string, Readonly<Record<Kind, Set<number>>>>();
  place: Place;

  constructor(after: Place) {
    this.place = after;
  }

  /** `number` is the counter of the invoice, or the position of the credit note. */
  add(kind: Kind, number: number, months: Iterable<string>): void {
    for (const month of months) this.#of(month)[kind].add(number);
  }

  moveTo(entry: JournalHead, counter = this.place.counter): void {
    this.place = { ...(entry.position > this.place.position ? entry : this.place), counter };
  }

  addRow({ month, content }: SummaryRow): void {
    const ranges = JSON.parse(content) as Readonly<Record<Kind, string>>;
    for (const kind of ["invoices", "creditNotes"] as const) addRanges(this.#of(month)[kind], ranges[kind]);
  }

  /** The months with their rows' content. */
  rows(): [month: string, content: string][] {
    return [...this.months].map(([month, { invoices, creditNotes }]) => {
      return [month, JSON.stringify({ invoices: rangesOf(invoices), creditNotes: rangesOf(creditNotes) })];
    });
  }

  #of(month: string): Readonly<Record<Kind, Set<number>>> {
    const found = this.months.get(month) ?? { invoices: new Set(), creditNotes: new Set() };
    this.months.set(month, found);
    return found;
  }
}

/** As text: `1-512,700`. */
function rangesOf(numbers: ReadonlySet<number>): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(",");
}

function addRanges(numbers: Set<number>, text: string): void {
  for (const range of text === "" ? [] : text.split(",")) {
    const [first = 0, last = first] = range.split("-").map(Number);
    for (let number = first; number <= last; number += 1) numbers.add(number);
  }
}

/** What the entries after a place touch, up to the position `end`. Rows of other writers without a position come after all. */
async function gather(read: RunSteps, companyId: string, after: Place, end: number): Promise<Touched> {
  const found = new Touched(after);
  for (let { counter } = after, isMore = true; isMore; await nextTurn()) {
    const rows = await read(issuedAfter, companyId, counter);
    const within = rows.filter(
      ({ position }) => (position === null ? Number.MAX_SAFE_INTEGER : Number(position)) <= end,
    );
    for (const { counter: own, position, digest, issue_date, document } of within) {
      counter = Number(own);
      found.add("invoices", counter, [...touchedMonths(document), issue_date.slice(0, 7)]);
      if (digest !== null) found.moveTo({ position: Number(position), digest }, counter);
    }
    isMore = within.length === READ_TOGETHER;
  }
  for (let { position } = after, isMore = true; isMore; await nextTurn()) {
    const rows = await read(recordedAfter, companyId, position, end);
    for (const { kind, document, at, counter, isAlone, isEnd, ...entry } of rows) {
      position = Number(entry.position);
      const months = kind.startsWith("portal_") ? [] : touchedMonths(document, at); // portals declare nothing
      if (counter !== null) found.add("invoices", Number(counter), isEnd === null ? months : [...months, ENDED]);
      else if (isAlone !== null) found.add("creditNotes", position, months);
      found.moveTo({ position, digest: entry.digest });
    }
    isMore = rows.length === READ_TOGETHER;
  }
  return found;
}

type IssuedRow = Readonly<
  Record<"counter" | "issue_date" | "document", string> & Record<"position" | "digest", string | null>
>;

/** Invoices after this counter. */
function issuedAfter(sql: SqlSyntax, companyId: string, counter: number): Steps<readonly IssuedRow[]> {
  const { tables, text, wholeDay, integer } = sql;
  return allRows(
    `SELECT ${text("i.counter")} AS counter, ${text("i.journal_position")} AS position, i.digest,
       ${wholeDay("i.issue_date")} AS issue_date, i.document
     FROM ${tables.invoices} AS i
     WHERE i.company_id = $1 AND i.counter > ${integer("$2")} AND i.counter <= ${Number.MAX_SAFE_INTEGER}
     ORDER BY i.counter LIMIT ${READ_TOGETHER}`,
    ...[companyId, counter],
  );
}

type RecordedRow = Readonly<
  Record<"position" | "kind" | "at" | "document" | "digest", string> &
    Record<"counter" | "isAlone" | "isEnd", string | null>
>;

/** The entries after this position that are not invoices, up to `end`, each with the counter of its invoice. */
function recordedAfter(
  { tables, text, integer, placeOf }: SqlSyntax,
  companyId: string,
  position: number,
  end: number,
): Steps<readonly RecordedRow[]> {
  const isAlone = `SELECT 'yes' FROM ${tables.creditNotes} AS n
    WHERE n.company_id = $1 AND n.id = j.invoice_id AND n.invoice_id = n.id AND n.position = j.position`;
  const names = (field: string) => `${placeOf(`'"${field}"'`, "i.document")} > 0`;
  return allRows(
    `SELECT ${text("j.position")} AS position, j.kind, j.recorded_at AS at, j.document, j.digest,
       ${text("i.counter")} AS counter,
       CASE WHEN j.kind = 'credit_note.issued' THEN (${isAlone}) END AS "isAlone",
       CASE WHEN j.kind = 'invoice.cancelled' AND (${names("advances")} OR ${names("replaces")}) THEN 'yes' END AS "isEnd"
     FROM ${tables.journal} AS j LEFT JOIN ${tables.invoices} AS i ON i.company_id = $1 AND i.id = j.invoice_id
     WHERE j.company_id = $1 AND j.position > ${integer("$2")} AND j.position <= ${integer("$3")}
     ORDER BY j.position LIMIT ${READ_TOGETHER}`,
    ...[companyId, position, end],
  );
}

/** Where the last summary ends, and whether it is of other books, such as of those before a restore. */
function* lastSummary(sql: SqlSyntax, companyId: string): Steps<{ readonly place: Place; readonly isStale: boolean }> {
  const { tables, integer } = sql;
  const row = yield* firstRow<{ content: string }>(
    `SELECT m.content FROM ${tables.returnMonths} AS m WHERE m.company_id = $1 AND m.rules = ${SUMMARY_RULES}
       AND m.month = '${SUMMARY}' ORDER BY m.through DESC LIMIT 1`,
    companyId,
  );
  if (row === undefined) return { place: START, isStale: false };
  const place = JSON.parse(row.content) as Place;
  const entry = yield* firstRow<{ digest: string | null }>(
    `SELECT coalesce(
       (SELECT j.digest FROM ${tables.journal} AS j WHERE j.company_id = $1 AND j.position = ${integer("$2")}),
       (SELECT i.digest FROM ${tables.invoices} AS i
        WHERE i.company_id = $1 AND i.counter = ${integer("$3")} AND i.journal_position = ${integer("$2")})) AS digest`,
    ...[companyId, place.position, place.counter],
  );
  return { place, isStale: entry?.digest !== place.digest };
}

interface SummaryRow {
  readonly month: string;
  /** The position at which its summary ends. */
  readonly through: string;
  readonly content: string;
}

/** The rows of these months, of the summaries up to this position. */
function summaryRows(
  { tables, integer, text }: SqlSyntax,
  companyId: string,
  from: string,
  to: string,
  through: number,
): Steps<readonly SummaryRow[]> {
  return allRows(
    `SELECT m.month, ${text("m.through")} AS through, m.content FROM ${tables.returnMonths} AS m WHERE m.company_id = $1 AND m.rules = ${SUMMARY_RULES}
       AND m.month >= $2 AND m.month <= $3 AND m.through <= ${integer("$4")}`,
    ...[companyId, from, to, through],
  );
}

function writeSummary(
  { tables, integer, elements, field }: SqlSyntax,
  companyId: string,
  through: number,
  rows: readonly (readonly [month: string, content: string])[],
): Steps<readonly unknown[]> {
  return allRows(
    `INSERT INTO ${tables.returnMonths} (company_id, rules, month, through, content)
     SELECT $1, ${SUMMARY_RULES}, ${field("r.value", "month")}, ${integer("$2")}, ${field("r.value", "content")}
     FROM ${elements("$3", "r")} WHERE TRUE ON CONFLICT DO NOTHING RETURNING 1`,
    ...[companyId, through, rows.map(([month, content]) => JSON.stringify({ month, content }))],
  );
}

function forgetSummaries({ tables }: SqlSyntax, companyId: string): Steps<readonly unknown[]> {
  return allRows(`DELETE FROM ${tables.returnMonths} WHERE company_id = $1 RETURNING 1`, companyId);
}

function* countersOf(
  { tables, builtIn, field, elements, integer, counterOfNumber, text }: SqlSyntax,
  companyId: string,
  numbers: readonly string[],
): Steps<readonly number[]> {
  const wanted = numbers.flatMap((number) => {
    const counter = parseInvoiceNumber(number)?.counter;
    return counter === undefined ? [] : [JSON.stringify({ number, counter })];
  });
  if (wanted.length === 0) return [];
  const number = field("w.value", "number");
  const rows = yield* allRows<{ counter: string }>(
    `SELECT ${text("i.counter")} AS counter FROM ${elements("$2", "w")} CROSS JOIN ${tables.invoices} AS i
     WHERE i.company_id = $1 AND i.counter = ${counterOfNumber("$1", number, `(${integer(field("w.value", "counter"))} + 0)`)}
       AND ${builtIn}lower(i.invoice_number) = ${builtIn}lower(${number})`,
    ...[companyId, wanted],
  );
  return rows.map(({ counter }) => Number(counter));
}
