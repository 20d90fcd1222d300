import { createInvoicing } from "faktura";
import { migratePostgres, type PostgresPool, postgresStore } from "faktura/postgres";
import { afterAll, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool, postgresUrl } from "../support/postgres.ts";

const name = (suffix: string) => `migration_${suffix}_${Date.now()}`;
const opened: { end: () => Promise<void> }[] = [];

afterAll(async () => {
  await Promise.all(opened.map((each) => each.end()));
});

async function triggersIn(schema: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM pg_trigger WHERE tgrelid IN
     (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace)`,
    [schema],
  );
  return Number(rows[0]?.count);
}

async function issueIn(schema: string, through: PostgresPool = pool): Promise<string> {
  const acme = createInvoicing({ store: postgresStore(through, { schema }) }).company("acme");
  await acme.saveProfile(germanProfile());
  return (await acme.issue(order())).invoiceNumber;
}

test("ten servers that start at once all find the tables made, in a schema of any name", async () => {
  const schema = `Büro "1"; -- $$ $guard$ ${Date.now()}`;
  const pools = oneTo(10).map(() => openPool({ max: 1 }));
  opened.push(...pools);
  await Promise.all(pools.map((each) => migratePostgres(each, { schema })));
  expect(await issueIn(schema)).toMatch(/-0001$/);
});

test("migrating again changes nothing, and sends nothing but questions", async () => {
  const schema = await freshSchema();
  await issueIn(schema);
  const sent: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    sent.push(text);
    return send();
  });
  await migratePostgres(listening, { schema });
  expect(sent.length).toBe(4);
  for (const text of sent) expect(text).toMatch(/^(?:SELECT|WITH ours AS \(\s*SELECT)/);
  expect(await issueIn(schema)).toMatch(/-0002$/);
});

test("tables of a newer faktura are refused by the migration and by the store, and stay as they are", async () => {
  const schema = await freshSchema();
  await pool.query(`UPDATE ${schema}.faktura_schema SET version = 99`);
  const newer = /has version 99 of faktura's tables.*upgrade faktura/;
  await expect(migratePostgres(pool, { schema })).rejects.toThrow(newer);
  await expect(issueIn(schema)).rejects.toThrow(newer);
  const { rows } = await pool.query(`SELECT version FROM ${schema}.faktura_schema`);
  expect(rows).toEqual([{ version: 99 }]);
});

test("a store without tables says what to run, and works once that was done", async () => {
  const schema = name("missing");
  const store = postgresStore(pool, { schema });
  const missing = `no tables of faktura in the schema "${schema}". Run migratePostgres(pool, { schema: "${schema}" })`;
  await expect(store.companies.profile("acme")).rejects.toThrow(missing);
  await migratePostgres(pool, { schema });
  expect(await store.companies.profile("acme")).toBeUndefined();
});

test("without triggers the tables are there and numbering works; triggers come with the next migration", async () => {
  const schema = name("bare");
  await migratePostgres(pool, { schema, triggers: false });
  expect(await triggersIn(schema)).toBe(0);
  expect(await issueIn(schema)).toMatch(/-0001$/);
  await migratePostgres(pool, { schema });
  expect(await triggersIn(schema)).toBe(21);
  await migratePostgres(pool, { schema, triggers: false });
  expect(await triggersIn(schema), "none is taken away").toBe(21);
  expect(await issueIn(schema)).toMatch(/-0002$/);
});

test("a role that may create no schema migrates the one that it owns", async () => {
  const [schema, role] = [name("owned"), name("owner")];
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE SCHEMA ${schema} AUTHORIZATION ${role}`);
  const owner = openPool({ connectionString: postgresUrl.replace("postgres:password", `${role}:secret`), max: 2 });
  opened.push(owner);
  await migratePostgres(owner, { schema });
  expect(await issueIn(schema, owner)).toMatch(/-0001$/);
  await expect(migratePostgres(owner, { schema: `${schema}_2` })).rejects.toMatchObject({ code: "42501" });
});

test("a migration that fails leaves nothing behind", async () => {
  const schema = name("failed");
  const failing = interceptedPool(pool, (text, send) =>
    text === "COMMIT" ? Promise.reject(Object.assign(new Error("no disk"), { code: "53100" })) : send(),
  );
  await expect(migratePostgres(failing, { schema })).rejects.toThrow("no disk");
  const { rows } = await pool.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  expect(rows).toEqual([]);
});

test.each([
  ["schema", { schema: "" }],
  ["schema", { schema: "ü".repeat(32) }],
  ["triggers", { triggers: "no" as never }],
])("an option that is not what it should be is a TypeError that names %s", async (option, options) => {
  await expect(migratePostgres(pool, options)).rejects.toThrow(TypeError);
  await expect(migratePostgres(pool, options)).rejects.toThrow(new RegExp(`^${option} `));
});
