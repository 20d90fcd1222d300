import { REFUSAL_SUBJECTS } from "../domain/refusal.ts";
import { HTTP_FAULTS, SERVER_FAULTS, STATUSES } from "./common/problem.ts";
import type { Route } from "./routes.ts";

/** An object of the OpenAPI document. */
export type JsonObject = { readonly [name: string]: unknown };

const PROBLEM: JsonObject = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

const REPLAYED = header("Only on a repeat", { type: "string", enum: ["true"] }, { required: false });

const ETAG = header("Changes if the file does", { type: "string" });
const FILE_NAME = header("The document's number as the name of the file", { type: "string" });

/** The headers of a route's successful response, in addition to those of every response. */
export function successHeaders({ idempotent, response }: Route): JsonObject {
  if (typeof response !== "function") return { headers: { ETag: ETAG, "Content-Disposition": FILE_NAME } };
  if (idempotent === undefined) return {};
  const location = header(idempotent.location, { type: "string" });
  return { headers: { Location: location, "Idempotency-Replayed": REPLAYED } };
}

/** The response to a client that already has the file. */
export function notModified({ response }: Route): Record<string, JsonObject> {
  if (typeof response === "function") return {};
  return { 304: { description: "The file is the one that `If-None-Match` names", headers: { ETag: ETAG } } };
}

const FAILURE_HEADERS: Readonly<Record<number, JsonObject>> = {
  401: { "WWW-Authenticate": header("The authentication scheme", { type: "string", enum: ["Bearer"] }) },
  415: { Accept: header("The media type of request bodies", { type: "string", enum: ["application/json"] }) },
  503: {
    "Retry-After": header("Seconds; only if waiting helps", { type: "integer", minimum: 1 }, { required: false }),
  },
};

/** One response for each error status of the route. Its description lists the codes. */
export function failures(route: Route): Record<string, JsonObject> {
  const bodyCodes = ["unsupported_media_type", "body_too_large", "malformed_json"] as const;
  const faults = [
    ...(["unauthenticated", "insufficient_scope", ...(route.body ? bodyCodes : [])] as const).map(
      (code) => [code, HTTP_FAULTS[code].status] as const,
    ),
    ...route.refusals.map((code) => [code, STATUSES[REFUSAL_SUBJECTS[code]]] as const),
    ...Object.entries(SERVER_FAULTS).map(([code, { status }]) => [code, status] as const),
  ];
  const statuses = [...new Set(faults.map(([, status]) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = faults.filter(([, other]) => other === status).map(([code]) => `\`${code}\``);
      const headers = FAILURE_HEADERS[status];
      return [status, { description: codes.join(", "), ...(headers && { headers }), content: PROBLEM }];
    }),
  );
}

/** The responses to requests that match no operation. */
export const UNMATCHED_RESPONSES: JsonObject = {
  InvalidHost: {
    description:
      "400 `invalid_host`: the Host header is empty or contains a character that is not allowed in a host name",
    content: PROBLEM,
  },
  RouteNotFound: { description: "404 `route_not_found`: no such path", content: PROBLEM },
  MethodNotAllowed: {
    description: "405 `method_not_allowed`: the path does not have this method",
    headers: { Allow: header("The methods of the path", { type: "string" }) },
    content: PROBLEM,
  },
};

function header(description: string, schema: JsonObject, { required = true } = {}): JsonObject {
  return { description, required, schema };
}
