import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { numeric, pgTable, text } from "drizzle-orm/pg-core";

/** The application's own table. */
export const orders = pgTable("orders", {
  /** The client's own reference, so that an order that is sent twice is one order. */
  reference: text().primaryKey(),
  invoice: text(),
  total: numeric({ mode: "number" }),
});

/** In your application, your migrations create it: see `docs/examples/migrations`. */
export async function createTables(db: NodePgDatabase): Promise<void> {
  await db.execute(sql`CREATE TABLE IF NOT EXISTS orders (reference text PRIMARY KEY, invoice text, total numeric)`);
}
