/** The endpoints in Express: `node --import tsx docs/examples/hosts/express.ts --port 3000 --file invoices.db` */
import type { AddressInfo } from "node:net";
import express from "express";
import { toNodeHandler } from "faktura/node";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const app = express();
app.use("/accounting", toNodeHandler(handle));
app.use("/panel", toNodeHandler(panel));
app.get("/health", async (_, response) => {
  try {
    await invoicing.ready({ signal: AbortSignal.timeout(2000) });
    response.send("ready");
  } catch (error) {
    console.error("not ready:", error);
    response.status(503).send("not ready");
  }
});
app.use(express.json()); // your own routes, from here on

const server = app.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/accounting`);
});
const stop = () =>
  server.close(async () => {
    await invoicing.close();
    console.log("Closed.");
  });
process.once("SIGINT", stop).once("SIGTERM", stop);
