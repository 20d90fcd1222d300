/** TypeORM on PostgreSQL. The transaction's client of `pg` is what `joining` takes. */
import { createInvoicing, isRefusal } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { Pool } from "pg";
import { DataSource, EntitySchema } from "typeorm";
import { type PlacedOrder, PROFILE, type Shop } from "./shop.ts";

interface OrderRow extends PlacedOrder {
  readonly id: number;
  readonly total: number | null;
}

const Order = new EntitySchema<OrderRow>({
  name: "Order",
  tableName: "orders",
  columns: {
    id: { type: "integer", primary: true, generated: true },
    client: { type: "text" },
    total: { type: "numeric", nullable: true },
    invoice: { type: "text", nullable: true },
    refusal: { type: "text", nullable: true },
  },
  checks: [{ expression: "total <= 10000" }],
});

export async function openShop(url: string): Promise<Shop> {
  const source = new DataSource({ type: "postgres", url, poolSize: 10, entities: [Order], synchronize: true });
  await source.initialize();

  const pool = new Pool({ connectionString: url }); // for calls outside your transactions
  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      source.transaction(async (manager) => {
        const { id } = await manager.save(Order, { client: order.clientName });
        const books = invoicing.joining(await manager.queryRunner!.connect()).company("firma");
        try {
          const { invoiceNumber, total } = await books.issue(order);
          await manager.update(Order, { id }, { invoice: invoiceNumber, total });
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await manager.update(Order, { id }, { refusal: error.code });
        }
      }),
    orders: () =>
      source.manager.find(Order, { select: { client: true, invoice: true, refusal: true }, order: { id: "ASC" } }),
    close: async () => {
      await invoicing.close();
      await pool.end();
      await source.destroy();
    },
  };
}
