/**
 * Goal: on every store, a page and its total match a filter over all invoices.
 * Method: books of random size, days and statuses, which begin at 1 or continue, or are numbered by a host's own
 * counter with gaps; dates are sorted or resumed from earlier days. Some of the invoices are in the index for searches. Names and references have letters whose cases are
 * unusual, and signs that have a meaning in patterns, JSON and indexes. Random requests are answered by the store and by
 * an array that is filtered, sorted and sliced.
 */
import type { ChangeOrigin, InvoiceState, InvoiceStatus, InvoicingStore, NewPayment, PageRequest } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFoundBy, searchedWords, searchTerms } from "../../src/domain/search.ts";
import { freshSchema, onPostgres, pool } from "../support/postgres.ts";
import { connectRaw, EVERY_STORE, freshFile } from "../support/stores.ts";
import { tries } from "../support/tries.ts";

const ORIGIN: ChangeOrigin = { at: "2027-01-01T00:00:00.000Z", actor: null, source: "api" };

const DAYS = ["2026-11-18", "2026-11-19", "2026-11-23", "2026-12-01", "2027-01-01"];
const day = fc.constantFrom("0001-01-01", ...DAYS, "2026-11-21", "2027-01-02", "9999-12-31");
const few = (most: InvoiceStatus) => fc.oneof({ weight: 20, arbitrary: fc.constant(most) }, status);
const status = fc.constantFrom<InvoiceStatus>("SENT", "PAID", "CANCELLED");
/** Evenly mixed, or nearly all in one status. */
const statuses = fc.oneof(
  ...[status, few("SENT"), few("PAID"), few("CANCELLED")].map((each) => fc.array(each, { maxLength: 60, size: "max" })),
);

/** Each group has letters that are equal, or easily taken to be. */
const GROUPS = [
  "aAäÄ",
  "kK\u212a",
  "sSſßẞ",
  "iIıİ",
  "σςΣ",
  "ωΩΩ",
  "жЖ",
  "𐐀𐐨",
  '"\\',
  "%_*?",
  "[]^",
  "@`{",
  "0123",
  "-. ",
  "\u0001\n",
  "\u{10ffff}\ud7ff",
];
const letter = fc.constantFrom(...GROUPS.flatMap((group) => [...group]));
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join("")) },
  fc.tuple(letter, letter, fc.constantFrom(31, 63, 64, 65)).map(([one, other, times]) => one.repeat(times) + other),
);
/** Few texts, so that several invoices have the same one, and lists find some. */
const texts = fc.array(text, { minLength: 1, maxLength: 6 });
/** A text that an invoice has, or its beginning, in another case. */
const asked = fc.tuple(fc.nat(), fc.constantFrom("toString", "toUpperCase", "toLowerCase"), fc.nat({ max: 70 }));

const page = fc.oneof(fc.nat({ max: 12 }), fc.constantFrom(100, 2 ** 31, 2 ** 53 - 2)).map((before) => before + 1);
const request = fc.record(
  {
    page,
    limit: fc.constantFrom(1, 2, 3, 7, 20, 100),
    status,
    from: day,
    to: day,
    client: asked,
    search: fc.array(fc.tuple(asked, fc.nat({ max: 3 })), { minLength: 1, maxLength: 2 }),
    reference: fc.nat(),
    dueBefore: day,
    due: fc.boolean(),
    before: fc.nat({ max: 70 }),
  },
  { requiredKeys: ["page", "limit"] },
);
const books = fc.record({
  statuses,
  /** The days on which the invoices are issued, in order. Dates are resumed at a day before the last one. */
  days: fc.oneof(fc.constant(DAYS), fc.array(fc.constantFrom(...DAYS), { minLength: 5, maxLength: 5 })),
  /** How many of a hundred invoices are issued by the end of each day except the last one. */
  percents: fc.array(fc.nat({ max: 100 }), { minLength: DAYS.length - 1, maxLength: DAYS.length - 1 }),
  startsAfter: fc.constantFrom(0, 0, 1, 4711),
  gaps: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }),
  /** After how many of the days the index is moved on. */
  indexed: fc.array(fc.boolean(), { minLength: DAYS.length, maxLength: DAYS.length }),
  texts,
});
type Books = typeof books extends fc.Arbitrary<infer Value> ? Value : never;
type Asked = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

type Part = readonly [number, "toString" | "toUpperCase" | "toLowerCase", number];

/** The request, with texts of these. */
function requestOf({ client, search, reference, ...rest }: Asked, texts: readonly string[]): PageRequest {
  const partOf = ([place, change, length]: Part, start = 0) =>
    [...texts[place % texts.length]![change]()].slice(start, start + length + 1).join("");
  const words = search?.map(([part, start]) => partOf(part, start)).join(" ");
  return {
    ...rest,
    ...(rest.before === undefined ? {} : { page: 1 }),
    client: client && partOf(client),
    search: words && searchTerms(words).length > 0 ? words : undefined,
    reference: reference === undefined ? undefined : texts[reference % texts.length],
  };
}

interface Entry {
  readonly counter: number;
  readonly issueDate: string;
  readonly status: InvoiceStatus;
  readonly clientName: string;
  readonly reference: string;
  readonly dueDate: string | undefined;
}

/** Whether two letters are equal in a name, as regular expressions compare them, which mix ASCII with other letters. */
function isSameLetter(one: string, other = ""): boolean {
  const pattern = new RegExp(`^${one.replace(/[\\^$.*+?()[\]{}|]/, "\\$&")}$`, "iu");
  return one === other || (pattern.test(other) && one < "\u0080" === other < "\u0080");
}

function beginsWith(name: string, beginning: string): boolean {
  const letters = [...name];
  return [...beginning].every((letter, place) => isSameLetter(letter, letters[place]));
}

function naivePage(entries: readonly Entry[], request: PageRequest) {
  const {
    page,
    limit,
    status,
    from = "",
    to = "9999-12-31",
    client,
    search,
    reference,
    dueBefore,
    due,
    before = Infinity,
  } = request;
  const found = entries.filter(
    ({ issueDate, ...entry }) =>
      issueDate >= from &&
      issueDate <= to &&
      (status === undefined || entry.status === status) &&
      (!due || entry.status === "SENT") &&
      (dueBefore === undefined || (entry.dueDate !== undefined && entry.dueDate < dueBefore)) &&
      (client === undefined || beginsWith(entry.clientName, client)) &&
      (search === undefined || isFoundBy(searchedWords({ ...entry, total: 1 }), searchTerms(search))) &&
      (reference === undefined || entry.reference === reference),
  );
  const counters = found.map(({ counter }) => counter).sort((a, b) => b - a);
  const below = counters.filter((counter) => counter < before);
  return { counters: below.slice((page - 1) * limit, page * limit), total: found.length };
}

function stateOf(status: InvoiceStatus): InvoiceState {
  const cancelledAt = status === "CANCELLED" ? "2027-01-03T00:00:00.000Z" : null;
  const amountPaid = status === "PAID" ? 1 : 0;
  const amountDue = status === "SENT" ? 1 : 0;
  const amounts = {
    amountPaid,
    prepaidRefunded: 0,
    discountTaken: 0,
    creditedTotal: 0,
    amountDue,
    settledBy: null,
    settledAmount: 0,
  };
  return { status, ...amounts, cancelledAt, cancellationReason: null, writtenOffOn: null, writeOffReason: null };
}

/** Pays an invoice, whose total is 1. */
function paymentOf(invoiceId: string): NewPayment {
  return {
    id: `${invoiceId}-1`,
    invoiceId,
    origin: ORIGIN,
    amount: 1,
    paidOn: "2027-01-01",
    method: null,
    reference: null,
  };
}

/** Issues the invoices day by day, and changes the states of those that are not to stay SENT. */
async function write(store: InvoicingStore, companyId: string, given: Books) {
  const { statuses, days, percents, startsAfter, texts } = given;
  const shares = percents.toSorted((a, b) => a - b);
  const entries: Entry[] = [];
  const idOf = (counter: number) => `${companyId}-${counter}`;
  await store.transaction(companyId, async ({ numbers }) => {
    await numbers.lock();
    if (startsAfter > 0)
      await numbers.continueFrom?.({ lastCounter: startsAfter, lastIssueDate: "2026-11-18" }, ORIGIN);
  });
  for (const [place, issueDate] of days.entries()) {
    const end = Math.round(((shares[place] ?? 100) / 100) * statuses.length);
    const ofDay = statuses.slice(entries.length, end);
    if (ofDay.length === 0) continue;
    const last = entries.at(-1)?.issueDate ?? issueDate;
    const added = await store.transaction(companyId, async ({ numbers, invoices }) => {
      await numbers.lock();
      if (issueDate < last) await numbers.resumeDates!({ resumedOn: issueDate, reason: "a wrong clock" }, ORIGIN);
      const first = await numbers.take(ofDay.length);
      const issued = ofDay.map((status, index) => {
        const [clientName, reference] = [index, index + 1].map((place) => texts[place % texts.length]!);
        const dueDate = [undefined, ...DAYS][index % (DAYS.length + 1)];
        return { counter: first + index, issueDate, status, clientName: clientName!, reference: reference!, dueDate };
      });
      await invoices.insert(
        issued.map(({ counter, clientName, reference, dueDate }) => {
          const id = idOf(counter);
          const document = JSON.stringify({
            clientName,
            currency: "EUR",
            dueDate,
            id,
            reference,
            seller: {},
            total: 1,
          });
          const invoiceNumber = `INV-${counter}`;
          return { ...ORIGIN, id, counter, invoiceNumber, issueDate, issuedAt: ORIGIN.at, amountDue: 1, document };
        }),
      );
      return issued;
    });
    entries.push(...added);
    if (given.indexed[place]) await store.search.index(companyId);
  }
  const changed = entries.filter(({ status }) => status !== "SENT");
  await store.transaction(companyId, async ({ numbers, invoices }) => {
    await numbers.lock();
    const paid = changed.filter(({ status }) => status === "PAID");
    await invoices.insertPayments(paid.map(({ counter }) => paymentOf(idOf(counter))));
    await invoices.changeStates(
      changed.map(({ counter, status }) => ({ invoiceId: idOf(counter), origin: ORIGIN, ...stateOf(status) })),
    );
  });
  return entries;
}

/**
 * A host's counter that leaves gaps, because the host issues some invoices of its own. Each company has its own gaps.
 */
function hostCounter(gapsOf: (companyId: string) => readonly number[]) {
  const last = new Map<string, number>();
  return (_: unknown, companyId: string) => ({
    async lock() {
      const counter = last.get(companyId) ?? 0;
      const gaps = gapsOf(companyId);
      const lastCounter = counter + gaps[counter % gaps.length]!;
      last.set(companyId, lastCounter);
      return { lastCounter, lastIssueDate: null, started: true };
    },
    async take(count: number) {
      const first = last.get(companyId)! + 1;
      last.set(companyId, first + count - 1);
      return first;
    },
  });
}

const gaps = new Map<string, readonly number[]>();
const numbers = hostCounter((companyId) => gaps.get(companyId)!);
const HOST_STORES: typeof EVERY_STORE = [
  { name: "SQLite, a host's counter", open: async () => hostedOnSqlite(freshFile()) },
  ...onPostgres({
    name: "PostgreSQL, a host's counter",
    open: async () => postgresStore(pool, { schema: await freshSchema(), numbers }),
  }),
];

function hostedOnSqlite(path: string): InvoicingStore {
  return sqliteStore(() => connectRaw(path), { numbers });
}

let companies = 0;

describe.each([...EVERY_STORE, ...HOST_STORES])("$name", ({ name, open }) => {
  test("pages and totals match those of a plain array", async () => {
    const store = await open();
    const check = async (given: Books, requests: Asked[]) => {
      companies += 1;
      const companyId = `company-${companies}`;
      gaps.set(companyId, given.gaps);
      const isHosted = name.endsWith("counter");
      const entries = await write(store, companyId, isHosted ? { ...given, startsAfter: 0 } : given);
      expect(entries.length).toBe(given.statuses.length);
      for (const asked of requests.map((each) => requestOf(each, given.texts))) {
        const { invoices, total } = await store.reader.list(companyId, asked);
        const counters = invoices.map(({ counter }) => counter);
        expect({ counters, total }, JSON.stringify(asked)).toEqual(naivePage(entries, asked));
        expect(invoices.map(({ document }) => document.id)).toEqual(counters.map((each) => `${companyId}-${each}`));
      }
    };
    const requests = fc.array(request, { minLength: 1, maxLength: 20 });
    await fc.assert(fc.asyncProperty(books, requests, check), { numRuns: tries(40) });
    await store.close();
  });
});
