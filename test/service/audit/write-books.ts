/** A child that issues that many invoices, pays one after the other in two steps or cancels it, and acknowledges. */

import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { ready } from "../../crash/ready.ts";
import { order } from "../../support/fixtures.ts";

const [path, count] = process.argv.slice(2) as [string, string];
const store = await openSqliteStore(path, { lockTimeoutMs: 60_000 });
const invoicing = createInvoicing({ store });
const acme = invoicing.company("acme");
await ready();
for (let number = 0; number < Number(count); number += 1) {
  const invoice = await acme.issue(order());
  if (number % 2 === 0) await acme.recordPayment(invoice.id, { amount: invoice.total });
  else await acme.cancel(invoice.id);
  const events = await store.billing.pending("acme", 3);
  await store.billing.acknowledge(
    "acme",
    events.map(({ id }) => id),
  );
}
await invoicing.close();
