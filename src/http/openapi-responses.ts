import { HTTP_FAULTS, REFUSALS, SERVER_FAULTS } from "./problem.ts";
import type { Route } from "./routes.ts";

/** A JSON value, as documents are made of. */
export type JsonObject = { readonly [name: string]: unknown };

const PROBLEM: JsonObject = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

const LOCATION = header("Path of the invoice", { type: "string" });
const REPLAYED = header("Only on a repeat", { type: "string", enum: ["true"] }, { required: false });

/** The headers of a route's success, beside those of every answer. */
export function successHeaders({ idempotent }: Route): JsonObject {
  return idempotent ? { headers: { Location: LOCATION, "Idempotency-Replayed": REPLAYED } } : {};
}

const FAILURE_HEADERS: Readonly<Record<number, JsonObject>> = {
  401: { "WWW-Authenticate": header("How keys are sent", { type: "string", enum: ["Bearer"] }) },
  415: { Accept: header("What bodies are sent as", { type: "string", enum: ["application/json"] }) },
  503: { "Retry-After": header("Seconds; where waiting helps", { type: "integer", minimum: 1 }, { required: false }) },
};

/** One entry for each status that the route can fail with; the description lists the codes. */
export function failures(route: Route): Record<string, JsonObject> {
  const bodyCodes = ["unsupported_media_type", "body_too_large", "malformed_json"] as const;
  const faults = [
    ...(["unauthenticated", "insufficient_scope", ...(route.body ? bodyCodes : [])] as const).map(
      (code) => [code, HTTP_FAULTS[code].status] as const,
    ),
    ...route.refusals.map((code) => [code, REFUSALS[code].status] as const),
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

/** What requests are answered with that no operation is there for. */
export const RESPONSES_OF_NO_OPERATION: JsonObject = {
  InvalidHost: {
    description: "400 `invalid_host`: the Host header is empty, or holds what no host has",
    content: PROBLEM,
  },
  RouteNotFound: { description: "404 `route_not_found`: there is no such path", content: PROBLEM },
  MethodNotAllowed: {
    description: "405 `method_not_allowed`: the path has other methods",
    headers: { Allow: header("The methods that the path has", { type: "string" }) },
    content: PROBLEM,
  },
};

function header(description: string, schema: JsonObject, { required = true } = {}): JsonObject {
  return { description, required, schema };
}
