import { expect, test } from "vitest";
import { findSqliteDriver } from "../../support/books-of-commands.ts";
import { SQLITE_DRIVERS } from "../../support/stores.ts";

/** A driver's module, whose connections record which path was opened. */
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
])("%s is used if it is the only one", async (only, exportName) => {
  const log: string[] = [];
  const connect = await findSqliteDriver(async (name) => (name === only ? moduleOf(exportName, log) : absent(name)));
  connect("invoices.db");
  expect(log.at(-1)).toBe("invoices.db");
});

test("better-sqlite3 is preferred to node:sqlite", async () => {
  const logs: Record<string, string[]> = { "better-sqlite3": [], "node:sqlite": [] };
  const connect = await findSqliteDriver(async (name) => ({
    ...moduleOf("default", logs[name]!),
    ...moduleOf("DatabaseSync", logs[name]!),
  }));
  connect("invoices.db");
  expect(logs).toEqual({ "better-sqlite3": [":memory:", "invoices.db"], "node:sqlite": [] });
});

test("a better-sqlite3 built for another version of Node is skipped", async () => {
  const log: string[] = [];
  const connect = await findSqliteDriver(async (name) =>
    name === "node:sqlite" ? moduleOf("DatabaseSync", log) : moduleOf("default", log, new Error("NODE_MODULE_VERSION")),
  );
  connect("invoices.db");
  expect(log.at(-1)).toBe("invoices.db");
});

test("without any driver, the error says what to install and keeps the error of each driver", async () => {
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

test("this version of Node's message about a missing package is recognised", async () => {
  const found = findSqliteDriver(() => import(["better-sqlite3", "not-installed"].join("-")));
  await expect(found).rejects.toThrow(/\. Run `npm install better-sqlite3`/);
});

test("a better-sqlite3 that does not load is to be rebuilt if there is no other driver", async () => {
  const fault = new Error("Could not locate the bindings file. Tried:\n and many places");
  const found = findSqliteDriver(async (name) =>
    name === "node:sqlite" ? absent(name) : moduleOf("default", [], fault),
  );
  await expect(found).rejects.toThrow(
    /does not load \(Could not locate the bindings file\)\. Run `npm rebuild better-sqlite3`/,
  );
});

test("a driver installed on this machine is found by its real name", async () => {
  expect(SQLITE_DRIVERS.length).toBeGreaterThan(0);
  const connection = (await findSqliteDriver())(":memory:");
  expect(connection.prepare("SELECT 1 AS one").all()).toHaveLength(1);
  connection.close();
});
