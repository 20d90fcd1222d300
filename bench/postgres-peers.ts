import { randomUUID } from "node:crypto";
import type pg from "pg";
import { rateOf, withCallers } from "./workload.ts";

/** One way to number invoices, as a user of PostgreSQL would write it. */
export interface Peer {
  /** SQL to run before the first invoice. */
  readonly setUp?: string;
  /** The fastest number of connections among 1, 2, 4, 8 and 16. With more, they only wait for each other. */
  readonly connections: number;
  /** Issues one invoice in one transaction, with the same row that the library writes. */
  readonly issue: (client: pg.PoolClient, document: string) => Promise<unknown>;
}

/** The workload of a peer. */
export interface PeerWork {
  readonly callers: number;
  readonly invoices: number;
  readonly document: string;
}

const TABLE = `
  CREATE TABLE invoices (company_id text COLLATE "C" NOT NULL, counter bigint NOT NULL, id text COLLATE "C" NOT NULL,
    invoice_number text COLLATE "C" NOT NULL, issue_date date NOT NULL, source text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL, amount_paid numeric NOT NULL, document text COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, counter), UNIQUE (company_id, id));`;

/** The fill factor leaves room on the page, so that updating the counter needs no new page. */
const COUNTERS = `CREATE TABLE counters (company_id text PRIMARY KEY, last bigint NOT NULL) WITH (fillfactor = 10);
  INSERT INTO counters VALUES ('firma', 0);`;

const INTO =
  "INSERT INTO invoices (company_id, counter, id, invoice_number, issue_date, source, status, amount_paid, document)";

/** The statements by name. Each is prepared once per connection. */
const STATEMENTS = {
  insert: `${INTO} VALUES ('firma', $1, $2, $3, $4, 'api', 'SENT', 0, $5)`,
  next: "SELECT coalesce(max(counter), 0) + 1 AS counter FROM invoices WHERE company_id = 'firma'",
  lock: "SELECT last + 1 AS counter FROM counters WHERE company_id = 'firma' FOR UPDATE",
  store: "UPDATE counters SET last = last + 1 WHERE company_id = 'firma'",
  count: "UPDATE counters SET last = last + 1 WHERE company_id = 'firma' RETURNING last AS counter",
  nextval: "SELECT nextval('numbers') AS counter",
  insertNextval: `${INTO} SELECT 'firma', next, $1, 'INV-202611-' || lpad(next::text, 4, '0'), $2, 'api', 'SENT', 0, $3
    FROM nextval('numbers') AS next`,
};

let lastId = 0;

/** An id that sorts by time, like the library's. Random ids would make the peers' index slower. */
function nextId(): string {
  lastId += 1;
  return randomUUID().replace(/^.{8}/, lastId.toString(16).padStart(8, "0"));
}

function run(client: pg.PoolClient, name: keyof typeof STATEMENTS, values: readonly unknown[] = []) {
  return client.query<{ counter: string }>({ name, text: STATEMENTS[name], values: [...values] });
}

/** Inserts an invoice with the counter that a statement returns. */
async function insertNext(client: pg.PoolClient, name: keyof typeof STATEMENTS, document: string): Promise<void> {
  const counter = Number((await run(client, name)).rows[0]!.counter);
  const number = `INV-202611-${String(counter).padStart(4, "0")}`;
  await run(client, "insert", [counter, nextId(), number, "2026-11-20", document]);
}

async function inTransaction(client: pg.PoolClient, begin: string, work: () => Promise<unknown>): Promise<void> {
  await client.query(begin);
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Retries the work while it fails with one of these SQLSTATEs. */
async function retrying(codes: readonly string[], work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!codes.includes((error as { code: string }).code)) throw error;
    }
  }
}

/** Updates the counter's row, which stays locked until the commit. */
export const ROW_LOCK: Peer = {
  setUp: COUNTERS,
  connections: 2,
  issue: (client, document) => inTransaction(client, "BEGIN", () => insertNext(client, "count", document)),
};

/** Like {@link ROW_LOCK}, but locks with SELECT … FOR UPDATE first, in one more statement. */
export const ROW_SELECTED: Peer = {
  setUp: COUNTERS,
  connections: 2,
  issue: (client, document) =>
    inTransaction(client, "BEGIN", async () => {
      await insertNext(client, "lock", document);
      await run(client, "store");
    }),
};

/** The last counter plus one. If two transactions take the same one, the second violates the unique key and retries. */
export const MAX_PLUS_ONE: Peer = {
  connections: 1,
  issue: (client, document) => retrying(["23505"], () => insertNext(client, "next", document)),
};

export const ADVISORY_LOCK: Peer = {
  connections: 2,
  issue: (client, document) =>
    inTransaction(client, "BEGIN; SELECT pg_advisory_xact_lock(1)", () => insertNext(client, "next", document)),
};

export const SERIALIZABLE: Peer = {
  connections: 1,
  issue: (client, document) =>
    retrying(["40001", "23505"], () =>
      inTransaction(client, "BEGIN ISOLATION LEVEL SERIALIZABLE", () => insertNext(client, "next", document)),
    ),
};

/** A PostgreSQL sequence: the number is taken first, so that the document can contain it. Leaves gaps. */
export const NEXTVAL: Peer = {
  setUp: "CREATE SEQUENCE numbers;",
  connections: 8,
  issue: (client, document) => insertNext(client, "nextval", document),
};

/** Like {@link NEXTVAL} in one statement, so the document does not contain its number. */
export const NEXTVAL_IN_INSERT: Peer = {
  setUp: "CREATE SEQUENCE numbers;",
  connections: 8,
  issue: (client, document) => run(client, "insertNextval", [nextId(), "2026-11-20", document]),
};

/** Issues with concurrent callers into a new table. Returns invoices per second, and the counters in order. */
export async function issueAsPeer(peer: Peer, pool: pg.Pool, { callers, invoices, document }: PeerWork) {
  await pool.query("DROP TABLE IF EXISTS invoices, counters; DROP SEQUENCE IF EXISTS numbers");
  await pool.query(`${TABLE} ${peer.setUp ?? ""}`);
  const rate = await rateOf(invoices, () =>
    withCallers(callers, invoices, async () => {
      const client = await pool.connect();
      try {
        await peer.issue(client, document);
      } finally {
        client.release();
      }
    }),
  );
  const { rows } = await pool.query<{ counter: string }>("SELECT counter FROM invoices ORDER BY counter");
  return { rate, counters: rows.map(({ counter }) => Number(counter)) };
}
