import type { Invoicing } from "faktura";
import { problemOf } from "faktura/http";
import { type Context, Hono, type HonoRequest } from "hono";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import type { Failure } from "../wire.ts";
import { panelAssets } from "./assets.ts";
import { panelCalls } from "./calls/panel-calls.ts";
import { panelPage } from "./page.ts";
import { textsOf } from "./page-texts.ts";
import { basePathOf, LEAST_BODY, type PanelOptions, requirePanelOptions } from "./panel-options.ts";
import { readBody } from "./read-body.ts";
import { authenticated, type PanelEnv, requireRight } from "./session.ts";
import { themeStyle } from "./theme.ts";

/** Answers one request to the panel. Never rejects. */
export type PanelHandler = (request: Request) => Promise<Response>;

/** Nothing from other sites, nothing inline, and no text that becomes markup except lit-html's templates. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["lit-html"],
};

/** The paths of the pages below a company's, and the right that a session needs to open one. */
const PAGES = [
  ["", undefined],
  ["/invoices", undefined],
  ["/new", "issue"],
  ["/drafts", "issue"],
  ["/drafts/:id", "issue"],
  ["/year", undefined],
  ["/returns", undefined],
  ["/audit", undefined],
  ["/invoices/:id", undefined],
  ["/credit-notes", undefined],
  ["/credit-notes/:id", undefined],
  ["/settings", "settings"],
  ["/clients", "issue"],
  ["/clients/:id", "issue"],
  ["/articles", "issue"],
  ["/articles/:id", "issue"],
] as const;

/**
 * A company's own panel for its invoices, on the same store and the same sequence as the API, for every server that supports
 * the Fetch API. Mount it beside the endpoints. Its invoices are not metered.
 *
 * @throws TypeError if `authenticate` or `tables` is missing, or an option is unknown or of the wrong type
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { memoryStore } from "faktura/memory";
 * import { createPanel, panelTables } from "faktura/panel";
 *
 * const store = memoryStore();
 * const panel = createPanel(createInvoicing({ store }), {
 *   authenticate: (request) =>
 *     request.headers.get("Cookie") === "session=jane"
 *       ? { companies: ["acme"], actor: "jane", can: { issue: true, settings: true, keys: false } }
 *       : Response.redirect("https://app.example.com/login"),
 *   tables: panelTables(store),
 * });
 * const response = await panel(new Request("https://app.example.com/panel"));
 * console.log(response.status); // 302
 * ```
 */
export function createPanel(invoicing: Invoicing, options: PanelOptions): PanelHandler {
  if (typeof invoicing?.company !== "function") {
    throw new TypeError("createPanel needs the object that createInvoicing returns, then its options");
  }
  requirePanelOptions(options);
  const { authenticate, hostNames, maxBodyBytes = LEAST_BODY, theme = {}, ...books } = options;
  const style = themeStyle(theme);
  const basePath = basePathOf(options);
  const panel = new Hono<PanelEnv>().basePath(decodeURI(basePath));
  panel.onError(answerError);
  panel.use(async (context, next) => {
    await next();
    // Without the headers of the panel, which could break a page of the host's.
    if (context.var.hostResponse === undefined) return;
    context.res = undefined;
    context.res = context.var.hostResponse;
  });
  panel.notFound((context) => context.text(textsOf(context).noPage, 404));
  // What the books contain is for the session alone. The files of the pages and logos say how long they are kept.
  panel.use(async (context, next) => {
    await next();
    if (!context.res.headers.has("Cache-Control")) context.header("Cache-Control", "no-store");
  });
  // Whether all of a host name is served through HTTPS is the host's decision.
  panel.use(secureHeaders({ contentSecurityPolicy: CONTENT_SECURITY_POLICY, strictTransportSecurity: false }));
  panel.use(csrf(), async (context, next) => {
    if (isFromElsewhere(context.req)) return context.text(textsOf(context).otherSite, 403);
    const { hostname } = new URL(context.req.url);
    const isOwn = hostNames?.includes(hostname) ?? true;
    return isOwn ? next() : context.text(textsOf(context).otherHost(hostNames![0]!), 421);
  });
  panel.route("/assets", panelAssets(style));
  panel.use(authenticated(authenticate), readBody(maxBodyBytes));
  // Pages and calls have addresses without a slash at the end; with one, they are the same.
  panel.get("/*", (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const path = pathname.replace(/(?<!\/)\/+$/, "");
    if (path === basePath) {
      const [first] = context.var.session.companies;
      if (first === undefined) return context.text(textsOf(context).noCompany, 404);
      return context.redirect(`${basePath}/${encodeURIComponent(first)}`);
    }
    // What follows two slashes at the beginning would be a host.
    return path === pathname ? next() : context.redirect(path.replace(/^\/+/, "/") + search);
  });
  panel.use("/:companyId/*", async (context, next) => {
    const { companies, actor } = context.var.session;
    const companyId = context.req.param("companyId");
    if (!companies.includes(companyId)) return context.text(textsOf(context).noCompany, 404);
    context.set("companyId", companyId);
    context.set("company", invoicing.company(companyId, { actor, source: "panel" }));
    return next();
  });
  const page = panelPage(basePath, { name: theme.name, style });
  for (const [path, right] of PAGES) {
    if (right === undefined) panel.get(`/:companyId${path}`, page);
    else panel.get(`/:companyId${path}`, requireRight(right), page);
  }
  panel.route("/:companyId/calls", panelCalls({ invoicing, ...books }));
  panel.all("/:companyId/calls/*", (context) => context.notFound());
  // The navigation stays on a page that is not there.
  panel.get("/:companyId/*", async (context) => {
    context.status(404);
    return page(context);
  });
  return async (request) => panel.fetch(request);
}

/** Whether a page of another site sent the call, as browsers report. `csrf` checks only forms. */
function isFromElsewhere(request: HonoRequest): boolean {
  const site = request.header("Sec-Fetch-Site") ?? "same-origin";
  return request.method !== "GET" && site !== "same-origin";
}

/** Answers an error with the status, code and headers of the endpoints. The server's log gets what they pass to `onError`. */
function answerError(error: Error, context: Context): Response {
  if (error instanceof HTTPException) return error.getResponse();
  const known = problemOf(error);
  if (known === undefined || known.status === 503) console.error(error);
  if (known === undefined) return context.json(INTERNAL_ERROR, 500);
  const { code, detail: message, errors = [] } = known.problem;
  const failure: Failure = { code, message, errors };
  const headers = { ...known.headers, "Content-Type": "application/json" };
  return new Response(JSON.stringify(failure), { status: known.status, headers });
}

const INTERNAL_ERROR: Failure = {
  code: "internal_error",
  message: "Something went wrong on the server. Try again.",
  errors: [],
};
