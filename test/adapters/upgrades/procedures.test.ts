/**
 * Goal: servers of two versions issue through procedures of their own versions, in one round trip each; if that of a
 * version is gone, its servers issue in transactions.
 */
import { createInvoicing } from "faktura";
import { migratePostgres, type PostgresPool, postgresStore } from "faktura/postgres";
import { expect, test } from "vitest";
import { issueProcedure } from "../../../src/adapters/postgres/schema/issue-procedure.ts";
import { tablesIn } from "../../../src/adapters/postgres/settings.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { nextLibrary } from "../../support/next-library.ts";
import { freshSchema, interceptedPool, onPostgres, pool } from "../../support/postgres.ts";

/** A pool, and the procedures or transactions that were used through it. */
function watched(): { through: PostgresPool; used: string[] } {
  const used: string[] = [];
  const through = interceptedPool(pool, (text, send) => {
    const procedure = /^CALL \S+\.(\w+)\(/.exec(text)?.[1];
    if (procedure !== undefined) used.push(procedure);
    if (text.startsWith("BEGIN")) used.push("BEGIN");
    return send();
  });
  return { through, used };
}

test.each(onPostgres("PostgreSQL"))(
  "on %s, both versions go on in one trip, each through its own procedure",
  async () => {
    const next = await nextLibrary("additive");
    const schema = await freshSchema();
    const [ours, theirs] = [watched(), watched()];
    const old = createInvoicing({ store: postgresStore(ours.through, { schema }) }).company("acme");
    await old.saveProfile(germanProfile());
    for (const _ of oneTo(2)) await old.issue(order());
    await next.postgres.migratePostgres(pool, { schema });
    const renewed = next.faktura
      .createInvoicing({ store: next.postgres.postgresStore(theirs.through, { schema }) })
      .company("acme");
    ours.used.splice(0);
    for (const _ of oneTo(5)) await old.issue(order());
    expect(ours.used).toEqual(oneTo(5).map(() => "faktura_issue_2"));
    for (const _ of oneTo(5)) await renewed.issue(order());
    expect(theirs.used).toEqual(["BEGIN", ...oneTo(4).map(() => "faktura_issue_3")]);
    expect((await old.issue(order())).invoiceNumber).toMatch(/-0013$/);
    expect((await renewed.audit()).findings).toEqual([]);

    const restarted = watched();
    await migratePostgres(restarted.through, { schema });
    const again = createInvoicing({ store: postgresStore(restarted.through, { schema }) }).company("acme");
    restarted.used.splice(0);
    for (const _ of oneTo(3)) await again.issue(order());
    expect(restarted.used).toEqual(["BEGIN", "faktura_issue_2", "faktura_issue_2"]);
  },
);

test.each(onPostgres("PostgreSQL"))("on %s, a server whose procedure is gone issues in transactions", async () => {
  const schema = await freshSchema();
  const { through, used } = watched();
  const acme = createInvoicing({ store: postgresStore(through, { schema }) }).company("acme");
  await acme.saveProfile(germanProfile());
  for (const _ of oneTo(2)) await acme.issue(order());
  expect(used.at(-1)).toBe("faktura_issue_2");
  await pool.query(`DROP PROCEDURE ${schema}.faktura_issue_2`);
  used.splice(0);
  for (const count of oneTo(5)) expect((await acme.issue(order())).invoiceNumber).toMatch(`-000${2 + count}`);
  expect(used.filter((each) => each === "BEGIN").length).toBe(5);
});

test.each(onPostgres("PostgreSQL"))(
  "on %s, a breaking migration stops older servers at once, even if it leaves their procedure",
  async () => {
    const next = await nextLibrary("breaking");
    const schema = await freshSchema();
    const { through, used } = watched();
    const old = createInvoicing({ store: postgresStore(through, { schema }) }).company("acme");
    await old.saveProfile(germanProfile());
    for (const _ of oneTo(2)) await old.issue(order());
    const plan = await next.postgres.migratePostgres(pool, { schema, dryRun: true });
    expect(plan.steps.filter(({ sql }) => /^UPDATE \S+ SET fence/.test(sql)).map(({ lock }) => lock?.table)).toEqual([
      "faktura_sequences",
    ]);
    await next.postgres.migratePostgres(pool, { schema });
    await pool.query(issueProcedure(tablesIn(schema)));
    used.splice(0);
    await expect(old.issue(order())).rejects.toThrow(/only supports versions up to/);
    expect(used).toEqual(["faktura_issue_2", "BEGIN"]);
    expect((await old.list()).total).toBe(2);
  },
);
