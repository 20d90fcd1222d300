/**
 * Goal: the journal can be read where nothing can be written, and reading it writes nothing.
 * Method: a standby, a role that may only read, and a table that writes when it is read.
 */
import { createInvoicing, type JournalReader } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { expect, test } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, interceptedPool, openPool, pool } from "../../support/postgres.ts";
import { prepareData, startPair } from "../../support/postgres-pair.ts";
import { removeDataFolder } from "../../support/postgres-process.ts";
import { writePostgresBooks } from "./books.ts";

const READS: Record<string, (journal: JournalReader) => Promise<unknown>> = {
  companies: (journal) => journal.companies(null, 9),
  head: (journal) => journal.head("acme"),
  invoicesAfter: (journal) => journal.invoicesAfter("acme", 0, 9),
  entriesAfter: (journal) => journal.entriesAfter("acme", 0, 9),
  billing: (journal) => journal.billing("acme"),
};

test.each(Object.entries(READS))("%s is one statement, in a transaction that cannot write", async (_, read) => {
  const sent: string[] = [];
  const listening = interceptedPool(pool, (text, send) => {
    sent.push(text);
    return send();
  });
  const { journal } = postgresStore(listening, { schema: await freshSchema() });
  await read(journal); // also checks the tables
  expect(sent.splice(0)).toEqual([
    expect.stringMatching(/^BEGIN .* READ ONLY;/),
    expect.stringContaining("'faktura_schema'"),
    expect.stringContaining("faktura_schema"),
    expect.anything(),
    "COMMIT",
  ]);
  await read(journal);
  expect(sent).toEqual([expect.stringMatching(/^BEGIN .* READ ONLY;/), expect.anything(), "COMMIT"]);
});

test("PostgreSQL refuses a table that would write when it is read", async () => {
  const schema = await writePostgresBooks();
  await pool.query(`ALTER TABLE ${schema}.faktura_billing_cursors RENAME TO cursors;
    CREATE FUNCTION ${schema}.write() RETURNS void LANGUAGE sql AS
      $$ INSERT INTO ${schema}.cursors (company_id) VALUES ('written') $$;
    CREATE VIEW ${schema}.faktura_billing_cursors AS
      SELECT c.*, ${schema}.write()::text AS written FROM ${schema}.cursors AS c
      UNION ALL SELECT 'acme', 0, NULL, ${schema}.write()::text`);
  const { journal } = postgresStore(pool, { schema });
  await expect(journal.billing("acme")).rejects.toMatchObject({ code: "25006" });
  await expect(journal.head("acme"), "the connection is as good as new").resolves.toMatchObject({ position: 7 });
});

test("a missing table is reported, and checked again at the next call", async () => {
  const schema = `late_${Date.now()}`;
  const { journal } = postgresStore(pool, { schema });
  await expect(journal.head("acme")).rejects.toThrow(`migratePostgres(pool, { schema: "${schema}" })`);
  await migratePostgres(pool, { schema });
  await expect(journal.head("acme")).resolves.toMatchObject({ position: 0 });
});

test("books on a connection with read-only transactions can be audited, but not written", async () => {
  const schema = await writePostgresBooks();
  const own = openPool({ options: "-c default_transaction_read_only=on", max: 2 });
  const invoicing = createInvoicing({ store: postgresStore(own, { schema }) });
  const acme = invoicing.company("acme");
  expect(await acme.audit()).toMatchObject({ invoices: 4, findings: [] });
  await expect(acme.issue(order()), "having read is no leave to write").rejects.toThrow("are read-only");
  await invoicing.close();
  await own.end();
});

test("books on a standby can be audited, by the library and by the command", async () => {
  const data = await prepareData(async (url) => {
    const own = openPool({ connectionString: url, max: 2 });
    await migratePostgres(own);
    const invoicing = createInvoicing({ store: postgresStore(own) });
    await invoicing.company("acme").saveProfile(germanProfile());
    await invoicing.company("acme").issueMany([order(), order()]);
    await invoicing.close();
    await own.end();
  });
  const pair = await startPair(data, { synchronous: false, synchronousCommit: "on", delayMs: 0 });
  const own = openPool({ connectionString: pair.standby.url, max: 2 });
  const invoicing = createInvoicing({ store: postgresStore(own) });
  try {
    const acme = invoicing.company("acme");
    expect(await acme.audit()).toMatchObject({ invoices: 2, entries: 2, findings: [] });
    await expect(acme.list()).rejects.toThrow("read-only replica");
    expect(await runCli(["audit", pair.standby.url])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("acme: 2 invoices, 2 entries: sound"),
    });
    await pair.primary.rows("DROP TRIGGER faktura_invoices_kept ON faktura.faktura_invoices");
    let findings = (await acme.audit()).findings;
    while (findings.length === 0) findings = (await acme.audit()).findings; // once the standby has caught up
    expect(findings).toEqual([{ code: "guard_missing", detail: "the trigger faktura_invoices_kept is missing" }]);
  } finally {
    await invoicing.close();
    await own.end();
    await pair.end();
    removeDataFolder(data);
  }
});
