/** MikroORM on PostgreSQL. The transaction's client of `pg` is what `joining` takes. */
import { EntitySchema, type Knex, MikroORM } from "@mikro-orm/postgresql";
import { createInvoicing, isRefusal } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { Pool } from "pg";
import { PROFILE, type Shop } from "./shop.ts";

class Order {
  id!: number;
  total: number | null = null;
  invoice: string | null = null;
  refusal: string | null = null;
  constructor(readonly client: string) {}
}

const OrderSchema = new EntitySchema({
  class: Order,
  tableName: "orders",
  properties: {
    id: { type: "integer", primary: true },
    client: { type: "text" },
    total: { type: "decimal", runtimeType: "number", nullable: true },
    invoice: { type: "text", nullable: true },
    refusal: { type: "text", nullable: true },
  },
  checks: [{ expression: "total <= 10000" }],
});

export async function openShop(url: string): Promise<Shop> {
  const orm = await MikroORM.init({
    entities: [OrderSchema],
    clientUrl: url,
    schemaGenerator: { ignoreSchema: ["faktura"] }, // otherwise it drops faktura's tables
  });
  await orm.schema.updateSchema();

  const pool = new Pool({ connectionString: url }); // for calls outside your transactions
  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      orm.em.fork().transactional(async (em) => {
        const row = em.create(Order, { client: order.clientName });
        await em.flush();
        const books = invoicing
          .joining(await em.getTransactionContext<Knex.Transaction>()!.client.acquireConnection())
          .company("firma");
        try {
          const { invoiceNumber, total } = await books.issue(order);
          em.assign(row, { invoice: invoiceNumber, total });
        } catch (error) {
          if (!isRefusal(error)) throw error;
          row.refusal = error.code;
        }
      }),
    orders: () => orm.em.fork().findAll(Order, { fields: ["client", "invoice", "refusal"], orderBy: { id: "asc" } }),
    close: async () => {
      await invoicing.close();
      await pool.end();
      await orm.close();
    },
  };
}
