/** Knex on PostgreSQL. The transaction's client of `pg` is what `joining` takes. */
import { createInvoicing, isRefusal } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import Knex from "knex";
import { Pool } from "pg";
import { type PlacedOrder, PROFILE, type Shop } from "./shop.ts";

interface OrderRow extends PlacedOrder {
  readonly id: number;
  readonly total: string | null;
}

export async function openShop(url: string): Promise<Shop> {
  const knex = Knex({ client: "pg", connection: url, pool: { max: 10 } });
  if (!(await knex.schema.hasTable("orders"))) {
    await knex.schema.createTable("orders", (table) => {
      table.increments("id");
      table.text("client").notNullable();
      table.decimal("total").checkBetween([0, 10_000]);
      table.text("invoice");
      table.text("refusal");
    });
  }

  const pool = new Pool({ connectionString: url }); // for calls outside your transactions
  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      knex.transaction(async (trx) => {
        const orders = () => trx<OrderRow>("orders");
        const [row] = await orders().insert({ client: order.clientName }).returning("id");
        const books = invoicing.joining(await trx.client.acquireConnection()).company("firma");
        try {
          const { invoiceNumber, total } = await books.issue(order);
          await orders()
            .where(row!)
            .update({ invoice: invoiceNumber, total: String(total) });
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await orders().where(row!).update({ refusal: error.code });
        }
      }),
    orders: () => knex<OrderRow>("orders").select("client", "invoice", "refusal").orderBy("id"),
    close: async () => {
      await invoicing.close();
      await pool.end();
      await knex.destroy();
    },
  };
}
