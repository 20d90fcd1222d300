import { type Company, isRefusal } from "faktura";
import { describe, expect, test } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { countersOf, openBooks, traceOf } from "../books.ts";

const POSITION = { lastCounter: 41, lastIssueDate: "2026-11-19" };
const started = (error: unknown) => isRefusal(error, "numbering_started");

describe.each(EVERY_STORE)("$name", ({ open }) => {
  test("the first invoice follows the last one of the other system, in number and in date", async () => {
    const { acme, store, clock } = await openBooks(await open());
    await acme.continueNumbering(POSITION);
    clock.set("2026-11-18T12:00:00.000Z"); // a day behind the other system's
    expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0042", issueDate: "2026-11-19" });
    expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0043" });
    expect(await countersOf(store)).toEqual([42, 43]);
    await store.close();
  });

  test("until the first invoice it may be corrected, after it no more", async () => {
    const { acme, store } = await openBooks(await open());
    await acme.continueNumbering(POSITION);
    await acme.continueNumbering({ ...POSITION, lastCounter: 7 });
    expect((await acme.issue(order())).invoiceNumber).toBe("INV-202611-0008");
    const before = await traceOf(store);
    await expect(acme.continueNumbering(POSITION)).rejects.toSatisfy(started);
    await expect(acme.continueNumbering({ ...POSITION, lastCounter: 8 })).rejects.toSatisfy(started);
    expect(await traceOf(store)).toEqual(before);
    await store.close();
  });

  test("a correction in the same breath is an entry of its own, under its author's name", async () => {
    const { invoicing, store } = await openBooks(await open());
    const [anna, ben] = ["anna", "ben"].map((actor) => invoicing.company("acme", { actor })) as [Company, Company];
    await anna.profile();
    await Promise.all([anna.continueNumbering(POSITION), ben.continueNumbering({ ...POSITION, lastCounter: 7 })]);
    const entries = await store.journal.entriesAfter("acme", 0, 9);
    expect(entries.map(({ actor, document }) => [actor, JSON.parse(document)])).toEqual([
      ["anna", POSITION],
      ["ben", { ...POSITION, lastCounter: 7 }],
    ]);
    expect((await ben.issue(order())).invoiceNumber).toBe("INV-202611-0008");
    expect(await ben.audit()).toMatchObject({ entries: 3, findings: [] });
    await store.close();
  });

  test("invoices that are issued in the same breath follow it, and it does not follow them", async () => {
    const { acme, store } = await openBooks(await open());
    await acme.profile(); // so that all four wait for the same things
    const outcomes = await Promise.allSettled([
      acme.continueNumbering(POSITION),
      acme.issue(order()),
      acme.issue(order()),
      acme.continueNumbering({ ...POSITION, lastCounter: 100 }),
    ]);
    const counters = await countersOf(store);
    const moved = outcomes.map(({ status }) => status === "fulfilled");
    const first = moved[3] ? 101 : moved[0] ? 42 : 1;
    expect(counters).toEqual(oneTo(2).map((place) => first - 1 + place));
    await store.close();
  });
});

test("a counter of 0 says that nothing was issued yet, but on which day", async () => {
  const { acme } = await openBooks();
  await acme.continueNumbering({ lastCounter: 0, lastIssueDate: "2026-11-21" });
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0001", issueDate: "2026-11-21" });
});

test("a last issue date ahead of the clock is refused by name: nothing could be issued until then", async () => {
  const { acme, store } = await openBooks();
  const before = await traceOf(store);
  await expect(acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-22" })).rejects.toMatchObject({
    code: "request_invalid",
    errors: [{ pointer: "/lastIssueDate", detail: expect.stringContaining("2026-11-20") }],
  });
  expect(await traceOf(store)).toEqual(before);
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-21" });
});

test.each([
  ["/lastCounter", { ...POSITION, lastCounter: -1 }],
  ["/lastCounter", { ...POSITION, lastCounter: 1.5 }],
  ["/lastCounter", { ...POSITION, lastCounter: Number.NaN }],
  ["/lastCounter", { ...POSITION, lastCounter: 1e15 }],
  ["/lastIssueDate", { ...POSITION, lastIssueDate: "2026-02-29" }],
  ["/lastIssueDate", { lastCounter: 1 }],
  ["/counter", { ...POSITION, counter: 1 }],
])("%s is refused where it is no place in a sequence (%#)", async (pointer, position) => {
  const { acme } = await openBooks();
  await expect(acme.continueNumbering(position as typeof POSITION)).rejects.toMatchObject({
    code: "request_invalid",
    errors: [{ pointer, detail: expect.any(String) }],
  });
});

test("counters grow past four digits", async () => {
  const { acme } = await openBooks();
  await acme.continueNumbering({ lastCounter: 9998, lastIssueDate: "2026-11-19" });
  const numbers = [await acme.issue(order()), await acme.issue(order())].map(({ invoiceNumber }) => invoiceNumber);
  expect(numbers).toEqual(["INV-202611-9999", "INV-202611-10000"]);
});
