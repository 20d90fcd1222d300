import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Company, createInvoicing, type InvoicingStore } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import pg from "pg";
import { startPostgres } from "../test/support/postgres-server.ts";
import { progress } from "./question.ts";
import { countersOf, ORDER, PROFILE, proveGapless } from "./workload.ts";

/** Where a small archive would grow by half, issuing gets a copy of it. */
const SMALL = 10_000;
const DAYS = 100;
const FIRST_DAY = Date.UTC(2026, 0, 1, 12);
const MS_PER_DAY = 86_400_000;

/** A company's books, closed to more days: its clock stands on the last of them. */
export interface Archive {
  readonly size: number;
  readonly company: Company;
  /** Ids from all over the archive. */
  readonly ids: readonly string[];
  /** The books that an issuer may add to; `close` is told how many it added, and proves 1..n where they were copied. */
  readonly toIssueIn: () => Promise<{ company: Company; close: (added: number) => Promise<void> }>;
  /** Proves that all that was issued, while measuring too, is 1..n. */
  readonly prove: () => Promise<void>;
  /** Ends what all archives of this database share. */
  readonly stop: () => Promise<void>;
}

/** Every other invoice is paid, all others but the oldest are cancelled. */
const SETTLE = (table: string) => `
  UPDATE ${table} SET status = 'PAID', amount_paid = 284.5 WHERE counter % 2 = 0;
  UPDATE ${table} SET status = 'CANCELLED', cancelled_at = '2026-04-11T00:00:00.000Z'
    WHERE counter % 2 = 1 AND counter > 1;`;

/** Issues the first invoice, of which the others are made; {@link proveGapless} and the library's own guards look at all. */
async function issueFirst(store: InvoicingStore) {
  const company = createInvoicing({ store, clock: { now: () => new Date(FIRST_DAY) } }).company("acme");
  await company.saveProfile(PROFILE);
  const { id, invoiceNumber } = await company.issue(ORDER);
  return { company, id, invoiceNumber };
}

/** SQL that differs between the databases. */
interface Dialect {
  readonly table: string;
  /** The last twelve characters of a text. */
  readonly lastTwelve: (text: string) => string;
  /** The day so many days after the first one, as text. */
  readonly day: (days: string) => string;
}

/** Inserts invoices 2 to `size` as copies of the first one, under their own ids, numbers and days. */
function copiesOfFirst(
  { table, lastTwelve, day }: Dialect,
  size: number,
  first: { id: string; invoiceNumber: string },
) {
  const [id, number] = [
    `substr(i.id, 1, 24) || ${lastTwelve("'00000000000' || n.counter")}`,
    `'INV-202604-' || n.counter`,
  ];
  const date = day(`(n.counter * ${DAYS - 1} / ${size})`);
  return `
    INSERT INTO ${table} (company_id, counter, id, invoice_number, issue_date, document)
    WITH RECURSIVE n (counter) AS (SELECT 2 UNION ALL SELECT counter + 1 FROM n WHERE counter < ${size})
    SELECT i.company_id, n.counter, ${id}, ${number}, ${date}, replace(replace(i.document,
      '${first.id}', ${id}), '${first.invoiceNumber}', ${number})
    FROM n CROSS JOIN (SELECT * FROM ${table} WHERE counter = 1) AS i ORDER BY n.counter`;
}

function companyOf(store: InvoicingStore): Company {
  const clock = { now: () => new Date(FIRST_DAY + (DAYS - 1) * MS_PER_DAY) };
  return createInvoicing({ store, clock }).company("acme");
}

async function sampleIds(company: Company, size: number): Promise<string[]> {
  const pages = Array.from({ length: 10 }, (_, place) => 1 + Math.floor((place / 10) * (size / 20)));
  const lists = await Promise.all(pages.map((page) => company.list({ page, limit: 20 })));
  return lists.flatMap(({ data }) => data.map(({ id }) => id));
}

const SQLITE: Dialect = {
  table: "faktura_invoices",
  lastTwelve: (text) => `substr(${text}, -12)`,
  day: (days) => `date('2026-01-01', '+' || ${days} || ' days')`,
};

const postgresIn = (schema: string): Dialect => ({
  table: `${schema}.faktura_invoices`,
  lastTwelve: (text) => `right(${text}, 12)`,
  day: (days) => `date '2026-01-01' + ${days}`,
});

/** A file for each size. */
export async function openSqliteArchives(folder: string, sizes: readonly number[]): Promise<Archive[]> {
  const archives: Archive[] = [];
  let copies = 0;
  for (const size of sizes) {
    const path = join(folder, `${size}.db`);
    const filled = await openSqliteStore(path);
    const first = await issueFirst(filled);
    await filled.close();
    progress(`an archive of ${size} on SQLite`);
    const raw = new Database(path);
    raw.exec(copiesOfFirst(SQLITE, size, first));
    raw.exec(SETTLE("faktura_invoices"));
    raw.pragma("wal_checkpoint(TRUNCATE)");
    raw.close();
    if (size <= SMALL) copyFileSync(path, `${path}.copy`);
    const company = companyOf(await openSqliteStore(path));
    const toIssueIn = async () => {
      if (size > SMALL) return { company, close: async () => undefined };
      copies += 1;
      const copy = join(folder, `${size}-${copies}.db`);
      copyFileSync(`${path}.copy`, copy);
      const store = await openSqliteStore(copy);
      return { company: companyOf(store), close: (added: number) => proveAndClose(store, size + added) };
    };
    archives.push({
      size,
      company,
      ids: await sampleIds(company, size),
      toIssueIn,
      prove: proving(company),
      stop: async () => undefined,
    });
  }
  return archives;
}

const proving = (company: Company) => async () => {
  const { total } = await company.list({ limit: 1 });
  proveGapless(await countersOf(company), total);
};

async function proveAndClose(store: InvoicingStore, invoices: number): Promise<void> {
  proveGapless(await countersOf(companyOf(store)), invoices);
  await store.close();
}

/** A schema for each size, on a server of its own. */
export async function openPostgresArchives(sizes: readonly number[]): Promise<Archive[]> {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url, max: 8 });
  let copies = 0;
  const make = async (schema: string, size: number) => {
    await migratePostgres(pool, { schema });
    const store = postgresStore(pool, { schema });
    progress(`an archive of ${size} on PostgreSQL`);
    await pool.query(copiesOfFirst(postgresIn(schema), size, await issueFirst(store)));
    await pool.query(SETTLE(`${schema}.faktura_invoices`));
    await pool.query(`VACUUM ANALYZE ${schema}.faktura_invoices`);
    return companyOf(store);
  };
  const stop = async () => {
    await pool.end();
    await server.stop();
  };
  const archives: Archive[] = [];
  for (const size of sizes) {
    const company = await make(`archive_${size}`, size);
    const toIssueIn = async () => {
      if (size > SMALL) return { company, close: async () => undefined };
      copies += 1;
      const copy = await make(`archive_${size}_${copies}`, size);
      return { company: copy, close: async (added: number) => proveGapless(await countersOf(copy), size + added) };
    };
    archives.push({ size, company, ids: await sampleIds(company, size), toIssueIn, prove: proving(company), stop });
  }
  return archives;
}

/** Memory of a process that opens the file, lists its first, middle and last page by all filters, and issues. */
export function rssMegabytes(path: string): number {
  const script = join(import.meta.dirname, "archive-memory.ts");
  const output = execFileSync(process.execPath, ["--import", "tsx", script, path], { encoding: "utf8" });
  return Number(output) / 1024 / 1024;
}
