import { nearestName } from "../domain/nearest-name.ts";
import { HttpFault } from "./problem.ts";
import { ROUTES, type Route } from "./routes.ts";

/** A route, and what its path parameter is in this request. */
export interface Match {
  readonly route: Route;
  /** Decoded; `""` where the route has no parameter. */
  readonly id: string;
}

const TEMPLATES = ROUTES.map((route) => ({ route, template: route.path.split("/") }));

/** The route for a method and a path below the base path. @throws HttpFault `route_not_found`, `method_not_allowed` */
export function requireRoute(method: string, path: string): Match {
  const segments = path.split("/");
  const candidates = TEMPLATES.filter(({ template }) => matches(template, segments)).map(({ route }) => route);
  if (candidates.length === 0) {
    throw new HttpFault("route_not_found", `There is no ${path.slice(0, 200)} here; ${whereTo(path)}`);
  }
  const route = candidates.find((candidate) => candidate.method === method);
  if (route === undefined) {
    const allow = candidates.map((candidate) => candidate.method).join(", ");
    throw new HttpFault(
      "method_not_allowed",
      `Use ${allow} here.${method === "DELETE" ? " Invoices are cancelled, never deleted." : ""}`,
      { Allow: allow },
    );
  }
  const position = route.path.split("/").indexOf("{id}");
  return { route, id: position < 0 ? "" : decoded(segments[position] ?? "") };
}

/** The path that was most likely meant, else all that there are. */
function whereTo(path: string): string {
  const id = /^\/invoices\/(?<id>[^/]+)/.exec(path)?.groups?.["id"];
  const paths = [...new Set(ROUTES.map((route) => route.path))];
  const nearest = nearestName(
    path,
    paths.map((known) => known.replace("{id}", () => id ?? "{id}")),
  );
  return nearest === undefined ? `the endpoints are ${paths.join(", ")}.` : `did you mean ${nearest}?`;
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((part, index) => (part === "{id}" ? segments[index] !== "" : part === segments[index]));
}

/** A segment that is not valid percent-encoding stays as it is: it is nobody's id. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
