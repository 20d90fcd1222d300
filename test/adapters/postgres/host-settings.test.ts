import { postgresStore } from "faktura/postgres";
import { afterAll, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool } from "../../support/postgres.ts";

const quiet = openPool({ max: 2, options: "-c client_min_messages=error" });
afterAll(() => quiet.end());

test("warnings are on during a transaction even if the role has turned them off, and only then", async () => {
  const schema = await freshSchema();
  const levels: unknown[] = [];
  const listening = interceptedPool(quiet, async (text, send, client) => {
    if (text === "COMMIT") {
      const { rows } = await client.query("SELECT current_setting('client_min_messages') AS level");
      levels.push(rows[0]!["level"]);
    }
    return send();
  });
  const { acme } = await openBooks(postgresStore(listening, { schema }));
  await acme.issue(order());
  expect(levels.length).toBeGreaterThan(0);
  expect(new Set(levels)).toEqual(new Set(["warning"]));
  expect((await quiet.query("SHOW client_min_messages")).rows).toEqual([{ client_min_messages: "error" }]);
});

test("an error that a host's own deferred trigger raises at COMMIT is thrown unchanged, and no connection is lost", async () => {
  const schema = await freshSchema();
  await pool.query(`CREATE FUNCTION ${schema}.over_limit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'credit limit reached' USING ERRCODE = 'UE001'; END $$`);
  await pool.query(`CREATE CONSTRAINT TRIGGER over_limit AFTER INSERT ON ${schema}.faktura_invoices
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.over_limit()`);
  const own = openPool({ max: 2 });
  let connected = 0;
  own.on("connect", () => {
    connected += 1;
  });
  const { acme } = await openBooks(postgresStore(own, { schema }), germanProfile());
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(acme.issue(order())).rejects.toMatchObject({ code: "UE001", message: "credit limit reached" });
  }
  expect(connected).toBeLessThanOrEqual(2);
  expect((await acme.list()).total).toBe(0);
  await own.end();
});

test("a document that is JSON but not an object is refused, because nothing could read it", async () => {
  const schema = await freshSchema();
  const insert = (document: string) =>
    pool.query(
      `INSERT INTO ${schema}.faktura_invoices (company_id, counter, id, invoice_number, issue_date, source, document)
       VALUES ('acme', 1, 'a', 'INV-202611-0001', '2026-11-20', 'panel', $1)`,
      [document],
    );
  for (const document of ["null", "[]", "1", '"text"', "no JSON"]) {
    await expect(insert(document), document).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:23514|22P02)$/),
    });
  }
});
