import { createHash, randomUUID } from "node:crypto";
import { insteadOf, insteadOfText, isPromise, requireFunction } from "../domain/instead-of.ts";
import type { DocumentFormat } from "../domain/invoice/document-format.ts";
import { requireOptions } from "../domain/known-names.ts";
import { requireWhole } from "../domain/whole-option.ts";
import { callListener } from "../service/events.ts";
import type { Invoicing } from "../service/invoicing.ts";
import { type Authenticate, requirePrincipal } from "./authentication.ts";
import { bodyReadBefore, HttpFault, internalError, problemOf } from "./common/problem.ts";
import { BodyReadBeforeError, MAX_BODY_BYTES, readJson } from "./common/request-body.ts";
import {
  type BasePaths,
  findPath,
  pathBelow,
  requireBasePath,
  requireHost,
  requireMethod,
  routerOf,
  targetOf,
} from "./common/request-target.ts";
import { documentRoutes } from "./document-routes.ts";
import { EXTENDED_ROUTES } from "./extended-routes.ts";
import { readQuery } from "./query-parameters.ts";
import { type RenderPdf, ROUTES } from "./routes.ts";
import { type Routers, undeletable, unknownRoute } from "./unknown-route.ts";

/** Options of {@link createHttpHandler}. */
export interface HttpHandlerOptions {
  /** Finds the owner of an API key. */
  readonly authenticate: Authenticate;
  /** The path under which the handler receives the endpoints, such as `/api/accounting`. Absent: the root. */
  readonly basePath?: string | undefined;
  /**
   * The path under which clients call the endpoints, if a proxy or the framework removes or rewrites a prefix before the
   * handler. `Location` headers begin with it. Absent: `basePath`.
   */
  readonly publicBasePath?: string | undefined;
  /**
   * Whether it also serves credit notes, payments and the documents as files, under the same scopes: in each syntax that
   * one of `invoicing.formats` writes. Absent: the six endpoints only.
   */
  readonly extended?: boolean | undefined;
  /**
   * Renders the PDF files that it serves with `extended: true`: calls `renderPdf` of `faktura/pdf` with your fonts.
   * Absent: these endpoints are answered with 404 `route_not_found`.
   */
  readonly renderPdf?: RenderPdf | undefined;
  /**
   * The largest body of a request, in bytes, 1,024 to 67,108,864. Beyond it, requests are answered with 413
   * `body_too_large`. Absent: 1 MiB.
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Called with the error when a request is answered with 500 or 503, and with the request's id, which the answer has as
   * `X-Request-Id`. Absent: `console.error`, with both.
   */
  readonly onError?: ((error: unknown, request: Request, requestId: string) => void) | undefined;
}

/** Answers one request. Never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

/**
 * A handler of the six endpoints and, with `extended: true`, of credit notes, payments and files of documents, for every
 * server that supports the Fetch API. Every failure is answered as `application/problem+json` (RFC 9457).
 *
 * @throws TypeError if `authenticate` is missing, an option is unknown, of the wrong type or out of its range, or `basePath` or
 *   `publicBasePath` does not begin with one slash or contains `?` or `#`
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { createHttpHandler } from "faktura/http";
 * import { memoryStore } from "faktura/memory";
 *
 * const handle = createHttpHandler(createInvoicing({ store: memoryStore() }), {
 *   authenticate: (apiKey) => (apiKey === "secret" ? { companyId: "firma", scopes: ["read:invoices"] } : null),
 * });
 * const headers = { Authorization: "Bearer secret" };
 * const response = await handle(new Request("http://localhost/invoices", { headers }));
 * console.log(response.status); // 200
 * ```
 */
export function createHttpHandler(
  invoicing: Pick<Invoicing, "company"> & Partial<Pick<Invoicing, "formats">>,
  options: HttpHandlerOptions,
): HttpHandler {
  if (typeof invoicing?.company !== "function") {
    const needs = "createHttpHandler needs the object that createInvoicing returns, then its options";
    throw new TypeError(needs + (isPromise(invoicing) ? insteadOf(invoicing) : ""));
  }
  requireOptions("createHttpHandler", options, KNOWN_OPTIONS);
  const { authenticate, extended = false, renderPdf, onError = logError } = options;
  if (typeof authenticate !== "function") {
    throw new TypeError(
      "createHttpHandler needs `authenticate`, a function that takes an API key and returns { companyId, scopes }",
    );
  }
  requireFunction("onError", onError);
  if (typeof extended !== "boolean") throw new TypeError(`extended must be true or false${insteadOfText(extended)}`);
  if (renderPdf !== undefined) requireFunction("renderPdf", renderPdf);
  const maxBodyBytes = requireWhole("maxBodyBytes", options.maxBodyBytes, MAX_BODY_BYTES);
  const { formats = [] } = invoicing;
  const extendedRouter = routerOf([...ROUTES, ...EXTENDED_ROUTES, ...documentRoutes(formats)]);
  const router = extended ? extendedRouter : ROUTER;
  const basePath = requireBasePath("basePath", options.basePath ?? "");
  const publicBasePath = requireBasePath("publicBasePath", options.publicBasePath ?? basePath);

  const routers = { router, extendedRouter, formats };
  const served = { ...routers, invoicing, authenticate, basePath, publicBasePath, renderPdf, maxBodyBytes };

  return async (request) => {
    const requestId = requestIdOf(request);
    let response: Response;
    try {
      response = await answer(request, served);
    } catch (error) {
      const known = problemOf(error);
      if (known === undefined || known.status === UNAVAILABLE) report(onError, error, request, requestId);
      const answered = known ?? (error instanceof BodyReadBeforeError ? bodyReadBefore() : internalError());
      response = new Response(JSON.stringify(answered.problem), answered);
    }
    response.headers.set("X-Request-Id", requestId);
    return response;
  };
}

const KNOWN_OPTIONS: Record<keyof HttpHandlerOptions, true> = {
  authenticate: true,
  basePath: true,
  publicBasePath: true,
  extended: true,
  renderPdf: true,
  maxBodyBytes: true,
  onError: true,
};

function logError(error: unknown, _: Request, requestId: string): void {
  console.error(`request ${requestId}:`, error);
}

/** The status of requests that can be repeated, as with a busy store, whose cause only the operator can mend. */
const UNAVAILABLE = 503;

/** Letters, digits and the signs of usual ids, so that logs can quote it. */
const REQUEST_ID = /^[\w.~:/+=@-]{1,128}$/;

/** The id of the request: its own `X-Request-Id` if that is well formed, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("X-Request-Id");
  return given !== null && REQUEST_ID.test(given) ? given : randomUUID();
}

const ROUTER = routerOf(ROUTES);

/** What a handler was made with. */
interface Served extends BasePaths, Routers {
  readonly invoicing: Pick<Invoicing, "company">;
  readonly authenticate: Authenticate;
  readonly renderPdf: RenderPdf | undefined;
  readonly maxBodyBytes: number;
}

/** Checks host, route, method, key, scope, media type, size and JSON, in this order of precedence; then the use case. */
async function answer(request: Request, served: Served): Promise<Response> {
  const { invoicing, authenticate, renderPdf } = served;
  requireHost(request.headers.get("Host"));
  const { path, search } = targetOf(request.url);
  const endpoint = pathBelow(served.basePath, path);
  const found = endpoint === undefined ? undefined : findPath(served.router, endpoint);
  if (endpoint === undefined || found === undefined) throw unknownRoute(served, path, served);
  // A path of the extended endpoints, such as /invoices/preview, that is also one with an id.
  if (!found.rows.has(request.method) && findPath(served.extendedRouter, endpoint)?.rows.has(request.method) === true)
    throw unknownRoute(served, path, served);
  const route = requireMethod(found, request.method, request.method === "DELETE" ? undeletable(endpoint) : "");
  if (route.rendersPdf && renderPdf === undefined) throw noPdf(served.formats);
  const { companyId, actor } = await requirePrincipal(request, route.scope, authenticate);
  const body = route.body && (await readJson(request, route.body, served.maxBodyBytes));
  const query = search === "" ? {} : readQuery(search, route.query);
  const idempotencyKey = route.idempotent && (request.headers.get("Idempotency-Key") ?? undefined);
  const [id = ""] = found.parameters;
  const call = { id, query, body, idempotencyKey, path: served.publicBasePath + endpoint, renderPdf };
  const answered = await route.answer(invoicing.company(companyId, { actor }), call);
  if (typeof route.response !== "function")
    return fileResponse(request, answered.body as string | Uint8Array, { ...answered.headers });
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store", ...answered.headers };
  return new Response(JSON.stringify(answered.body), { status: route.status, headers });
}

/**
 * The response with a file; 304 without it if the client has the same bytes. Only the client may keep them, and must ask
 * each time, because its key can be revoked and a later version of the library may write the document in another way.
 */
function fileResponse(request: Request, content: string | Uint8Array, headers: Record<string, string>): Response {
  const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  const validators = { ETag: etag, "Cache-Control": "private, no-cache" };
  if (isMatch(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: validators });
  return new Response(content as BodyInit, { headers: { ...headers, ...validators } });
}

/** Proxies that compress make the tag a weak one. @see RFC 9110, section 13.1.2 */
function isMatch(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || ifNoneMatch?.trim() === "*";
}

function noPdf(formats: readonly DocumentFormat[]): HttpFault {
  const paths = new Set(
    formats.flatMap(({ syntaxes = {} }) => Object.keys(syntaxes).map((key) => `/documents/${key}`)),
  );
  const instead = paths.size === 0 ? "" : `; the document can be read as ${[...paths].join(", ")}`;
  const reason = "This server renders no PDF files, because its handler has no `renderPdf`";
  return new HttpFault("route_not_found", `${reason}${instead}.`);
}

/** A failing `onError` must not turn the response into a rejection or end the process. */
function report(
  onError: NonNullable<HttpHandlerOptions["onError"]>,
  error: unknown,
  request: Request,
  requestId: string,
): void {
  callListener(
    () => onError(error, request, requestId),
    (reporterError) => console.error(reporterError, error),
  );
}
