/**
 * Goal: whatever goes wrong in a joined call, the host's transaction stays usable and contains no partial invoice.
 * Method: a real server, and a real fault at each statement that the library sends.
 */

import { createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { pool } from "../../../support/postgres.ts";
import { failing, intercepted, openHost, runs, settingsOf } from "../host.ts";

/** A company's first invoice, with a key. */
const STATEMENTS = oneTo(9);

test("a handle that is not a client is a TypeError, and so is a pool, which may use another connection for each query", async () => {
  const { invoicing, through } = await openHost();
  for (const handle of [undefined, null, {}, { query: 1 }, through, pool] as object[]) {
    expect(() => invoicing.joining(handle)).toThrow(/^joining needs the client on which you have begun a transaction/);
  }
});

test.each(["a fresh store", "a store in use"])("without BEGIN, %s says so and writes nothing", async (which) => {
  const { acme, client, joined, kept, schema } = await openHost();
  if (which === "a store in use") await acme.issue(order());
  const before = await kept();
  const fresh = createInvoicing({ store: postgresStore(pool, { schema }) });
  const books = which === "a store in use" ? joined() : fresh.joining(client).company("acme");
  const calls = [() => books.issue(order()), () => books.list(), () => books.saveProfile(germanProfile({ name: "B" }))];
  for (const call of calls) {
    await expect(call()).rejects.toThrow(TypeError);
    await expect(call()).rejects.toThrow(/query BEGIN first$/);
  }
  expect([await kept(), (await acme.profile()).name]).toEqual([before, "Firma GmbH"]);
});

test("a transaction that has failed before is named as such", async () => {
  const { client, joined } = await openHost();
  await client.query("BEGIN");
  await expect(client.query("SELECT 1/0")).rejects.toThrow();
  for (const call of [() => joined().issue(order()), () => joined().list()]) {
    await expect(call()).rejects.toMatchObject({
      message: expect.stringMatching(/^an earlier statement in your transaction failed.*ROLLBACK/),
      cause: { code: "25P02" },
    });
  }
  await client.query("ROLLBACK");
});

test.each(STATEMENTS.slice(1))("statement %i fails: the host goes on, and only commits its own rows", async (which) => {
  const { client, joined, addOrder, kept } = await openHost();
  await client.query("BEGIN");
  await addOrder("order-1");
  const before = await settingsOf(client);
  let count = 0;
  const handle = intercepted(client, (text, send, values) => {
    count += 1;
    return count === which ? send(text, failing(values)) : send();
  });
  const issuing = joined(handle).issue(order(), { idempotencyKey: "key" });
  await expect(issuing).rejects.toMatchObject({ message: "division by zero", code: "22012" });
  expect(await settingsOf(client)).toBe(before);
  await joined().issue(order(), { idempotencyKey: "key" });
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "1", events: "1", orders: "order-1" });
});

test.each(STATEMENTS)(
  "the host commits before statement %i of a running call: no invoice without its lock",
  async (which) => {
    const { acme, client, joined, addOrder, kept } = await openHost();
    await client.query("BEGIN");
    await addOrder("order-1");
    let count = 0;
    const handle = intercepted(client, async (_, send) => {
      count += 1;
      if (count === which) await client.query("COMMIT");
      return send();
    });
    const error = await joined(handle)
      .issue(order(), { idempotencyKey: "key" })
      .catch((reason: unknown) => reason);
    expect([error, (await kept()).invoices]).toMatchObject([{ name: "TypeError" }, ""]);
    await acme.issue(order(), { idempotencyKey: "key" });
    await acme.issue(order());
    expect(await kept()).toEqual({ invoices: "1,2", events: "1,2", orders: "order-1" });
  },
);

test("a host that rolls back during a call has no invoice, and the number is free", async () => {
  const { acme, client, joined } = await openHost();
  await client.query("BEGIN");
  const handle = intercepted(client, async (_, send, values) => {
    if (runs(values, "WITH invoices")) await client.query("ROLLBACK; BEGIN");
    return send();
  });
  await expect(joined(handle).issue(order())).rejects.toThrow(/^your transaction ended.*nothing was written/);
  await client.query("COMMIT");
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0001$/);
});

test("an error of the host's counter rolls back to the savepoint, whatever kind of error it is", async () => {
  const { schema, client, joined, kept } = await openHost({
    numbers: (own) => ({
      lock: async () => ({ lastCounter: 0, lastIssueDate: null, started: true }),
      take: async () => {
        await own.query(`INSERT INTO ${schema}.orders VALUES ('of the counter')`);
        throw new Error("connection closed, or so it says");
      },
    }),
  });
  await client.query("BEGIN");
  await expect(joined().issue(order())).rejects.toThrow("or so it says");
  expect(client.listenerCount("error")).toBe(0);
  await client.query("COMMIT");
  expect(await kept()).toEqual({ invoices: "", events: "", orders: "" });
});

test.each(STATEMENTS)(
  "a backend that is terminated at statement %i is an error for the host, but no uncaught one",
  async (which) => {
    const { acme, client, joined } = await openHost();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const ended = new Promise((resolve) => client.once("end", resolve));
    await client.query("BEGIN");
    let count = 0;
    const handle = intercepted(client, async (_, send) => {
      count += 1;
      if (count === which) await pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
      return send();
    });
    await expect(joined(handle).issue(order(), { idempotencyKey: "key" })).rejects.toThrow(/terminat|not queryable/);
    await ended;
    expect((await acme.issue(order(), { idempotencyKey: "key" })).invoiceNumber).toMatch(/-0001$/);
  },
);

test("writes of a call with a failed statement are undone, even if the work caught the error", async () => {
  const { invoicing, schema, client, kept } = await openHost();
  const store = postgresStore(pool, { schema });
  await client.query("BEGIN");
  const handle = intercepted(client, (text, send, values) =>
    runs(values, "idempotency") ? send(text, failing(values)) : send(),
  );
  const swallowed = store.joining(handle).call(({ transaction }) =>
    transaction("acme", async ({ numbers, invoices }) => {
      await numbers.lock();
      await invoices.findKeys(["key"]).catch(() => undefined);
    }),
  );
  await expect(swallowed).rejects.toThrow("division by zero");
  await invoicing.joining(client).company("acme").issue(order());
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("1");
});
