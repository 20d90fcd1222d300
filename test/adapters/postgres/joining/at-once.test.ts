/**
 * Goal: whatever a host sends on its client during joined calls, nothing of it is undone or fails with them. Calls in
 * one transaction run one after another, whatever objects they go through.
 */
import type { PostgresClient } from "faktura/postgres";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { oneTo, order } from "../../../support/fixtures.ts";
import { pool } from "../../../support/postgres.ts";
import { openHost } from "../host.ts";

/** Like ORMs, creates a new object for each call. */
const fresh = (client: pg.Client): PostgresClient => ({
  query: (statement, values) => client.query(statement as string, values),
  release: () => undefined,
});

/** Like {@link fresh}, but sends each statement one turn of the event loop later. */
const late = (client: pg.Client): PostgresClient => ({
  query: async (statement, values) => {
    await new Promise((resolve) => setImmediate(resolve));
    return client.query(statement as string, values);
  },
  release: () => undefined,
});

const moments = async (count: number) => {
  for (let moment = 0; moment < count; moment += 1) {
    await (moment % 3 === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined);
  }
};

test.each([
  ["fresh adapters", fresh],
  ["fresh adapters that send a turn later", late],
])("%s: three concurrent calls all succeed and are all stored, with refused ones between them", async (_, adapter) => {
  const { acme, client, joined, kept } = await openHost();
  for (let round = 0; round < 8; round += 1) {
    await client.query("BEGIN");
    const books = () => joined(adapter(client));
    const issued = [
      books().issue(order()),
      books().issue(order()),
      books().issue(order(), { idempotencyKey: `${round}` }),
    ];
    const refused = [books().issue(order({ taxRate: 42 })), books().cancel("unknown"), books().get("unknown")];
    const outcomes = await Promise.allSettled([...refused, ...issued]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...refused.map(() => "rejected"),
      ...issued.map(() => "fulfilled"),
    ]);
    await client.query("COMMIT");
  }
  const all = oneTo(24).join();
  expect(await kept()).toEqual({ invoices: all, events: all, orders: "" });
  await acme.issue(order());
});

test("a call that fails in PostgreSQL does not affect the others", async () => {
  const { schema, client, joined, kept } = await openHost();
  await pool.query(`CREATE FUNCTION ${schema}.pick() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.document LIKE '%"reference":"poison"%' THEN RAISE EXCEPTION 'not this one' USING ERRCODE = 'XX123'; END IF;
    RETURN NEW; END $$;
    CREATE TRIGGER pick BEFORE INSERT ON ${schema}.faktura_invoices FOR EACH ROW EXECUTE FUNCTION ${schema}.pick()`);
  for (const adapter of [fresh, late]) {
    await client.query("BEGIN");
    const references = ["one", "poison", "two", "poison", "three"];
    const calls = references.map((reference) => joined(adapter(client)).issue(order({ reference })));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([true, false, true, false, true]);
    expect(outcomes[1]).toMatchObject({ reason: { message: "not this one", code: "XX123" } });
    await client.query("COMMIT");
  }
  expect((await kept()).invoices).toBe("1,2,3,4,5,6");
});

test("a refused call never affects the host's concurrent INSERT, in a hundred of a hundred runs", async () => {
  const { acme, client, joined, addOrder, kept } = await openHost();
  const { id } = await acme.issue(order());
  const names: string[] = [];
  for (let round = 0; round < 100; round += 1) {
    await client.query("BEGIN");
    const refused = joined().recordPayment(id, { amount: 999 });
    const name = `order-${String(round).padStart(3, "0")}`;
    names.push(name);
    const inserted = moments(round % 25).then(() => addOrder(name));
    await expect(refused).rejects.toMatchObject({ code: "payment_exceeds_amount_due" });
    await inserted;
    expect((await client.query("COMMIT")).command).toBe("COMMIT");
  }
  expect((await kept()).orders).toBe(names.join());
});

test.each([
  ["whose lock does not come free", "store_busy", "INSERT INTO faktura_sequences (company_id) VALUES ('acme')"],
  ["whose table is locked", "store_busy", "LOCK TABLE faktura_invoices"],
])("nor does one %s", async (_, code, held) => {
  const { schema, client, joined, addOrder, kept } = await openHost({ lockTimeoutMs: 100 });
  const other = await pool.connect();
  onTestFinished(() => other.release());
  await other.query(`BEGIN; SET LOCAL search_path = ${schema}; ${held}`);
  const names = oneTo(4).map(String);
  for (const name of names) {
    await client.query("BEGIN");
    const failing = joined().issue(order());
    const inserted = moments(Number(name) * 5).then(() => addOrder(name));
    await expect(failing).rejects.toMatchObject({ code });
    await inserted;
    expect((await client.query("COMMIT")).command).toBe("COMMIT");
  }
  await other.query("ROLLBACK");
  expect(await kept()).toEqual({ invoices: "", events: "", orders: names.join() });
});

test("a host's statement that fails during a call is named as such, and nothing is written", async () => {
  const { client, joined, kept } = await openHost();
  await client.query("BEGIN");
  const issuing = joined().issue(order());
  const [issued, failed] = await Promise.allSettled([issuing, client.query("SELECT 1/0")]);
  const message = expect.stringMatching(/^an earlier statement in your transaction failed/);
  expect(issued).toMatchObject({ reason: { message, cause: { code: "25P02" } } });
  expect(failed).toMatchObject({ reason: { message: "division by zero" } });
  await client.query("ROLLBACK");
  expect((await kept()).invoices).toBe("");
});

test("twenty concurrent calls add one listener to the client", async () => {
  const { client, joined, kept } = await openHost({ lockTimeoutMs: 5000 });
  await client.query("BEGIN");
  const calls = Promise.all(oneTo(20).map(() => joined().issue(order())));
  expect(client.listenerCount("error")).toBe(1);
  await calls;
  expect(client.listenerCount("error")).toBe(0);
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe(oneTo(20).join());
});
