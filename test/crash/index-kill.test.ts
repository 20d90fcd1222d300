/**
 * Goal: a process that is killed while it indexes leaves an index that says the truth, and that others go on with.
 * Method: a child that indexes the books from the start is killed with SIGKILL at a random moment. Then searches are
 * compared with all documents, before and after the rest is indexed.
 */
import { setTimeout as moment } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { DELETE_INDEX, fill, foundIn, SHARED_DATABASES } from "../adapters/searched-books.ts";
import { tries } from "../support/tries.ts";
import { Child, endChildren } from "./children.ts";

const SEARCHES = ["muller", "202611-4", "t-41 muller", "149.50", "wetterfest 9"];

afterEach(endChildren);

describe.each(SHARED_DATABASES)("$name", ({ create }) => {
  test("SIGKILL while indexing leaves nothing out and nothing twice", async () => {
    const database = await create();
    const documents = await fill(database, 2600);
    for (let round = 0; round < tries(12); round += 1) {
      await database.run(DELETE_INDEX);
      const child = new Child("test/crash/index-books.ts", ...database.place);
      await child.said(1);
      await moment(Math.random() * 500);
      await child.kill();
      const store = database.open();
      const expectFound = async () => {
        for (const search of SEARCHES) {
          const { invoices, total } = await store.reader.list("acme", { search, page: 1, limit: 100 });
          const counters = foundIn(documents, search);
          expect([invoices.map(({ counter }) => counter), total]).toEqual([counters.slice(0, 100), counters.length]);
        }
      };
      await expectFound();
      for (let step = 1; step > 0; ) step = await store.search.index("acme");
      await expectFound();
      await store.close();
    }
  });
});
