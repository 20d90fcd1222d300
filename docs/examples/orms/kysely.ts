/** Kysely on PostgreSQL. `fromKysely(trx)` is what `joining` takes. */
import { createInvoicing, isRefusal } from "faktura";
import { fromKysely, migratePostgres, postgresStore } from "faktura/postgres";
import { type Generated, Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { PROFILE, type Shop } from "./shop.ts";

interface Tables {
  orders: {
    id: Generated<number>;
    client: string;
    total: number | null;
    invoice: string | null;
    refusal: string | null;
  };
}

export async function openShop(url: string): Promise<Shop> {
  const pool = new Pool({ connectionString: url });
  // Without a listener, a connection that breaks during a transaction would end the process.
  pool.on("connect", (client) => client.on("error", (error) => console.warn(error.message)));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await db.schema
    .createTable("orders")
    .ifNotExists()
    .addColumn("id", "serial", (column) => column.primaryKey())
    .addColumn("client", "text", (column) => column.notNull())
    .addColumn("total", "numeric", (column) => column.check(sql`total <= 10000`))
    .addColumn("invoice", "text")
    .addColumn("refusal", "text")
    .execute();

  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      db.transaction().execute(async (trx) => {
        const row = { client: order.clientName, total: null, invoice: null, refusal: null };
        const { id } = await trx.insertInto("orders").values(row).returning("id").executeTakeFirstOrThrow();
        const orderOf = trx.updateTable("orders").where("id", "=", id);
        try {
          const { invoiceNumber, total } = await invoicing.joining(fromKysely(trx)).company("firma").issue(order);
          await orderOf.set({ invoice: invoiceNumber, total }).execute();
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await orderOf.set({ refusal: error.code }).execute();
        }
      }),
    orders: () => db.selectFrom("orders").select(["client", "invoice", "refusal"]).orderBy("id").execute(),
    close: async () => {
      await invoicing.close();
      await db.destroy();
    },
  };
}
