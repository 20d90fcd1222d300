/**
 * Question: what does issuing lose beside payers and cancellers, with idempotency keys, and while an old snapshot (a
 * dump, a report) stays open?
 * Method: 64 issuers of one company through the library, each side on books of its own on one durable server or disk,
 * in turns; the numbers are proved to be 1..n before a rate counts. Beside them 16 callers, every other one of which
 * pays and the other cancels, take invoices of the same company in turn for as long as issuing takes; only what is
 * issued is counted. The rate is told for the first and the last quarter too, and on SQLite how far the log grew, which
 * a snapshot keeps from being folded into the file. The snapshot is taken once the first invoice is there, and held open
 * to the end: REPEATABLE READ on PostgreSQL, a reader's BEGIN on SQLite.
 *
 *     npm run bench -- busy-books
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { type Books, issueBusily, type Trouble } from "./busy-issuing.ts";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { type BenchServer, withServer } from "./postgres-server.ts";
import { answer, compare } from "./question.ts";
import type { Finding, Measurement, Scale } from "./report.ts";
import { median, temporaryFolder } from "./workload.ts";

const SIZES = { short: { rounds: 3, invoices: 4000 }, full: { rounds: 7, invoices: 30_000 } } as const;

await answer((scale: Scale) =>
  withServer(async (server) => {
    const folder = temporaryFolder();
    let files = 0;
    const sqlite = async (): Promise<Books> => {
      files += 1;
      const path = join(folder, `busy-${files}.db`);
      const store = await openSqliteStore(path);
      return { store, openSnapshot: async () => snapshotOfFile(path), logBytes: () => statSync(`${path}-wal`).size };
    };
    const postgres = await booksOn(server);
    return [
      ...(await ask("PostgreSQL", server.durability, postgres, scale)),
      ...(await ask("SQLite", SQLITE_DURABILITY, sqlite, scale)),
    ];
  }),
);

async function ask(database: string, durability: string, open: () => Promise<Books>, scale: Scale): Promise<Finding[]> {
  const { rounds, invoices } = SIZES[scale];
  const finding = { durability, rounds, unit: "invoices a second" };
  const seen: Record<"none" | "snapshot", Awaited<ReturnType<typeof issueBusily>>[]> = { none: [], snapshot: [] };
  const issuing = (trouble: Trouble) => async (round: number) => {
    const result = await issueBusily(await open(), invoices, trouble);
    if (round > 0 && (trouble === "none" || trouble === "snapshot")) seen[trouble].push(result);
    return result.rate;
  };
  const beside = await compare({
    ...finding,
    title: `64 callers issuing for one company on ${database}`,
    contenders: [
      { name: "alone", run: issuing("none") },
      { name: "while 16 callers pay and cancel", run: issuing("writers") },
      { name: "with idempotency keys", run: issuing("keys") },
      { name: "while an old snapshot stays open", run: issuing("snapshot") },
    ],
  });
  const quarters = (when: keyof typeof seen, name: string) =>
    rowsOf([
      [`first quarter${name}`, seen[when].map(({ firstQuarter }) => firstQuarter)],
      [`last quarter${name}`, seen[when].map(({ lastQuarter }) => lastQuarter)],
    ]);
  const overTime = {
    ...{ title: `64 callers issuing on ${database} over time`, durability, unit: finding.unit },
    rows: [...quarters("none", ""), ...quarters("snapshot", ", an old snapshot open")],
  };
  const log = [seen.none, seen.snapshot].map((results) => results.flatMap(({ logMiB }) => logMiB ?? []));
  if (log[0]!.length === 0) return [beside, overTime];
  const rows = rowsOf([
    ["without a snapshot", log[0]!],
    ["an old snapshot open", log[1]!],
  ]);
  return [
    beside,
    overTime,
    { title: `size of the write-ahead log of ${database} after ${invoices} invoices`, durability, unit: "MiB", rows },
  ];
}

/** Medians, and their ratios to the first. */
function rowsOf(entries: readonly (readonly [name: string, figures: readonly number[]])[]): Measurement[] {
  const first = median(entries[0]![1]);
  return entries.map(([name, figures]) => ({ name, figure: median(figures), ratio: median(figures) / first }));
}

async function booksOn(server: BenchServer): Promise<() => Promise<Books>> {
  const pool = await server.pool(8);
  return async () => {
    const store: InvoicingStore = await server.store(pool);
    return {
      store,
      openSnapshot: async () => {
        const client = await pool.connect();
        await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
        await client.query("SELECT count(*) FROM pg_class");
        return async () => {
          await client.query("ROLLBACK");
          client.release();
        };
      },
    };
  };
}

/** A reader that holds back checkpoints. */
function snapshotOfFile(path: string) {
  const reader = new Database(path, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM faktura_invoices").get();
  return async () => {
    reader.exec("ROLLBACK");
    reader.close();
  };
}
