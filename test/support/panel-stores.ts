import type { InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { freshSchema, pool } from "./postgres.ts";
import { freshFile, SQLITE_DRIVERS } from "./stores.ts";

/** Every store that has what the panel needs. */
export const PANEL_STORES: readonly { readonly name: string; readonly open: () => Promise<InvoicingStore> }[] = [
  { name: "memory", open: async () => memoryStore() },
  ...SQLITE_DRIVERS.map(({ name, connect }) => ({
    name: `SQLite on ${name}`,
    open: async () => {
      const path = freshFile();
      return sqliteStore(() => connect(path));
    },
  })),
  {
    name: "PostgreSQL",
    open: async () => {
      const schema = await freshSchema();
      await migratePostgres(pool, { schema, panel: true });
      return postgresStore(pool, { schema });
    },
  },
];
