/** Uses the archive whose path is on the command line, then prints the resident memory of this process in bytes. */
import { createInvoicing } from "faktura";
import { openSqliteStore } from "faktura/sqlite";
import { ORDER, withCallers } from "./workload.ts";

const invoicing = createInvoicing({ store: await openSqliteStore(process.argv[2]!) });
const company = invoicing.company("firma");
const { total } = await company.list();
for (const status of [undefined, "SENT", "PAID", "CANCELLED"] as const) {
  for (const page of [1, Math.ceil(total / 200), Math.ceil(total / 100)]) {
    const { data } = await company.list({ status, page, limit: 100 });
    for (const { id } of data) await company.get(id);
  }
}
await withCallers(64, 1000, () => company.issue(ORDER));
console.log(process.memoryUsage().rss);
await invoicing.close();
