import { type ApiKeys, type Clock, type Invoicing, isRefusal, type VatNumberVerifier, type VatRates } from "faktura";
import { type Context, Hono, type HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import type { RenderPanelPdf } from "./logo-calls.ts";
import { textsOf } from "./page-texts.ts";
import { panelAssets, panelPage } from "./panel-assets.ts";
import { panelCalls } from "./panel-calls.ts";
import type { PanelTables } from "./panel-tables.ts";
import type { PanelEnv, PanelUser } from "./panel-user.ts";

/** Options of {@link createPanel}. */
export interface PanelOptions {
  /** Returns the signed-in user of a request, from the host's session; `undefined` if nobody is signed in. */
  readonly userOf: (request: Request) => PanelUser | undefined | Promise<PanelUser | undefined>;
  /** The server's host names. Others are refused, because any site can point its host name at a private address. */
  readonly hostNames: readonly string[];
  /** Renders invoices and credit notes as PDF files, with the company's logo. */
  readonly renderPdf: RenderPanelPdf;
  /** The `rates` passed to `createInvoicing`, so that pages and invoices agree. Default: only the built-in rates. */
  readonly rates?: VatRates;
  /** Where drafts, clients, logos and the verdicts of audits are kept. The host closes them. */
  readonly tables: PanelTables;
  /** Creates and revokes keys in the settings. Whoever may open them, may do so. Default: the page has no API keys. */
  readonly apiKeys?: ApiKeys;
  /** The `verifier` passed to `createInvoicing`, to check a VAT number by itself. Default: numbers are not looked up. */
  readonly verifier?: VatNumberVerifier;
  /** The `clock` passed to `createInvoicing`, so that previews and invoices agree. Default: the system's. */
  readonly clock?: Clock;
}

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

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The company's own panel, at `/panel`, on the same store and the same sequence as the API. Its invoices are not
 * metered.
 */
export function createPanel(invoicing: Invoicing, { userOf, hostNames, ...books }: PanelOptions): Hono<PanelEnv> {
  const panel = new Hono<PanelEnv>().basePath("/panel");
  panel.onError(answerError);
  panel.use(secureHeaders({ contentSecurityPolicy: CONTENT_SECURITY_POLICY }));
  panel.use(csrf(), bodyLimit({ maxSize: MAX_BODY_BYTES }), async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (isFromElsewhere(context.req)) return context.text(textsOf(context).otherSite, 403);
    return hostNames.includes(hostname) ? next() : context.text(textsOf(context).otherHost(hostNames[0]!), 421);
  });
  panel.route("/assets", panelAssets());
  panel.use(async (context, next) => {
    const user = await userOf(context.req.raw);
    if (user === undefined) return context.text(textsOf(context).signedOut, 401);
    context.set("user", user);
    return next();
  });
  // Pages and calls have addresses without a slash at the end; with one, they are the same.
  panel.get("/*", (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    return pathname.endsWith("/") ? context.redirect(pathname.replace(/\/+$/, "") + search) : next();
  });
  panel.get("/", (context) => context.redirect(`/panel/${encodeURIComponent(context.var.user.companyIds[0])}`));
  panel.use("/:companyId/*", async (context, next) => {
    const { companyIds, actor } = context.var.user;
    const companyId = context.req.param("companyId");
    if (!companyIds.includes(companyId)) return context.text(textsOf(context).noCompany, 404);
    context.set("companyId", companyId);
    context.set("company", invoicing.company(companyId, { actor, source: "panel" }));
    return next();
  });
  for (const view of [
    "",
    "/new",
    "/drafts",
    "/drafts/:id",
    "/year",
    "/returns",
    "/audit",
    "/invoices/:id",
    "/credit-notes",
    "/credit-notes/:id",
    "/settings",
    "/clients",
    "/clients/:id",
  ])
    panel.get(`/:companyId${view}`, panelPage);
  panel.route("/:companyId/calls", panelCalls({ invoicing, ...books }));
  panel.all("*", (context) => context.text(textsOf(context).noPage, 404));
  return panel;
}

/** Whether a page of another site sent the call, as browsers report. `csrf` checks only forms. */
function isFromElsewhere(request: HonoRequest): boolean {
  const site = request.header("Sec-Fetch-Site") ?? "same-origin";
  return request.method !== "GET" && site !== "same-origin";
}

/** The response contains a refusal as it is. Other errors go only to the server's log. */
function answerError(error: Error, context: Context): Response {
  if (isRefusal(error)) {
    const { code, message, errors } = error;
    return context.json({ code, message, errors }, code.endsWith("_not_found") ? 404 : 422);
  }
  if (error instanceof HTTPException) return error.getResponse();
  console.error(error);
  return context.json(
    { code: "internal_error", message: "Something went wrong on the server. Try again.", errors: [] },
    500,
  );
}
