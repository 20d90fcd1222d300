import { requireOptions } from "../domain/known-names.ts";
import type { Invoicing } from "../service/create-invoicing.ts";
import { tellListener } from "../service/events.ts";
import { type Authenticate, requirePrincipal } from "./authentication.ts";
import { HttpFault, internalError, problemOf } from "./problem.ts";
import { readQuery } from "./query-parameters.ts";
import { readJson } from "./request-body.ts";
import { requireHost, targetOf } from "./request-target.ts";
import { requireRoute } from "./router.ts";

/** Options of {@link createHttpHandler}. */
export interface HttpHandlerOptions {
  /** Finds whom an API key belongs to. */
  readonly authenticate: Authenticate;
  /** What the paths begin with, such as `/api/accounting`. Absent: nothing. */
  readonly basePath?: string | undefined;
  /** Told what broke when a request is answered with 500. Absent: `console.error`. */
  readonly onError?: ((error: unknown, request: Request) => void) | undefined;
}

/** Answers one request; it never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

/**
 * A handler of the six endpoints, for every server that speaks the Fetch API. Whatever fails is answered as
 * `application/problem+json` (RFC 9457).
 *
 * @throws TypeError when `authenticate` is missing, an option is not known, or `basePath` does not begin with a slash or
 *   holds `?` or `#`
 *
 * @example
 * ```ts
 * import { createInvoicing } from "faktura";
 * import { createHttpHandler } from "faktura/http";
 * import { memoryStore } from "faktura/memory";
 *
 * const handle = createHttpHandler(createInvoicing({ store: memoryStore() }), {
 *   authenticate: (apiKey) => (apiKey === "secret" ? { companyId: "acme", scopes: ["read:invoices"] } : null),
 * });
 * const headers = { Authorization: "Bearer secret" };
 * const response = await handle(new Request("http://localhost/invoices", { headers }));
 * console.log(response.status); // 200
 * ```
 */
export function createHttpHandler(invoicing: Invoicing, options: HttpHandlerOptions): HttpHandler {
  if (typeof invoicing?.company !== "function") {
    throw new TypeError("createHttpHandler needs what createInvoicing gives, and then its options");
  }
  requireOptions("createHttpHandler", options, { authenticate: true, basePath: true, onError: true });
  const { authenticate, onError = (error) => console.error(error) } = options;
  if (typeof authenticate !== "function") {
    throw new TypeError("createHttpHandler needs `authenticate`, a function from an API key to { companyId, scopes }");
  }
  if (typeof onError !== "function") throw new TypeError("onError is a function");
  const basePath = normalisedBasePath(options.basePath ?? "");

  return async (request) => {
    try {
      return await answer(request, { invoicing, authenticate, basePath });
    } catch (error) {
      const response = problemOf(error);
      if (response !== undefined) return response;
      tell(onError, error, request);
      return internalError();
    }
  };
}

/** In the order of precedence: host, route, method, key, scope, media type, size, JSON, then the use case's refusals. */
async function answer(
  request: Request,
  { invoicing, authenticate, basePath }: { invoicing: Invoicing; authenticate: Authenticate; basePath: string },
): Promise<Response> {
  requireHost(request);
  const { path, parameters } = targetOf(request.url);
  const { route, id } = requireRoute(request.method, pathBelow(basePath, path));
  const { companyId, actor } = await requirePrincipal(request, route.scope, authenticate);
  const body = route.body && (await readJson(request, route.body));
  const query = readQuery(parameters, route.query);
  const idempotencyKey = route.idempotent && (request.headers.get("Idempotency-Key") ?? undefined);
  const call = { id, query, body, idempotencyKey, path };
  const answered = await route.answer(invoicing.company(companyId, { actor }), call);
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store", ...answered.headers };
  return new Response(JSON.stringify(answered.body), { status: route.status, headers });
}

/** As URLs carry it: without a slash at its end, and with every letter outside ASCII encoded. */
function normalisedBasePath(basePath: string): string {
  if (basePath !== "" && !/^\/[^?#]*$/.test(basePath)) {
    throw new TypeError(`basePath begins with a slash and has no query: ${JSON.stringify(basePath)}`);
  }
  return new URL(`http://localhost${basePath}`).pathname.replace(/\/+$/, "");
}

function pathBelow(basePath: string, path: string): string {
  if (path === basePath || path.startsWith(`${basePath}/`)) return path.slice(basePath.length);
  throw new HttpFault("route_not_found", `The endpoints are found below ${basePath}.`);
}

/** A reporter that fails must not turn an answer into a rejection, nor end the process. */
function tell(onError: NonNullable<HttpHandlerOptions["onError"]>, error: unknown, request: Request): void {
  tellListener(
    () => onError(error, request),
    (reporterError) => console.error(reporterError, error),
  );
}
