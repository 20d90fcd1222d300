/**
 * Goal: the stacks of the examples keep the promises of the library in the hands of a whole framework.
 * Method: run their servers and workers as processes, each on a database of its own; send them requests, stop or kill them
 * in the middle, start them again, and read the books through another store.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInvoicing, parseInvoiceNumber } from "faktura";
import { postgresStore } from "faktura/postgres";
import type pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectProblemsOfBodies, speakWith } from "../http/conversation.ts";
import { oneTo, order } from "../support/fixtures.ts";
import { openPool, pool, postgresUrl } from "../support/postgres.ts";
import { follow, type Host, stop } from "./demo-host.ts";
import { addressOf, hostAt } from "./host-process.ts";

const STACKS = "docs/examples/stacks";

/** A new database for a stack, which its processes have left when the test ends. */
async function freshDatabase(): Promise<{ url: string; own: pg.Pool }> {
  const name = `stack_${randomUUID().replaceAll("-", "")}`;
  await pool.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(postgresUrl), { pathname: name }).href;
  const own = openPool({ connectionString: url, max: 3 });
  onTestFinished(async () => {
    await own.end();
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url, own };
}

/** Starts a process of a stack. */
function run(script: string, url: string, more: Readonly<Record<string, string>> = {}): Host {
  const env = { ...process.env, DATABASE_URL: url, PORT: "0", ...more };
  return follow(spawn(process.execPath, ["--import", "tsx", `${STACKS}/${script}`], { env }));
}

/** Starts a server of a stack, and waits for its address. */
async function serve(script: string, url: string, more?: Readonly<Record<string, string>>) {
  const host = run(script, url, more);
  return { host, base: await addressOf(host, /^Listening on (\S+)$/m) };
}

async function answerOf(url: string, method = "GET", body?: unknown) {
  const headers = { Authorization: "Bearer secret", Cookie: "session=jane", "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

/** The numbers of the committed invoices by client, oldest first. Rejects unless their counters are 1, 2, 3, … */
async function issuedIn(own: pg.Pool): Promise<{ number: string; client: string }[]> {
  const invoicing = createInvoicing({ store: postgresStore(own) });
  const company = invoicing.company("firma");
  expect((await company.audit()).findings).toEqual([]);
  const issued: { number: string; client: string }[] = [];
  for await (const { invoiceNumber, clientName } of company.listAll()) {
    issued.unshift({ number: invoiceNumber, client: clientName });
  }
  await invoicing.close();
  expect(issued.map(({ number }) => parseInvoiceNumber(number)!.counter)).toEqual(oneTo(issued.length));
  return issued;
}

/** Waits until this query finds a row. */
const untilFound = (own: pg.Pool, text: string) =>
  vi.waitUntil(async () => (await own.query(text)).rowCount! > 0, { timeout: 60_000, interval: 50 });

test("NestJS with Drizzle commits an order and its invoice together, or neither", async () => {
  const { url, own } = await freshDatabase();
  const nest = { TSX_TSCONFIG_PATH: `${STACKS}/nest-drizzle/tsconfig.json` };
  const { host, base } = await serve("nest-drizzle/main.ts", url, nest);
  await speakWith(fetch, hostAt(`${base}/accounting`)); // issues 13
  await expectProblemsOfBodies(fetch, hostAt(`${base}/accounting`));
  const place = (reference: string, body: unknown) => answerOf(`${base}/orders/${reference}`, "PUT", body);
  const saved = async () => (await own.query("SELECT reference, invoice, total::float FROM orders ORDER BY 1")).rows;

  const first = await place("order-1", order());
  expect(first).toEqual({ status: 200, body: { invoiceNumber: expect.stringMatching(/-0014$/) } });
  expect(await place("order-1", order())).toEqual(first);
  const kept = [{ reference: "order-1", invoice: first.body.invoiceNumber, total: 238 }];
  expect(await saved()).toEqual(kept);

  const items = [{ description: "Lighthouse", quantity: 1, unitPrice: 9_000 }];
  expect(await place("too-much", order({ items }))).toMatchObject({ status: 422, body: { statusCode: 422 } });
  expect(await place("refused", order({ items: [] }))).toMatchObject({
    status: 422,
    body: { code: "request_invalid", errors: [{ pointer: "/items" }] },
  });
  expect([await saved(), (await issuedIn(own)).length]).toEqual([kept, 14]);

  const second = await place("order-2", order());
  expect(second.body.invoiceNumber).toMatch(/-0015$/);
  const { body: list } = await answerOf(`${base}/accounting/invoices?limit=1`);
  expect(list).toMatchObject({ total: 15, data: [{ invoiceNumber: second.body.invoiceNumber }] });
  const page = await answerOf(`${base}/panel/firma`);
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('<script type="module"')]);

  // SIGTERM comes while an order waits for the company's lock: it is answered first, and then everything is closed.
  const holder = await own.connect();
  await holder.query("BEGIN; SELECT * FROM faktura.faktura_sequences FOR UPDATE");
  const last = place("order-3", order());
  await untilFound(own, "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  const stopped = stop(host, "SIGTERM");
  const isOpen = () => fetch(`${base}/accounting/company`).then(Boolean, () => false);
  await vi.waitUntil(async () => !(await isOpen()), { timeout: 60_000, interval: 50 });
  await holder.query("COMMIT");
  holder.release();
  expect((await last).body.invoiceNumber).toMatch(/-0016$/);
  expect([await stopped, host.printed()]).toEqual([0, expect.stringMatching(/\nClosed\.\n$/)]);

  const next = await serve("nest-drizzle/main.ts", url, nest);
  const after = await answerOf(`${next.base}/orders/order-4`, "PUT", order());
  expect(after.body.invoiceNumber).toMatch(/-0017$/);
  expect(await stop(next.host, "SIGTERM")).toBe(0);
  expect((await issuedIn(own)).map(({ number }) => number)).toHaveLength(17);
  expect((await saved()).map(({ invoice }) => Number(invoice.slice(-4)))).toEqual([14, 15, 16, 17]);
}, 120_000);

test("with pg-boss, every job has one invoice, also if its worker is killed before or after the commit", async () => {
  const { url, own } = await freshDatabase();
  const more = { JOB_SECONDS: "2" };
  const { host, base } = await serve("pg-boss/server.ts", url, more);
  const ids = oneTo(30).map(() => randomUUID());
  const send = (id: string) => answerOf(`${base}/orders/${id}`, "PUT", order({ clientName: id }));
  for (const id of ids) expect(await send(id)).toEqual({ status: 202, body: { id } });

  // No worker can complete a job as long as the test holds this lock.
  const holder = await own.connect();
  await holder.query("SELECT pg_advisory_lock(1)");
  await own.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END';
    CREATE TRIGGER wait BEFORE UPDATE ON pgboss.job FOR EACH ROW WHEN (NEW.state = 'completed') EXECUTE FUNCTION wait()`);
  const untilIssued = (count: number) =>
    untilFound(own, `SELECT FROM faktura.faktura_invoices HAVING count(*) >= ${count}`);
  const completed = "SELECT FROM pgboss.job WHERE name = 'orders' AND state = 'completed'";
  const killed = run("pg-boss/worker.ts", url, more);
  await untilIssued(10); // a batch is committed, and none of its jobs is completed
  await stop(killed, "SIGKILL");
  await own.query(`SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'advisory'`);
  await own.query("DROP TRIGGER wait ON pgboss.job");
  holder.release(true);
  expect([(await issuedIn(own)).length, (await own.query(completed)).rowCount]).toEqual([10, 0]);

  const again = run("pg-boss/worker.ts", url, more);
  await untilIssued(11);
  await stop(again, "SIGKILL"); // anywhere
  const worker = run("pg-boss/worker.ts", url, more);
  const refused = randomUUID();
  await answerOf(`${base}/orders/${refused}`, "PUT", order({ items: [] }));
  await untilFound(own, `${completed} HAVING count(*) = 31`);

  const issued = await issuedIn(own);
  expect(issued.map(({ client }) => client).sort()).toEqual([...ids].sort());
  const numberOf = new Map(issued.map(({ client, number }) => [client, number]));
  for (const id of ids) {
    expect((await answerOf(`${base}/orders/${id}`)).body).toEqual({
      state: "completed",
      invoiceNumber: numberOf.get(id),
    });
  }
  expect((await answerOf(`${base}/orders/${refused}`)).body).toMatchObject({ refusal: "request_invalid" });

  // A repeat of the order changes nothing, and every event has arrived.
  expect((await send(ids[0]!)).status).toBe(202);
  const notices = async () => (await own.query("SELECT kind, invoice FROM notices ORDER BY invoice")).rows;
  const expected = issued.map(({ number }) => ({ kind: "invoice.issued", invoice: number }));
  await untilFound(own, "SELECT FROM notices HAVING count(*) >= 30");
  expect(await notices()).toEqual(expected);

  const page = await answerOf(`${base}/panel/firma`);
  expect(page.status).toBe(200);
  expect([await stop(worker, "SIGTERM"), worker.printed()]).toEqual([0, "Working\nClosed.\n"]);
  expect([await stop(host, "SIGTERM"), host.printed()]).toEqual([0, expect.stringMatching(/\nClosed\.\n$/)]);
  expect(await issuedIn(own)).toHaveLength(30);
}, 120_000);
