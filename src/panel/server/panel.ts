import { setTimeout as wait } from "node:timers/promises";
import type { Invoicing } from "faktura";
import { HttpFault, problemOf } from "../../http/common/problem.ts";
import {
  decodedSegment,
  type FoundPath,
  findPath,
  parametersIn,
  pathBelow,
  type Router,
  requireBasePath,
  requireHost,
  requireMethod,
  routerOf,
  targetOf,
} from "../../http/common/request-target.ts";
import type { Texts } from "../../languages/en/later-panel-texts.ts";
import type { Language } from "../chosen-language.ts";
import { callKey, type FrameData } from "../page-data.ts";
import type { Failure } from "../wire.ts";
import { assetAnswer } from "./assets.ts";
import { answerCall, type CallRow, failed } from "./calls/call.ts";
import { todayOf } from "./lists/invoice-list.ts";
import { FRAME_CALLS, PAGES, pageHtml } from "./page.ts";
import { cataloguesWith, languageOf, type OwnTexts, plainText, textAnswer, textsOf } from "./page-texts.ts";
import { type PanelBooks, panelBooks } from "./panel-books.ts";
import { type PanelOptions, requirePanelOptions } from "./panel-options.ts";
import type { DueRun, RunDueOptions } from "./run-due.ts";
import { isResponse, type PanelSession, refusalFor, sessionOf } from "./session.ts";
import { type PanelTheme, type ThemeFiles, themeFiles } from "./theme.ts";

/** The panel: a function that answers requests. */
export interface PanelHandler {
  /** Answers one request to the panel. Never rejects. */
  (request: Request): Promise<Response>;
  /**
   * Issues the recurring invoices of all companies that are due, or makes drafts of them. Call it from a timer, such as every
   * hour; on several servers at once if you like. What is missed is made up for, in order, each with its own period, and issued
   * with the day of the run. Each occurrence becomes one invoice, whatever fails; what failed is tried again in the next run.
   *
   * @throws TypeError if `now` is not a valid `Date`
   */
  runDue(options?: RunDueOptions): Promise<DueRun>;
}

/** Nothing from other sites, nothing inline, and no text that becomes markup except lit-html's templates. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");

/** Whether all of a host name is served through HTTPS is the host's decision. */
const SECURITY_HEADERS = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "SAMEORIGIN",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
};

/** What a panel was made with. */
interface Served extends Pick<PanelOptions, "authenticate" | "hostNames"> {
  readonly basePath: string;
  readonly theme: PanelTheme;
  readonly themeFiles: ThemeFiles;
  readonly books: PanelBooks;
  /** Those of the host's options. They are loaded with the first one, so that creating a panel loads little code. */
  readonly calls: () => Promise<Router<CallRow>>;
  /** The host's own texts, by language and place. */
  readonly texts: OwnTexts;
  /** The texts of the pages with those of the host. */
  readonly catalogues: Readonly<Record<Language, Texts>>;
}

/** A request of a session below a company's path. Those for HEAD are answered as those for GET, without the body. */
interface Visit {
  readonly request: Request;
  readonly method: string;
  readonly search: string;
  readonly session: PanelSession;
  readonly companyId: string;
  readonly language: Language;
}

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
 *       ? { companies: ["firma"], actor: "jane", can: { issue: true, settings: true, keys: false } }
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
  const { authenticate, hostNames, theme = {}, texts = {} } = options;
  let calls: Promise<Router<CallRow>> | undefined;
  const served: Served = {
    authenticate,
    hostNames,
    basePath: requireBasePath("basePath", options.basePath ?? "/panel"),
    theme,
    themeFiles: themeFiles(theme),
    texts,
    catalogues: cataloguesWith(texts),
    books: panelBooks(invoicing, options),
    calls: () => {
      calls ??= loadCalls(options);
      return calls;
    },
  };
  const handle = async (request: Request) => {
    const response = await answer(request, served).catch((error: unknown) => secured(errorAnswer(error)));
    if (request.method !== "HEAD") return response;
    await response.body?.cancel().catch(() => undefined); // else a list would stay open
    return new Response(null, response);
  };
  return Object.assign(handle, {
    runDue: async (due: RunDueOptions = {}) => (await import("./run-due.ts")).runDue(served.books, due),
  });
}

async function loadCalls(options: PanelOptions): Promise<Router<CallRow>> {
  const { PANEL_CALLS } = await import("./panel-calls.ts");
  return routerOf(PANEL_CALLS.filter(({ option }) => option === undefined || options[option] !== undefined));
}

const PAGE_ROUTER = routerOf(PAGES);

/** What the host answers instead of the panel is sent without the headers of the panel, which could break its page. */
async function answer(request: Request, served: Served): Promise<Response> {
  requireHost(request.headers.get("Host"));
  const { path, search } = targetOf(request.url);
  const below = pathBelow(served.basePath, path);
  if (below === undefined) return secured(textAnswer(request, 404, "noPage"));
  const stranger = strangerAnswer(request, served.hostNames);
  if (stranger !== undefined) return secured(stranger);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const [, company = "", folder = "", ...rest] = below.split("/");
  if (method === "GET" && company === "assets" && folder !== "" && rest.length === 0) {
    return secured((await assetAnswer(request, folder, served.themeFiles)) ?? textAnswer(request, 404, "noPage"));
  }
  const session = await sessionOf(request, served.authenticate);
  if (session === null) return secured(textAnswer(request, 401, "signedOut"));
  if (isResponse(session)) return session;
  const companyId = decodedSegment(company);
  const language = session.language ?? languageOf(request);
  const visit: Visit = { request, method, search, session, companyId, language };
  const shortened = path.replace(/(?<!\/)\/+$/, "");
  if (method === "GET" && shortened === served.basePath) return secured(firstCompanyAnswer(visit, served));
  // Pages and calls have addresses without a slash at the end. What follows two at the beginning would be a host.
  if (method === "GET" && shortened !== path) return secured(redirect(shortened.replace(/^\/+/, "/") + search));
  if (company === "") return secured(textAnswer(request, 404, "noPage"));
  if (!session.companies.includes(companyId)) return secured(textAnswer(request, 404, "noCompany"));
  if (folder === "calls") return secured(await callAnswer(["", ...rest].join("/"), visit, served));
  return secured(await pageAnswer(below.slice(company.length + 1), visit, served));
}

function firstCompanyAnswer({ request, session }: Visit, { basePath }: Served): Response {
  const [first] = session.companies;
  if (first === undefined) return textAnswer(request, 404, "noCompany");
  return redirect(`${basePath}/${encodeURIComponent(first)}`);
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } });
}

async function callAnswer(path: string, visit: Visit, { calls, books, catalogues }: Served): Promise<Response> {
  const { request, method, search, session, companyId, language } = visit;
  const found = findPath(await calls(), path);
  const [id = "", part = ""] = found?.parameters ?? [];
  if (found === undefined || (found.segments.includes("{uuid}") && !UUID.test(id))) {
    return textAnswer(request, 404, "noPage");
  }
  const row = requireMethod(found, method);
  const refused = refusalFor(session, row.right, request);
  if (refused !== undefined) return refused;
  const company = books.invoicing.company(companyId, { actor: session.actor, source: "panel" });
  const { list } = row;
  const listed = list === undefined ? [] : new URLSearchParams(search).getAll(list);
  const query = list === undefined ? parametersIn(search) : {};
  const own = { id, part, query, listed, language, texts: catalogues[language] };
  return answerCall(row, { request, session, companyId, company, ...own }, books);
}

/** The ids of what the panel keeps. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function pageAnswer(path: string, visit: Visit, served: Served): Promise<Response> {
  const { request, method, session, language } = visit;
  const found = findPath(PAGE_ROUTER, path);
  if (found === undefined && method !== "GET") return textAnswer(request, 404, "noPage");
  const refused = found && refusalFor(session, requireMethod(found, method).right, request);
  if (refused !== undefined) return refused;
  // The navigation stays on a page that is not there.
  const status = found === undefined ? 404 : 200;
  const headers = { "Content-Type": "text/html; charset=UTF-8" };
  const { basePath, theme, themeFiles, texts } = served;
  const answers = await firstAnswers(found, visit, served);
  const data = `{"frame":${JSON.stringify(frameData(visit, served))},"texts":${JSON.stringify(texts[language] ?? {})},"answers":${answers}}`;
  const page = { basePath, language, name: theme.name ?? "", style: themeFiles.style, data };
  return new Response(await pageHtml(page), { status, headers });
}

function frameData({ session }: Visit, { basePath, theme, themeFiles: { logo } }: Served): FrameData {
  return {
    logo: logo && `${basePath}/assets/${logo}`,
    home: theme.home,
    user: session.user,
    signOut: session.signOut,
    isLanguageGiven: session.language !== undefined,
  };
}

/** How long the HTML waits for a page's own calls. Those of large books go on, and the page waits for them. */
const WAIT_MS = 200;

/**
 * The answers to the calls with which a page begins, as JSON. What fails or takes long is left out: the page then asks for it,
 * and says why it failed.
 */
async function firstAnswers(
  page: FoundPath<(typeof PAGES)[number]> | undefined,
  visit: Visit,
  served: Served,
): Promise<string> {
  const answerTo = async (address: string) => {
    const [path = "", search = ""] = callKey(address).split("?");
    const own = { ...visit, method: "GET", search: search && `?${search}` };
    const response = await callAnswer(path, own, served).catch(() => undefined);
    return response?.status === 200 ? { address, text: await response.text() } : undefined;
  };
  const [company, ...frame] = await Promise.all(["/profile", ...FRAME_CALLS].map(answerTo));
  // Without a profile, there is no page yet.
  if (company === undefined) return "{}";
  const query = Object.fromEntries(new URLSearchParams(visit.search));
  const id = encodeURIComponent(page?.parameters[0] ?? "");
  const { clock, invoicing } = served.books;
  const today = await todayOf(invoicing.company(visit.companyId), clock);
  const opened = { id, search: visit.search, query, today };
  const first = page === undefined ? [] : requireMethod(page, "GET").first(opened);
  // What has an id is one document or record, however large the books are.
  const soon = (address: string) =>
    id === "" ? Promise.race([answerTo(address), wait(WAIT_MS, undefined, { ref: false })]) : answerTo(address);
  const answers = [company, ...frame, ...(await Promise.all(first.map(soon)))].filter((one) => one !== undefined);
  return `{${answers.map(({ address, text }) => `${JSON.stringify(callKey(address))}:${text}`).join()}}`;
}

/** What the books contain is for the session alone. The files of the pages and logos say how long they are kept. */
function secured(response: Response): Response {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return response;
}

/** The answer to what a page of another site sent, or to a request for another host; `undefined` for all others. */
function strangerAnswer(request: Request, hostNames: PanelOptions["hostNames"]): Response | undefined {
  const { hostname, origin } = new URL(request.url);
  if (isFromElsewhere(request, origin)) return textAnswer(request, 403, "otherSite");
  if (hostNames?.includes(hostname) ?? true) return undefined;
  return plainText(421, textsOf(request).otherHost(hostNames![0]!));
}

/** The types of body that a form can send without being asked, and so can one of another site. */
const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/(?:plain|ping))\b/i;

/** Whether a page of another site sent the request, as browsers report. Old ones report it of forms alone, by `Origin`. */
function isFromElsewhere({ method, headers }: Request, origin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (method === "GET" || site === "same-origin") return false;
  if (site !== null) return true;
  const isForm = FORM_TYPES.test(headers.get("Content-Type") || "text/plain");
  return !["HEAD", "OPTIONS"].includes(method) && isForm && headers.get("Origin") !== origin;
}

/**
 * Answers an error with the status and the headers of the endpoints; a fault of the request itself as a text, of which
 * pages only read the status. The server's log gets what the endpoints pass to `onError`.
 */
function errorAnswer(error: unknown): Response {
  const known = problemOf(error);
  if (known === undefined || known.status === 503) console.error(error);
  if (known === undefined) return failed(500, "internal_error", "Something went wrong on the server. Try again.");
  const { status, headers, problem } = known;
  if (error instanceof HttpFault) return plainText(status, problem.detail, headers);
  const { code, detail: message, errors = [] } = problem;
  const failure: Failure = { code, message, errors };
  return Response.json(failure, { status, headers: { ...headers, "Content-Type": "application/json" } });
}
