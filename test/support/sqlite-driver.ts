import { findSqliteDriver } from "../../src/adapters/sqlite/connection/driver.ts";

/**
 * Ends the run if there is no SQLite driver, and says what to install. Otherwise a hundred tests would fail one by one.
 */
export default async function requireSqliteDriver(): Promise<void> {
  await findSqliteDriver();
}
