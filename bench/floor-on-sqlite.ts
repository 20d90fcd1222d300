import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import { rateOf } from "./workload.ts";

export const SQLITE_DURABILITY = "WAL, synchronous = FULL, read back; each commit waits for the disk";

/** Writes the same rows as the library by hand, without checks, guards or decisions. */
export class SqliteFloor {
  readonly #database: Database.Database;
  readonly #document: string;

  constructor(path: string, document: string) {
    this.#database = new Database(path);
    this.#document = document;
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = FULL");
    const settings = ["journal_mode", "synchronous"].map((name) => this.#database.pragma(name, { simple: true }));
    if (settings.join() !== "wal,2") throw new Error(`SQLite is not durable: ${settings.join()}`);
    this.#database.exec(`
      CREATE TABLE invoices (company_id TEXT, counter INTEGER, id TEXT, invoice_number TEXT, issue_date TEXT,
        status TEXT, amount_paid TEXT, document TEXT, PRIMARY KEY (company_id, counter), UNIQUE (company_id, id));`);
  }

  /** Issues one invoice after another. Returns invoices per second. */
  async issue(count: number): Promise<number> {
    const database = this.#database;
    const begin = database.prepare("BEGIN IMMEDIATE");
    const commit = database.prepare("COMMIT");
    const last = database.prepare("SELECT coalesce(max(counter), 0) AS last FROM invoices WHERE company_id = 'firma'");
    const invoice = database.prepare("INSERT INTO invoices VALUES ('firma', ?, ?, ?, ?, 'SENT', '0', ?)");
    return rateOf(count, async () => {
      for (let issued = 0; issued < count; issued += 1) {
        begin.run();
        const counter = (last.get() as { last: number }).last + 1;
        const at = new Date().toISOString();
        // An id that sorts by time, like the library's. Random ids would make the bare loop's index slower.
        const id = randomUUID().replace(/^.{8}/, counter.toString(16).padStart(8, "0"));
        invoice.run(counter, id, `INV-202611-${String(counter).padStart(4, "0")}`, at.slice(0, 10), this.#document);
        commit.run();
      }
    });
  }

  counters(): number[] {
    return this.#database.prepare("SELECT counter FROM invoices ORDER BY counter").pluck().all() as number[];
  }

  close(): void {
    this.#database.close();
  }
}
