import {
  createInvoicing,
  type DrainEventsOptions,
  type EventFeed,
  type InvoicingStore,
  type JournalCloudEvent,
} from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { germanProfile, oneTo, order, TestClock } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";

const NOW = "2026-11-20T12:00:00.000Z";
const DRAINED = { heldElsewhere: 0, waiting: 0, putAside: 0, failed: [] };

/** Invoicing with companies that have so many invoices each. */
async function openIssued(store: InvoicingStore, companies: Readonly<Record<string, number>>) {
  const invoicing = createInvoicing({ store, clock: new TestClock(NOW) });
  for (const [companyId, count] of Object.entries(companies)) {
    await invoicing.company(companyId).saveProfile(germanProfile());
    for (const _ of oneTo(count)) await invoicing.company(companyId).issue(order());
  }
  return invoicing;
}

/** Keeps what it gets; fails as often as it is told to. */
class Receiver {
  readonly events: JournalCloudEvent[] = [];
  readonly batches: number[] = [];
  failures = 0;

  readonly deliver: DrainEventsOptions["deliver"] = async (events) => {
    this.events.push(...events);
    this.batches.push(events.length);
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error("the answer was lost");
    }
  };

  positionsOf(companyId: string): number[] {
    return this.events.filter(({ data }) => data.companyId === companyId).map(({ data }) => data.position);
  }
}

/** The store with something else in the place of parts of its feeds. */
function withFeed(store: InvoicingStore, change: (feed: EventFeed) => Partial<EventFeed>): InvoicingStore {
  const { reader, creditNotes, companies, journal, search, apiKeys, billing } = store;
  return {
    reader,
    creditNotes,
    companies,
    journal,
    search,
    apiKeys,
    billing,
    events: (consumer) => {
      const feed = store.events(consumer);
      return { ...feed, ...change(feed) };
    },
    transaction: (companyId, work) => store.transaction(companyId, work),
    ready: () => store.ready(),
    close: () => store.close(),
  };
}

describe.each(STORES)("$name", ({ open }) => {
  test("every kind of change is delivered once, in the order of the journal, with what a receiver needs", async () => {
    const invoicing = await openIssued(await open(), { acme: 0 });
    const acme = invoicing.company("acme", { actor: "tests" });
    const first = await acme.issue(order({ dueDate: "2026-12-04" }));
    const second = await acme.issue(
      order({ currency: "USD", exchangeRate: { rate: 0.9, date: "2026-11-19", source: "ECB" } }),
    );
    const payment = { paidOn: "2026-11-20", method: "card", reference: "7" };
    await acme.recordPayment(first.id, { amount: 100, ...payment });
    await acme.recordPayment(first.id, { amount: -40 });
    await acme.cancel(second.id, { reason: "ordered twice" });
    const note = await acme.credit(first.id, { reason: "returned", lines: [{ line: 1, netAmount: 10 }] });
    await acme.recordPortalNumber(first.id, { portal: "sdi", number: "1" });
    await acme.recordPortalNumber(first.id, { portal: "sdi", number: "2", replaces: "1" });
    await acme.recordCreditNotePortalNumber(note.id, { portal: "sdi", number: "3" });
    const receiver = new Receiver();
    expect(await invoicing.drainEvents({ deliver: receiver.deliver })).toEqual({
      ...DRAINED,
      delivered: 9,
      companies: 1,
    });
    const { payments } = await acme.get(first.id);
    const [paid, refunded] = payments.map(({ id }) => id);
    const ofFirst = { companyId: "acme", invoiceId: first.id, invoiceNumber: first.invoiceNumber, currency: "EUR" };
    const ofSecond = { ...ofFirst, invoiceId: second.id, invoiceNumber: second.invoiceNumber, currency: "USD" };
    const issued = { kind: "invoice.issued", issueDate: "2026-11-20", total: 238 };
    const paidData = { kind: "payment.recorded", paymentId: paid, paymentPosition: 1, amount: 100, ...payment };
    const refund = { kind: "payment.recorded", paymentId: refunded, paymentPosition: 2, amount: -40 };
    const credited = { creditNoteId: note.id, creditNoteNumber: note.creditNoteNumber, total: 11.9 };
    expect(receiver.events.map(({ id, data }) => [id, data])).toEqual([
      [`invoice.issued:${first.id}`, { position: 1, counter: 1, dueDate: "2026-12-04", ...ofFirst, ...issued }],
      [`invoice.issued:${second.id}`, { position: 2, counter: 2, dueDate: null, ...ofSecond, ...issued }],
      [`payment.recorded:${paid}`, { position: 3, ...ofFirst, ...paidData }],
      [
        `payment.recorded:${refunded}`,
        { position: 4, ...ofFirst, ...refund, paidOn: "2026-11-20", method: null, reference: null },
      ],
      [
        `invoice.cancelled:${second.id}`,
        { position: 5, ...ofSecond, kind: "invoice.cancelled", reason: "ordered twice" },
      ],
      [
        `credit_note.issued:${note.id}`,
        { position: 6, ...ofFirst, kind: "credit_note.issued", issueDate: "2026-11-20", ...credited },
      ],
      ...[
        { position: 7, creditNoteId: null, number: "1", replaces: null },
        { position: 8, creditNoteId: null, number: "2", replaces: "1" },
        { position: 9, creditNoteId: note.id, number: "3", replaces: null },
      ].map((own) => {
        const id = expect.stringMatching(/^portal_number\.recorded:[0-9a-f-]{36}$/);
        return [id, { ...ofFirst, kind: "portal_number.recorded", portal: "sdi", ...own }];
      }),
    ]);
    expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(9);
    expect(new Set(receiver.events.map(({ time }) => time))).toEqual(new Set([NOW]));
    expect(await invoicing.drainEvents({ deliver: receiver.deliver })).toEqual({
      ...DRAINED,
      delivered: 0,
      companies: 0,
    });
    expect((await acme.audit()).findings).toEqual([]);
    await invoicing.close();
  });

  test("what was delivered but not acknowledged comes again, unchanged, before anything later", async () => {
    const invoicing = await openIssued(await open(), { acme: 5, globex: 2 });
    const receiver = new Receiver();
    receiver.failures = 1;
    const [batchSize, concurrency, retryAfterMs] = [2, 1, 0];
    const result = await invoicing.drainEvents({ deliver: receiver.deliver, batchSize, concurrency });
    expect(result).toMatchObject({ delivered: 2, companies: 1, failed: [{ companyId: "acme" }] });
    expect(await invoicing.drainEvents({ deliver: receiver.deliver, batchSize, retryAfterMs })).toMatchObject({
      delivered: 5,
    });
    expect(receiver.positionsOf("acme")).toEqual([1, 2, 1, 2, 3, 4, 5]);
    expect(receiver.positionsOf("globex")).toEqual([1, 2]);
    const [first, , , , again] = receiver.events; // acme 1, 2, then globex 1, 2, then acme again
    expect(again).toEqual(first);
    await invoicing.close();
  });

  test("each consumer gets every event, whatever others have got, and billing stays as it is", async () => {
    const store = await open();
    const invoicing = await openIssued(store, { acme: 2 });
    const [webhooks, search, billed] = [new Receiver(), new Receiver(), [] as string[]];
    await invoicing.drainEvents({ deliver: webhooks.deliver, consumer: "webhooks" });
    await invoicing.company("acme").issue(order());
    search.failures = 1;
    await invoicing.drainEvents({ deliver: search.deliver, consumer: "search" });
    await invoicing.drainEvents({ deliver: search.deliver, consumer: "search", retryAfterMs: 0 });
    await invoicing.drainEvents({ deliver: webhooks.deliver, consumer: "webhooks" });
    expect(webhooks.positionsOf("acme")).toEqual([1, 2, 3]);
    expect(search.positionsOf("acme")).toEqual([1, 2, 3, 1, 2, 3]);
    await invoicing.drainBilling({ deliver: async (events) => void billed.push(...events.map(({ id }) => id)) });
    expect(billed).toEqual(webhooks.events.map(({ id }) => id));
    await invoicing.close();
  });

  test("a worker that lost its lease acknowledges nothing, and another one delivers everything in order", async () => {
    const store = await open();
    const forgetful = withFeed(store, ({ lease }) => ({ lease: (companyId, worker) => lease(companyId, worker, 0) }));
    const slow = await openIssued(forgetful, { acme: 4 });
    const quick = createInvoicing({ store });
    const receiver = new Receiver();
    const result = await slow.drainEvents({
      batchSize: 2,
      deliver: async (...delivery) => {
        await receiver.deliver(...delivery);
        expect(await quick.drainEvents({ deliver: receiver.deliver })).toMatchObject({ delivered: 4 });
      },
    });
    expect(result).toMatchObject({ delivered: 0, failed: [{ companyId: "acme" }] });
    expect(receiver.positionsOf("acme")).toEqual([1, 2, 1, 2, 3, 4]);
    await quick.close();
  });
});

test("the events are named as the host says", async () => {
  const invoicing = await openIssued(memoryStore(), { "a/b c": 1 });
  const [plain, named] = [new Receiver(), new Receiver()];
  await invoicing.drainEvents({ deliver: plain.deliver });
  const names = { source: "https://shop.example", typePrefix: "com.example." };
  await invoicing.drainEvents({ deliver: named.deliver, consumer: "other", ...names });
  const invoiceId = plain.events[0]!.data.invoiceId;
  expect(plain.events).toMatchObject([
    { specversion: "1.0", source: "/companies/a%2Fb%20c/journal", type: "invoice.issued", subject: invoiceId },
  ]);
  expect(named.events).toMatchObject([
    { source: "https://shop.example/companies/a%2Fb%20c/journal", type: "com.example.invoice.issued" },
  ]);
});

const WRONG: [string, unknown][] = [
  ...["", "a b", "ü", "x".repeat(101), null, 1].map((it): [string, unknown] => ["consumer", it]),
  ...["a b", "ü", "x".repeat(201), null].map((it): [string, unknown] => ["typePrefix", it]),
  ...[["deliver", undefined] as const, ["type", "x"] as const, ["source", "a/"] as const].map(
    ([name, it]): [string, unknown] => [name, it],
  ),
];

test.each(WRONG)("the option %s is not %o: a TypeError that names it", async (name, value) => {
  const invoicing = createInvoicing({ store: memoryStore() });
  const options = { deliver: () => expect.fail("nothing may be delivered"), [name]: value };
  const drain = invoicing.drainEvents(options as unknown as DrainEventsOptions);
  await expect(drain).rejects.toThrow(TypeError);
  await expect(invoicing.drainEvents(options as unknown as DrainEventsOptions)).rejects.toThrow(name);
});

test("closing ends a drain of events, and later ones are refused", async () => {
  const invoicing = await openIssued(memoryStore(), { acme: 3 });
  let closing: Promise<void> | undefined;
  const deliver = async () => {
    closing = invoicing.close();
  };
  expect(await invoicing.drainEvents({ deliver, batchSize: 1 })).toMatchObject({ delivered: 1, failed: [] });
  await closing;
  await expect(invoicing.drainEvents({ deliver })).rejects.toThrow(TypeError);
});
