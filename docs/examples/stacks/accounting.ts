/** faktura on PostgreSQL, for the stacks beside this file. */
import { createInvoicing, type Invoicing } from "faktura";
import { createHttpHandler, type HttpHandler } from "faktura/http";
import { createPanel, panelTables } from "faktura/panel";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { Pool } from "pg";
import { PROFILE } from "../orms/shop.ts";

const KEYS = new Map([
  ["secret", { companyId: "firma", scopes: ["read:company", "read:invoices", "write:invoices"] }],
  ["secret-of-a-reader", { companyId: "firma", scopes: ["read:invoices"] }],
]);

const JANE = { companies: ["firma"], actor: "jane", can: { issue: true, settings: true, keys: false } };

/** One for each process. Close `invoicing` first, and then end the pool. */
export interface Accounting {
  readonly invoicing: Invoicing;
  /** The endpoints, for `/accounting`. */
  readonly endpoints: HttpHandler;
  /** The panel, for `/panel`. */
  readonly panel: HttpHandler;
}

/** Several connections, each with a listener: without one, a connection that breaks during a transaction ends the process. */
export function openPool(url: string): Pool {
  const report = (error: Error) => console.warn(error.message);
  return new Pool({ connectionString: url }).on("connect", (client) => client.on("error", report)).on("error", report);
}

/**
 * Creates the tables, and the company that issues the invoices. In your application, a deployment creates the tables, your
 * settings page saves the profile, and keys and sessions are your own.
 */
export async function openAccounting(pool: Pool): Promise<Accounting> {
  await migratePostgres(pool, { panel: true });
  const store = postgresStore(pool);
  const invoicing = createInvoicing({ store });
  await invoicing.company("firma").saveProfile(PROFILE);
  return {
    invoicing,
    endpoints: createHttpHandler(invoicing, {
      basePath: "/accounting",
      authenticate: (apiKey) => KEYS.get(apiKey) ?? null,
    }),
    panel: createPanel(invoicing, {
      authenticate: (request) => (request.headers.get("Cookie") === "session=jane" ? JANE : null),
      tables: panelTables(store),
    }),
  };
}
