/**
 * Question: how much slower is issuing alongside payments and cancellations, with idempotency keys, and while an old
 * snapshot (a dump, a report) stays open?
 * Method: 64 callers issue for one company through the library. Each contender has its own books on one durable server
 * or disk, in turn, and a rate only counts if the numbers are verified to be 1..n. For payments and cancellations, 16
 * more callers work on invoices of the same company as long as issuing takes: half of them pay, half cancel. Only
 * issued invoices are counted. The rate is also reported for the first and last quarter, and for SQLite how large the
 * write-ahead log grew, which cannot be checkpointed while a snapshot is open. The snapshot is taken after the first
 * invoice and stays open to the end: REPEATABLE READ on PostgreSQL, a reader's BEGIN on SQLite.
 *
 *     npm run bench -- busy-books
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { InvoicingStore } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { type Books, type ExtraLoad, issueUnderLoad } from "./busy-issuing.ts";
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
  const seen: Record<"none" | "snapshot", Awaited<ReturnType<typeof issueUnderLoad>>[]> = { none: [], snapshot: [] };
  const issuing = (load: ExtraLoad) => async (round: number) => {
    const result = await issueUnderLoad(await open(), invoices, load);
    if (round > 0 && (load === "none" || load === "snapshot")) seen[load].push(result);
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
    title: `64 callers issuing on ${database} over time`,
    durability,
    unit: finding.unit,
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

/** The medians, and their ratios to the first one. */
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

/** Opens a reader whose snapshot holds back checkpoints. */
function snapshotOfFile(path: string) {
  const reader = new Database(path, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM faktura_invoices").get();
  return async () => {
    reader.exec("ROLLBACK");
    reader.close();
  };
}
