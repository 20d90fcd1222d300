/**
 * Goal: the database itself refuses to delete, reactivate or extend an API key, so that who could do what, and until
 * when, stays known.
 * Method: a revoked key, a key with an expiry, and a plain key. An unrelated connection tries each statement.
 */
import { apiKeys } from "faktura";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { freshSchema, pool } from "../../support/postgres.ts";
import { connectRaw, freshFile } from "../../support/stores.ts";

interface Database {
  readonly name: string;
  /** Keys with three names in a new database, and a function that runs SQL there; `t` is the table. */
  readonly open: () => Promise<{ run: (sql: string) => Promise<readonly unknown[]> }>;
}

async function fill(keys: ReturnType<typeof apiKeys>): Promise<void> {
  const scopes = ["read:invoices"];
  const revoked = await keys.create("acme", { scopes, name: "revoked" });
  await keys.create("acme", { scopes, name: "expiring", expiresAt: "2099-01-01T00:00:00Z" });
  const plain = await keys.create("acme", { scopes, name: "plain" });
  await keys.authenticate(plain.apiKey);
  await keys.revoke("acme", revoked.id);
  await keys.close();
}

const DATABASES: readonly Database[] = [
  {
    name: "SQLite",
    open: async () => {
      const path = freshFile();
      const store = sqliteStore(() => connectRaw(path));
      await fill(apiKeys(store));
      await store.close();
      const raw = connectRaw(path);
      return {
        run: async (sql) => {
          const text = sql.replaceAll(" t ", " faktura_api_keys ");
          return text.startsWith("SELECT") ? raw.prepare(text).all() : [raw.prepare(text).run()];
        },
      };
    },
  },
  {
    name: "PostgreSQL",
    open: async () => {
      const schema = await freshSchema();
      await fill(apiKeys(postgresStore(pool, { schema })));
      return { run: async (sql) => (await pool.query(sql.replaceAll(" t ", ` ${schema}.faktura_api_keys `))).rows };
    },
  },
];

const COPY = "company_id, id, hash, scopes, name, actor, created_at, expires_at, revoked_at, last_used_at";

const CHANGES = [
  ...["company_id", "id", "name", "actor", "created_at"].map((column) => `${column} = 'other'`),
  "scopes = '[]'",
  `hash = '${"f".repeat(64)}'`,
];

const REFUSED: readonly string[] = [
  "DELETE FROM t WHERE name = 'revoked'",
  "DELETE FROM t ",
  ...CHANGES.map((change) => `UPDATE t SET ${change} WHERE name = 'plain'`),
  "UPDATE t SET revoked_at = NULL WHERE name = 'revoked'",
  "UPDATE t SET revoked_at = '2099-01-01T00:00:00.000Z' WHERE name = 'revoked'",
  "UPDATE t SET expires_at = NULL WHERE name = 'expiring'",
  "UPDATE t SET expires_at = '2099-01-01T00:00:00.001Z' WHERE name = 'expiring'",
  "UPDATE t SET last_used_at = NULL WHERE name = 'plain'",
  "UPDATE t SET last_used_at = '2020-01-01T00:00:00.000Z' WHERE name = 'plain'",
];

const ONLY_HERE: Readonly<Record<string, readonly string[]>> = {
  SQLite: [
    `REPLACE INTO t (${COPY}) SELECT ${COPY.replace("revoked_at", "NULL")} FROM t WHERE name = 'revoked'`,
    "UPDATE OR REPLACE t SET id = (SELECT id FROM t WHERE name = 'plain') WHERE name = 'revoked'",
  ],
  PostgreSQL: ["TRUNCATE t ", "SELECT 1; SET session_replication_role = replica; DELETE FROM t "],
};

describe.each(DATABASES)("$name", ({ name, open }) => {
  test("a key cannot be deleted, replaced, reactivated or extended", async () => {
    const { run } = await open();
    const before = await run("SELECT * FROM t ORDER BY name");
    for (const sql of [...REFUSED, ...ONLY_HERE[name]!]) {
      await expect(run(sql), sql).rejects.toThrow(/^faktura: an API key /);
      expect(await run("SELECT * FROM t ORDER BY name"), sql).toEqual(before);
    }
  });

  test("a row that cannot be a key cannot be inserted", async () => {
    const { run } = await open();
    for (const [column, value] of [
      ["hash", "'fk_acme_key'"],
      ["hash", `'${"F".repeat(64)}'`],
      ["scopes", "'{}'"],
      ["scopes", "'read:invoices'"],
    ] as const) {
      const values = COPY.replace("id,", "id,").replace(" id,", " 'new',").replace(column, value);
      const insert = `INSERT INTO t (${COPY}) SELECT ${values} FROM t WHERE name = 'plain'`;
      await expect(run(insert), insert).rejects.toThrow(/constraint|json/i);
    }
  });

  test("allowed statements succeed, so the refusals above have no other cause", async () => {
    const { run } = await open();
    await run("UPDATE t SET expires_at = '2098-01-01T00:00:00.000Z' WHERE name = 'expiring'");
    await run("UPDATE t SET last_used_at = '2099-01-01T00:00:00.000Z' WHERE name = 'plain'");
    await run("UPDATE t SET revoked_at = '2099-01-01T00:00:00.000Z' WHERE name = 'plain'");
    const rows = await run("SELECT name FROM t WHERE revoked_at IS NOT NULL ORDER BY name");
    expect(rows).toEqual([{ name: "plain" }, { name: "revoked" }]);
  });
});
