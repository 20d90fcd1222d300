/**
 * Question: what do more companies, more invoices and more databases cost?
 * Method: books of the same orders, first in one database, then those of the most companies spread over several. All
 * databases are on this machine: so the comparison of shards shows what they cost, and not what several machines would
 * gain. Nothing is pending in the books. Each call is for another company than the one before. A figure counts only if all numbers are 1..n, if the books have as many
 * invoices as they must, and if lists, searches and reports say the same in one database and in several. The figures on SQLite
 * are processor time, which other programs on the machine change little, so they leave out what a commit waits for the disk.
 *
 *     npm run bench -- growth
 */
import { join } from "node:path";
import { type Company, createInvoicing, type Invoicing, type InvoicingStore } from "faktura";
import { migratePostgres } from "faktura/postgres";
import type pg from "pg";
import { childProcess } from "./child-process.ts";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import {
  type Books,
  drainBilling,
  drainEvents,
  fill,
  idOf,
  MONTHS,
  openBooks,
  type Place,
  requireNext,
  requireTotals,
  spreadOver,
} from "./growth-books.ts";
import type { HeapQuestion } from "./growth-heap.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare, progress } from "./question.ts";
import type { Finding, Measurement, Scale } from "./report.ts";
import { costOf, ORDER, temporaryFolder, withCallers } from "./workload.ts";

/** Companies and invoices of the books in one database. The last ones are also spread over several. */
const BOOKS: Readonly<Record<Scale, readonly (readonly [companies: number, invoices: number])[]>> = {
  short: [
    [1, 1000],
    [1, 10_000],
    [100, 1000],
    [500, 1000],
  ],
  full: [
    [1, 10_000],
    [100, 100_000],
    [100, 1_000_000],
    [20_000, 100_000],
  ],
};
const SHARDS = [2, 4, 8];
const MONTH = { from: "2018-01-01", to: "2018-01-31" };
/** Prime, so that the calls go to companies that are not neighbours. */
const STRIDE = 7919;

/** Books, and a store in which they are. */
interface Side {
  readonly name: string;
  readonly books: Books;
  readonly place: Place;
  readonly store: InvoicingStore;
  readonly invoicing: Invoicing;
}

/** A kind of database. */
interface Engine {
  readonly name: string;
  readonly durability: string;
  /** The server's address and the pool of all stores; absent for files. */
  readonly server?: { readonly url: string; readonly pool: pg.Pool };
  readonly unit: string;
  /** The cost of each of so many calls, by so many callers. */
  readonly costOf: typeof costOf;
  /** Makes an empty database for a shard, and returns its file or schema. */
  readonly make: (name: string, shard: string) => Promise<string>;
}

await answer((scale: Scale) =>
  withServer(async ({ url, durability, pool: poolOf }) => {
    const [folder, pool] = [temporaryFolder(), await poolOf(16)];
    const onSqlite = await ask(scale, {
      name: "SQLite",
      durability: SQLITE_DURABILITY,
      unit: "µs of processor time a call",
      costOf: processorCostOf,
      make: async (name) => join(folder, `${name}.db`),
    });
    const onPostgres = await ask(scale, {
      name: "PostgreSQL",
      durability,
      unit: "µs a call",
      costOf,
      server: { url, pool },
      make: async (schema, shard) => {
        await migratePostgres(pool, { schema, shard });
        return schema;
      },
    });
    return [...onSqlite, ...onPostgres];
  }),
);

async function ask(scale: Scale, engine: Engine): Promise<Finding[]> {
  const { name: database, durability, unit, costOf, server } = engine;
  const alone: Side[] = [];
  for (const [companies, invoices] of BOOKS[scale]) {
    const [c, i] = [companies, invoices].map((count) => count.toLocaleString("en"));
    const name = `${c} ${companies === 1 ? "company" : "companies"}, ${i} invoices`;
    alone.push(await filled(engine, name, { companies, invoices, last: [] }, 1));
  }
  const one = alone.at(-1)!;
  // One shard has the same books and the same store as one database: a second store would only compete with it.
  const store = spreadOver([one.store]);
  const place = { ...one.place, isSpread: true };
  const spread = [
    { ...one, name: "one database" },
    { ...one, name: "1 shard", place, store, invoicing: createInvoicing({ store }) },
  ];
  for (const shards of SHARDS) {
    spread.push(await filled(engine, `${shards} shards`, { ...one.books, last: [] }, shards));
  }
  for (const side of alone) await answersOf(side);
  const answers = await Promise.all(spread.map(answersOf));
  if (new Set(answers).size > 1) throw new Error("the same books have other answers in several databases");

  const rounds = scale === "short" ? 3 : 7;
  const findings: Finding[] = [];
  const titleOf = (what: string, sides: readonly Side[]) =>
    `${what}${sides === alone ? "" : `, of ${one.name}`}, ${database}`;
  const costs = async (what: string, run: (side: Side) => Promise<number>) => {
    for (const sides of [alone, spread]) {
      const contenders = sides.map((side) => ({ name: side.name, run: () => run(side) }));
      findings.push(await compare({ title: titleOf(what, sides), durability, unit, rounds, contenders }));
    }
  };
  const reading = (calls: number, read: (company: Company) => Promise<unknown>) => {
    let place = 0;
    return ({ invoicing, books }: Side) =>
      costOf(calls, 1, () => read(invoicing.company(idOf((place++ * STRIDE) % books.companies))));
  };
  await costs(
    "first page of a list",
    reading(50, (company) => company.list({ limit: 20 })),
  );
  await costs(
    "first page of a search",
    reading(20, (company) => company.list({ limit: 20, search: "müller" })),
  );
  await costs(
    "VAT report of a month with a hundredth of the invoices",
    reading(3, (company) => company.vatReport(MONTH)),
  );
  await costs("`drainEvents` with nothing pending", ({ invoicing }) => costOf(1, 1, () => drainEvents(invoicing)));
  await costs("`drainBilling` with nothing pending", ({ invoicing }) => costOf(1, 1, () => drainBilling(invoicing)));
  await costs("opening, until `ready`", (side) => costOf(1, 1, () => openAndClose(side, server?.pool)));
  for (const sides of [alone, spread]) {
    const title = titleOf("heap of a process after a list of each company and both drains", sides);
    const rows: Measurement[] = [];
    for (const side of sides) {
      progress(`${title}, ${side.name}`);
      const figure = await heapOf(side, server?.url);
      rows.push({ name: side.name, figure, ratio: figure / (rows[0]?.figure ?? figure) });
    }
    findings.push({ title, durability, unit: "MB", rows });
  }
  await costs("issuing, 1 caller", issuing(costOf, 1, 100));
  await costs("issuing, 64 callers", issuing(costOf, 64, scale === "short" ? 640 : 2000));
  for (const { invoicing, books } of [...alone, ...spread]) await requireTotals(invoicing, books);
  for (const side of [...alone, ...spread]) await side.store.close();
  return findings;
}

async function filled(
  { name: database, server, make }: Engine,
  name: string,
  books: Books,
  shards: number,
): Promise<Side> {
  const names: string[] = [];
  for (let shard = 0; shard < shards; shard += 1) {
    names.push(await make(`books_${books.companies}_${books.invoices}_${shards}_${shard}`, `s${shard}`));
  }
  const place = { shards: names, isSpread: shards > 1 };
  const store = await openBooks(place, server?.pool);
  progress(`filling ${name} on ${database}`);
  await fill(store, books, place, server?.pool);
  const invoicing = createInvoicing({ store });
  return { name, books, place, store, invoicing };
}

/** What some companies' searches and reports say. The sum of each report is verified. */
async function answersOf({ invoicing, books }: Side): Promise<string> {
  const answers: unknown[] = [];
  const due = Math.ceil(books.invoices / books.companies / MONTHS) * 284.5;
  for (let place = 0; place < Math.min(books.companies, 50); place += 1) {
    const company = invoicing.company(idOf((place * STRIDE) % books.companies));
    const { total, data } = await company.list({ limit: 20, search: "müller" });
    const { recapitulative } = await company.vatReport(MONTH);
    const sum = recapitulative.lines[0]?.taxableAmount;
    if (sum !== due) throw new Error(`a report has ${sum} instead of ${due}`);
    answers.push([total, data.map(({ invoiceNumber, clientName }) => [invoiceNumber, clientName]), recapitulative]);
  }
  return JSON.stringify(answers);
}

/** Microseconds of this process's processor: with files, no other process works for a call. */
async function processorCostOf(calls: number, callers: number, call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await withCallers(callers, calls, call);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** The cost of an invoice. Afterwards, events are pending. */
function issuing(costOf: Engine["costOf"], callers: number, count: number) {
  let next = 0;
  return async ({ invoicing, books }: Side) => {
    const issued: [number, string][] = [];
    const cost = await costOf(count, callers, async () => {
      const place = (next++ * STRIDE) % books.companies;
      issued.push([place, (await invoicing.company(idOf(place)).issue(ORDER)).invoiceNumber]);
    });
    requireNext(books, issued);
    return cost;
  };
}

async function openAndClose({ place }: Side, pool: pg.Pool | undefined): Promise<void> {
  const store = await openBooks(place, pool);
  await store.ready();
  await store.close();
}

/** The heap of a process that has read a list of each company and drained both feeds, in MB. */
async function heapOf({ place, books: { companies, last } }: Side, url: string | undefined): Promise<number> {
  const child = childProcess<HeapQuestion>("growth-heap.ts");
  const bytes = await child.ask({ place, url, companies, last });
  child.end();
  return bytes / 1024 / 1024;
}
