/**
 * Question: what does the index for lists by reference cost when issuing?
 * Method: the library issues for a thousand clients, into its own schema and into one without this index, in turn. A
 * rate only counts if the numbers are verified to be 1..n. Each comparison also issues without the index a second time: the
 * ratio of that row would be 1 if the machine were still.
 *
 *     npm run bench -- issue-with-lookups
 */
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Company, InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { type BenchServer, withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { issueThroughLibrary, ORDER, temporaryFolder } from "./workload.ts";

const CLIENTS = 1000;
const INDEX = "faktura_invoices_by_reference";

/** What is issued: by how many callers at once, how many invoices, and whether with references. */
interface Load {
  readonly callers: number;
  readonly invoices: number;
  readonly hasReference: boolean;
}

/** A database that the library can issue into. */
interface Place {
  readonly name: string;
  readonly durability: string;
  readonly open: (isIndexed: boolean) => Promise<InvoicingStore>;
}

const SIZES = {
  short: { rounds: 5, alone: 300, together: 4000 },
  full: { rounds: 15, alone: 300, together: 6000 },
} as const;

await answer((scale: Scale) =>
  withServer(async (server) => {
    const findings: Finding[] = [];
    const { rounds, alone, together } = SIZES[scale];
    for (const place of [onSqlite(), await onPostgres(server)]) {
      for (const load of [
        { callers: 64, invoices: together, hasReference: false },
        { callers: 64, invoices: together, hasReference: true },
        { callers: 1, invoices: alone, hasReference: false },
      ]) {
        findings.push(await measure(place, load, rounds));
      }
    }
    return findings;
  }),
);

function measure({ name, durability, open }: Place, load: Load, rounds: number): Promise<Finding> {
  const { callers, invoices, hasReference } = load;
  const issue = (isIndexed: boolean) => async () =>
    issueThroughLibrary(await open(isIndexed), { callers, invoices, call: issuing(hasReference) });
  return compare({
    title: `${callers === 1 ? "1 caller" : `${callers} callers`}, ${hasReference ? "each order with a reference" : "no references"}, ${name}`,
    durability,
    unit: "invoices a second",
    rounds,
    contenders: [
      { name: "without the index", run: issue(false) },
      { name: "with it", run: issue(true), target: { atLeast: 0.97 } },
      { name: "without it, again", run: issue(false) },
    ],
  });
}

/** Issues to one client after another, in an order that is not that of their names. */
function issuing(hasReference: boolean): (company: Company) => Promise<unknown> {
  let issued = 0;
  return (company) => {
    issued += 1;
    const client = (issued * 389) % CLIENTS;
    const clientName = `${["Müller", "Exemple", "Nordic Wood", "Ζωγράφου", "Baltic Trade"][client % 5]} ${client} SARL`;
    const reference = hasReference ? { reference: `order-${100_000 + issued}` } : {};
    return company.issue({ ...ORDER, clientName, ...reference });
  };
}

function onSqlite(): Place {
  const folder = temporaryFolder();
  let files = 0;
  return {
    name: "SQLite",
    durability: SQLITE_DURABILITY,
    open: async (isIndexed) => {
      files += 1;
      const path = join(folder, `${files}.db`);
      const store = await openSqliteStore(path);
      await store.ready();
      if (isIndexed) return store;
      const database = new Database(path);
      database.exec(`DROP INDEX ${INDEX}`);
      database.close();
      return store;
    },
  };
}

async function onPostgres(server: BenchServer): Promise<Place> {
  const pool = await server.pool(8);
  return {
    name: "PostgreSQL",
    durability: server.durability,
    open: async (isIndexed) => {
      const store = await server.store(pool);
      if (isIndexed) return store;
      const { rows } = await pool.query<{ schema: string }>(
        "SELECT nspname AS schema FROM pg_namespace WHERE nspname LIKE 'books_%' ORDER BY oid DESC LIMIT 1",
      );
      await pool.query(`DROP INDEX ${rows[0]!.schema}.${INDEX}`);
      return store;
    },
  };
}
