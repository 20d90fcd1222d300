/** Kysely on better-sqlite3. The connection that you gave it is what `joining` takes. */
import Database from "better-sqlite3";
import { createInvoicing, isRefusal } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { type Generated, Kysely, SqliteDialect, sql } from "kysely";
import { PROFILE, type Shop } from "./shop.ts";
import { repeatWhileLocked } from "./sqlite-transactions.ts";

interface Tables {
  orders: {
    id: Generated<number>;
    client: string;
    total: number | null;
    invoice: string | null;
    refusal: string | null;
  };
}

export async function openShop(file: string): Promise<Shop> {
  const invoicing = createInvoicing({ store: await openSqliteStore(file) });
  await invoicing.company("firma").saveProfile(PROFILE);

  const database = new Database(file, { timeout: 0 });
  database.pragma("synchronous = FULL"); // otherwise a power cut could undo an invoice
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  await db.schema
    .createTable("orders")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("client", "text", (column) => column.notNull())
    .addColumn("total", "real", (column) => column.check(sql`total <= 10000`))
    .addColumn("invoice", "text")
    .addColumn("refusal", "text")
    .execute();

  return {
    placeOrder: (order) =>
      // Kysely's transactions take turns on the connection. It begins them without IMMEDIATE, so write first.
      repeatWhileLocked(() =>
        db.transaction().execute(async (trx) => {
          const row = { client: order.clientName, total: null, invoice: null, refusal: null };
          const { id } = await trx.insertInto("orders").values(row).returning("id").executeTakeFirstOrThrow();
          const orderOf = trx.updateTable("orders").where("id", "=", id);
          try {
            const { invoiceNumber, total } = await invoicing.joining(database).company("firma").issue(order);
            await orderOf.set({ invoice: invoiceNumber, total }).execute();
          } catch (error) {
            if (!isRefusal(error)) throw error;
            await orderOf.set({ refusal: error.code }).execute();
          }
        }),
      ),
    orders: () => db.selectFrom("orders").select(["client", "invoice", "refusal"]).orderBy("id").execute(),
    close: async () => {
      await db.destroy();
      await invoicing.close();
    },
  };
}
