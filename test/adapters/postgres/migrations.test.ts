import { createInvoicing } from "faktura";
import { migratePostgres, migrationSql, type PostgresPool, postgresStore } from "faktura/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { readOnlyBooks } from "../../support/books-of-commands.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { type NextLibrary, nextLibrary } from "../../support/next-library.ts";
import { freshSchema, interceptedPool, openPool, pool, postgresUrl } from "../../support/postgres.ts";
import {
  FIRST_OF_POSTGRES as FIRST_VERSION,
  POSTGRES_VERSION as SCHEMA_VERSION,
} from "../../support/schema-versions.ts";

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

test("ten servers that start at once all find the tables created, in a schema of any name", async () => {
  const schema = `Büro "1"; -- $$ $guard$ ${Date.now()}`;
  const pools = oneTo(10).map(() => openPool({ max: 1 }));
  opened.push(...pools);
  await Promise.all(pools.map((each) => migratePostgres(each, { schema })));
  expect(await issueIn(schema)).toMatch(/-0001$/);
});

test("migrating again changes nothing, and only sends queries", async () => {
  const schema = await freshSchema();
  await issueIn(schema);
  const sent: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    sent.push(text);
    return send();
  });
  await migratePostgres(listening, { schema });
  expect(sent.length).toBe(3);
  for (const text of sent) expect(text).toMatch(/^(?:SELECT|WITH ours AS \(\s*SELECT)/);
  expect(await issueIn(schema)).toMatch(/-0002$/);
});

test("tables of a newer version are refused by the migration and by the store, and stay as they are", async () => {
  const schema = await freshSchema();
  await pool.query(`UPDATE ${schema}.faktura_schema SET version = 99, works_with = 99`);
  const newer = /has version 99 of faktura's tables.*Upgrade faktura/;
  await expect(migratePostgres(pool, { schema })).rejects.toThrow(newer);
  await expect(issueIn(schema)).rejects.toThrow(newer);
  const { rows } = await pool.query(`SELECT version FROM ${schema}.faktura_schema`);
  expect(rows).toEqual([{ version: 99 }]);
});

test.each(oneTo(FIRST_VERSION - 1))(
  "tables of the unreleased version %i are refused by whatever opens them, and nothing is written",
  async (version) => {
    const schema = await freshSchema();
    await pool.query(`UPDATE ${schema}.faktura_schema SET version = ${version}`);
    const sent: string[] = [];
    const listening = interceptedPool(pool, (text, send) => {
      sent.push(text);
      return send();
    });
    const acme = createInvoicing({ store: postgresStore(listening, { schema }) }).company("acme");
    for (const open of [
      () => migratePostgres(listening, { schema }),
      () => migratePostgres(listening, { schema, triggers: false }),
      () => issueIn(schema, listening),
      () => acme.list(),
      () => acme.audit(),
      () => readOnlyBooks(listening, { schema }).journal.head("acme"),
    ]) {
      await expect(open()).rejects.toThrow(
        `The schema "${schema}" has version ${version} of faktura's tables, made by an unreleased faktura. No release ` +
          "reads them. Nothing was read or written. Rename the schema or use another one, and run migratePostgres.",
      );
    }
    expect(sent.filter((text) => !/^(?:SELECT |BEGIN .* READ ONLY;|ROLLBACK$)/.test(text))).toEqual([]);
  },
);

test("tables without their record are refused", async () => {
  const schema = await freshSchema();
  await pool.query(`TRUNCATE ${schema}.faktura_schema`);
  const missing = /no row in it, so the version of its tables is unknown.*Restore this row/;
  await expect(migratePostgres(pool, { schema })).rejects.toThrow(missing);
  await expect(migratePostgres(pool, { schema, create: false })).rejects.toThrow(missing);
  await expect(migratePostgres(pool, { schema, dryRun: true })).rejects.toThrow(missing);
  await expect(issueIn(schema)).rejects.toThrow(missing);
});

test("after the schema of an unreleased version was renamed, the migration creates a new one", async () => {
  const schema = await freshSchema();
  await pool.query(`UPDATE ${schema}.faktura_schema SET version = ${FIRST_VERSION - 1}`);
  await pool.query(`ALTER SCHEMA ${schema} RENAME TO ${schema}_before`);
  await migratePostgres(pool, { schema });
  expect(await issueIn(schema)).toMatch(/-0001$/);
});

describe("a further version", () => {
  const version = SCHEMA_VERSION + 1;
  let next: NextLibrary["postgres"];
  beforeAll(async () => {
    next = (await nextLibrary("additive")).postgres;
  });

  async function expectFurther(schema: string, before: readonly number[]): Promise<void> {
    // The row of the version before stays: a snapshot from before the migration, such as that of pg_dump, must find one.
    const { rows } = await pool.query(
      `SELECT version, works_with, guarded FROM ${schema}.faktura_schema ORDER BY version DESC`,
    );
    expect(rows[0]).toEqual({ version, works_with: FIRST_VERSION, guarded: true });
    expect(rows.slice(1).map((row) => row.version)).toEqual(before);
    expect((await pool.query(`SELECT * FROM ${schema}.faktura_next`)).rows).toEqual([]);
    expect(await triggersIn(schema)).toBe(44); // one more and one less
    await expect(pool.query(`TRUNCATE ${schema}.faktura_invoices`)).rejects.toThrow("refused by the next");
    await next.postgresStore(pool, { schema }).ready();
  }

  test("is applied once to tables of the version before it, whose rows are kept and whose guards are replaced", async () => {
    const schema = await freshSchema();
    await issueIn(schema);
    await pool.query(`DROP TRIGGER faktura_invoices_final ON ${schema}.faktura_invoices`);
    await expect(next.postgresStore(pool, { schema }).ready()).rejects.toThrow(
      `Faktura's tables in the schema "${schema}" are out of date. Run migratePostgres(pool, { schema: "${schema}" })`,
    );
    for (const _ of [1, 2]) {
      await next.migratePostgres(pool, { schema });
      await expectFurther(schema, [SCHEMA_VERSION]);
    }
    expect((await pool.query(`SELECT count(*)::int AS kept FROM ${schema}.faktura_invoices`)).rows).toEqual([
      { kept: 1 },
    ]);
  });

  test("is applied to a new schema after everything before it", async () => {
    const schema = name("further");
    await next.migratePostgres(pool, { schema });
    await expectFurther(schema, []);
  });
});

test("the tables of a new database are version 22, in a separate schema named faktura", async () => {
  const database = name("database");
  await pool.query(`CREATE DATABASE ${database}`);
  const own = openPool({ connectionString: postgresUrl.replace(/postgres$/, database), max: 2 });
  opened.push(own);
  await expect(postgresStore(own).companies.profile("acme")).rejects.toThrow(
    'Faktura\'s tables do not exist in the schema "faktura". Run migratePostgres(pool) before',
  );
  await migratePostgres(own);
  const acme = createInvoicing({ store: postgresStore(own) }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  expect((await own.query("SELECT version FROM faktura.faktura_schema")).rows).toEqual([{ version: 25 }]);
  expect((await own.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rows).toEqual([]);
  const { status, stdout } = await runCli(["audit", postgresUrl.replace(/postgres$/, database)]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("acme: 1 invoice, 1 entry: sound") });
});

test("a store without tables names the schema of other ones, which a migration would not use", async () => {
  const database = name("database");
  await pool.query(`CREATE DATABASE ${database}`);
  const own = openPool({ connectionString: postgresUrl.replace(/postgres$/, database), max: 2 });
  opened.push(own);
  await migratePostgres(own, { schema: "billing" });
  await expect(postgresStore(own).companies.profile("acme")).rejects.toThrow(
    'Faktura\'s tables do not exist in the schema "faktura". Run migratePostgres(pool) before you use the store, or set ' +
      'the option schema if you mean the tables in "billing".',
  );
});

test("a store without tables says what to run, and then works", async () => {
  const schema = name("missing");
  const store = postgresStore(pool, { schema });
  const missing = `Faktura's tables do not exist in the schema "${schema}". Run migratePostgres(pool, { schema: "${schema}" })`;
  await expect(store.companies.profile("acme")).rejects.toThrow(missing);
  await migratePostgres(pool, { schema });
  expect(await store.companies.profile("acme")).toBeUndefined();
});

test("without triggers the tables exist and numbering works; the next migration adds the triggers", async () => {
  const schema = name("bare");
  await migratePostgres(pool, { schema, triggers: false });
  expect(await triggersIn(schema)).toBe(0);
  expect(await issueIn(schema)).toMatch(/-0001$/);
  await migratePostgres(pool, { schema });
  expect(await triggersIn(schema)).toBe(44);
  await migratePostgres(pool, { schema, triggers: false });
  expect(await triggersIn(schema), "none is taken away").toBe(44);
  expect(await issueIn(schema)).toMatch(/-0002$/);
});

test("a role that may not create schemas migrates the one that it owns", async () => {
  const [schema, role] = [name("owned"), name("owner")];
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE SCHEMA ${schema} AUTHORIZATION ${role}`);
  const owner = openPool({ connectionString: postgresUrl.replace("postgres:password", `${role}:secret`), max: 2 });
  opened.push(owner);
  await migratePostgres(owner, { schema });
  expect(await issueIn(schema, owner)).toMatch(/-0001$/);
  await expect(migratePostgres(owner, { schema: `${schema}_2` })).rejects.toMatchObject({ code: "42501" });
});

test("a failed migration leaves nothing behind", async () => {
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
])("an invalid option is a TypeError that names %s", async (option, options) => {
  await expect(migratePostgres(pool, options)).rejects.toThrow(TypeError);
  await expect(migratePostgres(pool, options)).rejects.toThrow(new RegExp(`^${option} `));
});

test.each([true, false])(
  "a tool of the host's creates the same tables from the SQL, with triggers: %s",
  async (triggers) => {
    const schema = name(`of "a tool" ${triggers}`);
    await pool.query(`BEGIN; ${migrationSql("postgres", { schema, triggers })} COMMIT`);
    expect((await triggersIn(`"${schema.replaceAll('"', '""')}"`)) > 0).toBe(triggers);
    const sent: string[] = [];
    const listening = interceptedPool(pool, (text, send) => {
      sent.push(text);
      return send();
    });
    await migratePostgres(listening, { schema, triggers });
    expect(sent.filter((text) => !/^(?:SELECT|WITH)/.test(text))).toEqual([]);
    expect(await issueIn(schema)).toMatch(/-0001$/);
  },
);

test("the SQL of another database, and unknown options, are refused", () => {
  expect(() => migrationSql("sqlite" as "postgres")).toThrow("import it from faktura/sqlite");
  expect(() => migrationSql("postgres", { schemas: "x" } as object)).toThrow("schema");
});
