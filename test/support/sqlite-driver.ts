import { findSqliteDriver } from "./books-of-commands.ts";

/**
 * Ends the run if there is no SQLite driver, and says what to install. Otherwise a hundred tests would fail one by one.
 */
export default async function requireSqliteDriver(): Promise<void> {
  await findSqliteDriver();
}
