/** The endpoints in Bun: `bun docs/examples/hosts/bun.ts --port 3000 --file invoices.db` */

import { port } from "./options.ts";
import { handle, invoicing } from "./panel.ts";

export default { port, hostname: "127.0.0.1", fetch: handle };

const stop = async () => {
  await invoicing.close();
  console.log("Closed.");
  process.exit();
};
process.once("SIGINT", stop).once("SIGTERM", stop);
