/** Goal: each command that reads books refuses those that an unreleased faktura made, by the version of their tables. */

import { expect, test } from "vitest";
import { writePostgresBooks } from "../adapters/postgres/books.ts";
import { writeBooks } from "../adapters/raw-books.ts";
import { pool, postgresUrl } from "../support/postgres.ts";
import { FIRST_OF_POSTGRES, FIRST_OF_SQLITE } from "../support/schema-versions.ts";
import { freshFile, withRaw } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

const COMMANDS = [
  ["audit"],
  ["report", "--company", "acme", "--period", "2026-11"],
  ["export", "--company", "acme", "--format", "ubl", "--out", freshFile("exported")],
];

async function expectRefused(database: readonly string[], said: string): Promise<void> {
  for (const [command, ...options] of COMMANDS) {
    const { status, stdout, stderr } = await runCli([command!, ...database, ...options]);
    expect({ command, status, stdout, stderr }).toEqual({
      command,
      status: 2,
      stdout: "",
      stderr: `faktura: ${said}\n`,
    });
  }
}

test("a SQLite file", async () => {
  const path = await writeBooks();
  const version = FIRST_OF_SQLITE - 1;
  withRaw(path, (file) => file.exec(`UPDATE faktura_schema SET version = ${version}`));
  await expectRefused(
    [path],
    `${path}: The database has version ${version} of faktura's tables: it was made by an unreleased faktura. Nothing ` +
      "was read or written. Issue into a new file, and keep this one with the version of faktura that made it.",
  );
});

test("a schema of PostgreSQL", async () => {
  const schema = await writePostgresBooks();
  const version = FIRST_OF_POSTGRES - 1;
  await pool.query(`UPDATE ${schema}.faktura_schema SET version = ${version}`);
  await expectRefused(
    [postgresUrl, "--schema", schema],
    `The schema "${schema}" has version ${version} of faktura's tables, made by an unreleased faktura. No release ` +
      "reads them. Nothing was read or written. Rename the schema or use another one, and run migratePostgres.",
  );
});
