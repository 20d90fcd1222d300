import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type Company,
  type InvoiceOrder,
  type IssueAllOptions,
  type IssueProgress,
  type Refusal,
  StoreBusyError,
  type VatNumberInquiry,
  type VatNumberVerdict,
} from "faktura";
import { sqliteStore } from "faktura/sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { oneTo, order } from "../../support/fixtures.ts";
import { connectRaw, freshFile, STORES } from "../../support/stores.ts";
import { billedCounters, countersOf, HeldStore, openBooks, traceOf } from "../books.ts";

const KEY = { idempotencyKey: "subscriptions-2026-11" };

/** Orders that name their place, as a database would stream them. `changes` replace some fields of the one at a place. */
async function* subscriptions(count: number, changes: Record<number, Partial<InvoiceOrder>> = {}) {
  for (const place of oneTo(count)) yield order({ note: `${place}`, ...changes[place] });
}

async function notesOf(invoices: AsyncIterable<{ note?: string | undefined }>): Promise<string[]> {
  const notes: string[] = [];
  for await (const { note } of invoices) notes.push(note!);
  return notes;
}

/** Records what `onRefusal` gets: the note of the order, its index and the refusal. */
function recordRefusals() {
  const refused: [note: string | undefined, index: number, refusal: Refusal][] = [];
  const onRefusal: IssueAllOptions["onRefusal"] = ({ note }, index, refusal) =>
    void refused.push([note, index, refusal]);
  return { refused, onRefusal };
}

const placesTo = (count: number) => oneTo(count).map(String);
const faulty = { items: [{ description: "Pen", quantity: 0, unitPrice: 1 }] };

describe.each(STORES)("$name", ({ open }) => {
  test("a stream is issued in its order, a thousand to a commit", async () => {
    const { acme, store, events } = await openBooks(await open());
    const progress: IssueProgress[] = [];
    const onProgress = (each: IssueProgress) => progress.push(each);
    expect(await notesOf(acme.issueAll(subscriptions(1050), { ...KEY, onProgress }))).toEqual(placesTo(1050));
    expect(progress.map(({ issued, replayed }) => [issued, replayed])).toEqual([
      [1000, 0],
      [1050, 0],
    ]);
    expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(1050), oneTo(1050)]);
    expect(events.length).toBe(1050);
    await store.close();
  });

  test("after a refusal, the corrected stream with the same key gives back what was issued and issues the rest", async () => {
    const { acme, store } = await openBooks(await open());
    const refused = notesOf(acme.issueAll(subscriptions(1010, { 1004: faulty }), KEY));
    await expect(refused).rejects.toMatchObject({
      code: "request_invalid",
      message: "The request is not valid. /1003/items/0/quantity: must not be 0.",
      errors: [{ pointer: "/1003/items/0/quantity" }],
    });
    expect(await countersOf(store)).toEqual(oneTo(1000));
    const progress: IssueProgress[] = [];
    const onProgress = (each: IssueProgress) => progress.push(each);
    expect(await notesOf(acme.issueAll(subscriptions(1010), { ...KEY, onProgress }))).toEqual(placesTo(1010));
    expect(progress).toEqual([
      { issued: 0, replayed: 1000 },
      { issued: 10, replayed: 1000 },
    ]);
    expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(1010), oneTo(1010)]);
    await store.close();
  });

  test("with onRefusal, refused orders are reported as issue refuses them, and the others are issued", async () => {
    const { acme, store, events } = await openBooks(await open());
    const { onRefusal, refused } = recordRefusals();
    const changes = { 2: faulty, 4: { clientCountry: undefined }, 1002: faulty };
    const issued = await notesOf(acme.issueAll(subscriptions(1005, changes), { ...KEY, onRefusal }));
    expect(issued).toEqual(placesTo(1005).filter((place) => !(Number(place) in changes)));
    const quantity = ["request_invalid", [{ pointer: "/items/0/quantity", detail: "must not be 0" }]];
    expect(refused.map(([note, index, { code, errors }]) => [note, index, code, errors])).toEqual([
      ["2", 1, ...quantity],
      ["4", 3, "client_country_required", [expect.objectContaining({ pointer: "/clientCountry" })]],
      ["1002", 1001, ...quantity],
    ]);
    expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(1002), oneTo(1002)]);
    expect(events.length).toBe(1002);
    await store.close();
  });

  test("a repeat gives back what is there, although other orders were corrected, and tries again what was refused", async () => {
    const { acme, store } = await openBooks(await open());
    const { onRefusal, refused } = recordRefusals();
    await notesOf(acme.issueAll(subscriptions(5, { 1: faulty, 4: faulty }), { ...KEY, onRefusal }));
    const progress: IssueProgress[] = [];
    const onProgress = (each: IssueProgress) => progress.push(each);
    const again = subscriptions(6, { 1: {}, 3: { clientName: "changed" }, 4: faulty });
    expect(await notesOf(acme.issueAll(again, { ...KEY, onRefusal, onProgress }))).toEqual(["1", "2", "5", "6"]);
    expect(progress).toEqual([{ issued: 2, replayed: 2 }]);
    expect(refused.map(([note, index, { code }]) => [note, index, code])).toEqual([
      ["1", 0, "request_invalid"],
      ["4", 3, "request_invalid"],
      ["3", 2, "idempotency_key_reused"],
      ["4", 3, "request_invalid"],
    ]);
    expect(await countersOf(store)).toEqual(oneTo(5));
    expect((await acme.getByKey(`${KEY.idempotencyKey}/6`)).note).toBe("6");
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test.each([[{}], [{ 1: faulty }]])(
    "a key that was used with onRefusal is refused without it, and the other way round: %j",
    async (changes) => {
      const { acme, store } = await openBooks(await open());
      const { onRefusal, refused } = recordRefusals();
      const other = { idempotencyKey: "other" };
      await notesOf(acme.issueAll(subscriptions(3, changes), { ...KEY, onRefusal }));
      await notesOf(acme.issueAll(subscriptions(3), other));
      const before = await countersOf(store);
      const reported = refused.length;
      const without = notesOf(acme.issueAll(subscriptions(3), KEY));
      await expect(without).rejects.toMatchObject({ code: "idempotency_key_reused" });
      const withIt = notesOf(acme.issueAll(subscriptions(3, changes), { ...other, onRefusal }));
      await expect(withIt).rejects.toMatchObject({
        code: "idempotency_key_reused",
        message: expect.stringContaining("was used without onRefusal"),
      });
      expect([await countersOf(store), refused.length]).toEqual([before, reported]);
      await store.close();
    },
  );
});

test("with onRefusal, what is about no single order ends the call and issues nothing", async () => {
  const { invoicing, store } = await openBooks();
  const { onRefusal, refused } = recordRefusals();
  const run = notesOf(invoicing.company("nobody").issueAll(subscriptions(3), { ...KEY, onRefusal }));
  await expect(run).rejects.toMatchObject({ code: "company_not_found" });
  expect([refused, await countersOf(store)]).toEqual([[], []]);
  await store.close();
});

test("with onRefusal, a repeat does not ask the register about what was issued", async () => {
  const asked: string[] = [];
  const verify = async ({ prefix, number }: VatNumberInquiry): Promise<VatNumberVerdict> => {
    asked.push(prefix + number);
    return { status: prefix === "FR" ? "invalid" : "valid", consultationNumber: undefined };
  };
  const { acme, store } = await openBooks(undefined, {}, { verifier: { verify } });
  const { onRefusal, refused } = recordRefusals();
  const french = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
  const austrian = { clientCountry: "AT", clientVatNumber: "ATU13585627" };
  for (const _ of [1, 2]) {
    await notesOf(acme.issueAll(subscriptions(2, { 1: french, 2: austrian }), { ...KEY, onRefusal }));
  }
  expect(asked).toEqual(["FR40303265045", "ATU13585627", "FR40303265045"]);
  expect(refused.map(([, index, { code }]) => [index, code])).toEqual([
    [0, "vat_number_invalid"],
    [0, "vat_number_invalid"],
  ]);
  await store.close();
});

test("onRefusal is awaited, and its error rejects and leaves what was issued", async () => {
  const { acme, store } = await openBooks();
  const onRefusal = async () => {
    await nextTurn();
    throw new RangeError("no table for refused orders");
  };
  const run = notesOf(acme.issueAll(subscriptions(3, { 2: faulty }), { ...KEY, onRefusal }));
  await expect(run).rejects.toThrow("no table for refused orders");
  expect(await countersOf(store)).toEqual([1, 2]);
  await store.close();
});

test("a run that nobody iterates over by the next turn is a warning that names the loop, and one that is iterated is none", async () => {
  const { acme, store } = await openBooks();
  const warnings: (Error & { code?: string })[] = [];
  const record = (warning: Error) => void warnings.push(warning);
  process.on("warning", record);
  onTestFinished(() => void process.off("warning", record));
  await notesOf(acme.issueAll(subscriptions(2), KEY));
  const later = async () => acme.issueAll(subscriptions(2), KEY);
  expect(await notesOf(await later())).toEqual(["1", "2"]);
  await someTurns();
  expect(warnings).toEqual([]);
  await acme.issueAll(subscriptions(2), { idempotencyKey: "next" });
  await someTurns();
  expect(warnings.map(({ code }) => code)).toEqual(["FAKTURA_NOT_ITERATED"]);
  expect(warnings[0]!.message).toMatch(/issued nothing.*for await \(const invoice of company\.issueAll\(/);
  expect(await countersOf(store)).toEqual([1, 2]);
  await store.close();
});

test("a refusal that depends on the profile also names the order by its place in the stream", async () => {
  const { acme, store } = await openBooks();
  const refused = notesOf(acme.issueAll(subscriptions(1010, { 1003: { clientCountry: undefined } }), KEY));
  await expect(refused).rejects.toMatchObject({
    code: "client_country_required",
    message: expect.stringContaining("Order 1003: "),
    errors: [{ pointer: "/1002/clientCountry" }],
  });
  await store.close();
});

test("leaving the loop ends the stream of orders, and nothing more is issued", async () => {
  const { acme, store } = await openBooks();
  let [read, ended] = [0, false];
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        yield order();
      }
    } finally {
      ended = true;
    }
  }
  for await (const { invoiceNumber } of acme.issueAll(endless(), KEY)) {
    if (invoiceNumber.endsWith("-0007")) break;
  }
  expect([ended, read <= 2001, await countersOf(store)]).toEqual([true, true, oneTo(1000)]);
  await store.close();
});

test("nothing is issued before the first invoice is asked for", async () => {
  const { acme, store } = await openBooks();
  const before = await traceOf(store);
  acme.issueAll([order()], KEY);
  expect(await traceOf(store)).toEqual(before);
  await store.close();
});

test("an error of the stream passes through, and the orders of the commit that it interrupted are not issued", async () => {
  const { acme, store } = await openBooks();
  async function* breaking() {
    yield* subscriptions(1200);
    throw new RangeError("the cursor is gone");
  }
  await expect(notesOf(acme.issueAll(breaking(), KEY))).rejects.toThrow("the cursor is gone");
  expect(await countersOf(store)).toEqual(oneTo(1000));
  await store.close();
});

/** The items of an order of which ten may use all memory of a company. */
const LONG_ITEMS = Array(1000).fill({ description: "x".repeat(1700), quantity: 1, unitPrice: 1 });

/** Enough for what was begun ahead to end. */
async function someTurns(turns = 100): Promise<void> {
  for (const _ of oneTo(turns)) await nextTurn();
}

/** Ends no transaction before `until` is resolved. */
class SlowStore extends HeldStore {
  until: Promise<void> = Promise.resolve();

  override transaction: HeldStore["transaction"] = (companyId, work) =>
    super.transaction(companyId, async (ports) => {
      const result = await work(ports);
      await this.until;
      return result;
    });
}

test("the next commit's orders are read and parsed before a commit ends", async () => {
  const store = new SlowStore();
  const { acme } = await openBooks(store);
  let parsed = () => {};
  store.until = new Promise((resolve) => {
    parsed = resolve;
  });
  const last = Object.defineProperty(order(), "note", {
    enumerable: true,
    get() {
      parsed();
      return "parsed";
    },
  });
  const stream = async function* () {
    yield* subscriptions(1000);
    yield last;
  };
  expect((await notesOf(acme.issueAll(stream(), KEY))).at(-1)).toBe("parsed");
  expect(store.transactions).toBe(2);
});

describe("while you take your time over the invoices of a commit", () => {
  /** How many orders a stream has given after its first commit. */
  async function readAhead(company: Company): Promise<number> {
    let read = 0;
    async function* counted() {
      for await (const each of subscriptions(3000)) {
        read += 1;
        yield each;
      }
    }
    for await (const _ of company.issueAll(counted(), KEY)) {
      await someTurns();
      break;
    }
    return read;
  }

  test("the next commit's orders are read", async () => {
    const { acme } = await openBooks();
    expect(await readAhead(acme)).toBe(2001);
  });

  test("nothing is read ahead if a register is asked about the orders", async () => {
    const verify = () => Promise.reject(new RangeError("no client has a VAT number"));
    const { acme } = await openBooks(undefined, {}, { verifier: { verify } });
    expect(await readAhead(acme)).toBe(1001);
  });

  test("nothing is read ahead in a transaction of the host, whose connection the stream may need", async () => {
    const path = freshFile();
    const { invoicing } = await openBooks(sqliteStore(() => connectRaw(path)));
    const host = connectRaw(path);
    host.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
    expect(await readAhead(invoicing.joining(host).company("acme"))).toBe(1001);
    host.exec("COMMIT");
    host.close();
    await invoicing.close();
  });

  test("a profile that you save is that of the next commit", async () => {
    const { acme } = await openBooks();
    const profile = await acme.profile();
    const numbers: string[] = [];
    for await (const { invoiceNumber } of acme.issueAll(subscriptions(2001), KEY)) {
      numbers.push(invoiceNumber);
      if (!/-(?:0999|1999)$/.test(invoiceNumber)) continue;
      await someTurns();
      await acme.saveProfile({ ...profile, invoicePrefix: invoiceNumber.endsWith("-0999") ? "NEXT" : "LAST" });
    }
    expect([999, 1000, 1999, 2000].map((place) => numbers[place])).toEqual([
      "INV-202611-1000",
      "NEXT-202611-1001",
      "NEXT-202611-2000",
      "LAST-202611-2001",
    ]);
  });

  test("the next commit's orders are prepared again after a second", async () => {
    const { acme } = await openBooks();
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    let now = "at first";
    const changing = () => Object.defineProperty(order(), "note", { enumerable: true, get: () => now });
    const stream = async function* () {
      yield* subscriptions(1000);
      for (const _ of oneTo(1000)) yield changing();
      yield changing();
    };
    const notes: string[] = [];
    for await (const { note } of acme.issueAll(stream(), KEY)) {
      notes.push(note!);
      if (notes.length % 1000 !== 0) continue;
      await someTurns();
      now = `after ${notes.length}`;
      clock.mockReturnValue(notes.length === 1000 ? 1000 : 2001);
    }
    clock.mockRestore();
    expect([1000, 1999, 2000].map((place) => notes[place])).toEqual(["at first", "at first", "after 2000"]);
  });

  test("leaving the loop reads at most one order more", async () => {
    const { acme } = await openBooks();
    let read = 0;
    const slow = async function* () {
      for await (const each of subscriptions(3000)) {
        read += 1;
        if (read > 1001) await nextTurn();
        yield each;
      }
    };
    let readThen = 0;
    for await (const _ of acme.issueAll(slow(), KEY)) {
      await nextTurn();
      readThen = read;
      break;
    }
    expect(readThen).toBeLessThan(1100);
    expect(read).toBeLessThanOrEqual(readThen + 1);
  });

  /** A usual commit, and one that may use all memory. */
  async function* thenLongOrders() {
    yield* subscriptions(1000);
    for (const _ of oneTo(10)) yield order({ items: LONG_ITEMS });
  }

  test("orders that may use all memory can wait, are dropped after a second, and issued all the same", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { acme } = await openBooks();
    let issued = 0;
    for await (const _ of acme.issueAll(thenLongOrders(), KEY)) {
      issued += 1;
      if (issued !== 1) continue;
      await someTurns();
      await expect(acme.issue(order())).rejects.toThrow(StoreBusyError);
      vi.advanceTimersByTime(1000);
      expect(await acme.issue(order())).toMatchObject({ status: "SENT" });
    }
    vi.useRealTimers();
    expect(issued).toBe(1010);
  });

  test("orders that may use all memory are issued after a second, although a busy thread kept them", async () => {
    const { acme } = await openBooks();
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    let issued = 0;
    for await (const _ of acme.issueAll(thenLongOrders(), KEY)) {
      issued += 1;
      if (issued !== 1) continue;
      await someTurns();
      clock.mockReturnValue(1001);
    }
    clock.mockRestore();
    expect(issued).toBe(1010);
  });
});

test("a synchronous stream lets a commit in progress end before it has given its next orders", async () => {
  const store = new SlowStore();
  const { acme } = await openBooks(store);
  store.until = someTurns(10);
  let [now, read, readAtEnd] = [0, 0, 0];
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  const ended = async () => {
    await someTurns(10);
    readAtEnd = read;
  };
  const slow = function* () {
    for (const _ of oneTo(2001)) {
      now += 1;
      read += 1;
      if (read === 1001) store.until = ended();
      yield order();
    }
  };
  expect(await notesOf(acme.issueAll(slow(), KEY))).toHaveLength(2001);
  clock.mockRestore();
  expect(readAtEnd).toBeLessThan(1500);
  await store.close();
});

test("a commit that may use all memory waits for the one before, and not for one that you left", async () => {
  const store = new SlowStore();
  const { acme } = await openBooks(store);
  for await (const _ of acme.issueAll(subscriptions(1001), KEY)) {
    await someTurns();
    break;
  }
  let allRead = () => {};
  store.until = new Promise<void>((resolve) => {
    allRead = resolve;
  }).then(() => someTurns());
  const stream = async function* () {
    for (const _ of oneTo(11)) yield order({ items: LONG_ITEMS, note: "long" });
    allRead();
  };
  expect(await notesOf(acme.issueAll(stream(), { idempotencyKey: "long" }))).toHaveLength(11);
  expect(await countersOf(store)).toEqual(oneTo(1011));
});

test("a commit has at most 10,000 lines", async () => {
  const { acme, store } = await openBooks();
  const items = oneTo(1000).map(() => ({ description: "Pen", quantity: 1, unitPrice: 1 }));
  const progress: number[] = [];
  const onProgress = ({ issued }: IssueProgress) => progress.push(issued);
  await notesOf(
    acme.issueAll(
      oneTo(11).map(() => order({ items, note: "long" })),
      { ...KEY, onProgress },
    ),
  );
  expect(progress).toEqual([10, 11]);
  await store.close();
});

test("other orders under the same key are refused, and issue nothing", async () => {
  const { acme, store } = await openBooks();
  await notesOf(acme.issueAll(subscriptions(3), KEY));
  for (const orders of [subscriptions(4), subscriptions(2), subscriptions(3, { 2: { note: "changed" } })]) {
    await expect(notesOf(acme.issueAll(orders, KEY))).rejects.toMatchObject({ code: "idempotency_key_reused" });
  }
  expect(await countersOf(store)).toEqual(oneTo(3));
  await store.close();
});

test("an error of onProgress rejects, and leaves what was issued", async () => {
  const { acme, store } = await openBooks();
  const onProgress = () => {
    throw new RangeError("no terminal");
  };
  await expect(notesOf(acme.issueAll(subscriptions(3), { ...KEY, onProgress }))).rejects.toThrow("no terminal");
  expect(await notesOf(acme.issueAll(subscriptions(3), KEY))).toEqual(placesTo(3));
  expect(await countersOf(store)).toEqual(oneTo(3));
  await store.close();
});

test.each<[string, unknown, unknown, string]>([
  ["no key", [], {}, "idempotencyKey"],
  ["no options", [], undefined, ""],
  ["a key that leaves no room for the commits", [], { idempotencyKey: "k".repeat(241) }, "idempotencyKey"],
  ["a misspelt option", [], { ...KEY, onprogress: () => undefined }, "onprogress"],
  ["an onProgress that is no function", [], { ...KEY, onProgress: 1 }, "onProgress"],
  ["an onRefusal that is no function", [], { ...KEY, onRefusal: [] }, "onRefusal"],
])("%s is refused by name", async (_, orders, options, parameter) => {
  const { acme, store } = await openBooks();
  const refused = notesOf(acme.issueAll(orders as InvoiceOrder[], options as IssueAllOptions));
  await expect(refused).rejects.toMatchObject({ code: "request_invalid", errors: [{ parameter }] });
  await store.close();
});

test.each([[null], [{}], [1], ["orders"]])("orders that are %j are refused", async (orders) => {
  const { acme, store } = await openBooks();
  const refused = notesOf(acme.issueAll(orders as never, KEY));
  await expect(refused).rejects.toMatchObject({ code: "request_invalid", errors: [{ pointer: "" }] });
  await store.close();
});
