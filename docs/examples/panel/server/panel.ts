import { type Invoicing, isRefusal, type VatRates } from "faktura";
import { type Context, Hono, type HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { panelAssets, panelPage } from "./panel-assets.ts";
import { panelCalls } from "./panel-calls.ts";
import type { PanelEnv, PanelUser } from "./panel-user.ts";

/** Options of {@link createPanel}. */
export interface PanelOptions {
  /** Finds the user of a request, by the session that the host keeps; `undefined` where nobody is signed in. */
  readonly userOf: (request: Request) => PanelUser | undefined | Promise<PanelUser | undefined>;
  /** The names by which the host is reached: a page from elsewhere may point a name of its own at a private address. */
  readonly hostNames: readonly string[];
  /** What `createInvoicing` got as `rates`, so that pages and invoices carry the same. Absent: the built-in rates alone. */
  readonly rates?: VatRates;
}

/** Nothing from elsewhere, nothing inline, and no text that becomes markup except the templates of lit-html. */
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

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The company's own view of its books, at `/panel`: on the same store and the same sequence as the API. What it issues is
 * not metered.
 */
export function createPanel(invoicing: Invoicing, { userOf, hostNames, rates }: PanelOptions): Hono<PanelEnv> {
  const panel = new Hono<PanelEnv>().basePath("/panel");
  panel.onError(answerError);
  panel.use(secureHeaders({ contentSecurityPolicy: CONTENT_SECURITY_POLICY }));
  panel.use(csrf(), bodyLimit({ maxSize: MAX_BODY_BYTES }), async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (isFromElsewhere(context.req)) return context.text("Calls from other sites are refused.", 403);
    return hostNames.includes(hostname) ? next() : context.text(`This panel is at ${hostNames[0]}.`, 421);
  });
  panel.route("/assets", panelAssets());
  panel.use(async (context, next) => {
    const user = await userOf(context.req.raw);
    if (user === undefined) return context.text("Sign in first.", 401);
    context.set("user", user);
    return next();
  });
  panel.get("/", (context) => context.redirect(`/panel/${encodeURIComponent(context.var.user.companyIds[0])}`));
  panel.use("/:companyId/*", async (context, next) => {
    const { companyIds, actor } = context.var.user;
    const companyId = context.req.param("companyId");
    if (!companyIds.includes(companyId)) return context.text("There is no such company here.", 404);
    context.set("company", invoicing.company(companyId, { actor, source: "panel" }));
    return next();
  });
  for (const view of ["", "/new", "/year", "/invoices/:id"]) panel.get(`/:companyId${view}`, panelPage);
  panel.route("/:companyId/calls", panelCalls(invoicing, rates));
  panel.all("*", (context) => context.text("There is no such page here.", 404));
  return panel;
}

/** Whether a page of another site sent a call; browsers say so. What `csrf` looks at is forms alone. */
function isFromElsewhere(request: HonoRequest): boolean {
  const site = request.header("Sec-Fetch-Site") ?? "same-origin";
  return request.method !== "GET" && site !== "same-origin";
}

/** A refusal is told as it is; what broke stays in the server's log. */
function answerError(error: Error, context: Context): Response {
  if (isRefusal(error)) {
    const { code, message, errors } = error;
    return context.json({ code, message, errors }, code.endsWith("_not_found") ? 404 : 422);
  }
  if (error instanceof HTTPException) return error.getResponse();
  console.error(error);
  return context.json({ code: "internal_error", message: "Something went wrong here. Try again.", errors: [] }, 500);
}
