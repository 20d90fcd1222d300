import { PANEL_LANGUAGES } from "../../languages/generated/panel-languages.ts";
import type { Language } from "../chosen-language.ts";
import type { SignOut } from "../page-data.ts";
import type { Failure, PanelRights } from "../wire.ts";
import { textAnswer } from "./page-texts.ts";
import { requireAddress } from "./theme.ts";

/** Who sent a request, as the host's own session says. */
export interface PanelSession {
  /** The ids of the companies whose books the session may read. The panel opens with the first. */
  readonly companies: readonly string[];
  /** Recorded in the journal and passed to the host's `onEvent`. */
  readonly actor: string;
  /** What it may do in these companies in addition to reading. */
  readonly can: PanelRights;
  /** The user's name, shown at the top of the pages; 1 to 100 characters. Absent: none. */
  readonly user?: string | undefined;
  /** Where the user signs out: `{ url: "/logout", method: "POST" }`. Absent: the pages have no such button. */
  readonly signOut?: SignOut | undefined;
  /** The language of the pages, `en`, `de` or `fr`. Absent: the one that the user chooses, else the browser's. */
  readonly language?: Language | undefined;
}

/**
 * Returns the session of a request, from the host's own cookie or header. A `Response`, such as a redirect to the page on
 * which people log in, is sent as it is. `null`: the response is 401.
 */
export type AuthenticatePanel = (
  request: Request,
) => PanelSession | Response | null | Promise<PanelSession | Response | null>;

/** The session of a request; `null`, or what the host answers instead of the panel, if there is none. */
export async function sessionOf(
  request: Request,
  authenticate: AuthenticatePanel,
): Promise<PanelSession | Response | null> {
  const answer = await authenticate(request);
  if (answer === null || answer === undefined) return null;
  if (!isResponse(answer)) return requireSession(answer);
  // A script that follows a redirect gets a page that it cannot use.
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return isRedirect && isCall(request) ? null : answer;
}

/** Not instanceof: some servers bring a class of their own. */
export function isResponse(answer: PanelSession | Response): answer is Response {
  return "headers" in answer;
}

const NOT_ALLOWED: Failure = { code: "not_allowed", message: "You may not do this.", errors: [] };

/** The answer to a session without this right; `undefined` if it has it, or none is needed. Keys are part of the settings. */
export function refusalFor(
  { can }: PanelSession,
  right: keyof PanelRights | undefined,
  request: Request,
): Response | undefined {
  if (right === undefined || (can[right] && (right !== "keys" || can.settings))) return undefined;
  return isCall(request) ? Response.json(NOT_ALLOWED, { status: 403 }) : textAnswer(request, 403, "notAllowed");
}

/** Whether a script of the panel sent the request, and not the address bar or a link. */
function isCall({ url, headers }: Request): boolean {
  return new URL(url).pathname.includes("/calls/") && headers.get("Sec-Fetch-Mode") !== "navigate";
}

/** @throws TypeError that says what is wrong, so that a mistaken host refuses everything instead of too little */
function requireSession(session: PanelSession): PanelSession {
  const { companies, actor, can } = session;
  const isList = Array.isArray(companies) && companies.every((id) => typeof id === "string");
  const areRights = ["issue", "settings", "keys"].every(
    (right) => typeof can?.[right as keyof PanelRights] === "boolean",
  );
  if (isList && typeof actor === "string" && areRights) return requireShown(session);
  throw new TypeError(
    "authenticate must return { companies, actor, can: { issue, settings, keys } }, a Response or null: companies is a list " +
      "of ids, actor a string, and each right true or false",
  );
}

/** @throws TypeError that names what the frame of the pages cannot show */
function requireShown(session: PanelSession): PanelSession {
  const { user, signOut, language } = session;
  if (user !== undefined && !(typeof user === "string" && /^.{1,100}$/s.test(user))) {
    throw new TypeError("authenticate: user must be a text of 1 to 100 characters");
  }
  if (signOut !== undefined) {
    if (!["GET", "POST"].includes(signOut?.method)) {
      throw new TypeError('authenticate: signOut must be { url, method }, whose method is "GET" or "POST"');
    }
    requireAddress("authenticate: signOut.url", signOut.url, signOut.method === "POST");
  }
  if (language !== undefined && !PANEL_LANGUAGES.includes(language)) {
    throw new TypeError(`authenticate: language must be one of ${PANEL_LANGUAGES.join(", ")}`);
  }
  return session;
}
