import { Inject, Module, type OnApplicationShutdown } from "@nestjs/common";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import { type Accounting, openAccounting, openPool } from "../accounting.ts";
import { createTables } from "./tables.ts";

/** One pool for Drizzle and faktura. */
export const POOL = Symbol("the pool");
export const DATABASE = Symbol("Drizzle");
export const ACCOUNTING = Symbol("faktura");

/** faktura and Drizzle, as providers. */
@Module({
  providers: [
    { provide: POOL, useFactory: () => openPool(process.env["DATABASE_URL"] ?? "postgres://localhost/shop") },
    {
      provide: DATABASE,
      inject: [POOL],
      useFactory: async (pool: Pool) => {
        const db = drizzle(pool);
        await createTables(db);
        return db;
      },
    },
    { provide: ACCOUNTING, inject: [POOL], useFactory: openAccounting },
  ],
  exports: [DATABASE, ACCOUNTING],
})
export class AccountingModule implements OnApplicationShutdown {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(ACCOUNTING) private readonly accounting: Accounting,
  ) {}

  /** Nest calls it when the server has answered its last request. */
  async onApplicationShutdown(): Promise<void> {
    await this.accounting.invoicing.close();
    await this.pool.end();
    console.log("Closed.");
  }
}
