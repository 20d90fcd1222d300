/**
 * Goal: a dry run tells what a migration will do, and does nothing; indexes on tables with rows are built while others
 * write, and a build that was interrupted is continued.
 * Method: plans are compared with the statements that the same migration then sends, and with the locks in `pg_locks`.
 */
import { createInvoicing, StoreBusyError } from "faktura";
import { type MigrationPlan, migratePostgres, postgresStore } from "faktura/postgres";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Deadline } from "../../../src/adapters/postgres/connection/deadline.ts";
import { Session } from "../../../src/adapters/postgres/connection/session.ts";
import { buildIndexes } from "../../../src/adapters/postgres/schema/repairs.ts";
import { splitStatements } from "../../../src/adapters/postgres/schema/split-statements.ts";
import { tablesIn } from "../../../src/adapters/postgres/settings.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { type NextLibrary, nextLibrary } from "../../support/next-library.ts";
import { freshSchema, interceptedPool, onPostgres, openPool, pool } from "../../support/postgres.ts";
import { POSTGRES_VERSION as VERSION } from "../../support/schema-versions.ts";

describe.each(onPostgres("PostgreSQL"))("on %s", () => {
  let next: NextLibrary["postgres"];
  beforeAll(async () => {
    next = (await nextLibrary("additive")).postgres;
  });

  const name = (suffix: string) => `plan_${suffix}_${process.pid}_${Date.now()}`;
  const companyIn = (schema: string) => createInvoicing({ store: postgresStore(pool, { schema }) }).company("acme");

  /** A schema of this version with some invoices. */
  async function usedSchema(invoices = 3): Promise<string> {
    const schema = await freshSchema();
    await companyIn(schema).saveProfile(germanProfile());
    await companyIn(schema).issueMany(oneTo(invoices).map(() => order()));
    await pool.query(`ANALYZE ${schema}.faktura_invoices`);
    return schema;
  }

  const definitionsIn = async (schema: string) =>
    (
      await pool.query(
        `SELECT oid::text, relname AS named FROM pg_class WHERE relnamespace = to_regnamespace($1)
         UNION ALL SELECT oid::text, tgname FROM pg_trigger WHERE tgrelid IN
           (SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace($1))
         UNION ALL SELECT xmin::text, proname FROM pg_proc WHERE pronamespace = to_regnamespace($1) ORDER BY 2, 1`,
        [schema],
      )
    ).rows;

  /** The statements that a migration sends, without those that only read or belong to the transaction. */
  async function statementsOf(migrate: typeof migratePostgres, schema: string): Promise<string[]> {
    const sent: string[] = [];
    const listening = interceptedPool(pool, (text, send) => {
      if (!/^(?:SELECT|WITH ours|BEGIN|COMMIT)/.test(text)) sent.push(...splitStatements(text));
      return send();
    });
    await migrate(listening, { schema });
    return sent;
  }

  const sqlOf = ({ steps }: MigrationPlan) => steps.map(({ sql }) => sql);

  test("a dry run on an empty database lists all statements without locks, and creates not even the schema", async () => {
    const schema = name('with "quotes"; --');
    const plan = await migratePostgres(pool, { schema, dryRun: true });
    expect(plan).toMatchObject({ from: 0, to: VERSION, worksWith: VERSION });
    expect((await pool.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema])).rows).toEqual([]);
    expect(plan.steps.every((step) => step.inTransaction && step.lock === undefined)).toBe(true);
    expect(plan.steps[0]!.sql).toMatch(/^CREATE SCHEMA /);
    expect(sqlOf(plan)).toEqual(await statementsOf(migratePostgres, schema));
    expect(await migratePostgres(pool, { schema, dryRun: true })).toEqual({ ...plan, from: VERSION, steps: [] });
  });

  test("a dry run reads only, with a role that may do nothing else, and respects create: false", async () => {
    const schema = name("denied");
    const sent: string[] = [];
    const listening = interceptedPool(pool, (text, send) => {
      sent.push(text);
      return send();
    });
    await migratePostgres(listening, { schema, dryRun: true });
    await next.migratePostgres(listening, { schema: await usedSchema(), dryRun: true });
    expect(sent.filter((text) => !/^(?:SELECT|WITH ours)/.test(text))).toEqual([]);
    await expect(migratePostgres(pool, { schema, dryRun: true, create: false })).rejects.toThrow("do not exist");
    await expect(migratePostgres(pool, { schema, dryRun: "yes" as never })).rejects.toThrow(/^dryRun must be true/);
  });

  test("a dry run of the next version names its statements, the locks that they take, and estimates by size", async () => {
    const schema = await usedSchema(200);
    const before = await definitionsIn(schema);
    const plan = await next.migratePostgres(pool, { schema, dryRun: true });
    expect(await definitionsIn(schema)).toEqual(before);
    expect(plan).toMatchObject({ from: VERSION, to: VERSION + 1, worksWith: VERSION });
    const alone = plan.steps.filter(({ inTransaction }) => !inTransaction);
    expect(alone).toEqual([
      {
        sql: `DROP INDEX CONCURRENTLY IF EXISTS "${schema}".faktura_invoices_by_status`,
        inTransaction: false,
        lock: { table: "faktura_invoices", mode: "SHARE UPDATE EXCLUSIVE", blocks: "nothing" },
      },
      expect.objectContaining({
        sql: expect.stringMatching(/^CREATE INDEX CONCURRENTLY faktura_invoices_by_status .*\(.*counter, zone\)$/),
      }),
      {
        sql: `CREATE INDEX CONCURRENTLY faktura_invoices_by_zone ON "${schema}".faktura_invoices (company_id, zone, counter)`,
        inTransaction: false,
        lock: { table: "faktura_invoices", mode: "SHARE UPDATE EXCLUSIVE", blocks: "nothing" },
        estimate: { bytes: expect.any(Number), rows: 200, seconds: 1 },
      },
    ]);
    const size = (await pool.query(`SELECT pg_table_size('${schema}.faktura_invoices')::int AS bytes`)).rows[0].bytes;
    expect(alone[2]!.estimate!.bytes).toBe(size);
    expect(plan.steps.find(({ sql }) => sql.includes("ADD COLUMN zone"))).toMatchObject({
      lock: { table: "faktura_invoices", mode: "ACCESS EXCLUSIVE", blocks: "reads and writes" },
    });
    expect(plan.steps.find(({ sql }) => sql.includes("CREATE TABLE"))!.lock).toBeUndefined();

    // What PostgreSQL itself locks, statement by statement.
    const client = await pool.connect();
    const held = async () => {
      const { rows } = await client.query<{ lock: string }>(
        `SELECT c.relname || ' ' || l.mode AS lock FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
         WHERE l.pid = pg_backend_pid() AND c.oid::text = ANY($1) AND c.relkind = 'r' AND l.mode NOT LIKE '%ShareLock'`,
        [before.map(({ oid }) => oid)],
      );
      return rows.map(({ lock }) => lock);
    };
    await client.query("BEGIN");
    for (const { sql, lock } of plan.steps.filter((step) => step.inTransaction)) {
      const earlier = await held();
      await client.query(sql);
      const taken = (await held()).filter((each) => !earlier.includes(each));
      const mode = lock?.mode.toLowerCase().replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
      const planned = lock && `${lock.table} ${mode}Lock`;
      expect([...earlier, planned], sql).toEqual(expect.arrayContaining(taken));
      if (planned !== undefined) expect([...earlier, ...taken], sql).toContain(planned);
    }
    await client.query("ROLLBACK");
    client.release();
    expect(sqlOf(plan)).toEqual(await statementsOf(next.migratePostgres as typeof migratePostgres, schema));
    expect((await next.migratePostgres(pool, { schema, dryRun: true })).steps).toEqual([]);
    expect((await migratePostgres(pool, { schema, dryRun: true })).steps, "the older one has nothing to do").toEqual(
      [],
    );
  });

  test("a dry run lists repairs, and refuses what cannot be repaired", async () => {
    const schema = await usedSchema();
    await pool.query(`ALTER TABLE ${schema}.faktura_invoices DROP CONSTRAINT faktura_invoices_id_key;
      DROP INDEX ${schema}.faktura_invoices_by_status`);
    const plan = await migratePostgres(pool, { schema, dryRun: true });
    expect(plan.steps).toMatchObject([
      { inTransaction: true, sql: "SET LOCAL search_path = pg_catalog, pg_temp" },
      { inTransaction: true, lock: { mode: "ACCESS EXCLUSIVE" }, estimate: { rows: 3 } },
      { inTransaction: false, lock: { mode: "SHARE UPDATE EXCLUSIVE" } },
    ]);
    await pool.query(`DROP TABLE ${schema}.faktura_payments`);
    await expect(migratePostgres(pool, { schema, dryRun: true })).rejects.toThrow(
      /faktura_payments is missing.*backup/,
    );
  });

  test("an index is built while a transaction that has written is still open, and others write", async () => {
    const schema = await usedSchema();
    const acme = companyIn(schema);
    const building: string[] = [];
    const listening = interceptedPool(pool, async (text, send) => {
      if (!text.startsWith("CREATE INDEX CONCURRENTLY faktura_invoices_by_zone ")) return send();
      const holder = await pool.connect();
      await holder.query(`BEGIN; INSERT INTO ${schema}.faktura_companies (company_id, profile) VALUES ('b', '{}');
        SELECT count(*) FROM ${schema}.faktura_invoices`);
      const built = send();
      // The build waits for the open transaction. Meanwhile, others issue.
      for (const _ of oneTo(3)) building.push((await acme.issue(order())).invoiceNumber);
      await holder.query("COMMIT");
      holder.release();
      return built;
    });
    await next.migratePostgres(listening, { schema });
    expect(building.length).toBe(3);
    await next.postgresStore(pool, { schema }).ready();
  });

  test("a build that was cancelled leaves an invalid index, and the next migration builds it again", async () => {
    const schema = await usedSchema();
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const holder = await pool.connect();
    const builder = openPool({ max: 1 });
    const listening = interceptedPool(builder, async (text, send, client) => {
      if (!text.startsWith("CREATE INDEX CONCURRENTLY faktura_invoices_by_zone ")) return send();
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      await holder.query(`BEGIN; LOCK TABLE ${schema}.faktura_invoices IN ROW EXCLUSIVE MODE`);
      const built = send();
      built.catch(() => undefined);
      const index = `SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('${schema}.faktura_invoices_by_zone')`;
      while ((await pool.query(index)).rows.length === 0);
      await pool.query(`SELECT pg_cancel_backend(${Number(rows[0]!["pid"])})`);
      return built;
    });
    await expect(next.migratePostgres(listening, { schema })).rejects.toThrow(
      /by_zone is missing\. Could not build the index; everything else is migrated\..*Run migratePostgres again, which/,
    );
    await holder.query("ROLLBACK");
    holder.release();
    const store = next.postgresStore(pool, { schema });
    for (const _ of oneTo(2)) await store.ready();
    expect(warned.mock.calls).toEqual([
      [
        `Faktura's tables in the schema "${schema}" do not match their definition: the index faktura_invoices_by_zone is ` +
          `invalid. Lists may be slow. Run migratePostgres(pool, { schema: "${schema}" }), which builds them.`,
        { code: "FAKTURA_INDEXES_MISSING" },
      ],
    ]);
    warned.mockClear();
    await postgresStore(pool, { schema }).ready();
    await companyIn(schema).issue(order());
    const { steps } = await next.migratePostgres(pool, { schema, dryRun: true });
    expect(steps.slice(0, 2).map(({ sql }) => sql)).toEqual([
      `DROP INDEX CONCURRENTLY IF EXISTS "${schema}".faktura_invoices_by_zone`,
      expect.stringMatching(/^CREATE INDEX CONCURRENTLY faktura_invoices_by_zone /),
    ]);
    expect(steps[0]!.lock).toEqual({ table: "faktura_invoices", mode: "SHARE UPDATE EXCLUSIVE", blocks: "nothing" });
    await next.migratePostgres(pool, { schema });
    await next.postgresStore(pool, { schema }).ready();
    expect(warned.mock.calls, "an index guards nothing").toEqual([]);
    await builder.end();
    warned.mockRestore();
  });

  /** A schema of the next version without one of its indexes. */
  async function schemaWithoutIndex(): Promise<string> {
    const schema = await usedSchema();
    await next.migratePostgres(pool, { schema });
    await pool.query(`DROP INDEX ${schema}.faktura_invoices_by_zone`);
    return schema;
  }

  test("vacuuming is not taken for another server's build", async () => {
    const schema = await schemaWithoutIndex();
    const [holder, vacuuming] = [await pool.connect(), openPool({ max: 1 })];
    // A cursor on a page of the table, for whose end VACUUM waits.
    await holder.query(`BEGIN; DECLARE page CURSOR FOR SELECT * FROM ${schema}.faktura_invoices; FETCH 1 FROM page`);
    const vacuumed = vacuuming.query(`VACUUM (FREEZE) ${schema}.faktura_invoices`);
    const progress = `SELECT 1 FROM pg_stat_progress_vacuum WHERE relid = '${schema}.faktura_invoices'::regclass`;
    while ((await pool.query(progress)).rows.length === 0);
    const building = interceptedPool(pool, async (text, send) => {
      const answer = send();
      if (!text.startsWith("CREATE INDEX CONCURRENTLY")) return answer;
      await holder.query("COMMIT");
      holder.release();
      return answer;
    });
    await next.migratePostgres(building, { schema });
    await vacuumed;
    await vacuuming.end();
    expect((await next.migratePostgres(pool, { schema, dryRun: true })).steps).toEqual([]);
  });

  const MIGRATED =
    /^Faktura's tables in .* the index faktura_invoices_by_\w+ is missing\. .*verything else is migrated\./;

  test("a server that waits too long for another's build says what was written and what is missing", async () => {
    const schema = await usedSchema();
    await pool.query(`DROP INDEX ${schema}.faktura_invoices_by_status`);
    const holder = await pool.connect();
    await holder.query(`BEGIN; LOCK TABLE ${schema}.faktura_invoices IN SHARE UPDATE EXCLUSIVE MODE`);
    const session = await Session.open(pool, new Deadline(60_000));
    const waiting = buildIndexes(session, tablesIn(schema), true, new Deadline(0));
    await expect(waiting).rejects.toBeInstanceOf(StoreBusyError);
    session.release();
    await holder.query("ROLLBACK");
    holder.release();
    await expect(waiting).rejects.toThrow(MIGRATED);
    await expect(waiting).rejects.toThrow(/Another server is building an index on them\..*Run migratePostgres again/);
  });

  test("a build that the role's lock_timeout ends says what was written and what is missing", async () => {
    const schema = await schemaWithoutIndex();
    const holder = await pool.connect();
    await holder.query(`BEGIN; LOCK TABLE ${schema}.faktura_invoices IN SHARE ROW EXCLUSIVE MODE`);
    const hasty = openPool({ max: 1, options: "-c lock_timeout=50" });
    const built = next.migratePostgres(hasty, { schema });
    await expect(built).rejects.toMatchObject({ name: "StoreBusyError" });
    await expect(built).rejects.toThrow(MIGRATED);
    await expect(built).rejects.toThrow(/lock timeout\. Run migratePostgres again, which continues\.$/);
    await holder.query("ROLLBACK");
    holder.release();
    await hasty.end();
  });

  test("servers that migrate at once all find the index built, while the old ones issue", async () => {
    const schema = await usedSchema();
    const acme = companyIn(schema);
    const pools = oneTo(10).map(() => openPool({ max: 1 }));
    const migrations = pools.map((each) => next.migratePostgres(each, { schema }));
    const issued = oneTo(10).map(() => acme.issue(order()));
    await Promise.all([...migrations, ...issued]);
    await next.postgresStore(pool, { schema }).ready();
    expect((await acme.audit()).findings).toEqual([]);
    expect((await acme.list()).total).toBe(13);
    await Promise.all(pools.map((each) => each.end()));
  });

  test("on newer tables, a check may be another one, but it must exist", async () => {
    const schema = await usedSchema();
    await next.migratePostgres(pool, { schema });
    const store = postgresStore(pool, { schema });
    await pool.query(`ALTER TABLE ${schema}.faktura_journal DROP CONSTRAINT faktura_journal_kind_check,
      ADD CONSTRAINT faktura_journal_kind_check CHECK (kind <> '')`);
    await store.ready();
    await pool.query(`ALTER TABLE ${schema}.faktura_journal DROP CONSTRAINT faktura_journal_kind_check`);
    await expect(store.ready()).rejects.toThrow(
      new RegExp(
        `faktura_journal lacks CONSTRAINT faktura_journal_kind_check CHECK.*A newer faktura made version ${VERSION + 1}`,
      ),
    );
    await expect(migratePostgres(pool, { schema })).rejects.toThrow(
      /lacks CONSTRAINT .*migrate with it again\. Then run an audit/,
    );
    await expect(migratePostgres(pool, { schema, panel: true })).rejects.toThrow("lacks CONSTRAINT");
  });

  test("the table of the panel is not added to newer tables", async () => {
    const schema = await usedSchema();
    await next.migratePostgres(pool, { schema });
    await expect(migratePostgres(pool, { schema, panel: true })).rejects.toThrow(
      `The table of the panel does not exist in the schema "${schema}". A newer faktura made version ${VERSION + 1}`,
    );
    await next.migratePostgres(pool, { schema, panel: true });
    await migratePostgres(pool, { schema, panel: true });
  });

  test("a newer version without triggers is admitted, and gets none from the older one", async () => {
    const schema = name("bare");
    await next.migratePostgres(pool, { schema, triggers: false });
    await migratePostgres(pool, { schema });
    await companyIn(schema).saveProfile(germanProfile());
    expect((await companyIn(schema).issue(order())).invoiceNumber).toMatch(/-0001$/);
    expect((await pool.query(`SELECT guarded FROM ${schema}.faktura_schema`)).rows).toEqual([{ guarded: false }]);
  });
});
