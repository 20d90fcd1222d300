import { dirname, join } from "node:path";
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { freshSchema, pool, postgresUrl as url } from "../support/postgres.ts";
import { freshFile, withRaw } from "../support/stores.ts";
import { runCli } from "./run-cli.ts";

/** A file with this name among several, and acme's books in it if `isFilled`. */
async function file(shard: string | undefined, isFilled = false): Promise<string> {
  const path = freshFile();
  const store = await openSqliteStore(path, { shard });
  const acme = createInvoicing({ store }).company("acme");
  if (isFilled) await acme.saveProfile(germanProfile());
  if (isFilled) await acme.issue(order());
  await store.close();
  return path;
}

/** What the command prints, and its status. */
async function move(from: string, to: string, ...options: string[]) {
  const { status, stdout, stderr } = await runCli(["move", "acme", "--from", from, "--to", to, ...options]);
  return { status, text: stdout + stderr };
}

test("the command moves a company between files and between schemas, and says where to lead its route", async () => {
  const [a, b] = [await file("a", true), await file("b")];
  const done = { status: 0, text: 'The books of "acme" are on the shard "b" now. Let its route lead to "b".\n' };
  expect(await move(a, b)).toEqual(done);
  expect(await move(a, b)).toMatchObject({ status: 0, text: expect.stringContaining('on the shard "b" already.') });
  expect((await runCli(["audit", b])).status).toBe(0);
  for (const [command = "", ...options] of [
    ["report", "--period", "2026-11"],
    ["audit"],
    ["index"],
    ["export", "--format", "ubl", "--out", join(dirname(a), "out")],
  ]) {
    expect(await runCli([command, a, "--company", "acme", ...options])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('The books of the company "acme" are on the shard "b".'),
    });
  }

  const [from, to] = [await freshSchema({ shard: "a" }), await freshSchema({ shard: "b" })];
  await pool.query(`INSERT INTO ${from}.faktura_companies (company_id, profile) VALUES ('acme', '{}')`);
  expect(await move(url, url, "--schema", from, "--to-schema", to)).toEqual(done);
  const { rows } = await pool.query(`SELECT profile FROM ${to}.faktura_companies`);
  expect(rows).toEqual([{ profile: "{}" }]);
});

test("what is wrong is said before anything is changed", async () => {
  const [a, b, unnamed] = [await file("a", true), await file("b"), await file(undefined)];
  const wider = await file("c", true);
  withRaw(wider, (raw) => raw.exec("ALTER TABLE faktura_companies ADD COLUMN colour TEXT"));
  const older = await file("d");
  withRaw(older, (raw) => raw.exec("UPDATE faktura_schema SET version = 24, works_with = 24"));
  const damaged = await file("e", true);
  withRaw(damaged, (raw) =>
    raw.exec("DROP TRIGGER faktura_invoices_issued; UPDATE faktura_invoices SET actor = 'eve'"),
  );
  for (const [from, to, message, ...options] of [
    [b, a, 'No books found for company "acme" on the shard "b".'],
    [a, a, 'Both databases are the shard "a".'],
    [a, unnamed, "The database at --to is no shard: give it a name first."],
    [unnamed, a, "The database at --from is no shard"],
    [a, wider, 'The shard "c" has other books of the company "acme".'],
    [wider, b, 'The database of the shard "b" lacks the column companies.colour.'],
    [a, older, "version 24 of faktura's tables"],
    [damaged, b, 'An audit of the company "acme" on the shard "e" has'],
    [a, url, "--from and --to must be two SQLite files, or two PostgreSQL databases."],
    [a, freshFile(), "There is no file"],
    [a, b, "--json is not an option of faktura move.", "--json"],
    [a, b, "--schema is only for PostgreSQL.", "--to-schema", "books"],
    ["", b, "Name a SQLite file or a PostgreSQL URL with --from."],
  ] as const) {
    expect(await move(from, to, ...options)).toMatchObject({ status: 2, text: expect.stringContaining(message) });
  }
  const { status, stderr } = await runCli(["move", "--from", a, "--to", b]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("Name one company")]);
  for (const path of [a, b, wider, damaged]) {
    const places = withRaw(path, (raw) =>
      raw.prepare("SELECT * FROM faktura_shard_claims WHERE peer IS NOT NULL").all(),
    );
    expect(places).toEqual([]);
  }
  const store = await openSqliteStore(a, { shard: "a" });
  expect((await createInvoicing({ store }).company("acme").issue(order())).invoiceNumber).toMatch(/-0002$/);
  await store.close();
});
