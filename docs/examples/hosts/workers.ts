/** The endpoints and the panel in Cloudflare Workers, with PostgreSQL and the compatibility flag `nodejs_compat`. */
import { createInvoicing } from "faktura";
import { createHttpHandler } from "faktura/http";
import { createPanel, panelTables } from "faktura/panel";
import { postgresStore } from "faktura/postgres";
import { Pool } from "pg";

const keys = new Map([
  ["secret", { companyId: "firma", scopes: ["read:company", "read:invoices", "write:invoices"] }],
  ["secret-of-a-reader", { companyId: "firma", scopes: ["read:invoices"] }],
]);

const JANE = { companies: ["firma"], actor: "jane", can: { issue: true, settings: true, keys: false } };

interface Environment {
  readonly DATABASE_URL: string;
}

interface Context {
  waitUntil(promise: Promise<unknown>): void;
}

export default {
  async fetch(request: Request, { DATABASE_URL }: Environment, context: Context): Promise<Response> {
    const pool = new Pool({ connectionString: DATABASE_URL }); // a connection belongs to the request that opened it
    const store = postgresStore(pool);
    const invoicing = createInvoicing({ store });
    const handle = createHttpHandler(invoicing, {
      basePath: "/accounting",
      authenticate: (apiKey) => keys.get(apiKey) ?? null,
    });
    // Whoever has this cookie is Jane. In your application, read your own session, and redirect to your own login.
    const panel = createPanel(invoicing, {
      authenticate: ({ headers }) => (headers.get("Cookie") === "session=jane" ? JANE : null),
      tables: panelTables(store),
    });
    const close = async () => {
      await invoicing.close();
      await pool.end();
    };
    const response = await (new URL(request.url).pathname.startsWith("/panel") ? panel(request) : handle(request));
    const { body } = response;
    if (body === null) {
      await close();
      return response;
    }
    const sent = new TransformStream(); // a list or an archive of the panel is read while it is sent
    context.waitUntil(body.pipeTo(sent.writable).finally(close));
    return new Response(sent.readable, response);
  },
};
