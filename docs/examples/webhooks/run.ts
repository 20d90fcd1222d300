/** Sends webhooks to a receiver that fails twice: `node --import tsx docs/examples/webhooks/run.ts` */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createReceiver } from "./receiver.ts";
import { sendWebhooks } from "./sender.ts";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const known = new Set<string>();
let failures = 2;

const receiver = createReceiver(secret, async ({ id, data }) => {
  if (failures > 0) {
    failures -= 1;
    throw new Error("out of order");
  }
  if (known.has(id)) return; // in production, look the id up in the transaction of the work itself
  known.add(id);
  console.log(`received ${data.position} ${data.kind} ${data.invoiceNumber}`);
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;

const invoicing = createInvoicing({ store: memoryStore() });
const company = invoicing.company("firma");
await company.saveProfile({
  name: "Firma GmbH",
  country: "DE",
  vatNumber: "DE136695976",
  vatRegistered: true,
  ossRegistered: true,
  defaultCurrency: "EUR",
  invoicePrefix: "INV",
});
const items = [{ description: "Lamp", quantity: 1, unitPrice: 100 }];
const { id } = await company.issue({ clientName: "Kundin", clientCountry: "DE", items });
await company.recordPayment(id, { amount: 19 });
await company.credit(id, { reason: "returned", lines: [{ line: 1, netAmount: 10 }] });

for (let round = 1, delivered = 0; delivered < 3; round += 1) {
  const drain = await invoicing.drainEvents({
    consumer: "webhooks",
    deliver: sendWebhooks(async () => ({ url, secret })),
    batchSize: 1,
    retryAfterMs: 0, // the example does not wait
  });
  delivered += drain.delivered;
  console.log(`round ${round}: ${drain.delivered} delivered, ${drain.failed.length} failed`);
}
receiver.close();
await invoicing.close();
