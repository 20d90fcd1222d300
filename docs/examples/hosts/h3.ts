/** The endpoints in h3: `node --import tsx docs/examples/hosts/h3.ts --port 3000 --file invoices.db` */
import { H3, serve } from "h3";
import { handle, invoicing } from "./accounting.ts";
import { port } from "./options.ts";
import { panel } from "./panel.ts";

const app = new H3();
app.all("/accounting/**", ({ req }) => handle(req));
app.all("/panel/**", ({ req }) => panel(req));

const server = serve(app, { port, hostname: "127.0.0.1", silent: true, gracefulShutdown: false });
await server.ready();
console.log(`Listening on ${server.url}accounting`);
const stop = async () => {
  await server.close();
  await invoicing.close();
  console.log("Closed.");
};
process.once("SIGINT", stop).once("SIGTERM", stop);
