import { createPanel, panelTables } from "faktura/panel";
import { handle as endpoints, invoicing, store } from "./accounting.ts";

const JANE = { companies: ["firma"], actor: "jane", can: { issue: true, settings: true, keys: false } };

/** Whoever has this cookie is Jane. In your application, read your own session, and redirect to your own login. */
export const panel = createPanel(invoicing, {
  authenticate: (request) => (request.headers.get("Cookie") === "session=jane" ? JANE : null),
  tables: panelTables(store),
});

/** For servers that take one function: the panel and the endpoints. */
export const handle = (request: Request): Promise<Response> =>
  new URL(request.url).pathname.startsWith("/panel") ? panel(request) : endpoints(request);

export { invoicing };
