/**
 * A shop whose server only queues orders, in pg-boss on PostgreSQL. A worker issues their invoices:
 *
 * - `server.ts`: `PUT /orders/{id}` queues an order, `GET /orders/{id}` answers its invoice; the endpoints and the panel.
 * - `worker.ts`: issues the invoices, and puts every event of the books into a queue. Start as many as you like.
 * - `queues.ts`: what both share. Beside the folder, `../accounting.ts` opens faktura.
 *
 * Each order gets one invoice, however often its job runs: the id of the job is the invoice's idempotency key.
 *
 *     npm ci && npm ci --prefix docs/examples
 *     export DATABASE_URL=postgres://localhost/shop
 *     node --import tsx docs/examples/stacks/pg-boss/worker.ts &
 *     node --import tsx docs/examples/stacks/pg-boss/server.ts &
 *     order=http://127.0.0.1:3000/orders/$(uuidgen)
 *     curl -X PUT $order -H "Content-Type: application/json" \
 *       -d '{"clientName":"Kundin","clientCountry":"DE","items":[{"description":"Lamp","quantity":1,"unitPrice":100}]}'
 *     curl $order
 */
import type { AddressInfo } from "node:net";
import express from "express";
import { toNodeHandler } from "faktura/node";
import { openAccounting, openPool } from "../accounting.ts";
import { DATABASE_URL, ORDERS, openQueues } from "./queues.ts";

const pool = openPool(DATABASE_URL);
const { invoicing, endpoints, panel } = await openAccounting(pool);
const boss = await openQueues();

const app = express();
app.use("/accounting", toNodeHandler(endpoints));
app.use("/panel", toNodeHandler(panel));
app.use(express.json({ limit: "1mb" }));

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

app.put("/orders/:id", async ({ params: { id }, body }, response) => {
  if (!UUID.test(id)) return void response.status(422).json({ message: "the id of an order must be a UUID" });
  await boss.send(ORDERS, body, { id }); // if there is a job with this id, nothing changes
  response.status(202).json({ id });
});

app.get("/orders/:id", async ({ params: { id } }, response) => {
  const job = UUID.test(id) ? await boss.getJobById(ORDERS, id, { includeArchive: true }) : null;
  if (job === null) return void response.status(404).json({ message: "no order has this id" });
  response.json({ state: job.state, ...(job.state === "completed" ? job.output : {}) });
});

const server = app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
const stop = () =>
  server.close(async () => {
    await boss.stop();
    await invoicing.close();
    await pool.end();
    console.log("Closed.");
  });
process.once("SIGINT", stop).once("SIGTERM", stop);
