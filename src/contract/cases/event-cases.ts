import assert from "node:assert/strict";
import type { EventEntry } from "../../domain/books/journal-event.ts";
import type { EventFeed, PendingEntries } from "../../ports/event-feed.ts";
import { LONGEST_LEASE_MS } from "../../ports/leased-companies.ts";
import { type ContractCases, needing } from "../contract-case.ts";
import { continueFrom, credit, issue, settle } from "../issue-invoices.ts";
import { assertOneHolds, assertTokensRise, assertWaits, companiesBehind, MINUTE, takenLease } from "../leases.ts";
import { valuesOf } from "../read-books.ts";
import {
  ACME,
  CANCELLED,
  PAID,
  paidBy,
  SAMPLE_ORIGIN,
  sampleCreditNote,
  sampleEvent,
  sampleId,
  sampleInvoice,
} from "../samples.ts";

const WEBHOOKS = "webhooks";

/** The journal's events: everything in its order, for each consumer at least once, and who may deliver it. */
export const eventCases: ContractCases = {
  "a consumer's feed has every entry of the journal in its order, each with its invoice": async (store) => {
    await continueFrom(store, { lastCounter: 41, lastIssueDate: "2026-11-01" });
    await issue(store, { count: 2 });
    await settle(store, [42], PAID);
    await issue(store, { source: "panel" });
    await settle(store, [43], CANCELLED);
    await credit(store, sampleCreditNote(1, { invoiceId: sampleId(44) }));
    const { entries } = await store.events(WEBHOOKS).pending(ACME, 100);
    assert.deepEqual(entries.map(summaryOf), [
      [1, "numbering.continued", null, null],
      [2, "invoice.issued", 42, null],
      [3, "invoice.issued", 43, null],
      [4, "payment.recorded", 42, 1],
      [5, "invoice.issued", 44, null],
      [6, "invoice.cancelled", 43, null],
      [7, "credit_note.issued", 44, null],
    ]);
  },
  "an entry of the feed has the text and the time of the change, and its invoice's number and currency": async (
    store,
  ) => {
    await issue(store);
    await settle(store, [1], PAID);
    const { id, document, issuedAt, invoiceNumber } = sampleInvoice(1);
    const invoice = { id, counter: 1, invoiceNumber, currency: "EUR" };
    const { entries } = await store.events(WEBHOOKS).pending(ACME, 100);
    const [payment] = await store.journal.entriesAfter(ACME, 0, 1);
    assert.deepEqual(entries, [
      { position: 1, kind: "invoice.issued", at: issuedAt, document, invoice, paymentPosition: null },
      {
        position: 2,
        kind: "payment.recorded",
        at: SAMPLE_ORIGIN.at,
        document: payment?.document,
        invoice,
        paymentPosition: 1,
      },
    ]);
  },
  "each payment in the feed has its own position among those of its invoice": async (store) => {
    await issue(store);
    for (const amountPaid of [38, 76, 114]) await settle(store, [1], paidBy(amountPaid), 38);
    const { entries } = await store.events(WEBHOOKS).pending(ACME, 100);
    assert.deepEqual(valuesOf(entries, "paymentPosition"), [null, 1, 2, 3]);
  },
  "entries of the feed stay pending until they are acknowledged, and then the next ones follow, up to the limit":
    async (store) => {
      await issue(store, { count: 3 });
      await settle(store, [1, 2], PAID);
      const feed = store.events(WEBHOOKS);
      const lease = await takenLease(feed);
      assert.deepEqual(positionsOf(await feed.pending(ACME, 2)), [1, 2]);
      const first = await feed.pending(ACME, 2);
      assert.deepEqual(positionsOf(first), [1, 2]);
      assert.equal(await feed.acknowledge(first.end!, lease), true);
      const second = await feed.pending(ACME, 2);
      assert.deepEqual(positionsOf(second), [3, 4]);
      assert.equal(await feed.acknowledge(second.end!, lease), true);
      assert.deepEqual(positionsOf(await feed.pending(ACME, 2)), [5]);
      await issue(store);
      const last = await feed.pending(ACME, 9);
      assert.deepEqual(positionsOf(last), [5, 6]);
      await feed.acknowledge(last.end!, lease);
      assert.deepEqual(await feed.pending(ACME, 9), { entries: [], end: null });
    },
  "acknowledging a position of the feed again, or an earlier one, changes nothing": async (store) => {
    await issue(store, { count: 3 });
    const feed = store.events(WEBHOOKS);
    const lease = await takenLease(feed);
    const [one, two] = [await feed.pending(ACME, 1), await feed.pending(ACME, 2)];
    for (const { end } of [two, two, one]) assert.equal(await feed.acknowledge(end!, lease), true);
    assert.deepEqual(positionsOf(await feed.pending(ACME, 9)), [3]);
  },
  "a limit of entries that is not a whole number of at least 1 is a TypeError": async (store) => {
    await issue(store);
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await assert.rejects(async () => store.events(WEBHOOKS).pending(ACME, limit), TypeError, `of ${limit}`);
    }
  },
  "consumers share neither cursors nor leases, and billing has its own": async (store) => {
    const [issued] = await issue(store, { count: 2 });
    const [webhooks, search] = [store.events(WEBHOOKS), store.events("search")];
    const lease = await takenLease(webhooks);
    await takenLease(search);
    await takenLease(store.billing, "worker");
    const { end } = await webhooks.pending(ACME, 9);
    await webhooks.acknowledge(end!, lease);
    assert.deepEqual(positionsOf(await search.pending(ACME, 9)), [1, 2]);
    assert.equal((await store.billing.pending(ACME)).length, 2);
    await store.billing.acknowledge(ACME, [sampleEvent(ACME, issued!).id]);
    assert.deepEqual(positionsOf(await search.pending(ACME, 9)), [1, 2]);
    assert.deepEqual(positionsOf(await webhooks.pending(ACME, 9)), []);
  },
  "each company with entries for a consumer is listed once, in pages, until all of them are acknowledged": async (
    store,
  ) => {
    for (const companyId of ["acme", "Acme", "globex", "initech"]) await issue(store, { companyId, count: 2 });
    const feed = store.events(WEBHOOKS);
    assert.deepEqual(await companiesBehind(feed), ["Acme", "acme", "globex", "initech"]);
    await acknowledge(feed, "globex", 2);
    await acknowledge(feed, "acme", 1);
    assert.deepEqual(await companiesBehind(feed), ["Acme", "acme", "initech"]);
    assert.deepEqual(await companiesBehind(store.events("search")), ["Acme", "acme", "globex", "initech"]);
    await settle(store, [2], PAID);
    await acknowledge(feed, "acme", 1);
    assert.deepEqual(await companiesBehind(feed), ["Acme", "acme", "initech"]);
    await acknowledge(feed, "acme", 1);
    assert.deepEqual(await companiesBehind(feed), ["Acme", "initech"]);
  },
  "if several workers ask for a consumer's lease at once, one gets it, and another after its release": async ({
    events,
  }) => {
    await assertOneHolds(events(WEBHOOKS));
  },
  "a consumer's lease that has expired, or ends after more than a day, is taken over with a higher token": async ({
    events,
  }) => {
    await assertTokensRise(events(WEBHOOKS), [0, 2 * LONGEST_LEASE_MS, MINUTE]);
  },
  "a consumer's lost lease can be neither renewed nor released, and acknowledges nothing": async (store) => {
    await issue(store);
    const feed = store.events(WEBHOOKS);
    const lost = await takenLease(feed, "worker", 0);
    assert.equal(await feed.renew(lost, 0), true);
    const lease = await takenLease(feed);
    const { end } = await feed.pending(ACME, 9);
    assert.equal(await feed.renew(lost, MINUTE), false);
    await feed.release(lost);
    assert.equal(await feed.acknowledge(end!, lost), false);
    assert.deepEqual(positionsOf(await feed.pending(ACME, 9)), [1]);
    assert.equal(await feed.lease(ACME, "third", MINUTE), "held");
    assert.equal(await feed.acknowledge(end!, lease), true);
    assert.deepEqual(positionsOf(await feed.pending(ACME, 9)), []);
  },
  "after a failure a consumer's company waits, and acknowledging forgets it": async (store) => {
    await issue(store, { count: 2 });
    const feed = store.events(WEBHOOKS);
    const { end } = await feed.pending(ACME, 1);
    await assertWaits(feed, (lease) => feed.acknowledge(end!, lease));
  },
  "a consumer that begins now gets what is written afterwards, and of a later company everything": async (store) => {
    await issue(store, { count: 2 });
    await settle(store, [1], PAID);
    await issue(store, { companyId: "globex" });
    const feed = store.events(WEBHOOKS);
    await Promise.all([feed.beginNow(), feed.beginNow(), store.events(WEBHOOKS).beginNow()]);
    assert.deepEqual(await companiesBehind(feed), []);
    await settle(store, [2], PAID);
    await issue(store, { companyId: "initech" });
    await feed.beginNow(); // it has begun
    assert.deepEqual(await companiesBehind(feed), ["acme", "initech"]);
    assert.deepEqual(positionsOf(await feed.pending(ACME, 9)), [4]);
    assert.deepEqual(positionsOf(await feed.pending("initech", 9)), [1]);
    assert.deepEqual(positionsOf(await store.events("search").pending(ACME, 9)), [1, 2, 3, 4]);
  },
  "a consumer that has begun or acknowledged before does not begin now": async (store) => {
    const [empty, known] = [store.events("empty"), store.events("known")];
    await empty.beginNow();
    await issue(store, { count: 2 });
    await acknowledge(known, ACME, 1);
    for (const feed of [empty, known]) await feed.beginNow();
    assert.deepEqual(positionsOf(await empty.pending(ACME, 9)), [1, 2]);
    assert.deepEqual(positionsOf(await known.pending(ACME, 9)), [2]);
  },
  "an entry that is put aside is passed and listed with its reason, until it is settled": async (store) => {
    await issue(store, { count: 2 });
    await settle(store, [1], PAID);
    const feed = store.events(WEBHOOKS);
    const [, second, third] = (await feed.pending(ACME, 9)).entries;
    await putAside(feed, ACME, 2, "one");
    assert.deepEqual(positionsOf(await feed.pending(ACME, 9)), [3]);
    await putAside(feed, ACME, 1, "two");
    const reason = { attempts: 3, at: AT };
    assert.deepEqual(await feed.putAsideAfter(null, 9), [
      { companyId: ACME, entry: second, ...reason, error: "one" },
      { companyId: ACME, entry: third, ...reason, error: "two" },
    ]);
    for (const position of [2, 2, 1]) await feed.settlePutAside(ACME, position);
    assert.deepEqual(await placesAside(feed), ["acme 3"]);
    assert.deepEqual(positionsOf(await feed.pending(ACME, 9)), []);
  },
  "entries that are put aside are listed by company and position, page after page, for each consumer": async (
    store,
  ) => {
    for (const companyId of ["globex", "acme"]) await issue(store, { companyId, count: 3 });
    const feed = store.events(WEBHOOKS);
    for (const companyId of ["globex", "acme"]) for (const _ of [1, 2]) await putAside(feed, companyId, 1);
    assert.deepEqual(await placesAside(feed), ["acme 1", "acme 2", "globex 1", "globex 2"]);
    const page = await feed.putAsideAfter({ companyId: "acme", position: 1 }, 2);
    assert.deepEqual(
      page.map(({ companyId, entry }) => `${companyId} ${entry.position}`),
      ["acme 2", "globex 1"],
    );
    assert.deepEqual(await placesAside(store.events("search")), []);
    await assert.rejects(async () => feed.putAsideAfter(null, 0), TypeError);
  },
  "a lost lease puts nothing aside, and putting aside forgets failures": async (store) => {
    await issue(store, { count: 2 });
    const feed = store.events(WEBHOOKS);
    await feed.release(await takenLease(feed), { failures: 2, waitMs: 0 });
    await putAside(feed, ACME, 1, "\0 \ud800");
    const lost = await takenLease(feed, "lost", 0);
    assert.equal(lost.failures, 0);
    await takenLease(feed);
    const { end } = await feed.pending(ACME, 1);
    assert.equal(await feed.acknowledge(end!, lost, { attempts: 1, error: "e", at: AT }), false);
    assert.deepEqual(await placesAside(feed), ["acme 1"]);
    assert.deepEqual(positionsOf(await feed.pending(ACME, 9)), [2]);
  },
  "a consumer's beginning and what it put aside are still there after a restart": needing(
    "reopen",
    async (store, { reopen }) => {
      await issue(store, { count: 1 });
      await store.events("late").beginNow();
      await issue(store, { count: 1 });
      await putAside(store.events(WEBHOOKS), ACME, 1);
      const reopened = await reopen(store);
      await reopened.events("late").beginNow();
      assert.deepEqual(positionsOf(await reopened.events("late").pending(ACME, 9)), [2]);
      assert.deepEqual(await placesAside(reopened.events(WEBHOOKS)), ["acme 1"]);
    },
  ),
  "a consumer's position in the journal is still there after a restart": needing(
    "reopen",
    async (store, { reopen }) => {
      await issue(store, { count: 2 });
      await acknowledge(store.events(WEBHOOKS), ACME, 1);
      const reopened = await reopen(store);
      assert.deepEqual(positionsOf(await reopened.events(WEBHOOKS).pending(ACME, 9)), [2]);
    },
  ),
};

function summaryOf({ position, kind, invoice, paymentPosition }: EventEntry) {
  return [position, kind, invoice === null ? null : invoice.counter, paymentPosition];
}

function positionsOf({ entries }: PendingEntries): number[] {
  return entries.map(({ position }) => position);
}

const AT = "2026-11-20T12:00:00.000Z";

/** Puts the last of the company's next `count` entries aside. */
async function putAside(feed: EventFeed, companyId: string, count: number, error = "refused"): Promise<void> {
  const lease = await takenLease(feed, "worker", MINUTE, companyId);
  const { end } = await feed.pending(companyId, count);
  assert.equal(await feed.acknowledge(end!, lease, { attempts: 3, error, at: AT }), true);
  await feed.release(lease);
}

async function placesAside(feed: EventFeed): Promise<string[]> {
  return (await feed.putAsideAfter(null, 9)).map(({ companyId, entry }) => `${companyId} ${entry.position}`);
}

/** Acknowledges the company's next `count` entries. */
async function acknowledge(feed: EventFeed, companyId: string, count: number): Promise<void> {
  const lease = await takenLease(feed, "worker", MINUTE, companyId);
  const { end } = await feed.pending(companyId, count);
  assert.equal(await feed.acknowledge(end!, lease), true);
  await feed.release(lease);
}
