import { pgTable, serial, text } from "drizzle-orm/pg-core";

/** A table of the host's, for Drizzle. */
export const orders = pgTable("orders", { id: serial().primaryKey(), client: text().notNull() });
