import { describe, expect, test } from "vitest";
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

test("a call that fails does not keep close from closing", async () => {
  const store = new HeldStore();
  const { acme, invoicing } = await openBooks(store);
  store.fault = new Error("the disk is full");
  const failed = expect(acme.issue(order())).rejects.toThrow("the disk is full");
  await invoicing.close();
  await failed;
});
