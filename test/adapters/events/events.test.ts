import {
  createInvoicing,
  type DeliveryLease,
  type EventFeed,
  type InvoicingStore,
  type JournalCloudEvent,
} from "faktura";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order, TestClock } from "../../support/fixtures.ts";
import { JOINABLE_STORES } from "../../support/joinable-stores.ts";
import { DATABASES, type Opened, PANEL } from "../billing/billed-rows.ts";

/** Acme's books, with this many invoices of the API. */
async function openBooks(open: () => Promise<Opened>, count: number) {
  const { store, rows } = await open();
  const clock = new TestClock("2026-11-20T12:00:00Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  for (const _ of oneTo(count)) await acme.issue(order());
  return { store, rows, clock, invoicing, acme };
}

/** What a drain delivers: kind and position of each event. */
async function drained(store: InvoicingStore, batchSize = 100): Promise<string[]> {
  const events: JournalCloudEvent[] = [];
  const deliver = async (batch: readonly JournalCloudEvent[]) => void events.push(...batch);
  const { failed } = await createInvoicing({ store }).drainEvents({ deliver, batchSize });
  expect(failed).toEqual([]);
  return events.map(({ data }) => `${data.position} ${data.kind}`);
}

/** The place up to which the next `count` entries go, and a lease to acknowledge them with. */
async function nextPlace(feed: EventFeed, count: number) {
  const lease = (await feed.lease("acme", "worker", 60_000)) as DeliveryLease;
  const { end } = await feed.pending("acme", count);
  return { lease, end: end! };
}

describe.each(DATABASES)("$name", ({ open }) => {
  test("invoices that a panel has inserted are delivered by the next drain, after it has given them positions", async () => {
    const { store, rows, acme } = await openBooks(open, 2);
    await rows(PANEL(3));
    await rows(PANEL(4));
    expect((await store.events("default").companiesBehind(null, 9)).companyIds).toEqual(["acme"]);
    expect(await drained(store, 3)).toEqual(oneTo(4).map((position) => `${position} invoice.issued`));
    expect((await store.events("default").companiesBehind(null, 9)).companyIds).toEqual([]);
    await rows(PANEL(5));
    expect((await store.events("default").companiesBehind(null, 9)).companyIds).toEqual(["acme"]);
    expect(await drained(store)).toEqual(["5 invoice.issued"]);
    const { data } = await acme.list({ limit: 1 });
    await acme.cancel(data[0]!.id);
    expect(await drained(store)).toEqual(["6 invoice.cancelled"]);
  });

  test("a panel's invoice whose document says nothing of use does not block the events after it", async () => {
    const { store, rows, acme } = await openBooks(open, 1);
    await rows(PANEL(2).replace("'panel', document", "'panel', '{}'"));
    await acme.issue(order());
    const events: JournalCloudEvent[] = [];
    const deliver = async (batch: readonly JournalCloudEvent[]) => void events.push(...batch);
    await createInvoicing({ store }).drainEvents({ deliver });
    expect(events.map(({ data: { position, currency } }) => [position, currency])).toEqual([
      [1, "EUR"],
      [2, ""],
      [3, "EUR"],
    ]);
    expect(events[1]).toMatchObject({ id: "invoice.issued:panel-2", time: "2026-11-20T00:00:00.000Z" });
  });

  test("a sequence that continues elsewhere, and dates that are resumed, have entries but no events", async () => {
    const { store, acme, clock } = await openBooks(open, 0);
    await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-01" });
    clock.set("2027-05-01T12:00:00Z");
    await acme.issue(order());
    clock.set("2026-11-20T12:00:00Z");
    await acme.resumeDates({ reason: "a wrong clock" });
    await acme.issue(order());
    expect(await drained(store, 1)).toEqual(["2 invoice.issued", "4 invoice.issued"]);
    expect((await store.events("default").companiesBehind(null, 9)).companyIds).toEqual([]);
  });

  test("a consumer that begins now skips what a panel has inserted, too, and gets what it inserts later", async () => {
    const { store, rows } = await openBooks(open, 1);
    await rows(PANEL(2));
    const feed = store.events("late");
    await feed.beginNow();
    expect((await feed.companiesBehind(null, 9)).companyIds).toEqual([]);
    await rows(PANEL(3));
    await feed.beginNow();
    expect((await feed.pending("acme", 9)).entries.map(({ position }) => position)).toEqual([3]);
    const [row] = await rows("SELECT begun_at AS at FROM faktura_event_consumers");
    expect(row?.["at"]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    for (const statement of ["DELETE FROM @ RETURNING 1", "UPDATE @ SET begun_at = '' RETURNING 1"]) {
      const refused = rows(statement.replace("@", "faktura_event_consumers"));
      await expect(refused).rejects.toThrow("rows of faktura_event_consumers cannot be changed or deleted");
    }
  });

  test("a cursor moves only forward, to an entry of the journal, and cannot be deleted", async () => {
    const { store, rows, acme } = await openBooks(open, 3);
    const [invoice] = (await acme.list()).data;
    await acme.recordPayment(invoice!.id, { amount: 10 }); // entry 4
    await acme.issue(order()); // entry 5, counter 4
    const feed = store.events("webhooks");
    const { lease, end } = await nextPlace(feed, 2);
    await feed.acknowledge(end, lease);
    const digestOf = (position: number) => `coalesce(
      (SELECT digest FROM faktura_invoices WHERE journal_position = ${position}),
      (SELECT digest FROM faktura_journal WHERE position = ${position}))`;
    const refusal = "the cursor of events can only move forward, to an entry of the journal";
    const moveTo = (position: number, counter: number, digest: string) =>
      rows(`UPDATE faktura_event_cursors SET acknowledged_through = ${position}, invoices_through = ${counter},
        digest = ${digest} RETURNING 1`);
    for (const [position, counter, digest] of [
      [1, 1, digestOf(1)], // back
      [6, 4, digestOf(5)], // beyond the last entry
      [3, 3, digestOf(2)], // another's digest
      [4, 2, digestOf(4)], // an invoice counter that is too low
      [4, 4, digestOf(4)], // one that is too high, which would skip invoice 4
    ] as const) {
      await expect(moveTo(position, counter, digest), `${position} ${counter}`).rejects.toThrow(refusal);
    }
    for (const statement of [
      "DELETE FROM faktura_event_cursors RETURNING 1",
      "UPDATE faktura_event_cursors SET consumer = 'search' RETURNING 1",
      "UPDATE faktura_event_cursors SET company_id = 'globex' RETURNING 1",
      `INSERT INTO faktura_event_cursors (company_id, consumer, acknowledged_through, invoices_through, digest)
        VALUES ('acme', 'search', 9, 4, '${"0".repeat(64)}') RETURNING 1`,
    ]) {
      await expect(rows(statement), statement).rejects.toThrow(refusal);
    }
    await moveTo(4, 3, digestOf(4));
    expect((await feed.pending("acme", 9)).entries.map(({ position }) => position)).toEqual([5]);
  });
});

describe.each(JOINABLE_STORES)("joined calls on $name", ({ open }) => {
  test("have events once the host has committed, and none if it rolls back", async () => {
    const { store, connectHost } = await open();
    const host = await connectHost();
    const invoicing = createInvoicing({ store });
    await invoicing.company("acme").saveProfile(germanProfile());
    const joined = () => invoicing.joining(host.handle).company("acme");
    await host.begin();
    const { id } = await joined().issue(order());
    await joined().recordPayment(id, { amount: 10 });
    expect(await drained(store)).toEqual([]);
    await host.commit();
    await host.begin();
    await joined().cancel((await joined().issue(order())).id);
    await host.rollback();
    expect(await drained(store)).toEqual(["1 invoice.issued", "2 payment.recorded"]);
    await host.close();
    await invoicing.close();
  });
});
