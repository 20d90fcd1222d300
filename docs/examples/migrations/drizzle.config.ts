import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "docs/examples/migrations/tables.ts",
  dbCredentials: { url: process.env["DATABASE_URL"]! },
  schemaFilter: ["public"], // your schemas, without faktura's
  tablesFilter: ["!faktura_*"], // if faktura's tables are in one of them
});
