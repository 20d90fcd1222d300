/**
 * Question: how fast is issuing for many small companies, each of which has little to share a commit with?
 * Method: each contender has a SQLite file or a schema of its own and issues the same number of invoices, in turn. A rate
 * only counts if the numbers of each company are verified to be 1..n. The bare loop writes the rows of one company, one
 * transaction for each invoice, without decisions and guards. On PostgreSQL all use one pool of 10 connections.
 *
 *     npm run bench -- many-companies
 */
import { join } from "node:path";
import { type Company, createInvoicing, type InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY, SqliteFloor } from "./floor-on-sqlite.ts";
import { withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Scale } from "./report.ts";
import {
  countersOf,
  ORDER,
  PROFILE,
  proveGapless,
  rateOf,
  sampleDocument,
  temporaryFolder,
  withCallers,
} from "./workload.ts";

/** How many calls of companies with one order each are under way at once. */
const AT_ONCE = 256;

await answer((scale: Scale) =>
  withServer(async (server) => {
    const [invoices, small, rounds] = scale === "short" ? [3000, 3000, 3] : [12_000, 6000, 7];
    const folder = temporaryFolder();
    const document = await sampleDocument();
    let files = 0;
    const onSqlite = (companies: number, callers: number) => async () => {
      files += 1;
      return issueFor(await openSqliteStore(join(folder, `${files}.db`)), companies, callers, invoices);
    };
    const pool = await server.pool(10);
    const onPostgres = (companies: number, callers: number) => async () =>
      issueFor(await server.store(pool), companies, callers, invoices);
    const floor = async (round: number) => {
      const bare = new SqliteFloor(join(folder, `bare-${round}.db`), document);
      const rate = await bare.issue(invoices);
      proveGapless(bare.counters(), invoices);
      bare.close();
      return rate;
    };
    const oneEach = async (store: InvoicingStore) => issueOneEach(store, small);
    const sqlite = await compare({
      title: "issuing for many companies on SQLite",
      durability: SQLITE_DURABILITY,
      unit: "invoices a second",
      rounds,
      contenders: [
        { name: "bare loop, one transaction for each invoice", run: floor },
        { name: "1 company, 64 callers", run: onSqlite(1, 64) },
        { name: "64 companies, 1 caller each", run: onSqlite(64, 1) },
        {
          name: `${small} companies, 1 order each`,
          run: async (round) => oneEach(await openSqliteStore(join(folder, `each-${round}.db`))),
        },
      ],
    });
    const postgres = await compare({
      title: "issuing for many companies on PostgreSQL",
      durability: server.durability,
      unit: "invoices a second",
      rounds,
      contenders: [
        { name: "8 companies, 1 caller each", run: onPostgres(8, 1) },
        { name: "64 companies, 1 caller each", run: onPostgres(64, 1), target: { atLeast: 1.5 } },
        { name: "1 company, 64 callers", run: onPostgres(1, 64) },
        { name: `${small} companies, 1 order each`, run: async () => oneEach(await server.store(pool)) },
      ],
    });
    return [sqlite, postgres];
  }),
);

/** Issues `invoices` for companies with some callers each, verifies each company's numbers, and closes. */
async function issueFor(store: InvoicingStore, companies: number, callers: number, invoices: number): Promise<number> {
  const { invoicing, opened } = await openCompanies(store, companies);
  const each = Math.floor(invoices / companies);
  const rate = await rateOf(each * companies, async () => {
    await Promise.all(opened.map((company) => withCallers(callers, each, () => company.issue(ORDER))));
  });
  for (const company of opened) proveGapless(await countersOf(company), each);
  await invoicing.close();
  return rate;
}

/** Issues the first invoice of each company, verifies it, and closes. */
async function issueOneEach(store: InvoicingStore, companies: number): Promise<number> {
  const { invoicing, opened } = await openCompanies(store, companies);
  const waiting = opened.values();
  const rate = await rateOf(companies, () => withCallers(AT_ONCE, companies, () => waiting.next().value!.issue(ORDER)));
  for (const company of opened) proveGapless(await countersOf(company), 1);
  await invoicing.close();
  return rate;
}

async function openCompanies(store: InvoicingStore, count: number) {
  const invoicing = createInvoicing({ store });
  const opened: Company[] = Array.from({ length: count }, (_, index) => invoicing.company(`company-${index}`));
  const waiting = opened.values();
  await withCallers(AT_ONCE, count, () => waiting.next().value!.saveProfile(PROFILE));
  return { invoicing, opened };
}
