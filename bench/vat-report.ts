/**
 * Question: does the VAT report of a quarter cost more in larger books?
 * Method: the last 10,000 invoices are the same in all books, a year of services for a business in another member state. The
 * others are of the ten years before. Every second invoice is paid a month later, so that it has an entry in the journal, and
 * one in fifty is late: its tax point is up to 300 days before it was issued. The first report summarises the books, which is
 * timed. Then the report of the second quarter is, in turns. It holds what it must: its sum is computed from the numbers.
 *
 *     npm run bench -- vat-report
 */
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Company, createInvoicing, type InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { postgresIn, SQLITE } from "./archive-rows.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare, progress } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { countWithin, LAST_YEAR, reportRows } from "./report-books.ts";
import { ORDER, PROFILE, temporaryFolder } from "./workload.ts";

const QUARTER = { from: "2026-04-01", to: "2026-06-30" };
/** The days of the quarter, after 1 January. */
const [FIRST_DAY, LAST_DAY] = [90, 180];

/** The sizes of the books: those without late invoices are what the others are compared with. */
const booksOf = (scale: Scale) => {
  const sizes = scale === "short" ? [LAST_YEAR, 100_000] : [LAST_YEAR, 100_000, 1_000_000];
  return [{ size: LAST_YEAR, isLate: false }, ...sizes.map((size) => ({ size, isLate: true }))];
};

await answer((scale: Scale) =>
  withServer(async (server) => {
    const folder = temporaryFolder();
    const onSqlite = await ask("SQLite", scale, async (place, size, isLate) => {
      const path = join(folder, `${place}.db`);
      const store = await openSqliteStore(path);
      const first = await issueFirst(store);
      const raw = new Database(path);
      for (const statement of reportRows(SQLITE, size, isLate, first)) raw.exec(statement);
      raw.pragma("wal_checkpoint(TRUNCATE)");
      raw.close();
      return store;
    });
    const pool = await server.pool(4);
    const onPostgres = await ask("PostgreSQL", scale, async (place, size, isLate) => {
      const store = await server.store(pool);
      const schema = `books_${place + 1}`;
      const first = await issueFirst(store);
      for (const statement of reportRows(postgresIn(schema), size, isLate, first)) await pool.query(statement);
      await pool.query("VACUUM ANALYZE");
      return store;
    });
    return [...onSqlite, ...onPostgres];
  }),
);

type Fill = (place: number, size: number, isLate: boolean) => Promise<InvoicingStore>;

async function ask(database: string, scale: Scale, fill: Fill): Promise<Finding[]> {
  const books: { name: string; company: Company; due: number; firstMs: number; size: number }[] = [];
  for (const [place, { size, isLate }] of booksOf(scale).entries()) {
    const name = `${size.toLocaleString("en")} invoices${isLate ? ", 2 % late" : ""}`;
    progress(`filling ${name} on ${database}`);
    const company = companyOf(await fill(place, size, isLate));
    const due = countWithin(size, isLate, FIRST_DAY, LAST_DAY) * 284.5;
    progress(`the first report among ${name} on ${database}`);
    books.push({ name, company, due, firstMs: await timeOf(company, due), size });
  }
  const quarter = await compare({
    ...{
      title: `VAT report of a quarter, ${database}`,
      durability: "none",
      unit: "ms",
      rounds: scale === "short" ? 5 : 9,
    },
    contenders: books.map(({ name, company, due }, place) => {
      return { name, run: () => timeOf(company, due), target: place === 0 ? undefined : { atMost: 1.5 } };
    }),
  });
  const perInvoice = books.map(({ name, firstMs, size }) => ({ name, figure: (firstMs * 1000) / size }));
  const rows = perInvoice.map(({ name, figure }) => ({ name, figure, ratio: figure / perInvoice[0]!.figure }));
  return [quarter, { title: `the first report, ${database}`, durability: "none", unit: "µs an invoice", rows }];
}

async function issueFirst(store: InvoicingStore) {
  const company = companyOf(store);
  await company.saveProfile(PROFILE);
  return company.issue({ ...ORDER, supply: "services" });
}

function companyOf(store: InvoicingStore): Company {
  return createInvoicing({ store, clock: { now: () => new Date("2016-01-01T12:00:00Z") } }).company("firma");
}

/** Milliseconds of a report, whose sum is verified. */
async function timeOf(company: Company, due: number): Promise<number> {
  const start = performance.now();
  const { recapitulative, unplaced } = await company.vatReport(QUARTER);
  const taken = performance.now() - start;
  const [line, ...others] = recapitulative.lines;
  if (line?.taxableAmount !== due || others.length > 0 || unplaced.length > 0)
    throw new Error(`the report has ${line?.taxableAmount} instead of ${due}`);
  return taken;
}
