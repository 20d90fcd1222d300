import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { beforeAll, expect, test } from "vitest";
import { writePostgresBooks } from "../adapters/postgres/books.ts";
import { openPool, pool, postgresUrl } from "../support/postgres.ts";
import { runCli } from "./run-cli.ts";

const PAGE = join(import.meta.dirname, "../../docs/guide/audit.md");
let sound: string;
let damaged: string;

beforeAll(async () => {
  [sound, damaged] = [await writePostgresBooks(), await writePostgresBooks()];
  const guard = "TRIGGER faktura_invoices_issued";
  await pool.query(`ALTER TABLE ${damaged}.faktura_invoices DISABLE ${guard};
    UPDATE ${damaged}.faktura_invoices SET document = replace(document, '"total":238', '"total":23.8') WHERE counter = 1;
    ALTER TABLE ${damaged}.faktura_invoices ENABLE ALWAYS ${guard}`);
});

test("sound books exit with 0, and their head can be expected the next time", async () => {
  const { status, stdout, stderr } = await runCli(["audit", postgresUrl, "--schema", sound]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^acme: 4 invoices, 7 entries: sound\n {2}keep: acme=7:[\da-f]{64}\n$/);
  const kept = /keep: (\S+)/.exec(stdout)![1]!;
  expect((await runCli(["audit", postgresUrl, "--schema", sound, "--expect", kept])).status).toBe(0);
});

test("damage exits with 1, as a table and as one JSON document", async () => {
  const { status, stdout } = await runCli(["audit", postgresUrl, "--schema", damaged]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^acme +totals_mismatch +INV-\d{6}-0001 +1 +total is 23.8, but its lines give 238$/m);
  expect(stdout).toMatch(/^acme: 4 invoices, 7 entries: 2 findings$/m);
  const json = await runCli(["audit", postgresUrl, "--schema", damaged, "--json", "--company", "acme"]);
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    companies: [{ companyId: "acme", invoices: 4, findingCount: 2, findings: [{ code: "totals_mismatch" }, {}] }],
    sound: false,
  });
});

test("an entry whose invoice is gone is found", async () => {
  const schema = await writePostgresBooks();
  await pool.query(`ALTER TABLE ${schema}.faktura_invoices DISABLE TRIGGER USER;
    DELETE FROM ${schema}.faktura_invoices WHERE counter = 3`);
  const { status, stdout } = await runCli(["audit", postgresUrl, "--schema", schema]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^acme +entry_without_invoice /m);
  expect(stdout).toMatch(/^acme +guard_missing +the trigger faktura_invoices_kept is disabled$/m);
});

test("a role that may only read, with read-only transactions, is enough", async () => {
  const role = `auditor_${randomUUID().replaceAll("-", "")}`;
  const grants = /^```sql\n(?<sql>GRANT USAGE .*?)^```$/ms.exec(readFileSync(PAGE, "utf8"))!.groups!["sql"]!;
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret';
    ${grants.replaceAll("TO auditor", `TO ${role}`).replaceAll("SCHEMA accounting", `SCHEMA ${sound}`)}
    ALTER ROLE ${role} SET default_transaction_read_only = on`);
  const url = postgresUrl.replace("postgres:password", `${role}:secret`);
  const read = await runCli(["audit", url, "--schema", sound]);
  expect(read).toMatchObject({ status: 0, stdout: expect.stringContaining("sound"), stderr: "" });
  const guard = (how: string) =>
    pool.query(`ALTER TABLE ${sound}.faktura_journal ${how} TRIGGER faktura_journal_fixed`);
  await guard("DISABLE");
  const { status: found, stdout } = await runCli(["audit", url, "--schema", sound]);
  await guard("ENABLE ALWAYS");
  expect({ found, stdout }).toMatchObject({
    found: 1,
    stdout: expect.stringContaining("faktura_journal_fixed is disabled"),
  });
  const { status, stderr } = await runCli(["audit", url, "--schema", damaged]);
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("permission denied") });
  const wrong = await runCli(["audit", url.replace("secret", "mistyped"), "--schema", sound]);
  expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining("password authentication failed") });
  expect(wrong.stderr).not.toContain("mistyped");
});

test("books without any triggers, for which they were left out on purpose, are reported as unguarded", async () => {
  const schema = await writePostgresBooks();
  const acme = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  expect(await acme.audit()).toMatchObject({ guarded: true, findingCount: 0 });
  const { rows } = await pool.query<{ drop: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop FROM pg_trigger AS t
     JOIN pg_class AS c ON c.oid = t.tgrelid WHERE c.relnamespace = $1::regnamespace AND NOT tgisinternal`,
    [schema],
  );
  await pool.query(rows.map((row) => row.drop).join(";"));
  await pool.query(`UPDATE ${schema}.faktura_schema SET guarded = false`);
  expect(await acme.audit()).toMatchObject({ guarded: false, findingCount: 0 });
  const { status, stdout } = await runCli(["audit", postgresUrl, "--schema", schema]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^acme: .*: sound; unguarded: /) });
  const json = await runCli(["audit", postgresUrl, "--schema", schema, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ companies: [{ guarded: false }], sound: true });
});

test("a schema without tables, and a company without books, exit with 2", async () => {
  const elsewhere = await runCli(["audit", postgresUrl, "--schema", "nowhere"]);
  expect(elsewhere).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining('schema "nowhere"') });
  const unknown = await runCli(["audit", postgresUrl, "--schema", sound, "--company", "acne"]);
  expect(unknown).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("acne") });
});

test("without --schema, the schemas that have tables are named, and no migration is advised", async () => {
  const database = `cli_${randomUUID().replaceAll("-", "")}`;
  await pool.query(`CREATE DATABASE ${database}`);
  const url = postgresUrl.replace(/postgres$/, database);
  const own = openPool({ connectionString: url, max: 1 });
  const said = async (...args: string[]) => (await runCli(["audit", url, ...args])).stderr;
  const missing = 'faktura: Faktura\'s tables do not exist in the schema "faktura"';
  expect(await said()).toBe(`${missing}, nor in another one. Check the URL: is this the right database?\n`);
  await migratePostgres(own, { schema: "billing" });
  expect(await said()).toBe(`${missing}, but in "billing". Add --schema billing.\n`);
  expect(await said("--schema", "biling")).toContain('in the schema "biling", but in "billing". Add --schema billing.');
  expect(await said("--schema", "billing")).toBe("");
  await migratePostgres(own, { schema: "Old Books" });
  expect(await said()).toBe(`${missing}, but in "Old Books", "billing". Add --schema with the one that you mean.\n`);
  await own.end();
});
