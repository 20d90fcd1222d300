/** Joined calls where the host's own counter numbers: its statements run on the client, in a savepoint of the call's. */
import type { PostgresNumbers } from "faktura/postgres";
import { expect, test } from "vitest";
import { order } from "../../../support/fixtures.ts";
import { pool } from "../../../support/postgres.ts";
import { failing, intercepted, openHost, runs } from "../host.ts";

const numbers: PostgresNumbers = (client, companyId) => ({
  async lock() {
    const { rows } = await client.query("SELECT last::text FROM panel_counter WHERE company_id = $1 FOR UPDATE", [
      companyId,
    ]);
    return { lastCounter: Number(rows[0]?.["last"]), lastIssueDate: null, started: true };
  },
  async take(count) {
    const { rows } = await client.query(
      "UPDATE panel_counter SET last = last + $2::int WHERE company_id = $1 RETURNING last::text",
      [companyId, count],
    );
    return Number(rows[0]?.["last"]) - count + 1;
  },
});

async function openPanel() {
  const host = await openHost({ numbers });
  await pool.query(`CREATE TABLE ${host.schema}.panel_counter AS SELECT 'acme' AS company_id, 41 AS last`);
  const begin = () => host.client.query(`BEGIN; SET LOCAL search_path = ${host.schema}`);
  return { ...host, begin };
}

test("a call that fails after the counter gave a number gives it back, and leaves the host's rows", async () => {
  const { client, joined, begin, addOrder, kept } = await openPanel();
  await begin();
  await addOrder("order-1");
  const handle = intercepted(client, (text, send, values) =>
    runs(values, "WITH invoices") ? send(text, failing(values)) : send(),
  );
  await expect(joined(handle).issue(order())).rejects.toThrow("division by zero");
  expect((await joined().issue(order())).invoiceNumber).toMatch(/-0042$/);
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "42", events: "42", orders: "order-1" });
});

test("one that is refused took no number, and undoes nothing that the host sends meanwhile", async () => {
  const { client, joined, begin, addOrder, kept } = await openPanel();
  await begin();
  const handle = intercepted(client, async (text, send) => {
    const answer = await send();
    // Between the counter's lock and the call's end.
    if (text.includes("panel_counter")) await addOrder("meanwhile");
    return answer;
  });
  await expect(joined(handle).cancel("unknown")).rejects.toMatchObject({ code: "invoice_not_found" });
  await client.query("COMMIT");
  expect((await kept()).orders).toBe("meanwhile");
});

test("a counter whose lock fails leaves the transaction usable", async () => {
  const { schema, client, joined, begin, addOrder, kept } = await openPanel();
  await begin();
  await addOrder("order-1");
  await client.query("SET LOCAL search_path = public");
  await expect(joined().issue(order())).rejects.toMatchObject({ code: "42P01" });
  await client.query(`SET LOCAL search_path = ${schema}`);
  await joined().issue(order());
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "42", events: "42", orders: "order-1" });
});

test("a host that commits when all is written, and only the savepoint is left, is told that it is not known", async () => {
  const { client, joined, begin, kept } = await openPanel();
  await begin();
  const handle = intercepted(client, async (text, send) => {
    if (text.startsWith("RELEASE")) await client.query("COMMIT");
    return send();
  });
  await expect(joined(handle).issue(order())).rejects.toMatchObject({ code: "outcome_unknown" });
  expect((await kept()).invoices).toBe("42");
});

test("calls at once take turns", async () => {
  const { client, joined, begin, kept } = await openPanel();
  await begin();
  await Promise.all([joined().issue(order()), joined().issue(order()), joined().issue(order())]);
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("42,43,44");
});
