/**
 * Goal: a search finds the same whatever part of the books is indexed, whoever indexes it, and whatever holds a lock.
 * Method: books of more than one block, inserted by another writer; each search is compared with all documents.
 */
import { randomUUID } from "node:crypto";
import type { InvoiceDocument, InvoicingStore } from "faktura";
import { describe, expect, test } from "vitest";
import { DELETE_INDEX, fill, foundIn, SHARED_DATABASES } from "./searched-books.ts";

/** Words alone, words with digits, several of them, amounts, and nothing. */
const SEARCHES = [
  ...["muller", "gmbh", "ÉCLAIR 4", "strasse 9", "ζωγραφου", "漢", "izmir ltd", "202611-4", "inv-", "PO/17", "17", "-"],
  ...["t-41 muller", "wetterfest 9", "149.50", "100", "ada 100,5", "пример t-7", "zzz", "zz9", "muller zzz"],
];

async function found(store: InvoicingStore, search: string) {
  const { invoices, total } = await store.reader.list("acme", { search, page: 1, limit: 100 });
  return { counters: invoices.map(({ counter }) => counter), total };
}

async function expectFound(store: InvoicingStore, documents: readonly InvoiceDocument[]): Promise<void> {
  for (const search of SEARCHES) {
    const counters = foundIn(documents, search);
    expect(await found(store, search), search).toEqual({ counters: counters.slice(0, 100), total: counters.length });
  }
}

async function indexAll(store: InvoicingStore): Promise<number> {
  let indexed = 0;
  for (let step = 1; step > 0; indexed += step) step = await store.search.index("acme");
  return indexed;
}

describe.each(SHARED_DATABASES)("$name", ({ create }) => {
  test("two stores that index the same books at once index each invoice once, and searches find all", async () => {
    const database = await create();
    const documents = await fill(database, 4500);
    const stores = [database.open(), database.open()];
    const indexed = await Promise.all(stores.map(indexAll));
    expect(indexed[0]! + indexed[1]!).toBe(4500);
    await expectFound(stores[0]!, documents);
    await database.run("UPDATE faktura_search_blocks SET through = 10 WHERE block = 1");
    expect(await stores[0]!.search.index("acme"), "an index that was changed by hand").toBe(0);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("an index whose rows were deleted is built again", async () => {
    const database = await create();
    const documents = await fill(database, 400);
    const store = database.open();
    await indexAll(store);
    await database.run(DELETE_INDEX);
    expect(await found(store, "muller")).toEqual(await found(store, "müller"));
    expect(await indexAll(store)).toBe(0); // the search above has done it
    await expectFound(store, documents);
    await store.close();
  });

  test("rows whose fields have other types are indexed, and so are those after them", async () => {
    const database = await create();
    const documents = await fill(database, 10);
    const longName = Array.from({ length: 905 }, (_, place) =>
      String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000)),
    );
    const odd = [
      { items: 5 },
      { items: {} },
      { items: [null] },
      { clientName: longName.join("") },
      { clientName: "Last" },
    ];
    const day = documents.at(-1)!.issueDate;
    await database.insert(
      odd.map((fields, place) => {
        const [counter, id] = [11 + place, randomUUID()];
        const number = `INV-202611-${counter + 9000}`;
        const document = JSON.stringify({ ...documents.at(-1)!, ...fields, id, invoiceNumber: number });
        return { counter, id, number, day, document };
      }),
    );
    const store = database.open();
    expect((await found(store, "last")).counters).toEqual([15]);
    expect(await indexAll(store)).toBe(15);
    expect((await found(store, "last")).counters).toEqual([15]);
    const byName = await store.reader.list("acme", { client: longName.slice(0, 200).join(""), page: 1, limit: 9 });
    expect(byName.invoices.map(({ counter }) => counter)).toEqual([14]);
    await store.close();
  });

  test("beyond 10,000 a search counts no further, and its pages go on", async () => {
    const database = await create();
    await fill(database, 10_200);
    const store = database.open();
    await indexAll(store);
    const list = (request: object) =>
      store.reader.list("acme", { search: "wetterfest", page: 1, limit: 100, ...request });
    const counted = async (request: object) => {
      const { invoices, total, hasMore } = await list(request);
      return [invoices[0]?.counter, invoices.length, total, hasMore];
    };
    expect(await counted({})).toEqual([10_200, 100, 10_000, true]);
    expect(await counted({ page: 102 })).toEqual([100, 99, 10_000, true]);
    expect(await counted({ page: 103 })).toEqual([undefined, 0, 10_000, true]);
    expect(await counted({ before: 51 })).toEqual([50, 49, 10_000, true]);
    expect(await counted({ search: "wetterfest t-7" })).toEqual([10_157, 100, 204, undefined]);
    const { total } = await store.reader.list("acme", { client: "a", page: 1, limit: 1 });
    expect(total).toBe(1133);
    await store.close();
  });

  test("a search inside the host's own transaction reads what is not indexed, and indexes nothing", async () => {
    const database = await create();
    const documents = await fill(database, 300);
    const store = database.open();
    await store.ready();
    const { handle, release } = await database.hold();
    const list = (search: string) =>
      store.joining!(handle).call(({ reader }) => reader.list("acme", { search, page: 1, limit: 100 }));
    for (const search of ["muller", "t-41 muller"]) {
      expect((await list(search)).total, search).toBe(foundIn(documents, search).length);
    }
    await release();
    expect(await indexAll(store)).toBe(300);
    await store.close();
  });

  test("a search does not wait for whoever holds the lock of the index", async () => {
    const database = await create();
    const documents = await fill(database, 300);
    const store = database.open();
    await store.ready();
    const { release } = await database.hold();
    const start = performance.now();
    await expectFound(store, documents);
    expect(performance.now() - start).toBeLessThan(SEARCHES.length * 1000);
    await release();
    await store.close();
  });
});
