import type { SqliteConnection } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../../support/fixtures.ts";
import { SQLITE_DRIVERS } from "../../../support/stores.ts";
import { alice, bob, connectHost, gate, openHosted, outcomeOf } from "../host.ts";

/** The driver's own transaction function, as ORMs call it. If the driver has none, one that does the same. */
function transact(host: SqliteConnection, work: () => unknown): void {
  const { transaction } = host as { transaction?: (work: () => unknown) => () => unknown };
  if (transaction !== undefined) return void transaction.call(host, work)();
  host.exec("BEGIN");
  work();
  host.exec("ROLLBACK");
  throw new TypeError("a transaction function cannot return a promise");
}

/**
 * Goal: a joined call belongs to the transaction that was open when it was made, and to no other.
 * Method: transactions, savepoints and other calls begin and end while calls are running.
 * Not covered: a host whose driver awaits before the call; such a call belongs to the transaction that is open then.
 */
describe.each(SQLITE_DRIVERS)("a joined call and its transaction on $name", ({ name, connect }) => {
  test.each(["COMMIT", "ROLLBACK"])(
    "after its %s the call fails, and the next transaction contains nothing of it",
    async (end) => {
      const { host, joined, addOrder, kept } = await openHosted(connect);
      host.exec("BEGIN");
      addOrder("Alice");
      const lost = outcomeOf(joined().issue(alice()));
      host.exec(end);
      host.exec("BEGIN IMMEDIATE");
      addOrder("Bob");
      expect(await lost).toBe("ended");
      await joined().issue(bob());
      host.exec("COMMIT");
      expect(await kept()).toEqual({ orders: end === "COMMIT" ? ["Alice", "Bob"] : ["Bob"], clients: ["Bob"] });
    },
  );

  test("if none is open afterwards, the call fails too and writes nothing", async () => {
    const { host, joined, kept } = await openHosted(connect);
    for (const end of ["COMMIT", "ROLLBACK"]) {
      host.exec("BEGIN");
      const lost = outcomeOf(joined().issue(alice(), { idempotencyKey: end }));
      host.exec(end);
      expect(await lost).toBe("ended");
    }
    expect(await kept()).toEqual({ orders: [], clients: [] });
  });

  test("if the driver's function ends the transaction at the first await, its call is lost, but not that of the next one", async () => {
    const { host, joined, addOrder, kept } = await openHosted(connect);
    const calls: Promise<unknown>[] = [];
    const work = async () => {
      addOrder("Alice");
      const call = joined().issue(alice());
      calls.push(outcomeOf(call));
      await call.catch(() => undefined); // the driver drops this function's promise
    };
    // libsql commits instead of rolling back.
    if (name === "libsql") transact(host, work);
    else expect(() => transact(host, work)).toThrow("cannot return a promise");
    host.exec("BEGIN IMMEDIATE");
    addOrder("Bob");
    await joined().issue(bob());
    host.exec("COMMIT");
    expect(await Promise.all(calls)).toEqual(["ended"]);
    expect(await kept()).toEqual({ orders: name === "libsql" ? ["Alice", "Bob"] : ["Bob"], clients: ["Bob"] });
  });

  test("if a savepoint of the host's ends during the call, the call fails and the transaction goes on", async () => {
    const { host, joined, kept } = await openHosted(connect);
    for (const end of ["ROLLBACK TO inner", "RELEASE inner"]) {
      host.exec("BEGIN; SAVEPOINT inner");
      const lost = outcomeOf(joined().issue(alice()));
      host.exec(end);
      expect(await lost).toBe("ended");
      await joined().issue(bob());
      host.exec("COMMIT");
    }
    expect((await kept()).clients).toEqual(["Bob", "Bob"]);
  });

  test("calls one after another do not affect the host's savepoints", async () => {
    const { host, joined, addOrder, kept } = await openHosted(connect);
    host.exec("BEGIN; SAVEPOINT outer");
    await joined().issue(alice());
    host.exec("SAVEPOINT inner");
    await joined().issue(bob());
    await joined().list();
    await expect(joined().issue(order({ taxRate: 42 }))).rejects.toMatchObject({ code: "tax_rate_conflict" });
    addOrder("Bob");
    host.exec("ROLLBACK TO inner; RELEASE inner; RELEASE outer; COMMIT");
    expect(await kept()).toEqual({ orders: [], clients: ["Alice"] });
  });

  test("a call that waits for another writer ends with its transaction, not with a timeout", async () => {
    const { path, host, joined, kept } = await openHosted(connect);
    const other = connectHost(connect, path);
    other.exec("BEGIN IMMEDIATE");
    host.exec("BEGIN");
    const lost = outcomeOf(joined().issue(alice()));
    for (let turn = 0; turn < 20; turn += 1) await null;
    host.exec("ROLLBACK; BEGIN");
    expect(await lost).toBe("ended");
    other.exec("ROLLBACK");
    // libsql does not reset the statement that found the file locked.
    host.exec(name === "libsql" ? "ROLLBACK" : "COMMIT");
    expect((await kept()).clients).toEqual([]);
  });

  test("a call leaves no savepoint behind, whatever its result", async () => {
    const savepoints: string[] = [];
    const { invoicing, host } = await openHosted(connect);
    const watched: SqliteConnection = {
      exec(sql) {
        host.exec(sql);
        for (const [, verb, name] of sql.matchAll(/(SAVEPOINT|RELEASE) (\w+)/g)) {
          if (verb === "SAVEPOINT") savepoints.push(name!);
          else savepoints.length = savepoints.lastIndexOf(name!);
        }
      },
      prepare: (sql) => host.prepare(sql),
      close: () => host.close(),
    };
    const joined = invoicing.joining(watched).company("acme");
    host.exec("BEGIN");
    const calls = oneTo(30).map((number) => {
      if (number % 3 === 0) return joined.recordPayment("nothing", { amount: 1 });
      return number % 3 === 1 ? joined.issue(alice()) : joined.list();
    });
    expect(savepoints.length).toBeGreaterThan(0);
    await Promise.allSettled(calls);
    expect(savepoints).toEqual([]);
    host.exec("COMMIT");
  });

  test("a call reads in its transaction or not at all", async () => {
    const directory = gate();
    const companies = { profile: async () => directory.opened.then(() => germanProfile()) };
    const { host, joined } = await openHosted(connect, { companies });
    host.exec("BEGIN");
    const calls = [joined().profile(), joined().suggestVat({ clientCountry: "DE" })].map(outcomeOf);
    host.exec("COMMIT; BEGIN");
    directory.open();
    expect(await Promise.all(calls)).toEqual(["ended", "ended"]);
    host.exec("COMMIT");
    const begin = /BEGIN IMMEDIATE first/;
    for (const call of [joined().list(), joined().get("id"), joined().profile()])
      await expect(call).rejects.toThrow(begin);
  });
});
