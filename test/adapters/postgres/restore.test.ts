/**
 * Goal: books restored from a dump are unchanged, including their guards, in each of the ways that the guide shows.
 * Method: the guide's own commands, on a complete PostgreSQL from Debian, because pg_dump cannot read a newer server.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createInvoicing, type JournalHead } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openPool } from "../../support/postgres.ts";
import { newDataFolderOf, PostgresProcess } from "../../support/postgres-process.ts";
import { NO_POSTGRES_TOOLS, POSTGRES_TOOLS } from "../../support/postgres-tools.ts";
import { describeUnless } from "../../support/skipping.ts";
import { fillBooks } from "../raw-books.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../../docs/guide/restore-postgres.md"), "utf8");
const SCHEMA = { schema: "billing" };

describeUnless(NO_POSTGRES_TOOLS)("dumped books", () => {
  let server: PostgresProcess;
  let head: JournalHead;
  const folder = mkdtempSync(join(tmpdir(), "faktura-dump-"));
  const pools: Pool[] = [];

  const open = (database: string) => {
    const url = server.url.replace(/postgres$/, database);
    const opened = openPool({ connectionString: url, max: 3 });
    pools.push(opened);
    return opened;
  };
  const acmeOf = (pool: Pool) => createInvoicing({ store: postgresStore(pool, SCHEMA) }).company("acme");

  /** Runs commands from the guide. */
  async function shell(text: string): Promise<void> {
    const place = { PGHOST: "127.0.0.1", PGPORT: String(server.port), PGUSER: "postgres" };
    const env = { ...process.env, PATH: `${POSTGRES_TOOLS}:${process.env["PATH"]}`, ...place };
    await promisify(execFile)("sh", ["-ec", text], { cwd: folder, env });
  }

  /** Runs the guide's block with this name, into a new database. */
  const block = (name: string, database: string) =>
    new RegExp(`^\`\`\`sh ${name}\\n(.*?)^\`\`\`$`, "ms").exec(GUIDE)![1]!.replaceAll("restored", database);

  /** Opens the books in the database, and returns what is in them. */
  async function expectWhole(pool: Pool): Promise<void> {
    const acme = acmeOf(pool);
    expect((await acme.audit({ expect: head })).findings).toEqual([]);
    expect((await acme.issue(order(), { idempotencyKey: "key" })).invoiceNumber, "a replay").toMatch(/-0045$/);
    expect((await acme.issue(order())).invoiceNumber).toMatch(/-0046$/);
    const { rows } = await pool.query("SELECT count(*)::int AS always FROM pg_trigger WHERE tgenabled = 'A'");
    expect(rows).toEqual([{ always: 44 }]);
    await pool.query("SET session_replication_role = replica; SELECT 1");
    await expect(pool.query("DELETE FROM billing.faktura_invoices")).rejects.toThrow("an invoice cannot be deleted");
  }

  beforeAll(async () => {
    server = await PostgresProcess.start(await newDataFolderOf(POSTGRES_TOOLS!), {}, join(POSTGRES_TOOLS!, "postgres"));
    await server.rows("CREATE DATABASE shop");
    const pool = open("shop");
    await migratePostgres(pool, SCHEMA);
    const store = postgresStore(pool, SCHEMA);
    const acme = createInvoicing({ store }).company("acme");
    await acme.saveProfile(germanProfile());
    await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-01-01" });
    await fillBooks(acme);
    const [event] = await store.billing.pending("acme");
    await store.billing.acknowledge("acme", [event!.id]);
    ({ head } = await acme.audit());
  });

  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await server?.stop();
  });

  test("are complete after a full restore, with nothing left to do", async () => {
    await shell(block("full", "full"));
    await expectWhole(open("full"));
  });

  test("are complete after only rows are restored into tables without triggers, which the migration then adds", async () => {
    await server.rows("CREATE DATABASE bare");
    const pool = open("bare");
    await migratePostgres(pool, { ...SCHEMA, triggers: false });
    await shell(block("rows", "bare"));
    await migratePostgres(pool, SCHEMA);
    await expectWhole(pool);
  });

  test("are complete after a restore with disabled triggers, which the store refuses until they are ALWAYS again", async () => {
    await server.rows("CREATE DATABASE disabled");
    const pool = open("disabled");
    await migratePostgres(pool, SCHEMA);
    const [dump, restore] = block("rows", "disabled").trim().split("\n");
    await shell(dump!);
    await expect(shell(restore!)).rejects.toThrow("faktura: ");
    await shell(block("disabled", "disabled"));
    const left = await pool.query("SELECT tgenabled, count(*)::int FROM pg_trigger GROUP BY 1");
    expect(left.rows).toEqual([{ tgenabled: "O", count: 44 }]);
    await expect(acmeOf(pool).issue(order())).rejects.toThrow("faktura_invoices_kept is enabled, but not ALWAYS");
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    await migratePostgres(pool, SCHEMA);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
    await expectWhole(pool);
  });

  test("are complete with a second row in the version table beside the migration's, which does no harm", async () => {
    await server.rows("CREATE DATABASE twice");
    const pool = open("twice");
    await migratePostgres(pool, { ...SCHEMA, triggers: false });
    await shell(block("rows", "twice").replaceAll("--exclude-table=billing.faktura_schema ", ""));
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    await migratePostgres(pool, SCHEMA);
    warned.mockRestore();
    await expectWhole(pool);
  });
});
