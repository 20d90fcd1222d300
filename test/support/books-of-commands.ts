/** How the commands read books that they must not change, and how they find a driver. */
export { readOnlyBooks } from "../../src/adapters/postgres/read-only.ts";
export { findSqliteDriver } from "../../src/adapters/sqlite/connection/driver.ts";
export { openReadOnlyBooks } from "../../src/adapters/sqlite/read-only.ts";
