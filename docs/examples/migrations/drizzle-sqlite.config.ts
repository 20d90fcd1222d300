import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "docs/examples/migrations/sqlite-tables.ts",
  dbCredentials: { url: process.env["DATABASE_URL"]! },
  tablesFilter: ["!faktura_*"],
});
