/**
 * Goal: the host's functions run in the async context of their own call, and nothing else runs in a call's context or
 * keeps it alive.
 * Method: each call runs in its own `AsyncLocalStorage` store, beside others. Drivers are wrapped to see their context.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { apiKeys, createInvoicing, type InvoiceOrder, type InvoicingEvent, type InvoicingStore } from "faktura";
import { memoryStore } from "faktura/memory";
import { postgresStore } from "faktura/postgres";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { JOINABLE_STORES } from "../support/joinable-stores.ts";
import { freshSchema, interceptedPool, onPostgres, openPool, pool } from "../support/postgres.ts";
import { freshFile, interceptedConnection, SQLITE_DRIVERS, STORES } from "../support/stores.ts";
import { HeldStore, openBooks } from "./books.ts";

/** The caller of what runs now. */
interface Caller {
  readonly name: string;
}

const callers = new AsyncLocalStorage<Caller>();
const callerNow = () => callers.getStore()?.name;
const callAs = <Result>(name: string, call: () => Result): Result => callers.run({ name }, call);

describe.each(STORES)("on $name", ({ open }) => {
  test("each event comes in its own call's context, in the order of the numbers", async () => {
    const seen: [string | undefined, InvoicingEvent][] = [];
    const onEvent = (event: InvoicingEvent) => seen.push([callerNow(), event]);
    const { acme, store } = await openBooks(await open(), {}, { onEvent });
    const issue = (name: string) => callAs(name, () => acme.issue(order({ reference: name })));
    const invoices = await Promise.all(oneTo(40).map((number) => issue(`issue ${number}`)));
    expect(seen.map(([caller]) => caller)).toEqual(invoices.map(({ reference }) => reference));
    expect(seen.map(([, { invoice }]) => invoice)).toEqual(invoices);
    seen.length = 0;
    await Promise.all(
      invoices
        .slice(0, 20)
        .flatMap(({ id }, place) => [
          callAs(`pay ${place}`, () => acme.recordPayment(id, { amount: 238 })),
          callAs(`cancel ${place}`, () => acme.cancel(invoices[place + 20]!.id)),
          callAs(`many ${place}`, () => acme.issueMany([order(), order()])),
          callAs(`refused ${place}`, () => acme.cancel("nobody's")).catch(() => undefined),
        ]),
    );
    await callAs("credit 1", () => acme.credit(invoices[0]!.id, { reason: "returned" }));
    const expected: Record<string, string[]> = {
      pay: ["payment.recorded", "invoice.paid"],
      cancel: ["invoice.cancelled"],
      many: ["invoice.issued", "invoice.issued"],
      credit: ["credit_note.issued"],
    };
    const types = new Map<string, string[]>();
    for (const [caller = "nobody", { type }] of seen) types.set(caller, [...(types.get(caller) ?? []), type]);
    expect(types.size).toBe(61);
    for (const [caller, received] of types) expect(received, caller).toEqual(expected[caller.split(" ")[0]!]);
    await store.close();
  });

  test("a listener's error becomes a warning in the call's context", async () => {
    const fault = new Error("the listener is broken");
    const { acme, store } = await openBooks(await open(), {}, { onEvent: () => Promise.reject(fault) });
    const seen: unknown[] = [];
    const onWarning = (warning: Error) => warning === fault && seen.push(callerNow());
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    await Promise.all(oneTo(5).map((number) => callAs(`call ${number}`, () => acme.issue(order()))));
    await nextTurn();
    expect(seen).toEqual(oneTo(5).map((number) => `call ${number}`));
    await store.close();
  });

  test("company look-ups, verifier, orders and progress are asked for in their own call's context", async () => {
    const seen: string[] = [];
    const see = (what: string) => seen.push(`${callerNow()}: ${what}`);
    const store = await open();
    const invoicing = createInvoicing({
      store,
      companies: {
        profile: () => {
          see("profile");
          return germanProfile();
        },
      },
      verifier: {
        verify: async ({ number }) => {
          see(`verify ${number}`);
          return { status: "valid", consultationNumber: undefined };
        },
      },
    });
    const acme = invoicing.company("acme");
    const french = { clientCountry: "FR", taxRate: 0 };
    const numbers = ["FR40303265045", "FR23334175221"];
    await Promise.all(
      numbers.map((clientVatNumber) =>
        callAs(clientVatNumber, () => acme.issue(order({ ...french, clientVatNumber }))),
      ),
    );
    for (const number of numbers) {
      expect(seen.filter((each) => each.startsWith(number)).sort()).toEqual([
        `${number}: profile`,
        `${number}: verify ${number.slice(2)}`,
      ]);
    }
    expect(seen).toHaveLength(4);
    await invoicing.close();
  });

  test("a stream is read in the context of its call, also while a commit of others is in progress", async () => {
    const seen = new Set<unknown>();
    const { acme, store } = await openBooks(await open());
    // They are waiting while the stream's commits begin, so their queue is running already.
    const others = callAs("others", async () => {
      for (const _ of oneTo(20)) await Promise.all([acme.issue(order()), acme.issue(order())]);
    });
    const orders = async function* (): AsyncGenerator<InvoiceOrder> {
      for (const _ of oneTo(2100)) {
        seen.add(callerNow());
        yield order();
      }
    };
    const onProgress = () => void seen.add(callerNow());
    await callAs("month", async () => {
      for await (const _ of acme.issueAll(orders(), { idempotencyKey: "month", onProgress })) seen.add(callerNow());
    });
    await others;
    expect([...seen]).toEqual(["month"]);
    await store.close();
  });
});

test("writes that are tried one by one, because their commit failed, tell of their events in their own contexts", async () => {
  const store = new HeldStore();
  const seen: unknown[] = [];
  const { acme } = await openBooks(store, {}, { onEvent: () => seen.push(callerNow()) });
  store.faults = [new Error("the disk is full"), undefined, new Error("the disk is full")];
  const calls = oneTo(3).map((number) => callAs(`call ${number}`, () => acme.issue(order())));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["call 1", "call 3"]);
});

test("the timer that writes the last uses of API keys keeps no request alive", async () => {
  const keys = apiKeys(memoryStore());
  const { apiKey } = await keys.create("acme", { scopes: ["read:invoices"] });
  const kept = [await forgottenCall("a request", () => keys.authenticate(apiKey))];
  expect(await aliveOf(kept)).toEqual([]);
  await keys.close();
});

/** A store whose driver calls `see` at each use. */
interface WatchedStore {
  readonly name: string;
  open(see: () => void): Promise<{ readonly store: InvoicingStore; close(): Promise<void> }>;
}

const WATCHED_STORES: readonly WatchedStore[] = [
  ...SQLITE_DRIVERS.map(({ name, connect }) => ({
    name: `SQLite on ${name}`,
    open: async (see: () => void) => {
      const path = freshFile();
      const store = sqliteStore(() => {
        see();
        return interceptedConnection(connect(path), (_, send) => {
          see();
          return send();
        });
      });
      return { store, close: () => store.close() };
    },
  })),
  ...onPostgres({
    name: "PostgreSQL",
    open: async (see: () => void) => {
      const own = openPool({ max: 3 });
      const seeing = interceptedPool(own, (_, send) => {
        see();
        return send();
      });
      const connect = () => {
        see();
        return seeing.connect();
      };
      // The client's sockets and listeners, and the pool's timers.
      own.on("connect", see).on("acquire", see).on("release", see);
      const store = postgresStore(
        { connect, on: (...listener) => own.on(...listener) },
        { schema: await freshSchema() },
      );
      const close = async () => {
        await store.close();
        await own.end();
      };
      return { store, close };
    },
  }),
];

describe.each(WATCHED_STORES)("the driver of $name", ({ open }) => {
  test("works in no caller's context, from the first call on", async () => {
    const seen: unknown[] = [];
    const { store, close } = await open(() => seen.push(callerNow()));
    await callAs("saving", () => openBooks(store));
    const { acme, invoicing } = await callAs("opening", () => openBooks(store));
    const invoices = await Promise.all(oneTo(10).map((number) => callAs(`call ${number}`, () => acme.issue(order()))));
    await Promise.all([
      callAs("get", () => acme.get(invoices[0]!.id)),
      callAs("list", () => acme.list()),
      callAs("key", () => acme.issue(order(), { idempotencyKey: "1" })),
      callAs("suggest", () => acme.suggestVat({ clientCountry: "FR" })),
      callAs("audit", () => acme.audit()),
      callAs("drain", () => invoicing.drainBilling({ source: "https://example.com", deliver: async () => undefined })),
    ]);
    expect(seen.length).toBeGreaterThan(20);
    expect(new Set(seen)).toEqual(new Set([undefined]));
    await close();
  });
});

const MEMORY: WatchedStore = {
  name: "memory",
  open: async () => {
    const store = memoryStore();
    return { store, close: () => store.close() };
  },
};

test.each([MEMORY, ...WATCHED_STORES])(
  "$name: no call is kept alive once it is answered, not even the first",
  async ({ open }) => {
    const { store, close } = await open(() => undefined);
    const kept = [await forgottenCall("the first", () => openBooks(store))];
    const { acme } = await openBooks(store);
    kept.push(await forgottenCall("a read", () => acme.list()));
    kept.push(await forgottenCall("a write", () => acme.issue(order())));
    expect(await aliveOf(kept)).toEqual([]);
    await close();
  },
);

describe.each(JOINABLE_STORES)("joined calls on $name", (joinable) => {
  test("are not kept alive by the connection on which they ran", async () => {
    const { store, connectHost } = await joinable.open();
    const { invoicing } = await openBooks(store);
    const host = await connectHost();
    await host.begin();
    const issue = () => invoicing.joining(host.handle).company("acme").issue(order());
    const kept = [await forgottenCall("first", issue), await forgottenCall("second", issue)];
    await host.commit();
    expect(await aliveOf(kept)).toEqual([]);
    await host.close();
    await invoicing.close();
  });
});

test.each(onPostgres({ name: "PostgreSQL" }))(
  "$name: joined calls send their statements in their own contexts",
  async () => {
    const schema = await freshSchema();
    const { invoicing } = await openBooks(postgresStore(pool, { schema }));
    const client = await pool.connect();
    const seen = new Map<string | undefined, number>();
    const query = (text: string, values: unknown[]) => {
      seen.set(callerNow(), (seen.get(callerNow()) ?? 0) + 1);
      return client.query(text, values);
    };
    await client.query("BEGIN");
    const issue = () => invoicing.joining({ query }).company("acme").issue(order());
    await Promise.all([callAs("one", issue), callAs("two", issue)]);
    await client.query("COMMIT");
    expect([...seen.keys()].sort()).toEqual(["one", "two"]);
    client.release();
    await invoicing.close();
  },
);

/** Makes the call as a caller that nobody else refers to. */
async function forgottenCall(name: string, call: () => Promise<unknown>): Promise<WeakRef<Caller>> {
  const caller = { name };
  await callers.run(caller, call);
  return new WeakRef(caller);
}

/**
 * The names of the callers that are still alive after garbage collections. One that is kept stays alive in all of them;
 * one that is not can outlive the first few, if the collector had begun before the call was answered.
 */
async function aliveOf(kept: readonly WeakRef<Caller>[]): Promise<string[]> {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const alive = () => kept.flatMap((caller) => caller.deref()?.name ?? []);
  // A weak reference that was just made or read keeps its target until the end of the turn.
  for (let collections = 0; collections < 20 && (collections < 3 || alive().length > 0); collections += 1) {
    await nextTurn();
    collectGarbage();
  }
  return alive();
}
