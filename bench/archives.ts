import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Company, createInvoicing, type InvoiceOrder, type InvoicingStore } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import pg from "pg";
import { startPostgres } from "../test/support/postgres-server.ts";
import { archiveRows, DAYS, postgresIn, SQLITE } from "./archive-rows.ts";
import { progress } from "./question.ts";
import { countersOf, ORDER, PROFILE, proveGapless } from "./workload.ts";

/** Up to this size, issuing uses a copy of the archive, because issuing would make it grow by up to half. */
const SMALL = 10_000;
const FIRST_DAY = Date.UTC(2026, 0, 1, 12);
const MS_PER_DAY = 86_400_000;

/** A company's books. Its clock is set to the last day of the archive. */
export interface Archive {
  readonly size: number;
  readonly company: Company;
  /** Ids from all over the archive. */
  readonly ids: readonly string[];
  /** Books to issue into. `close` gets the number of new invoices and, if the books are a copy, verifies 1..n. */
  readonly toIssueIn: () => Promise<{ company: Company; close: (added: number) => Promise<void> }>;
  /** Verifies that all numbers are 1..n, including those issued while measuring. */
  readonly prove: () => Promise<void>;
  /** Stops the server that all archives of this database share. */
  readonly stop: () => Promise<void>;
}

/** Issues the first invoice, from which the others are copied. */
async function issueFirst(store: InvoicingStore, order: InvoiceOrder) {
  const company = createInvoicing({ store, clock: { now: () => new Date(FIRST_DAY) } }).company("firma");
  await company.saveProfile(PROFILE);
  const { id, invoiceNumber } = await company.issue(order);
  return { company, id, invoiceNumber };
}

function companyOf(store: InvoicingStore): Company {
  const clock = { now: () => new Date(FIRST_DAY + (DAYS - 1) * MS_PER_DAY) };
  return createInvoicing({ store, clock }).company("firma");
}

async function sampleIds(company: Company, size: number): Promise<string[]> {
  const pages = Array.from({ length: 10 }, (_, place) => 1 + Math.floor((place / 10) * (size / 20)));
  const lists = await Promise.all(pages.map((page) => company.list({ page, limit: 20 })));
  return lists.flatMap(({ data }) => data.map(({ id }) => id));
}

/** Creates a file for each size. */
export async function openSqliteArchives(
  folder: string,
  sizes: readonly number[],
  order: InvoiceOrder = ORDER,
): Promise<Archive[]> {
  const archives: Archive[] = [];
  let copies = 0;
  for (const size of sizes) {
    const path = join(folder, `${size}.db`);
    const filled = await openSqliteStore(path);
    const first = await issueFirst(filled, order);
    await filled.close();
    progress(`an archive of ${size} on SQLite`);
    const raw = new Database(path);
    for (const statement of archiveRows(SQLITE, size, first)) raw.exec(statement);
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

/** Creates a schema for each size, on one new server. */
export async function openPostgresArchives(sizes: readonly number[], order: InvoiceOrder = ORDER): Promise<Archive[]> {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url, max: 8 });
  let copies = 0;
  const make = async (schema: string, size: number) => {
    await migratePostgres(pool, { schema });
    const store = postgresStore(pool, { schema });
    progress(`an archive of ${size} on PostgreSQL`);
    const first = await issueFirst(store, order);
    for (const statement of archiveRows(postgresIn(schema), size, first)) await pool.query(statement);
    await pool.query("VACUUM ANALYZE");
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

/** The memory of a process that opens the file, reads its first, middle and last page by each filter, and issues. */
export function rssMegabytes(path: string): number {
  const script = join(import.meta.dirname, "archive-memory.ts");
  const output = execFileSync(process.execPath, ["--import", "tsx", script, path], { encoding: "utf8" });
  return Number(output) / 1024 / 1024;
}
