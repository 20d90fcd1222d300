/** Drizzle on PostgreSQL, with any driver. `fromDrizzle(tx)` is what `joining` takes. */
import { asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { numeric, pgTable, serial, text } from "drizzle-orm/pg-core";
import { createInvoicing, isRefusal } from "faktura";
import { fromDrizzle, migratePostgres, postgresStore } from "faktura/postgres";
import { Pool } from "pg";
import { PROFILE, type Shop } from "./shop.ts";

const orders = pgTable("orders", {
  id: serial().primaryKey(),
  client: text().notNull(),
  total: numeric({ mode: "number" }),
  invoice: text(),
  refusal: text(),
});

export async function openShop(url: string): Promise<Shop> {
  const pool = new Pool({ connectionString: url });
  // Without a listener, a connection that breaks during a transaction would end the process.
  pool.on("connect", (client) => client.on("error", (error) => console.warn(error.message)));
  const db = drizzle(pool);
  await db.execute(sql`CREATE TABLE IF NOT EXISTS orders (id serial PRIMARY KEY, client text NOT NULL,
    total numeric CHECK (total <= 10000), invoice text, refusal text)`);

  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      db.transaction(async (tx) => {
        const [row] = await tx.insert(orders).values({ client: order.clientName }).returning();
        const isRow = eq(orders.id, row!.id);
        try {
          const { invoiceNumber, total } = await invoicing.joining(fromDrizzle(tx)).company("firma").issue(order);
          await tx.update(orders).set({ invoice: invoiceNumber, total }).where(isRow);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await tx.update(orders).set({ refusal: error.code }).where(isRow);
        }
      }),
    orders: () => db.select().from(orders).orderBy(asc(orders.id)),
    close: async () => {
      await invoicing.close();
      await pool.end();
    },
  };
}
