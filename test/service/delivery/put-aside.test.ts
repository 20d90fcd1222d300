/**
 * Goal: an event that a receiver refuses again and again delays nobody for ever, and is not lost.
 * Method: a real HTTP receiver refuses one event with 500. The others arrive in order, the one is put aside, listed, and
 * delivered once the receiver is mended. The waits are seen through the store, and skipped with `retryAfterMs: 0`.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import {
  createInvoicing,
  type DeliveryFailure,
  type DrainEventsOptions,
  type EventFeed,
  type Invoicing,
  type InvoicingStore,
  type JournalCloudEvent,
  type PutAsideEvent,
  type PutAsideOptions,
  type RetryEventsOptions,
} from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order, TestClock } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";

const NOW = "2026-11-20T12:00:00.000Z";

async function openIssued(store: InvoicingStore, companies: Readonly<Record<string, number>>): Promise<Invoicing> {
  const invoicing = createInvoicing({ store, clock: new TestClock(NOW) });
  for (const [companyId, count] of Object.entries(companies)) {
    await invoicing.company(companyId).saveProfile(germanProfile());
    for (const _ of oneTo(count)) await invoicing.company(companyId).issue(order());
  }
  return invoicing;
}

/** A receiver that accepts batches over HTTP, and refuses those in which one of the `refused` is, such as `acme 3`. */
async function openReceiver(...refused: string[]) {
  const accepted: string[] = [];
  const attempts: number[] = [];
  const sizes: number[] = [];
  const bad = new Set(refused);
  const nameOf = ({ data }: JournalCloudEvent) => `${data.companyId} ${data.position}`;
  const server = createServer(async (request, response) => {
    const names = ((await json(request)) as JournalCloudEvent[]).map(nameOf);
    const isRefused = names.some((name) => bad.has(name));
    if (!isRefused) accepted.push(...names);
    response.writeHead(isRefused ? 500 : 204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const deliver: DrainEventsOptions["deliver"] = async (events, { signal, attempt }) => {
    attempts.push(attempt);
    sizes.push(events.length);
    const response = await fetch(url, { method: "POST", body: JSON.stringify(events), signal });
    if (!response.ok) throw new Error(`the receiver answered ${response.status}`);
  };
  const ofCompany = (companyId: string) => accepted.filter((name) => name.startsWith(`${companyId} `));
  return { deliver, accepted, attempts, sizes, ofCompany, mend: () => bad.clear() };
}

async function asideOf(invoicing: Invoicing, options?: PutAsideOptions): Promise<PutAsideEvent[]> {
  const found: PutAsideEvent[] = [];
  for await (const event of invoicing.putAside(options)) found.push(event);
  return found;
}

/** The store, and the failures with which it has got its leases back. */
function remembering(store: InvoicingStore, failures: DeliveryFailure[]): InvoicingStore {
  const events = (consumer: string): EventFeed => {
    const feed = store.events(consumer);
    const release: EventFeed["release"] = async (lease, failure) => {
      if (failure !== undefined) failures.push(failure);
      await feed.release(lease, failure);
    };
    return { ...feed, release };
  };
  const { reader, creditNotes, companies, journal, search, apiKeys, billing } = store;
  const transaction: InvoicingStore["transaction"] = (companyId, work) => store.transaction(companyId, work);
  const rest = { ready: () => store.ready(), close: () => store.close() };
  return { reader, creditNotes, companies, journal, search, apiKeys, billing, events, transaction, ...rest };
}

describe.each(STORES)("$name", ({ open }) => {
  test("an event that is refused again and again is put aside, and the others of its company come in order", async () => {
    const invoicing = await openIssued(await open(), { acme: 8, globex: 3 });
    const receiver = await openReceiver("acme 3");
    const told: unknown[] = [];
    const onError = (error: unknown, companyId: string) => void told.push([companyId, (error as Error).message]);
    const options = { deliver: receiver.deliver, attempts: 4, batchSize: 4, concurrency: 1, retryAfterMs: 0, onError };
    let drain = await invoicing.drainEvents(options);
    expect(drain).toMatchObject({ delivered: 3, putAside: 0, failed: [{ companyId: "acme" }] });
    expect(receiver.ofCompany("globex")).toEqual(oneTo(3).map((position) => `globex ${position}`));
    let drains = 1;
    for (; drain.failed.length > 0; drains += 1) drain = await invoicing.drainEvents(options);
    expect(drain).toMatchObject({ putAside: 1, failed: [], waiting: 0 });
    expect(receiver.ofCompany("acme")).toEqual([1, 2, 4, 5, 6, 7, 8].map((position) => `acme ${position}`));
    // 4 fail; 2 come; 4 fail, 2 fail, 1 fails; 1 fails the fourth time and is put aside; 4 and 1 come. In between, globex.
    expect(receiver.sizes).toEqual([4, 3, 2, 4, 2, 1, 1, 4, 1]);
    expect(receiver.attempts).toEqual([1, 1, 2, 1, 2, 3, 4, 1, 1]);
    expect(drains).toBe(5);
    expect(told).toEqual(Array.from({ length: 5 }, () => ["acme", "the receiver answered 500"]));

    const error = "Error: the receiver answered 500";
    const event = { attempts: 4, error, at: NOW, data: { companyId: "acme", position: 3 } };
    expect(await asideOf(invoicing)).toMatchObject([event]);
    expect(await asideOf(invoicing, { companyId: "globex" })).toEqual([]);

    const retry = () => invoicing.retryEvents({ deliver: receiver.deliver, onError });
    expect(await retry()).toEqual({ delivered: 0, putAside: 1 });
    expect(told.length).toBe(6);
    expect(await asideOf(invoicing)).toMatchObject([event]);
    receiver.mend();
    expect(await retry()).toEqual({ delivered: 1, putAside: 0 });
    expect(receiver.attempts.slice(-2)).toEqual([5, 5]);
    expect(receiver.accepted.at(-1)).toBe("acme 3");
    expect(await asideOf(invoicing)).toEqual([]);
    expect(await retry()).toEqual({ delivered: 0, putAside: 0 });
    expect((await invoicing.drainEvents(options)).delivered).toBe(0);
    await invoicing.close();
  });

  test("a company waits after a failure, longer each time, and others do not", async () => {
    const store = await open();
    const failures: DeliveryFailure[] = [];
    const invoicing = await openIssued(remembering(store, failures), { acme: 1 });
    const receiver = await openReceiver("acme 1");
    const drain = (retryAfterMs?: number) => invoicing.drainEvents({ deliver: receiver.deliver, retryAfterMs });
    expect(await drain()).toMatchObject({ failed: [{ companyId: "acme" }] });
    await openIssued(store, { globex: 1 });
    expect(await drain()).toMatchObject({ delivered: 1, waiting: 1, heldElsewhere: 0, failed: [] });
    expect(receiver.accepted).toEqual(["globex 1"]);
    for (const _ of oneTo(3)) await drain(0);
    receiver.mend();
    expect(await drain(0)).toMatchObject({ delivered: 1, waiting: 0 });
    expect(failures).toEqual([
      { failures: 1, waitMs: 10_000 },
      ...[2, 3, 4].map((count) => ({ failures: count, waitMs: 0 })),
    ]);
    expect(receiver.attempts).toEqual([1, 1, 2, 3, 4, 5]);
    await invoicing.close();
  });

  test("a new consumer that begins now gets nothing of before, and everything after, however often it is begun", async () => {
    const store = await open();
    const invoicing = await openIssued(store, { acme: 2, globex: 1 });
    const receiver = await openReceiver();
    const drain = (from?: "now" | "start", consumer = "late") =>
      invoicing.drainEvents({ deliver: receiver.deliver, consumer, from });
    const both = await Promise.all([drain("now"), drain("now")]);
    expect(both.map(({ delivered }) => delivered)).toEqual([0, 0]);
    await openIssued(store, { acme: 1, initech: 1 });
    await drain("now");
    expect([...receiver.accepted].sort()).toEqual(["acme 3", "initech 1"]);
    await openIssued(store, { acme: 1 });
    await drain("start");
    expect(receiver.ofCompany("acme")).toEqual(["acme 3", "acme 4"]);
    expect((await drain("start", "other")).delivered).toBe(6);
    expect((await drain("now", "other")).delivered).toBe(0);
    await invoicing.close();
  });
});

test("the wait doubles with each failure, to an hour at most, and a company does not block those put aside", async () => {
  const store = memoryStore();
  const failures: DeliveryFailure[] = [];
  const invoicing = await openIssued(remembering(store, failures), { acme: 2 });
  const feed = store.events("default");
  const receiver = await openReceiver("acme 1", "acme 2");
  await invoicing.drainEvents({ deliver: receiver.deliver, batchSize: 1, attempts: 1, retryAfterMs: 60_000 });
  expect((await asideOf(invoicing)).length).toBe(2);
  await openIssued(store, { acme: 1 });
  const refusing = await openReceiver("acme 3");
  for (const count of [0, 1, 6, 40, 2000]) {
    const lease = await feed.lease("acme", "test", 60_000, true);
    if (typeof lease === "string") return expect.fail(lease);
    await feed.release(lease, { failures: count, waitMs: 0 });
    await invoicing.drainEvents({ deliver: refusing.deliver, attempts: 1000, retryAfterMs: 60_000 });
    if (count >= 1000) break;
  }
  expect(failures.map(({ waitMs }) => waitMs)).toEqual([60_000, 120_000, 3_600_000, 3_600_000]);
  expect((await asideOf(invoicing)).length).toBe(3); // 2,001 failures are enough
  receiver.mend();
  expect(await invoicing.retryEvents({ deliver: receiver.deliver, companyId: "globex" })).toMatchObject({
    delivered: 0,
  });
  const { delivered } = await invoicing.retryEvents({ deliver: receiver.deliver, companyId: "acme" });
  expect(delivered).toBe(3);
});

test("neither an abort nor a lost lease puts an event aside, and an abort is not counted", async () => {
  const store = memoryStore();
  const invoicing = await openIssued(store, { acme: 1 });
  const stop = new AbortController();
  const deliver: DrainEventsOptions["deliver"] = async (_, { signal }) => {
    stop.abort();
    signal.throwIfAborted();
  };
  const drain = await invoicing.drainEvents({ deliver, attempts: 1, signal: stop.signal });
  expect(drain).toMatchObject({ delivered: 0, putAside: 0, failed: [] });
  const attempts: number[] = [];
  const stolen: DrainEventsOptions["deliver"] = async (_, { attempt }) => {
    attempts.push(attempt);
    const lost = store.events("default");
    await lost.renew({ companyId: "acme", token: 2, failures: 0 }, 0);
    await lost.lease("acme", "thief", 0);
    throw new Error("refused");
  };
  const { failed, putAside } = await invoicing.drainEvents({ deliver: stolen, attempts: 1 });
  expect([putAside, String(failed[0]?.error), attempts]).toEqual([0, expect.stringMatching(/expired/), [1]]);
  expect(await asideOf(invoicing)).toEqual([]);
  expect((await invoicing.drainEvents({ deliver: async () => {} })).delivered).toBe(1);
});

const WRONG: [string, Record<string, unknown>][] = [
  ...["end", null, 1].map((from): [string, Record<string, unknown>] => ["from", { from }]),
  ...[0, 1001, "3"].map((attempts): [string, Record<string, unknown>] => ["attempts", { attempts }]),
];

test.each(WRONG)("the option %s of %o is a TypeError that names it, and nothing has begun", async (name, wrong) => {
  const invoicing = await openIssued(memoryStore(), { acme: 1 });
  const options = { deliver: () => expect.fail("nothing may be delivered"), ...wrong };
  await expect(invoicing.drainEvents(options as unknown as DrainEventsOptions)).rejects.toThrow(TypeError);
  await expect(invoicing.drainEvents(options as unknown as DrainEventsOptions)).rejects.toThrow(name);
});

test("wrong options of the list and of the retry are TypeErrors that name them", async () => {
  const invoicing = createInvoicing({ store: memoryStore() });
  for (const [name, options] of [
    ["company id", { companyId: "" }],
    ["consumer", { consumer: "" }],
    ["company", { company: "acme" }],
  ] as const) {
    await expect(asideOf(invoicing, options as object), name).rejects.toThrow(name);
  }
  const deliver = async () => {};
  for (const [name, wrong] of [
    ["company id", { companyId: "" }],
    ["from", { from: "now" }],
    ["batchSize", { batchSize: 1 }],
  ] as const) {
    await expect(invoicing.retryEvents({ deliver, ...wrong } as RetryEventsOptions), name).rejects.toThrow(name);
  }
});

test.each([3, 4, 7])(
  "after a failure, a batch is half of the %i events that were delivered, not of batchSize",
  async (count) => {
    const invoicing = await openIssued(memoryStore(), { acme: count });
    const receiver = await openReceiver("acme 1");
    const drain = () => invoicing.drainEvents({ deliver: receiver.deliver, attempts: 4, retryAfterMs: 0 });
    for (const _ of oneTo(4)) await drain();
    expect(receiver.sizes).toEqual([count, count >> 1, count >> 2 || 1, 1, count - 1]);
    expect(receiver.ofCompany("acme").length).toBe(count - 1);
  },
);

test("a delivery that your abort ended is not counted, whatever it rejects with", async () => {
  const invoicing = await openIssued(memoryStore(), { acme: 1 });
  const stop = new AbortController();
  const deliver: DrainEventsOptions["deliver"] = async () => {
    stop.abort();
    throw new Error("the socket was closed");
  };
  const { failed } = await invoicing.drainEvents({ deliver, signal: stop.signal });
  expect(failed.length).toBe(1);
  const attempts: number[] = [];
  const drain = await invoicing.drainEvents({ deliver: async (_, { attempt }) => void attempts.push(attempt) });
  expect([drain.delivered, drain.waiting, attempts]).toEqual([1, 0, [1]]);
});
