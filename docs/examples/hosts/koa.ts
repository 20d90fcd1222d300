/** The endpoints in Koa: `node --import tsx docs/examples/hosts/koa.ts --port 3000 --file invoices.db` */
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "faktura/node";
import Koa from "koa";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const app = new Koa();
const accounting = toNodeHandler(handle);
app.use(async (context, next) => {
  if (!context.path.startsWith("/accounting/")) return next();
  context.respond = false; // the handler writes the response
  await accounting(context.req, context.res);
});

const panelPages = toNodeHandler(panel);
app.use(async (context, next) => {
  if (!context.path.startsWith("/panel")) return next();
  context.respond = false;
  await panelPages(context.req, context.res);
});

const server = app.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/accounting`);
});
const stop = () =>
  server.close(async () => {
    await invoicing.close();
    console.log("Closed.");
  });
process.once("SIGINT", stop).once("SIGTERM", stop);
