import { once } from "node:events";
import type { EventDelivery, VatNumberVerdict, VerifyOptions } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test, vi } from "vitest";
import { oneTo, order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { HeldStore, openBooks } from "./books.ts";

describe.each(STORES)("$name", ({ open }) => {
  test("close waits for every call that was begun, and lets it finish", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const begun = [...oneTo(300).map(() => acme.issue(order())), acme.list(), acme.profile()];
    let settled = 0;
    for (const call of begun) void call.then(() => (settled += 1));
    await invoicing.close();
    expect(settled).toBe(302);
    expect((await Promise.allSettled(begun)).every(({ status }) => status === "fulfilled")).toBe(true);
  });

  test("after close every call rejects, and closing again is the same closing", async () => {
    const { acme, invoicing } = await openBooks(await open());
    const closing = invoicing.close();
    expect(invoicing.close()).toBe(closing);
    const calls = [
      () => acme.issue(order()),
      () => acme.cancel("x"),
      () => acme.recordPayment("x", { amount: 1 }),
      () => acme.continueNumbering({ lastCounter: 1, lastIssueDate: "2026-11-20" }),
      () => acme.list(),
      () => acme.get("x"),
      () => acme.profile(),
      () => acme.suggestVat({ clientCountry: "DE" }),
      () => invoicing.drainBilling({ deliver: async () => {} }),
    ];
    const closed = new TypeError("this invoicing is closed; make every call before close()");
    for (const call of calls) await expect(call()).rejects.toThrow(closed);
    await closing;
    for (const call of calls) await expect(call()).rejects.toThrow(closed);
  });
});

describe("closing in time", () => {
  /** Invoicing with a verifier whose answer never comes, unless its signal ends it. */
  async function openVerified(heeds: boolean) {
    const verify = vi.fn(
      (_: unknown, { signal }: VerifyOptions = {}) =>
        new Promise<VatNumberVerdict>((resolve) => {
          if (heeds) signal?.addEventListener("abort", () => resolve({ status: "unavailable", detail: "ended" }));
        }),
    );
    const store = memoryStore();
    const books = await openBooks(store, {}, { verifier: { verify } });
    return { ...books, store, verify };
  }

  const FRENCH = { clientCountry: "FR", clientVatNumber: "FR40303265045" };

  test("it aborts the signals of deliver and verify, and succeeds if they end", async () => {
    const { acme, invoicing, verify } = await openVerified(true);
    await acme.issue(order());
    const refused = expect(acme.issue(order(FRENCH))).rejects.toMatchObject({ code: "vat_number_unverified" });
    await vi.waitFor(() => expect(verify).toHaveBeenCalled());
    const deliver = vi.fn(async (_: unknown, { signal }: EventDelivery) => {
      await once(signal, "abort");
      signal.throwIfAborted();
    });
    const drain = invoicing.drainBilling({ deliver });
    await vi.waitFor(() => expect(deliver).toHaveBeenCalled());
    await invoicing.close({ timeoutMs: 50 });
    await refused;
    expect(await drain).toMatchObject({ delivered: 0, failed: [] });
  });

  test("it names what did not end, refuses new calls and closes the store all the same", async () => {
    const { acme, invoicing, store } = await openVerified(false);
    await acme.issue(order());
    void acme.issue(order(FRENCH));
    const deliver = vi.fn(() => new Promise<void>(() => undefined));
    void invoicing.drainEvents({ deliver });
    await vi.waitFor(() => expect(deliver).toHaveBeenCalled());
    const message =
      'close() did not wait any longer than 50 ms for: issue() of company "acme", drainEvents(). Repeat these calls ' +
      "after the restart, with their idempotency keys";
    const closing = invoicing.close({ timeoutMs: 50 });
    await expect(acme.list()).rejects.toThrow("this invoicing is closed");
    await expect(closing).rejects.toThrow(new Error(message));
    await expect(store.companies.profile("acme")).rejects.toThrow("this store is closed");
    expect(invoicing.close()).toBe(closing);
  });

  test("it drains what waits in the queue before the time is over", async () => {
    const store = new HeldStore();
    const { acme, invoicing } = await openBooks(store);
    const begun = oneTo(20).map(() => acme.issue(order()));
    const closing = invoicing.close({ timeoutMs: 60_000 });
    expect(await Promise.all(begun)).toHaveLength(20);
    await closing;
  });

  test("a store that does not close is named, and its own error passes through", async () => {
    const silent = Object.assign(memoryStore(), { close: () => new Promise<void>(() => undefined) });
    const { invoicing } = await openBooks(silent);
    await expect(invoicing.close({ timeoutMs: 10 })).rejects.toThrow(/than 10 ms for: the store's close\(\)/);
    const failing = Object.assign(memoryStore(), { close: () => Promise.reject(new Error("the disk is gone")) });
    await expect((await openBooks(failing)).invoicing.close()).rejects.toThrow("the disk is gone");
  });

  test.each([0, -1, 1.5, Number.NaN, 86_400_001, "10"])("refuses a time-out of %o", async (timeoutMs) => {
    const { invoicing } = await openBooks();
    const close = () => invoicing.close({ timeoutMs: timeoutMs as number });
    expect(close).toThrow(/timeoutMs must be a whole number of milliseconds from 1 to 86400000/);
    await invoicing.close();
  });
});

test("a call that fails does not keep close from closing", async () => {
  const store = new HeldStore();
  const { acme, invoicing } = await openBooks(store);
  store.fault = new Error("the disk is full");
  const failed = expect(acme.issue(order())).rejects.toThrow("the disk is full");
  await invoicing.close();
  await failed;
});
