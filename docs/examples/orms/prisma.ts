/** Prisma on PostgreSQL, with its driver adapter. `fromPrisma(tx)` is what `joining` takes. */
import { PrismaPg } from "@prisma/adapter-pg";
import { createInvoicing, isRefusal } from "faktura";
import { fromPrisma, migratePostgres, postgresStore } from "faktura/postgres";
import { Pool } from "pg";
import { PrismaClient } from "./prisma/generated/client.ts";
import { PROFILE, type Shop } from "./shop.ts";

/**
 * In milliseconds. Transactions of one company wait for each other; by default Prisma waits 2 seconds for a connection,
 * and ends a transaction after 5 seconds.
 */
const WAITS = { maxWait: 20_000, timeout: 20_000 };

export async function openShop(url: string): Promise<Shop> {
  const pool = new Pool({ connectionString: url });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  // In a project of yours, a migration of Prisma's does this.
  await prisma.$executeRaw`CREATE TABLE IF NOT EXISTS orders (id serial PRIMARY KEY, client text NOT NULL,
    total numeric CHECK (total <= 10000), invoice text, refusal text)`;

  await migratePostgres(pool);
  const invoicing = createInvoicing({ store: postgresStore(pool) });
  await invoicing.company("firma").saveProfile(PROFILE);

  return {
    placeOrder: (order) =>
      prisma.$transaction(async (tx) => {
        const { id } = await tx.order.create({ data: { client: order.clientName } });
        try {
          const { invoiceNumber, total } = await invoicing.joining(fromPrisma(tx)).company("firma").issue(order);
          await tx.order.update({ where: { id }, data: { invoice: invoiceNumber, total } });
        } catch (error) {
          if (!isRefusal(error)) throw error;
          await tx.order.update({ where: { id }, data: { refusal: error.code } });
        }
      }, WAITS),
    orders: () =>
      prisma.order.findMany({ select: { client: true, invoice: true, refusal: true }, orderBy: { id: "asc" } }),
    close: async () => {
      await invoicing.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
