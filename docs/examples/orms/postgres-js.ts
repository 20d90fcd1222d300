/** postgres.js, without `pg`. `fromPostgresJs(tx)` is what `joining` takes. */
import { createInvoicing, isRefusal } from "faktura";
import { fromPostgresJs, migratePostgres, postgresJsPool, postgresStore } from "faktura/postgres";
import postgres from "postgres";
import { type PlacedOrder, PROFILE, type Shop } from "./shop.ts";

export async function openShop(url: string): Promise<Shop> {
  const sql = postgres(url, { onnotice: () => undefined });
  await sql`CREATE TABLE IF NOT EXISTS orders (id serial PRIMARY KEY, client text NOT NULL,
    total numeric CHECK (total <= 10000), invoice text, refusal text)`;

  const pool = postgresJsPool((options) => postgres(url, options)); // for calls outside your transactions
  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      sql.begin(async (tx) => {
        const [{ id }] = await tx<
          [{ id: number }]
        >`INSERT INTO orders (client) VALUES (${order.clientName}) RETURNING id`;
        try {
          const { invoiceNumber, total } = await invoicing.joining(fromPostgresJs(tx)).company("firma").issue(order);
          await tx`UPDATE orders SET invoice = ${invoiceNumber}, total = ${total} WHERE id = ${id}`;
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await tx`UPDATE orders SET refusal = ${error.code} WHERE id = ${id}`;
        }
      }),
    orders: () => sql<PlacedOrder[]>`SELECT client, invoice, refusal FROM orders ORDER BY id`,
    close: async () => {
      await invoicing.close();
      await Promise.all([pool.end(), sql.end()]);
    },
  };
}
