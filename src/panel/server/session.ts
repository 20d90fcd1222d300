import type { Company } from "faktura";
import type { Context, MiddlewareHandler } from "hono";
import type { Failure, PanelRights } from "../wire.ts";
import { textsOf } from "./page-texts.ts";

/** Who sent a request, as the host's own session says. */
export interface PanelSession {
  /** The ids of the companies whose books the session may read. The panel opens with the first. */
  readonly companies: readonly string[];
  /** Recorded in the journal and passed to the host's `onEvent`. */
  readonly actor: string;
  /** What it may do in these companies in addition to reading. */
  readonly can: PanelRights;
}

/**
 * Returns the session of a request, from the host's own cookie or header. A `Response`, such as a redirect to the page on
 * which people log in, is sent as it is. `null`: the response is 401.
 */
export type AuthenticatePanel = (
  request: Request,
) => PanelSession | Response | null | Promise<PanelSession | Response | null>;

/** What the routes of the panel know about a request. */
export interface PanelEnv {
  Variables: {
    readonly session: PanelSession;
    /** What the host answers instead of the panel. */
    readonly hostResponse?: Response;
    /** The company in the path, one of the session's. */
    readonly company: Company;
    readonly companyId: string;
  };
}

const NOT_ALLOWED: Failure = { code: "not_allowed", message: "You may not do this.", errors: [] };

/** Refuses a call, or a page, to sessions without this right. */
export function requireRight(right: keyof PanelRights): MiddlewareHandler<PanelEnv> {
  return async (context, next) => {
    if (context.var.session.can[right]) return next();
    return isCall(context) ? context.json(NOT_ALLOWED, 403) : context.text(textsOf(context).notAllowed, 403);
  };
}

/** Sets the session of the request. Without one, the host or the panel itself answers. */
export function authenticated(authenticate: AuthenticatePanel): MiddlewareHandler<PanelEnv> {
  return async (context, next) => {
    const answer = await authenticate(context.req.raw);
    if (answer === null || answer === undefined) return context.text(textsOf(context).signedOut, 401);
    // Not instanceof: some servers bring a class of their own.
    if ("headers" in answer) {
      // A script that follows a redirect gets a page that it cannot use.
      const isRedirect = answer.status >= 300 && answer.status < 400;
      if (isRedirect && isCall(context)) return context.text(textsOf(context).signedOut, 401);
      context.set("hostResponse", answer);
      return context.body(null);
    }
    context.set("session", requireSession(answer));
    return next();
  };
}

/** Whether a script of the panel sent the request, and not the address bar or a link. */
function isCall({ req }: Context): boolean {
  return req.path.includes("/calls/") && req.header("Sec-Fetch-Mode") !== "navigate";
}

/** @throws TypeError that says what is wrong, so that a mistaken host refuses everything instead of too little */
function requireSession(session: PanelSession): PanelSession {
  const { companies, actor, can } = session;
  const isList = Array.isArray(companies) && companies.every((id) => typeof id === "string");
  const areRights = ["issue", "settings", "keys"].every(
    (right) => typeof can?.[right as keyof PanelRights] === "boolean",
  );
  if (isList && typeof actor === "string" && areRights) return session;
  throw new TypeError(
    "authenticate must return { companies, actor, can: { issue, settings, keys } }, a Response or null: companies is a list " +
      "of ids, actor a string, and each right true or false",
  );
}
