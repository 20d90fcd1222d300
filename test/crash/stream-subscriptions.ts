/** A child process that issues a month's subscriptions for acme with `issueAll`, and prints its progress after each commit. */

import { createInvoicing } from "faktura";
import { order } from "../support/fixtures.ts";
import { openPlace, type Place } from "./drain-place.ts";
import { ready } from "./ready.ts";

const [place, count] = process.argv.slice(2) as [string, string];
const { store, close } = await openPlace(JSON.parse(place) as Place);
const invoicing = createInvoicing({ store });
await ready();

async function* subscriptions() {
  for (let number = 1; number <= Number(count); number += 1) yield order({ note: `${number}` });
}

const stream = invoicing.company("acme").issueAll(subscriptions(), {
  idempotencyKey: "subscriptions-2026-11",
  onProgress: ({ issued, replayed }) => process.stdout.write(`${issued} ${replayed}\n`),
});
for await (const _ of stream);
await invoicing.close();
await close();
