/** The endpoints in Deno: `deno serve --allow-all --port 3000 docs/examples/hosts/deno.ts --file invoices.db` */
import { handle, invoicing } from "./panel.ts";

export default { fetch: handle };

const stop = async () => {
  await invoicing.close();
  console.log("Closed.");
  process.exit();
};
process.once("SIGINT", stop).once("SIGTERM", stop);
