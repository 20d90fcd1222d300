import { postgresStore } from "faktura/postgres";
import { expect } from "vitest";
import { pool } from "../../support/postgres.ts";
import { dump, writePostgresBooks } from "./books.ts";

/** Acme's books, with the events at `acknowledged` delivered, and a superuser who tries to change them. */
export async function openRefusals(...acknowledged: number[]) {
  const schema = await writePostgresBooks();
  const { billing } = postgresStore(pool, { schema });
  const events = await billing.pending("acme");
  const ids = events.filter(({ counter }) => acknowledged.includes(counter)).map(({ id }) => id);
  if (ids.length > 0) await billing.acknowledge("acme", ids);
  const before = await dump(schema);

  /** The error of the statements, in their own transaction; `undefined` if they are committed. */
  async function attempt(sql: string, role = "origin"): Promise<unknown> {
    const client = await pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL session_replication_role = ${role}; SET LOCAL search_path = ${schema}`);
      await client.query(sql);
      await client.query("COMMIT");
      return undefined;
    } catch (error) {
      await client.query("ROLLBACK");
      return error;
    } finally {
      client.release();
    }
  }

  /** Tries the statements with and without the setting that bypasses ordinary triggers. */
  async function expectRefused(sql: string, by = /^faktura: /): Promise<void> {
    for (const role of ["origin", "replica"]) {
      expect((await attempt(sql, role)) as Error, sql).toMatchObject({ message: expect.stringMatching(by) });
    }
    expect(await dump(schema), sql).toBe(before);
  }

  /** Checks that all statements succeed. A division by zero at the end rolls them back. */
  async function expectAllowed(...statements: string[]): Promise<void> {
    const error = await attempt(`${statements.join(";")}; SELECT 1 / 0`);
    expect(error, statements.join(";\n")).toMatchObject({ code: "22012" });
    expect(await dump(schema)).toBe(before);
  }

  return { schema, attempt, expectRefused, expectAllowed };
}
