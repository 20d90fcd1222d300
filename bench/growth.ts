/**
 * Question: what do more companies, more invoices and more databases cost, where should a second database begin?
 * Method: books of the same orders, first in one database, then of the same companies spread over several. All databases are
 * on this machine: so the comparison of shards shows what they cost, and not what several machines would gain. The books are
 * issued through the library, indexed, and their events delivered, so that nothing is pending. Each call is for another
 * company than the one before. A figure counts only if all numbers are 1..n, if the books have as many invoices as they
 * must, and if the same books give the same lists, searches and reports in one database and in several.
 *
 *     npm run bench -- growth
 */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Company, createInvoicing, type Invoicing, type InvoicingStore } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { shardedStore } from "faktura/sharded";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { type Books, drainBilling, drainEvents, fill, idOf, MONTHS, requireNext, shardOf } from "./growth-books.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare, progress } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { costOf, ORDER, temporaryFolder, withCallers } from "./workload.ts";

/** Companies and invoices of the books in one database. The last but one are also those that are spread. */
const BOOKS = {
  short: [
    [1, 1000],
    [1, 10_000],
    [100, 10_000],
    [1000, 10_000],
    [1000, 20_000],
  ],
  full: [
    [1, 10_000],
    [1, 100_000],
    [1, 1_000_000],
    [100, 100_000],
    [20_000, 100_000],
    [20_000, 1_000_000],
  ],
} as const;
const SHARDS = [1, 2, 4, 8];
const MONTH = { from: "2018-01-01", to: "2018-01-31" };
const COST = "µs a call";
/** Prime, so that the calls go to companies that are not neighbours. */
const STRIDE = 7919;

/** Books, and a store in which they are. */
interface Side {
  readonly name: string;
  readonly books: Books;
  /** Opens the store once more. */
  readonly open: () => Promise<InvoicingStore>;
  readonly invoicing: Invoicing;
}

/** Opens the shard of this number of these books: a file or a schema, with the name of a shard. */
type OpenShard = (books: string, shard: number) => Promise<InvoicingStore>;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

await answer((scale: Scale) =>
  withServer(async (server) => {
    const folder = temporaryFolder();
    const onSqlite = await ask("SQLite", SQLITE_DURABILITY, scale, (books, shard) =>
      openSqliteStore(join(folder, `${books}-${shard}.db`), { shard: `s${shard}` }),
    );
    const pool = await server.pool(16);
    const made = new Set<string>();
    const onPostgres = await ask("PostgreSQL", server.durability, scale, async (books, number) => {
      const [schema, shard] = [`${books}_${number}`, `s${number}`];
      if (!made.has(schema)) await migratePostgres(pool, { schema, shard });
      made.add(schema);
      return postgresStore(pool, { schema, shard, preparedStatements: true });
    });
    return [...onSqlite, ...onPostgres];
  }),
);

async function ask(database: string, durability: string, scale: Scale, openShard: OpenShard): Promise<Finding[]> {
  const alone: Side[] = [];
  for (const [companies, invoices] of BOOKS[scale]) {
    const name = `${counted(companies, companies === 1 ? "company" : "companies")}, ${counted(invoices, "invoices")}`;
    const books = { companies, invoices, shards: 1, last: [] };
    alone.push(await filled(name, books, () => openShard(`books_${companies}_${invoices}`, 0), database));
  }
  const one = alone.at(-2)!;
  const spread = [{ ...one, name: "one database" }];
  for (const shards of SHARDS) {
    const open = () =>
      openSpread(shards, (shard) =>
        openShard(`books_${one.books.companies}_${one.books.invoices}${shards === 1 ? "" : `_over_${shards}`}`, shard),
      );
    const name = counted(shards, shards === 1 ? "shard" : "shards");
    // One shard has the same books as one database.
    if (shards === 1)
      spread.push({ name, books: one.books, open, invoicing: createInvoicing({ store: await open() }) });
    else spread.push(await filled(name, { ...one.books, shards, last: [] }, open, database));
  }
  const answers = await Promise.all(spread.map(answersOf));
  if (new Set(answers).size > 1) throw new Error("the same books have other answers in several databases");

  const rounds = scale === "short" ? 3 : 7;
  const findings: Finding[] = [];
  const costs = async (name: string, run: (side: Side) => Promise<number>, unit = COST) => {
    for (const sides of [alone, spread]) {
      const title = sides === alone ? name : `${name}, of ${one.name}`;
      const contenders = sides.map((side) => ({ name: side.name, run: () => run(side) }));
      findings.push(await compare({ title: `${title}, ${database}`, durability, unit, rounds, contenders }));
    }
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
  await costs("opening, until `ready`", (side) => costOf(1, 1, () => openAndClose(side)));
  for (const sides of [alone, spread]) {
    const title = `heap after a list of each company and both drains${sides === alone ? "" : `, of ${one.name}`}, ${database}`;
    const rows: { name: string; figure: number; ratio: number }[] = [];
    for (const side of sides) {
      progress(`${title}, ${side.name}`);
      const figure = await heapOf(side);
      rows.push({ name: side.name, figure, ratio: figure / (rows[0]?.figure ?? figure) });
    }
    findings.push({ title, durability, unit: "MB", rows });
  }
  await costs("issuing, 1 caller", issuing(1, 100));
  await costs("issuing, 64 callers", issuing(64, scale === "short" ? 640 : 2000));
  for (const side of [...alone, ...spread]) await requireTotals(side.invoicing, side.books);
  return findings;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}`;
}

async function openSpread(shards: number, open: (shard: number) => Promise<InvoicingStore>) {
  const stores = await Promise.all(
    Array.from({ length: shards }, async (_, shard) => [`s${shard}`, await open(shard)] as const),
  );
  return shardedStore(Object.fromEntries(stores), (companyId) => `s${shardOf(companyId, shards)}`);
}

async function filled(name: string, books: Books, open: Side["open"], database: string): Promise<Side> {
  const store = await open();
  await fill(store, books, (step) => progress(`${name} on ${database}: ${step}`));
  const invoicing = createInvoicing({ store });
  await requireTotals(invoicing, books);
  return { name, books, open, invoicing };
}

/** Reads a list of each company: their totals are its counters. */
async function requireTotals(invoicing: Invoicing, { companies, last }: Books): Promise<void> {
  let place = 0;
  await withCallers(16, companies, async () => {
    const own = place++;
    const { total } = await invoicing.company(idOf(own)).list({ limit: 1 });
    if (total !== last[own]) throw new Error(`${idOf(own)} has ${total} invoices instead of ${last[own]}`);
  });
}

/** What some companies' searches and reports say, whose sum is verified. */
async function answersOf({ invoicing, books }: Side): Promise<string> {
  const answers: unknown[] = [];
  for (let place = 0; place < Math.min(books.companies, 50); place += 1) {
    const company = invoicing.company(idOf((place * STRIDE) % books.companies));
    const { total, data } = await company.list({ limit: 20, search: "müller" });
    const { recapitulative } = await company.vatReport(MONTH);
    const due = Math.ceil(books.invoices / books.companies / MONTHS) * 284.5;
    if (recapitulative.lines[0]?.taxableAmount !== due) throw new Error(`a report has not ${due}`);
    answers.push([total, data.map(({ invoiceNumber, clientName }) => [invoiceNumber, clientName]), recapitulative]);
  }
  return JSON.stringify(answers);
}

function reading(calls: number, read: (company: Company) => Promise<unknown>) {
  let place = 0;
  return ({ invoicing, books }: Side) =>
    costOf(calls, 1, () => read(invoicing.company(idOf((place++ * STRIDE) % books.companies))));
}

function issuing(callers: number, count: number) {
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

async function openAndClose({ open }: Side): Promise<void> {
  const store = await open();
  await store.ready();
  await store.close();
}

/** Megabytes that one more store of these books holds. */
async function heapOf({ open, books }: Side): Promise<number> {
  const before = heapUsed();
  const invoicing = createInvoicing({ store: await open() });
  await requireTotals(invoicing, books);
  await drainEvents(invoicing);
  await drainBilling(invoicing);
  const held = heapUsed() - before;
  await invoicing.close();
  return held / 1024 / 1024;
}

function heapUsed(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
