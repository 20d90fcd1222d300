/**
 * Goal: whoever may create functions and operators in a schema of the search path cannot make the library call them, with the
 * rights of whoever calls it.
 * Method: look-alikes of every function and operator that the SQL in the sources names, which fail. With them, everything runs that
 * a store does, as the owner of the tables and as a role with the page's own grants. PostgreSQL describes how it
 * has understood each statement, so that those in branches that were not evaluated are found too.
 */
import { createInvoicing } from "faktura";
import { storeContract } from "faktura/contract";
import { migratePostgres, type PostgresPool, postgresStore } from "faktura/postgres";
import type pg from "pg";
import { afterAll, describe, expect, test, vi } from "vitest";
import { postgresContractStore } from "../../contract/contract-stores.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, grantsOf, interceptedPool, openPool, pool, postgresUrl } from "../../support/postgres.ts";
import { useApiKeys } from "../../support/use-api-keys.ts";
import { DESCRIBED, listenForLookAlikes, makeLookAlikes, POSTGRES_TEXTS } from "./look-alikes.ts";

const database = `look_alikes_${Date.now()}`;
const [owner, server, stranger] = [`${database}_owner`, `${database}_server`, `${database}_stranger`];

for (const role of [owner, server, stranger]) await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
await pool.query(`CREATE DATABASE ${database} OWNER ${owner}`);
await pool.query(`ALTER DATABASE ${database} SET log_min_messages = 'fatal'`); // the descriptions are for the client alone

function openAs(role: string, options = ""): pg.Pool {
  const url = postgresUrl.replace("postgres:password", `${role}:secret`).replace(/[^/]*$/, database);
  return openPool({ connectionString: url, max: 8, options });
}
const [asOwner, asServer, asStranger] = [openAs(owner, DESCRIBED), openAs(server), openAs(stranger)];
const namedByOwner = listenForLookAlikes(asOwner);

await migratePostgres(asOwner, { schema: "sample", panel: true });
// Up to PostgreSQL 14, everybody may create in the schema public of a new database.
await asOwner.query("GRANT CREATE ON SCHEMA public TO PUBLIC");
const client = await asStranger.connect();
const lookAlikes = await makeLookAlikes(client, "sample");
client.release();

afterAll(async () => {
  await Promise.all([asOwner.end(), asServer.end(), asStranger.end()]);
  await pool.query(`DROP DATABASE ${database} WITH (FORCE)`);
});

/** A new schema that a role with the grants may use. */
async function grantedSchema(): Promise<string> {
  const schema = await freshSchema({ panel: true, on: asOwner });
  for (const begin of ["GRANT USAGE", "GRANT EXECUTE", "GRANT SELECT, INSERT"])
    await asOwner.query(grantsOf(schema, server, begin));
  return schema;
}

test("the functions, types and catalogues in the SQL of the sources are named with their schema", async () => {
  // PostgreSQL's own grammar knows some names, such as numeric and extract, and never searches for them.
  const { rows } = await pool.query<{ name: string }>(
    `(SELECT proname AS name FROM pg_proc UNION SELECT typname FROM pg_type UNION SELECT relname FROM pg_class)
     EXCEPT SELECT word::name FROM pg_get_keywords() WHERE catcode = 'C'`,
  );
  const searched = new Set(rows.map(({ name }) => name));
  // What PostgreSQL has printed is only used again in a session that searches nothing else.
  const written = POSTGRES_TEXTS.filter(({ place }) => !place.includes("/generated/"));
  const bare = written.flatMap(({ place, parts }) =>
    [...parts.join(" ").matchAll(/(?<![\w.$"])([a-z_0-9]+)\(|(?:::|FROM |JOIN )([a-z_0-9]+)\b(?!\.)/g)]
      .filter(([, called, other]) => searched.has(called ?? other!))
      .map(([found]) => `${place}: ${found}`),
  );
  expect(bare).toEqual([]);
});

test("there are look-alikes, among them those with which triggers were once disabled and an invoice deleted", async () => {
  expect(lookAlikes).toBeGreaterThan(10_000);
  const attack = ["public.unnest(smallint[])", "public.string_agg(name,text)", "public.unnest(text[])"];
  const made = await asStranger.query<{ isMade: boolean }>(
    `SELECT pg_catalog.to_regprocedure(name) IS NOT NULL AS "isMade" FROM pg_catalog.unnest($1::pg_catalog.text[]) AS name`,
    [attack],
  );
  expect(made.rows.map(({ isMade }) => isMade)).toEqual([true, true, true]);
});

describe.each([
  ["the owner", asOwner],
  ["a role with the grants", asServer],
])("as %s", (name, own) => {
  const { name: _, ...store } = postgresContractStore(name, {}, own, grantedSchema);
  storeContract({ test, ...store });

  test("the tables are compared, audited and joined, and answers that were lost are looked up", async () => {
    const schema = await grantedSchema();
    expect(await migratePostgres(own, { schema, panel: true, dryRun: true })).toMatchObject({ steps: [] });
    const losing = losingPool(own);
    const store = postgresStore(losing.pool, { schema });
    await store.ready();
    const acme = createInvoicing({ store }).company("acme");
    await acme.saveProfile(germanProfile({ series: { branch: { prefix: "B" } } }));
    const first = await acme.issue(order(), { idempotencyKey: "first" });
    for (const write of [
      () => acme.issue(order()),
      () => acme.issue(order(), { idempotencyKey: "key" }),
      () => acme.recordPayment(first.id, { amount: 1 }),
      () => acme.cancel(first.id, { reason: "ordered twice" }),
      () => acme.issue(order({ series: "branch" })),
    ]) {
      losing.isArmed = true;
      await write();
      expect(losing.isArmed).toBe(false);
    }
    await useApiKeys(store, "acme");
    const client = await own.connect();
    await client.query("BEGIN");
    const joined = createInvoicing({ store }).joining(client).company("acme");
    await joined.issue(order(), { idempotencyKey: "joined" });
    await joined.list({ status: "SENT", client: "a", from: "2020-01-01" });
    await client.query("COMMIT");
    client.release();
    expect((await acme.audit()).findings).toEqual([]);
    const invoicing = createInvoicing({ store });
    expect(await invoicing.drainEvents({ deliver: async () => {} })).toMatchObject({ failed: [] });
    expect(await invoicing.drainBilling({ deliver: async () => {} })).toMatchObject({ failed: [] });
  });
});

test("a migration with look-alikes creates, compares and repairs what it creates without them", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  await migratePostgres(asOwner, { schema: "migrated", panel: true });
  const acme = createInvoicing({ store: postgresStore(asOwner, { schema: "migrated" }) }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  await asOwner.query(`DROP TRIGGER faktura_invoices_final ON migrated.faktura_invoices;
    DROP INDEX migrated.faktura_invoices_by_reference`);
  const { rows: checks } = await asOwner.query<{ dropping: string }>(
    `SELECT pg_catalog.format('ALTER TABLE %s DROP CONSTRAINT %s', c.conrelid::pg_catalog.regclass, c.conname) AS dropping
     FROM pg_catalog.pg_constraint AS c WHERE c.connamespace = 'migrated'::pg_catalog.regnamespace::pg_catalog.oid AND c.contype = 'c'`,
  );
  await asOwner.query(checks.map(({ dropping }) => dropping).join("; "));
  expect(checks.length).toBeGreaterThan(20);
  expect((await acme.audit()).findings.length).toBe(2 + checks.length);
  await migratePostgres(asOwner, { schema: "migrated", panel: true });
  warned.mockRestore();
  expect((await acme.audit()).findings).toEqual([]);
});

test("no statement named a look-alike, in branches that were not evaluated either", async () => {
  expect(await namedByOwner()).toEqual([]);
});

test("nothing in a schema of ours depends on a look-alike", async () => {
  const { rows } = await asOwner.query(
    `SELECT pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) AS object FROM pg_catalog.pg_depend AS d
       JOIN pg_catalog.pg_proc AS p ON p.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_proc'::regclass::oid
     WHERE p.pronamespace = 'public'::regnamespace::oid AND d.classid <> 'pg_catalog.pg_operator'::regclass::oid`,
  );
  expect(rows).toEqual([]);
});

/** A pool that loses the answer of a COMMIT or a call, once after it was armed. */
function losingPool(own: PostgresPool) {
  const scene = { isArmed: false, pool: own };
  scene.pool = interceptedPool(own, async (text, send) => {
    const answer = await send();
    if (!scene.isArmed || !/^(?:COMMIT$|CALL )/.test(text)) return answer;
    scene.isArmed = false;
    throw new Error("Connection terminated unexpectedly");
  });
  return scene;
}
