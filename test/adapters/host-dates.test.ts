/**
 * Goal: with a host's own counter, dates do not run backwards after what it issued itself either. They can be resumed after
 * a wrong clock as usual, but the host must correct its counter's own date.
 */
import { createInvoicing } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { HOSTED, type HostCounter } from "./hosted-stores.ts";

/** Acme's books on a host's counter that was at 7, with an invoice from a clock 400 days ahead. */
async function openMisdated(open: (typeof HOSTED)[number]["open"]) {
  const counter: HostCounter = { last: 7, lastIssueDate: null };
  const store = await open(counter);
  const clock = new TestClock("2027-12-25T12:00:00.000Z");
  const acme = createInvoicing({ store, clock }).company("acme");
  await acme.saveProfile(germanProfile());
  await acme.issue(order());
  return { counter, store, clock, acme };
}

test.each(HOSTED)("on $name, no invoice is dated before the last one that the host issued itself", async ({ open }) => {
  const counter: HostCounter = { last: 7, lastIssueDate: "2026-11-20" };
  const store = await open(counter);
  const acme = createInvoicing({ store, clock: new TestClock("2026-11-19T12:00:00.000Z") }).company("acme");
  await acme.saveProfile(germanProfile());
  expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-20" });
  counter.lastIssueDate = "2026-11-21";
  await expect(acme.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
  counter.lastIssueDate = "2026-11-19"; // before the invoice that is kept here
  expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-20" });
  await store.close();
});

test.each(HOSTED)("on $name, dates continue from today after the last invoice that is kept here", async ({ open }) => {
  const { counter, store, clock, acme } = await openMisdated(open);
  counter.last = 20; // the host has issued some invoices of its own
  clock.set("2026-11-20T12:00:00.000Z");
  await acme.resumeDates({ reason: "a wrong clock" });
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0021", issueDate: "2026-11-20" });
  const [entry] = await store.journal.entriesAfter("acme", 0, 1);
  expect(JSON.parse(entry!.document)).toMatchObject({ lastCounter: 8, lastIssueDate: "2027-12-25" });
  expect(await acme.list({ to: "2026-12-31" })).toMatchObject({ total: 1 });
  expect((await acme.audit()).findings).toEqual([]);
  await store.close();
});

test.each(HOSTED)(
  "on $name, a date that the counter itself reports must be corrected there first",
  async ({ open }) => {
    const { counter, store, clock, acme } = await openMisdated(open);
    clock.set("2026-11-20T12:00:00.000Z");
    counter.lastIssueDate = "2026-11-22";
    await expect(acme.resumeDates({ reason: "a wrong clock" })).rejects.toThrow(
      /reports 2026-11-22 as its last issue date/,
    );
    expect(await store.journal.entriesAfter("acme", 0, 1)).toEqual([]);
    counter.lastIssueDate = "2026-11-21"; // as far as clocks may differ
    await acme.resumeDates({ reason: "a wrong clock" });
    expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-21" });
    await store.close();
  },
);
