import { expect, test } from "vitest";
import { findSqliteDriver } from "../../../src/adapters/sqlite/connection/driver.ts";
import { SQLITE_DRIVERS } from "../../support/stores.ts";

/** A module of a driver, whose connections remember where they were opened. */
function moduleOf(exportName: string, log: string[], fault?: Error) {
  class Connection {
    constructor(path: string) {
      if (fault !== undefined) throw fault;
      log.push(path);
    }
    close(): void {}
  }
  return { [exportName]: Connection };
}

async function absent(name: string): Promise<never> {
  throw new Error(`Cannot find package '${name}'`);
}

test.each([
  ["better-sqlite3", "default"],
  ["node:sqlite", "DatabaseSync"],
])("%s is used where it is the only one", async (only, exportName) => {
  const log: string[] = [];
  const connect = await findSqliteDriver(async (name) => (name === only ? moduleOf(exportName, log) : absent(name)));
  connect("invoices.db");
  expect(log.at(-1)).toBe("invoices.db");
});

test("better-sqlite3 comes before node:sqlite where both are there", async () => {
  const logs: Record<string, string[]> = { "better-sqlite3": [], "node:sqlite": [] };
  const connect = await findSqliteDriver(async (name) => ({
    ...moduleOf("default", logs[name]!),
    ...moduleOf("DatabaseSync", logs[name]!),
  }));
  connect("invoices.db");
  expect(logs).toEqual({ "better-sqlite3": [":memory:", "invoices.db"], "node:sqlite": [] });
});

test("a better-sqlite3 that was built for another Node is passed over", async () => {
  const log: string[] = [];
  const connect = await findSqliteDriver(async (name) =>
    name === "node:sqlite" ? moduleOf("DatabaseSync", log) : moduleOf("default", log, new Error("NODE_MODULE_VERSION")),
  );
  connect("invoices.db");
  expect(log.at(-1)).toBe("invoices.db");
});

test("without any driver the error says what to install, and keeps what each of them said", async () => {
  const error = await findSqliteDriver(absent).catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({
    message: expect.stringMatching(/on Node \d.+npm install better-sqlite3.+C\+\+ compiler.+Node 22\.13/),
  });
  const { errors } = (error as Error).cause as AggregateError;
  expect(errors.map(String)).toEqual([
    "Error: Cannot find package 'better-sqlite3'",
    "Error: Cannot find package 'node:sqlite'",
  ]);
});

test("the message of this Node, of a package that is not there, is read as such", async () => {
  const found = findSqliteDriver(() => import(["better-sqlite3", "not-installed"].join("-")));
  await expect(found).rejects.toThrow(/\. Run `npm install better-sqlite3`/);
});

test("a better-sqlite3 that does not load, with nothing else there, is to be built again", async () => {
  const fault = new Error("Could not locate the bindings file. Tried:\n and many places");
  const found = findSqliteDriver(async (name) =>
    name === "node:sqlite" ? absent(name) : moduleOf("default", [], fault),
  );
  await expect(found).rejects.toThrow(
    /does not load \(Could not locate the bindings file\)\. Run `npm rebuild better-sqlite3`/,
  );
});

test("a driver of this machine is found under its real name", async () => {
  expect(SQLITE_DRIVERS.length).toBeGreaterThan(0);
  const connection = (await findSqliteDriver())(":memory:");
  expect(connection.prepare("SELECT 1 AS one").all()).toHaveLength(1);
  connection.close();
});
