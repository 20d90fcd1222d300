/** The endpoints in Elysia, on Node: `node --import tsx docs/examples/hosts/elysia.ts --port 3000 --file invoices.db` */
import { serve } from "@hono/node-server";
import { Elysia } from "elysia";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const app = new Elysia();
app.all("/accounting/*", ({ request }) => handle(request), { parse: "none" });
app.all("/panel/*", ({ request }) => panel(request), { parse: "none" });

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(`Listening on http://127.0.0.1:${address.port}/accounting`);
});
const stop = () =>
  server.close(async () => {
    await invoicing.close();
    console.log("Closed.");
  });
process.once("SIGINT", stop).once("SIGTERM", stop);
