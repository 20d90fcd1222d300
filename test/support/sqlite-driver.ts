import { findSqliteDriver } from "../../src/adapters/sqlite/connection/driver.ts";

/** Ends the run with what to install where there is no SQLite driver: a hundred tests would fail over it one by one. */
export default async function requireSqliteDriver(): Promise<void> {
  await findSqliteDriver();
}
