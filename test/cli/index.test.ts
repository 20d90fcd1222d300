import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { writePostgresBooks } from "../adapters/postgres/books.ts";
import { writeBooks } from "../adapters/raw-books.ts";
import { postgresUrl } from "../support/postgres.ts";
import { freshFile } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

/** What the command prints about books that are whole. */
const INDEXED = /^Invoices indexed: \d+\n$/;

test("a file is indexed, once, and nothing in it is created or migrated", async () => {
  const file = await writeBooks();
  const { status, stdout, stderr } = await runCli(["index", file]);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(INDEXED), stderr: "" });
  expect((await runCli(["index", file, "--company", "acme"])).stdout).toBe("Invoices indexed: 0\n");
  const store = await openSqliteStore(file);
  const acme = createInvoicing({ store }).company("acme");
  expect((await acme.list({ search: "inv" })).total).toBe((await acme.list()).total);
  await store.close();
  const missing = await runCli(["index", freshFile()]);
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringMatching(/^faktura: There is no file /)]);
});

test("a company without books is named, and options of other commands are refused", async () => {
  const file = await writeBooks();
  for (const [args, message] of [
    [["--company", "amce"], 'No books found for company "amce".'],
    [["--json"], "--json is not an option of faktura index."],
  ] as const) {
    const { status, stdout, stderr } = await runCli(["index", file, ...args]);
    expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
  }
});

test("a schema of PostgreSQL is indexed, once", async () => {
  const schema = await writePostgresBooks();
  const { status, stdout, stderr } = await runCli(["index", postgresUrl, "--schema", schema]);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(INDEXED), stderr: "" });
  expect((await runCli(["index", postgresUrl, "--schema", schema])).stdout).toBe("Invoices indexed: 0\n");
});
