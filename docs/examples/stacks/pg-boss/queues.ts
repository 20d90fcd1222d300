import type { JournalCloudEvent } from "faktura";
import PgBoss from "pg-boss";

/** Where the tables of faktura and of pg-boss are. */
export const DATABASE_URL = process.env["DATABASE_URL"] ?? "postgres://localhost/shop";

/** After how many seconds a job is given to another worker. A job that is only slow then runs twice, which does no harm. */
const JOB_SECONDS = Number(process.env["JOB_SECONDS"] ?? 30);

/** Orders to be invoiced. The id of a job is the idempotency key of its invoice. */
export const ORDERS = "orders";
/** What happened in the books. */
export const EVENTS = "events";

/** What became of an order, which its job keeps as its output. */
export type Outcome = { readonly invoiceNumber: string } | { readonly refusal: string; readonly message: string };

export type EventJob = PgBoss.Job<JournalCloudEvent>;

/** Connects to pg-boss, which creates its tables and these queues if they are missing. */
export async function openQueues(): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: DATABASE_URL, maintenanceIntervalSeconds: Math.ceil(JOB_SECONDS / 3) });
  boss.on("error", (error) => console.error("pg-boss", error));
  await boss.start();
  for (const name of [ORDERS, EVENTS]) {
    // With these delays, it tries for a day before it gives up.
    await boss.createQueue(name, {
      name,
      expireInSeconds: JOB_SECONDS,
      retryLimit: 16,
      retryDelay: 1,
      retryBackoff: true,
    });
  }
  return boss;
}
