/**
 * A child process that issues for acme, one order after another, on the shard where it was last. If that refuses, it repeats
 * the order with its key on the other shard, as a server does whose route is changed. Prints each acknowledged number
 * until it is killed.
 */
import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing } from "faktura";
import { shardedStore } from "faktura/sharded";
import { germanProfile, order } from "../support/fixtures.ts";
import { openShards } from "./moved-books.ts";
import { ready } from "./ready.ts";

const shards = await openShards(JSON.parse(process.argv[2]!));
let route = "a";
const invoicing = createInvoicing({ store: shardedStore(shards.stores, () => route) });
const acme = invoicing.company("acme");
await acme.saveProfile(germanProfile());
await ready();
for (let place = 1; ; ) {
  await moment(40); // an audit of the books is part of each move, so they must not grow without end
  try {
    const { invoiceNumber } = await acme.issue(order(), { idempotencyKey: `order-${place}` });
    process.stdout.write(`${invoiceNumber}\n`);
    place += 1;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "store_unavailable") throw error;
    route = route === "a" ? "b" : "a";
  }
}
