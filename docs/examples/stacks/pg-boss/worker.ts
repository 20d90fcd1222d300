/** Issues the invoices of the queued orders, and queues the events of the books. See `server.ts`. */
import { setTimeout as wait } from "node:timers/promises";
import { type InvoiceOrder, isRefusal, type JournalCloudEvent } from "faktura";
import type PgBoss from "pg-boss";
import { openAccounting, openPool } from "../accounting.ts";
import { DATABASE_URL, EVENTS, ORDERS, type Outcome, openQueues } from "./queues.ts";

const pool = openPool(DATABASE_URL);
const { invoicing } = await openAccounting(pool);
await pool.query("CREATE TABLE IF NOT EXISTS notices (event_id text PRIMARY KEY, kind text, invoice text)");
const boss = await openQueues();
const company = invoicing.company("firma");

/** Any other error than a refusal makes pg-boss run the job again, under the same id and so with the same invoice. */
async function issue({ id, data }: PgBoss.Job<InvoiceOrder>): Promise<Outcome> {
  try {
    const { invoiceNumber } = await company.issue(data, { idempotencyKey: id });
    return { invoiceNumber };
  } catch (error) {
    if (isRefusal(error)) return { refusal: error.code, message: error.message };
    throw error;
  }
}

/** The jobs of a batch share commits. Each is completed by itself, so that a failure runs only its own again. */
await boss.work<InvoiceOrder>(ORDERS, { batchSize: 10, pollingIntervalSeconds: 0.5 }, async (jobs) => {
  await Promise.all(jobs.map(async (job) => boss.complete(ORDERS, job.id, await issue(job))));
});

/** Instead of a notice, your application sends an e-mail, for example. An event can come twice: its id says so. */
await boss.work<JournalCloudEvent>(EVENTS, { batchSize: 100, pollingIntervalSeconds: 0.5 }, async (jobs) => {
  for (const { data: event } of jobs) {
    const row = [event.id, event.data.kind, event.data.invoiceNumber];
    await pool.query("INSERT INTO notices VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", row);
  }
});

const stop = new AbortController();
process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
console.log("Working");

while (!stop.signal.aborted) {
  try {
    await invoicing.drainEvents({
      consumer: "queue",
      deliver: (events) => boss.insert(events.map((event) => ({ name: EVENTS, data: event }))),
      leaseMs: 5000, // after a crash, another worker goes on so soon
      signal: stop.signal,
      onError: (error, companyId) => console.error("events", companyId, error),
    });
  } catch (error) {
    console.error("events: the companies could not be read", error); // the next round tries again
  }
  await wait(500, undefined, { signal: stop.signal }).catch(() => undefined);
}
await boss.stop(); // waits for the jobs in progress
await invoicing.close();
await pool.end();
console.log("Closed.");
