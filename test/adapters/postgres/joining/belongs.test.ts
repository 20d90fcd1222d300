/**
 * Goal: a joined call belongs to the transaction that is open when it is made, and to no other.
 * Method: a host ends Alice's transaction during the call, at every possible moment, and begins Bob's.
 */
import { expect, test } from "vitest";
import { oneTo, order } from "../../../support/fixtures.ts";
import { intercepted, openHost, runs } from "../host.ts";

const ENDED = /^your transaction ended or was rolled back to a savepoint.*nothing was written/;

const turnsOfTheLoop = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test.each(oneTo(20))(
  "Alice's call is never part of Bob's transaction, which begins some moments later: %i",
  async (when) => {
    const { client, joined, addOrder, kept } = await openHost();
    await client.query("BEGIN");
    await addOrder("alice");
    const outcome = Promise.allSettled([joined().issue(order())]);
    await turnsOfTheLoop(when - 1);
    await client.query("COMMIT");
    await client.query("BEGIN");
    await addOrder("bob");
    const [{ status, reason }] = (await outcome) as [PromiseRejectedResult];
    await client.query("ROLLBACK");
    // What was written in time belongs to Alice's transaction and is as durable as her order. Bob's rollback does not
    // affect it.
    const invoices = status === "rejected" ? "" : "1";
    expect(await kept()).toEqual({ invoices, events: invoices, orders: "alice" });
    if (status === "rejected")
      expect(reason).toMatchObject({ name: "TypeError", message: expect.stringMatching(ENDED) });
  },
);

test("not even if nothing is awaited, and nothing that Bob did is lost", async () => {
  const { client, joined, addOrder, kept } = await openHost();
  client.query("BEGIN");
  addOrder("alice");
  const calls = [joined().issue(order()), joined().list(), joined().profile(), joined().issue(order())];
  const outcomes = Promise.allSettled(calls);
  client.query("COMMIT");
  client.query("BEGIN");
  addOrder("bob");
  for (const { reason } of (await outcomes) as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ name: "TypeError", message: expect.stringMatching(ENDED) });
  }
  expect((await client.query("COMMIT")).command).toBe("COMMIT");
  expect(await kept()).toEqual({ invoices: "", events: "", orders: "alice,bob" });
});

test.each([2, 3, 4])("Bob's transaction, begun before statement %i of the call, keeps what he did", async (which) => {
  const { client, joined, addOrder, kept } = await openHost();
  await client.query("BEGIN");
  await addOrder("alice");
  let count = 0;
  const handle = intercepted(client, async (_, send) => {
    count += 1;
    if (count === which) {
      await client.query("COMMIT; BEGIN");
      await addOrder("bob");
    }
    return send();
  });
  await expect(joined(handle).issue(order())).rejects.toThrow(ENDED);
  expect((await client.query("COMMIT")).command).toBe("COMMIT");
  expect(await kept()).toEqual({ invoices: "", events: "", orders: "alice,bob" });
});

test("a read belongs to its transaction too", async () => {
  const { acme, client, joined } = await openHost();
  const { id } = await acme.issue(order());
  const books = joined();
  for (const read of [() => books.list(), () => books.get(id), () => books.profile()]) {
    await client.query("BEGIN");
    const reading = read();
    client.query("COMMIT");
    client.query("BEGIN");
    await expect(reading).rejects.toThrow(ENDED);
    await client.query("ROLLBACK");
  }
});

test("if the host rolls back to a savepoint, what a call did after it is undone, and the next call works", async () => {
  const { client, joined, kept } = await openHost();
  await client.query("BEGIN; SAVEPOINT mine");
  await joined().issue(order());
  await client.query("ROLLBACK TO SAVEPOINT mine");
  expect((await joined().issue(order())).invoiceNumber).toMatch(/-0001$/);
  await client.query("SAVEPOINT other");
  await joined().issue(order());
  await client.query("ROLLBACK TO SAVEPOINT other");
  expect((await joined().issue(order())).invoiceNumber).toMatch(/-0002$/);
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("1,2");
});

test.each([
  ["before any call of the transaction", false],
  ["after one", true],
])(
  "a host that rolls back during a call, to a savepoint set %s, gets no invoice without its lock",
  async (_, called) => {
    const { acme, client, joined, kept } = await openHost();
    await client.query("BEGIN");
    if (called) await joined().list();
    await client.query("SAVEPOINT mine");
    const handle = intercepted(client, async (_, send, values) => {
      if (runs(values, "WITH invoices")) {
        await client.query("ROLLBACK TO SAVEPOINT mine");
        // The company's lock is free again.
        await acme.issue(order());
      }
      return send();
    });
    await expect(joined(handle).issue(order())).rejects.toThrow(ENDED);
    expect((await joined().issue(order())).invoiceNumber).toMatch(/-0002$/);
    await client.query("COMMIT");
    expect((await kept()).invoices).toBe("1,2");
  },
);

test("a call that the host has rolled back does not block the next one", async () => {
  const { client, joined, kept } = await openHost();
  await client.query("BEGIN; SAVEPOINT mine");
  const first = joined().issue(order());
  client.query("ROLLBACK TO SAVEPOINT mine");
  const second = joined().issue(order());
  await expect(first).rejects.toThrow(ENDED);
  expect((await second).invoiceNumber).toMatch(/-0001$/);
  await client.query("COMMIT");
  expect((await kept()).invoices).toBe("1");
});
