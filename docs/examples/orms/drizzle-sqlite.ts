/** Drizzle on better-sqlite3. The connection that it wraps is what `joining` takes. */
import Database from "better-sqlite3";
import { asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createInvoicing, isRefusal } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { PROFILE, type Shop } from "./shop.ts";
import { transactionsOn } from "./sqlite-transactions.ts";

const orders = sqliteTable("orders", {
  id: integer().primaryKey(),
  client: text().notNull(),
  total: real(),
  invoice: text(),
  refusal: text(),
});

export async function openShop(file: string): Promise<Shop> {
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  await invoicing.company("firma").saveProfile(PROFILE);

  const db = drizzle(new Database(file, { timeout: 0 }));
  db.$client.pragma("synchronous = FULL"); // otherwise a power cut could undo an invoice
  db.run(sql`CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, client TEXT NOT NULL,
    total REAL CHECK (total <= 10000), invoice TEXT, refusal TEXT)`);
  // Not db.transaction(…): on better-sqlite3, it rolls back at the first `await`.
  const transaction = transactionsOn(db.$client);

  return {
    placeOrder: (order) =>
      transaction(async () => {
        const { id } = db.insert(orders).values({ client: order.clientName }).returning().get();
        const isRow = eq(orders.id, id);
        try {
          const { invoiceNumber, total } = await invoicing.joining(db.$client).company("firma").issue(order);
          db.update(orders).set({ invoice: invoiceNumber, total }).where(isRow).run();
        } catch (error) {
          if (!isRefusal(error)) throw error;
          db.update(orders).set({ refusal: error.code }).where(isRow).run();
        }
      }),
    orders: async () => db.select().from(orders).orderBy(asc(orders.id)).all(),
    close: async () => {
      db.$client.close();
      await invoicing.close();
    },
  };
}
