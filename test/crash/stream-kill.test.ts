/**
 * Goal: a stream of orders that is killed and continued with the same key issues and bills each order once, in its order.
 * Method: two processes stream the same orders under one key at once. They are killed with SIGKILL at a random moment after a
 * commit, and replaced, until a last one finishes. Then the invoices are compared with the orders.
 * Not covered: power loss.
 */
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { afterEach, expect, test } from "vitest";
import { germanProfile, oneTo } from "../support/fixtures.ts";
import { postgresUrl as url } from "../support/postgres.ts";
import { freshFile } from "../support/stores.ts";
import { diskFolder } from "../support/temporary-folders.ts";
import { Child, endChildren } from "./children.ts";
import { openPlace } from "./drain-place.ts";
import { openBooks } from "./postgres-issuers.ts";

const ORDERS = 3500;
const KILLS = 2;

const PLACES = [
  { name: "SQLite", place: async () => ({ path: freshFile("invoices.db", diskFolder()) }) },
  { name: "PostgreSQL", place: async () => ({ url, schema: await openBooks(url) }) },
];

afterEach(endChildren);

test.each(PLACES)(
  "$name: a stream of orders that is killed and continued issues and bills each of them once",
  async ({ place }) => {
    const where = await place();
    const { store, close } = await openPlace(where);
    const acme = createInvoicing({ store }).company("acme");
    await acme.saveProfile(germanProfile());
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const children = oneTo(2).map(
        () => new Child("test/crash/stream-subscriptions.ts", JSON.stringify(where), `${ORDERS}`),
      );
      await Promise.all(children.map((child) => child.said(1)));
      for (const child of children) child.say("go");
      await children[0]!.said(1 + kill); // a further commit each time
      await moment(Math.random() * 50);
      await Promise.all(children.map((child) => child.kill()));
    }
    const last = new Child("test/crash/stream-subscriptions.ts", JSON.stringify(where), `${ORDERS}`);
    await last.said(1);
    last.say("go");
    await last.finished();
    const [issued, replayed] = last.lines.at(-1)!.split(" ").map(Number);
    expect(issued! + replayed!).toBe(ORDERS);
    expect(replayed).toBeGreaterThanOrEqual(1000);

    const { invoices } = await store.reader.list("acme", { page: 1, limit: 2 * ORDERS });
    const found = [...invoices].reverse().map(({ counter, document: { note } }) => [counter, Number(note)]);
    expect(found).toEqual(oneTo(ORDERS).map((number) => [number, number]));
    const billed = (await store.billing.pending("acme", 2 * ORDERS)).map(({ counter }) => counter);
    expect(billed).toEqual(oneTo(ORDERS));
    expect((await acme.audit()).findings).toEqual([]);
    await close();
  },
  120_000,
);
