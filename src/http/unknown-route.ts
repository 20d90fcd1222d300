import type { DocumentFormat } from "../domain/invoice/document-format.ts";
import { nearestName } from "../domain/known-names.ts";
import { HttpFault } from "./common/problem.ts";
import { type BasePaths, findPath, pathBelow, type Router } from "./common/request-target.ts";
import type { Route } from "./routes.ts";

/** What a handler serves, and what it would serve with `extended: true`. */
export interface Routers {
  readonly router: Router<Route>;
  readonly extendedRouter: Router<Route>;
  /** Those that write the documents as files. */
  readonly formats: readonly DocumentFormat[];
}

/** The index of the parameter in every path that has one. */
const ID_SEGMENT = 2;

/** The answer to an unknown path. If only the base path is wrong, it also says how to mount the handler instead. */
export function unknownRoute(routers: Routers, path: string, basePaths: BasePaths): HttpFault {
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
 * What to change in the server if a path that the handler does not serve is an endpoint after the prefix `prefix`: a
 * sentence for its developer. `undefined` if nothing suggests that the mount is at fault.
 */
function mountHint(prefix: string, { basePath, publicBasePath }: BasePaths): string | undefined {
  // Both begin with a slash or are empty, so one can only end in the other at the boundary of a segment.
  if (prefix.length > basePath.length && prefix.endsWith(basePath)) {
    return `If your server has the endpoints below ${prefix}, pass basePath: "${prefix}" to createHttpHandler.`;
  }
  if (prefix.length < basePath.length && basePath.endsWith(prefix)) {
    const paths = `basePath: "${prefix || "/"}", publicBasePath: "${publicBasePath}"`;
    return `If a proxy or the framework removes the prefix, pass ${paths} to createHttpHandler.`;
  }
  return undefined;
}

/**
 * The part of a path before the endpoint at its end: `/api` in `/api/invoices`. `undefined` if it does not end in an
 * endpoint.
 */
function prefixBeforeEndpoint(router: Router<Route>, path: string): string | undefined {
  // A path that begins like an endpoint is a mistake of the client, not of the mount.
  const isOfClient = router.has(`/${path.split("/")[1]}`) && findPath(router, path) === undefined;
  if (isOfClient || path.length > 200) return undefined;
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  const start = slashes.find((slash) => findPath(router, path.slice(slash)) !== undefined);
  return start === undefined ? undefined : path.slice(0, start);
}

/** What a client can do instead of deleting what is at this path. */
export function undeletable(path: string): string {
  return path.startsWith("/credit-notes")
    ? " Credit notes are never deleted or cancelled: issue an invoice for what one credited too much."
    : " Invoices are cancelled, never deleted.";
}

const UNSERVED = "which the handler serves only with extended: true";

/** A file of a document. */
const FILE = /^\/(?:invoices|credit-notes)\/[^/]+\/documents\/[^/]+$/;

/** The path that was most likely meant, or else all paths. */
function pathHint({ router, extendedRouter, formats }: Routers, path: string): string {
  if (findPath(extendedRouter, path) !== undefined) return "the handler serves it only with extended: true.";
  const meant = meantPath([...extendedRouter.keys()], path);
  if (meant === undefined && FILE.test(path)) {
    const ids = formats.map(({ id }) => id).join(", ") || "none";
    return `no format that the server passed to createInvoicing writes it (passed: ${ids}).`;
  }
  if (meant === undefined) return `the endpoints are ${[...router.keys()].join(", ")}.`;
  return `did you mean ${meant}${findPath(router, meant) === undefined ? `, ${UNSERVED}` : ""}?`;
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
