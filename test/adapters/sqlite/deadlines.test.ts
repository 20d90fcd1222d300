import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing, type Invoicing, StoreBusyError } from "faktura";
import { openSqliteStore, type SqliteConnection, type SqliteStore, sqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, SQLITE_DRIVERS } from "../../support/stores.ts";

const DEADLINE_MS = 200;
const COMPANIES = ["a", "b", "c", "d", "e"];

describe.each(SQLITE_DRIVERS)("while a lock is never released, on $name", ({ connect }) => {
  let stranger: SqliteConnection;
  /** How often the store has tried to take the lock. */
  let tried = 0;
  let store: SqliteStore;
  let invoicing: Invoicing;
  const issueFor = (companyId: string) => invoicing.company(companyId).issue(order());

  beforeEach(async () => {
    const path = freshFile();
    const open = (): SqliteConnection => {
      const connection = connect(path);
      const exec = (sql: string) => {
        if (sql === "BEGIN IMMEDIATE") tried += 1;
        return connection.exec(sql);
      };
      return { exec, prepare: (sql) => connection.prepare(sql), close: () => connection.close() };
    };
    store = sqliteStore(open, { lockTimeoutMs: DEADLINE_MS });
    invoicing = createInvoicing({ store });
    for (const companyId of COMPANIES) await invoicing.company(companyId).saveProfile(germanProfile());
    stranger = connect(path);
    stranger.exec("BEGIN IMMEDIATE");
  });

  afterEach(async () => {
    await invoicing.close();
    stranger.close();
  });

  /**
   * Checks that every call rejects after one deadline from when all were made. The fake clock then stops, so a
   * call whose wait began only after another's had ended would wait forever.
   */
  async function expectOneDeadline(makeCalls: () => readonly Promise<unknown>[]): Promise<void> {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const calls = makeCalls();
    const settled = Promise.allSettled(calls);
    await untilAllWait();
    clock.mockReturnValue(DEADLINE_MS);
    const outcomes = await settled;
    clock.mockRestore();
    const busy = outcomes.filter(
      (outcome) => outcome.status === "rejected" && outcome.reason instanceof StoreBusyError,
    );
    expect(busy).toHaveLength(calls.length);
  }

  /** All calls are waiting once the writer has failed to get the lock a few times. */
  async function untilAllWait(): Promise<void> {
    const enough = tried + 5;
    while (tried < enough) await nextTurn();
  }

  async function expectNextNumberIsFirst(): Promise<void> {
    stranger.exec("COMMIT");
    for (const companyId of COMPANIES) {
      expect((await invoicing.company(companyId).list()).total).toBe(0);
      expect((await issueFor(companyId)).invoiceNumber).toMatch(/-0001$/);
      expect(await store.billing.pending(companyId)).toHaveLength(1);
    }
  }

  test("the calls of five companies all reject within one deadline and leave nothing behind", async () => {
    await expectOneDeadline(() => COMPANIES.map(issueFor));
    await expectNextNumberIsFirst();
  });

  test("three hundred calls of one company all reject within one deadline and leave nothing behind", async () => {
    await expectOneDeadline(() => oneTo(300).map(() => issueFor("a")));
    await expectNextNumberIsFirst();
  });

  test("concurrent calls of every kind all reject within one deadline", async () => {
    const { companies, billing } = store;
    await expectOneDeadline(() => [
      ...oneTo(5).map(() => companies.save("a", germanProfile({ name: "New" }))),
      ...[issueFor("a"), billing.acknowledge("a", ["x"]), issueFor("b")],
    ]);
    await expectNextNumberIsFirst();
    expect((await invoicing.company("a").profile()).name).toBe("Firma GmbH");
  });
});

test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, "soon" as unknown as number])(
  "a lockTimeoutMs of %s is a TypeError",
  async (lockTimeoutMs) => {
    expect(() => sqliteStore(() => connectRaw(freshFile()), { lockTimeoutMs })).toThrow(TypeError);
    await expect(openSqliteStore(freshFile(), { lockTimeoutMs })).rejects.toThrow(/lockTimeoutMs/);
  },
);

test("by default, a store waits for exactly five seconds", async () => {
  const path = freshFile();
  const clock = vi.spyOn(performance, "now");
  const instants: number[] = [];
  const store = sqliteStore(() => {
    const connection = connectRaw(path);
    const exec = (sql: string) => {
      if (sql === "BEGIN IMMEDIATE") clock.mockReturnValue(instants.shift() ?? 99_999);
      return connection.exec(sql);
    };
    return { exec, prepare: (sql) => connection.prepare(sql), close: () => connection.close() };
  });
  await store.ready();
  const stranger = connectRaw(path);
  stranger.exec("BEGIN IMMEDIATE");
  clock.mockReturnValue(0);
  instants.push(4999, 5000); // the times at which the lock is found held
  const outcome = store.transaction("acme", async () => undefined);
  await expect(outcome).rejects.toThrow(/for 5000 ms/);
  clock.mockRestore();
  expect(instants).toEqual([]);
  stranger.close();
  await store.close();
});
