/**
 * The server of `issue-over-http`, in its own process: the endpoints on plain `node:http`, through the adapter named on
 * the command line. Each message is the path of the SQLite file to serve from now on; an empty path only closes the
 * current file. The reply is the port, sent after the previous file was closed.
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createServerAdapter } from "@whatwg-node/server";
import { createInvoicing, type Invoicing } from "faktura";
import { createHttpHandler, type HttpHandler, SCOPES } from "faktura/http";
import { openSqliteStore } from "faktura/sqlite";
import { PROFILE } from "./workload.ts";

const ADAPTERS: Readonly<Record<string, (handle: HttpHandler) => RequestListener>> = {
  "@whatwg-node/server": (handle) => createServerAdapter(handle),
  "@hono/node-server": (handle) => getRequestListener(handle),
};
const adapt = ADAPTERS[process.argv[2] ?? ""];
if (adapt === undefined) throw new Error(`name an adapter: ${Object.keys(ADAPTERS).join(", ")}`);

let invoicing: Invoicing | undefined;
let listener: RequestListener;
const server = createServer((request, response) => listener(request, response)).listen(0, "127.0.0.1");
await once(server, "listening");
const principal = { companyId: "firma", scopes: SCOPES };

process.on("message", async (path: string) => {
  await invoicing?.close();
  invoicing = undefined;
  if (path !== "") {
    invoicing = createInvoicing({ store: await openSqliteStore(path) });
    await invoicing.company("firma").saveProfile(PROFILE);
    const authenticate = (apiKey: string) => (apiKey === "secret" ? principal : null);
    listener = adapt(createHttpHandler(invoicing, { authenticate }));
  }
  process.send!((server.address() as AddressInfo).port);
});
