/** The endpoints in Cloudflare Workers, with PostgreSQL and the compatibility flag `nodejs_compat`. */
import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { postgresStore } from "faktura/postgres";
import { Pool } from "pg";

const keys = new Map([
  ["secret", { companyId: "firma", scopes: ["read:company", "read:invoices", "write:invoices"] }],
  ["secret-of-a-reader", { companyId: "firma", scopes: ["read:invoices"] }],
]);

export default {
  async fetch(request: Request, { DATABASE_URL }: { DATABASE_URL: string }): Promise<Response> {
    const pool = new Pool({ connectionString: DATABASE_URL }); // a connection belongs to the request that opened it
    const invoicing = createInvoicing({ store: postgresStore(pool) });
    const handle = createHttpHandler(invoicing, {
      basePath: "/accounting",
      authenticate: (apiKey) => keys.get(apiKey) ?? null,
    });
    try {
      return await handle(request);
    } finally {
      await invoicing.close();
      await pool.end();
    }
  },
};
