/** Joined calls that wait in vain: for a lock, for an answer, for the end of a statement. */
import type pg from "pg";
import { expect, test } from "vitest";
import { order } from "../../../support/fixtures.ts";
import { passTime, stopTimers } from "../../../support/passing-time.ts";
import { pool } from "../../../support/postgres.ts";
import { intercepted, openHost, runs } from "../host.ts";

test("only a statement that is canceled, or that exceeds the host's timeout, is undone", async () => {
  const { schema, client, joined, addOrder, kept } = await openHost();
  await pool.query(`CREATE FUNCTION ${schema}.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
    CREATE TRIGGER dawdle BEFORE INSERT ON ${schema}.faktura_invoices FOR EACH ROW EXECUTE FUNCTION ${schema}.dawdle()`);
  await client.query("BEGIN");
  await addOrder("order-1");
  await client.query("SAVEPOINT mine; SET LOCAL statement_timeout = '2s'");
  await expect(joined().issue(order())).rejects.toMatchObject({ code: "57014" });
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "", events: "", orders: "order-1" });
});

/** The host's client, on which statements with this text run but are never answered; and whether one has run. */
function unanswered(client: pg.Client, sql: string) {
  const state = { hasRun: false };
  const handle = intercepted(client, async (_, send, values) => {
    const result = await send();
    if (!runs(values, sql)) return result;
    state.hasRun = true;
    return new Promise<never>(() => undefined);
  });
  return { handle, hasRun: () => state.hasRun };
}

test("a lock that is never answered ends the call, and nothing is written", async () => {
  const { client, joined, addOrder, kept } = await openHost();
  await client.query("BEGIN");
  await addOrder("order-1");
  const { handle, hasRun } = unanswered(client, "FOR UPDATE");
  stopTimers();
  const issuing = expect(joined(handle).issue(order())).rejects.toThrow(/no answer from PostgreSQL/);
  await passTime(120_000, hasRun);
  await issuing;
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "", events: "", orders: "order-1" });
});

test("a write that is never answered is not reported as failed, and a repeat with its key finds it", async () => {
  const { acme, client, joined, kept } = await openHost();
  await client.query("BEGIN");
  const key = { idempotencyKey: "key" };
  const { handle, hasRun } = unanswered(client, "WITH invoices");
  stopTimers();
  const issuing = expect(joined(handle).issue(order(), key)).rejects.toMatchObject({
    code: "outcome_unknown",
    message: expect.stringMatching(
      /may or may not be part of your transaction.*repeat the call with the same idempotency key/,
    ),
  });
  await passTime(120_000, hasRun);
  await issuing;
  const repeated = await joined().issue(order(), key);
  await client.query("COMMIT");
  expect([(await acme.get(repeated.id)).invoiceNumber, (await kept()).invoices]).toEqual([repeated.invoiceNumber, "1"]);
});

test("a lock that another server holds is StoreBusyError, and the host's transaction goes on", async () => {
  const { schema, client, joined, addOrder, kept } = await openHost({ lockTimeoutMs: 300 });
  const other = await pool.connect();
  await other.query(`BEGIN; INSERT INTO ${schema}.faktura_sequences (company_id) VALUES ('acme')`);
  await client.query("BEGIN");
  await addOrder("order-1");
  await expect(joined().issue(order())).rejects.toMatchObject({ code: "store_busy" });
  await other.query("ROLLBACK");
  other.release();
  await joined().issue(order());
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "1", events: "1", orders: "order-1" });
});
