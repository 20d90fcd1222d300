/** The endpoints on plain `node:http`: `node --import tsx docs/examples/hosts/node.ts --port 3000 --file invoices.db` */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "faktura/node";
import { port } from "./options.ts";
import { handle, invoicing } from "./panel.ts";

const server = createServer(toNodeHandler(handle)).listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/accounting`);
});
const stop = () =>
  server.close(async () => {
    await invoicing.close();
    console.log("Closed.");
  });
process.once("SIGINT", stop).once("SIGTERM", stop);
