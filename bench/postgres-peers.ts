import { randomUUID } from "node:crypto";
import type pg from "pg";
import { rateOf, withCallers } from "./workload.ts";

/** One way to number, of a library's user or of another library. */
export interface Peer {
  /** What must be there before the first invoice. */
  readonly setUp?: string;
  /** How many connections; as many as made it fastest here. */
  readonly connections: number;
  /** Issues one invoice, in one transaction; the row is the one that faktura writes. */
  readonly issue: (client: pg.PoolClient, document: string) => Promise<unknown>;
}

const COLUMNS = "(company_id, counter, id, invoice_number, issue_date, source, status, amount_paid, document)";
const TABLE = `
  CREATE TABLE invoices (company_id text COLLATE "C" NOT NULL, counter bigint NOT NULL, id text COLLATE "C" NOT NULL,
    invoice_number text COLLATE "C" NOT NULL, issue_date date NOT NULL, source text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL, amount_paid numeric NOT NULL, document text COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, counter), UNIQUE (company_id, id));`;
const COUNTER = "CREATE TABLE counters (company_id text PRIMARY KEY, last bigint NOT NULL) WITH (fillfactor = 10);";

/** Prepared once for each connection, under its name. */
const INSERT = {
  name: "insert",
  text: `INSERT INTO invoices ${COLUMNS} VALUES ('acme', $1, $2, $3, $4, 'api', 'SENT', 0, $5)`,
};

/** Ids are time-ordered, as the library's are: random ones would make the peers' index slower than ours. */
let lastId = 0;
function insert(client: pg.PoolClient, counter: number, document: string) {
  lastId += 1;
  const id = randomUUID().replace(/^.{8}/, lastId.toString(16).padStart(8, "0"));
  const number = `INV-202611-${String(counter).padStart(4, "0")}`;
  return client.query({ ...INSERT, values: [counter, id, number, "2026-11-20", document] });
}

async function counterOf(client: pg.PoolClient, name: string, text: string): Promise<number> {
  const { rows } = await client.query<{ counter: string }>({ name, text });
  return Number(rows[0]!.counter);
}

const NEXT = "SELECT coalesce(max(counter), 0) + 1 AS counter FROM invoices WHERE company_id = 'acme'";

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

/** Runs the work again for as long as what fails it is one of these SQLSTATEs. */
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

export const PEERS = {
  maxPlusOne: {
    connections: 4,
    issue: (client, document) =>
      retrying(["23505"], async () => insert(client, await counterOf(client, "next", NEXT), document)),
  },
  rowUpdated: {
    setUp: `${COUNTER} INSERT INTO counters VALUES ('acme', 0);`,
    connections: 4,
    issue: (client, document) =>
      inTransaction(client, "BEGIN", async () => {
        const text = "UPDATE counters SET last = last + 1 WHERE company_id = 'acme' RETURNING last AS counter";
        await insert(client, await counterOf(client, "count", text), document);
      }),
  },
  rowSelected: {
    setUp: `${COUNTER} INSERT INTO counters VALUES ('acme', 0);`,
    connections: 4,
    issue: (client, document) =>
      inTransaction(client, "BEGIN", async () => {
        const text = "SELECT last + 1 AS counter FROM counters WHERE company_id = 'acme' FOR UPDATE";
        await insert(client, await counterOf(client, "lock", text), document);
        await client.query({ name: "set", text: "UPDATE counters SET last = last + 1 WHERE company_id = 'acme'" });
      }),
  },
  advisory: {
    connections: 4,
    issue: (client, document) =>
      inTransaction(client, "BEGIN; SELECT pg_advisory_xact_lock(1)", async () => {
        await insert(client, await counterOf(client, "next", NEXT), document);
      }),
  },
  serializable: {
    connections: 4,
    issue: (client, document) =>
      retrying(["40001", "23505"], () =>
        inTransaction(client, "BEGIN ISOLATION LEVEL SERIALIZABLE", async () => {
          await insert(client, await counterOf(client, "next", NEXT), document);
        }),
      ),
  },
  nextval: {
    setUp: "CREATE SEQUENCE numbers;",
    connections: 4,
    issue: async (client, document) => {
      await insert(client, await counterOf(client, "nextval", "SELECT nextval('numbers') AS counter"), document);
    },
  },
  nextvalOne: {
    setUp: "CREATE SEQUENCE numbers;",
    connections: 4,
    issue: async (client, document) => {
      lastId += 1;
      const id = randomUUID().replace(/^.{8}/, lastId.toString(16).padStart(8, "0"));
      await client.query({
        name: "one",
        text: `INSERT INTO invoices ${COLUMNS} SELECT 'acme', n, $1, 'INV-202611-' || lpad(n::text, 4, '0'), $2, 'api', 'SENT', 0, $3 FROM nextval('numbers') AS n`,
        values: [id, "2026-11-20", document],
      });
    },
  },
} as const satisfies Record<string, Peer>;

/** Issues with so many callers at once; how many a second, and the counters it gave. */
export async function issueAsPeer(
  peer: Peer,
  pool: pg.Pool,
  { callers, invoices, document }: { callers: number; invoices: number; document: string },
) {
  await pool.query(
    `DROP TABLE IF EXISTS invoices, counters; DROP SEQUENCE IF EXISTS numbers; ${TABLE} ${peer.setUp ?? ""}`,
  );
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
