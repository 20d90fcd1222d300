/** A child process that opens a store at a path, issues once for acme, and prints the number or the error. */

import { createInvoicing } from "faktura";
import { openSqliteStore, sqliteStore } from "faktura/sqlite";
import { findSqliteDriver } from "../support/books-of-commands.ts";
import { order } from "../support/fixtures.ts";

/** `joined`: the path of a host's connection, on which the store issues without opening its own. */
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
