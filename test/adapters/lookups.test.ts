/**
 * Goal: lists by client, by reference and by due date read the index, of rows that a panel inserted too.
 * Method: insert rows by SQL; count the rows that PostgreSQL reads for each list. What SQLite reads is in
 * query-plans.test.ts.
 */
import { createInvoicing, type ListRequest } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { type SampleChanges, sampleInvoice } from "../support/contract-samples.ts";
import { oneTo } from "../support/fixtures.ts";
import { freshSchema, pool } from "../support/postgres.ts";
import { freshFile, withRaw } from "../support/stores.ts";
import { listeningPool, type Sent } from "./listening.ts";

/** A row as a panel inserts it, with its document written in one of several ways. */
function panelRow(counter: number, changes: SampleChanges, write = (document: object) => JSON.stringify(document)) {
  const { id, invoiceNumber, issueDate, document } = sampleInvoice(counter, changes);
  return ["acme", counter, id, invoiceNumber, issueDate, write(JSON.parse(document) as object)];
}

const INSERT = "INTO faktura_invoices (company_id, counter, id, invoice_number, issue_date, document) VALUES";

function insertOnSqlite(path: string, rows: readonly (readonly unknown[])[]): void {
  withRaw(path, (file) => {
    for (const row of rows) file.prepare(`INSERT ${INSERT} (?, ?, ?, ?, ?, ?)`).run(...row);
  });
}

async function insertOnPostgres(schema: string, rows: readonly (readonly unknown[])[]): Promise<void> {
  for (const row of rows)
    await pool.query(`INSERT ${INSERT.replace("INTO ", `INTO ${schema}.`)} ($1, $2, $3, $4, $5, $6)`, [...row]);
}

const ROWS = [
  panelRow(1, { clientName: 'Ångström "X" AB', reference: 'R "1"', metadata: { reference: "no" } }),
  panelRow(2, { clientName: "Ångström AB", reference: "R-2", dueDate: "2026-12-01" }),
  panelRow(
    3,
    {
      clientName: "ångström",
      reference: "R-3",
      metadata: { clientName: "no", dueDate: "2026-11-30" },
      dueDate: "2026-12-02",
    },
    (document) => JSON.stringify(document, null, 2),
  ),
  panelRow(4, { clientName: "Bob" }, ({ ...document }) => JSON.stringify({ zip: 1, ...document })),
];

/** What each list of {@link ROWS} finds. */
const LISTS: readonly (readonly [ListRequest, number[]])[] = [
  [{ client: "ÅNGSTRÖM" }, [3, 2, 1]],
  [{ client: 'ångström "x" a' }, [1]],
  [{ client: "ångström ab" }, [2]],
  [{ client: "bob" }, [4]],
  [{ client: "no" }, []],
  [{ reference: 'R "1"' }, [1]],
  [{ reference: "R-2" }, [2]],
  [{ reference: "R-3" }, [3]],
  [{ reference: "R-3", client: "Å" }, [3]],
  [{ reference: "no" }, []],
  [{ dueBefore: "2026-12-01" }, []],
  [{ dueBefore: "2026-12-02" }, [2]],
  [{ dueBefore: "2026-12-03" }, [3, 2]],
  [{ dueBefore: "2026-12-03", status: "PAID" }, []],
  [{ dueBefore: "2026-12-03", due: true }, [3, 2]],
  [{ dueBefore: "2026-12-03", client: "ångström a" }, [2]],
];

type Store = Parameters<typeof createInvoicing>[0]["store"];

async function expectFound(store: Store): Promise<void> {
  const acme = createInvoicing({ store }).company("acme");
  for (const [request, counters] of LISTS) {
    const { data } = await acme.list(request);
    const found = data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
    expect(found, JSON.stringify(request)).toEqual(counters);
  }
}

describe("rows that a panel inserts by SQL are found", () => {
  test("on SQLite", async () => {
    const path = freshFile();
    const store = await openSqliteStore(path);
    await store.ready();
    insertOnSqlite(path, ROWS);
    await expectFound(store);
    await store.close();
  });

  test("on PostgreSQL", async () => {
    const schema = await freshSchema();
    await insertOnPostgres(schema, ROWS);
    await expectFound(postgresStore(pool, { schema }));
  });
});

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
  readonly [removed: `Rows Removed by ${string}`]: number | undefined;
}

/** How many rows of invoices a plan has read. */
function rowsRead(plan: Plan): number {
  const removed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
  const own = plan["Relation Name"] === "faktura_invoices" ? (plan["Actual Rows"] + removed) * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), own);
}

test("PostgreSQL reads only what a list finds", async () => {
  const schema = await freshSchema();
  const size = 3000;
  const rows = oneTo(size).map((counter) => {
    const clientName = ["Müller", "Ζωγράφου", "Exemple", "Nordic"][counter % 4]!;
    const dueDate = `2027-${String((counter % 12) + 1).padStart(2, "0")}-${String((counter % 28) + 1).padStart(2, "0")}`;
    const changes = { clientName: `${clientName} ${Math.ceil(counter / 4)}`, reference: `R-${counter}`, dueDate };
    return panelRow(counter, changes);
  });
  const columns = [0, 1, 2, 3, 4, 5].map((place) => rows.map((row) => row[place]));
  const types = ["text", "bigint", "text", "text", "date", "text"];
  const arrays = types.map((type, place) => `$${place + 1}::${type}[]`).join(", ");
  await pool.query(
    `INSERT ${INSERT.replace(/INTO (.*) VALUES/, `INTO ${schema}.$1`)} SELECT * FROM unnest(${arrays})`,
    columns,
  );
  const sent: Sent[] = [];
  const store = postgresStore(listeningPool(sent), { schema });
  while ((await store.search.index("acme")) > 0);
  const acme = createInvoicing({ store }).company("acme");
  await acme.list();
  const requests: ListRequest[] = [
    { client: "MÜLLER 7" },
    { client: "müller 7", status: "SENT", from: "2026-11-01" },
    { client: "ΖΩΓΡΆΦΟΥ 74", page: 2, limit: 5 },
    { reference: "R-1234" },
    { reference: "R-1234", client: "Ζ" },
    { dueBefore: "2027-01-08" },
    { dueBefore: "2027-01-08", due: true },
    { due: true, client: "müller 7" },
    { dueBefore: "2027-06-08", reference: "R-1234" },
    { dueBefore: "2027-06-08", client: "müller 7" },
  ];
  for (const statistics of ["before", "after"]) {
    if (statistics === "after") await pool.query(`ANALYZE ${schema}.faktura_invoices`);
    for (const request of requests) {
      sent.length = 0;
      const { total } = await acme.list(request);
      const reading = sent.filter(({ text }) => /^\s*(?:SELECT|WITH)\b[^;]*\bfaktura_invoices\b/.test(text));
      expect(reading).not.toEqual([]);
      let read = 0;
      for (const { text, values } of reading) {
        const sql = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
        const { rows: plans } = await pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql, [...values]);
        read += rowsRead(plans[0]!["QUERY PLAN"][0].Plan);
      }
      expect(read, `${statistics} ANALYZE, ${JSON.stringify(request)}`).toBeLessThan(2 * total + 20);
    }
  }
});
