/**
 * Goal: checking the schema takes one query per store, and reports nothing that is correct.
 * Method: what hosts add beside the library's tables, and settings that change how the catalogue prints definitions.
 */
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { beforeAll, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { interceptedPool, pool } from "../../support/postgres.ts";
import { writePostgresBooks } from "./books.ts";

let schema: string;
beforeAll(async () => {
  schema = await writePostgresBooks();
});

test("whatever a host adds is not a fault: its own tables, columns, checks, indexes and triggers", async () => {
  const additions = `ALTER TABLE @faktura_invoices ADD COLUMN exported_at timestamptz, ADD CONSTRAINT ours CHECK (counter < 1e9);
    CREATE INDEX ours ON @faktura_invoices (exported_at);
    CREATE TABLE @orders (id bigint PRIMARY KEY); CREATE UNLOGGED TABLE @faktura_cache (id bigint);
    CREATE TRIGGER ours AFTER INSERT ON @faktura_invoices FOR EACH ROW EXECUTE FUNCTION @let_pass()`;
  const letPass = "CREATE FUNCTION @let_pass() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'";
  for (const sql of [letPass, additions]) await pool.query(sql.replaceAll("@", `${schema}.`));
  const acme = createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  expect((await acme.audit()).findings).toEqual([]);
});

test("the schema is checked once per store, with one query on the catalogue", async () => {
  const sent: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    if (/pg_trigger|pg_constraint/.test(text)) sent.push(text);
    return send();
  });
  const acme = createInvoicing({ store: postgresStore(listening, { schema }) }).company("acme");
  await acme.issue(order());
  await acme.issue(order());
  await acme.list();
  expect(sent.length).toBe(1);
});

test("tables that were created without triggers need none, but everything else", async () => {
  const bare = `bare_${Date.now()}`;
  await migratePostgres(pool, { schema: bare, triggers: false });
  const company = () => createInvoicing({ store: postgresStore(pool, { schema: bare }) }).company("acme");
  await company().saveProfile(germanProfile());
  await company().issue(order());
  expect((await company().audit()).findings).toEqual([]);
  await pool.query(`ALTER TABLE ${bare}.faktura_invoices DROP CONSTRAINT faktura_invoices_pkey`);
  await expect(company().profile()).rejects.toThrow("faktura_invoices lacks CONSTRAINT faktura_invoices_pkey");
});

test("a schema of any name is checked, whatever the session's settings print", async () => {
  const odd = `Büro "1"; -- $$ $guard$ ${Date.now()}`;
  await migratePostgres(pool, { schema: odd });
  const quoting = interceptedPool(pool, async (_, send, client) => {
    await client.query("SET quote_all_identifiers = on; SET DateStyle = 'German'; SET search_path = ''");
    return send().finally(() => client.query("RESET ALL").catch(() => undefined));
  });
  expect(await postgresStore(quoting, { schema: odd }).companies.profile("acme")).toBeUndefined();
});
