import { migrationSql as postgresSql } from "faktura/postgres";
import { migrationSql as sqliteSql } from "faktura/sqlite";
import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

test("prints the SQL of the stores' own migrations", async () => {
  const { status, stdout } = await runCli(["sql", "postgres", "--schema", "billing"]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: postgresSql("postgres", { schema: "billing" }) });
  const { stdout: unnamed } = await runCli(["sql", "postgres"]);
  expect(unnamed).toBe(postgresSql("postgres"));
  expect((await runCli(["sql", "sqlite"])).stdout).toBe(sqliteSql("sqlite"));
});

test("prints the table of the panel too if it is asked to", async () => {
  const panel = true;
  const postgres = await runCli(["sql", "postgres", "--panel", "--schema", "billing"]);
  expect(postgres.stdout).toBe(postgresSql("postgres", { schema: "billing", panel }));
  expect((await runCli(["sql", "sqlite", "--panel"])).stdout).toBe(sqliteSql("sqlite", { panel }));
  expect(sqliteSql("sqlite", { panel })).not.toBe(sqliteSql("sqlite"));
});

test("prints the name of one of several databases if it is given", async () => {
  const shard = "a";
  expect((await runCli(["sql", "postgres", "--shard", shard])).stdout).toBe(postgresSql("postgres", { shard }));
  expect((await runCli(["sql", "sqlite", "--shard", shard])).stdout).toBe(sqliteSql("sqlite", { shard }));
  expect(sqliteSql("sqlite", { shard })).not.toBe(sqliteSql("sqlite"));
});

test.each([
  [["sql"], "Name one of postgres, sqlite."],
  [["sql", "mysql"], "Name one of postgres, sqlite."],
  [["sql", "sqlite", "postgres"], "Name one of postgres, sqlite."],
  [["sql", "sqlite", "--schema", "billing"], "--schema is only for PostgreSQL."],
  [["sql", "sqlite", "--json"], "--json is not an option of faktura sql."],
  [["audit", "books.db", "--panel"], "--panel is not an option of faktura audit."],
  [["audit", "books.db", "--shard", "a"], "--shard is not an option of faktura audit."],
  [["sql", "postgres", "--schema", ""], "schema must be a name of 1 to 63 bytes"],
  [["sql", "sqlite", "--shard", "a b"], "shard must be"],
])("%j is refused", async (args, message) => {
  expect(await runCli(args)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(message) });
});
