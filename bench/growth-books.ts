import Database from "better-sqlite3";
import { createInvoicing, type InvoiceOrder, type Invoicing, type InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { shardedStore } from "faktura/sharded";
import { openSqliteStore } from "faktura/sqlite";
import type pg from "pg";
import { clientName } from "./search-books.ts";
import { ORDER, PROFILE, withCallers } from "./workload.ts";

/** Months of supply, in turn: a company's first invoice is of January 2018. */
export const MONTHS = 100;
/** How many invoices one commit has at most. */
const TOGETHER = 1000;

/** Where books are: SQLite files, or schemas of a PostgreSQL server. */
export interface Place {
  readonly shards: readonly string[];
  /** Whether they are opened through `shardedStore`. Absent: there is one. */
  readonly isSpread?: boolean;
}

/** Opens the books on this server, or files without one. */
export async function openBooks({ shards, isSpread }: Place, pool?: pg.Pool): Promise<InvoicingStore> {
  const stores: InvoicingStore[] = [];
  for (const [number, name] of shards.entries()) {
    const shard = `s${number}`;
    if (pool === undefined) stores.push(await openSqliteStore(name, { shard }));
    else stores.push(postgresStore(pool, { schema: name, shard, preparedStatements: true }));
  }
  return isSpread ? spreadOver(stores) : stores[0]!;
}

/** One store over these, whose names are those that {@link openBooks} gives them. */
export function spreadOver(stores: readonly InvoicingStore[]): InvoicingStore {
  const named = Object.fromEntries(stores.map((store, number) => [`s${number}`, store]));
  return shardedStore(named, (companyId) => `s${Number(companyId.slice(idOf("").length)) % stores.length}`);
}

/** The books of companies in one database or in several, and how far their numbers go. */
export interface Books {
  readonly companies: number;
  readonly invoices: number;
  /** The last counter of each company. */
  readonly last: number[];
}

export const idOf = (place: number | "") => `company-${place}`;

function orderOf(number: number): InvoiceOrder {
  const month = (number - 1) % MONTHS;
  const taxPointDate = `${2018 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-15`;
  return { ...ORDER, clientName: clientName(number), supply: "services", taxPointDate };
}

/** What a company's books are copied with, in this order: the guards look for what was written before. */
const TABLES = [
  "companies",
  "sequences",
  "invoices",
  "billing_cursors",
  "return_months",
  "search_blocks",
  "search_terms",
  "search_postings",
  "search_texts",
];

/**
 * Fills the books, so that nothing is pending. The first company of each database is issued through the library, indexed,
 * and its events delivered. The others are copies of its rows, which the guards check. An audit would fail, because the
 * digests are not computed.
 */
export async function fill(store: InvoicingStore, books: Books, place: Place, pool?: pg.Pool): Promise<void> {
  const invoicing = createInvoicing({ store });
  const each = books.invoices / books.companies;
  const shards = place.shards.length;
  for (let first = 0; first < shards; first += 1) {
    const company = invoicing.company(idOf(first));
    await company.saveProfile(PROFILE);
    for (let from = 1; from <= each; from += TOGETHER) {
      const count = Math.min(TOGETHER, each - from + 1);
      const invoices = await company.issueMany(Array.from({ length: count }, (_, index) => orderOf(from + index)));
      const issued = invoices.map(({ invoiceNumber }) => [first, invoiceNumber] as const);
      requireNext(books, issued);
    }
  }
  const { indexed } = await invoicing.index();
  const { delivered, failed } = await invoicing.drainBilling({ deliver: async () => undefined, batchSize: 1000 });
  if (indexed !== shards * each || delivered !== indexed)
    throw new Error(`${indexed} indexed, ${delivered} delivered`, { cause: failed[0]?.error });
  for (const [shard, name] of place.shards.entries()) await copy(name, shard, shards, books, pool);
  for (let other = shards; other < books.companies; other += 1) books.last[other] = each;
  await pool?.query("VACUUM ANALYZE");
  await requireTotals(invoicing, books);
  await drainEvents(invoicing);
  await drainBilling(invoicing);
}

/** Copies the first company of a database to the others that belong there. */
async function copy(name: string, shard: number, shards: number, { companies }: Books, pool?: pg.Pool): Promise<void> {
  const raw = pool === undefined ? new Database(name) : undefined;
  const of = (table: string) => `${raw === undefined ? `${name}.` : ""}faktura_${table}`;
  const run = async (sql: string) => (raw === undefined ? await pool!.query(sql) : raw.exec(sql));
  for (const table of TABLES) {
    const none = `SELECT * FROM ${of(table)} LIMIT 0`;
    const columns = raw === undefined ? (await pool!.query(none)).fields : raw.prepare(none).columns();
    const others = columns.map((column) => column.name).filter((column) => column !== "company_id");
    const acknowledge = table === "billing_cursors";
    // The cursor only passes what is acknowledged.
    if (acknowledge) {
      await run(`INSERT INTO ${of("billing_acknowledged")} (company_id, counter)
        SELECT company_id, counter FROM ${of("invoices")} WHERE company_id <> '${idOf(shard)}'`);
    }
    await run(`INSERT INTO ${of(table)} (company_id, ${others})
      WITH RECURSIVE n (place) AS (SELECT ${shard + shards} UNION ALL SELECT place + ${shards} FROM n WHERE place < ${companies})
      SELECT '${idOf("")}' || n.place, ${others.map((column) => `t.${column}`)} FROM ${of(table)} AS t CROSS JOIN n
      WHERE t.company_id = '${idOf(shard)}' AND n.place < ${companies} ORDER BY 1, 2`);
    if (acknowledge) await run(`DELETE FROM ${of("billing_acknowledged")}`);
  }
  raw?.close();
}

/** @throws Error if something was pending */
export async function drainEvents(invoicing: Invoicing): Promise<void> {
  requireNothing(await invoicing.drainEvents({ deliver: async () => undefined, from: "now" }));
}

/** @throws Error if something was pending */
export async function drainBilling(invoicing: Invoicing): Promise<void> {
  requireNothing(await invoicing.drainBilling({ deliver: async () => undefined }));
}

function requireNothing({
  delivered,
  failed,
}: {
  readonly delivered: number;
  readonly failed: readonly unknown[];
}): void {
  if (delivered > 0 || failed.length > 0) throw new Error(`${delivered} events were pending, ${failed.length} failed`);
}

/** Reads a list of each company: their totals are its counters. */
export async function requireTotals(
  invoicing: Invoicing,
  { companies, last }: Pick<Books, "companies" | "last">,
): Promise<void> {
  let place = 0;
  await withCallers(16, companies, async () => {
    const own = place++;
    const { total } = await invoicing.company(idOf(own)).list({ limit: 1 });
    if (total !== last[own]) throw new Error(`${idOf(own)} has ${total} invoices instead of ${last[own]}`);
  });
}

/** Verifies that these new numbers continue those of their companies without a gap. */
export function requireNext(
  { last }: Books,
  issued: readonly (readonly [place: number, invoiceNumber: string])[],
): void {
  const counters = issued.map(([place, number]) => ({ place, counter: Number(number.split("-").at(-1)) }));
  for (const { place, counter } of counters.sort((one, other) => one.counter - other.counter)) {
    if (counter !== (last[place] ?? 0) + 1) throw new Error(`${idOf(place)} has ${counter} after ${last[place] ?? 0}`);
    last[place] = counter;
  }
}
