import { type Company, createInvoicing, type Invoicing, type InvoicingOptions } from "faktura";
import { type SqliteConnection, type SqliteStoreOptions, sqliteStore } from "faktura/sqlite";
import { onTestFinished } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshFile } from "../../support/stores.ts";

/** Opens a connection of the driver under test. */
export type Connect = (path: string) => SqliteConnection;

/** The books of "acme" in a file, and a host with its own connection and table. */
export interface HostedBooks {
  readonly path: string;
  readonly invoicing: Invoicing;
  readonly acme: Company;
  readonly host: SqliteConnection;
  /** The books inside the host's transaction, each time through a new joined store. */
  readonly joined: () => Company;
  readonly addOrder: (name: string) => void;
  /** The host's orders and the clients of the invoices, as committed. */
  readonly kept: () => Promise<{ orders: string[]; clients: string[] }>;
}

/** A durable connection of the host's that never waits for locks. */
export function connectHost(connect: Connect, path: string): SqliteConnection {
  const host = connect(path);
  host.exec("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0; CREATE TABLE IF NOT EXISTS orders (name TEXT)");
  onTestFinished(() => void host.close());
  return host;
}

/** Opens the books. The test closes everything at its end. */
export async function openHosted(
  connect: Connect,
  options: Partial<InvoicingOptions> = {},
  settings: SqliteStoreOptions = {},
): Promise<HostedBooks> {
  const path = freshFile();
  const invoicing = createInvoicing({ store: sqliteStore(() => connect(path), settings), ...options });
  const acme = invoicing.company("acme");
  if (options.companies === undefined) await acme.saveProfile(germanProfile());
  else await acme.list();
  onTestFinished(() => invoicing.close());
  const host = connectHost(connect, path);
  return {
    path,
    invoicing,
    acme,
    host,
    joined: () => invoicing.joining(host).company("acme"),
    addOrder: (name) => void host.prepare("INSERT INTO orders VALUES (?)").run(name),
    async kept() {
      const other = connect(path);
      const rows = other.prepare("SELECT name FROM orders ORDER BY rowid").all() as { name: string }[];
      other.close();
      const { data } = await acme.list({ limit: 100 });
      return { orders: rows.map(({ name }) => name), clients: data.map(({ clientName }) => clientName).reverse() };
    },
  };
}

/** A promise, and the function that resolves it. */
export function gate<Value = void>() {
  let open: (value: Value) => void = () => undefined;
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** An order with this client, to tell orders apart. */
export const alice = () => order({ clientName: "Alice" });
export const bob = () => order({ clientName: "Bob" });

/** The error of a call whose transaction is gone: what happened, and what to do. */
const ENDED = /transaction.* ended.*await .* before you commit.*BEGIN IMMEDIATE/s;

/**
 * Whether a call issued an invoice, or the error that it failed with. Call it at once, so that no rejection is
 * unhandled.
 */
export const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => "issued",
    (error: unknown) => (error instanceof TypeError && ENDED.test(error.message) ? "ended" : error),
  );
