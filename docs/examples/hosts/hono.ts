/** The endpoints in Hono: `node --import tsx docs/examples/hosts/hono.ts --port 3000 --file invoices.db` */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const app = new Hono();
app.all("/accounting/*", (context) => handle(context.req.raw));
app.all("/panel/*", (context) => panel(context.req.raw));

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(`Listening on http://127.0.0.1:${address.port}/accounting`);
});
const stop = () =>
  server.close(async () => {
    await invoicing.close();
    console.log("Closed.");
  });
process.once("SIGINT", stop).once("SIGTERM", stop);
