/** A child process that runs what recurs, of which years were missed, and prints a line for each that it issued. */

import { createInvoicing } from "faktura";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { ready } from "./ready.ts";

const [path] = process.argv.slice(2) as [string];
const store = await openSqliteStore(path, { lockTimeoutMs: 30_000 });
const onEvent = ({ type }: { readonly type: string }) => void process.stdout.write(`${type}\n`);
const invoicing = createInvoicing({ store, onEvent });
const panel = createPanel(invoicing, { authenticate: () => null, tables: panelTables(store) });
await ready();
const { failed } = await panel.runDue();
if (failed.length > 0) throw new Error(JSON.stringify(failed));
await invoicing.close();
