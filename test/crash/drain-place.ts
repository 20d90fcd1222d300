import type { InvoicingStore } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import pg from "pg";

/** The location of books that several processes open: a SQLite file, or a schema in PostgreSQL. */
export type Place = { readonly path: string } | { readonly url: string; readonly schema: string };

/** Opens a store there. Returns it, and a function that closes its connections too. */
export async function openPlace(place: Place): Promise<{ store: InvoicingStore; close: () => Promise<void> }> {
  if ("path" in place) {
    const store = await openSqliteStore(place.path, { lockTimeoutMs: 30_000 });
    return { store, close: async () => undefined };
  }
  const pool = new pg.Pool({ connectionString: place.url, max: 4, application_name: place.schema });
  return { store: postgresStore(pool, { schema: place.schema }), close: () => pool.end() };
}
