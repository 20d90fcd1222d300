import type { InvoicingStore, NumberSequence } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { freshSchema, onPostgres, pool } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

/** A host's own counter of invoices. */
export interface HostCounter {
  last: number;
  lastIssueDate: string | null;
}

const sequenceOf = (counter: HostCounter) => (): NumberSequence => ({
  lock: async () => ({ lastCounter: counter.last, lastIssueDate: counter.lastIssueDate, started: counter.last > 0 }),
  async take(count) {
    counter.last += count;
    return counter.last - count + 1;
  },
});

/** The stores that take their numbers from a host's counter. */
export const HOSTED: readonly { name: string; open: (counter: HostCounter) => Promise<InvoicingStore> }[] = [
  {
    name: "SQLite",
    open: async (counter) => {
      const path = freshFile();
      return sqliteStore(() => connectRaw(path), { numbers: sequenceOf(counter) });
    },
  },
  ...onPostgres({
    name: "PostgreSQL",
    open: async (counter: HostCounter) =>
      postgresStore(pool, { schema: await freshSchema(), numbers: sequenceOf(counter) }),
  }),
];
