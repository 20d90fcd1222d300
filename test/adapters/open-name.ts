/** A child that opens a store at the path that it is given, issues once for acme, and says the number, or what refused. */
import { findSqliteDriver } from "../../src/adapters/sqlite/connection/driver.ts";
import { openSqliteStore, sqliteStore } from "../../src/adapters/sqlite/index.ts";
import { createInvoicing } from "../../src/index.ts";
import { order } from "../support/fixtures.ts";

/** `joined`: the path of a connection of the host's, on which the store issues without opening one of its own. */
const [path, joined] = process.argv.slice(2) as [string, string | undefined];

async function issue(): Promise<string> {
  if (joined === undefined) {
    const invoicing = createInvoicing({ store: await openSqliteStore(path) });
    return (await invoicing.company("acme").issue(order())).invoiceNumber;
  }
  const driver = await findSqliteDriver();
  const host = driver(joined);
  host.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  const invoicing = createInvoicing({ store: sqliteStore(() => driver(path)) });
  const { invoiceNumber } = await invoicing.joining(host).company("acme").issue(order());
  host.exec("COMMIT");
  return invoiceNumber;
}

console.log(JSON.stringify(await issue().catch((error: unknown) => String(error))));
