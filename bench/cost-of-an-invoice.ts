/**
 * Question: how much processor time does an invoice take, and what do the guards and indexes of SQLite add to it?
 * Method: 64 callers and one caller issue for one company, in memory and on SQLite. Processor time is that of all threads
 * of the process, the system's included. It counts only if the numbers are 1..n.
 * Then the rows of a file that the library wrote are inserted into copies of its schema, each of which lacks something.
 * These copies do not wait for the disk, and the time of COMMIT is not counted.
 *
 *     node --import tsx bench/cost-of-an-invoice.ts [--short]
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createInvoicing, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { openSqliteStore } from "faktura/sqlite";
import { SQLITE_DURABILITY } from "./floor-on-sqlite.ts";
import { answer, compare } from "./question.ts";
import type { Finding, Scale } from "./report.ts";
import { countersOf, ORDER, PROFILE, proveGapless, temporaryFolder, withCallers } from "./workload.ts";

const FOLDER = temporaryFolder();
const [ROWS, ROWS_OF_COMMIT, ROWS_OF_STATEMENT] = [4096, 64, 8];
const COLUMNS =
  "company_id, counter, id, invoice_number, issue_date, source, document, actor, journal_position, digest";

/** A part of the schema. */
interface Part {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/** A schema that lacks something. */
type Variant = readonly [name: string, lacking: (schema: readonly Part[]) => readonly Part[]];

await answer(async (scale: Scale) => {
  const [invoices, rounds] = scale === "short" ? [2000, 3] : [4000, 15];
  return [await processorTime(invoices, rounds), await inserts(rounds)];
});

function processorTime(invoices: number, rounds: number): Promise<Finding> {
  const onSqlite = (callers: number) => async (round: number) =>
    microseconds(await openSqliteStore(join(FOLDER, `${callers}-${round}.db`)), callers, invoices);
  return compare({
    title: "issuing for one company",
    durability: SQLITE_DURABILITY,
    unit: "µs of processor time an invoice",
    rounds,
    contenders: [
      { name: "in memory, 64 callers", run: () => microseconds(memoryStore(), 64, invoices) },
      { name: "in memory, 1 caller", run: () => microseconds(memoryStore(), 1, invoices) },
      { name: "on SQLite, 64 callers", run: onSqlite(64) },
      { name: "on SQLite, 1 caller", run: onSqlite(1) },
    ],
  });
}

/** Processor time of an invoice. @throws Error if the numbers are not 1..n */
async function microseconds(store: InvoicingStore, callers: number, invoices: number): Promise<number> {
  const invoicing = createInvoicing({ store });
  const company = invoicing.company("firma");
  await company.saveProfile(PROFILE);
  const before = process.cpuUsage();
  await withCallers(callers, invoices, () => company.issue(ORDER));
  const { user, system } = process.cpuUsage(before);
  proveGapless(await countersOf(company), invoices);
  await invoicing.close();
  return (user + system) / invoices;
}

async function inserts(rounds: number): Promise<Finding> {
  const path = join(FOLDER, "rows.db");
  await microseconds(await openSqliteStore(path), 64, ROWS);
  const file = new Database(path);
  const schema = file
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'table' DESC")
    .all() as Part[];
  const rows = file.prepare(`SELECT ${COLUMNS} FROM faktura_invoices ORDER BY counter`).raw().all() as unknown[][];
  file.close();
  return compare({
    title: "inserting an invoice on SQLite",
    durability: "none: the copies do not wait for the disk",
    unit: "µs an invoice",
    rounds,
    contenders: variantsOf(schema).map(([name, lacking]) => ({
      name,
      run: async () => insertInto(lacking(schema), rows),
    })),
  });
}

function variantsOf(schema: readonly Part[]): Variant[] {
  const indexes = schema.filter(({ type, tbl_name }) => type === "index" && tbl_name === "faktura_invoices");
  const guards = schema.filter(({ sql }) => /BEFORE INSERT ON faktura_invoices\b/.test(sql));
  const without = (lacking: readonly Part[]) => (parts: readonly Part[]) =>
    parts.filter((part) => !lacking.includes(part));
  const isLookup = ({ name }: Part) => /_by_(?:client|reference)$/.test(name);
  return [
    ["the whole schema", (parts) => parts],
    ...[...guards, ...indexes].map((part): Variant => [`without ${part.name}`, without([part])]),
    ["without any of these guards", without(guards)],
    [
      "without the indexes of client and reference, and json_valid",
      (parts) => unchecked(without(indexes.filter(isLookup))(parts)),
    ],
    ["without any of these indexes, and json_valid", (parts) => unchecked(without(indexes)(parts))],
    ["without all of that", (parts) => unchecked(without([...guards, ...indexes])(parts))],
  ];
}

/** The schema without the check that a document is JSON. */
function unchecked(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => ({ ...part, sql: part.sql.replace(" CHECK (json_valid(document))", "") }));
}

/** The time of an INSERT of one row. @throws Error if rows are missing */
function insertInto(schema: readonly Part[], rows: readonly unknown[][]): number {
  const path = join(FOLDER, "copy.db");
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  const copy = new Database(path);
  copy.pragma("journal_mode = WAL");
  copy.pragma("synchronous = OFF");
  for (const { sql } of schema) copy.exec(sql);
  const values = Array(ROWS_OF_STATEMENT).fill("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ");
  const insert = copy.prepare(`INSERT INTO faktura_invoices (${COLUMNS}) VALUES ${values}`);
  let milliseconds = 0;
  for (let first = 0; first < ROWS; first += ROWS_OF_COMMIT) {
    copy.exec("BEGIN");
    const start = performance.now();
    for (let row = first; row < first + ROWS_OF_COMMIT; row += ROWS_OF_STATEMENT) {
      insert.run(...rows.slice(row, row + ROWS_OF_STATEMENT).flat());
    }
    milliseconds += performance.now() - start;
    copy.exec("COMMIT");
  }
  const written = copy.prepare("SELECT count(*) FROM faktura_invoices").pluck().get();
  copy.close();
  if (written !== ROWS) throw new Error(`${written} of ${ROWS} rows were written`);
  return (milliseconds * 1000) / ROWS;
}
