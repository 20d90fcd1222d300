import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing, StoreBusyError } from "faktura";
import { type SqliteConnection, type SqliteStoreOptions, sqliteStore } from "faktura/sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshFile, SQLITE_DRIVERS } from "../../support/stores.ts";

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe.each(SQLITE_DRIVERS)("on $name", ({ connect }) => {
  /** Another program's connection to a new file, and a store on the same file. */
  function open(options: SqliteStoreOptions = {}) {
    const path = freshFile();
    const stranger = connect(path);
    cleanUps.push(() => stranger.close());
    const begun: string[] = [];
    const store = sqliteStore(() => {
      const connection = connect(path);
      return {
        exec: (sql) => {
          if (sql.startsWith("BEGIN")) begun.push(sql);
          return connection.exec(sql);
        },
        prepare: (sql) => connection.prepare(sql),
        close: () => connection.close(),
      };
    }, options);
    const invoicing = createInvoicing({ store });
    cleanUps.push(() => invoicing.close());
    return { stranger, store, begun, acme: invoicing.company("acme") };
  }

  test("the event loop keeps running while the store waits for another program's lock", async () => {
    const { stranger, acme, begun } = open();
    await acme.saveProfile(germanProfile());
    begun.length = 0;
    stranger.exec("BEGIN IMMEDIATE");
    // Both sides run on this event loop: if the store blocked it, the lock would never be released.
    const [invoice] = await Promise.all([acme.issue(order()), releaseLater(stranger)]);
    expect(invoice.invoiceNumber).toMatch(/-0001$/);
    expect(begun.length).toBeGreaterThan(1);
  });

  test("profiles and acknowledgements also wait for another program's lock", async () => {
    const { stranger, acme, store } = open();
    await acme.saveProfile(germanProfile());
    const { id } = await acme.issue(order());
    stranger.exec("BEGIN IMMEDIATE");
    const acknowledged = store.billing.acknowledge("acme", [`invoice.issued:${id}`]);
    await Promise.all([acknowledged, acme.saveProfile(germanProfile({ name: "New" })), releaseLater(stranger)]);
    expect(await store.billing.pending("acme")).toEqual([]);
    expect((await acme.profile()).name).toBe("New");
  });

  test.each(["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])(
    "opening a file and creating its tables also waits for %s",
    async (begin) => {
      const { stranger, store } = open();
      stranger.exec(begin);
      await Promise.all([store.ready(), releaseLater(stranger)]);
      expect(await store.billing.pending("acme")).toEqual([]);
    },
  );

  test("readers do not wait for another program that writes", async () => {
    const { stranger, acme } = open({ lockTimeoutMs: 0 });
    await acme.saveProfile(germanProfile());
    await acme.issue(order());
    stranger.exec("BEGIN IMMEDIATE");
    expect((await acme.list()).total).toBe(1);
    stranger.exec("COMMIT");
  });

  test("a lock held beyond the deadline is a StoreBusyError, nothing is written, and the call can be repeated", async () => {
    const { stranger, acme, store } = open({ lockTimeoutMs: 20 });
    await acme.saveProfile(germanProfile());
    await acme.issue(order());
    stranger.exec("BEGIN IMMEDIATE");
    const busy = await acme.issue(order(), { idempotencyKey: "key" }).catch((error: unknown) => error);
    stranger.exec("COMMIT");
    expect(busy).toBeInstanceOf(StoreBusyError);
    expect(busy).toMatchObject({
      code: "store_busy",
      message: expect.stringContaining("20 ms"),
      cause: expect.any(Error),
    });
    expect((await acme.list()).total).toBe(1);
    expect(await store.billing.pending("acme")).toHaveLength(1);
    const repeated = await acme.issue(order(), { idempotencyKey: "key" });
    expect(repeated.invoiceNumber).toMatch(/-0002$/);
  });

  test("a lock held beyond the deadline while opening is a StoreBusyError, and the next call opens the file", async () => {
    const { stranger, store } = open({ lockTimeoutMs: 20 });
    stranger.exec("BEGIN EXCLUSIVE");
    await expect(store.ready()).rejects.toThrow(StoreBusyError);
    stranger.exec("ROLLBACK");
    await expect(store.ready()).resolves.toBeUndefined();
  });

  test("an error that is not about a lock is thrown at once", async () => {
    const { store, acme } = open();
    await acme.saveProfile(germanProfile());
    const twice = [0, 1].map(() => ({ key: "key", fingerprint: "", invoiceId: "id" }));
    const rejected = store.transaction("acme", async ({ numbers, invoices }) => {
      await numbers.lock();
      await invoices.insertKeys(twice);
    });
    await expect(rejected).rejects.toThrow(/^faktura: rows of faktura_idempotency_keys/);
  });
});

/** Commits after many turns of the event loop. */
async function releaseLater(stranger: SqliteConnection): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  stranger.exec("COMMIT");
}
