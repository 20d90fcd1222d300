import { StoreBusyError } from "faktura";
import { expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { HeldStore, openBooks } from "./books.ts";

/** An order that counts as about 400 kB. */
const LARGE = order({
  note: "x".repeat(1000),
  items: Array(1000).fill({ ...order().items[0], description: "x".repeat(25) }),
});

test.each([
  [{ maxPendingBytes: 2 ** 20 }, /orders in progress of this company would take more than 1 MiB/],
  [{ maxPendingBytesPerCompany: 2 ** 20 }, /orders in progress of this company would take more than 1 MiB/],
])("with %o, orders beyond it are refused as busy while others wait", async (options, message) => {
  const store = new HeldStore();
  const { acme, invoicing } = await openBooks(store, {}, options);
  const release = store.hold();
  const waiting = [acme.issue(LARGE), acme.issue(LARGE)];
  const refused = acme.issue(LARGE);
  await expect(refused).rejects.toThrow(StoreBusyError);
  await expect(refused).rejects.toThrow(message);
  release();
  expect(await Promise.all(waiting)).toHaveLength(2);
  expect((await acme.issue(LARGE)).items).toHaveLength(1000);
  await invoicing.close();
});

test("the limit of all companies holds across companies", async () => {
  const store = new HeldStore();
  const { acme, invoicing } = await openBooks(store, {}, { maxPendingBytes: 2 ** 20 });
  const globex = invoicing.company("globex");
  await globex.saveProfile(await acme.profile());
  const release = store.hold();
  const waiting = [acme.issue(LARGE), acme.issue(LARGE)];
  await expect(globex.issue(LARGE)).rejects.toThrow(/the orders in progress would take more than 1 MiB/);
  release();
  await Promise.all(waiting);
  await invoicing.close();
});
