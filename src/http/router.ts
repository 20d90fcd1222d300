import { nearestName } from "../domain/known-names.ts";
import { HttpFault } from "./problem.ts";
import type { Route } from "./routes.ts";

/** A route, and the value of its path parameter in this request. */
export interface Match {
  readonly route: Route;
  /** Decoded; `""` if the route has no parameter. */
  readonly id: string;
}

/** The routes of each path, by method. */
export type Router = ReadonlyMap<string, ReadonlyMap<string, Route>>;

export function routerOf(routes: readonly Route[]): Router {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const ofPath = byPath.get(route.path) ?? new Map<string, Route>();
    byPath.set(route.path, ofPath.set(route.method, route));
  }
  return byPath;
}

/** The index of the parameter in every path that has one. */
const ID_SEGMENT = 2;

/** The route for a method and a path below the base path. @throws HttpFault `route_not_found`, `method_not_allowed` */
export function requireRoute(router: Router, method: string, path: string): Match {
  const segments = path.split("/");
  const id = segments[ID_SEGMENT] ?? "";
  if (id !== "") segments[ID_SEGMENT] = "{id}";
  const routes = router.get(segments.join("/"));
  if (routes === undefined) {
    throw new HttpFault("route_not_found", `There is no endpoint ${path.slice(0, 200)}; ${pathHint(router, path)}`);
  }
  const route = routes.get(method);
  if (route === undefined) {
    const allow = [...routes.keys()].join(", ");
    throw new HttpFault("method_not_allowed", `Use ${allow} here.${method === "DELETE" ? undeletable(path) : ""}`, {
      Allow: allow,
    });
  }
  return { route, id: id === "" ? "" : decoded(id) };
}

/** What a client can do instead of deleting what is at this path. */
function undeletable(path: string): string {
  return path.startsWith("/credit-notes")
    ? " Credit notes are never deleted or cancelled: issue an invoice for what one credited too much."
    : " Invoices are cancelled, never deleted.";
}

/** The path that was most likely meant, or else all paths. */
function pathHint(router: Router, path: string): string {
  const id = /^\/(?:invoices|credit-notes)\/(?<id>[^/]+)/.exec(path)?.groups?.["id"];
  const paths = [...router.keys()];
  const nearest = nearestName(
    path,
    paths.map((known) => known.replace("{id}", () => id ?? "{id}")),
  );
  return nearest === undefined ? `the endpoints are ${paths.join(", ")}.` : `did you mean ${nearest}?`;
}

/** A segment that is not valid percent-encoding stays as it is, because no invoice has such an id. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
