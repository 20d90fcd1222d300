/** The endpoints in Elysia, on Bun: `bun docs/examples/hosts/elysia-bun.ts --port 3000 --file invoices.db` */
import { Elysia } from "elysia";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const app = new Elysia();
app.all("/accounting/*", ({ request }) => handle(request), { parse: "none" });
app.all("/panel/*", ({ request }) => panel(request), { parse: "none" });

app.listen({ port, hostname: "127.0.0.1" }, ({ url }) => {
  console.log(`Listening on ${url}accounting`);
});
const stop = async () => {
  await app.stop();
  await invoicing.close();
  console.log("Closed.");
};
process.once("SIGINT", stop).once("SIGTERM", stop);
