/** better-sqlite3 itself. The connection on which you sent BEGIN is what `joining` takes. */
import Database from "better-sqlite3";
import { createInvoicing, isRefusal } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { type PlacedOrder, PROFILE, type Shop } from "./shop.ts";
import { transactionsOn } from "./sqlite-transactions.ts";

export async function openShop(file: string): Promise<Shop> {
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  await invoicing.company("firma").saveProfile(PROFILE);

  const database = new Database(file, { timeout: 0 });
  database.pragma("synchronous = FULL"); // otherwise a power cut could undo an invoice
  database.exec(`CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, client TEXT NOT NULL,
    total REAL CHECK (total <= 10000), invoice TEXT, refusal TEXT)`);
  const insert = database.prepare("INSERT INTO orders (client) VALUES (?) RETURNING id").pluck();
  const setInvoice = database.prepare("UPDATE orders SET invoice = ?, total = ? WHERE id = ?");
  const setRefusal = database.prepare("UPDATE orders SET refusal = ? WHERE id = ?");
  const transaction = transactionsOn(database);

  return {
    placeOrder: (order) =>
      transaction(async () => {
        const id = insert.get(order.clientName);
        try {
          const { invoiceNumber, total } = await invoicing.joining(database).company("firma").issue(order);
          setInvoice.run(invoiceNumber, total, id);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          setRefusal.run(error.code, id);
        }
      }),
    orders: async () =>
      database.prepare<[], PlacedOrder>("SELECT client, invoice, refusal FROM orders ORDER BY id").all(),
    close: async () => {
      database.close();
      await invoicing.close();
    },
  };
}
