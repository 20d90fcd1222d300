/**
 * A child process that drains billing and the journal's events again and again until it is told to stop. Its receiver is
 * a file, so what it has reported as delivered is on disk. It reads "go" and "stop".
 */

import { fsyncSync, openSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { openPlace, type Place } from "./drain-place.ts";

const [place, received] = process.argv.slice(2) as [string, string];
const { store, close } = await openPlace(JSON.parse(place) as Place);
const invoicing = createInvoicing({ store });
const file = openSync(received, "a");
let stopped = false;

/** An event, and its place among those of its company. */
interface Delivered {
  readonly id: string;
  readonly data: { readonly companyId: string; readonly counter?: number; readonly position?: number };
}

const deliverTo = (feed: "billing" | "events") => async (events: readonly Delivered[]) => {
  // Every fifth event of a journal is refused for ever, so that it is put aside after its third attempt.
  if (feed === "events" && events.some(({ data }) => (data.position ?? 0) % 5 === 0)) throw new Error("refused");
  // One line at a time, so that a kill can also hit a partly delivered batch.
  for (const { id, data } of events) {
    writeSync(file, `${feed} ${data.companyId} ${data.position ?? data.counter} ${id}\n`);
    fsyncSync(file);
  }
  process.stdout.write("delivered\n"); // synchronous on a pipe, so it is complete before a kill
  await moment(Math.random() * 20);
};

async function drainForever(): Promise<void> {
  while (!stopped) {
    const options = { batchSize: 3, concurrency: 2, leaseMs: 200, retryAfterMs: 0 };
    await Promise.all([
      invoicing.drainBilling({ deliver: deliverTo("billing"), ...options }),
      invoicing.drainEvents({ deliver: deliverTo("events"), attempts: 3, ...options }),
    ]);
    await moment(5);
  }
  await invoicing.close();
  await close();
  input.close();
  process.stdin.destroy(); // an open pipe would keep the process alive
}

const input = createInterface({ input: process.stdin });
input.on("line", (line) => {
  if (line === "stop") stopped = true;
  else void drainForever();
});
process.stdout.write("ready\n");
