/** Opens the books of a message, reads a list of each company, drains both feeds, and replies with its heap in bytes. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createInvoicing } from "faktura";
import pg from "pg";
import { drainBilling, drainEvents, openBooks, type Place, requireTotals } from "./growth-books.ts";

/** The books, the server's address unless they are files, and the last counter of each company. */
export interface HeapQuestion {
  readonly place: Place;
  readonly url: string | undefined;
  readonly companies: number;
  readonly last: number[];
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

process.once("message", async ({ place, url, companies, last }: HeapQuestion) => {
  const pool = url === undefined ? undefined : new pg.Pool({ connectionString: url, max: 16 });
  const invoicing = createInvoicing({ store: await openBooks(place, pool) });
  await requireTotals(invoicing, { companies, last });
  await drainEvents(invoicing);
  await drainBilling(invoicing);
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve)); // what was given up may have more to give up
  }
  process.send!(process.memoryUsage().heapUsed);
});
