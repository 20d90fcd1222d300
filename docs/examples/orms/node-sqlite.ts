/** `node:sqlite`, which is built into Node since 22.13. The connection on which you sent BEGIN is what `joining` takes. */
// @ts-expect-error: the repository uses the types of Node 20, which does not have it.
import { DatabaseSync } from "node:sqlite";
import { createInvoicing, isRefusal } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { type PlacedOrder, PROFILE, type Shop } from "./shop.ts";
import { transactionsOn } from "./sqlite-transactions.ts";

export async function openShop(file: string): Promise<Shop> {
  const invoicing = createInvoicing({ store: sqliteStore(() => new DatabaseSync(file)) });
  await invoicing.company("firma").saveProfile(PROFILE);

  const database = new DatabaseSync(file);
  database.exec(`PRAGMA busy_timeout = 0; PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, client TEXT NOT NULL,
    total REAL CHECK (total <= 10000), invoice TEXT, refusal TEXT)`);
  const insert = database.prepare("INSERT INTO orders (client) VALUES (?)");
  const setInvoice = database.prepare("UPDATE orders SET invoice = ?, total = ? WHERE id = ?");
  const setRefusal = database.prepare("UPDATE orders SET refusal = ? WHERE id = ?");
  const transaction = transactionsOn(database);

  return {
    placeOrder: (order) =>
      transaction(async () => {
        const id = insert.run(order.clientName).lastInsertRowid;
        try {
          const { invoiceNumber, total } = await invoicing.joining(database).company("firma").issue(order);
          setInvoice.run(invoiceNumber, total, id);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          setRefusal.run(error.code, id);
        }
      }),
    orders: async () =>
      database.prepare("SELECT client, invoice, refusal FROM orders ORDER BY id").all() as PlacedOrder[],
    close: async () => {
      database.close();
      await invoicing.close();
    },
  };
}
