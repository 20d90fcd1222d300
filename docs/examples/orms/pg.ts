/** `pg` itself. The client on which you sent BEGIN is what `joining` takes. */
import { createInvoicing, isRefusal } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { Pool } from "pg";
import { type PlacedOrder, PROFILE, type Shop } from "./shop.ts";

export async function openShop(url: string): Promise<Shop> {
  const pool = new Pool({ connectionString: url });
  // Without a listener, a connection that breaks during a transaction would end the process.
  pool.on("connect", (client) => client.on("error", (error) => console.warn(error.message)));
  await pool.query(`CREATE TABLE IF NOT EXISTS orders (id serial PRIMARY KEY, client text NOT NULL,
    total numeric CHECK (total <= 10000), invoice text, refusal text)`);

  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    async placeOrder(order) {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const { rows } = await client.query("INSERT INTO orders (client) VALUES ($1) RETURNING id", [order.clientName]);
        const [{ id }] = rows;
        try {
          const { invoiceNumber, total } = await invoicing.joining(client).company("firma").issue(order);
          await client.query("UPDATE orders SET invoice = $2, total = $3 WHERE id = $1", [id, invoiceNumber, total]);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await client.query("UPDATE orders SET refusal = $2 WHERE id = $1", [id, error.code]);
        }
        await client.query("COMMIT");
      } catch (error) {
        await client.query("ROLLBACK");
        throw error;
      } finally {
        client.release();
      }
    },
    async orders() {
      return (await pool.query<PlacedOrder>("SELECT client, invoice, refusal FROM orders ORDER BY id")).rows;
    },
    close: async () => {
      await invoicing.close();
      await pool.end();
    },
  };
}
