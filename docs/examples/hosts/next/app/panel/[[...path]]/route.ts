import { createPanel, panelTables } from "faktura/panel";
import { books } from "../../../books.ts";

const JANE = { companies: ["firma"], actor: "jane", can: { issue: true, settings: true, keys: false } };
let pages: ReturnType<typeof createPanel> | undefined;

/** Whoever has this cookie is Jane. In your application, read your own session, and redirect to your own login. */
async function panel(request: Request): Promise<Response> {
  const { invoicing, store } = await books();
  pages ??= createPanel(invoicing, {
    authenticate: ({ headers }) => (headers.get("Cookie") === "session=jane" ? JANE : null),
    tables: panelTables(store),
  });
  return pages(request);
}

export { panel as DELETE, panel as GET, panel as POST, panel as PUT };
