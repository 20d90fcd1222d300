/** Goal: one wrong clock does not stop a company for good, and recovering from it allows no other earlier dates. */
import { createInvoicing } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { JOINABLE_STORES } from "../../support/joinable-stores.ts";
import { STORES } from "../../support/stores.ts";
import { misdate, NOON, openBooks, traceOf } from "../books.ts";

const REASON = "The clock of server 2 was 400 days ahead.";

describe.each(STORES)("$name", ({ open }) => {
  test("after a wrong clock issue dates go on from today, and then never run backwards again", async () => {
    const { acme, store, clock } = await openBooks(await open());
    await misdate({ acme, clock });
    await expect(acme.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
    await acme.resumeDates({ reason: REASON });
    expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-20", invoiceNumber: "INV-202611-0003" });
    clock.set("2026-11-19T12:00:00.000Z");
    expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-20", invoiceNumber: "INV-202611-0004" });
    clock.set("2026-11-18T12:00:00.000Z");
    await expect(acme.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
    clock.set("2026-12-01T12:00:00.000Z");
    expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-12-01", invoiceNumber: "INV-202612-0005" });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("it is an entry of the journal, which says behind which invoice, from which day, by whom and why", async () => {
    const { invoicing, acme, store, clock } = await openBooks(await open());
    await misdate({ acme, clock });
    await invoicing.company("acme", { actor: "anna", source: "panel" }).resumeDates({ reason: REASON });
    const [entry] = await store.journal.entriesAfter("acme", 0, 10);
    const document = `{"lastCounter":2,"lastIssueDate":"2027-12-25","reason":"${REASON}","resumedOn":"2026-11-20"}`;
    const origin = { at: NOON, actor: "anna", source: "panel", invoiceId: null };
    expect(entry).toMatchObject({ position: 3, kind: "dates.resumed", document, ...origin });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("the first invoice after it may come days and payments later", async () => {
    const { acme, store, clock } = await openBooks(await open());
    const { right } = await misdate({ acme, clock });
    await acme.resumeDates({ reason: REASON });
    await acme.recordPayment(right.id, { amount: right.total });
    clock.set("2026-11-25T12:00:00.000Z");
    expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-25" });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("it is refused, and nothing written, where the next invoice can be issued as it is", async () => {
    const { acme, store, clock } = await openBooks(await open());
    const before = await traceOf(store);
    const refusal = { code: "request_invalid", message: expect.stringContaining("There is nothing to resume") };
    await expect(acme.resumeDates({ reason: REASON })).rejects.toMatchObject({
      code: "request_invalid",
      message: expect.stringContaining("No invoice was issued yet"),
    });
    expect(await traceOf(store)).toEqual(before);
    await acme.issue(order());
    clock.set("2026-11-19T12:00:00.000Z"); // a day behind: the last issue date is taken
    await expect(acme.resumeDates({ reason: REASON })).rejects.toMatchObject(refusal);
    await misdate({ acme, clock });
    await acme.resumeDates({ reason: REASON });
    const { position } = await store.journal.head("acme");
    await expect(acme.resumeDates({ reason: REASON })).rejects.toMatchObject(refusal);
    expect((await store.journal.head("acme")).position).toBe(position);
    await store.close();
  });

  test("of calls that share a commit the first one resumes dates, and the others go on from there", async () => {
    const { acme, store, clock } = await openBooks(await open());
    await misdate({ acme, clock });
    // From a host's own directory, all calls get the profile in the same way. A store may remember it for orders.
    const profile = await acme.profile();
    const companies = { profile: () => profile };
    const hosted = createInvoicing({ store, clock, companies }).company("acme");
    const outcomes = await Promise.allSettled([
      hosted.resumeDates({ reason: REASON }),
      hosted.resumeDates({ reason: REASON }),
      hosted.issueMany([order(), order()]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const { data } = await acme.list();
    expect(data.map(({ issueDate }) => issueDate)).toEqual(["2026-11-20", "2026-11-20", "2027-12-25", "2026-11-20"]);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("dates that were resumed by another wrong clock are resumed once more", async () => {
    const { acme, store, clock } = await openBooks(await open());
    await misdate({ acme, clock });
    clock.set("2027-06-01T12:00:00.000Z");
    await acme.resumeDates({ reason: "still wrong" });
    clock.set(NOON);
    await expect(acme.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
    await acme.resumeDates({ reason: REASON });
    expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-20" });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("dates resume after a second wrong clock too, and lists by day stay correct", async () => {
    const { acme, store, clock } = await openBooks(await open());
    await misdate({ acme, clock });
    await acme.resumeDates({ reason: REASON });
    await misdate({ acme, clock });
    await acme.resumeDates({ reason: REASON });
    await acme.issue(order());
    const countersOf = async (filter: object) =>
      (await acme.list(filter)).data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
    expect(await countersOf({ from: "2026-11-20", to: "2026-11-20" })).toEqual([5, 3, 1]);
    expect(await countersOf({ from: "2027-01-01" })).toEqual([4, 2]);
    expect(await acme.list({ to: "2026-12-31", page: 2, limit: 2 })).toMatchObject({ total: 3, data: [{}] });
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });
});

test.each(JOINABLE_STORES)("inside a transaction of the host's on $name", async ({ open }) => {
  const { store, connectHost } = await open();
  const { acme, clock, invoicing } = await openBooks(store);
  await misdate({ acme, clock });
  const host = await connectHost();
  const resume = async () => {
    await host.begin();
    const joined = invoicing.joining(host.handle).company("acme");
    await joined.resumeDates({ reason: REASON });
    return joined.issue(order());
  };
  await resume();
  await host.rollback();
  await expect(acme.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
  expect(await resume()).toMatchObject({ issueDate: "2026-11-20" });
  await host.commit();
  expect(await acme.issue(order())).toMatchObject({ issueDate: "2026-11-20", invoiceNumber: "INV-202611-0004" });
  expect((await acme.audit()).findings).toEqual([]);
  await host.close();
  await store.close();
});
