/**
 * Goal: tables with missing, disabled or changed guards are refused by the store, reported by the audit, and repaired
 * by the migration.
 * Method: remove every guard in the catalogue in every way from books in use, all guards of one kind together.
 */
import { type AuditFinding, createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { beforeAll, expect, test, vi } from "vitest";
import { freshSchema, interceptedPool, pool } from "../../support/postgres.ts";
import { writePostgresBooks } from "./books.ts";

let schema: string;
beforeAll(async () => {
  schema = await writePostgresBooks();
});

const run = (sql: string) => pool.query(sql.replaceAll("@", `${schema}.`));

async function textsOf(sql: string): Promise<string[][]> {
  const { rows } = await pool.query({ text: sql, values: [schema], rowMode: "array" });
  return rows as string[][];
}

/** The findings of an audit on a new store. */
async function audit(): Promise<readonly AuditFinding[]> {
  const { findings } = await createInvoicing({ store: postgresStore(pool, { schema }) })
    .company("acme")
    .audit();
  return findings;
}

const profile = async () => postgresStore(pool, { schema }).companies.profile("acme");

/** The warnings of the migration. */
async function mend(): Promise<unknown[][]> {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  await migratePostgres(pool, { schema });
  const { calls } = warned.mock;
  warned.mockRestore();
  return calls;
}

/** Damage to the schema, and the text that reports it. */
type Damage = readonly [sql: string, said: string];

/** Applies all of the damage, which must be refused, found and repaired: each by its name, and nothing else. */
async function expectRepaired(...damages: readonly Damage[]): Promise<void> {
  await run(damages.map(([sql]) => sql).join("; "));
  const next = `Run migratePostgres(pool, { schema: "${schema}" }), which repairs them, then run an audit.`;
  const refused = await profile().then(
    () => "opened",
    (error: Error) => error.message,
  );
  expect(refused).toContain(next);
  const findings = await audit();
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["guard_missing"]));
  const details = findings.map(({ detail }) => detail);
  for (const [sql, said] of damages) {
    expect(refused, sql).toContain(said);
    const place = details.findIndex((detail) => detail.includes(said));
    expect(place, `${sql} in ${findings.map(({ detail }) => detail)}`).not.toBe(-1);
    details.splice(place, 1);
  }
  expect(details, "found, though nothing was done to it").toEqual([]);
  const warnings = await mend();
  expect(warnings).toEqual([[expect.any(String), { code: "FAKTURA_GUARDS_REPAIRED" }]]);
  for (const [sql, said] of damages) expect(warnings[0]![0], sql).toContain(said);
  expect(await audit()).toEqual([]);
  await profile();
}

test("every trigger that is dropped, disabled, or enabled but not ALWAYS is refused, found and repaired", async () => {
  const triggers = await textsOf(
    `SELECT c.relname, t.tgname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
     WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal ORDER BY 1, 2`,
  );
  expect(triggers.length).toBeGreaterThan(30);
  const all = (sql: string, said: string) =>
    triggers.map(([table, trigger]): Damage => {
      return [sql.replace("#", trigger!).replace("%", `@${table}`), `the trigger ${trigger} ${said}`];
    });
  await expectRepaired(...all("DROP TRIGGER # ON %", "is missing"));
  await expectRepaired(...all("ALTER TABLE % DISABLE TRIGGER #", "is disabled"));
  await expectRepaired(...all("ALTER TABLE % ENABLE TRIGGER #", "is enabled, but not ALWAYS"));
  await expectRepaired(...all("ALTER TABLE % ENABLE REPLICA TRIGGER #", "is enabled, but not ALWAYS"));
});

test("a single missing trigger is refused, found and repaired", async () => {
  await expectRepaired([
    "DROP TRIGGER faktura_invoices_kept ON @faktura_invoices",
    "the trigger faktura_invoices_kept is missing",
  ]);
});

test("triggers with weaker conditions are refused, found and repaired", async () => {
  const drop = "DROP TRIGGER faktura_invoices_issued ON @faktura_invoices; CREATE TRIGGER faktura_invoices_issued";
  const always = "; ALTER TABLE @faktura_invoices ENABLE ALWAYS TRIGGER faktura_invoices_issued";
  const refuse = "EXECUTE FUNCTION @faktura_refuse('an issued invoice cannot be changed')";
  for (const rest of [
    `AFTER UPDATE ON @faktura_invoices FOR EACH ROW WHEN (OLD.id <> NEW.id) ${refuse}`,
    `AFTER UPDATE OF id ON @faktura_invoices FOR EACH ROW ${refuse}`,
    `AFTER UPDATE ON @faktura_invoices FOR EACH STATEMENT ${refuse}`,
  ]) {
    await expectRepaired([`${drop} ${rest}${always}`, "the trigger faktura_invoices_issued was changed"]);
  }
  await run("CREATE FUNCTION @let_pass() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
  await expectRepaired([
    `DROP TRIGGER faktura_invoices_kept ON @faktura_invoices; CREATE TRIGGER faktura_invoices_kept BEFORE DELETE
     ON @faktura_invoices FOR EACH ROW EXECUTE FUNCTION @let_pass();
     ALTER TABLE @faktura_invoices ENABLE ALWAYS TRIGGER faktura_invoices_kept`,
    "the trigger faktura_invoices_kept was changed",
  ]);
});

test("every function with a changed body or settings is refused, found and repaired", async () => {
  const functions = await textsOf(
    `SELECT proname FROM pg_proc WHERE pronamespace = $1::regnamespace AND starts_with(proname, 'faktura_')
     AND prorettype = 'trigger'::regtype ORDER BY 1`,
  );
  expect(functions.length).toBeGreaterThan(8);
  const all = (sql: string) =>
    functions.map(([name]): Damage => [sql.replace("#", `@${name}`), `the function ${name} was changed`]);
  const nothing = "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'";
  await expectRepaired(...all(`CREATE OR REPLACE FUNCTION #() ${nothing}`));
  await expectRepaired(...all("ALTER FUNCTION #() RESET search_path"));
  const joined = "mark text, expected text, next_step text, lock_wait text, statements text[], parameters text[]";
  await expectRepaired([
    `CREATE OR REPLACE FUNCTION @faktura_joined(${joined}) RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    "the function faktura_joined was changed",
  ]);
  await expectRepaired(["DROP FUNCTION @faktura_joined", "the function faktura_joined is missing"]);
});

test("every removed check, key and NOT NULL is refused, found and repaired", async () => {
  const constraints = await textsOf(
    `SELECT c.relname, k.conname FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
     WHERE c.relnamespace = $1::regnamespace AND k.contype IN ('c', 'p', 'u') ORDER BY 1, 2`,
  );
  expect(constraints.length).toBeGreaterThan(25);
  const dropped = constraints.map(([table, name]): Damage => {
    return [`ALTER TABLE @${table} DROP CONSTRAINT ${name}`, `${table} lacks CONSTRAINT ${name} `];
  });
  await expectRepaired(...dropped);
  await expectRepaired(dropped[0]!);
  await expectRepaired([
    "ALTER TABLE @faktura_invoices ALTER document DROP NOT NULL",
    "faktura_invoices.document may be NULL",
  ]);
});

test("a check is restored even over rows that violate it, which the audit then finds", async () => {
  await run("ALTER TABLE @faktura_invoices DROP CONSTRAINT faktura_invoices_source_check");
  await run("ALTER TABLE @faktura_invoices DISABLE TRIGGER USER");
  await run("UPDATE @faktura_invoices SET source = 'other' WHERE counter = 4");
  await mend();
  expect((await audit()).map(({ code }) => code)).toEqual(["digest_mismatch"]);
  await expect(run("UPDATE @faktura_invoices SET source = 'none' WHERE counter = 1")).rejects.toMatchObject({
    code: "23514",
  });
  await run(
    "ALTER TABLE @faktura_invoices DISABLE TRIGGER USER; UPDATE @faktura_invoices SET source = 'api' WHERE counter = 4",
  );
  await mend();
  expect(await audit()).toEqual([]);
});

test("every table that is UNLOGGED, and empty after a crash, is refused, found and repaired", async () => {
  const tables = await textsOf("SELECT relname FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'");
  expect(tables.length).toBeGreaterThan(20);
  await expectRepaired(
    ...tables.map(([table]): Damage => [`ALTER TABLE @${table} SET UNLOGGED`, `${table} is UNLOGGED`]),
  );
});

/** Applies the damage to an index. The store opens with a warning; the audit finds it; the migration builds it again. */
async function expectBuilt(...damages: readonly Damage[]): Promise<void> {
  await run(damages.map(([sql]) => sql).join("; "));
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const store = postgresStore(pool, { schema });
  for (const _ of [1, 2]) await store.ready();
  const { calls } = warned.mock;
  warned.mockRestore();
  expect(calls).toEqual([[expect.any(String), { code: "FAKTURA_INDEXES_MISSING" }]]);
  expect(calls[0]![0]).toMatch(/Lists may be slow\. Run migratePostgres\(.*\), which builds them\.$/);
  const details = (await audit()).map(({ detail }) => /the index .*/.exec(detail)?.[0]);
  expect(details.sort()).toEqual(damages.map(([, said]) => said).sort());
  for (const [sql, said] of damages) expect(calls[0]![0], sql).toContain(said);
  expect(await mend(), "an index guards nothing").toEqual([]);
  expect(await audit()).toEqual([]);
}

test("every index that is missing, changed or invalid takes no server out, is found, and is built again", async () => {
  const indexes = await textsOf(
    `SELECT c.relname, t.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
       JOIN pg_class AS t ON t.oid = i.indrelid
     WHERE c.relnamespace = $1::regnamespace AND NOT i.indisunique ORDER BY 1`,
  );
  expect(indexes.length).toBeGreaterThan(6);
  const all = (sql: string, said: string) =>
    indexes.map(([index, table]): Damage => {
      return [sql.replaceAll("#", index!).replaceAll("%", `@${table}`), `the index ${index} ${said}`];
    });
  await expectBuilt(...all("DROP INDEX @#", "is missing"));
  await expectBuilt(...all("DROP INDEX @#; CREATE INDEX # ON % (company_id)", "was changed"));
  await expectBuilt(...all("DROP INDEX @#; CREATE INDEX # ON % (company_id) WHERE company_id > ''", "was changed"));
  // As CREATE INDEX CONCURRENTLY leaves it that was cancelled.
  const invalidate = (index: string) =>
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '@${index}'::regclass`;
  await expectBuilt(...all(invalidate("#"), "is invalid"));
  await expectRepaired([invalidate("faktura_invoices_id_key"), "lacks CONSTRAINT faktura_invoices_id_key"]);
});

test("indexes of the host's own, and those of the library under another name, are left alone", async () => {
  await run(`CREATE INDEX mine ON @faktura_invoices (issue_date); CREATE UNIQUE INDEX my_ids ON @faktura_invoices (id);
    ALTER INDEX @faktura_invoices_by_reference RENAME TO by_reference;
    ALTER INDEX @faktura_credit_notes_by_date RENAME TO by_date`);
  expect(await audit()).toEqual([]);
  await profile();
  expect(await mend()).toEqual([]);
  await run(`DROP INDEX @mine, @my_ids; ALTER INDEX @by_reference RENAME TO faktura_invoices_by_reference;
    ALTER INDEX @by_date RENAME TO faktura_credit_notes_by_date`);
});

test("every column that is missing is refused and found, and the migration repairs nothing then", async () => {
  const whole = schema;
  const columns = await textsOf(
    `SELECT c.relname, a.attname FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND a.attnum > 0 ORDER BY 1, 2`,
  );
  schema = await freshSchema();
  for (const [table, column] of columns.filter(([name]) => name !== "faktura_schema")) {
    await run(`ALTER TABLE @${table} RENAME COLUMN ${column} TO hidden`);
    const said = new RegExp(`${table} lacks the column ${column}.*Restore the tables from a backup`);
    await expect(profile()).rejects.toThrow(said);
    await expect(migratePostgres(pool, { schema })).rejects.toThrow(said);
    await run(`ALTER TABLE @${table} RENAME COLUMN hidden TO ${column}`);
  }
  await profile();
  schema = whole;
});

/** What a host adds to a table so that rows are hidden, moved or written past the guards, and how it is taken back. */
const DETOURS: readonly (readonly [what: string, add: string, take: string, said: string, next: string])[] = [
  [
    "a rule",
    'CREATE RULE "Skip" AS ON INSERT TO @% DO INSTEAD NOTHING',
    'DROP RULE "Skip" ON @%',
    '% has the rule "Skip"',
    'DROP RULE "Skip" ON @%',
  ],
  [
    "row level security",
    "ALTER TABLE @% ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE @% DISABLE ROW LEVEL SECURITY",
    "row level security is enabled on %",
    "ALTER TABLE @% DISABLE ROW LEVEL SECURITY",
  ],
  [
    "row level security with a policy",
    "ALTER TABLE @% ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON @% USING (true)",
    "DROP POLICY own ON @%; ALTER TABLE @% DISABLE ROW LEVEL SECURITY",
    "row level security is enabled on %, with the policies own",
    "ALTER TABLE @% DISABLE ROW LEVEL SECURITY",
  ],
  [
    "a child table",
    "CREATE TABLE @child () INHERITS (@%)",
    "DROP TABLE @child",
    "% has the child table",
    "NO INHERIT @%",
  ],
  [
    "a parent table",
    "CREATE TABLE @parent (); ALTER TABLE @% INHERIT @parent",
    "ALTER TABLE @% NO INHERIT @parent; DROP TABLE @parent",
    "% is a child table of",
    "ALTER TABLE @% NO INHERIT",
  ],
];

test.each(DETOURS)("%s on a table is refused and found, and the migration leaves it to the host", async (...detour) => {
  const [, add, take, said, next] = detour;
  const tables = await textsOf("SELECT relname FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'");
  expect(tables.length).toBeGreaterThan(20);
  for (const [table] of tables.filter(([name]) => name !== "faktura_schema")) {
    const on = (text: string) => text.replaceAll("%", table!);
    await run(on(add));
    for (const opening of [profile, () => migratePostgres(pool, { schema })]) {
      const refused = await opening().then(
        () => "opened",
        (error: Error) => error.message.replaceAll('"', ""),
      );
      expect(refused).toContain(on(said).replaceAll('"', ""));
      expect(refused).toContain(on(next).replaceAll("@", `${schema}.`).replaceAll('"', ""));
      expect(refused).toMatch(/Then run an audit\.$/);
    }
    expect(await audit()).toEqual([{ code: "guard_missing", detail: expect.stringContaining(on(said)) }]);
    await run(on(take));
  }
  expect(await audit()).toEqual([]);
  await profile();
});

test("a partition is refused and found", async () => {
  const partitioned = await writePostgresBooks();
  await pool.query(`SET search_path = ${partitioned}; CREATE TABLE all_keys (LIKE faktura_idempotency_keys)
    PARTITION BY LIST (company_id); ALTER TABLE all_keys ATTACH PARTITION faktura_idempotency_keys FOR VALUES IN ('acme');
    RESET search_path`);
  await expect(postgresStore(pool, { schema: partitioned }).companies.profile("acme")).rejects.toThrow(
    /faktura_idempotency_keys is a partition of .*all_keys.*ALTER TABLE \S*all_keys DETACH PARTITION/,
  );
});

test("a table that is itself partitioned is refused and found, with or without partitions", async () => {
  const books = await writePostgresBooks();
  await pool.query(`SET search_path = ${books}; ALTER TABLE faktura_credit_notes RENAME TO former;
    CREATE TABLE faktura_credit_notes (LIKE former INCLUDING ALL) PARTITION BY HASH (company_id); RESET search_path`);
  const said = /: [^:]*faktura_credit_notes is partitioned.* Replace each partitioned table with an ordinary one/;
  for (const part of [
    "",
    `CREATE TABLE ${books}.part PARTITION OF ${books}.faktura_credit_notes FOR VALUES WITH (MODULUS 1, REMAINDER 0)`,
  ]) {
    await pool.query(part);
    for (const open of [
      () => postgresStore(pool, { schema: books }).ready!(),
      () => migratePostgres(pool, { schema: books }),
    ]) {
      const { message } = await open().then(
        () => new Error("opened"),
        (error: Error) => error,
      );
      expect(message).toMatch(said);
      expect(message).not.toMatch(/child table|the index/);
    }
  }
});

test("a fault that the migration repairs is named beside one that it leaves to the host, and nothing is changed", async () => {
  await run(
    "DROP TRIGGER faktura_invoices_final ON @faktura_invoices; ALTER TABLE @faktura_payments ENABLE ROW LEVEL SECURITY",
  );
  const said = /security is enabled.*trigger faktura_invoices_final is missing.*DISABLE.* Then run migratePostgres/;
  await expect(profile()).rejects.toThrow(said);
  await expect(migratePostgres(pool, { schema })).rejects.toThrow(said);
  await run("ALTER TABLE @faktura_payments DISABLE ROW LEVEL SECURITY");
  expect((await mend()).length).toBe(1);
  expect(await audit()).toEqual([]);
});

test("a rule that is disabled, and a policy without row level security, have no effect and are left alone", async () => {
  await run(`CREATE RULE skip AS ON INSERT TO @faktura_invoices DO INSTEAD NOTHING;
    ALTER TABLE @faktura_invoices DISABLE RULE skip; CREATE POLICY own ON @faktura_invoices USING (true)`);
  expect(await audit()).toEqual([]);
  await profile();
  await run("DROP RULE skip ON @faktura_invoices; DROP POLICY own ON @faktura_invoices");
});

test("a missing table is refused with advice on what to do, and the migration creates no empty one", async () => {
  const lost = await writePostgresBooks();
  await pool.query(`DROP TABLE ${lost}.faktura_invoices`);
  const said = /faktura_invoices is missing.*Restore the tables from a backup/;
  await expect(postgresStore(pool, { schema: lost }).companies.profile("acme")).rejects.toThrow(said);
  await expect(migratePostgres(pool, { schema: lost })).rejects.toThrow(said);
  expect((await pool.query("SELECT to_regclass($1) AS found", [`${lost}.faktura_invoices`])).rows).toEqual([
    { found: null },
  ]);
});

test("the error for a role that owns nothing says what is missing, and to migrate as the owner", async () => {
  await run("ALTER TABLE @faktura_payments DISABLE TRIGGER USER");
  const role = `reader_${Date.now()}`;
  await pool.query(`CREATE ROLE ${role}; GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
  const limited = interceptedPool(pool, async (_, send, client) => {
    await client.query(`SET ROLE ${role}`);
    return send().finally(() => client.query("RESET ROLE").catch(() => undefined));
  });
  await expect(migratePostgres(limited, { schema })).rejects.toThrow(
    /the trigger faktura_payments_fixed is disabled.*Run migratePostgres as the role that owns the tables/,
  );
  await mend();
});

test("checking the catalogue costs the same however many schemas the database has", async () => {
  const looks: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    if (/FROM pg_catalog/.test(text)) looks.push(text);
    return send();
  });
  await postgresStore(listening, { schema }).companies.profile("acme");
  expect(looks).toHaveLength(2);
  const client = await pool.connect();
  await client.query("BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan");
  for (const [place, look] of looks.entries()) {
    const parameters = new Set(look.match(/\$\d+/g)).size;
    await client.query(`PREPARE look_${place} AS ${look}`);
    const values = Array.from({ length: parameters }, () => "NULL").join();
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE look_${place}(${values})`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Cond: \(\(relname = .* AND \(relnamespace = /);
    expect(plan).not.toMatch(/Seq Scan on pg_(?:class|trigger|proc|constraint|attribute)/);
  }
  await client.query("ROLLBACK");
  client.release(true); // with the statements that it prepared
});
