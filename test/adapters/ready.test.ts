/**
 * Goal: `ready` rejects as soon as a store could no longer issue durably and guarded, and says what is wrong.
 * Method: damage a real file, a real schema and a real server, one thing at a time, while the store is open.
 */
import { renameSync, writeFileSync } from "node:fs";
import { createInvoicing, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore, type SqliteConnection, sqliteStore } from "faktura/sqlite";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { freshSchema, pool } from "../support/postgres.ts";
import { connectRaw, EVERY_STORE, freshFile, withRaw } from "../support/stores.ts";

const opened: InvoicingStore[] = [];
afterEach(async () => void (await Promise.all(opened.splice(0).map((store) => store.close()))));

function kept<Store extends InvoicingStore>(store: Store): Store {
  opened.push(store);
  return store;
}

describe.each(EVERY_STORE)("$name", ({ open }) => {
  test("is ready with nothing, again and again, through the store and the invoicing", async () => {
    const store = kept(await open());
    const invoicing = createInvoicing({ store });
    expect([await store.ready(), await invoicing.ready(), await invoicing.ready({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await invoicing.close();
    await expect(invoicing.ready()).rejects.toThrow("this invoicing is closed");
    await expect(store.ready()).rejects.toThrow("this store is closed");
  });
});

describe("a SQLite file", () => {
  async function openFile() {
    const path = freshFile();
    const store = kept(await openSqliteStore(path));
    await store.ready();
    return { path, store };
  }

  test.each([
    ["a guard is missing", "DROP TRIGGER faktura_invoices_no_delete", /trigger faktura_\w+ is missing.+Restart/],
    ["an index is missing", "DROP INDEX faktura_invoices_by_status", /index faktura_invoices_by_status is missing/],
    [
      "the schema's record is missing",
      "DROP TABLE faktura_schema",
      /table faktura_schema is missing.+Restore a backup/,
    ],
    ["a table is missing", "DROP TABLE faktura_api_keys", /table faktura_api_keys is missing.+Restore a backup/],
    [
      "a newer library has migrated it",
      "UPDATE faktura_schema SET version = 1000, works_with = 1000",
      /version 1000 .+Upgrade faktura/,
    ],
  ])("is not ready if %s", async (_, damage, message) => {
    const { path, store } = await openFile();
    withRaw(path, (raw) => {
      const [trigger] = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all() as [
        { name: string },
      ];
      raw.exec(damage.replace("faktura_invoices_no_delete", trigger.name));
    });
    await expect(store.ready()).rejects.toThrow(message);
  });

  test("is not ready if it was moved or replaced, though SQLite would go on writing", async () => {
    const { path, store } = await openFile();
    renameSync(path, `${path}.moved`);
    await expect(store.ready()).rejects.toThrow(/was moved, deleted or replaced/);
    writeFileSync(path, "");
    await expect(store.ready()).rejects.toThrow(/was moved, deleted or replaced/);
    renameSync(`${path}.moved`, path);
    await expect(store.ready(), "until it is opened anew").rejects.toThrow(/was moved, deleted or replaced/);
  });

  test("is not ready if its commits are no longer durable", async () => {
    const path = freshFile();
    const connections: SqliteConnection[] = [];
    const store = kept(
      sqliteStore(() => {
        connections.push(connectRaw(path));
        return connections.at(-1)!;
      }),
    );
    await store.ready();
    connections[0]!.exec("PRAGMA synchronous = NORMAL");
    await expect(store.ready()).rejects.toThrow(/synchronous = 1.+not be durable/);
  });

  test("is ready while another process holds the write lock", async () => {
    const { path, store } = await openFile();
    const other = connectRaw(path);
    other.exec("BEGIN IMMEDIATE");
    expect(await store.ready()).toBeUndefined();
    other.close();
  });
});

describe("PostgreSQL", () => {
  test.each([
    ["a guard is missing", (s: string) => `DROP TRIGGER faktura_invoices_follow ON ${s}.faktura_invoices`, /follow/],
    ["a column is missing", (s: string) => `ALTER TABLE ${s}.faktura_payments DROP COLUMN method`, /the column method/],
    ["the tables are gone", (s: string) => `DROP SCHEMA ${s} CASCADE`, /do not exist.+Run migratePostgres/],
    [
      "they are newer",
      (s: string) => `UPDATE ${s}.faktura_schema SET version = 1000, works_with = 1000`,
      /version 1000 .+Upgrade/,
    ],
  ])("is not ready if %s", async (_, damage, message) => {
    const schema = await freshSchema();
    const store = kept(postgresStore(pool, { schema }));
    await store.ready();
    await pool.query(damage(schema));
    await expect(store.ready()).rejects.toThrow(message);
  });

  test("is not ready if the server cannot be reached", async () => {
    const away = new pg.Pool({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
    const store = kept(postgresStore(away));
    await expect(store.ready()).rejects.toMatchObject({ code: "store_unavailable" });
    await away.end();
  });

  test("is not ready if transactions are read-only", async () => {
    const schema = await freshSchema();
    const { connectionString } = pool.options;
    const own = new pg.Pool({ connectionString, options: "-c default_transaction_read_only=on" });
    const store = kept(postgresStore(own, { schema }));
    await expect(store.ready()).rejects.toThrow(/read-only/);
    await own.end();
  });
});

test("the signal ends the wait for a store that does not answer, and leaves no listener behind", async () => {
  const silent = Object.assign(memoryStore(), { ready: () => new Promise<void>(() => undefined) });
  const invoicing = createInvoicing({ store: silent });
  const stop = new AbortController();
  const ready = invoicing.ready({ signal: stop.signal });
  stop.abort(new Error("too late"));
  await expect(ready).rejects.toThrow("too late");
  await expect(invoicing.ready({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  await expect(invoicing.ready({ signal: "soon" as never })).rejects.toThrow(/signal must be an AbortSignal/);
});
