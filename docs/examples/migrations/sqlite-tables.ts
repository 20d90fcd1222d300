import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A table of the host's on SQLite, for Drizzle. */
export const orders = sqliteTable("orders", { id: integer().primaryKey(), client: text().notNull() });
