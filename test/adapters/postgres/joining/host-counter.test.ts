/** Joined calls with the host's own counter. Its statements run on the client, inside a savepoint of the call. */
import { expect, test } from "vitest";
import { order } from "../../../support/fixtures.ts";
import { failing, intercepted, openPanel, runs } from "../host.ts";

test("a call that fails after the counter has issued a number returns the number, and keeps the host's rows", async () => {
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

test("a refused call takes no number, and undoes nothing that the host sends meanwhile", async () => {
  const { client, joined, begin, addOrder, kept } = await openPanel();
  await begin();
  const handle = intercepted(client, async (text, send) => {
    const answer = await send();
    // Between the counter's lock and the end of the call.
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

test("if a host commits before the savepoint is released, the call rejects with an unknown outcome", async () => {
  const { client, joined, begin, kept } = await openPanel();
  await begin();
  const handle = intercepted(client, async (text, send) => {
    if (text.startsWith("RELEASE")) await client.query("COMMIT");
    return send();
  });
  await expect(joined(handle).issue(order())).rejects.toMatchObject({ code: "outcome_unknown" });
  expect((await kept()).invoices).toBe("42");
});

test("concurrent calls run one after another", async () => {
  const { client, joined, begin, kept } = await openPanel();
  await begin();
  await Promise.all([joined().issue(order()), joined().issue(order()), joined().issue(order())]);
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("42,43,44");
});
