import { createInvoicing, type InvoiceDocument, type InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { isFoundBy, searchedWords, searchTerms } from "../../src/domain/search.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshSchema, onPostgres, pool, postgresUrl } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

/** A database that several stores can open, and in which rows can be inserted beside them. */
export interface SharedDatabase {
  readonly open: () => InvoicingStore;
  /** Runs SQL without parameters. `faktura_` begins the tables. */
  readonly run: (sql: string) => Promise<void>;
  readonly insert: (rows: readonly object[]) => Promise<void>;
  /** Begins a transaction that holds the lock that indexing needs. */
  readonly hold: () => Promise<{ readonly handle: object; readonly release: () => Promise<void> }>;
  /** What a child process needs to open it: a path, or a URL and a schema. */
  readonly place: readonly string[];
}

const COLUMNS = "company_id, counter, id, invoice_number, issue_date, document";

function onSqlite(): SharedDatabase {
  const path = freshFile();
  const raw = () => connectRaw(path);
  const once = (use: (connection: ReturnType<typeof raw>) => unknown) => {
    const connection = raw();
    use(connection);
    connection.close();
  };
  const field = (name: string) => `json_extract(value, '$.${name}')`;
  return {
    open: () => sqliteStore(raw),
    run: async (sql) => once((connection) => connection.exec(sql)),
    insert: async (rows) =>
      once((connection) =>
        connection
          .prepare(`INSERT INTO faktura_invoices (${COLUMNS})
            SELECT 'acme', ${["counter", "id", "number", "day", "document"].map(field).join(", ")} FROM json_each(?)`)
          .run(JSON.stringify(rows)),
      ),
    hold: async () => {
      const connection = raw();
      connection.exec("BEGIN IMMEDIATE");
      return { handle: connection, release: async () => void connection.close() };
    },
    place: [path],
  };
}

async function onPostgresServer(): Promise<SharedDatabase> {
  const schema = await freshSchema();
  const inSchema = (sql: string) => sql.replaceAll(/\bfaktura_/g, `${schema}.faktura_`);
  return {
    open: () => postgresStore(pool, { schema }),
    run: async (sql) => void (await pool.query(inSchema(sql))),
    insert: async (rows) => {
      const sql = `INSERT INTO faktura_invoices (${COLUMNS}) SELECT 'acme', r.counter, r.id, r.number, r.day::date, r.document
        FROM json_to_recordset($1) AS r (counter bigint, id text, number text, day text, document text) ORDER BY r.counter`;
      await pool.query(inSchema(sql), [JSON.stringify(rows)]);
    },
    hold: async () => {
      const client = await pool.connect();
      await client.query(inSchema("BEGIN; INSERT INTO faktura_search_blocks VALUES ('acme', 0, 0, '', '')"));
      const release = async () => {
        await client.query("ROLLBACK");
        client.release();
      };
      return { handle: client, release };
    },
    place: [postgresUrl!, schema],
  };
}

export const SHARED_DATABASES: readonly { readonly name: string; readonly create: () => Promise<SharedDatabase> }[] = [
  { name: "SQLite", create: async () => onSqlite() },
  ...onPostgres({ name: "PostgreSQL", create: onPostgresServer }),
];

/** SQL that deletes the index, so that it is built again. */
export const DELETE_INDEX = ["blocks", "terms", "postings", "texts"]
  .map((table) => `DELETE FROM faktura_search_${table}`)
  .join("; ");

const NAMES = [
  "Müller GmbH",
  "Éclair AG",
  "Straße 9",
  "Ζωγράφου ΑΕ",
  "漢字 🧾",
  "İzmir Ltd",
  "Пример",
  "Dupont SARL",
  "Ada",
];

/** Books of this size, of which all but the first were inserted by another writer. Returns the documents, oldest first. */
export async function fill(database: SharedDatabase, size: number): Promise<readonly InvoiceDocument[]> {
  const store = database.open();
  const company = createInvoicing({ store }).company("acme");
  await company.saveProfile(germanProfile());
  const { id } = await company.issue(order());
  const first = (await store.reader.find("acme", id))!.document;
  await store.close();
  const documents = Array.from({ length: size - 1 }, (_, place) => documentLike(first, place + 2));
  const rows = documents.map((document, place) => {
    const { id, invoiceNumber: number, issueDate: day } = document;
    return { counter: place + 2, id, number, day, document: JSON.stringify(document) };
  });
  for (let start = 0; start < rows.length; start += 2000) await database.insert(rows.slice(start, start + 2000));
  return [first, ...documents];
}

function documentLike(first: InvoiceDocument, counter: number): InvoiceDocument {
  const items = first.items.map((item) => ({ ...item, description: `Teil T-${counter % 50} wetterfest` }));
  return {
    ...first,
    id: first.id.slice(0, 24) + String(counter).padStart(12, "0"),
    invoiceNumber: `INV-202611-${String(counter).padStart(4, "0")}`,
    clientName: `${NAMES[counter % NAMES.length]}${counter % 7 === 0 ? ` ${counter % 100}` : ""}`,
    ...(counter % 3 === 0 && { reference: `PO/${counter * 17}` }),
    total: 100 + (counter % 300) / 2,
    items,
  };
}

/** The counters of the invoices that have these words, newest first, by what a search means. */
export function foundIn(documents: readonly InvoiceDocument[], search: string): number[] {
  const terms = searchTerms(search);
  return documents
    .flatMap((document, place) => (isFoundBy(searchedWords(document), terms) ? [place + 1] : []))
    .reverse();
}
