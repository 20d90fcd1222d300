import { nearestName } from "../domain/known-names.ts";
import { type BasePaths, mountHint, pathBelow } from "./base-path.ts";
import { HttpFault } from "./problem.ts";
import type { Route } from "./routes.ts";

/** A route, and the value of its path parameter in this request. */
export interface Match {
  readonly route: Route;
  /** Decoded; `""` if the route has no parameter. */
  readonly id: string;
  /** The path below the base path. */
  readonly endpoint: string;
}

/** The routes of each path, by method. */
export type Router = ReadonlyMap<string, ReadonlyMap<string, Route>>;

/** What a handler serves, and what it would serve with `extended: true`. */
export interface Routers {
  readonly router: Router;
  readonly extendedRouter: Router;
}

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

/** The route for a method and a path. @throws HttpFault `route_not_found`, `method_not_allowed` */
export function requireRoute(routers: Routers, method: string, path: string, basePaths: BasePaths): Match {
  const { router } = routers;
  const endpoint = pathBelow(basePaths.basePath, path);
  const routes = endpoint === undefined ? undefined : routesAt(router, endpoint);
  if (endpoint === undefined || routes === undefined) throw notFound(routers, path, basePaths);
  const route = routes.get(method);
  if (route === undefined) {
    // A path of the extended endpoints, such as /invoices/preview, that is also one with an id.
    if (routesAt(routers.extendedRouter, endpoint)?.has(method)) throw notFound(routers, path, basePaths);
    const allow = [...routes.keys()].join(", ");
    throw new HttpFault("method_not_allowed", `Use ${allow} here.${method === "DELETE" ? undeletable(endpoint) : ""}`, {
      Allow: allow,
    });
  }
  const id = endpoint.split("/")[ID_SEGMENT] ?? "";
  return { route, id: id === "" ? "" : decoded(id), endpoint };
}

/** The routes of a path below the base path, by method; `undefined` if there is no such endpoint. */
function routesAt(router: Router, endpoint: string): ReadonlyMap<string, Route> | undefined {
  const exact = router.get(endpoint);
  if (exact !== undefined) return exact;
  const segments = endpoint.split("/");
  if ((segments[ID_SEGMENT] ?? "") !== "") segments[ID_SEGMENT] = "{id}";
  return router.get(segments.join("/"));
}

/** An unknown path. If only the base path is wrong, it also says how to mount the handler instead. */
function notFound(routers: Routers, path: string, basePaths: BasePaths): HttpFault {
  const endpoint = pathBelow(basePaths.basePath, path);
  const prefix = prefixBeforeEndpoint(routers.router, path);
  const hint = prefix === undefined ? undefined : mountHint(prefix, basePaths);
  if (endpoint === undefined && hint === undefined) {
    return new HttpFault("route_not_found", `The endpoints are below ${basePaths.publicBasePath || "/"}.`);
  }
  const said =
    endpoint === undefined
      ? `The handler received the path ${path}, which is not below its basePath ${basePaths.basePath}.`
      : `There is no endpoint ${endpoint.slice(0, 200)}; ${pathHint(routers, endpoint)}`;
  return new HttpFault("route_not_found", hint === undefined ? said : `${said} ${hint}`);
}

/**
 * The part of a path before the endpoint at its end: `/api` in `/api/invoices`. `undefined` if it does not end in an
 * endpoint.
 */
function prefixBeforeEndpoint(router: Router, path: string): string | undefined {
  // A path that begins like an endpoint is a mistake of the client, not of the mount.
  const isOfClient = router.has(`/${path.split("/")[1]}`) && routesAt(router, path) === undefined;
  if (isOfClient || path.length > 200) return undefined;
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  const start = slashes.find((slash) => routesAt(router, path.slice(slash)) !== undefined);
  return start === undefined ? undefined : path.slice(0, start);
}

/** What a client can do instead of deleting what is at this path. */
function undeletable(path: string): string {
  return path.startsWith("/credit-notes")
    ? " Credit notes are never deleted or cancelled: issue an invoice for what one credited too much."
    : " Invoices are cancelled, never deleted.";
}

const UNSERVED = "which the handler serves only with extended: true";

/** The path that was most likely meant, or else all paths. */
function pathHint({ router, extendedRouter }: Routers, path: string): string {
  if (routesAt(extendedRouter, path) !== undefined) return "the handler serves it only with extended: true.";
  const meant = meantPath([...extendedRouter.keys()], path);
  if (meant === undefined) return `the endpoints are ${[...router.keys()].join(", ")}.`;
  return `did you mean ${meant}${routesAt(router, meant) === undefined ? `, ${UNSERVED}` : ""}?`;
}

/** What clients call the last segment of a path. */
const LAST_SEGMENTS: ReadonlyMap<string, string> = new Map([
  ["pay", "payments"],
  ["refund", "credit-notes"],
  ["refunds", "credit-notes"],
  ["credit", "credit-notes"],
  ["pdf", "documents/pdf"],
  ["ubl", "documents/ubl"],
  ["cii", "documents/cii"],
  ["xml", "documents/ubl"],
]);

/**
 * The known path that was meant. Each segment is compared by itself: a long id would make any two ends of paths look
 * alike, and a payment must not look like a cancellation.
 */
function meantPath(paths: readonly string[], path: string): string | undefined {
  const [, ...given] = path.replace(/\/$/, "").split("/");
  const last = given.at(-1);
  if (last === undefined) return undefined;
  const segments = [...given.slice(0, -1), ...(LAST_SEGMENTS.get(last) ?? last).split("/")];
  const whole = paths.find((known) => isNear(segments, known.slice(1).split("/")));
  if (whole !== undefined) return whole.replace("{id}", () => segments[ID_SEGMENT - 1]!);
  const ends = paths.filter((known) => !known.endsWith("{id}"));
  return segments.length > 1 ? undefined : ends.find((known) => isNear(segments, known.split("/").slice(-1)));
}

function isNear(segments: readonly string[], known: readonly string[]): boolean {
  if (segments.length !== known.length) return false;
  return known.every((each, index) => {
    const given = segments[index]!;
    return each === "{id}" ? given !== "" : given === each || nearestName(given, [each]) !== undefined;
  });
}

/** A segment that is not valid percent-encoding stays as it is, because no invoice has such an id. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
