import type { CompanyDirectory } from "faktura";
import type { SqliteConnection } from "faktura/sqlite";
import { describe, expect, test } from "vitest";
import { germanProfile, order } from "../../../support/fixtures.ts";
import { SQLITE_DRIVERS } from "../../../support/stores.ts";
import { gate, openHosted } from "../host.ts";

/** A company directory that reads on the handle it receives. */
const onHandle: CompanyDirectory = {
  profile(companyId, { handle } = {}) {
    const connection = handle as SqliteConnection;
    const row = connection.prepare("SELECT name FROM customers WHERE id = ?").get(companyId) as
      | { name: string }
      | undefined;
    return row && germanProfile({ name: row.name });
  },
};

const late = {
  name: "StoreBusyError",
  code: "store_busy",
  message: expect.stringMatching(/company directory did not answer.*on the handle/),
};

describe.each(SQLITE_DRIVERS)("a company directory of the host's in a joined call on $name", ({ connect }) => {
  test("reads on the handle what the transaction has written", async () => {
    const { host, joined, acme } = await openHosted(connect, { companies: onHandle });
    host.exec("BEGIN; CREATE TABLE customers (id TEXT, name TEXT)");
    await expect(joined().issue(order())).rejects.toMatchObject({ code: "company_not_found" });
    host.exec("INSERT INTO customers VALUES ('acme', 'Neu GmbH')");
    expect((await joined().profile()).name).toBe("Neu GmbH");
    expect((await joined().issue(order())).seller.name).toBe("Neu GmbH");
    host.exec("COMMIT");
    expect((await acme.list()).total).toBe(1);
  });

  test("that never answers makes the call time out, and the transaction goes on", async () => {
    let isDown = true;
    const companies: CompanyDirectory = { profile: () => (isDown ? gate<undefined>().opened : germanProfile()) };
    const { host, joined, addOrder, kept } = await openHosted(connect, { companies }, { lockTimeoutMs: 50 });
    host.exec("BEGIN");
    await expect(joined().issue(order(), { idempotencyKey: "1" })).rejects.toMatchObject(late);
    await expect(joined().profile()).rejects.toMatchObject(late);
    isDown = false;
    addOrder("1");
    await joined().issue(order({ clientName: "1" }), { idempotencyKey: "1" });
    host.exec("COMMIT");
    expect(await kept()).toEqual({ orders: ["1"], clients: ["1"] });
  });

  test("that answers late, or fails after the timeout, has no effect", async () => {
    const directory = gate();
    const failing = async () => directory.opened.then(() => Promise.reject(new Error("the directory is down")));
    const { host, joined } = await openHosted(connect, { companies: { profile: failing } }, { lockTimeoutMs: 0 });
    host.exec("BEGIN");
    await expect(joined().issue(order())).rejects.toMatchObject(late);
    directory.open();
    await expect(joined().issue(order())).rejects.toThrow("the directory is down");
    host.exec("COMMIT");
  });

  test("is waited for as long as the store may wait, even if that is forever", async () => {
    const companies = { profile: async () => new Promise<void>(setImmediate).then(() => germanProfile()) };
    const { host, joined } = await openHosted(connect, { companies }, { lockTimeoutMs: Number.POSITIVE_INFINITY });
    host.exec("BEGIN");
    expect((await joined().issue(order())).total).toBe(238);
    host.exec("COMMIT");
  });
});
