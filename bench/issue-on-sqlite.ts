/**
 * Question: what does issuing through the library cost on SQLite, against a bare loop that writes the same rows?
 * Method: both on files of their own in the same folder, in turns, several rounds; the numbers are proved to be 1..n
 * before a rate is printed. Durability is the same on both sides: WAL, synchronous = FULL, one fsync a commit.
 *
 *     npm run bench
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { findSqliteDriver } from "../src/adapters/sqlite/driver.ts";
import { machine, median, ORDER, PROFILE, rateOf, withCallers } from "./workload.ts";

const ROUNDS = 5;
const INVOICES = 640;

const connect = await findSqliteDriver(); // both sides run on the same driver
const folder = mkdtempSync(join(tmpdir(), "faktura-bench-"));
const rates = { floor: [] as number[], one: [] as number[], many: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  const file = (name: string) => join(folder, `${name}-${round}.db`);
  rates.floor.push(await bareLoop(file("floor")));
  rates.one.push(await library(file("one"), 1));
  rates.many.push(await library(file("many"), 64));
  process.stderr.write(`round ${round + 1} of ${ROUNDS}\r`);
}
rmSync(folder, { recursive: true });

const ratio = (of: readonly number[]) => median(of.map((rate, round) => rate / rates.floor[round]!)).toFixed(2);
const row = (name: string, of: readonly number[]) => `| ${name} | ${Math.round(median(of))} | ${ratio(of)} × |`;
console.log(`${machine()}; WAL, synchronous = FULL; median of ${ROUNDS} rounds of ${INVOICES} invoices\n`);
console.log("| issuing on SQLite, one company | invoices a second | against the bare loop |\n|---|---|---|");
console.log(row("bare loop, a transaction per invoice", rates.floor));
console.log(row("faktura, 1 caller", rates.one));
console.log(row("faktura, 64 callers", rates.many));

async function library(file: string, callers: number): Promise<number> {
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  const company = invoicing.company("acme");
  await company.saveProfile(PROFILE);
  const rate = await rateOf(INVOICES, () => withCallers(callers, INVOICES, () => company.issue(ORDER)));
  await invoicing.close();
  proveGapless(file, "faktura_invoices");
  return rate;
}

/** The rows that the library writes, by hand: no checks, no triggers, no decisions; the document was made before. */
async function bareLoop(file: string): Promise<number> {
  const database = connect(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE invoices (company_id TEXT, counter INTEGER, id TEXT, invoice_number TEXT, issue_date TEXT,
      status TEXT, amount_paid TEXT, document TEXT, PRIMARY KEY (company_id, counter), UNIQUE (company_id, id));
    CREATE TABLE events (company_id TEXT, counter INTEGER, event_id TEXT, invoice_id TEXT, occurred_at TEXT,
      PRIMARY KEY (company_id, counter)) WITHOUT ROWID;`);
  const last = database.prepare("SELECT coalesce(max(counter), 0) AS last FROM invoices WHERE company_id = ?");
  const invoice = database.prepare("INSERT INTO invoices VALUES ('acme', ?, ?, ?, ?, 'SENT', '0', ?)");
  const event = database.prepare("INSERT INTO events VALUES ('acme', ?, ?, ?, ?)");
  const document = await sampleDocument();
  const issue = (at: string) => {
    database.exec("BEGIN IMMEDIATE");
    const counter = (last.get("acme") as { last: number }).last + 1;
    const id = crypto.randomUUID().replace(/^.{8}/, counter.toString(16).padStart(8, "0"));
    invoice.run(counter, id, `INV-202611-${String(counter).padStart(4, "0")}`, at.slice(0, 10), document);
    event.run(counter, `invoice.issued:${id}`, id, at);
    database.exec("COMMIT");
  };
  const rate = await rateOf(INVOICES, async () => {
    for (let count = 0; count < INVOICES; count += 1) issue(new Date().toISOString());
  });
  database.close();
  proveGapless(file, "invoices");
  return rate;
}

/** A document as the library stores it, so that both sides write as many bytes. */
async function sampleDocument(): Promise<string> {
  const file = join(folder, "sample.db");
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  await invoicing.company("acme").saveProfile(PROFILE);
  await invoicing.company("acme").issue(ORDER);
  await invoicing.close();
  const database = connect(file);
  const row = database.prepare("SELECT document FROM faktura_invoices").get() as { document: string };
  database.close();
  rmSync(file);
  return row.document;
}

function proveGapless(file: string, table: string): void {
  const database = connect(file);
  const rows = database.prepare(`SELECT counter FROM ${table} ORDER BY counter`).all() as { counter: number }[];
  database.close();
  const gapless = rows.length === INVOICES && rows.every(({ counter }, index) => counter === index + 1);
  if (!gapless) throw new Error(`${table}: the numbers are not 1..${INVOICES}`);
}
