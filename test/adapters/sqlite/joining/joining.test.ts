import { createInvoicing } from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, order } from "../../../support/fixtures.ts";
import { freshFile, SQLITE_DRIVERS } from "../../../support/stores.ts";

describe.each(SQLITE_DRIVERS)("joining on $name", ({ name, connect }) => {
  // It does not reset a statement that found the file locked. With BEGIN IMMEDIATE, as the guide says, none does.
  const leavesOpen = name === "libsql";

  /** Invoicing on a file, and a connection of the host's to the same file. */
  async function open(path = freshFile()) {
    const invoicing = createInvoicing({ store: sqliteStore(() => connect(path), { lockTimeoutMs: 100 }) });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile());
    const host = connect(path);
    host.exec("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0");
    onTestFinished(async () => {
      host.close();
      await invoicing.close();
    });
    return { acme, host, joined: invoicing.joining(host).company("acme"), invoicing };
  }

  test("a transaction begun without IMMEDIATE can join as long as nothing that it has read was changed", async () => {
    const { acme, host, joined } = await open();
    host.exec("BEGIN");
    const invoice = await joined.issue(order());
    host.exec("COMMIT");
    expect((await acme.get(invoice.id)).total).toBe(238);
  });

  test("a transaction with an outdated snapshot fails at once, and the error says to begin again", async () => {
    const { acme, host, joined } = await open();
    host.exec("BEGIN");
    host.prepare("SELECT count(*) FROM faktura_invoices").get();
    await acme.issue(order());
    const busy = { code: "store_busy", message: expect.stringContaining("BEGIN IMMEDIATE") };
    await expect(joined.issue(order())).rejects.toMatchObject(busy);
    host.exec("ROLLBACK");
    if (leavesOpen) return expect(() => host.exec("BEGIN IMMEDIATE")).toThrow("locked");
    host.exec("BEGIN IMMEDIATE");
    await joined.issue(order());
    host.exec("COMMIT");
    expect((await acme.list()).total).toBe(2);
  });

  test("a transaction that waits for another writer times out", async () => {
    const { host, joined, acme } = await open();
    const path = (host.prepare("PRAGMA database_list").get() as { file: string }).file;
    const other = connect(path);
    other.exec("BEGIN IMMEDIATE");
    host.exec("BEGIN");
    await expect(joined.issue(order())).rejects.toMatchObject({ code: "store_busy" });
    other.exec("ROLLBACK");
    other.close();
    if (leavesOpen) return expect(() => host.exec("COMMIT")).toThrow("in progress");
    await joined.issue(order());
    host.exec("COMMIT");
    expect((await acme.list()).total).toBe(1);
  });

  test("a connection whose commit a power cut could undo is refused before anything is written", async () => {
    const { acme, host, joined } = await open();
    host.exec("PRAGMA synchronous = NORMAL");
    host.exec("BEGIN IMMEDIATE");
    await expect(joined.issue(order())).rejects.toThrow(/synchronous = FULL/);
    host.exec("COMMIT");
    expect((await acme.list()).total).toBe(0);
  });

  test("a database without the tables is named as such", async () => {
    const { invoicing } = await open();
    const stranger = connect(freshFile());
    stranger.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
    const books = invoicing.joining(stranger).company("acme");
    await expect(books.issue(order())).rejects.toThrow(/openSqliteStore first/);
    stranger.close();
  });

  test("a host that ends its transaction during a call gets an error, and no invoice is stored", async () => {
    const { acme, host, joined } = await open();
    host.exec("BEGIN IMMEDIATE");
    const issuing = joined.issue(order());
    host.exec("ROLLBACK");
    await expect(issuing).rejects.toThrow();
    expect((await acme.list()).total).toBe(0);
  });
});
