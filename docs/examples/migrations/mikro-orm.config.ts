import { defineConfig, EntitySchema } from "@mikro-orm/postgresql";

/** A table of the host's, for MikroORM. */
const Order = new EntitySchema<{ id: number; client: string }>({
  name: "Order",
  tableName: "orders",
  properties: { id: { type: "integer", primary: true }, client: { type: "text" } },
});

export default defineConfig({
  entities: [Order],
  clientUrl: process.env["DATABASE_URL"]!,
  schemaGenerator: {
    ignoreSchema: ["faktura"],
    skipTables: [/^faktura_/], // if faktura's tables are in one of your schemas
  },
});
