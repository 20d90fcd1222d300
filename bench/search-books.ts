import Database from "better-sqlite3";
import { createInvoicing, type InvoiceDocument, type InvoicingStore } from "faktura";
import type pg from "pg";
import { ORDER, PROFILE } from "./workload.ts";

const ARTICLES = 1000;
const TOGETHER = 5000;

const BEGINNINGS = [
  "Mül",
  "Schnei",
  "Ber",
  "Kow",
  "Nová",
  "Dupo",
  "Lind",
  "Gar",
  "Öz",
  "Hof",
  "Petr",
  "Sør",
  "Wag",
  "Kra",
];
const MIDDLES = ["ler", "der", "gma", "als", "kov", "ntal", "berg", "cía", "dem", "mann", "ssen"];
const ENDS = ["", "s", "ski", "hof", "er", "ova", "sson", "ez", "feld", "ini", "ic", "stein", "au"];
const TRADES = [
  "Autohaus",
  "Bau",
  "Consulting",
  "Elektro",
  "Foods",
  "Garten",
  "Hotel",
  "Immobilien",
  "Logistik",
  "Verlag",
];
const FORMS = ["GmbH", "GmbH", "GmbH", "AG", "SARL", "s.r.o.", "Sp. z o.o.", "AB", "Ltd", "& Söhne KG"];
const GOODS = [
  "Ersatzteil",
  "Beratung",
  "Schraube",
  "Kabel",
  "Wartung",
  "Gehäuse",
  "Sensor",
  "Lizenz",
  "Pumpe",
  "Lampe",
];
const KINDS = [
  "groß",
  "klein",
  "rot",
  "blau",
  "Edelstahl",
  "wetterfest",
  "Premium",
  "Einsteiger",
  "gebraucht",
  "Export",
];

/** A number in the same order in each run. */
function randomNumbers(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The same client for the same number; 2,002 surnames, each with up to ten others. */
export function clientName(client: number): string {
  const of = <Value>(values: readonly Value[], divisor: number) =>
    values[Math.floor(client / divisor) % values.length]!;
  const surname = of(BEGINNINGS, 1) + of(MIDDLES, 14) + of(ENDS, 14 * 11);
  return `${of(TRADES, 7)} ${surname} ${of(FORMS, 3)} ${client < 2002 ? "" : Math.floor(client / 2002)}`.trim();
}

function article(number: number) {
  const [good, kind] = [GOODS[number % 10]!, KINDS[Math.floor(number / 10) % 10]!];
  return { description: `${good} ${kind} Modell ${number}`, sku: `ART-${String(number).padStart(4, "0")}` };
}

/** A row of the table of invoices. */
interface Row {
  readonly counter: number;
  readonly id: string;
  readonly number: string;
  readonly day: string;
  readonly document: string;
}

/** Issues the first invoice, and returns rows after it that are made from it, in batches. */
async function rowsAfterFirst(store: InvoicingStore, size: number, clients: number): Promise<Iterable<Row[]>> {
  const clock = { now: () => new Date("2024-01-01T12:00:00Z") };
  const company = createInvoicing({ store, clock }).company("firma");
  await company.saveProfile(PROFILE);
  const items = [0, 1, 2].map((number) => ({ ...article(number), quantity: 1, unitPrice: 10 }));
  const { id } = await company.issue({ ...ORDER, items, reference: "PO-0" });
  const first = (await store.reader.find("firma", id))!.document;
  return rowsLike(first, size, clients);
}

function* rowsLike(first: InvoiceDocument, size: number, clients: number): Iterable<Row[]> {
  const random = randomNumbers();
  let rows: Row[] = [];
  for (let counter = 2; counter <= size; counter += 1) {
    const day = new Date(Date.UTC(2024, 0, 1) + Math.floor((counter / size) * 730) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const number = `INV-${day.slice(0, 7).replace("-", "")}-${String(counter).padStart(4, "0")}`;
    const id = first.id.slice(0, 24) + String(counter).padStart(12, "0");
    const items = first.items.map((item) => {
      const quantity = 1 + random(9);
      const unitPrice = (100 + random(50_000)) / 100;
      return { ...item, ...article(random(ARTICLES)), quantity, unitPrice };
    });
    const total = Math.round(items.reduce((sum, item) => sum + item.quantity * item.unitPrice, 0) * 100) / 100;
    const client = { clientName: clientName(random(clients)), invoiceNumber: number, issueDate: day };
    const { reference: _, ...rest } = first;
    const reference = counter % 2 === 0 ? {} : { reference: `PO-${100_000 + random(900_000)}` };
    const document = JSON.stringify({ ...rest, ...client, ...reference, id, items, total, payable: total });
    rows.push({ counter, id, number, day, document });
    if (rows.length === TOGETHER || counter === size) {
      yield rows;
      rows = [];
    }
  }
}

/** Fills a SQLite file with these books, as rows that another writer has inserted. The guards check them. */
export async function fillSqlite(store: InvoicingStore, path: string, size: number, clients: number): Promise<void> {
  const batches = await rowsAfterFirst(store, size, clients);
  const raw = new Database(path);
  const insert =
    raw.prepare(`INSERT INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, document)
    VALUES ('firma', ?, ?, ?, ?, ?)`);
  const insertAll = raw.transaction((rows: Row[]) => {
    for (const { counter, id, number, day, document } of rows) insert.run(counter, id, number, day, document);
  });
  for (const rows of batches) insertAll(rows);
  raw.pragma("wal_checkpoint(TRUNCATE)");
  raw.close();
}

/** The same on PostgreSQL. */
export async function fillPostgres(
  store: InvoicingStore,
  pool: pg.Pool,
  schema: string,
  { size, clients }: { readonly size: number; readonly clients: number },
): Promise<void> {
  for (const rows of await rowsAfterFirst(store, size, clients)) {
    await pool.query(
      `INSERT INTO ${schema}.faktura_invoices (company_id, counter, id, invoice_number, issue_date, document)
       SELECT 'firma', r.counter, r.id, r.number, r.day::date, r.document
       FROM json_to_recordset($1) AS r (counter bigint, id text, number text, day text, document text) ORDER BY r.counter`,
      [JSON.stringify(rows)],
    );
  }
  await pool.query(`VACUUM ANALYZE ${schema}.faktura_invoices`);
}
