/**
 * Goal: code that joins a transaction can be tested on the store in memory, which does what the databases do.
 * What all stores have in common is in test/service/joining.test.ts.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { createInvoicing, type InvoicingStore } from "faktura";
import { type MemoryTransaction, memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { openBooks, traceOf } from "../../service/books.ts";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";

async function openJoined(lockTimeoutMs?: number) {
  const store = memoryStore({ lockTimeoutMs });
  const books = await openBooks(store);
  const joined = (transaction: object, companyId = "acme") => books.invoicing.joining(transaction).company(companyId);
  return { ...books, store, joined };
}

/** Everything that the store has of "acme", also its journal, events and profile. */
async function everythingIn(store: InvoicingStore) {
  return {
    ...(await traceOf(store)),
    profile: await store.companies.profile("acme"),
    journal: await store.journal.head("acme"),
    entries: await store.journal.entriesAfter("acme", 0, 1000),
    creditNotes: await store.creditNotes.list("acme", { page: 1, limit: 100 }),
    keys: [await store.reader.findKey("acme", "key"), await store.reader.findKey("acme", "payment")],
    feed: await store.events("webhooks").pending("acme", 1000),
  };
}

const failure = new Error("the order could not be saved");

test("if the function fulfils, everything is committed and its result returned; if it fails, nothing remains", async () => {
  const { acme, store, invoicing, joined } = await openJoined();
  const { id } = await acme.issue(order());
  const work = async (transaction: MemoryTransaction) => {
    const books = joined(transaction);
    await books.saveProfile(germanProfile({ name: "Neu" }));
    const invoice = await books.issue(order(), { idempotencyKey: "key" });
    await books.recordPayment(id, { amount: 238 }, { idempotencyKey: "payment" });
    await books.credit(id, { reason: "returned" });
    await books.cancel(invoice.id);
    return (await books.issueMany([order(), order()])).map(({ invoiceNumber }) => invoiceNumber);
  };
  const before = await everythingIn(store);
  const failing = store.begin(async (transaction) => {
    await work(transaction);
    throw failure;
  });
  await expect(failing).rejects.toBe(failure);
  expect(await everythingIn(store)).toEqual(before);
  expect(await store.begin(work)).toEqual(["INV-202611-0003", "INV-202611-0004"]);
  const after = await everythingIn(store);
  expect(after).toMatchObject({ total: 4, profile: { name: "Neu" }, creditNotes: { total: 1 } });
  expect(after.events).toHaveLength(4);
  expect(after.keys.every((key) => key !== undefined)).toBe(true);
  expect((await acme.audit()).findings).toEqual([]);
  await invoicing.close();
});

test("nobody else sees what is not committed, and events and bills are delivered only after it", async () => {
  const { acme, store, invoicing, joined } = await openJoined();
  const delivered: string[] = [];
  const drain = async () => {
    const options = {
      source: "https://example.com",
      deliver: async (events: readonly { type: string }[]) => {
        delivered.push(...events.map(({ type }) => type));
      },
    };
    await invoicing.drainBilling({ ...options, type: "billed" });
    await invoicing.drainEvents(options);
  };
  await store.begin(async (transaction) => {
    const { id } = await joined(transaction).issue(order());
    await drain();
    expect([delivered, (await acme.list()).total]).toEqual([[], 0]);
    await expect(acme.get(id)).rejects.toMatchObject({ code: "invoice_not_found" });
    expect((await joined(transaction).get(id)).id).toBe(id);
  });
  await drain();
  expect(delivered).toEqual(["billed", "invoice.issued"]);
  await invoicing.close();
});

test("others wait for the company until the transaction ends, and those of other companies do not", async () => {
  const { acme, store, invoicing, joined } = await openJoined(60_000);
  await invoicing.company("other").saveProfile(germanProfile());
  let others: Promise<unknown>[] = [];
  const first = await store.begin(async (transaction) => {
    const invoice = await joined(transaction).issue(order());
    others = [
      acme.issue(order()),
      acme.saveProfile(germanProfile({ name: "Neu" })),
      store.begin((second) => joined(second).issue(order())),
    ];
    expect((await invoicing.company("other").issue(order())).invoiceNumber).toMatch(/-0001$/);
    for (const _ of oneTo(10)) await nextTurn();
    expect((await acme.profile()).name).toBe("Firma GmbH");
    return invoice;
  });
  expect(first.invoiceNumber).toMatch(/-0001$/);
  await Promise.all(others);
  expect((await acme.list()).total).toBe(3);
  expect((await acme.profile()).name).toBe("Neu");
  expect((await acme.audit()).findings).toEqual([]);
  await invoicing.close();
});

test("one transaction can write in several companies, all or nothing", async () => {
  const { store, invoicing, joined } = await openJoined();
  const companies = ["acme", "other"];
  await invoicing.company("other").saveProfile(germanProfile());
  const issueInBoth = async (transaction: MemoryTransaction) => {
    for (const company of companies) await joined(transaction, company).issue(order());
  };
  const totals = () => Promise.all(companies.map(async (company) => (await invoicing.company(company).list()).total));
  await expect(store.begin((one) => issueInBoth(one).then(() => Promise.reject(failure)))).rejects.toBe(failure);
  expect(await totals()).toEqual([0, 0]);
  await store.begin(issueInBoth);
  expect(await totals()).toEqual([1, 1]);
  await invoicing.close();
});

test("a nested transaction is a separate one: on the same company, it waits in vain", async () => {
  const { store, invoicing, joined } = await openJoined(20);
  await invoicing.company("other").saveProfile(germanProfile());
  const outer = store.begin(async (transaction) => {
    await joined(transaction).issue(order());
    await store.begin((inner) => joined(inner, "other").issue(order()));
    const busy = { code: "store_busy", message: expect.stringContaining("joining") };
    await expect(store.begin((inner) => joined(inner).issue(order()))).rejects.toMatchObject(busy);
    expect((await joined(transaction).issue(order())).invoiceNumber).toMatch(/-0002$/); // it can go on
    throw failure;
  });
  await expect(outer).rejects.toBe(failure);
  expect((await invoicing.company("acme").list()).total).toBe(0);
  expect((await invoicing.company("other").list()).total).toBe(1);
  await invoicing.close();
});

test("calls that are not awaited reject if the transaction ends first, and write and lock nothing", async () => {
  const { acme, store, invoicing, joined } = await openJoined(60_000);
  const ended = { name: "TypeError", message: expect.stringMatching(/has ended.*Await each joined call/) };
  let calls: Promise<unknown>[] = [];
  await store.begin(async (transaction) => {
    const books = joined(transaction);
    await books.issue(order());
    calls = [books.issue(order()), books.issue(order()), books.saveProfile(germanProfile({ name: "Neu" }))];
  });
  for (const call of calls) await expect(call).rejects.toMatchObject(ended);
  expect([(await acme.list()).total, (await acme.profile()).name]).toEqual([1, "Firma GmbH"]);

  // One that still waits for the company's lock when its transaction ends.
  await store.begin(async (transaction) => {
    await joined(transaction).issue(order());
    await store.begin(async (other) => {
      calls = [joined(other).issue(order())];
      await nextTurn();
    });
  });
  await expect(calls[0]).rejects.toMatchObject(ended);
  expect((await acme.issue(order())).invoiceNumber).toMatch(/-0003$/);
  await invoicing.close();
});

test("whenever the transaction ends during a call, what the call returned is what was committed", async () => {
  const { acme, store, invoicing, joined } = await openJoined();
  const outcomes = new Set<boolean>();
  for (const turns of oneTo(80)) {
    const reference = String(turns);
    let call: Promise<boolean> | undefined;
    await store.begin(async (transaction) => {
      call = joined(transaction)
        .issue(order({ reference }))
        .then(
          () => true,
          () => false,
        );
      for (const _ of oneTo(turns)) await null;
    });
    const isIssued = await call!;
    outcomes.add(isIssued);
    expect((await acme.list({ reference })).total, `after ${turns} turns`).toBe(isIssued ? 1 : 0);
  }
  expect(outcomes.size).toBe(2);
  await invoicing.close();
});

test("what is not a function is a TypeError that says what to pass", async () => {
  const store = memoryStore();
  for (const work of [undefined, {}, Promise.resolve()]) {
    const begun = store.begin(work as unknown as () => Promise<void>);
    await expect(begun).rejects.toThrow(new TypeError("begin needs a function: store.begin(async (transaction) => …)"));
  }
});

test("calls made after the end of the transaction reject", async () => {
  const { acme, store, invoicing, joined } = await openJoined();
  const books = await store.begin(async (transaction) => joined(transaction));
  for (const call of [() => books.issue(order()), () => books.list(), () => books.profile()]) {
    await expect(call()).rejects.toThrow(TypeError);
  }
  expect((await acme.list()).total).toBe(0);
  await invoicing.close();
});

test("any other handle is a TypeError that says what to pass", async () => {
  const { store, invoicing } = await openJoined();
  const other = memoryStore();
  let ended: object = {};
  await store.begin(async (transaction) => {
    ended = transaction;
  });
  await other.begin(async (others) => {
    const handles = [{}, ended, others, store, { query: async () => ({ rows: [] }) }, null, undefined, "transaction"];
    for (const handle of handles as object[]) {
      expect(() => invoicing.joining(handle)).toThrow(TypeError);
      expect(() => invoicing.joining(handle)).toThrow("store.begin(async (transaction) => …)");
    }
  });
  await invoicing.close();
});

test("a company directory gets the transaction, and is not waited for any longer than for a lock", async () => {
  const store = memoryStore({ lockTimeoutMs: 20 });
  const handles: unknown[] = [];
  let isHung = false;
  const profile = async (_: string, request?: { readonly handle?: object | undefined }) => {
    handles.push(request?.handle);
    return isHung ? new Promise<never>(() => {}) : germanProfile();
  };
  const invoicing = createInvoicing({ store, companies: { profile } });
  await store.begin(async (transaction) => {
    const books = invoicing.joining(transaction).company("acme");
    await books.issue(order());
    expect(handles).toEqual([transaction]);
    isHung = true;
    await expect(books.issue(order())).rejects.toMatchObject({ code: "store_busy" });
  });
  expect((await invoicing.company("acme").list()).total).toBe(1);
  await invoicing.close();
});

test("a closed store begins nothing, and a transaction that is open can still end", async () => {
  const { store, joined } = await openJoined();
  await store.begin(async (transaction) => {
    const books = joined(transaction);
    await books.issue(order());
    await store.close();
    await expect(books.issue(order())).rejects.toThrow("this store is closed");
  });
  await expect(store.begin(async () => undefined)).rejects.toThrow("this store is closed");
});

test.each<[object, RegExp]>([
  [{ lockTimeOutMs: 1 }, /lockTimeOutMs.*lockTimeoutMs/],
  [{ lockTimeoutMs: -1 }, /lockTimeoutMs must be 0 or more/],
])("options %j are a TypeError", (options, message) => {
  expect(() => memoryStore(options)).toThrow(TypeError);
  expect(() => memoryStore(options)).toThrow(message);
});
