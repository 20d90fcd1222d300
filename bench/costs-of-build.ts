/** One side of `cost-on-postgres`: runs the scenes that it is sent, with the build in the folder that it was given. */
import { readFileSync } from "node:fs";
import type { Company, Invoicing } from "faktura";
import pg from "pg";
import { libraryIn } from "./library.ts";
import { countersOf, ORDER, PROFILE, proveGapless, withCallers } from "./workload.ts";

/** Issuing through the library on a new schema. */
export interface Scene {
  /** Where PostgreSQL is, or a relay to it. */
  readonly url: string;
  readonly companies: number;
  /** Of each company. */
  readonly callers: number;
  /** Of each company. */
  readonly invoices: number;
  readonly keys?: boolean;
  /** How many orders a joined call issues, while this library and a second one with a pool of its own issue. */
  readonly joined?: number;
}

/** What the invoices of a scene cost, each. */
export interface Costs {
  /** Invoices a second. */
  readonly rate: number;
  /** Processor time of the server's processes without autovacuum, in microseconds. */
  readonly serverUs: number;
  /** Processor time of this process, in microseconds. */
  readonly nodeUs: number;
  /** Bytes of the server's log. */
  readonly logBytes: number;
  /** How long joined calls took, from BEGIN to COMMIT, in milliseconds, shortest first. */
  readonly joinedMs: readonly number[];
}

const [dist = "", adminUrl = ""] = process.argv.slice(2);
const { createInvoicing, migratePostgres, postgresStore } = await libraryIn(dist);
const admin = new pg.Pool({ connectionString: adminUrl, max: 2, idleTimeoutMillis: 0 });
let schemas = 0;

/** How many invoices each company issues on each server before anything is measured. */
const FIRST = 2;

process.on("message", async (scene: Scene) => {
  process.send!(await costsOf(scene));
});

async function costsOf(scene: Scene): Promise<Costs> {
  schemas += 1;
  const schema = `costs_${process.pid}_${schemas}`;
  await migratePostgres(admin, { schema });
  const pool = new pg.Pool({ connectionString: scene.url, max: 8, idleTimeoutMillis: 0 });
  const servers = Array.from({ length: scene.joined === undefined ? 1 : 2 }, () =>
    createInvoicing({ store: postgresStore(pool, { schema, preparedStatements: true }) }),
  );
  const names = Array.from({ length: scene.companies }, (_, place) => `company-${place}`);
  for (const name of names) await servers[0]!.company(name).saveProfile(PROFILE);
  const companies = servers.flatMap((server) => names.map((name) => server.company(name)));
  // The first invoices of a company are issued in transactions, and open the connections.
  await Promise.all(companies.map((company) => withCallers(1, FIRST, () => company.issue(ORDER))));
  const before = await spent();
  const start = performance.now();
  const { issued, joinedMs } =
    scene.joined === undefined ? await issueAll(scene, companies) : await issueWithJoined(scene, servers, schema);
  const seconds = (performance.now() - start) / 1000;
  const after = await spent();
  let kept = 0;
  for (const name of names) {
    const counters = await countersOf(servers[0]!.company(name));
    proveGapless(counters, counters.length);
    kept += counters.length;
  }
  if (kept !== FIRST * companies.length + issued) throw new Error(`${kept} invoices were kept, not ${issued} more`);
  for (const server of servers) await server.close();
  await pool.end();
  return {
    rate: issued / seconds,
    serverUs: (after.serverUs - before.serverUs) / issued,
    nodeUs: (after.nodeUs - before.nodeUs) / issued,
    logBytes: (after.logBytes - before.logBytes) / issued,
    joinedMs: joinedMs.sort((a, b) => a - b),
  };
}

async function issueAll({ callers, invoices, keys = false }: Scene, companies: readonly Company[]) {
  let issued = 0;
  const issue = (company: Company) => {
    issued += 1;
    return company.issue(ORDER, keys ? { idempotencyKey: `key-${issued}` } : {});
  };
  await Promise.all(companies.map((company) => withCallers(callers, invoices, () => issue(company))));
  return { issued, joinedMs: [] as number[] };
}

/** Joined calls and a panel's rows, one after another, while all servers issue for the same company. */
async function issueWithJoined({ joined = 0, callers }: Scene, servers: readonly Invoicing[], schema: string) {
  const name = "company-0";
  let [issued, isJoining] = [0, true];
  const load = servers.map(async (server) => {
    const loop = async () => {
      while (isJoining) {
        await server.company(name).issue(ORDER);
        issued += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, loop));
  });
  const joinedMs: number[] = [];
  for (let place = 0; place < joined; place += 1) {
    joinedMs.push(await joinedCall(servers[0]!, name));
    await insertAsPanel(schema, name);
    issued += 2;
  }
  isJoining = false;
  await Promise.all(load);
  return { issued, joinedMs };
}

/** The time of a transaction of the host's that issues one invoice, in milliseconds. */
async function joinedCall(invoicing: Invoicing, name: string): Promise<number> {
  const client = await admin.connect();
  const company = invoicing.joining(client).company(name);
  const start = performance.now();
  await client.query("BEGIN");
  await company.issue(ORDER);
  await client.query("COMMIT");
  client.release();
  return performance.now() - start;
}

/** What the server's processes and this one have spent so far. Autovacuum workers start and end at any time, so they do not count. */
async function spent() {
  const { user, system } = process.cpuUsage();
  const { rows } = await admin.query<{ pid: number; bytes: string }>(
    `SELECT pid, (pg_current_wal_insert_lsn() - '0/0')::text AS bytes
     FROM pg_stat_activity WHERE backend_type <> 'autovacuum worker'`,
  );
  // In nanoseconds. Only Linux has this file.
  const times = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]));
  return {
    serverUs: times.reduce((sum, time) => sum + time, 0) / 1000,
    nodeUs: user + system,
    logBytes: Number(rows[0]!.bytes),
  };
}

/** Inserts the company's next invoice as a panel does, with its own SQL. */
async function insertAsPanel(schema: string, company: string): Promise<void> {
  const client = await admin.connect();
  await client.query("BEGIN");
  await client.query(`SELECT 1 FROM ${schema}.faktura_sequences WHERE company_id = $1 FOR UPDATE`, [company]);
  await client.query(
    `INSERT INTO ${schema}.faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
     SELECT company_id, counter + 1, 'panel-' || counter, number, issue_date, 'panel',
       replace(replace(document, id, 'panel-' || counter), invoice_number, number)
     FROM (SELECT *, regexp_replace(invoice_number, '[0-9]+$', lpad(text, greatest(4, length(text)), '0')) AS number
       FROM (SELECT *, (counter + 1)::text AS text FROM ${schema}.faktura_invoices
         WHERE company_id = $1 ORDER BY counter DESC LIMIT 1) AS last) AS next`,
    [company],
  );
  await client.query("COMMIT");
  client.release();
}
