/**
 * Goal: checking the schema never confuses objects, and the migration leaves nothing in force that should not be there.
 * Method: schemas whose names occur in SQL, names that a host uses too, and guards with small differences.
 */
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { expect, test, vi } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, openPool, pool } from "../../support/postgres.ts";

const booksIn = (schema: string) => createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");

const run = (schema: string, sql: string) => pool.query(sql.replaceAll("@", `"${schema.replaceAll('"', '""')}".`));

/** Books with one invoice. */
async function usedSchema(): Promise<string> {
  const schema = await freshSchema();
  await booksIn(schema).saveProfile(germanProfile());
  await booksIn(schema).issue(order());
  return schema;
}

async function mend(schema: string): Promise<string> {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  await migratePostgres(pool, { schema });
  const said = warned.mock.calls.join("\n");
  warned.mockRestore();
  return said;
}

async function expectRefusedAndMended(schema: string, said: string): Promise<void> {
  await expect(booksIn(schema).profile()).rejects.toThrow(said);
  expect((await booksIn(schema).audit()).findings).toEqual([
    { code: "guard_missing", detail: expect.stringContaining(said) },
  ]);
  expect(await mend(schema)).toContain(said);
  expect((await booksIn(schema).audit()).findings).toEqual([]);
  await booksIn(schema).issue(order());
}

test.each(["old", "new", "d", "w", "ld", "on", "OLD", 'a"b', "x ON y", "faktura_joined"])(
  "a store opens, and finds a missing trigger, in a schema named %s",
  async (schema) => {
    await migratePostgres(pool, { schema });
    await booksIn(schema).saveProfile(germanProfile());
    expect(await mend(schema)).toBe("");
    await run(schema, "DROP TRIGGER faktura_invoices_final ON @faktura_invoices");
    await expectRefusedAndMended(schema, "the trigger faktura_invoices_final is missing");
  },
);

test("a host's trigger with the same name on another table is not a guard", async () => {
  const schema = await usedSchema();
  await run(
    schema,
    `CREATE FUNCTION @host() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TABLE @orders (id text);
     CREATE TRIGGER faktura_invoices_kept BEFORE INSERT ON @orders FOR EACH STATEMENT EXECUTE FUNCTION @host();
     CREATE TRIGGER faktura_invoices_kept BEFORE INSERT ON @faktura_companies FOR EACH STATEMENT EXECUTE FUNCTION @host()`,
  );
  await booksIn(schema).issue(order());
  expect(await mend(schema)).toBe("");
  await run(schema, "DROP TRIGGER faktura_invoices_kept ON @faktura_invoices");
  await expectRefusedAndMended(schema, "the trigger faktura_invoices_kept is missing");
});

test("a host's function with the same name but other parameters is not the library's", async () => {
  const schema = await usedSchema();
  await run(schema, "CREATE FUNCTION @faktura_joined(a int) RETURNS int LANGUAGE sql AS 'SELECT 1'");
  await run(schema, "CREATE FUNCTION @faktura_refuse(a int) RETURNS int LANGUAGE sql AS 'SELECT 1'");
  await booksIn(schema).issue(order());
  expect(await mend(schema)).toBe("");
  await run(schema, "DROP FUNCTION @faktura_joined(text, text, text, text, text[], text[])");
  await expectRefusedAndMended(schema, "the function faktura_joined is missing");
});

const ISSUED = ["company_id", "counter", "id", "invoice_number", "issue_date", "source", "document", "actor"]
  .map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`)
  .join(" OR ");
const PLACE = "OLD.journal_position IS DISTINCT FROM NEW.journal_position OR OLD.digest IS DISTINCT FROM NEW.digest";

test("a trigger recreated with other parentheses, and so a weaker condition, is refused and repaired", async () => {
  const schema = await usedSchema();
  const make = (condition: string) =>
    run(
      schema,
      `DROP TRIGGER faktura_invoices_issued ON @faktura_invoices; CREATE TRIGGER faktura_invoices_issued
       AFTER UPDATE ON @faktura_invoices FOR EACH ROW WHEN (${condition})
       EXECUTE FUNCTION @faktura_refuse('an issued invoice cannot be changed');
       ALTER TABLE @faktura_invoices ENABLE ALWAYS TRIGGER faktura_invoices_issued`,
    );
  await make(`${ISSUED} OR (OLD.journal_position IS NOT NULL AND (${PLACE}))`);
  await booksIn(schema).issue(order());
  for (const weak of [
    `(${ISSUED} OR OLD.journal_position IS NOT NULL) AND (${PLACE})`,
    `${ISSUED} OR (OLD.journal_position IS NOT NULL AND ${PLACE})`,
  ]) {
    await make(weak);
    await expectRefusedAndMended(schema, "the trigger faktura_invoices_issued was changed");
  }
});

test.each([
  ["fewer values", "faktura_invoices_status_check", "CHECK (status IN ('SENT', 'PAID'))"],
  ["values in other letters", "faktura_invoices_source_check", "CHECK (source IN ('API', 'panel'))"],
  ["another cast", "faktura_invoices_counter_check", "CHECK (counter::int >= 1)"],
  ["another condition", "faktura_invoices_cancelled_check", "CHECK (status <> 'CANCELLED')"],
])("a check with %s does not stay in force beside the restored one", async (_, name, check) => {
  const schema = await usedSchema();
  await run(schema, `ALTER TABLE @faktura_invoices DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} ${check} NOT VALID`);
  await expectRefusedAndMended(schema, `the check ${name} was changed`);
  const { id } = await booksIn(schema).issue(order());
  expect((await booksIn(schema).cancel(id)).status).toBe("CANCELLED");
});

test("a changed check does not stay in force even if the right one exists under another name", async () => {
  const schema = await usedSchema();
  await run(
    schema,
    `ALTER TABLE @faktura_journal RENAME CONSTRAINT faktura_journal_kind_check TO mine;
     ALTER TABLE @faktura_journal ADD CONSTRAINT faktura_journal_kind_check CHECK (kind = 'payment.recorded')`,
  );
  await expectRefusedAndMended(schema, "the check faktura_journal_kind_check was changed");
  const { id } = await booksIn(schema).issue(order());
  expect((await booksIn(schema).cancel(id)).status).toBe("CANCELLED");
});

test("a check is restored with PostgreSQL's own functions, also in a session that finds others first", async () => {
  const schema = await usedSchema();
  await run(schema, "CREATE FUNCTION @length(text) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 64'");
  await run(schema, "ALTER TABLE @faktura_invoices DROP CONSTRAINT faktura_invoices_digest_check");
  const misled = openPool({ options: `-c search_path=${schema},pg_catalog`, max: 1 });
  await expect(postgresStore(misled, { schema }).ready()).rejects.toThrow(
    "lacks CONSTRAINT faktura_invoices_digest_check",
  );
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  await migratePostgres(misled, { schema });
  warned.mockRestore();
  await postgresStore(misled, { schema }).ready();
  await misled.end();
  await run(schema, "DROP FUNCTION @length(text)");
});

test("a column of another type is refused and found, and the migration says what to change back", async () => {
  const schema = await usedSchema();
  await run(
    schema,
    `ALTER TABLE @faktura_payments ALTER amount TYPE numeric(12, 2);
     ALTER TABLE @faktura_payments ALTER reference TYPE text COLLATE "POSIX"`,
  );
  const said =
    /amount is numeric\(12,2\) instead of numeric; faktura_payments\.reference is text COLLATE POSIX instead of text COLLATE C\. Change the type of faktura_payments\.amount back with ALTER TABLE\. .*Then run an audit/;
  await expect(booksIn(schema).profile()).rejects.toThrow(said);
  await expect(migratePostgres(pool, { schema })).rejects.toThrow(said);
  expect((await booksIn(schema).audit()).findings.map(({ code }) => code)).toEqual(["guard_missing", "guard_missing"]);
});

test("a key that was made deferrable is recreated under its name", async () => {
  const schema = await usedSchema();
  await run(
    schema,
    `ALTER TABLE @faktura_invoices DROP CONSTRAINT faktura_invoices_pkey,
       ADD CONSTRAINT faktura_invoices_pkey PRIMARY KEY (company_id, counter) DEFERRABLE`,
  );
  await expectRefusedAndMended(schema, "the key faktura_invoices_pkey was changed");
});

/** Damage that only people can repair, and what the migration then says. */
const BEYOND_REPAIR: readonly [what: string, damage: string, said: RegExp][] = [
  [
    "a column that has no value in a row",
    `ALTER TABLE @faktura_invoices DISABLE TRIGGER ALL; ALTER TABLE @faktura_invoices ALTER document DROP NOT NULL;
     UPDATE @faktura_invoices SET document = NULL WHERE counter = 1`,
    /faktura_invoices\.document may be NULL\. .*column "document" .* contains null values.* audit .*restore/i,
  ],
  [
    "a row that is there twice",
    `ALTER TABLE @faktura_idempotency_keys DISABLE TRIGGER ALL;
     ALTER TABLE @faktura_idempotency_keys DROP CONSTRAINT faktura_idempotency_keys_pkey;
     INSERT INTO @faktura_idempotency_keys SELECT 'acme', 'twice', 'print', id FROM @faktura_invoices, (VALUES (1), (2)) v`,
    /lacks CONSTRAINT faktura_idempotency_keys_pkey.*could not create unique index.* audit .*restore/i,
  ],
  [
    "a key under another name",
    "ALTER TABLE @faktura_invoices RENAME CONSTRAINT faktura_invoices_pkey TO mine",
    /lacks CONSTRAINT faktura_invoices_pkey.*multiple primary keys.*rename .* back/i,
  ],
  [
    "a key that was changed, and that a host's table refers to",
    `ALTER TABLE @faktura_invoices DROP CONSTRAINT faktura_invoices_id_key,
       ADD CONSTRAINT faktura_invoices_id_key UNIQUE (id, company_id);
     CREATE TABLE @orders (a text, b text, FOREIGN KEY (a, b) REFERENCES @faktura_invoices (id, company_id))`,
    /the key faktura_invoices_id_key was changed.*other objects depend on it.*drop what depends on it/i,
  ],
];

test.each(BEYOND_REPAIR)("the migration says what it could not repair, and what to do: %s", async (_, damage, said) => {
  const schema = await usedSchema();
  await run(schema, damage);
  const error = await migratePostgres(pool, { schema }).then(
    () => new Error("mended"),
    (reason: Error) => reason,
  );
  expect(error.message).toMatch(said);
  expect(error.message).toContain(`Faktura's tables in the schema "${schema}" do not match their definition`);
  expect(error.cause).toMatchObject({ code: expect.stringMatching(/^(?:23502|23505|42P16|2BP01)$/) });
  expect((await booksIn(schema).audit()).findings[0]).toMatchObject({ code: "guard_missing" });
});
