/** The endpoints in Fastify: `node --import tsx docs/examples/hosts/fastify.ts --port 3000 --file invoices.db` */
import { toNodeHandler } from "faktura/node";
import fastify from "fastify";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const app = fastify();
const accounting = toNodeHandler(handle);
const panelPages = toNodeHandler(panel);
app.all("/accounting/*", { onRequest: (request, reply) => accounting(request.raw, reply.hijack().raw) }, () => {});
app.all("/panel/*", { onRequest: (request, reply) => panelPages(request.raw, reply.hijack().raw) }, () => {});
app.addHook("onClose", async () => {
  await invoicing.close();
  console.log("Closed.");
});

console.log(`Listening on ${await app.listen({ port, host: "127.0.0.1" })}/accounting`);
const stop = () => app.close();
process.once("SIGINT", stop).once("SIGTERM", stop);
